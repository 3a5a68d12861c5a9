"""`mem diary …`: what went well and wrong, a row a task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from memory_md.recall.actions.json_shapes import diary_entry_json, row_json

from ..options import AsJson, argument, diary_types, one_of, option, pending_tasks
from ..output import (
    console,
    note,
    on_terminal,
    printable,
    say,
    say_fields,
    show_json,
    show_line,
    warn,
)

if TYPE_CHECKING:
    from memory_md.diary.actions.diary import DiaryListing
    from memory_md.diary.model import DiaryEntry, Relevance

HELP = """List, rate, add and resolve entries of the diary.

A row is pending until its task is resolved; pending rows warn the specs that they matter to.

\b
Examples:
  $ mem diary new TECH-12 --type problem --summary "Tokens expire twice"
  $ mem diary relevant --spec ai/features/TECH-13.md
  $ mem diary resolve TECH-12
"""


def _show_json(listing: DiaryListing) -> None:
    show_json({"entries": [row_json(entry, listing.path) for entry in listing.entries]})


def _show(entries: Sequence[DiaryEntry]) -> None:
    """Print a line for each row: on a terminal aligned and cut, otherwise separated by tabs."""
    if not entries:
        return
    if not on_terminal():
        for entry in entries:
            say_fields(" ".join(field.split()) for field in _fields(entry))
        return
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(4):
        table.add_column(no_wrap=True, max_width=20)
    table.add_column(no_wrap=True, ratio=1, overflow="ellipsis")
    for entry in entries:
        fields = [Text(printable(" ".join(f.split()))[:1000]) for f in _fields(entry)]
        table.add_row(*fields, style="dim" if entry.status == "done" else "")
    console().print(table)


def _fields(entry: DiaryEntry) -> tuple[str, ...]:
    return entry.date, entry.id, entry.type, entry.status, entry.summary


def list_(
    ctx: typer.Context,
    status: Annotated[
        str | None,
        option(
            "--status STATUS", "Only rows in this state: pending, done.", one_of("pending", "done")
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the rows of the diary's index, the newest last.

    In a pipe it prints a line for each row: date, ID, type, status and summary, separated by tabs.

    \b
    Examples:
      $ mem diary list --status pending
      $ mem diary list --json
    """
    from memory_md.diary.actions.diary import list_entries

    listing = list_entries(ctx.obj.place, status=status)
    warn(listing.warnings)
    if as_json:
        _show_json(listing)
        return
    _show(listing.entries)
    if not listing.entries:
        note(f"no row is {status!r}" if status else f"no rows in {listing.path}")


def relevant(
    ctx: typer.Context,
    spec: Annotated[str, option("--spec SPEC", "The spec to work on.")],
    last: Annotated[
        int | None, option("--last N", "How many tasks; else diary.last of the config.", min=0)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show which pending rows matter to a spec, and why.

    HIGH: it names a file that the spec allows. MEDIUM: the same library, tool or identifier, or
    a path that is near. SKIP: neither.

    In a pipe it prints a line for each task: level, ID, date, score, summary, reasons and
    constraints, separated by tabs; several reasons or constraints by " | ".

    \b
    Examples:
      $ mem diary relevant --spec ai/features/TECH-12.md
      $ mem diary relevant --spec ai/features/TECH-12.md --last 10 --json
    """
    from memory_md.diary.actions.relevant import relevant as run

    judged = run(ctx.obj.place, spec, last=last)
    warn(judged.warnings)
    if as_json:
        allowed = [{"path": f.path, "glob": f.glob, "new": f.new} for f in judged.allowed]
        entries = [_relevance_json(one) for one in judged.entries]
        show_json({"spec": judged.spec, "allowed_files": allowed, "entries": entries})
        return
    _show_relevance(judged.entries)
    if judged.found and not judged.entries:
        note("nothing is pending in the diary")


def _relevance_json(one: Relevance) -> dict[str, Any]:
    return {
        **diary_entry_json(one.entry),
        "level": one.level,
        "score": one.score,
        "reasons": list(one.reasons),
        "constraints": list(one.constraints),
    }


def _show_relevance(entries: Sequence[Relevance]) -> None:
    """The weightiest first; on a terminal a paragraph each, otherwise a line."""
    from textwrap import shorten

    ordered = list(reversed(entries))  # of equals the newest first
    ordered.sort(key=lambda one: -one.score)
    if not on_terminal():
        for one in ordered:
            entry = one.entry
            fields = (one.level, entry.id, entry.date, str(one.score), entry.summary)
            lists = (" | ".join(one.reasons), " | ".join(one.constraints))
            say_fields(" ".join(field.split()) for field in (*fields, *lists))
        return
    for place, one in enumerate(ordered):
        if place:
            print()
        head = f"{one.level:<6}  {one.entry.id}  {one.entry.date}  {one.score}"
        say(head.rstrip())
        show_line("      ", shorten(printable(one.entry.summary), 160, placeholder="…"))
        for reason in one.reasons:
            show_line("        why", reason)
        for constraint in one.constraints:
            show_line("        heed", constraint)


def new(
    ctx: typer.Context,
    id_: Annotated[str, argument("ID", "The task: TECH-12, or any name without spaces.")],
    kind: Annotated[
        str, option("--type TYPE", "problem, success, escalation, pattern, ...", diary_types)
    ],
    summary: Annotated[str, option("--summary TEXT", "What happened, in one line.")],
    files: Annotated[
        list[str] | None, option("--file PATH", "A file it is about; may be repeated.")
    ] = None,
    date: Annotated[str | None, option("--date DAY", "The day, as 2026-02-28; else today.")] = None,
    why: Annotated[str, option("--why TEXT", "Why it failed.")] = "",
    instead: Annotated[str, option("--instead TEXT", "What to do instead.")] = "",
    as_json: AsJson = False,
) -> None:
    """Write an entry from the template, and its row in the index.

    Fill in the file that it names: what failed, why, and what to do instead. The row is set
    to pending, or to done for --type success. If the row exists from an earlier try, it is not
    added again.

    \b
    Examples:
      $ mem diary new TECH-12 --type problem --file src/auth.py \\
          --summary "Tokens expire twice" --why "Two clocks" --instead "Use one"
      $ mem diary new TECH-13 --type success --summary "The login is fixed"
    """
    from memory_md.diary.actions.diary import new as run

    listing = run(
        ctx.obj.place,
        id_,
        kind=kind,
        summary=summary,
        files=files or (),
        day=date,
        why=why,
        instead=instead,
    )
    warn(listing.warnings)
    if as_json:
        _show_json(listing)
        return
    for entry in listing.entries:
        show_line(f"{'added' if listing.changed else 'known'} {entry.id}", entry.file)


def resolve(
    ctx: typer.Context,
    ids: Annotated[list[str], argument("ID...", "IDs of tasks.", pending_tasks)],
    as_json: AsJson = False,
) -> None:
    """Set all pending rows of these tasks to done.

    \b
    Examples:
      $ mem diary resolve TECH-12
      $ mem diary resolve TECH-12 BUG-7 --json
    """
    from memory_md.diary.actions.diary import resolve as run

    listing = run(ctx.obj.place, ids)
    warn(listing.warnings)
    if as_json:
        _show_json(listing)
        return
    for entry in listing.entries:
        show_line(f"resolved {entry.id}", entry.summary)
    if not listing.entries:
        note("nothing was pending")


COMMANDS: Final = {"list": list_, "relevant": relevant, "new": new, "resolve": resolve}
