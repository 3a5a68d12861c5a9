"""`mem extract`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ..output import because, note, say, show_json, show_line, tell, warn

if TYPE_CHECKING:
    from memory_md.errors import MemError
    from memory_md.model.extraction import Extraction


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
    llm: Annotated[bool, typer.Option("--llm", help="Ask a language model as well.")] = False,
) -> int:
    """Keep what was learned in a task.

    A source is what an agent left behind: its output as text or Markdown, a transcript of Claude
    Code, Codex, Gemini CLI, Cursor, aider or SpecStory, a plan's summary, a handoff or messages
    as JSON. Its content tells which; --format names it where that fails: auto, text, handoff,
    messages, claude-code, codex, cursor, gemini, aider, specstory or summary. Extracting from one
    source twice changes nothing.

    With --llm a language model is asked as well: the command llm.command of the config, else the
    Anthropic API. Together with --dry-run it shows the prompt, and sends nothing.

    \b
    Examples:
      $ agent "fix the login" | mem extract --session fix-login
      $ mem extract ~/.claude/projects/*/*.jsonl --dry-run
      $ mem extract --llm --dry-run out.txt
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
        llm=llm or None,
        waiting=_waiting,
    )
    return _report(result, errors, as_json=as_json, dry_run=dry_run)


def _report(result: Extraction, errors: list[MemError], *, as_json: bool, dry_run: bool) -> int:
    """Show what came of it, and what went wrong; the exit code."""
    from memory_md.actions.shapes import extraction_json

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
        reason = because(item.action, item.reason, item.existing_id)
        words = headline(item.kind, item.qualifier, item.text)
        show_line(f"{item.action:<12} {item.id}", f"{words}  [{reason}]" if reason else words)
    edges = result.edges
    if edges.added or edges.refreshed:
        show_line("edges", f"{edges.added} added, {edges.refreshed} refreshed", 21)
    if result.evicted or result.expired:
        left = f"{len(result.evicted)} evicted, {len(result.expired)} expired"
        show_line("archive", left, 21)
    if not result.items:
        note("nothing new worth keeping")
    for prompt in result.prompts:
        for line in prompt.rstrip("\n").split("\n"):
            say(line)
    if result.prompts:
        note(f"dry run: {result.model} was not asked, and nothing was written")
    elif dry_run and result.items:
        note("dry run: nothing was written")


@contextmanager
def _waiting(model: str) -> Iterator[None]:
    """Tells a person on a terminal whom we wait for, once it takes over a second."""
    import threading

    timer = threading.Timer(1, note, [f"asking {model} …"])
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
