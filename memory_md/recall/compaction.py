"""`mem compact`: a conversation that fills its window, with less in it.

Read are messages as OpenAI's and Anthropic's APIs have them: a JSON array, or an object with the
key "messages". Stage 1 keeps the first two and the last six; what a tool was asked and what it
answered stay together or go together. Stage 2 makes the injected memory in what is left smaller.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..base.errors import UnreadableError
from ..base.identity import identity_form
from ..base.json_text import parse_json
from ..base.tokens import estimate_tokens
from ..memory.model import Entry
from ..safety.sanitize import clean_line
from .block import LEARNINGS, PREFERENCES, USER

_THRESHOLD: Final = 0.8  # of the window
_FIRST: Final = 2
_LAST: Final = 6
_MESSAGE_TOKENS: Final = 4  # role and delimiters
_IMAGE_TOKENS: Final = 1600  # of one of the largest size that is not scaled down
_SURE: Final = 0.8

Message = dict[str, Any]


def compact(
    text: str, window: int, entries: Sequence[Entry], *, name: str
) -> tuple[str, dict[str, Any]]:
    """Return a document, and the report, with less in it where it takes 80 % of the window or more.

    `entries` are those of the memory that was injected. Raises UnreadableError for what is no list
    of messages.
    """
    value = parse_json(text, where=name)
    messages = value.get("messages") if isinstance(value, dict) else value
    if not isinstance(messages, list) or not all(isinstance(one, dict) for one in messages):
        hint = 'give it a JSON array of messages, or an object with the key "messages"'
        raise UnreadableError("holds no messages", where=name, hint=hint)
    beside = _tokens([value.get("system", "")]) if isinstance(value, dict) else 0
    before = after = beside + sum(map(_message_tokens, messages))
    stage, left = "none", messages
    if before >= _THRESHOLD * window:
        stage = "stage1"
        left = [messages[place] for place in _kept(messages)]
        after = beside + sum(map(_message_tokens, left))
        if after >= _THRESHOLD * window:
            stage = "stage2"
            known = {identity_form(clean_line(entry.text)): entry for entry in entries}
            left = [_shortened(one, known) for one in left]
            after = beside + sum(map(_message_tokens, left))
    if left != messages:
        shape = {**value, "messages": left} if isinstance(value, dict) else left
        indent = 2 if "\n" in text.strip() else None
        text = json.dumps(shape, ensure_ascii=False, indent=indent) + "\n"
    return text, {
        "stage": stage,
        "trimmed": len(messages) - len(left),
        "tokens_before": before,
        "tokens_after": after,
        "percent_used": round(100 * after / window, 1),
        "messages": left,
    }


def _message_tokens(message: Message) -> int:
    return _MESSAGE_TOKENS + _tokens(list(_texts(message)))


def _tokens(texts: Sequence[Any]) -> int:
    images = sum(not isinstance(text, str) for text in texts)
    return _IMAGE_TOKENS * images + estimate_tokens(
        "\n".join(t for t in texts if isinstance(t, str))
    )


def _texts(value: Any) -> Iterator[Any]:
    """Yield the texts of a message, whatever they are nested in, and None for a picture."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        if value.get("type") in {"image", "image_url", "input_image", "document"}:
            yield None
            return
        for key, one in value.items():
            if key not in {"type", "role", "id", "tool_call_id", "tool_use_id"}:
                yield from _texts(one)


# -- stage 1 ----------------------------------------------------------------------------------


def _kept(messages: Sequence[Message]) -> list[int]:
    """Return the places of the messages that stay: the ends, and the other half of each call."""
    count = len(messages)
    found = {*range(min(_FIRST, count)), *range(max(count - _LAST, 0), count)}
    members: dict[str, set[int]] = {}
    for place, message in enumerate(messages):
        for id_ in _calls(message):
            members.setdefault(id_, set()).add(place)
    left = list(found)
    while left:
        for id_ in _calls(messages[left.pop()]):
            new = members[id_] - found
            found |= new
            left += new
    return sorted(found)


def _calls(message: Message) -> set[str]:
    """Return the IDs of the calls that a message makes or answers."""
    content = message.get("content")
    blocks = [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []
    calls = [one for one in message.get("tool_calls") or () if isinstance(one, dict)]
    ids = [one.get("id") for one in calls] + [message.get("tool_call_id")]
    ids += [one.get("id") for one in blocks if one.get("type") == "tool_use"]
    ids += [one.get("tool_use_id") for one in blocks]
    return {str(id_) for id_ in ids if id_}


# -- stage 2 ----------------------------------------------------------------------------------


def _shortened(message: Message, known: Mapping[str, Entry]) -> Message:
    """Return a message with less of the memory that was put into it."""
    content = message.get("content")
    if isinstance(content, str):
        return {**message, "content": _less(content, known)}
    if isinstance(content, list):
        parts = [
            {**one, "text": _less(one["text"], known)}
            if isinstance(one, dict) and isinstance(one.get("text"), str)
            else one
            for one in content
        ]
        return {**message, "content": parts}
    return message


def _less(text: str, known: Mapping[str, Entry]) -> str:
    """Return a text without the lines of a block that go."""
    if f"## {LEARNINGS}" not in text:
        return text
    kept: list[str] = []
    section, is_inside = "", False
    for line in text.split("\n"):
        is_entry = line.startswith("- ")
        if line.startswith("#"):
            is_inside = line.rstrip() == f"## {LEARNINGS}" or (is_inside and line[:4] == "### ")
            section = line.strip("# ") if is_inside else ""
        elif line.strip() and not is_entry:
            section = ""
        if not is_entry or _stays(section, known.get(identity_form(line.removeprefix("- ")))):
            kept.append(line)
    return "\n".join(kept)


def _stays(section: str, entry: Entry | None) -> bool:
    """Return whether a line stays; of the preferences also those that the memory does not know."""
    if section not in {PREFERENCES, USER} or (entry and entry.pinned):
        return True
    if section == USER:
        return False
    return entry is None or entry.confidence > _SURE or entry.standing.who == "person"
