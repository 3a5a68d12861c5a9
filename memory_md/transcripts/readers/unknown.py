"""JSON of no known shape: its texts, record by record, after a warning that names its tool.

Only texts that the record says are the assistant's, or says nothing of, are taken: a "user" here
may be a tool. Where no record has a text under a known key, each string of more than one word is
one, except for tools' results. What holds no text at all is refused.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any, Final

from ...base.errors import UnreadableError
from ...base.identity import short_id
from ...base.json_values import string
from ...base.regex import regex
from ..disk.source import Content, JsonDocument, Records, first_records, read_records
from ..model.events import Event, Prose, Warned
from ..text.loose_json import strings_in
from ..text.messages import block_text, blocks
from .messages import describe
from .speech import Reader, assistant_says, stamped

_LISTS: Final = (
    "messages", "history", "conversation", "turns", "trajectory", "transcript", "chat", "events",
)  # fmt: skip
_HOLDERS: Final = ("payload", "message", "data", "event", "args")
_TEXTS: Final = (
    "content", "text", "message", "parts", "thought", "response", "output_text", "body",
)  # fmt: skip
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


def _tool_of(record: object) -> str:
    """Return the tool that writes such records, where they show it; else nothing."""
    if not isinstance(record, dict):
        return ""
    kind = record.get("type")
    if set(record) == {"session_id", "ts", "text"}:
        return _PROMPTS
    if kind == "metadata" and "protocol_version" in record:
        return "a Kimi CLI transcript"
    return ""


def recognises(content: Content) -> bool:
    """Whether it is JSON: this reader comes after all that know a format."""
    return isinstance(content, (Records, JsonDocument))


def events(content: Content) -> Iterator[Event]:
    """Return the texts, after a warning. Raises UnreadableError where there is no text.

    In JSON lines only the first records are looked at before deciding.
    """
    firsts = first_records(content)
    name = next(filter(None, map(_tool_of, firsts)), "")
    seems = f"looks like {name}, which is not read as such" if name else "JSON of no known shape"
    ending = "; its texts are read as plain text"
    if name == _PROMPTS:
        seems, ending = f"looks like {name}", ": no assistant speaks, so no text is read"
    spoken: _Spoken = partial(_spoken, named=bool(name))
    records = _records(content)
    sample = firsts if isinstance(content, Records) else [item for _, item in _records(content)]
    if not name and not any(_spoken(1, record) for record in sample):
        if not any(text.strip() for text in strings_in(firsts)):
            raise UnreadableError("is JSON without any text", where=content.path, hint=_HINT)
        seems += f" ({describe(content.value if isinstance(content, JsonDocument) else firsts[0])})"
        spoken, records = _strings, read_records(content)
    return chain([Warned(1, seems + ending)], _unrepeated(records, spoken))


def _records(content: Content) -> Iterator[tuple[int, Any]]:
    """Yield the records of JSON lines, or of the list that a document is or holds."""
    if isinstance(content, JsonDocument) and isinstance(content.value, dict):
        for key in _LISTS:
            if isinstance(items := content.value.get(key), list) and items:
                yield from read_records(content, key)
                return
    yield from read_records(content)


def _unrepeated(records: Iterator[tuple[int, Any]], spoken: _Spoken) -> Iterator[Event]:
    """Yield each text once: some tools write it for the model and again for the screen."""
    seen: set[str] = set()
    for line, record in records:
        if isinstance(record, Warned):
            yield record
            continue
        new = []
        for prose in spoken(line, record):
            key = short_id(prose.text)
            if key not in seen:
                seen.add(key)
                new.append(prose)
        yield from stamped(new, record if isinstance(record, dict) else {})


def _spoken(line: int, record: object, named: bool = False) -> list[Prose]:
    """Return the assistant's texts in a record; of a `named` tool only those marked as such."""
    if isinstance(record, str):
        return _prose(line, record)
    if not isinstance(record, dict):
        return []
    holders = [record]
    for holder in holders:
        holders.extend(holder[key] for key in _HOLDERS if isinstance(holder.get(key), dict))
        if len(holders) > 8:
            break
    speaker = _speaker(holders)
    if speaker == "assistant" or (not speaker and not named):
        return _prose(line, next(filter(None, map(_text, reversed(holders))), ""))
    thoughts = (string(holder.get("thought")) for holder in holders)
    return _prose(line, next(filter(None, thoughts), ""))


def _strings(line: int, record: object) -> list[Prose]:
    """Return the strings of more than one word in a record, without results and others' words."""
    found: list[Prose] = []
    waiting = [record]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict) and _speaker([value]) != "other":
            inner_values = [
                inner for key, inner in value.items() if not _RESULTS.search(key.casefold())
            ]
            waiting.extend(reversed(inner_values))
        elif isinstance(value, str) and len(value.split(None, 1)) == 2:
            found.extend(_prose(line, value))
    return found


def _prose(line: int, text: str) -> list[Prose]:
    return [event for event in assistant_says(line, text) if isinstance(event, Prose)]


def _speaker(holders: list[dict[str, Any]]) -> str:
    """Return who speaks: "assistant", "other" (person, tool, harness), or "" where unknown."""
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
        parts = map(block_text, blocks(content)) if isinstance(content, (str, list)) else ()
        if text := "\n".join(filter(None, parts)):
            return text
    return ""


READER: Final = Reader("text", recognises, events)
