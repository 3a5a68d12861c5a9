"""`mem context`: choose and write the lines that go into the next prompt."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Sequence
from datetime import date
from itertools import chain
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import MemError, UsageError
from ...base.settings import Settings
from ...base.tokens.estimate import token_budget, window_of
from ...memory.actions.file_status import status_of_files
from ...memory.actions.workspace import Workspace, warnings_of
from ...memory.disk import receipts
from ...memory.disk.reading import Reading, read
from ...memory.disk.repo import Repo, Snapshot
from ...safety.shown import without_secrets
from ..disk.tokenizer import token_counter
from ..model.block import COUNTED_KINDS, SHOWN, Block, BlockLine, LeftOut, block_text
from ..model.receipt import Receipt
from ..rules.distill import Files, distill
from ..rules.select import fitted
from ..text.context import to_dict, to_markdown, to_xml
from .task import NO_TASK, Task, task_of

# So many characters of lines for a token of the budget, and no other line would be read: a token
# is hardly ever more than eight, and some lines are too long for the room.
_CHARS_A_TOKEN: Final = 24


class Limits(Struct, frozen=True):
    """What the block must keep to, as that format prints it.

    Of what is `known`, by ID, only that is shown which clearly has to do with the task.
    """

    budget: int
    max_chars: int | None = None
    format_name: str = "md"
    known: Collection[str] | None = None
    complete: bool = True


def context(
    place: Workspace,
    *,
    budget: int | None = None,
    max_chars: int | None = None,
    window: int | None = None,
    model: str | None = None,
    used: int = 0,
    format_name: str = "md",
    seen: Collection[str] = (),
    spec: str | None = None,
    files: Sequence[str] = (),
    query: str | None = None,
    known: Collection[str] | None = None,
    complete: bool = False,
) -> tuple[Block, tuple[str, ...]]:
    """The block for a prompt, and warnings; an empty block where there is no memory.

    `budget` is in tokens and bounds all that is printed, as `max_chars` does in characters; without
    it, it comes from the `window`, or that of the `model`, and what of it is `used`, in tokens.
    Lines whose key or ID is among `seen` are not said again. With a `spec`, `files` (paths, as seen
    from the working directory) or a `query`, lines are ranked by what they have to do with these,
    and the diary's issues that matter are among them; a spec that cannot be read is a warning. Of
    the entries whose IDs are `known` only those that clearly have to do with them are shown. A call
    leaves a receipt, unless there was nothing else to say. Where the block is full long before, the
    others are told by their IDs alone, if not `complete`. Raises UsageError for an unknown model.
    """
    try:
        repo = place.find()
    except UsageError as fault:  # no such root: no memory either
        return Block("", 0, 0, budget or 0), (str(fault),)
    if repo is None:
        return Block("", 0, 0, budget or 0), ()
    if model and window is None:
        window = known_window(model, repo.settings)
    if budget is None:
        budget = token_budget(settings=repo.settings.context, window=window, used=used)
    task = task_of(place, repo, spec=spec, files=files, query=query)
    limits = Limits(budget, max_chars, format_name, known, complete)
    reading, block = _read_and_chosen(repo, limits, task, place.today)
    if seen:
        block = _unseen(block, seen)
    if block.lines or not seen:
        _leave_receipt(place, repo, reading, block, max_chars)
    told = (*warnings_of(repo), *reading.unreadable, *task.warnings)
    return block, tuple(dict.fromkeys(told))


def _read_and_chosen(repo: Repo, limits: Limits, task: Task, today: date) -> tuple[Reading, Block]:
    """What the memory says and the block of it; what is remembered counts while the lines agree."""
    reading = read(repo)
    block = chosen(repo, reading, limits, task, today=today)
    if not reading.agrees({line.id for line in block.lines}):
        reading = read(repo, trust=False)
        block = chosen(repo, reading, limits, task, today=today)
    return reading, block


def _unseen(block: Block, seen: Collection[str]) -> Block:
    """The block without the lines that were shown before, by their key or their entry's ID."""
    known = [line.key in seen or line.id in seen for line in block.lines]
    lines = tuple(line for line, is_known in zip(block.lines, known, strict=True) if not is_known)
    text = block_text(lines)
    left_out = tuple(
        LeftOut.of(line, SHOWN)
        for line, is_known in zip(block.lines, known, strict=True)
        if is_known
    )
    return replace(
        block,
        text=text,
        tokens=token_counter()(text),
        chars=len(text),
        lines=lines,
        left_out=block.left_out + left_out,
    )


def chosen(
    repo: Repo,
    reading: Reading,
    limits: Limits,
    task: Task = NO_TASK,
    *,
    today: date | None = None,
) -> Block:
    """The block within these limits; this leaves no receipt."""
    lines, left_out = _distilled(repo, reading, limits, task, today)
    if task.lines:
        lines = sorted([*lines, *task.lines], key=lambda line: -line.score)
    lines = [_without_secrets(line) for line in lines]
    return fitted(
        lines,
        [*left_out, *task.left_out],
        budget=limits.budget,
        max_chars=limits.max_chars,
        count=token_counter(),
        printed=to_xml if limits.format_name == "xml" else to_markdown,
    )


def _without_secrets(line: BlockLine) -> BlockLine:
    """The line as it may go into a prompt: what a person typed into a file may hold a secret."""
    text = without_secrets(line.text)
    return line if text == line.text else replace(line, text=text)


def _leave_receipt(
    place: Workspace, repo: Repo, reading: Reading, block: Block, max_chars: int | None
) -> None:
    """Note what was chosen; in a folder that holds no memory yet nothing is left."""
    if not reading.is_there and not repo.layout.local.parent.is_dir():
        return
    told = {left.id for left in block.left_out}
    counted = [
        entry.id for entry in reading.live if entry.kind in COUNTED_KINDS and entry.id not in told
    ]
    receipt = Receipt.of(block, at=place.instant, max_chars=max_chars, counted=counted)
    receipts.leave(repo.layout, receipt)


def _distilled(
    repo: Repo, reading: Reading, limits: Limits, task: Task, today: date | None
) -> tuple[list[BlockLine], list[LeftOut]]:
    named = chain(chain.from_iterable(reading.details.named), (edge.path for edge in reading.edges))
    paths = status_of_files(repo.layout, named, noted=True)
    return distill(
        reading.entries,
        reading.edges,
        settings=repo.settings.context,
        active=repo.settings.confidence.active,
        files=Files(paths.exists, paths.renamed),
        focus=task.focus,
        details=reading.details,
        known=limits.known,
        today=today,
        enough=None if limits.complete else _CHARS_A_TOKEN * limits.budget,
    )


def known_window(model: str, settings: Settings) -> int:
    """The window of a model in tokens. Raises UsageError for one that no table knows."""
    window = window_of(model, settings.models)
    if window is None:
        raise UsageError(
            f"the window of the model {model!r} is not known",
            hint="say it with --window N, or add the model to models in .mem/config.yaml",
        )
    return window


def read_tolerantly(repo: Repo) -> tuple[Snapshot, tuple[str, ...]]:
    """What can be read; a fault in the edges costs the edges only."""
    try:
        snapshot = repo.snapshot(with_edges=True)
        return snapshot, warnings_of(repo, snapshot)
    except MemError as fault:
        snapshot = repo.snapshot()
        return snapshot, (*warnings_of(repo, snapshot), str(fault))


def written(block: Block, format_name: str) -> str:
    """The block as md, json or xml, ready to print; nothing for an empty block as md."""
    if format_name == "json":
        return json.dumps(to_dict(block), ensure_ascii=False, indent=2) + "\n"
    return to_xml(block) if format_name == "xml" else to_markdown(block)


def explanation(place: Workspace, block: Block, width: int) -> tuple[str, ...]:
    """Why each line is in the block or not, for people, in about `width` columns."""
    from ...safety.sanitize import clean_line
    from ..text.explain import explained

    active = Settings().confidence.active
    with contextlib.suppress(MemError):  # which the block's own warnings told
        repo = place.find()
        active = repo.settings.confidence.active if repo else active
    left_out = tuple(
        replace(left, text=without_secrets(clean_line(left.text))) for left in block.left_out
    )
    return tuple(explained(replace(block, left_out=left_out), active=active, width=width))
