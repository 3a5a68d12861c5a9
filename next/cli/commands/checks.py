"""Commands that look at a memory: review, page, doctor."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memory_md.base.errors import UsageError

from .. import state
from ..options import Json
from ..output import emit, fields, printable

if TYPE_CHECKING:
    from memory_md.memory.memory import Memory


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

    $ mem review
    $ mem review --approve k3v9 --reject p0d7
    """
    from memory_md.memory.writing import changing
    from memory_md.review import inbox

    agent = state.calling_agent()
    if approve or reject:

        def decide(memory: Memory) -> list[dict[str, Any]]:
            kept = inbox.approve(memory, approve or [], agent=agent)
            return kept + inbox.reject(memory, reject or [], agent=agent)

        done = changing(state.opened(), "review", decide)
        emit({"decided": done}, json, fields(done, "action", "id", "text"))
        return
    with state.reading() as memory:
        items = inbox.waiting(memory)
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if items and is_terminal and not (list_ or json or agent):
        from ..review_keys import review_by_keys

        review_by_keys(memory.opened, items)
        return
    rows = fields(items, "id", "kind", "text", "reason")
    emit({"candidates": items}, json, rows, ("ID", "Kind", "Text", "Why it waits"))


def page(
    output: Annotated[
        str, typer.Option("--output", metavar="F", help="The file; else in .mem/local.")
    ] = "",
) -> None:
    """Write the whole memory as one HTML file to look at, and print where it is.

    $ mem page --output memory.html
    """
    from memory_md.review.page import write_page

    with state.reading() as memory:
        path = write_page(memory, Path(output) if output else None)
    print(printable(str(path)))


def doctor(
    fix: Annotated[bool, typer.Option("--fix", help="Repair what can be repaired.")] = False,
    ci: Annotated[bool, typer.Option("--ci", help="Only what is in git.")] = False,
    json: Json = False,
) -> None:
    """Find what is wrong with the memory, and say how to repair it.

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
    emit(result, json, [*done, *_doctor_lines(found)])
    if any(one["severity"] != "note" for one in found):
        raise typer.Exit(1)


def _doctor_lines(found: list[dict[str, Any]]) -> list[str]:
    lines = []
    for one in found:
        place = f"{one['path']}:{one['line']}" if one["line"] else one["path"]
        lines += [f"{one['severity']}: {place}: {one['message']}", f"  {one['hint']}"]
    return lines or ["nothing is wrong"]
