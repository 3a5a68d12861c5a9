"""Which libraries, tools, identifiers and topics two texts have in common, and how telling each is.

A word tells nothing where every project says it, and little where most tasks of this one do. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from .relevance_words import AMBIGUOUS, COMMON, kind_of
from .terms import BUILT, CAPITAL, CODE, FOREIGN, OFTEN, PLAIN, Word, Words, normal

# What a term counts that stands in both texts; from 1.0 on they have something in common.
_TELLING: Final = 1.0  # marked in both, or built as an identifier
_HALF_FOREIGN: Final = 0.85  # marked in one, a word of another script in the other
_MARKED_ONCE: Final = 0.7
_FOREIGN: Final = 0.6
_TOPIC: Final = 0.5  # a plain word that the spec stresses
_WORD: Final = 0.2
_STRESS: Final = 0.3  # more, for what the spec is about
_EVERYWHERE: Final = 0.3  # times, for what most tasks name
_LEAST: Final = 4  # letters of a plain word


class Shared(Struct, frozen=True):
    """A term that two texts share: `weight` is 0 to 1.3; `source` is a library's manifest."""

    term: str
    weight: float
    source: str = ""
    everywhere: bool = False


def shared_terms(
    spec: Words,
    task: Words,
    *,
    but: Collection[str],
    tasks: Sequence[str],
    specs: Sequence[str],
) -> list[Shared]:
    """The words that both texts have, the most telling first.

    `but` are words that are told of otherwise, such as the names of files. `tasks` and `specs` are
    other texts of this project, in lower case.
    """
    found = []
    for key, own in task.items():
        asked = spec.get(key)
        if asked is None or key in but or not COMMON.isdisjoint((key, *_forms(asked, own))):
            continue
        weight = _weight(spec, key, asked, own)
        if weight <= 0:
            continue
        shown = asked.shown if asked.rank >= own.rank else own.shown
        often = weight >= _TOPIC and any(
            is_everywhere(form, tasks, specs) for form in {asked.shown, own.shown}
        )
        factor = _EVERYWHERE if often else 1.0
        found.append(Shared(shown, round(weight * factor, 3), everywhere=often))
    return sorted(found, key=lambda term: (-term.weight, term.term))


def _forms(*words: Word) -> list[str]:
    return [word.shown.casefold() for word in words]


def _weight(spec: Words, key: str, asked: Word, own: Word) -> float:
    if _is_file(asked.shown):
        return _TELLING
    # A word is a name only where nobody writes it otherwise.
    ordinary = asked.lower or own.lower or asked.shown.casefold() != own.shown.casefold()
    least, most = sorted(PLAIN if w.rank == CAPITAL and ordinary else w.rank for w in (asked, own))
    stress = _STRESS if key in spec.title or asked.times >= OFTEN else 0.0
    if most == BUILT:
        return _TELLING
    letters = len(asked.shown)
    if letters < 2 or (letters < _LEAST and most == PLAIN):
        return 0.0
    if most == PLAIN:
        return _TOPIC if stress else _WORD
    if letters < 3 and least < CODE:
        return 0.0
    if least > FOREIGN:
        return _TELLING
    if most == FOREIGN:
        return (_FOREIGN if least == FOREIGN else _TOPIC) + stress
    return (_HALF_FOREIGN if least == FOREIGN else _MARKED_ONCE) + stress


def _is_file(token: str) -> bool:
    return "." in token and kind_of(token) == "code" and not token.startswith(".")


def is_everywhere(term: str, tasks: Sequence[str], specs: Sequence[str]) -> bool:
    """Whether most tasks, or most specs, name a term: of 5, 3; of 10, 4."""
    low = term.casefold()
    # A short word is found in many others.
    whole = re.compile(rf"(?<!\w){re.escape(low)}(?!\w)") if len(low) < 7 else None
    for texts in (tasks, specs):
        if len(texts) < 4:
            continue
        holds = sum(low in text and (whole is None or bool(whole.search(text))) for text in texts)
        if holds >= 3 and holds >= 0.4 * len(texts):
            return True
    return False


def shared_libraries(
    spec: Words,
    task: Words,
    libraries: Mapping[str, str],
    *,
    tasks: Sequence[str],
    specs: Sequence[str],
) -> list[Shared]:
    """The libraries of the manifests that both texts name."""
    found: dict[str, Shared] = {}
    for name, manifest in libraries.items():
        aliases = library_aliases(name)
        asked, told = _named(spec, aliases), _named(task, aliases)
        if asked and told and not found.keys() & set(aliases):
            often = any(is_everywhere(alias, tasks, specs) for alias in {asked, told})
            weight = _TELLING * (_EVERYWHERE if often else 1.0)
            found[told] = Shared(name, weight, manifest, often)
    return sorted(found.values(), key=lambda term: (-term.weight, term.term))


def _named(words: Words, aliases: Iterable[str]) -> str:
    """By which of its names a text names a library, "" if it does not.

    One that is called by an ordinary word has to be marked, or written as a name.
    """
    for alias in aliases:
        rank = words.names(alias)
        if rank is not None and (rank >= CODE or alias not in AMBIGUOUS):
            return alias
    return ""


_OF_LANGUAGE: Final = regex(
    r"^(?:python|node|go|ruby|php|rust)-|[.-](?:js|py|go|rs|rb|node|python|php)$"
)
_NO_ALIAS: Final = frozenset(
    ("core", "cli", "client", "sdk", "api", "common", "react", "types", "node", "utils")
)


@lru_cache(maxsize=4000)
def library_aliases(name: str) -> tuple[str, ...]:
    """What a library is called in texts, in lower case: its name, without owner and language."""
    low = name.casefold().lstrip("@")
    parts = [part for part in low.split("/") if not re.fullmatch(r"v\d+", part)]
    last = parts[-1] if parts else low
    names = [low, "/".join(parts), _OF_LANGUAGE.sub("", last), last]
    if last in _NO_ALIAS and len(parts) == 2:  # "@prisma/client" is prisma
        names.append(parts[0])
    told = (name for name in names if len(name) > 1 and name not in _NO_ALIAS - {low})
    return tuple(dict.fromkeys(normal(name) for name in told))
