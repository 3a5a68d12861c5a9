"""Qwen Code's sessions: JSON lines of {sessionId, type, message}, a message in Google's `parts`.

Thoughts, context that hooks added, what the program itself reports (`system`) and notifications
are skipped. The results of commands are written as Gemini CLI writes them.
"""

from collections.abc import Iterator
from typing import Any, Final

from ...base.json_values import at
from ..disk.source import Content, first_records, read_records
from ..model.events import Event, Warned
from ..text.messages import block_text, blocks
from .gemini import command_result, responses
from .speech import FirstSession, Reader, assistant_says, person_says, stamped
from .tools import Result, ToolCalls

_TYPES: Final = ("user", "assistant", "tool_result")
_ADDED: Final = "<qwen:"


def recognises(content: Content) -> bool:
    """Whether the first records are those of a session."""
    return any(map(_is_record, first_records(content)))


def _is_record(record: object) -> bool:
    return (
        isinstance(record, dict)
        and record.get("type") in _TYPES
        and "sessionId" in record
        and isinstance(at(record, "message", "parts"), list)
        and "content" not in record["message"]
    )


def events(content: Content) -> Iterator[Event]:
    """Yield what the session says, in its order."""
    session = FirstSession()
    calls = ToolCalls()
    for line, record in read_records(content):
        if isinstance(record, Warned):
            yield record
        elif isinstance(record, dict):
            session.met(line, record.get("sessionId"), record.get("cwd"))
            yield from session.event()
            if _is_record(record):
                yield from stamped(_record(line, record, calls), record)


def _record(line: int, record: dict[str, Any], calls: ToolCalls) -> Iterator[Event]:
    parts = list(blocks(record["message"]["parts"]))
    if record["type"] == "assistant":
        yield from assistant_says(line, "\n".join(filter(None, map(block_text, parts))))
        for part in parts:
            call = part.get("functionCall")
            if isinstance(call, dict):
                calls.called(line, call.get("name"), call.get("args"), call.get("id"))
    elif record["type"] == "tool_result":
        for part in parts:
            answer = part.get("functionResponse")
            if isinstance(answer, dict):
                yield from calls.answered(line, answer.get("id"), _result(part, record))
    elif _by_person(record):
        for part in parts:
            if not (text := block_text(part)).lstrip().startswith(_ADDED):
                yield from person_says(line, text)


def _by_person(record: dict[str, Any]) -> bool:
    is_typed = record.get("provenance") in (None, "real_user") and not record.get("isSidechain")
    return is_typed and record.get("subtype") in (None, "mid_turn_user_message")


def _result(part: dict[str, Any], record: dict[str, Any]) -> Result:
    status = at(record, "toolCallResult", "status")
    code = at(record, "toolCallResult", "resultDisplay", "exitCode")
    failed = status == "error" or (isinstance(code, int) and code != 0)
    return command_result("\n".join(responses(part)), failed, denied=status == "cancelled")


READER: Final = Reader("qwen", recognises, events, "a Qwen Code session", grows=True)
