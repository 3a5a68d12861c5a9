"""Cursor's agent transcripts: JSON lines `{role, message: {content}}`, without times and results.

What the person typed is the last `<user_query>` of a message; files, rules and reminders stand
around it, `<timestamp>` too. A turn ends with `{type: turn_ended, status}`. As no call has a
result, its edits count once the conversation goes on, and how a command ended is not known.
"""

import re
from datetime import datetime
from typing import Any, Final

from ...base.errors import UnreadableError
from ..calls import Calls, Result, say_prompt
from ..cleaning import json_lines, without_injected
from ..json_records import first_records, objects, string, utc
from ..model import Builder, Session

# Keys of others that write a role beside a message.
_FOREIGN: Final = ("type", "sessionId", "uuid", "content", "payload", "id")
_HIDDEN_THOUGHT: Final = "[REDACTED]"
_QUERY: Final = re.compile(r"^[ \t]*<user_query>", re.MULTILINE)
_INSERTED: Final = re.compile(
    r"<(system_reminder|system_notification|attached_files|timestamp|image_files|cursor_commands"
    r"|open_and_recently_viewed_files|manually_attached_skills|git_status|agent_skills|user_info"
    r"|agent_transcripts|additional_data|rules|user_rules|always_applied_workspace_rules"
    r"|hooks_context|linter_errors)>"
)
# "Monday, Jan 5, 2026, 9:00 AM (UTC+1)"
_TIME: Final = re.compile(
    r"<timestamp>\w+, (\w{3})\w* (\d+), (\d{4}),? (\d+:\d\d [AP]M) \(UTC([+-]\d\d?)?(?::(\d\d))?\)"
)


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


def read(text: str) -> Session:
    """Return the session. Raises UnreadableError where nothing of one is in the text."""
    session = Builder("cursor")
    calls = Calls(session)
    called: list[tuple[object, object]] = []
    has_queries = "<user_query>" in text
    records, session.warnings = json_lines(text)
    found = [r for r in records if _is_turn(r) or r.get("type") == "turn_ended"]
    if text.strip() and not found:
        raise UnreadableError("is not a Cursor transcript: no turn of one is in it")
    for record in found:
        if _is_turn(record) or record.get("status") in ("success", "completed"):
            for name, arguments in called:
                calls.done(name, arguments, Result())
        called.clear()
        if not _is_turn(record):
            continue
        content = record["message"]["content"]
        blocks = (
            [{"type": "text", "text": content}] if isinstance(content, str) else objects(content)
        )
        said = "\n".join(string(b.get("text")) for b in blocks if b.get("type") == "text")
        if record["role"] == "user":
            at = _time(said)
            session.at = session.at or at
            say_prompt(session, _typed(said, has_queries), at)
        else:
            session.say("agent", without_injected(said.replace(_HIDDEN_THOUGHT, "")))
            called += [
                (b.get("name"), b.get("input")) for b in blocks if b.get("type") == "tool_use"
            ]
    return session.build()


def _typed(text: str, has_queries: bool) -> str:
    """Return what the person typed; older transcripts have no tags around it."""
    opened = [found.end() for found in _QUERY.finditer(text)]
    if opened:
        end = text.rfind("</user_query>")
        text = text[opened[-1] : end if end > opened[-1] else len(text)]
    elif has_queries or text.lstrip().startswith("<"):
        return ""
    kept, at = [], 0
    unclosed: set[str] = set()
    for tag in _INSERTED.finditer(text):
        if tag.start() < at or tag[1] in unclosed:
            continue
        if (end := text.find(f"</{tag[1]}>", tag.end())) < 0:
            unclosed.add(tag[1])
        else:
            kept.append(text[at : tag.start()])
            at = end + len(tag[1]) + 3
    return "".join((*kept, text[at:])).strip()


def _time(text: str) -> str:
    if not (found := _TIME.search(text)):
        return ""
    month, day, year, clock, hours, minutes = found.groups()
    try:
        moment = datetime.strptime(f"{month} {day} {year} {clock}", "%b %d %Y %I:%M %p")
    except ValueError:
        return ""
    zone = f"{int(hours or 0):+03d}:{minutes or '00'}"
    return utc(moment.strftime(f"%Y-%m-%dT%H:%M:%S{zone}"))
