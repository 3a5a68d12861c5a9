"""Commands that look at a memory: review, page, doctor."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from memory_md.base.errors import UsageError

from .. import state
from ..output import emit, emit_rows, printable, warn
from .entries import Json


def review(
    list_: Annotated[bool, typer.Option("--list", help="Only list what waits.")] = False,
    approve: Annotated[
        list[str] | None, typer.Option("--approve", metavar="ID", help="Keep; repeatable.")
    ] = None,
    reject: Annotated[
        list[str] | None, typer.Option("--reject", metavar="ID", help="Drop; repeatable.")
    ] = None,
    json: Json = False,
) -> None:
    """Decide about what waits, with single keys on a terminal.

    \b
    Examples:
      $ mem review
      $ mem review --approve k3v9 --reject p0d7
    """
    from memory_md.memory.memory import Memory
    from memory_md.memory.writing import changing
    from memory_md.review import inbox

    opened = state.opened()
    agent = state.calling_agent()
    if approve or reject:

        def decide(memory: Memory) -> list[dict[str, Any]]:
            kept = inbox.approve(memory, approve or [], agent=agent)
            return kept + inbox.reject(memory, reject or [], agent=agent)

        done = changing(opened, "review", decide)
        emit(
            {"decided": done},
            as_json=json,
            lines=lambda: [f"{one['action']}\t{one['id']}\t{one['text']}" for one in done],
        )
        return
    with opened.database() as database:
        items = inbox.waiting(Memory.read(opened, database))
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if items and is_terminal and not (list_ or json or agent):
        from ..review_keys import review_by_keys

        review_by_keys(opened, items)
        return
    rows = [[one["id"], one["kind"], one["text"], one["reason"]] for one in items]
    columns = ("ID", "Kind", "Text", "Why it waits")
    emit_rows({"candidates": items}, as_json=json, columns=columns, rows=rows)


def page(
    output: Annotated[
        str, typer.Option("--output", metavar="F", help="The file; else in .mem/local.")
    ] = "",
) -> None:
    """Write the whole memory as one HTML file to look at, and print where it is.

    \b
    Example:
      $ mem page --output memory.html
    """
    from memory_md.memory.memory import Memory
    from memory_md.review.page import write_page

    opened = state.opened()
    with opened.database() as database:
        memory = Memory.read(opened, database)
        path = write_page(memory, Path(output) if output else None)
        warn(f"{one.where}: {one.message}" for one in memory.problems)
    print(printable(str(path)))


def doctor(
    fix: Annotated[bool, typer.Option("--fix", help="Repair what can be repaired.")] = False,
    ci: Annotated[bool, typer.Option("--ci", help="Only what is in git.")] = False,
    json: Json = False,
) -> None:
    """Find what is wrong with the memory, and say how to repair it.

    \b
    Example:
      $ mem doctor --fix
    """
    from memory_md.doctor import findings, repair

    if fix:
        state.refuse_agents("mem doctor --fix")
        if ci:
            raise UsageError("--fix and --ci exclude each other", hint="see `mem doctor --help`")
    opened = state.opened(quiet=True)
    done = repair.fix(opened) if fix else []
    found = findings.examine(opened, Path.home(), is_ci=ci)
    result = {"findings": found, **({"fixed": done} if fix else {})}
    emit(result, as_json=json, lines=lambda: [*done, *_doctor_lines(found)])
    if any(one["severity"] != "note" for one in found):
        raise typer.Exit(1)


def _doctor_lines(found: list[dict[str, Any]]) -> list[str]:
    lines = []
    for one in found:
        place = f"{one['path']}:{one['line']}" if one["line"] else one["path"]
        lines += [f"{one['severity']}: {place}: {one['message']}", f"  {one['hint']}"]
    return lines or ["nothing is wrong"]
