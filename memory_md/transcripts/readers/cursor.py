"""Cursor's agent transcripts: JSON lines `{role, message: {content}}`, without times and results.

What the person typed is the last `<user_query>` of a message; files, rules and reminders stand
around it. A turn ends with `{type: turn_ended, status}`. As no call has a result, its edits count
once the conversation goes on, and how a command ended is not known.
"""

import re
from typing import Any, Final

from ..json_records import blocks, field, string
from ..recorder import Recorder, Result

# Keys of others that write a role beside a message.
_FOREIGN: Final = ("type", "sessionId", "uuid", "content", "payload", "id")
_HIDDEN_THOUGHT: Final = "[REDACTED]"
_QUERY: Final = re.compile(r"^[ \t]*<user_query>", re.MULTILINE)


def is_record(record: dict[str, Any]) -> bool:
    """Return whether a record is a turn of a Cursor transcript."""
    message = record.get("message")
    return (
        record.get("role") in ("user", "assistant")
        and isinstance(message, dict)
        and isinstance(message.get("content"), (str, list))
        and not any(key in record for key in _FOREIGN)
    )


def read(session: Recorder, records: list[dict[str, Any]]) -> None:
    """Write the session of the records."""
    turns = [one for one in records if is_record(one) or one.get("type") == "turn_ended"]
    has_queries = any(_QUERY.search(_said(turn)) for turn in turns)
    called: list[dict[str, Any]] = []
    for turn in turns:
        if is_record(turn) or turn.get("status") in ("success", "completed"):
            for call in called:
                session.done(call.get("name"), call.get("input"), Result())
        parts = blocks(field(turn, "message", "content"))
        called = [part for part in parts if part.get("type") == "tool_use"]
        if turn.get("role") == "user":
            session.prompt(_typed(_said(turn), has_queries))
        else:
            session.answer(_said(turn).replace(_HIDDEN_THOUGHT, ""))


def _said(record: dict[str, Any]) -> str:
    parts = blocks(field(record, "message", "content"))
    return "\n".join(string(part.get("text")) for part in parts if part.get("type") == "text")


def _typed(text: str, has_queries: bool) -> str:
    """Return what the person typed; older transcripts have no tags around it."""
    opened = [found.end() for found in _QUERY.finditer(text)]
    if opened:
        return text[opened[-1] :].rpartition("</user_query>")[0] or text[opened[-1] :]
    return "" if has_queries or text.lstrip().startswith("<") else text
