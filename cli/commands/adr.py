"""`mem adr …`: decisions as architecture decision records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ..options import AsJson, DryRun, argument, option
from ..output import counted, note, on_terminal, say, say_fields, show_json, show_line, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_md.adr.model import DecisionRecord, Exported

HELP = """Write decisions as records (ADRs), and list them.

\b
Examples:
  $ mem adr export
  $ mem adr list
"""


def export(
    ctx: typer.Context,
    ids: Annotated[list[str] | None, argument("[ID]...", "Only these decisions.")] = None,
    directory: Annotated[
        str | None, option("--dir DIR", "The folder; else that of the records, or docs/adr.")
    ] = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Write a record for each decision; update the others.

    Without IDs it writes the decisions that a person confirmed, wrote or pinned, and those that are
    marked high; with IDs only those you name. Of two that contradict each other only one is
    written. A record says what the memory knows: the reason and what was rejected come from the
    decision and its evidence. The format is that of your template or of the existing records, else
    MADR 4. What you edited or wrote yourself is never rewritten; a second run changes nothing. If
    you want no record of a decision, remove it, or keep a record with its title and the status
    "rejected".

    \b
    Examples:
      $ mem adr export
      $ mem adr export --dry-run
      $ mem adr export k3v9q2xa --dir doc/decisions
    """
    from memory_md.adr.actions import export as run

    done = run(ctx.obj.place, directory, ids or (), dry_run=dry_run)
    warn(done.warnings)
    if as_json:
        show_json(_export_json(done))
        return
    for path in done.written:
        show_line("would write" if dry_run else "written", path, 7)
    for path in done.updated:
        show_line("would update" if dry_run else "updated", path, 7)
    for left in done.left:
        if left.matters:
            note(f"mem: warning: {left.path} was left as it is: {left.reason}")
    if not done.written and not done.updated:
        kept = len(done.unchanged) + len(done.left)
        note(f"nothing to write: {kept} up to date or yours" if kept else "no decisions to write")

    if done.unsure:
        count = counted(done.unsure, "decision")
        note(f"{count} left out: not confirmed, pinned or named by anybody, and not marked high")


def _export_json(done: Exported) -> dict[str, Any]:
    """`{"dir", "written": [path], "updated": [path], "unchanged": [path], "left": [{…}]}`.

    Paths are relative to the root; what was left is `{"path", "reason"}`.
    """
    return {
        "dir": done.folder,
        "written": list(done.written),
        "updated": list(done.updated),
        "unchanged": list(done.unchanged),
        "left": [{"path": left.path, "reason": left.reason} for left in done.left],
    }


def list_(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List all decision records of this repository.

    In a pipe it prints a line for each record: number, status, date, title, path and the entry's
    ID, separated by tabs; a hyphen stands for an unknown value.

    \b
    Examples:
      $ mem adr list
      $ mem adr list --json
    """
    from memory_md.adr.actions import records_of

    records, warnings = records_of(ctx.obj.place)
    warn(warnings)
    if as_json:
        show_json({"records": [_record_json(record) for record in records]})
        return
    if not records:
        note("no records")
    elif on_terminal():
        _show(records)
    else:
        for record in records:
            say_fields(_fields(record))


def _fields(record: DecisionRecord) -> tuple[str, ...]:
    number = record.digits or "-"
    status = record.status or record.status_text or "-"
    id_ = record.mark.id if record.mark else "-"
    return number, status, record.date or "-", record.title, record.path, id_


def _record_json(record: DecisionRecord) -> dict[str, Any]:
    """`{"number", "title", "status", "date", "path", "id", "edited", "superseded_by"}`.

    `number` is null where the name of the file has none; `status` is one word where it is known,
    else as written; `id` is the entry's, null for a record that a person wrote.
    """
    return {
        "number": record.number,
        "title": record.title,
        "status": record.status or record.status_text or None,
        "date": record.date or None,
        "path": record.path,
        "id": record.mark.id if record.mark else None,
        "edited": record.edited,
        "superseded_by": record.replaced_by or None,
    }


def _show(records: Sequence[DecisionRecord]) -> None:
    """Two lines a record, for a person: what it is, and where."""
    width = max(len(record.digits or "-") for record in records)
    for record in records:
        number, status, day, title, path, id_ = _fields(record)
        entry = "" if id_ == "-" else f"  [{id_}]"
        show_line(f"{number:<{width}}  {status[:10]:<10}  {day[:10]:<10}", f"{title}{entry}")
        say(f"{'':<{width}}  {path}")


COMMANDS: Final = {"export": export, "list": list_}
