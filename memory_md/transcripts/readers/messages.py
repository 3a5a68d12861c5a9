"""Lists of {role, content}, in OpenAI's or Anthropic's shape, as one JSON document or JSON lines.

A message of role `handoff-review` has a handoff payload, which may also be a document of its own;
system messages are never evidence.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from ...base.errors import UnreadableError
from ...base.json_values import objects, string
from ..disk.source import Content, JsonDocument, Lines, Records, Text, read_records
from ..model.events import Event, Session, Warned
from ..text.handoff import KEYS, ROLE, handoff_events, payload_in
from ..text.loose_json import parsed
from ..text.messages import block_text, blocks, plain_text
from .speech import Reader, assistant_says, person_says, stamped
from .tools import ToolCalls, result_in

_ASSISTANT: Final = ("assistant", "ai")
_PERSON: Final = ("user", "human")
_ROLES: Final = (*_ASSISTANT, *_PERSON, "system", "developer", "tool", "function", ROLE)
_FIELDS: Final = ("content", "tool_calls", "function_call", "handoffPayload")
_SESSION_KEYS: Final = ("sessionId", "session_id", "conversation_id")


def recognises(content: Content) -> bool:
    """Whether most of the records are messages."""
    if isinstance(content, JsonDocument) and content.value == {"messages": []}:
        return True
    items = _items(content)
    messages = sum(map(_is_message, items))
    return bool(messages) and messages * 2 >= len(items)


def _items(content: Content) -> list[Any]:
    """Return the messages of a document, or the first of JSON lines."""
    if isinstance(content, Records):
        return list(content.sample)
    value = content.value if isinstance(content, JsonDocument) else None
    if isinstance(value, dict):
        items = value.get("messages")
        return items if isinstance(items, list) else [value]
    return value if isinstance(value, list) else []


def _is_message(item: object) -> bool:
    return (
        isinstance(item, dict)
        and item.get("role") in _ROLES
        and any(key in item for key in _FIELDS)
    )


def events(content: Content) -> Iterator[Event]:
    """Return what the messages say, in their order. Raises UnreadableError where there is none."""
    items = _items(content) if isinstance(content, JsonDocument) else []
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
            yield from stamped(_message(line, message, calls), message)
    if not calls.answers:
        yield from calls.unanswered_edits()


def _messages(content: Content) -> Iterator[tuple[int, Any]]:
    value = content.value if isinstance(content, JsonDocument) else None
    if not isinstance(value, dict):
        yield from read_records(content)
        return
    names = (string(value.get(key)) for key in _SESSION_KEYS)
    if name := next(filter(None, names), ""):
        yield 1, Session(1, name, string(value.get("cwd")))
    has_list = isinstance(value.get("messages"), list)
    yield from read_records(content, *(("messages",) if has_list else ()))


def _message(line: int, message: dict[str, Any], calls: ToolCalls) -> Iterator[Event]:
    role, content = message.get("role"), message.get("content")
    if role == ROLE:
        payload = payload_in(parsed(message.get("handoffPayload"))) or payload_in(message)
        if payload is None:
            yield Warned(line, "a handoff review without a payload; left out")
        else:
            yield from handoff_events(payload, line=line)
    elif role in _ASSISTANT:
        yield from assistant_says(line, plain_text(content))
        _remember_calls(line, message, calls)
    elif role in ("tool", "function"):
        yield from calls.answered(line, message.get("tool_call_id"), result_in(message))
    elif role in _PERSON:
        for block in blocks(content):
            if block.get("type") == "tool_result":
                yield from calls.answered(line, block.get("tool_use_id"), result_in(block))
            else:
                yield from person_says(line, block_text(block))


def _remember_calls(line: int, message: dict[str, Any], calls: ToolCalls) -> None:
    for block in blocks(message.get("content")):
        if block.get("type") == "tool_use":
            calls.called(line, block.get("name"), block.get("input"), block.get("id"))
    for call in objects(message.get("tool_calls")):
        function = call.get("function")
        named = function if isinstance(function, dict) else call
        arguments = parsed(named.get("arguments", named.get("input")))
        calls.called(line, named.get("name"), arguments, call.get("id"))
    legacy = message.get("function_call")
    if isinstance(legacy, dict):
        calls.called(line, legacy.get("name"), parsed(legacy.get("arguments")), None)


# -- handoff reviews: the payload alone as JSON, or messages of which some carry one -------------


def recognises_handoff(content: Content) -> bool:
    """Whether a payload is in it, as the document or as a message of its own role."""
    if _has_review(content):
        return True
    return isinstance(content, JsonDocument) and payload_in(content.value) is not None


def _has_review(content: Content) -> bool:
    """Whether a message is a handoff review; of JSON lines only the first are looked at."""
    return any(isinstance(item, dict) and item.get("role") == ROLE for item in _items(content))


def events_of_handoff(content: Content) -> Iterator[Event]:
    """Return what the handoffs state. Raises UnreadableError where the content holds none."""
    if _has_review(content):
        return events(content)
    if isinstance(content, Text) and not content.text.strip():
        return iter(())
    if isinstance(content, JsonDocument):
        payload = payload_in(content.value)
        if payload is not None:
            places = content.places if payload is content.value else None
            return chain(content.warnings, handoff_events(payload, places=places))
        if content.value == {}:
            return iter(())
    raise UnreadableError(
        f"is not a handoff: {_what(content)}",
        where=content.path,
        hint=f"a handoff is an object with any of the lists {', '.join(KEYS)}",
    )


def _what(content: Content) -> str:
    if isinstance(content, (Text, Lines)):
        return "it is not JSON"
    if isinstance(content, Records):
        return "it is JSON lines without a handoff review"
    return describe(content.value)


def describe(value: object) -> str:
    """Return a JSON value's shape in words: its keys, or how many items."""
    if isinstance(value, dict):
        names = [key if len(key) <= 40 else key[:39] + "…" for key in value]
        more = ", …" if len(names) > 6 else ""
        return (
            f"it is an object with the keys {', '.join(names[:6])}{more}" if names else "it is {}"
        )
    if isinstance(value, list):
        return f"it is a list of {len(value)}"
    return f"it is a single {type(value).__name__}"


HANDOFF: Final = Reader("handoff", recognises_handoff, events_of_handoff)
READER: Final = Reader("messages", recognises, events)
