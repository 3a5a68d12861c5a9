"""What a model answers: one JSON object, with text or a fence around it, read with patience."""

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from ..base.text import one_line
from ..memory.labels import split_label

_NAMED: Final = "decision preference convention gotcha risk fact procedure architecture dependency"
KINDS: Final = {**{name: name for name in (*_NAMED.split(), "pattern")}, "fix": "fixed"}
_BASES: Final = frozenset({"person_said", "person_agreed", "proved", "observed", "inferred"})
_TRAILING: Final = re.compile(r",(\s*[}\]])")
_MOST_LESSONS: Final = 60
_MOST_CHARS: Final = 400_000
_MOST_TRIES: Final = 50  # opening braces that may begin the object


@dataclass(frozen=True, slots=True)
class Quote:
    """Words that a lesson rests on, and the number of the turn or tool line they stand in."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson as it was answered; nothing of it is checked yet but its types."""

    kind: str
    text: str
    basis: str = "observed"
    quotes: tuple[Quote, ...] = ()
    when: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    amends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the model says of an entry that is known, or of a candidate that waits."""

    id: str
    verdict: str
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """All that a model answered."""

    lessons: tuple[Lesson, ...] = ()
    known: tuple[Verdict, ...] = ()
    waiting: tuple[Verdict, ...] = ()


def read_answer(text: str) -> Answer | None:
    """Read an answer; None where there is no JSON object of that shape."""
    value = _object(text[:_MOST_CHARS])
    if value is None:
        return None
    return Answer(
        tuple(filter(None, map(_lesson, _items(value, "lessons")[:_MOST_LESSONS]))),
        tuple(map(_verdict, _items(value, "known"))),
        tuple(map(_verdict, _items(value, "waiting"))),
    )


def _object(text: str) -> dict[str, Any] | None:
    """Return the first JSON object with one of our keys."""
    decoder = json.JSONDecoder()
    for given in (text, _TRAILING.sub(r"\1", text)):
        for found in list(re.finditer(r"\{", given))[:_MOST_TRIES]:
            try:
                value, _end = decoder.raw_decode(given, found.start())
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict) and {"lessons", "known", "waiting"} & value.keys():
                return value
    return None


def _items(value: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = value.get(key)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _lesson(value: dict[str, Any]) -> Lesson | None:
    kind = KINDS.get(str(value.get("kind", "")).casefold())
    text, why, basis = (value.get(key) for key in ("text", "why", "basis"))
    if kind is None or not isinstance(text, str):
        return None
    labelled, _, rest = split_label(text)
    text = rest if labelled == kind else text  # its label is written by us
    return Lesson(
        kind,
        one_line(f"{text} {why}" if isinstance(why, str) and why not in text else text),
        basis if isinstance(basis, str) and basis in _BASES else "observed",
        _quotes(value),
        _texts(value, "when")[:4],
        _texts(value, "files")[:12],
        _texts(value, "symbols")[:12],
        _texts(value, "replaces"),
        _texts(value, "contradicts"),
        _texts(value, "amends"),
    )


def _verdict(value: dict[str, Any]) -> Verdict:
    return Verdict(str(value.get("id")), str(value.get("verdict")), _quotes(value))


def _texts(value: dict[str, Any], key: str) -> tuple[str, ...]:
    found = value.get(key)
    items = found if isinstance(found, list) else []
    return tuple(one_line(one) for one in items if isinstance(one, str) and one.strip())


def _quotes(value: dict[str, Any]) -> tuple[Quote, ...]:
    found = [(one.get("turn"), one.get("text")) for one in _items(value, "quotes")]
    return tuple(Quote(n, text) for n, text in found if type(n) is int and isinstance(text, str))
