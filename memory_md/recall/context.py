"""`mem context`: what an agent should know before a task, within a budget of tokens.

An entry comes to the prompt so: `context` reads the layers, `candidates` asks which may be shown
and how well they fit, `in_order` gives the order of room, `fitted` keeps the budget.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any, Final

from ..base.errors import MemError
from ..markdown.paths import paths_in
from ..memory.memory import Memory
from ..memory.model import Entry
from ..memory.opening import Opened
from .block import BlockLine, ContextBlock, fitted
from .candidates import RankedEntry, Task, candidates, in_order
from .further import edge_lines, hot_files, issue_lines
from .layers import reading

__all__ = ["ContextBlock", "Task", "at_place", "context", "matching", "window_budget"]

_MATCHING_BUDGET: Final = 400
_LEAST_WORDS: Final = 2  # of an error that an entry must hold, and a third of them
_LEAST_ASKED: Final = 2  # words that say something, of a prompt that has not more than these
_SHORT: Final = 3
_RULE_BONUS: Final = 0.2  # of what holds for any task
_NAMES_IT: Final = 0.6  # the score from which an entry names a file, and not its folder only


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
) -> ContextBlock:
    """Return the block for a task, and leave a receipt; `budget` 0 is that of the settings.

    `layers` are further roots, the nearest first; `loaded` is text that the agent loads by itself;
    `without` are IDs that were shown. Raises as `Memory.read`.
    """
    budget = budget or opened.settings.context.budget
    with reading(opened, layers) as memories:
        block = _block(memories, task, budget, fence=fence, loaded=loaded, without=without)
        keep_receipt(memories[0], task, block)
    return block


def _block(
    memories: Sequence[Memory],
    task: Task,
    budget: int,
    *,
    fence: bool = False,
    loaded: str = "",
    without: Collection[str] = (),
) -> ContextBlock:
    relevance: dict[str, Any] = {}  # what the diary says about a spec
    if task.spec:
        from ..diary.relevance import relevant

        relevance = relevant(memories[0].opened, task.spec)
    allowed = [file["path"] for file in relevance.get("allowed_files", ())]
    files = list(dict.fromkeys([*task.files, *allowed, *paths_in(task.query)]))
    found, left = candidates(memories, task, files, loaded=loaded, without=without)

    def lines() -> Iterator[BlockLine]:
        yield from in_order(found, budget, issue_lines(memories[0].database, relevance, "HIGH"))
        yield from issue_lines(memories[0].database, relevance, "MEDIUM")
        yield from edge_lines(memories, {one.entry.id: one.entry for one in found}, files)
        yield from hot_files(memories)
        if task.query:
            from .quotes import quote_lines

            asked = " ".join([task.query, *task.files])
            yield from quote_lines(memories[0], asked, task.session)

    return fitted(lines(), budget, fence=fence).with_left_out((one.entry.id for one in found), left)


def tokens_printed(memory: Memory) -> int:
    """Return the tokens that `mem context` would print of one memory, without a task."""
    return _block([memory], Task(), memory.opened.settings.context.budget).tokens


def matching(
    opened: Opened,
    prompt: str,
    *,
    without: Collection[str] = (),
    fence: bool = True,
    layers: Sequence[Opened] = (),
    loaded: str = "",
    session: str = "",
) -> ContextBlock:
    """Return the entries that a submitted prompt calls for, as lines without headings.

    Nothing for a prompt that says nothing. Raises as `Memory.read`.
    """
    task = Task(prompt, session=session)
    with reading(opened, layers) as memories:
        files = paths_in(prompt)
        found, left = candidates(memories, task, files, loaded=loaded, without=without)
        called = [] if _is_idle(prompt) and not files else [one for one in found if one.score]
        called.sort(key=lambda one: one.score + _RULE_BONUS * one.is_rule, reverse=True)
        block = fitted((one.line for one in called), _MATCHING_BUDGET, fence=fence, brief=True)
        block = block.with_left_out((one.entry.id for one in called), left)
        if block.lines:
            keep_receipt(memories[0], task, block)
    return block


def _is_idle(prompt: str) -> bool:
    """Return whether a prompt says too little to be about anything: "ok", "great job"."""
    from ..match.lines import query_words

    said = len(query_words(prompt))
    return not said or (said < _LEAST_ASKED and len(prompt.split()) <= _SHORT)


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
        only = partial(_may_name, name=path.rpartition("/")[2])
        found, _ = candidates(memories, task, task.files, without=without, only=only)
    named = [one for one in found if one.files_score >= _NAMES_IT]
    failed = _about_error(found, error) if error else []
    every = sorted(named or failed, key=lambda one: (one.tier, -one.score))
    return [one.entry for one in every[:limit]]


def _about_error(found: Sequence[RankedEntry], error: str) -> list[RankedEntry]:
    from ..match.lines import query_words

    least = max(_LEAST_WORDS, len(query_words(error)) / 3)
    return [one for one in found if one.words >= least]


def _may_name(entry: Entry, name: str) -> bool:
    """Return whether an entry could name such a file; to look for its paths takes longer."""
    written = (entry.text, *entry.paths, *entry.standing.files)
    return any(name in one or not set(one).isdisjoint("*?[{") for one in written)


def keep_receipt(memory: Memory, task: Task, block: ContextBlock) -> None:
    """Note what was shown for what; a memory that cannot be written leaves none."""
    value = {"files": list(task.files), "tokens": block.tokens, "budget": block.budget}
    value["ids"] = block.ids  # not the prompt: it may hold a secret
    row = (memory.opened.now, task.session, " ".join(block.ids), json.dumps(value))
    try:
        memory.database.change("INSERT INTO receipts VALUES (?, ?, ?, ?)", row)
    except MemError:
        return
