"""`mem forget`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ..calling_agent import refuse_agents
from ..options import AsJson, DryRun, option
from ..output import note, say, show_json, show_line, warn

if TYPE_CHECKING:
    from memory_md.adr.actions import Erased
    from memory_md.recall.actions.export import ErasedLines

_Source = Annotated[str, option("--source FILE", "The transcript or file it was read from.")]
BEYOND_REACH: Final = (
    "git's history, other clones, and the file that it was extracted from may still hold it:"
    " git log --all -S 'the text' shows the commits"
)


def forget(
    ctx: typer.Context,
    session: Annotated[str, option("--session ID", "The session, or its task id.")] = "",
    source: _Source = "",
    purge: Annotated[bool, option("--purge", "Erase it from every file, for ever.")] = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Forget a session, and what is known only from it.

    What was said in it is deleted. Entries and edges that no other task and no person speaks for
    move to the archive. `mem extract` does not read the session again.

    \b
    Examples:
      $ mem forget --session 0f3a9c1e --dry-run
      $ mem forget --source logs/session.jsonl --purge
    """
    from memory_md.adr.actions import erase
    from memory_md.base.errors import UsageError
    from memory_md.recall.actions.export import erase as erase_lines
    from memory_md.sessions.actions import forget as run

    refuse_agents("mem forget")
    if bool(session) is bool(source):
        raise UsageError(
            "name one session or one source", hint="mem forget --session ID, or --source FILE"
        )
    done = run(ctx.obj.place, session=session, source=source, purge=purge, dry_run=dry_run)
    warn(done.warnings)
    left = done.taken
    is_shown = dry_run or not purge
    lines = erase_lines(ctx.obj.place, done.erased, dry_run=is_shown)
    records = erase(ctx.obj.place, done.erased, dry_run=is_shown)
    reach = {
        "entries": left.entries,
        "archived": left.archived,
        "edges": left.edges,
        "waiting": left.waiting,
        "passages": done.passages,
        "receipts": left.receipts,
        "events": left.events,
        "records": records.done,
        "blocks": lines.done,
    }
    if as_json:
        show_json(reach)
    else:
        # A text is not printed once more where it is erased.
        texts = {one.id: one.headline for one in reversed(done.erased if is_shown else ())}
        _show(reach, texts, session or source, purge=purge, dry_run=dry_run)
        if dry_run:
            note("dry run: nothing was written")
        elif purge and done.erased:
            note(BEYOND_REACH)
    if purge:
        refuse_left(records, lines)


def refuse_left(records: Erased, lines: ErasedLines) -> None:
    """Name the records and the exported blocks that hold a purged text still. Raises MemError."""
    from memory_md.base.errors import MemError

    if lines.left:
        raise MemError(
            f"{', '.join((*lines.left, *records.left))}: the text is still there",
            hint="delete the text by hand",
        )
    if records.left:
        raise MemError(
            f"{', '.join(records.left)}: a person edited it, so the text is still there",
            hint="delete the text or the file by hand",
        )


def _show(
    reach: Mapping[str, Any], texts: Mapping[str, str], target: str, *, purge: bool, dry_run: bool
) -> None:
    """Print what leaves, with the texts by ID, and what is only told where it is purged."""
    done = ("purged", "archived", "deleted")
    gone, moved, deleted = ("would purge", "would archive", "would delete") if dry_run else done
    for id_ in reach["entries"]:
        lead = f"{gone if purge else moved} {id_}"
        show_line(lead, texts[id_]) if id_ in texts else say(lead)
    counts = {"passage": reach["passages"], "edge": reach["edges"]}
    counts["candidate that waited"] = reach["waiting"]
    if purge:
        counts |= {"receipt": reach["receipts"], "event": reach["events"]}
    for name, count in counts.items():
        if count:
            first, _, rest = name.partition(" ")
            say(f"{deleted} {count} {first}{'' if count == 1 else 's'}{rest and ' '}{rest}")
    for path in reach["records"]:
        say(f"{'erased' if purge else 'decision record, left until mem adr export:'} {path}")
    for path in reach["blocks"]:
        say(f"{'erased' if purge else 'exported block, left until mem export:'} {path}")
    if not (reach["entries"] or reach["records"] or any(counts.values())):
        note(f"nothing is known of {target[:80]!r}, so nothing was forgotten; it will not be read")
