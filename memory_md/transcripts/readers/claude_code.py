"""Claude Code's transcripts: JSON lines, one record a line, streamed.

Read are the records of type user and assistant (and the oldest versions' bare tool records); what
the harness, hooks, compaction and the API's error messages wrote into them is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ...base.errors import UnreadableError
from ..disk.source import Content, Document, Records, read_records
from ..model.events import Event, Session, Warned
from ..reader import Reader
from ..text.messages import block_text, blocks, plain_text
from .speech import assistant_says, person_says
from .tools import Result, ToolCalls

_TURNS: Final = ("user", "assistant")
_ENVELOPE: Final = ("isSidechain", "userType", "leafUuid", "isSnapshotUpdate")
_BARE_TYPES: Final = (
    "permission-mode", "mode", "queue-operation", "last-prompt", "ai-title", "custom-title",
    "agent-name", "worktree-state", "progress",
)  # fmt: skip


def recognises(content: Content) -> bool:
    """Whether the content is a Claude Code session, told by its first records."""
    if isinstance(content, Records):
        # Nothing but one record that breaks off: a session that has only just begun.
        if not content.sample:
            return not content.begun.startswith(b'{"timestamp"')
        return _is_session(content.sample)
    if not isinstance(content, Document):
        return False
    records = content.value if isinstance(content.value, list) else [content.value]
    return _is_session(tuple(record for record in records[:100] if isinstance(record, dict)))


def _is_session(sample: tuple[dict[str, Any], ...]) -> bool:
    messages = [record["message"] for record in sample if isinstance(record.get("message"), dict)]
    if any("parts" in message and "content" not in message for message in messages):
        return False
    return any(_is_record(record) for record in sample)


def _is_record(record: dict[str, Any]) -> bool:
    kind, message = record.get("type"), record.get("message")
    if not isinstance(kind, str):
        return False
    if kind in _TURNS and isinstance(message, dict):
        return isinstance(message.get("content"), (str, list))
    if kind == "file-history-snapshot" or any(key in record for key in _ENVELOPE):
        return True
    return kind in _BARE_TYPES and "sessionId" in record


def events(content: Content) -> Iterator[Event]:
    """What the session says, in its order. Raises UnreadableError where no record is found."""
    if not recognises(content):
        raise UnreadableError(
            "is not a Claude Code transcript: no record of one is in it",
            where=content.path,
            hint="leave out --format and it is told from the content",
        )
    return _events(content)


def _events(content: Content) -> Iterator[Event]:
    session = _Session()
    calls = ToolCalls()
    for line, record in read_records(content):
        if isinstance(record, Warned):
            yield record
        elif isinstance(record, dict):
            yield from session.met(line, record)
            yield from _record(line, record, calls)
    yield from session.ended()


class _Session:
    """The session's id and first directory, told once."""

    def __init__(self) -> None:
        self._line = 0
        self._id = ""
        self._cwd = ""
        self._told = False

    def met(self, line: int, record: dict[str, Any]) -> Iterator[Event]:
        if self._told:
            return
        self._id = self._id or _string(record, "sessionId") or _string(record, "session_id")
        self._cwd = self._cwd or _string(record, "cwd") or _string(record, "project")
        if self._id and not self._line:
            self._line = line
        if self._id and (self._cwd or record.get("type") in _TURNS):
            yield from self.ended()

    def ended(self) -> Iterator[Event]:
        if self._id and not self._told:
            self._told = True
            yield Session(self._line, self._id, self._cwd)


def _string(record: dict[str, Any], key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def _record(line: int, record: dict[str, Any], calls: ToolCalls) -> Iterator[Event]:
    kind, message = record.get("type"), record.get("message")
    if kind in ("tool_use", "tool_result"):
        yield from _block(line, record, record, calls)
    elif kind in _TURNS and isinstance(message, dict) and not record.get("isCompactSummary"):
        content = list(blocks(message.get("content")))
        for block in content:
            if block.get("type") in ("tool_use", "tool_result"):
                yield from _block(line, block, record, calls)
        if kind == "assistant":
            if not record.get("isApiErrorMessage") and message.get("model") != "<synthetic>":
                yield from assistant_says(line, plain_text(content))
        elif _by_person(record):
            for block in content:
                yield from person_says(line, block_text(block))


def _by_person(record: dict[str, Any]) -> bool:
    if record.get("isMeta") or record.get("isSidechain") or "toolUseResult" in record:
        return False
    if record.get("isVisibleInTranscriptOnly"):
        return False
    origin = record.get("origin")
    kind = origin.get("kind") if isinstance(origin, dict) else None
    return kind in (None, "human", "user")


def _block(
    line: int, block: dict[str, Any], record: dict[str, Any], calls: ToolCalls
) -> Iterator[Event]:
    if block.get("type") == "tool_use":
        calls.called(line, block.get("name"), block.get("input"), block.get("id"))
    else:
        yield from calls.answered(line, block.get("tool_use_id"), _result(block, record))


def _result(block: dict[str, Any], record: dict[str, Any]) -> Result:
    beside = record.get("toolUseResult")
    text = plain_text(block.get("content", block.get("output")))
    interrupted = False
    if isinstance(beside, dict):
        interrupted = beside.get("interrupted") is True or bool(beside.get("backgroundTaskId"))
        if not text:
            text = "\n".join(filter(None, (_string(beside, "stdout"), _string(beside, "stderr"))))
    return Result(
        text,
        error=block.get("is_error") is True or text.startswith("<tool_use_error>"),
        denied=interrupted or bool(record.get("toolDenialKind")),
    )


READER: Final = Reader("claude-code", recognises, events, grows=True)
