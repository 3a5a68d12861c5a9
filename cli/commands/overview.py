"""`mem` alone: where one stands, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import typer

from memory_md import __version__

from ..output import counted, say

if TYPE_CHECKING:
    from memory_md.memory.actions.workspace import Workspace

_COLUMN: Final = 32

Step = tuple[str, str]


def overview(ctx: typer.Context) -> None:
    """Print, on one screen, how much is kept, how much waits, and the commands that come next."""
    place: Workspace = ctx.obj.place
    repo = place.find()
    if repo is None or not (repo.layout.learnings.exists() or (repo.layout.root / ".mem").exists()):
        say(f"mem {__version__}: there is no memory here yet.")
        steps = [("mem init", "create its files, here or at the top of the repository")]
    else:
        say(f"mem {__version__}, the memory in {repo.layout.root}")
        say("")
        for line in _lines(place):
            say(f"  {line}")
        steps = [*_review(place), *filling(place), *_daily()]
    say("")
    say("Next:")
    for command, why in steps:
        say(f"  {command:<{_COLUMN}}{why}")
    say("")
    say("All commands: mem --help")


def _lines(place: Workspace) -> Iterator[str]:
    from memory_md.recall.actions.stats import stats

    from .stats import room_left

    found, path, _ = stats(place)
    entries = found["entries"]
    total = counted(entries["total"], "entry", "entries")
    newest = f", the newest of {entries['newest']}" if entries["newest"] else ""
    yield f"{total} in {path}, {entries['manual']:,} of them yours{newest}"
    if entries["total"]:
        yield f"room used: {room_left(found['caps'])}"
        if withheld := sum(entries["withheld"].values()):
            yield f"{withheld:,} not shown to agents, see mem stats"


def _review(place: Workspace) -> Iterator[Step]:
    from memory_md.review.actions.waiting import list_waiting

    if waiting := len(list_waiting(place).waiting):
        yield "mem review", f"decide about {waiting:,} that wait{'s' * (waiting == 1)} for it"


def filling(place: Workspace) -> Iterator[Step]:
    """Yield what would fill the memory: notes that lie here, and agents that have no hooks yet."""
    import shutil

    from memory_md.agents.install import found, plan
    from memory_md.base.errors import MemError
    from memory_md.imports.actions import importable

    if notes := importable(place):
        yield f"mem import {' '.join(notes[:4])}", "take over the notes that are there"
    try:
        changes = plan(place, found(place, shutil.which)).changes
    except MemError:
        changes = ()
    if lacking := list(dict.fromkeys(change.agent for change in changes if change.missing)):
        named = "" if len(lacking) > 2 else f" {' '.join(lacking)}"
        yield (
            f"mem install{named}",
            f"let {'agents' if named else ', '.join(lacking)} remember by themselves",
        )


def _daily() -> Iterator[Step]:
    yield "mem context", "what the next prompt gets"
    yield "mem extract SOURCE", "keep what a task has taught"
    yield "mem add TEXT", "keep something yourself"
