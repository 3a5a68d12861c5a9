"""What a heading, a key or a status of a decision record means, in many languages (`words.txt`)."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, cast

from ...base.regex import regex
from ...files.tables import table

Part = Literal["status", "date", "context", "options", "decision", "consequences", "more"]

_WORD: Final = regex(r"[^\W\d_]+")
_MARKUP: Final = regex(r"<!--.*?-->|[*_`#:：]+")


@cache
def _rows(kind: str) -> list[tuple[str, list[str]]]:
    rows = (line.partition(" = ") for line in table(__package__, "words.txt").split("\n"))
    found = ((left.partition(" "), right) for left, _, right in rows)
    return [(name, right.split()) for (first, _, name), right in found if first == kind]


def part_of(heading: str) -> Part | None:
    """Return what a heading or key is about, or None where it is about nothing that we know."""
    plain = _MARKUP.sub(" ", heading[:200]).casefold()
    words = set(_WORD.findall(plain))
    if len(words) > 1 and not words.isdisjoint(_rows("narrower")[0][1]):
        return None
    for part, names in _rows("part"):
        if part in ("status", "date") and len(words) > 2:
            continue  # "Do not add a status" is about something else
        for name in names:
            # Scripts without spaces between words: the name is anywhere in the heading.
            if name in words or (ord(name[0]) > 0x2E7F and name in plain):
                return cast("Part", part)
    return None


def status_of(text: str) -> str:
    """Return the first status that a text names, in one word; empty where it names none."""
    low = text[:500].casefold()
    found = [
        (low.find(beginning), status)
        for status, beginnings in _rows("status")
        for beginning in beginnings
        if beginning in low
    ]
    return min(found)[1] if found else ""
