"""How persons take back what was said, and say that something is no more: `taking_back.toml`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from ..base.word_index import WordIndex
from ..dedup.removed import removed_form

_LONGEST: Final = 400  # characters of a sentence
_FILLERS: Final = re.compile(
    r"(?:(?:no|nope|wait|hm+|oh|ok|okay|well|sorry|oops|actually|please|hold on|and|but|nein|moment"
    r"|warte|bitte|non|attends?|espera|perdón|нет|стой|подожди)\b[\s,.!:;–—-]*)+",
    re.IGNORECASE,
)
_MOST_WORDS: Final = 12  # naming words of a message that is about what was said before
_LEAST_NAMED: Final = 2  # words by which a weak sentence has to name a thing
# Questions, and what is put off, take nothing back.
_ELSEWISE: Final = re.compile(
    r"[?？]\s*$|\bfor (?:now|the moment)\b|\berst ?mal\b|pour l'instant|\bpor ahora\b|\bпока\b|先",
    re.IGNORECASE,
)
# What is taken back in part may be narrowed, not gone.
_PARTLY: Final = re.compile(
    r"\b(?:still|except|apart from|besides|unless|only (?:for|in)|(?:for|in) the \w+"
    r"|but (?:not|keep)|außer|sauf|excepto|salvo|tranne|кроме)\b|除了|以外",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_WORD: Final = re.compile(r"[\w./-]*\w")
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
# Words that name nothing; shorter ones do not count anyway.
_EMPTY_WORDS: Final = """
    the and for you are was not but can all our out use has had its who did does don isn get got too
    now any about after again always anymore fine from have ignore just longer more never that them
    then there these they this those what when with your allowed should must using used uses rule
"""
_EMPTY: Final = frozenset(_EMPTY_WORDS.split())


@dataclass(frozen=True, slots=True)
class TakingBack:
    """A message that takes something back; `words` are those of it that name something.

    `is_strong`: it says so outright; else it counts only where it names the thing, or nothing else.
    `is_partly`: it names an exception.
    """

    is_strong: bool
    words: frozenset[str]
    is_partly: bool = False


@cache
def _table() -> dict[str, list[Any]]:
    import tomllib

    path = Path(__file__).with_name("taking_back.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def _expression(row: str) -> re.Pattern[str]:
    return re.compile(row.replace(" ", "").replace("_", r"\s+"), re.IGNORECASE)


@cache
def _rows() -> tuple[list[tuple[bool, str]], WordIndex]:
    """Return (is strong, row) of each row, the strong ones first, and where to look them up."""
    rows = [(group == "strong", *row) for group in ("strong", "weak") for row in _table()[group]]
    return [(strong, row) for strong, _, row in rows], WordIndex(words for _, words, _ in rows)


def taking_back(text: str) -> TakingBack | None:
    """Return what a person's message takes back, None for nothing."""
    rows, index = _rows()
    possible = [rows[number] for number in index.rows(text)] if len(text) <= _LONGEST else []
    if not possible:
        return None
    sentences = _SENTENCE.split(text)
    for is_strong in (True, False):
        looks = [_expression(row).search for strong, row in possible if strong == is_strong]
        for sentence in sentences if looks else ():
            for look in looks:
                if (found := look(sentence)) and not _ELSEWISE.search(sentence):
                    left = text.replace(found[0], " ", 1)
                    words = naming_words(_FILLERS.sub(" ", left))
                    return TakingBack(is_strong, words, _PARTLY.search(text) is not None)
    return None


def given_up(statement: str) -> str:
    """Return the thing that a statement says is no more, "" for none."""
    for row in _table()["gone"]:
        if found := _expression(row).search(statement[:_LONGEST]):
            return found["what"].strip(" .,!;:")
    return ""


@lru_cache(maxsize=4096)
def naming_words(text: str) -> frozenset[str]:
    """Return the words of a text that name something, folded; of CJK text pairs of characters."""
    words = {word.casefold() for word in _WORD.findall(text)}
    found = {_stem(word) for word in words if len(word) > 2 and word not in _EMPTY}
    found |= {word for word in words if any(sign.isdigit() for sign in word)}
    for run in _CJK.findall(text):
        found |= {run[at : at + 2] for at in range(len(run) - 1)}
    return frozenset(word for word in found if word)


def _stem(word: str) -> str:
    if word.endswith(("ches", "shes", "xes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@dataclass(frozen=True, slots=True)
class Taken:
    """What a sentence takes back: keys of this session's statements, IDs of entries.

    `asked` are keys and IDs about which a person has to be asked.
    """

    said: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


def find_taken(
    taking: TakingBack,
    before: Sequence[tuple[str, str]],
    session: Sequence[tuple[str, str]],
    entries: Sequence[tuple[str, str]],
) -> Taken:
    """Return what is meant; all three are (key, text) pairs.

    `before` is what the turn directly before said, `session` all that this session said before,
    `entries` what the memory holds.
    """
    texts = {removed_form(text): key for key, text in before}
    stored = tuple(id_ for id_, text in entries if removed_form(text) in texts)
    if taking.is_partly:
        return Taken(asked=(*texts.values(), *stored))
    if before and (taking.is_strong or not taking.words):
        return Taken(tuple(texts.values()), stored)
    if before:
        if named := tuple(key for key, text in before if taking.words & naming_words(text)):
            return Taken(named, stored)
        return Taken(asked=tuple(texts.values()) if len(taking.words) <= _MOST_WORDS else ())
    said = _named(taking.words, session, 1 if taking.is_strong else _LEAST_NAMED)
    is_short = len(taking.words) <= _LEAST_NAMED + 1
    found = _named(taking.words, entries, 1 if taking.is_strong and is_short else _LEAST_NAMED)
    if not taking.is_strong:
        return Taken(asked=(*said, *found))
    return Taken(said, found) if len(found) == 1 else Taken(said, asked=found)


def _named(words: frozenset[str], among: Iterable[tuple[str, str]], least: int) -> tuple[str, ...]:
    """Return the keys of the texts that share the most of the words, and at least so many."""
    shared = [(len(words & naming_words(text)), key) for key, text in among]
    most = max((number for number, _ in shared), default=0)
    return tuple(key for number, key in shared if number == most >= least)
