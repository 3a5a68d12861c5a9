"""Lines that give orders to the model that reads them, or demand a harmful act.

The table is acts.toml. A row counts where a clause begins with one of its words and its pattern
follows, unless the sentence forbids or limits it. Precision comes first: the fence, the evidence
and the review are the defence, the table is a help.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ..base.identity import sha256
from .sanitize import LOOKALIKES, undisguised

_NEAR: Final = 120  # characters before and behind an act in which a prohibition governs it
_REACH: Final = 240  # characters in which a pattern is looked for

_SENTENCE: Final = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bz\.b)[.!?;](?=\s)|[。！？；]")
_WORD: Final = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


def act_in(text: str) -> str:
    """Return why a line must not be printed to a model ("fetches and runs"), "" where it may."""
    line = " ".join(undisguised(text.lower()).lower().split())
    for sentence in _SENTENCE.split(line):
        for start, word in _beginnings(sentence):
            for reason, pattern in _rows()[word]:
                found = _compiled(pattern).match(sentence, start, start + _REACH)
                if found and not _is_barred(sentence, start, found.end()):
                    return reason
    return ""


def _beginnings(sentence: str) -> Iterator[tuple[int, str]]:
    """Yield where a word of the table begins a clause."""
    words = ((found.start(), found[0]) for found in _WORD.finditer(sentence))
    met = [(start, word) for start, word in words if word in _rows()]
    if not sentence.isascii():
        met += ((sentence.find(word), word) for word in _unspaced_words() if word in sentence)
    for start, word in met:
        if _part("START").search(sentence, max(start - _NEAR, 0), start):
            yield start, word


def _is_barred(sentence: str, start: int, end: int) -> bool:
    """Whether the sentence forbids the act, limits it, or speaks of somebody who demands it."""
    before = _part("CONDITION").sub("", sentence[max(start - _NEAR, 0) : start])
    before = _part("TURN").split(before)[-1]
    return bool(
        _part("NOT").search(before)
        or _part("BEHIND").match(sentence, start)
        or _part("LIMIT").search(sentence, start, end + _NEAR)
    )


@cache
def rules_hash() -> str:
    """Return a hash of all that decides about a text: kept verdicts hold as long as it is alike."""
    folder = files(__package__)
    rules = b"".join(folder.joinpath(name).read_bytes() for name in ("acts.py", "acts.toml"))
    return str(sha256(rules).hexdigest()[:16])


@cache
def _table() -> dict[str, Any]:
    import tomllib  # seldom asked: verdicts are kept

    return tomllib.loads(files(__package__).joinpath("acts.toml").read_text("utf-8"))


@cache
def _rows() -> dict[str, list[tuple[str, str]]]:
    """Return by each word the reasons and patterns of the rows that begin with it."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for group in _table()["acts"]:
        for words, pattern in group["rows"]:
            for word in _named(words, "{}").translate(LOOKALIKES).split():
                rows.setdefault(word, []).append((group["reason"], pattern))
    return rows


@cache
def _unspaced_words() -> list[str]:
    return [word for word in _rows() if word[0] >= "\u3000"]


@cache
def _part(name: str) -> re.Pattern[str]:
    return _compiled(_table()["parts"][name])


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # The line has lost its look-alikes; so must what it is compared with.
    return re.compile(_named(pattern, "(?:{})").translate(LOOKALIKES))


def _named(text: str, form: str) -> str:
    """The text with each class of words in the place of its name."""
    return re.sub(r"\(([A-Z]+)\)", lambda found: form.format(_table()["words"][found[1]]), text)
