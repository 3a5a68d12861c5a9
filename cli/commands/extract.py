"""`mem extract`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..output import note, show_json, show_line, tell, warn

if TYPE_CHECKING:
    from memory_md.model.extraction import Extraction, Outcome


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("extract")(extract)


def extract(
    ctx: typer.Context,
    sources: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SOURCE]...", help="Files; standard input where none is named."),
    ] = None,
    session: Annotated[
        str | None, typer.Option(metavar="ID", help="The task; else the transcript's own id.")
    ] = None,
    format_name: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="F",
            help="What the sources are; auto tells by the content.",
        ),
    ] = "auto",
    min_confidence: Annotated[
        float | None,
        typer.Option(min=0, max=1, metavar="X", help="Skip what scores less (0 to 1)."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show it and write nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Keep what was learned in a task.

    A source is what an agent left behind: its output as text or Markdown, a transcript of Claude
    Code, Codex, Gemini CLI, aider or SpecStory, a plan's summary, a handoff or messages as JSON.
    Its content tells which; an unknown --format is answered with the names there are. Extracting
    from one source twice changes nothing.

    \b
    Examples:
      $ agent "fix the login" | mem extract --session fix-login
      $ mem extract ~/.claude/projects/*/*.jsonl --dry-run
    """
    from memory_md.actions.extract import extract as run

    if not sources and sys.stdin.isatty():
        note("reading standard input, to its end (Ctrl-D)")
    result, errors = run(
        ctx.obj.place,
        sources or ["-"],
        session=session,
        format_name=format_name,
        min_confidence=min_confidence,
        dry_run=dry_run,
        stdin=sys.stdin.buffer,
    )
    warn(result.warnings)
    if errors and not result.sources and len(errors) == 1:
        raise errors[0]
    if as_json:
        show_json(extraction_json(result))
    else:
        _show(result, dry_run)
    for error in errors:
        tell(error)
    return 1 if errors else 0


def _show(result: Extraction, dry_run: bool) -> None:
    from memory_md.model.entry import headline

    for item in result.items:
        why = f"  [{item.reason}]" if item.reason else ""
        words = headline(item.kind, item.qualifier, item.text)
        show_line(f"{item.action:<12} {item.id}", f"{words}{why}")
    edges = result.edges
    if edges.added or edges.refreshed:
        show_line("edges", f"{edges.added} added, {edges.refreshed} refreshed", 21)
    if result.evicted or result.expired:
        left = f"{len(result.evicted)} evicted, {len(result.expired)} expired"
        show_line("archive", left, 21)
    if not result.items:
        note("nothing new worth keeping")
    elif dry_run:
        note("dry run: nothing was written")


def extraction_json(result: Extraction) -> dict[str, Any]:
    """The shape that `extract` and `import` share."""
    return {
        "session": result.session,
        "confidence": result.confidence,
        "items": [_item_json(item) for item in result.items],
        "sources": [{"path": path, "format": name} for path, name in result.sources],
        "relationships": {
            "added": result.edges.added,
            "refreshed": result.edges.refreshed,
            "evicted": result.edges.evicted,
        },
        "evicted": list(result.evicted),
        "warnings": list(result.warnings),
    }


def _item_json(item: Outcome) -> dict[str, Any]:
    value: dict[str, Any] = {
        "action": item.action,
        "id": item.id,
        "kind": item.kind,
        "qualifier": item.qualifier,
        "text": item.text,
        "confidence": round(item.confidence, 4),
    }
    if item.reason:
        value["reason"] = item.reason
    if item.existing_id:
        value["existing_id"] = item.existing_id
    value["source"] = {"path": item.source.path, "line": item.source.line}
    return value
