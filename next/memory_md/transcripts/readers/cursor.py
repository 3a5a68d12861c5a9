"""Cursor's agent transcripts: JSON lines `{role, message: {content}}`, without times and results.

What the person typed is the last `<user_query>` of a message; files, rules and reminders stand
around it. A turn ends with `{type: turn_ended, status}`. As no call has a
result, its edits count once the conversation goes on, and how a command ended is not known.
"""

import re
from typing import Any, Final

from ..calls import Calls, Result, say_answer, say_prompt
from ..json_records import blocks, field, first_records, records_of, string
from ..model import Builder, Session

# Keys of others that write a role beside a message.
_FOREIGN: Final = ("type", "sessionId", "uuid", "content", "payload", "id")
_HIDDEN_THOUGHT: Final = "[REDACTED]"
_QUERY: Final = re.compile(r"^[ \t]*<user_query>", re.MULTILINE)


def recognise(text: str) -> bool:
    """Whether the text begins as a transcript of this format."""
    first = first_records(text)
    turns = sum(map(_is_turn, first))
    return turns > 0 and all(_is_turn(record) or "role" not in record for record in first)


def _is_turn(record: dict[str, Any]) -> bool:
    message = record.get("message")
    return (
        record.get("role") in ("user", "assistant")
        and isinstance(message, dict)
        and isinstance(message.get("content"), (str, list))
        and not any(key in record for key in _FOREIGN)
    )


def _is_known(record: dict[str, Any]) -> bool:
    return _is_turn(record) or record.get("type") == "turn_ended"


def read(text: str) -> Session:
    """Return the session. Raises UnreadableError where nothing of one is in the text."""
    session = Builder("cursor")
    calls = Calls(session)
    called: list[dict[str, Any]] = []
    for record in records_of(session, text, _is_known, "a Cursor transcript"):
        if not _is_known(record):
            continue
        if _is_turn(record) or record.get("status") in ("success", "completed"):
            for call in called:
                calls.done(call.get("name"), call.get("input"), Result())
        parts = blocks(field(record, "message", "content"))
        called = [part for part in parts if part.get("type") == "tool_use"]
        said = "\n".join(string(p.get("text")) for p in parts if p.get("type") == "text")
        if record.get("role") == "user":
            say_prompt(session, _typed(said, "<user_query>" in text), "")
        else:
            say_answer(session, said.replace(_HIDDEN_THOUGHT, ""), "")
    return session.build()


def _typed(text: str, has_queries: bool) -> str:
    """Return what the person typed; older transcripts have no tags around it."""
    opened = [found.end() for found in _QUERY.finditer(text)]
    if opened:
        return text[opened[-1] :].rpartition("</user_query>")[0] or text[opened[-1] :]
    return "" if has_queries or text.lstrip().startswith("<") else text
