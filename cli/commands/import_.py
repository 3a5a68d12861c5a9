"""`mem import`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from ..extraction import WIDTH, report, show_gone, show_outcome
from ..options import AsJson
from ..output import note, show_line, standard_input

if TYPE_CHECKING:
    from memory_md.extract.model import Extraction


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
    as_json: AsJson = False,
) -> int:
    """Adopt what a team keeps already.

    Reads CLAUDE.md, AGENTS.md, MEMORY.md, lessons and other notes in Markdown, mulch's JSONL, a
    claude-reflect queue, and exports of cm and engram. Each rule, lesson or fact becomes an entry
    that is marked with the file it came from; the file itself is not changed. Importing a file
    again takes only what is new in it, and never what a person has removed. A file that cannot be
    read does not keep the others out, and the exit code is then 1.

    \b
    Examples:
      $ mem import CLAUDE.md --dry-run
      $ mem import AGENTS.md tasks/lessons.md .mulch/expertise/*.jsonl
    """
    from memory_md.imports.actions import import_notes as run

    result, errors = run(ctx.obj.place, files, stdin=standard_input(), dry_run=dry_run)
    return report(result, errors, as_json=as_json, dry_run=dry_run, show=_show)


def _show(result: Extraction, dry_run: bool) -> None:
    """Taken lines one by one, then how many were left out and why."""
    taken = [item for item in result.items if item.action not in ("skipped", "unchanged")]
    several = len(result.sources) > 1
    for item in taken:
        line = item.source.line
        where = f"{item.source.path}:{line}" if several else f"line {line}"
        show_outcome(item, dry_run=dry_run, where=where)
    known = sum(item.action == "unchanged" for item in result.items)
    if known:
        show_line("unchanged", f"{known} known already", WIDTH)
    left = Counter(_family(item.reason) for item in result.items if item.action == "skipped")
    for reason, count in left.most_common():
        show_line("left out", f"{count}: {reason}", WIDTH)
    show_gone(result, WIDTH)
    if left and dry_run:
        note("--json lists what was left out")
    if not taken:
        note("nothing new to import")
    elif dry_run:
        note("dry run: nothing was written")


def _family(reason: str) -> str:
    """Reasons that name a heading or a project are one reason."""
    if reason.startswith("stands under"):
        return "stands under a heading of things that pass"
    return reason.split(", /")[0]
