"""Copilot CLI's sessions: `session-state/ID/events.jsonl`, lines of {type, data, id, timestamp}.

A call is in the assistant's message, its result in `tool.execution_complete`. Reasoning, system
messages, hooks and what one agent tells another are skipped.
"""

from collections.abc import Iterator
from typing import Any, Final

from ...base.json_values import at, objects, string
from ...base.regex import regex
from ..disk.source import Content, first_records, read_records
from ..model.events import Event, Warned
from ..text.loose_json import parsed
from ..text.messages import plain_text
from .speech import FirstSession, Reader, assistant_says, person_says, stamped
from .tools import Result, ToolCalls

_STARTS: Final = ("session.start", "session.resume")
_DENIED: Final = ("denied", "rejected", "cancelled", "canceled")
_CODE: Final = regex(r"\n?<shellId: [^<>\n]{1,80} exit code (-?\d{1,10})>\s*\Z")


def recognises(content: Content) -> bool:
    """Whether the first records are those of a session."""
    return any(map(_is_record, first_records(content)))


def _is_record(record: object) -> bool:
    if not isinstance(record, dict) or not isinstance(record.get("data"), dict):
        return False
    kind = string(record.get("type"))
    return kind in _STARTS or (kind in ("user.message", "assistant.message") and "id" in record)


def events(content: Content) -> Iterator[Event]:
    """Yield what the session says, in its order."""
    session = FirstSession()
    calls = ToolCalls()
    for line, record in read_records(content):
        if isinstance(record, Warned):
            yield record
        elif isinstance(record, dict) and isinstance(record.get("data"), dict):
            if record.get("type") in _STARTS:
                data = record["data"]
                session.met(line, data.get("sessionId"), at(data, "context", "cwd"))
                yield from session.event()
            yield from stamped(_record(line, record, record["data"], calls), record)


def _record(
    line: int, record: dict[str, Any], data: dict[str, Any], calls: ToolCalls
) -> Iterator[Event]:
    kind = record.get("type")
    if kind == "user.message":
        if not record.get("agentId") and data.get("source") in (None, "", "user"):
            yield from person_says(line, plain_text(data.get("content")))
    elif kind == "assistant.message":
        yield from assistant_says(line, plain_text(data.get("content")))
        for call in objects(data.get("toolRequests")):
            name = "create_file" if call.get("name") == "create" else call.get("name")
            arguments = call.get("arguments")
            value = parsed(arguments) if string(arguments).startswith("{") else arguments
            calls.called(line, name, value, call.get("toolCallId"))
    elif kind == "tool.execution_complete":
        yield from calls.answered(line, data.get("toolCallId"), _result(data))


def _result(data: dict[str, Any]) -> Result:
    text = string(at(data, "result", "content"))
    named = _CODE.search(text, max(0, len(text) - 300))
    code = at(data, "shellExecution", "exitCode")
    if not isinstance(code, int):
        code = int(named[1]) if named else None
    text = text[: named.start()] if named else text or string(at(data, "error", "message"))
    return Result(
        text,
        error=data.get("success") is False or code not in (None, 0),
        denied=at(data, "error", "code") in _DENIED,
    )


READER: Final = Reader("copilot", recognises, events, "a Copilot CLI session", grows=True)
