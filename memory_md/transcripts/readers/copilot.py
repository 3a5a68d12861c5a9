"""Copilot CLI's sessions: `session-state/ID/events.jsonl`, lines `{type, data, id, timestamp}`.

A call is in `assistant.message`, its result in `tool.execution_complete`. `user.message` is the
person's unless an `agentId` or a `source` says who else wrote it. Whether there was a terminal
stands in `system.message`, which may follow the prompt, so a prompt counts from the next event on.
"""

import re
from typing import Any, Final

from ..json_records import field, objects, parsed_json, string
from ..recorder import Recorder, Result

_STARTS: Final = ("session.start", "session.resume")
_TYPES: Final = (*_STARTS, "user.message", "assistant.message", "tool.execution_complete")
_NO_TERMINAL: Final = "running in non-interactive mode"
_DENIED: Final = ("denied", "rejected", "cancelled", "canceled")
_CODE: Final = re.compile(r"\n?<[^<>\n]{1,100} exit code (-?\d{1,10})>\s*\Z")
_ANSWER: Final = re.compile(r"User (?:selected|responded): ")


def is_record(record: dict[str, Any]) -> bool:
    """Return whether a record is an event of a Copilot CLI session."""
    data = record.get("data")
    return isinstance(data, dict) and "id" in record and record.get("type") in _TYPES


def read(session: Recorder, records: list[dict[str, Any]]) -> None:
    """Write the session of the records."""
    prompt, is_agents, has_terminal = "", False, True
    started: dict[str, int] = {}  # the number from which on an event's parts are
    for event in (record for record in records if isinstance(record.get("data"), dict)):
        kind, data = event.get("type"), event["data"]
        if kind == "system.message":
            has_terminal = _NO_TERMINAL not in string(data.get("content"))
        session.prompt(prompt, is_task=is_agents or not has_terminal)
        prompt = ""
        session.time(event.get("timestamp"))
        started[string(event.get("id"))] = session.last + 1
        if kind in _STARTS:
            session.id = session.id or string(data.get("sessionId"))
            session.cwd = session.cwd or string(field(data, "context", "cwd"))
        elif kind == "session.snapshot_rewind":
            session.take_back(started.get(string(data.get("upToEventId")), session.last + 1))
        elif kind == "user.message" and data.get("source") in (None, "", "user"):
            prompt, is_agents = string(data.get("content")), bool(event.get("agentId"))
        elif kind == "assistant.message":
            session.answer(string(data.get("content")))
            for call in objects(data.get("toolRequests")):
                given = parsed_json(call.get("arguments"))
                session.asked(call.get("name"), given, call.get("toolCallId"))
        elif kind == "tool.execution_complete":
            session.answered(data.get("toolCallId"), _result(data))


def _result(data: dict[str, Any]) -> Result:
    text = string(field(data, "result", "content"))
    named = _CODE.search(text, max(0, len(text) - 300))
    code = field(data, "shellExecution", "exitCode")
    if not isinstance(code, int):
        code = int(named[1]) if named else 1 if data.get("success") is False else None
    answer = _ANSWER.match(text)
    return Result(
        text[: named.start()] if named else text or string(field(data, "error", "message")),
        code,
        field(data, "error", "code") in _DENIED,
        ((text[answer.end() :],),) if answer else (),
    )
