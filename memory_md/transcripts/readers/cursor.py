"""Cursor's agent transcripts: JSON lines of {role, message}, with no type, no time and no results.

What a person typed stands between `<user_query>` tags; all else in a user's message was put there
by Cursor. A call is written down without what came of it, so what it edited counts once the
conversation goes on behind it, and not if the turn broke off there; what a command did is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import splitext
from typing import Any, Final

from ...base.errors import UnreadableError
from ...base.regex import regex
from ..disk.source import Content, Document, Records, read_records
from ..model.events import Event, OwnCall, Session, Warned
from ..reader import Reader
from ..text.injected import has_own_prompt
from ..text.messages import block_text, blocks, plain_text
from .cursor_query import outside_tags, typed_query
from .speech import assistant_says, person_says
from .tools import Result, ToolCalls

_ROLES: Final = ("user", "assistant")
# Keys of others that write a role beside a message, and of records that hold both themselves.
_FOREIGN: Final = ("sessionId", "uuid", "parentUuid", "content", "payload")
_END: Final = "turn_ended"
_WELL: Final = ("success", "completed")
_HIDDEN_THOUGHT: Final = "[REDACTED]"
_SUBAGENTS: Final = "subagents"
_ID: Final = regex(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def recognises(content: Content) -> bool:
    """Whether most records are turns of Cursor's, or all are marks of where a turn ended."""
    records: list[Any] = []
    if isinstance(content, Records):
        records = list(content.sample)
    elif isinstance(content, Document):
        value = content.value
        records = value[:100] if isinstance(value, list) else [value]
    turns = sum(map(_is_turn, records))
    if not turns:
        return bool(records) and all(map(_is_end, records))
    rivals = [r for r in records if not isinstance(r, dict) or "role" in r or "message" in r]
    return turns * 2 >= len(rivals)


def _is_turn(record: object) -> bool:
    if not isinstance(record, dict) or isinstance(record.get("type"), str):
        return False
    message = record.get("message")
    return (
        record.get("role") in _ROLES
        and isinstance(message, dict)
        and isinstance(message.get("content"), (str, list))
        and not any(key in record for key in _FOREIGN)
    )


def _is_end(record: object) -> bool:
    return isinstance(record, dict) and record.get("type") == _END and "status" in record


def events(content: Content) -> Iterator[Event]:
    """What the conversation says, in its order. Raises UnreadableError where no turn is found."""
    if not recognises(content):
        raise UnreadableError(
            "is not a Cursor transcript: no record of one is in it",
            where=content.path,
            hint="leave out --format and it is told from the content",
        )
    return _Conversation(content).events()


class _Conversation:
    """One transcript while it is read; `_calls` are those of the last record, still unanswered."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self._id, self._is_subagent = _named(content.path)
        self._calls = ToolCalls()
        self._has_tags = False

    def events(self) -> Iterator[Event]:
        for line, record in read_records(self._content):
            if isinstance(record, Warned):
                yield record
            elif _is_turn(record):
                if self._id:
                    yield Session(line, self._id)
                    self._id = ""
                yield from self._turn(line, record["role"], record["message"]["content"])
            elif isinstance(record, dict) and record.get("type") == _END:
                if record.get("status") in _WELL and not record.get("error"):
                    yield from self._went_on()
                self._calls = ToolCalls()

    def _turn(self, line: int, role: str, content: object) -> Iterator[Event]:
        for block in blocks(content):
            if block.get("type") == "tool_result":
                flag = block.get("is_error")
                result = Result(
                    plain_text(block.get("content")), flag if isinstance(flag, bool) else None
                )
                yield from self._calls.answered(line, block.get("tool_use_id"), result)
        yield from self._went_on()
        if role == "assistant":
            yield from self._assistant(line, content)
        elif not self._is_subagent:  # there the assistant that started it speaks as the user
            yield from self._person(line, content)

    def _went_on(self) -> Iterator[Event]:
        """The last calls came to an end, or nothing could stand behind them."""
        if not self._calls.answers:
            yield from self._calls.unanswered_edits()
        self._calls = ToolCalls()

    def _assistant(self, line: int, content: object) -> Iterator[Event]:
        texts = (_without_thought(block_text(block)) for block in blocks(content))
        yield from assistant_says(line, "\n".join(filter(None, texts)))
        for block in blocks(content):
            if block.get("type") == "tool_use":
                self._calls.called(line, block.get("name"), block.get("input"), block.get("id"))

    def _person(self, line: int, content: object) -> Iterator[Event]:
        for block in blocks(content):
            text = block_text(block)
            query = typed_query(text)
            if has_own_prompt(text):
                yield OwnCall(line)
            elif query is not None:
                self._has_tags = True
                yield from person_says(line, query)
            elif not self._has_tags and not text.lstrip().startswith("<"):
                yield from person_says(line, outside_tags(text))


def _named(path: str) -> tuple[str, bool]:
    """The conversation's id, which only the file's name tells, and whether it is a subagent's."""
    *_, above, folder, file = ("", "", *path.replace("\\", "/").split("/"))
    is_subagent = folder == _SUBAGENTS
    name = above if is_subagent else splitext(file)[0]
    return (name if _ID.fullmatch(name) else ""), is_subagent


def _without_thought(text: str) -> str:
    """The text without the marks at its end that stand for thoughts left out."""
    while (text := text.rstrip()).endswith(_HIDDEN_THOUGHT):
        text = text[: -len(_HIDDEN_THOUGHT)]
    return text


READER: Final = Reader("cursor", recognises, events, grows=True)
