"""Reads a model's answer to the prompt of `mem extract --llm`, whatever it holds.

Grammar: a JSON array of objects {category, content, confidence, contradicts}, alone, in a fence or
within prose; of several the last counts, since a model may think aloud. A comma after the last item
is allowed, and so is an object that holds such an array or is such an item. An empty array, alone,
in a fence or on its own line, means that there is nothing to keep. Items that cannot be used are
left out, with a reason; an answer without an array is an error.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from ...base.regex import regex
from ...base.settings import Extract
from ...base.text import ANSI, one_line
from ...transcripts.text.loose_json import without_surrogates
from ..model import CATEGORIES, CLOSING, OPENING, Answer, AnswerItem, ModelError

MOST_ITEMS: Final = 20
_MOST_CHARS: Final = 200_000
_MOST_TRIES: Final = 200
_CONFIDENCE: Final = 0.5  # of an item that names none

_START: Final = regex(r"\[\s{0,20}[\[{\"]|\{\s{0,20}\"")
_EMPTY: Final = regex(r"^[ \t`]{0,8}\[[ \t]{0,8}\][ \t`]{0,8}\r?$", re.MULTILINE)
_COMMA: Final = r",(?=\s{0,200}[\]}])"
_LAST_COMMA: Final = regex(_COMMA)
_STRING_OR_COMMA: Final = regex(rf'"(?:[^"\\]|\\.)*+("?)|{_COMMA}', re.DOTALL)
_BULLET: Final = regex(r"(?:[-*+•]|\d{1,2}[.)])\s")
_LABEL: Final = regex(
    rf"(?:\[(?:{'|'.join(CATEGORIES)})\][:：]?|(?:{'|'.join(CATEGORIES)})[:：])\s?", re.IGNORECASE
)


def read_answer(text: str, limits: Extract) -> Answer:
    """Return the items of an answer, in order. Raises ModelError where there is no array."""
    if len(text) > _MOST_CHARS:
        raise ModelError(f"the answer has over {_MOST_CHARS:,} characters")
    text = _without_prompt(ANSI.sub("", text)).strip().lstrip("\ufeff")
    if not text:
        raise ModelError("the answer is empty")
    values = list(_values(text)) or list(_values(_STRING_OR_COMMA.sub(_mended, text)))
    if values:
        return _answer(values[-1], limits)
    if _EMPTY.search(text):
        return Answer()
    raise ModelError("the answer is not the JSON array that was asked for")


def _mended(found: re.Match[str]) -> str:
    """Return a string as it is, nothing for a comma; what never ends as a string is none."""
    if found[0] == ",":
        return ""
    return found[0] if found[1] else _LAST_COMMA.sub("", found[0])


def _without_prompt(text: str) -> str:
    """Return the text without the prompt, which some programs repeat."""
    start = text.find(OPENING)
    end = text.find(CLOSING, start) if start >= 0 else -1
    return text[:start] + text[end + len(CLOSING) :] if end >= 0 else text


def _values(text: str) -> Iterator[list[Any]]:
    """Yield the arrays of items in a text, without those inside another."""
    decoder = json.JSONDecoder()
    at = 0
    for _ in range(_MOST_TRIES):
        found = _START.search(text, at)
        if found is None:
            return
        try:
            value, end = decoder.raw_decode(text, found.start())
            value = without_surrogates(value)
        except (ValueError, RecursionError):
            value, end = None, 0
        items = _items(value)
        at = found.start() + 1 if items is None else end
        if items is not None:
            yield items


def _items(value: Any) -> list[Any] | None:
    """Return the items that a value holds, None where it is something else."""
    if isinstance(value, list):
        return value if any(isinstance(one, dict) and "content" in one for one in value) else None
    if not isinstance(value, dict):
        return None
    if "content" in value and "category" in value:
        return [value]
    lists = [one for one in value.values() if isinstance(one, list)]
    if len(lists) != 1:
        return None
    return [] if not lists[0] and len(value) == 1 else _items(lists[0])


def _answer(items: list[Any], limits: Extract) -> Answer:
    found: list[AnswerItem] = []
    left_out: list[str] = []
    for number, item in enumerate(items[:MOST_ITEMS], 1):
        try:
            found.append(_item(item, limits))
        except ValueError as fault:
            left_out.append(f"item {number}: {fault}")
    if len(items) > MOST_ITEMS:
        left_out.append(f"{len(items) - MOST_ITEMS} items after the first {MOST_ITEMS}")
    return Answer(tuple(found), tuple(left_out))


def _item(item: Any, limits: Extract) -> AnswerItem:
    """Return one item. Raises ValueError, which says what is wrong with it."""
    if not isinstance(item, dict):
        raise ValueError("is not an object")  # noqa: TRY004 - shown to a person
    category = item.get("category")
    if not isinstance(category, str) or category.strip().casefold() not in CATEGORIES:
        raise ValueError(f"its category is none of {', '.join(CATEGORIES)}")
    content = item.get("content")
    if not isinstance(content, str):
        raise ValueError("its content is not a text")  # noqa: TRY004
    content = _plain(content)
    if not limits.min_chars <= len(content) <= limits.max_chars:
        size = f"{len(content):,} characters, not {limits.min_chars} to {limits.max_chars}"
        raise ValueError(f"its content has {size}")
    confidence = _confidence(item.get("confidence"))
    return AnswerItem(
        category.strip().casefold(), content, confidence, _named(item.get("contradicts"))
    )


def _plain(content: str) -> str:
    """Return the content on one line, without a bullet or the category before it."""
    content = one_line(content)
    if bullet := _BULLET.match(content):
        content = content[bullet.end() :]
    if label := _LABEL.match(content):
        content = content[label.end() :]
    return content.strip()


def _confidence(value: Any) -> float:
    if value is None:
        return _CONFIDENCE
    if isinstance(value, str):
        try:
            value = float(value[:20])
        except ValueError:
            value = None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("its confidence is not a number")  # noqa: TRY004
    if not 0 <= value <= 1:  # nor is NaN
        raise ValueError("its confidence is not from 0 to 1")
    return float(value)


def _named(value: Any) -> str:
    """Return what an item contradicts, by ID or words, which may be in an object or a list."""
    for _ in range(3):
        if isinstance(value, list):
            value = value[0] if len(value) == 1 else None
        elif isinstance(value, dict):
            value = value.get("id") or value.get("content")
    if not isinstance(value, str):
        return ""
    name = one_line(value[:1_000])
    return "" if name.casefold() in {"null", "none", "n/a", "false", "-", "[]"} else name
