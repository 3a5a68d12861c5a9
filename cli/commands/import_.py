"""`mem import`."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from ..output import because, note, show_json, show_line, tell, warn

if TYPE_CHECKING:
    from memory_md.model.extraction import Extraction, Outcome

_WOULD = {
    "inserted": "would insert",
    "merged": "would merge",
    "contradicted": "would insert",
    "revived": "would revive",
    "suppressed": "stays out",
}
_DONE = {"suppressed": "stays out"}
_WIDTH = 12


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("import")(import_)


def import_(
    ctx: typer.Context,
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Files of notes; - is standard input.")
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be taken; write nothing.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Adopt what a team keeps already.

    Reads CLAUDE.md, AGENTS.md, MEMORY.md, lessons and other notes in Markdown, mulch's JSONL, a
    claude-reflect queue, and exports of cm and engram. Each rule, lesson or fact becomes an entry
    that is marked with the file it came from; the file itself is not changed. Importing a file
    again takes only what is new in it, and never what a person has removed.

    \b
    Examples:
      $ mem import CLAUDE.md --dry-run
      $ mem import AGENTS.md tasks/lessons.md .mulch/expertise/*.jsonl
    """
    from memory_md.actions.import_ import import_notes as run

    result, errors = run(ctx.obj.place, files, stdin=sys.stdin.buffer, dry_run=dry_run)
    warn(result.warnings)
    if errors and not result.sources and len(errors) == 1:
        raise errors[0]
    if as_json:
        from memory_md.actions.shapes import extraction_json

        show_json(extraction_json(result))
    else:
        _show(result, dry_run)
    for error in errors:
        tell(error)
    return 1 if errors else 0


def _show(result: Extraction, dry_run: bool) -> None:
    """Taken lines one by one, then how many were left out and why."""
    taken = [item for item in result.items if item.action not in ("skipped", "unchanged")]
    several = len(result.sources) > 1
    for item in taken:
        _show_item(item, dry_run, several)
    known = sum(item.action == "unchanged" for item in result.items)
    if known:
        show_line("unchanged", f"{known} known already", _WIDTH)
    left = Counter(_family(item.reason) for item in result.items if item.action == "skipped")
    for reason, count in left.most_common():
        show_line("left out", f"{count}: {reason}", _WIDTH)
    if result.evicted or result.expired:
        gone = f"{len(result.evicted)} evicted, {len(result.expired)} expired"
        show_line("archive", gone, _WIDTH)
    if left and dry_run:
        note("--json lists what was left out")
    if not taken:
        note("nothing new to import")
    elif dry_run:
        note("dry run: nothing was written")


def _show_item(item: Outcome, dry_run: bool, several: bool) -> None:
    from memory_md.model.entry import headline

    name = (_WOULD if dry_run else _DONE).get(item.action, item.action)
    line = f"{item.source.path}:{item.source.line}" if several else f"line {item.source.line}"
    reason = because(item.action, item.reason, item.existing_id)
    why = f"; {reason}" if reason else ""
    show_line(
        f"{name:<{_WIDTH}} {item.id}",
        f"{headline(item.kind, item.qualifier, item.text)}  [{line}{why}]",
    )


def _family(reason: str) -> str:
    """Reasons that name a heading or a project are one reason."""
    if reason.startswith("stands under"):
        return "stands under a heading of things that pass"
    return reason.split(", /")[0]
