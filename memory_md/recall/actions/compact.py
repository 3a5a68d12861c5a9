"""`mem compact`: a conversation that fills its window, with less in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import BinaryIO, Literal

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import MemError, UsageError
from ...base.json_text import json_of
from ...base.settings import Settings
from ...files.named_file import read_text
from ...memory.actions.workspace import Workspace, warnings_of
from ...memory.disk.repo import Repo
from ...transcripts.text.messages import Conversation, cut, parse, spoken, tool_uses
from ..rules.compaction import Known, is_full, kept, known_lines, staying, tokens_of
from ..text.injected_block import keep_lines
from .context import known_window

Stage = Literal["none", "stage1", "stage2"]
# Told how many messages of how many have been counted.
Tell = Callable[[int, int], None]


class Compacted(Struct, frozen=True):
    """The conversation that is left, and what was done; numbers are tokens, estimated.

    `stage` is the last one that was needed, `left` and `trimmed` count messages; `shortened` says
    whether the memory in it was.
    """

    conversation: Conversation
    stage: Stage
    window: int
    left: int
    trimmed: int
    tokens_before: int
    tokens_after: int
    shortened: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The document; where nothing had to go, as it was read."""
        return self.conversation.text

    @property
    def percent_used(self) -> float:
        """How much of the window is used afterwards."""
        return round(100 * self.tokens_after / self.window, 1)

    @property
    def full(self) -> bool:
        """Whether the window is nearly full even so."""
        return is_full(self.tokens_after, self.window)

    @property
    def json(self) -> str:
        """The report and the messages, with the system where one stands beside them."""
        value = self.conversation.value
        has_system = isinstance(value, dict) and "system" in value
        report = {
            "version": 1,
            "stage": self.stage,
            "trimmed": self.trimmed,
            "tokens_before": self.tokens_before,
            "tokens_after": self.tokens_after,
            "percent_used": self.percent_used,
            "messages": self.conversation.messages,
            **({"system": value["system"]} if has_system else {}),
        }
        return json_of(report, indent=2) + "\n"


def compact(
    place: Workspace,
    path: str,
    *,
    window: int | None,
    model: str | None,
    stdin: BinaryIO,
    tell: Tell | None = None,
) -> Compacted:
    """Leave out of the messages in a file ("-" is `stdin`) what a window, in tokens, cannot hold.

    Writes nothing and needs no memory. Raises UsageError where no window is known, and what
    reading the file and its messages raises.
    """
    memory = _Memory(place)
    text = None if path == "-" else read_text(path, stdin)  # nobody waits to be told of an option
    if window is None:
        if model is None:
            raise UsageError(
                "the window is not known", hint="say it with --window N, or name a --model"
            )
        window = known_window(model, memory.settings)
    name = "standard input" if path == "-" else path
    text = read_text(path, stdin) if text is None else text
    if not text.strip():
        raise MemError(
            "is empty", where=name, hint="give it the messages of a conversation, as JSON"
        )
    conversation = parse(text, where=name)
    counts = _token_counts(conversation, tell)
    beside = _beside(conversation)
    before = beside + sum(counts)
    result = Compacted(conversation, "none", window, len(counts), 0, before, before)
    if is_full(before, window):
        result = _trim(result, counts, beside, memory)
    return replace(result, warnings=memory.warnings)


def _beside(conversation: Conversation) -> int:
    is_object = isinstance(conversation.value, dict)
    return tokens_of(conversation.beside()) if is_object else 0


def _token_counts(conversation: Conversation, tell: Tell | None) -> list[int]:
    counts = []
    for message in conversation.messages:
        counts.append(tokens_of(spoken(message)))
        if tell:
            tell(len(counts), len(conversation.messages))
    return counts


def _trim(result: Compacted, counts: list[int], beside: int, memory: _Memory) -> Compacted:
    """Stage 1, and stage 2 where that is not enough."""
    whole = result.conversation
    stays = kept([tool_uses(message) for message in whole.messages])
    stage: Stage = "stage1"
    after = trimmed = cut(whole, stays)
    tokens = beside + sum(counts[at] for at in stays)
    if is_full(tokens, result.window):
        stage, known = "stage2", memory.known()
        after = cut(whole, stays, partial(keep_lines, stays=partial(staying, known=known)))
        tokens = _beside(after) + sum(_token_counts(after, None))
    if after.value == whole.value:
        return replace(result, stage=stage)
    return replace(
        result,
        conversation=after,
        stage=stage,
        left=len(stays),
        trimmed=len(counts) - len(stays),
        tokens_after=tokens,
        shortened=after.value != trimmed.value,
    )


class _Memory:
    """What the memory here has to say, if there is one; a fault in it is only a warning."""

    def __init__(self, place: Workspace) -> None:
        self._place = place
        self.warnings: tuple[str, ...] = ()

    @cached_property
    def _repo(self) -> Repo | None:
        try:
            repo = self._place.find()
        except MemError as fault:
            self.warnings = (str(fault),)
            return None
        self.warnings = warnings_of(repo) if repo else ()
        return repo

    @property
    def settings(self) -> Settings:
        return self._repo.settings if self._repo else Settings()

    def known(self) -> Known:
        """Return the entries by their lines in a block."""
        if self._repo is None:
            return {}
        try:
            snapshot = self._repo.snapshot()
        except MemError as fault:
            self.warnings += (str(fault),)
            return {}
        self.warnings = warnings_of(self._repo, snapshot)
        placed = (*snapshot.learnings.entries, *snapshot.archive.entries)
        return known_lines(one.entry for one in placed)
