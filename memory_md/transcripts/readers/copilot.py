"""Copilot CLI's sessions: `session-state/ID/events.jsonl`, lines of {type, data, id, timestamp}.

A call is in the assistant's message, its result in `tool.execution_complete`. Reasoning, system
messages, hooks and what one agent tells another are skipped.
"""

from collections.abc import Iterator
from typing import Any, Final

from ...base.regex import regex
from ..disk.source import Content, first_records, read_records
from ..model.events import Event, Warned
from ..text.loose_json import parsed, string
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
                context = record["data"].get("context")
                cwd = context.get("cwd") if isinstance(context, dict) else None
                session.met(line, record["data"].get("sessionId"), cwd)
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
        asked = data.get("toolRequests")
        for call in asked if isinstance(asked, list) else ():
            if isinstance(call, dict):
                name = "create_file" if call.get("name") == "create" else call.get("name")
                arguments = call.get("arguments")
                value = parsed(arguments) if string(arguments).startswith("{") else arguments
                calls.called(line, name, value, call.get("toolCallId"))
    elif kind == "tool.execution_complete":
        yield from calls.answered(line, data.get("toolCallId"), _result(data))


def _result(data: dict[str, Any]) -> Result:
    result, fault, shell = (data.get(key) for key in ("result", "error", "shellExecution"))
    text = string(result.get("content")) if isinstance(result, dict) else ""
    named = _CODE.search(text, max(0, len(text) - 300))
    code: object = int(named[1]) if named else None
    if isinstance(shell, dict) and isinstance(shell.get("exitCode"), int):
        code = shell["exitCode"]
    if isinstance(fault, dict):
        text = text or string(fault.get("message"))
    return Result(
        text[: named.start()] if named else text,
        error=data.get("success") is False or code not in (None, 0),
        denied=isinstance(fault, dict) and fault.get("code") in _DENIED,
    )


READER: Final = Reader("copilot", recognises, events, "a Copilot CLI session", grows=True)
