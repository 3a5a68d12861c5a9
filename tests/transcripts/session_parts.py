"""What the tests of several readers share: lines of JSON, and a session's parts as plain values."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from memory_md.base.errors import UnreadableError
from memory_md.transcripts.model import Session
from memory_md.transcripts.sources import read_source


def reader_of(format: str) -> tuple[Callable[[str], Session], Callable[[str], bool]]:  # noqa: A002
    """What reads a text as one of a format, and what tells whether a text is one."""

    def recognise(text: str) -> bool:
        try:
            return read_source(text).format == format
        except UnreadableError:
            return False

    return partial(read_source, format=format), recognise


def lines(*records: Any) -> str:
    return "".join(f"{json.dumps(record)}\n" for record in records)


def said(session: Session) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in session.turns]


def edited(session: Session) -> list[str]:
    return [edit.path for edit in session.edits]


def ran(session: Session) -> list[tuple[str, int | None]]:
    return [(run.command, run.exit) for run in session.runs]


def chosen(session: Session) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    return [(choice.question, choice.options, choice.chosen) for choice in session.choices]


def numbered(session: Session) -> list[Any]:
    kinds = (session.turns, session.edits, session.runs, session.choices, session.plans)
    return sorted((item for kind in kinds for item in kind), key=lambda item: item.number)


def recorded(realdata: Path, folder: str) -> Path:
    return realdata.parent / "clients" / "recorded" / folder


def text_of(path: Path) -> str:
    return path.read_text("utf-8", "replace")


def assert_prefixes(read: Callable[[str], Session], text: str) -> None:
    """A file that is still written has the same parts, with the same numbers, first."""
    whole = numbered(read(text))
    for end in range(text.find("\n") + 1, len(text), 1009):
        part = numbered(read(text[:end]))
        assert part == whole[: len(part)]


# First lines of other formats, which no reader but their own may take.
FOREIGN = {
    "claude-code": lines(
        {"type": "user", "sessionId": "s", "uuid": "u", "message": {"role": "user", "content": "x"}}
    ),
    "codex": lines({"timestamp": "t", "type": "session_meta", "payload": {"id": "x", "cwd": "/p"}}),
    "messages": '{"messages": [{"role": "user", "content": "x"}]}',
    "messages by line": lines({"role": "user", "content": "x"}),
    "kimi": lines({"type": "turn.prompt", "input": [{"type": "text", "text": "hi"}], "time": 1}),
    "handoff": '{"decisions": [{"content": "x"}], "files": []}',
    "text": 'The header is {"sessionId": "s", "projectHash": "h"} and {"info": {"projectID": 1}}.',
    "array": '[{"type": "agent", "id": "a", "content": "x"}]',
    "nothing": "",
}
