"""`mem context`: what an agent should know before a task, within a budget of tokens.

An entry comes to the prompt so: `context` reads the layers, `candidates` asks which may be shown
and `ranked` how well they fit, `in_order` gives the order of room, `fitted` keeps the budget.
"""

import json
from collections.abc import Collection, Sequence
from typing import Final

from ..base.errors import MemError
from ..markdown.paths import paths_in
from ..match.files import fit
from ..memory.memory import Memory
from ..memory.model import Entry
from ..memory.opening import Opened
from .block import Block, fitted
from .candidates import Candidate, Task, candidates, files_of, in_order
from .layers import reading

__all__ = ["Block", "Task", "at_place", "context", "matching", "window_budget"]

MATCHING_BUDGET: Final = 400
_LEAST_WORDS: Final = 2  # of a prompt that an entry must hold


def window_budget(window: int, used: int) -> int:
    """Return the tokens for memory in a context window of which so many tokens are used."""
    return max(150, min(500, (window - used - 1000) // 4))


def context(
    opened: Opened,
    task: Task,
    *,
    budget: int = 0,
    fence: bool = False,
    layers: Sequence[Opened] = (),
    loaded: str = "",
    without: Collection[str] = (),
) -> Block:
    """Return the block for a task, and leave a receipt; `budget` 0 is that of the settings.

    `layers` are further roots, the nearest first; `loaded` is text that the agent loads by itself;
    `without` are IDs that were shown. Raises as `Memory.read`.
    """
    budget = budget or opened.settings.context.budget
    with reading(opened, layers) as memories:
        files = task_files(task)
        found, left = candidates(memories, task, files, loaded=loaded, without=without)
        lines = [one.line for one in in_order(found, budget)]
        block = fitted(lines, budget, fence=fence, left_out=list(left.items()))
        keep_receipt(memories[0], task, block)
    return block


def task_files(task: Task) -> list[str]:
    """Return the files of a task: those given, and those that its words name."""
    return list(dict.fromkeys([*task.files, *paths_in(task.query)]))


def matching(
    opened: Opened,
    prompt: str,
    *,
    budget: int = MATCHING_BUDGET,
    without: Collection[str] = (),
    fence: bool = True,
    layers: Sequence[Opened] = (),
    loaded: str = "",
    session: str = "",
) -> Block:
    """Return the entries that a submitted prompt calls for; nothing for a prompt that asks nothing.

    Raises as `Memory.read`.
    """
    task = Task(prompt, session=session)
    with reading(opened, layers) as memories:
        files = task_files(task)
        found, left = candidates(memories, task, files, loaded=loaded, without=without)
        called = sorted(filter(_is_called_for, found), key=lambda one: -one.score)
        lines = [one.line for one in called]
        block = fitted(lines, budget, fence=fence, left_out=list(left.items()))
        if block.lines:
            keep_receipt(memories[0], task, block)
    return block


def _is_called_for(one: Candidate) -> bool:
    return bool(one.files_score) or len(one.hit.words) >= _LEAST_WORDS


def at_place(
    opened: Opened,
    *,
    path: str = "",
    error: str = "",
    without: Collection[str] = (),
    limit: int = 2,
) -> list[Entry]:
    """Return the entries that name a file, or what a failed command said, the surest first.

    `path` may be absolute. Raises as `Memory.read`.
    """
    root = f"{opened.place.root.as_posix()}/"
    path = path.replace("\\", "/").removeprefix(root)
    with reading(opened) as memories:
        task = Task(error, (path,) if path else ())
        found, _ = candidates(memories, task, task.files, without=without)
    named = [one for one in found if one.files_score >= 0.8 or _names(one.entry, path)]
    failed = [one for one in found if error and len(one.hit.words) >= _LEAST_WORDS + 1]
    every = sorted(named or failed, key=lambda one: (one.tier, -one.score))
    return [one.entry for one in every[:limit]]


def _names(entry: Entry, path: str) -> bool:
    return bool(path) and any(fit(one, path) == "name" for one in files_of(entry))


def keep_receipt(memory: Memory, task: Task, block: Block) -> None:
    """Note what was shown for what; a memory that cannot be written leaves none."""
    value = {"query": task.query[:500], "files": list(task.files), "tokens": block.tokens}
    value |= {"budget": block.budget, "ids": block.ids}
    row = (memory.opened.now, task.session, " ".join(block.ids), json.dumps(value))
    try:
        memory.database.change("INSERT INTO receipts VALUES (?, ?, ?, ?)", row)
    except MemError:
        return
