"""Lists of messages `{role, content, …}` in OpenAI's or Anthropic's shape.

Grammar: a JSON array, an object with the array under `messages`, one message, or JSON lines.
`content` is a text or a list of blocks (`text`, `tool_use`, `tool_result`, others are skipped);
`tool_calls` [{id, function: {name, arguments}}] are answered by messages of role `tool`. A message
of role `handoff-review` has a `handoffPayload`. What role `user` says was typed; messages of role
`system` and `developer` are no turns.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from ...base.errors import UnreadableError
from ..calls import Calls, Result, printed, say_answer, say_prompt
from ..json_records import HEAD, blocks, field, json_lines, parsed_json, string, texts_of, utc
from ..model import Builder, Session
from .handoff import payload_in

_REVIEW: Final = "handoff-review"
_ROLES: Final = ("user", "assistant", "tool", "system", "developer", _REVIEW)
_FIELDS: Final = ("content", "tool_calls", "handoffPayload")
_TEXTS: Final = ("text", "input_text", "output_text")
# Up to the first message of a list; an object may have texts and numbers before `messages`.
_LIST: Final = re.compile(
    r'\ufeff?\s*(?:\[|\{\s*(?:"\w{1,40}"\s*:\s*(?:"[^"\n]{0,300}"|[\d.]+|null)\s*,\s*){0,20}'
    r'"messages"\s*:\s*\[)\s*'
)
_CUT: Final = re.compile(rf'\{{\s*"role"\s*:\s*"(?:{"|".join(_ROLES)})"\s*,\s*"content"\s*:')


def recognise(text: str) -> bool:
    """Return whether the first message has a role and something that a message holds."""
    head = text[:HEAD]
    opening = _LIST.match(head)
    start = opening.end() if opening else len(head) - len(head.lstrip("\ufeff \t\r\n"))
    if opening and head.startswith("]", start):
        return '"messages"' in opening[0]
    try:
        return _is_message(json.JSONDecoder().raw_decode(head, start)[0])
    except (ValueError, RecursionError):
        return _CUT.match(head, start) is not None


def read(text: str) -> Session:
    """Return the session of a list. Raises UnreadableError where no item is a message."""
    session = Builder("messages")
    value = parsed_json(text.removeprefix("\ufeff"))
    if isinstance(value, str):
        value, session.warnings = json_lines(text)
    if isinstance(listed := field(value, "messages"), list):
        session.id = string(value.get("session_id")) or string(value.get("sessionId"))
        session.cwd = string(value.get("cwd"))
        value = listed
    items = value if isinstance(value, list) else [value]
    messages = [item for item in items if _is_message(item)]
    if items and not messages:
        hint = "a JSON list of {role, content}, or an object with such a list under `messages`"
        raise UnreadableError("holds no messages with a role and a content", hint=hint)
    calls = Calls(session)
    for message in messages:
        _add(session, calls, message)
    return session.build()


def _is_message(item: object) -> bool:
    return (
        isinstance(item, dict)
        and item.get("role") in _ROLES
        and any(key in item for key in _FIELDS)
    )


def _add(session: Builder, calls: Calls, message: dict[str, Any]) -> None:
    role, parts = message["role"], blocks(message.get("content"))
    at = utc(message.get("timestamp", message.get("created_at")))
    session.at = session.at or at
    if role == _REVIEW:
        if payload := payload_in(message):
            session.hand_off(payload)
        else:
            session.warnings.append("a handoff review without a payload")
    elif role == "tool":
        calls.answered(message.get("tool_call_id"), _result(parts, None))
    elif role == "user":
        for block in parts:
            say_prompt(session, _text(block), at)
            if block.get("type") == "tool_result":
                result = _result(block.get("content"), block.get("is_error"))
                calls.answered(block.get("tool_use_id"), result)
    elif role == "assistant":
        say_answer(session, "\n\n".join(filter(None, map(_text, parts))), at)
        for name, arguments, id_ in _called(message, parts):
            calls.asked(name, arguments, id_)


def _text(block: dict[str, Any]) -> str:
    return string(block.get("text")) if block.get("type") in _TEXTS else ""


def _result(content: object, failed: object) -> Result:
    text, code = printed("\n".join(texts_of(content)))
    return Result(text, code, failed if isinstance(failed, bool) else None)


def _called(message: dict[str, Any], parts: list[dict[str, Any]]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield (tool, arguments, ID) of the calls that an agent's message makes."""
    for part in parts:
        if part.get("type") == "tool_use":
            yield part.get("name"), part.get("input"), part.get("id")
    for call in blocks(message.get("tool_calls")):
        given = parsed_json(field(call, "function", "arguments"))
        yield field(call, "function", "name"), given, call.get("id")
