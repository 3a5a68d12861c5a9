"""JSON of no known shape: its texts, record by record, after a warning that names its tool.

Only what is the assistant's by its own word, or nobody's, is taken: what "user" means here is not
known, and may be a tool. Where no record has a text in a place that is known, each string of more
than one word is one, tools' results aside. What holds no text at all is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from ...base.errors import UnreadableError
from ...base.identity import short_id
from ...base.regex import regex
from ..disk.source import Content, Document, Records, read_records
from ..model.events import Event, Prose, Warned
from ..reader import Reader
from ..text.messages import block_text, blocks
from .handoff import describe
from .speech import assistant_says

_LISTS: Final = (
    "messages", "history", "conversation", "turns", "trajectory", "transcript", "chat", "events",
)  # fmt: skip
_HOLDERS: Final = ("payload", "message", "data", "event", "args")
_TEXTS: Final = (
    "content",
    "text",
    "message",
    "parts",
    "thought",
    "response",
    "output_text",
    "body",
)
_SPEAKER_KEYS: Final = ("role", "type", "source", "author", "sender")
_ASSISTANT: Final = frozenset(("assistant", "agent", "model", "gemini", "ai", "bot"))
_PERSON: Final = frozenset(("user", "human", "person"))
_SILENT: Final = regex(
    r"reason|think|thought|tool|function|call|system|developer|meta|config|info|error|patch|exec"
    r"|token|session|observation|environment|result|summary|progress|compact|telemetry"
)
_RESULTS: Final = regex(r"tool|stdout|stderr|output|observation|system|prompt|command|diff|patch")
_WORDS: Final = regex(r"[^a-z]+")
_PROMPTS: Final = "Codex's history of prompts"
_Spoken = Callable[[int, Any], list[Prose]]
_HINT: Final = "a transcript, messages, a handoff payload, a plan summary or plain text is read"


def json_name(content: Content) -> str:
    """The tool that wrote this JSON, where its records give it away; else nothing."""
    if isinstance(content, Document):
        value = content.value
        return _record_name(value) if isinstance(value, dict) else ""
    sample = content.sample if isinstance(content, Records) else ()
    return next(filter(None, map(_record_name, sample)), "")


def _record_name(record: dict[str, Any]) -> str:
    kind, message = record.get("type"), record.get("message")
    if set(record) == {"session_id", "ts", "text"}:
        return _PROMPTS
    if isinstance(message, dict) and "parts" in message and "sessionId" in record:
        return "a Qwen Code transcript"
    if isinstance(kind, str) and kind.startswith("session.") and "data" in record:
        return "a Copilot CLI transcript"
    if kind == "metadata" and "protocol_version" in record:
        return "a Kimi CLI transcript"
    return ""


def recognises(content: Content) -> bool:
    """Whether it is JSON: this reader comes after all that know a shape of it."""
    return isinstance(content, (Records, Document))


def events(content: Content) -> Iterator[Event]:
    """The texts, after a warning. Raises UnreadableError where there is no text.

    In JSON lines only the first records are looked at before deciding.
    """
    name = json_name(content)
    spoken = partial(_spoken, named=bool(name))
    seems = f"looks like {name}, which is not read as such" if name else "JSON of no known shape"
    if isinstance(content, Document):
        found = list(_said_once(_document_records(content), spoken))
        readable = any(isinstance(event, Prose) for event in found)
        rest: Iterator[Event] = iter([*content.warnings, *found])
    else:
        sample = content.sample if isinstance(content, Records) else ()
        readable = any(_spoken(1, record) for record in sample)
        rest = _said_once(read_records(content), spoken) if readable or name else iter(())
    if not readable and not name:
        seems += f" ({_shape(content)})"
        rest = _said_once(read_records(content), _strings)
    if name == _PROMPTS:
        return _warned_first(
            Warned(1, f"looks like {name}: no assistant speaks, so no text is read"), rest
        )
    return _warned_first(Warned(1, f"{seems}; its texts are read as plain text"), rest)


def _warned_first(warning: Warned, rest: Iterator[Event]) -> Iterator[Event]:
    yield warning
    yield from rest


def _shape(content: Content) -> str:
    """What a value without messages is, for a person; UnreadableError where it holds no text."""
    values = [content.value] if isinstance(content, Document) else []
    if isinstance(content, Records):
        values.extend(content.sample)
    if not _holds_text(values):
        raise UnreadableError("is JSON without any text", where=content.path, hint=_HINT)
    return describe(values[0])


def _holds_text(value: object) -> bool:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str) and item.strip():
            return True
        if isinstance(item, (list, dict)):
            waiting.extend(item.values() if isinstance(item, dict) else item)
    return False


def _document_records(content: Document) -> Iterator[tuple[int, Any]]:
    value = content.value
    if isinstance(value, list):
        yield from read_records(content)
        return
    for key in _LISTS:
        items = value.get(key) if isinstance(value, dict) else None
        if isinstance(items, list) and items:
            for index, item in enumerate(items):
                yield content.places.get((key, index), index + 1), item
            return
    yield 1, value


def _said_once(records: Iterator[tuple[int, Any]], spoken: _Spoken) -> Iterator[Event]:
    """Some tools write each text twice, once for the model and once for the screen."""
    seen: set[str] = set()
    for line, record in records:
        if isinstance(record, Warned):
            yield record
            continue
        for prose in spoken(line, record):
            key = short_id(prose.text)
            if key not in seen:
                seen.add(key)
                yield prose


def _spoken(line: int, record: object, named: bool = False, depth: int = 3) -> list[Prose]:
    """What a record says in the assistant's voice; in a known tool's, only what says so itself."""
    if isinstance(record, str):
        return _prose(line, record)
    if not isinstance(record, dict) or not depth:
        return []
    for key in _LISTS[1:]:
        inner = record.get(key)
        if isinstance(inner, list):
            return [said for item in inner for said in _spoken(line, item, named, depth - 1)]
    holders = [record]
    for holder in holders:
        holders.extend(holder[key] for key in _HOLDERS if isinstance(holder.get(key), dict))
        if len(holders) > 8:
            break
    speaker = _speaker(holders)
    if speaker == "assistant" or (not speaker and not named):
        return _prose(line, next(filter(None, map(_text, reversed(holders))), ""))
    thoughts = (holder.get("thought") for holder in holders)
    return _prose(line, next((t for t in thoughts if isinstance(t, str)), ""))


def _strings(line: int, record: object) -> list[Prose]:
    """Every string of more than one word in a record that nobody else speaks, results aside."""
    found: list[Prose] = []
    waiting = [record]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict) and _speaker([value]) != "other":
            said = [inner for key, inner in value.items() if not _RESULTS.search(key.casefold())]
            waiting.extend(reversed(said))
        elif isinstance(value, str) and len(value.split(None, 1)) == 2:
            found.extend(_prose(line, value))
    return found


def _prose(line: int, text: str) -> list[Prose]:
    return [event for event in assistant_says(line, text) if isinstance(event, Prose)]


def _speaker(holders: list[dict[str, Any]]) -> str:
    """Who speaks in a record: the assistant, another (person, tool, harness), or "": unsaid."""
    found = ""
    for key in _SPEAKER_KEYS:
        for holder in holders:
            name = holder.get(key)
            if not isinstance(name, str):
                continue
            words = set(_WORDS.split(name.casefold()))
            if _SILENT.search(name.casefold()):
                found = "other"
            elif words & _ASSISTANT:
                return "assistant"
            elif words & _PERSON:
                return "other"
    if any("observation" in holder or "toolUseResult" in holder for holder in holders):
        return "other"
    return found


def _text(holder: dict[str, Any]) -> str:
    for key in _TEXTS:
        content = holder.get(key)
        parts = map(_part, blocks(content)) if isinstance(content, (str, list)) else ()
        if text := "\n".join(filter(None, parts)):
            return text
    return ""


def _part(block: dict[str, Any]) -> str:
    """A block's text; Google's parts have no type, and a thought says that it is one."""
    return "" if block.get("thought") else block_text(block)


READER: Final = Reader("text", recognises, events)
