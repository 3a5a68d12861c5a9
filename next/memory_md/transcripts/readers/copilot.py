"""Copilot CLI's sessions: `session-state/ID/events.jsonl`, lines `{type, data, id, timestamp}`.

A call is in `assistant.message`, its result in `tool.execution_complete`. `user.message` is the
person's unless an `agentId` or a `source` says who else wrote it. Whether there was a terminal
stands in `system.message`, which may follow the prompt, so a prompt counts from the next event on.
"""

import re
from typing import Any, Final

from ..calls import Calls, Result, say_answer, say_prompt
from ..json_records import field, first_records, objects, parsed_json, records_of, string, utc
from ..model import Builder, Session

_STARTS: Final = ("session.start", "session.resume")
_TYPES: Final = (*_STARTS, "user.message", "assistant.message", "tool.execution_complete")
_NO_TERMINAL: Final = "running in non-interactive mode"
_DENIED: Final = ("denied", "rejected", "cancelled", "canceled")
_CODE: Final = re.compile(r"\n?<[^<>\n]{1,100} exit code (-?\d{1,10})>\s*\Z")
_ANSWER: Final = re.compile(r"User (?:selected|responded): ")


def recognise(text: str) -> bool:
    """Whether the text begins as a session of this format."""
    return any(map(_is_event, first_records(text)))


def _is_event(record: dict[str, Any]) -> bool:
    data = record.get("data")
    return isinstance(data, dict) and "id" in record and record.get("type") in _TYPES


def read(text: str) -> Session:
    """Return the session. Raises UnreadableError where nothing of one is in the text."""
    session = Builder("copilot")
    records = records_of(session, text, _is_event, "a Copilot CLI session")
    calls = Calls(session)
    waiting: list[tuple[str, str, bool]] = []  # prompts: (text, time, whether another agent's)
    has_terminal = True
    started: dict[str, int] = {}  # the number from which on an event's parts are
    for event in (record for record in records if isinstance(record.get("data"), dict)):
        kind, data, at = event.get("type"), event["data"], utc(event.get("timestamp"))
        session.at = session.at or at
        if kind == "system.message":
            has_terminal = _NO_TERMINAL not in string(data.get("content"))
        for prompt, said, is_agents in waiting:
            say_prompt(session, prompt, said, is_task=is_agents or not has_terminal)
        waiting.clear()
        started[string(event.get("id"))] = session.last + 1
        if kind in _STARTS:
            session.id = session.id or string(data.get("sessionId"))
            session.cwd = session.cwd or string(field(data, "context", "cwd"))
        elif kind == "session.snapshot_rewind":
            session.take_back(started.get(string(data.get("upToEventId")), session.last + 1))
        elif kind == "user.message" and data.get("source") in (None, "", "user"):
            waiting.append((string(data.get("content")), at, bool(event.get("agentId"))))
        else:
            _work(session, calls, event)
    return session.build()


def _work(session: Builder, calls: Calls, event: dict[str, Any]) -> None:
    data = event["data"]
    if event.get("type") == "assistant.message":
        say_answer(session, string(data.get("content")), utc(event.get("timestamp")))
        for call in objects(data.get("toolRequests")):
            calls.asked(
                call.get("name"), parsed_json(call.get("arguments")), call.get("toolCallId")
            )
    elif event.get("type") == "tool.execution_complete":
        calls.answered(data.get("toolCallId"), _result(data))


def _result(data: dict[str, Any]) -> Result:
    text = string(field(data, "result", "content"))
    named = _CODE.search(text, max(0, len(text) - 300))
    code = field(data, "shellExecution", "exitCode")
    if not isinstance(code, int):
        code = int(named[1]) if named else None
    answer = _ANSWER.match(text)
    return Result(
        text[: named.start()] if named else text or string(field(data, "error", "message")),
        code,
        True if data.get("success") is False else None,
        field(data, "error", "code") in _DENIED,
        ((text[answer.end() :],),) if answer else (),
    )
