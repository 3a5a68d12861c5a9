"""OpenCode's `opencode export ID`: one JSON object {info, messages: [{info, parts}]}.

A call and its result are one part. It skips reasoning, steps, the summary of a compaction, and
parts that OpenCode made itself (`synthetic`) or keeps from the model (`ignored`). In a subagent's
session, which has a `parentID`, it also skips the task that the parent gave.
"""

from collections.abc import Iterator
from typing import Any, Final

from ...base.json_values import at, string
from ..disk.source import Content, JsonDocument, read_records
from ..model.events import Event, Session, Warned
from .speech import Reader, assistant_says, person_says, stamped
from .tools import Result, ToolCalls


def recognises(content: Content) -> bool:
    """Whether the content is a session: what it is, and messages of parts."""
    value = content.value if isinstance(content, JsonDocument) else None
    if not isinstance(value, dict) or not isinstance(value.get("messages"), list):
        return False
    info = value.get("info")
    if not isinstance(info, dict) or not string(info.get("id")):
        return False
    return not value["messages"] or any(map(_is_message, value["messages"]))


def _is_message(item: object) -> bool:
    return (
        isinstance(item, dict)
        and isinstance(item.get("info"), dict)
        and isinstance(item.get("parts"), list)
    )


def events(content: Content) -> Iterator[Event]:
    """Yield what the session says, in its order."""
    info = content.value["info"] if isinstance(content, JsonDocument) else {}
    yield Session(1, string(info.get("id")), string(info.get("directory")))
    by_subagent = bool(info.get("parentID"))
    for line, message in read_records(content, "messages"):
        if isinstance(message, Warned):
            yield message
        elif _is_message(message) and message["info"].get("summary") is not True:
            role = string(message["info"].get("role"))
            message_events = _message(
                line, "" if by_subagent and role == "user" else role, message["parts"]
            )
            yield from stamped(message_events, message, by_subagent=by_subagent)


def _message(line: int, role: str, parts: list[Any]) -> Iterator[Event]:
    says = {"user": person_says, "assistant": assistant_says}.get(role)
    for part in parts if says else ():
        if not isinstance(part, dict) or part.get("synthetic") or part.get("ignored"):
            continue
        if part.get("type") == "text" and says:
            yield from says(line, string(part.get("text")))
        elif part.get("type") == "tool" and isinstance(part.get("state"), dict):
            yield from _call(line, part.get("tool"), part["state"])


def _call(line: int, name: object, state: dict[str, Any]) -> Iterator[Event]:
    calls = ToolCalls()
    status = state.get("status")
    if status in ("completed", "error") and calls.called(line, name, state.get("input"), "call"):
        code = at(state, "metadata", "exit")
        text = string(state.get("output")) or string(state.get("error"))
        yield from calls.answered(line, "call", Result(text, status == "error" or bool(code)))


READER: Final = Reader("opencode", recognises, events, "an OpenCode session")
