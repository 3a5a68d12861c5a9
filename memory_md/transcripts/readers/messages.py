"""Lists of {role, content}, in OpenAI's or Anthropic's shape, as one JSON document or JSON lines.

A message of role `handoff-review` brings its payload along; system messages are never evidence.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from ...base.errors import UnreadableError
from ..disk.source import Content, Document, Records, read_records
from ..model.events import Event, Session, Warned
from ..reader import Reader
from ..text.handoff import ROLE, handoff_events, payload_in
from ..text.messages import block_text, blocks, plain_text
from .speech import assistant_says, person_says
from .tools import Result, ToolCalls

_ROLES: Final = (
    "user",
    "human",
    "assistant",
    "ai",
    "system",
    "developer",
    "tool",
    "function",
    ROLE,
)
_SPEAKING: Final = ("assistant", "ai")
_LISTENED: Final = ("user", "human")
_FIELDS: Final = ("content", "tool_calls", "function_call", "handoffPayload")
_SESSION_KEYS: Final = ("sessionId", "session_id", "conversation_id")


def recognises(content: Content) -> bool:
    """Whether most of the records are messages."""
    if isinstance(content, Records):
        return _are_messages(list(content.sample))
    if not isinstance(content, Document):
        return False
    return content.value == {"messages": []} or _are_messages(_listed(content.value)[1])


def _listed(value: object) -> tuple[tuple[str, ...], list[Any]]:
    """Where in a document its messages are, and the messages."""
    if isinstance(value, dict) and isinstance(value.get("messages"), list):
        return ("messages",), value["messages"]
    if isinstance(value, dict):
        return (), [value]
    return (), value if isinstance(value, list) else []


def _are_messages(items: list[Any]) -> bool:
    messages = sum(map(_is_message, items))
    return bool(messages) and messages * 2 >= len(items)


def _is_message(item: object) -> bool:
    return (
        isinstance(item, dict)
        and item.get("role") in _ROLES
        and any(key in item for key in _FIELDS)
    )


def has_handoff(content: Content) -> bool:
    """Whether some message (of those looked at, in JSON lines) is a handoff review."""
    if isinstance(content, Records):
        items: list[Any] = list(content.sample)
    else:
        items = _listed(content.value)[1] if isinstance(content, Document) else []
    return any(isinstance(item, dict) and item.get("role") == ROLE for item in items)


def events(content: Content) -> Iterator[Event]:
    """What the messages say, in their order. Raises UnreadableError where there is none."""
    items = _listed(content.value)[1] if isinstance(content, Document) else []
    if not recognises(content) and not any(map(_is_message, items)):
        raise UnreadableError(
            "holds no messages with a role and a content",
            where=content.path,
            hint="a JSON list of {role, content}, or an object with such a list under `messages`",
        )
    return _events(content)


def _events(content: Content) -> Iterator[Event]:
    calls = ToolCalls()
    for line, message in _messages(content):
        if isinstance(message, (Session, Warned)):
            yield message
        elif isinstance(message, dict):
            yield from _message(line, message, calls)
    if not calls.answers:
        yield from calls.unanswered_edits()


def _messages(content: Content) -> Iterator[tuple[int, Any]]:
    if not isinstance(content, Document) or not isinstance(content.value, dict):
        yield from read_records(content)
        return
    yield from ((warning.line, warning) for warning in content.warnings)
    for key in _SESSION_KEYS:
        name = content.value.get(key)
        if isinstance(name, str) and name:
            cwd = content.value.get("cwd")
            yield 1, Session(1, name, cwd if isinstance(cwd, str) else "")
            break
    path, items = _listed(content.value)
    for index, item in enumerate(items):
        yield content.places.get((*path, index), index + 1) if path else 1, item


def _message(line: int, message: dict[str, Any], calls: ToolCalls) -> Iterator[Event]:
    role, content = message.get("role"), message.get("content")
    if role == ROLE:
        payload = payload_in(_parsed(message.get("handoffPayload"))) or payload_in(message)
        if payload is None:
            yield Warned(line, "a handoff review without a payload; left out")
        else:
            yield from handoff_events(payload, line=line)
    elif role in _SPEAKING:
        yield from assistant_says(line, plain_text(content))
        _remember_calls(line, message, calls)
    elif role in ("tool", "function"):
        yield from _answer(line, message, message.get("tool_call_id"), calls)
    elif role in _LISTENED:
        for block in blocks(content):
            if block.get("type") == "tool_result":
                yield from _answer(line, block, block.get("tool_use_id"), calls)
            else:
                yield from person_says(line, block_text(block))


def _remember_calls(line: int, message: dict[str, Any], calls: ToolCalls) -> None:
    for block in blocks(message.get("content")):
        if block.get("type") == "tool_use":
            calls.called(line, block.get("name"), block.get("input"), block.get("id"))
    asked = message.get("tool_calls")
    for call in asked if isinstance(asked, list) else ():
        if isinstance(call, dict):
            function = call.get("function")
            named = function if isinstance(function, dict) else call
            arguments = _parsed(named.get("arguments", named.get("input")))
            calls.called(line, named.get("name"), arguments, call.get("id"))
    legacy = message.get("function_call")
    if isinstance(legacy, dict):
        calls.called(line, legacy.get("name"), _parsed(legacy.get("arguments")), None)


def _parsed(value: object) -> object:
    """Arguments come as an object or as its JSON."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _answer(
    line: int, holder: dict[str, Any], call_id: object, calls: ToolCalls
) -> Iterator[Event]:
    flag = holder.get("is_error")
    error = flag if isinstance(flag, bool) else None
    yield from calls.answered(line, call_id, Result(plain_text(holder.get("content")), error))


READER: Final = Reader("messages", recognises, events)
