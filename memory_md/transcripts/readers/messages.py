"""Lists of messages `{role, content, …}` in OpenAI's or Anthropic's shape.

Grammar: a JSON array, an object with the array under `messages`, one message, or JSON lines.
`content` is a text or a list of blocks (`text`, `tool_use`, `tool_result`, others are skipped);
`tool_calls` [{id, function: {name, arguments}}] are answered by messages of role `tool`. A message
of role `handoff-review` has a `handoffPayload`. What role `user` says was typed; messages of role
`system` and `developer` are no turns.
"""

from typing import Any, Final

from ..json_records import blocks, field, objects, parsed_json, string, texts_of
from ..model import Handoff
from ..recorder import Recorder, Result, printed
from .handoff import payload_in

_REVIEW: Final = "handoff-review"
_ROLES: Final = ("user", "assistant", "tool", "system", "developer", _REVIEW)
_FIELDS: Final = ("content", "tool_calls", "handoffPayload")
_TEXTS: Final = ("text", "input_text", "output_text")


def is_record(record: dict[str, Any]) -> bool:
    """Return whether an object is a message, or holds a list of them."""
    listed = record.get("messages")
    return _is_message(record) or listed == [] or any(map(_is_message, objects(listed)[:1]))


def read(session: Recorder, records: list[dict[str, Any]]) -> None:
    """Write the session of the messages."""
    for record in records:
        if isinstance(record.get("messages"), list):
            session.id = string(record.get("session_id")) or string(record.get("sessionId"))
            session.cwd = string(record.get("cwd"))
        for message in filter(_is_message, [record, *objects(record.get("messages"))]):
            session.time(message.get("timestamp", message.get("created_at")))
            _add(session, message)


def _is_message(item: dict[str, Any]) -> bool:
    return item.get("role") in _ROLES and any(key in item for key in _FIELDS)


def _add(session: Recorder, message: dict[str, Any]) -> None:
    role, parts = message["role"], blocks(message.get("content"))
    if role == "assistant":
        session.answer("\n\n".join(filter(None, map(_text, parts))))
        for call in blocks(message.get("tool_calls")):
            given = parsed_json(field(call, "function", "arguments"))
            session.asked(field(call, "function", "name"), given, call.get("id"))
    elif role == "tool":
        session.answered(message.get("tool_call_id"), _result(parts))
    elif role == _REVIEW and (payload := payload_in(message)):
        session.add(Handoff, payload)
    for part in parts:
        if role == "user":
            session.prompt(_text(part))
        if part.get("type") == "tool_result":
            result = _result(part.get("content"), part.get("is_error"))
            session.answered(part.get("tool_use_id"), result)
        elif part.get("type") == "tool_use":
            session.asked(part.get("name"), part.get("input"), part.get("id"))


def _text(block: dict[str, Any]) -> str:
    return string(block.get("text")) if block.get("type") in _TEXTS else ""


def _result(content: object, is_error: object = None) -> Result:
    text, code = printed("\n".join(texts_of(content)))
    if code is None and isinstance(is_error, bool):
        code = int(is_error)
    return Result(text, code)
