"""Claude Code's transcripts: JSON lines, one record a line, streamed.

Records of type user and assistant are read, and the oldest versions' bare tool records; what the
harness, hooks, compaction and the API's error messages wrote into them is skipped.
"""

from collections.abc import Iterator
from typing import Any, Final

from ...base.json_values import at, string
from ..disk.source import Content, Records, first_records, read_records
from ..model.events import Event, Warned
from ..text.messages import block_text, blocks, plain_text
from .speech import FirstSession, Reader, assistant_says, person_says, stamped
from .tools import Result, ToolCalls

_TURNS: Final = ("user", "assistant")
_ENVELOPE: Final = ("isSidechain", "userType", "leafUuid", "isSnapshotUpdate")
_BARE_TYPES: Final = (
    "permission-mode", "mode", "queue-operation", "last-prompt", "ai-title", "custom-title",
    "agent-name", "worktree-state", "progress",
)  # fmt: skip


def recognises(content: Content) -> bool:
    """Whether the first records are those of a Claude Code session."""
    if isinstance(content, Records) and not content.sample:
        # One record that breaks off: the session has only just begun.
        return not content.begun.startswith(b'{"timestamp"')
    sample = [record for record in first_records(content) if isinstance(record, dict)]
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
    """Yield what the session says, in its order."""
    session = FirstSession()
    calls = ToolCalls()
    for line, record in read_records(content):
        if isinstance(record, Warned):
            yield record
        elif isinstance(record, dict):
            name = string(record.get("sessionId")) or record.get("session_id")
            session.met(line, name, string(record.get("cwd")) or record.get("project"))
            if session.id and (session.cwd or record.get("type") in _TURNS):
                yield from session.event()
            yield from stamped(_record(line, record, calls), record)
    if session.id:
        yield from session.event()


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
    return at(record, "origin", "kind") in (None, "human", "user")


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
    printed = (string(at(beside, stream)) for stream in ("stdout", "stderr"))
    text = text or "\n".join(filter(None, printed))
    interrupted = at(beside, "interrupted") is True or bool(at(beside, "backgroundTaskId"))
    return Result(
        text,
        error=block.get("is_error") is True or text.startswith("<tool_use_error>"),
        denied=interrupted or bool(record.get("toolDenialKind")),
    )


READER: Final = Reader("claude-code", recognises, events, "a Claude Code transcript", grows=True)
