"""What a model answers: one JSON object, with text or a fence around it, read with patience."""

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from ..base.text import one_line

KINDS: Final = {
    **{name: name for name in ("decision", "preference", "convention", "gotcha", "risk", "fact")},
    **{name: name for name in ("procedure", "architecture", "dependency", "pattern")},
    "fix": "fixed",
}
BASES: Final = frozenset({"person_said", "person_agreed", "proved", "observed", "inferred"})
_TRAILING: Final = re.compile(r",(\s*[}\]])")
_MOST_LESSONS: Final = 60
_MOST_CHARS: Final = 400_000


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
    when: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    basis: str = "observed"
    quotes: tuple[Quote, ...] = ()
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
    """All that a model answered; `is_readable`: there was a JSON object of that shape."""

    lessons: tuple[Lesson, ...] = ()
    known: tuple[Verdict, ...] = ()
    waiting: tuple[Verdict, ...] = ()
    is_readable: bool = True


def read_answer(text: str) -> Answer:
    """Read an answer; one without a JSON object of that shape is not readable."""
    value = _object(text[:_MOST_CHARS])
    if value is None:
        return Answer(is_readable=False)
    return Answer(
        tuple(filter(None, map(_lesson, _items(value, "lessons")[:_MOST_LESSONS]))),
        tuple(filter(None, map(_verdict, _items(value, "known")))),
        tuple(filter(None, map(_verdict, _items(value, "waiting")))),
    )


def _object(text: str) -> dict[str, Any] | None:
    """Return the first JSON object with one of our keys."""
    decoder = json.JSONDecoder()
    for candidate in (text, _TRAILING.sub(r"\1", text)):
        at = candidate.find("{")
        for _ in range(50):
            if at < 0:
                break
            try:
                value, _end = decoder.raw_decode(candidate, at)
            except (ValueError, RecursionError):
                value = None
            if isinstance(value, dict) and {"lessons", "known", "waiting"} & value.keys():
                return value
            at = candidate.find("{", at + 1)
    return None


def _items(value: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found = value.get(key)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _lesson(value: dict[str, Any]) -> Lesson | None:
    kind = KINDS.get(str(value.get("kind", "")).casefold())
    text = value.get("text")
    if kind is None or not isinstance(text, str):
        return None
    why = value.get("why")
    whole = f"{text} {why}" if isinstance(why, str) and why and why not in text else text
    basis = str(value.get("basis", ""))
    return Lesson(
        kind,
        one_line(whole),
        _texts(value, "when")[:4],
        _texts(value, "files")[:12],
        _texts(value, "symbols")[:12],
        basis if basis in BASES else "observed",
        _quotes(value),
        _texts(value, "replaces"),
        _texts(value, "contradicts"),
        _texts(value, "amends"),
    )


def _verdict(value: dict[str, Any]) -> Verdict | None:
    id_, verdict = value.get("id"), value.get("verdict")
    if not isinstance(id_, str) or not isinstance(verdict, str):
        return None
    return Verdict(id_, verdict, _quotes(value))


def _texts(value: dict[str, Any], key: str) -> tuple[str, ...]:
    found = value.get(key)
    items = found if isinstance(found, list) else []
    return tuple(one_line(one) for one in items if isinstance(one, str) and one.strip())


def _quotes(value: dict[str, Any]) -> tuple[Quote, ...]:
    found = []
    for one in _items(value, "quotes"):
        turn, text = one.get("turn"), one.get("text")
        if isinstance(turn, int) and not isinstance(turn, bool) and isinstance(text, str):
            found.append(Quote(turn, text))
    return tuple(found)
