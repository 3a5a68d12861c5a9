"""Gemini CLI's sessions: one JSON object with `messages`, or its messages as JSON lines.

Thoughts, tool output and what the tool itself reports (`info`, `error`) are skipped. Results are
in the records of their calls.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from ...base.json_values import at, objects
from ...base.regex import regex
from ..disk.source import Content, JsonDocument, Records, read_records
from ..model.events import Event, Session, Warned
from ..text.messages import plain_text
from .speech import Reader, assistant_says, person_says, stamped
from .tools import Result, ToolCalls

_KINDS: Final = ("user", "gemini", "info", "error", "warning")
_INCLUDED: Final = "\n--- Content from referenced files ---"
_CODE: Final = regex(r"^Exit Code: (-?\d{1,10})", re.MULTILINE)
_OUTPUT: Final = regex(r"(?:^|\n)(?:Output|Stdout): ")
_TAIL: Final = regex(
    r"\n(?:Error: \(none\)|(?:Exit Code|Signal|Background PIDs|Process Group PGID): )"
)


def recognises(content: Content) -> bool:
    """Whether the content is a session: its id, and messages by `type`."""
    if isinstance(content, Records):
        return any(map(_is_head, content.sample)) and not any(
            "message" in record or "payload" in record for record in content.sample
        )
    value = content.value if isinstance(content, JsonDocument) else None
    if not isinstance(value, dict) or not isinstance(value.get("messages"), list):
        return False
    return _is_head(value) or ("sessionId" in value and any(map(_is_message, value["messages"])))


def _is_head(value: dict[str, Any]) -> bool:
    return "projectHash" in value and isinstance(value.get("sessionId"), str)


def _is_message(item: object) -> bool:
    return (
        isinstance(item, dict)
        and item.get("type") in _KINDS
        and "content" in item
        and "role" not in item
    )


def events(content: Content) -> Iterator[Event]:
    """Yield what the session says, in its order."""
    is_named = False
    streamed = isinstance(content, Records)
    seen: set[tuple[object, str]] = set()
    for line, message in _messages(content):
        if isinstance(message, Warned):
            yield message
        elif isinstance(message, dict) and _is_head(message):
            if not is_named:
                yield Session(line, message["sessionId"])
            is_named = True
        elif isinstance(message, dict):
            for event in _message(line, message):
                # A message that is written again, with its results, has only these as news.
                key = (str(message.get("id")), repr(replace(event, line=0))) if streamed else None
                if key not in seen:
                    yield from stamped((event,), message)
                if key:
                    seen.add(key)


def _messages(content: Content) -> Iterator[tuple[int, Any]]:
    if isinstance(content, JsonDocument):
        yield 1, {"projectHash": "", "sessionId": content.value.get("sessionId")}
        yield from read_records(content, "messages")
    else:
        yield from read_records(content)


def _message(line: int, message: dict[str, Any]) -> Iterator[Event]:
    kind, content = message.get("type"), message.get("content")
    text = plain_text(content)
    if kind == "user":
        typed = text.partition(_INCLUDED)[0]
        if not typed.lstrip().startswith("This is the Gemini CLI."):
            yield from person_says(line, typed)
    elif kind == "gemini":
        yield from assistant_says(line, text)
        for call in objects(message.get("toolCalls")):
            yield from _call(line, call)


def _call(line: int, call: dict[str, Any]) -> Iterator[Event]:
    status = call.get("status")
    if status not in ("success", "error"):
        return
    calls = ToolCalls()
    if calls.called(line, call.get("name"), call.get("args"), "call"):
        text = "\n".join(responses(call.get("result")))
        yield from calls.answered(line, "call", command_result(text, status == "error"))


def command_result(text: str, failed: bool, *, denied: bool = False) -> Result:
    """Return what a tool's report says; of a command the output and whether its code is 0."""
    code = next((int(match[1]) for match in _CODE.finditer(text[-2000:])), 0)
    return Result(_output(text), failed or code != 0, denied)


def responses(result: object) -> Iterator[str]:
    """Yield the texts of the function responses in a part, or in a list of parts."""
    for part in result if isinstance(result, list) else [result]:
        for key in ("output", "error"):
            text = at(part, "functionResponse", "response", key)
            if isinstance(text, str):
                yield text


def _output(text: str) -> str:
    """Return what the command printed, from the report `Command: … Output: … Exit Code: …`."""
    if not text.startswith(("Command: ", "Output: ")):
        return text
    start = _OUTPUT.search(text)
    body = text[start.end() :] if start else text
    end = _TAIL.search(body, max(0, len(body) - 2000))
    body = body[: end.start()] if end else body
    return "" if body == "(empty)" else body


READER: Final = Reader("gemini", recognises, events, "a Gemini CLI session", grows=True)
