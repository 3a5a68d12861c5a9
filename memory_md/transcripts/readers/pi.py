"""Pi's sessions: JSON lines of {type, id, parentId, timestamp}, first of all a `session`.

What was said and done is in records of `type` `message`; a call is a block of the assistant's
message, its result a message of its own. Thoughts, summaries, and what extensions insert are
skipped, and so is what a subagent was asked: `pi-subagents` names its sessions.
"""

from collections.abc import Iterator
from typing import Any, Final

from ...base.json_values import at, string
from ...base.regex import regex
from ..disk.source import Content, first_records, read_records
from ..model.events import Event, Ran, Warned
from ..text.messages import blocks, plain_text
from .speech import FirstSession, Reader, assistant_says, person_says, stamped
from .tools import Result, ToolCalls, both_ends

_ROLES: Final = ("user", "assistant", "toolResult", "bashExecution")
# How the output of a command ends that ran and failed; a refusal of one ends in anything else.
_FAILED: Final = regex(r"Command (?:exited with code -?\d{1,10}|timed out[^\n]{0,99})\s*\Z")


def recognises(content: Content) -> bool:
    """Whether the first records are a session's head, or a message below its type."""
    return any(map(_is_record, first_records(content)))


def _is_record(record: object) -> bool:
    if not isinstance(record, dict):
        return False
    if record.get("type") == "session":
        return isinstance(record.get("id"), str) and isinstance(record.get("cwd"), str)
    return record.get("type") == "message" and at(record, "message", "role") in _ROLES


def events(content: Content) -> Iterator[Event]:
    """Yield what the session says, in its order."""
    session = FirstSession()
    calls = ToolCalls()
    by_subagent = False
    for line, record in read_records(content):
        if isinstance(record, Warned):
            yield record
        elif isinstance(record, dict):
            kind, message = record.get("type"), record.get("message")
            if kind == "session":
                session.met(line, record.get("id"), record.get("cwd"))
                yield from session.event()
            elif kind == "session_info":
                by_subagent = string(record.get("name")).startswith("subagent-")
            elif kind == "message" and isinstance(message, dict):
                happened = _message(line, message, calls, by_subagent)
                yield from stamped(happened, record, by_subagent=by_subagent)


def _message(
    line: int, message: dict[str, Any], calls: ToolCalls, by_subagent: bool
) -> Iterator[Event]:
    role, content = message.get("role"), message.get("content")
    if role == "user" and not by_subagent:
        yield from person_says(line, plain_text(content))
    elif role == "assistant":
        yield from assistant_says(line, plain_text(content))
        for block in blocks(content):
            if block.get("type") == "toolCall":
                calls.called(line, block.get("name"), block.get("arguments"), block.get("id"))
    elif role == "toolResult":
        text = plain_text(content)
        failed = message.get("isError") is True
        denied = failed and not _FAILED.search(text, max(0, len(text) - 200))
        yield from calls.answered(line, message.get("toolCallId"), Result(text, failed, denied))
    elif role == "bashExecution" and isinstance(code := message.get("exitCode"), int):
        # A command that the person ran.
        command, output = string(message.get("command")), string(message.get("output"))
        yield Ran(line, command, code != 0, both_ends(output))


READER: Final = Reader("pi", recognises, events, "a Pi session", grows=True)
