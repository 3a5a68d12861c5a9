"""Which libraries, tools, identifiers and topics two texts have in common, and how telling each is.

A word tells more where it is marked as code, built like an identifier or written as a name; it
tells nothing where every project says it, and little where most tasks of this one do. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from .relevance_words import AMBIGUOUS, COMMON, kind_of
from .terms import word_terms

# What a term counts that stands in both texts; from 1.0 on they have something in common.
_TELLING: Final = 1.0
_MARKED_ONCE: Final = 0.7
_TOPIC: Final = 0.5
_WORD: Final = 0.2
_STRESS: Final = 0.3  # more, for what the spec is about
_EVERYWHERE: Final = 0.3  # times, for what most tasks name
_OFTEN: Final = 4  # times that a topic is named

_MOST_CHARS: Final = 60_000
_TOKEN: Final = re.compile(r"--[a-z][\w-]{2,40}|@?[^\W\d]\w*(?:[./@:-]\w+)*")
_SPAN: Final = re.compile(r"`([^`\n]{1,200})`")
_FENCE: Final = re.compile(r"[ \t>]*(?:`{3}|~{3})")
_IMPORT: Final = re.compile(
    r"^[ \t]*(?:import|from|use|using|require|include|#include)\b[ \t(<\"']*([@\w./:-]{2,80})"
    r"|(?:from|require\(|import\()[ \t]*[\"']([@\w./-]{2,80})[\"']",
    re.MULTILINE,
)
_INNER_CAPS: Final = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]")
_DATA: Final = re.compile(r"[0-9a-f]{7,}|[a-z]{1,8}[-_]?\d+(?:[-_.]\w{1,3})?|v?\d.*", re.IGNORECASE)
_TICKET: Final = re.compile(r"\b[A-Z][A-Z0-9]{1,9}-\d{1,6}\b")
_SENTENCE: Final = re.compile(r"(?:[.!?:|(>*#\"“«—–-]|^)[\s*_]*$")
_LEAST: Final = 4  # letters of a plain word

Rank = int
PLAIN: Final[Rank] = 0
NAME: Final[Rank] = 1
CODE: Final[Rank] = 2
BUILT: Final[Rank] = 3


@dataclass(slots=True)
class Word:
    """How a text writes a word: how often, how telling its most telling form is, and that form."""

    shown: str
    rank: Rank = PLAIN
    times: int = 0


@dataclass(frozen=True, slots=True)
class Shared:
    """A term that two texts share: `weight` is 0 to 1.3; `source` is a library's manifest."""

    term: str
    weight: float
    source: str = ""
    everywhere: bool = False


class Words(dict[str, Word]):
    """The words of a text by their normal form; `tickets` are the IDs of tasks in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        text = text[:_MOST_CHARS]
        self.title = frozenset(_stems(_title(text)))
        self.tickets = frozenset(_TICKET.findall(text))
        self.imports = frozenset(
            name.casefold() for found in _IMPORT.findall(text) for name in found if name
        )
        self._pairs: set[str] = set()
        self._marked_pairs: set[str] = set()
        self._fenced = False
        for line in text.split("\n"):
            self._line(line[:4000])

    def _line(self, line: str) -> None:
        if _FENCE.match(line):
            self._fenced = not self._fenced
            return
        if self._fenced:
            self._code(line, fenced=True)
            return
        heading = line.lstrip().startswith("#")
        at = 0
        for span in _SPAN.finditer(line):
            self._prose(line[at : span.start()], heading)
            self._code(span[1], fenced=False)
            at = span.end()
        self._prose(line[at:], heading)

    def _code(self, code: str, *, fenced: bool) -> None:
        tokens = _TOKEN.findall(code)
        for place, token in enumerate(tokens):
            command = place == 0 and not fenced and code.startswith(token)
            self._add(token, CODE if command else PLAIN)

    def _prose(self, text: str, heading: bool) -> None:
        found = list(_TOKEN.finditer(text))
        for token in found:
            word = token[0]
            rank = PLAIN
            if word[0].isupper() and not heading and word.isalpha():
                opens = _SENTENCE.search(text[max(0, token.start() - 6) : token.start()])
                rank = PLAIN if opens else NAME
            self._add(word, rank)
        for one, two in pairwise(found):
            if text[one.end() : two.start()] == " ":
                self._pairs.add(f"{one[0]}-{two[0]}".casefold())

    def _add(self, token: str, rank: Rank) -> None:
        token = token.strip(":./-") if not token.startswith("--") else token
        if not token or _DATA.fullmatch(token) or _TICKET.fullmatch(token):
            return
        if _is_built(token):
            rank = BUILT
        elif (_INNER_CAPS.search(token) or (token.isupper() and len(token) > 2)) and rank < CODE:
            rank = NAME
        key = normal(token)
        word = self.setdefault(key, Word(token))
        word.times += 1
        if rank > word.rank:
            word.rank, word.shown = rank, token

    def names(self, library: str) -> Rank | None:
        """How the text names a library, None if it does not."""
        word = self.get(library)
        if library in self.imports or any(name.startswith(f"{library}.") for name in self.imports):
            return CODE
        if word:
            return word.rank
        return NAME if library in self._pairs else None


def normal(token: str) -> str:
    """The form in which two words are one: plain ones by their stem, identifiers as they are."""
    if token.isalpha():
        return _stem_of(token)
    return token.casefold().removesuffix("()").lstrip("@")


@lru_cache(maxsize=20_000)
def _stem_of(word: str) -> str:
    if _INNER_CAPS.search(word):
        return word.casefold()
    terms = word_terms(word)
    return terms[0] if len(terms) == 1 else word.casefold()


def _stems(text: str) -> Iterator[str]:
    for token in _TOKEN.findall(text):
        yield normal(token)


def _title(text: str) -> str:
    for line in text.split("\n", 80)[:80]:
        if line.startswith("# "):
            return line[2:]
    return ""


def _is_built(token: str) -> bool:
    """Whether a word is made as identifiers are: parts joined, or a flag."""
    if token.startswith("--"):
        return True
    if "_" in token.strip("_"):
        return True
    if re.search(r"[a-z][A-Z]", token) and token[0].islower():
        return True
    return bool(re.search(r"[a-z][A-Z][a-z]+[A-Z]|[a-z]{2}[A-Z][a-z]", token))


COMMON_STEMS: Final = frozenset(_stem_of(word) for word in COMMON)


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
        if asked is None or key in but or key in COMMON_STEMS or key in COMMON:
            continue
        weight = _weight(spec, key, asked, own)
        if weight <= 0:
            continue
        shown = asked.shown if asked.rank >= own.rank else own.shown
        often = weight >= _TOPIC and is_everywhere(shown, tasks, specs)
        factor = _EVERYWHERE if often else 1.0
        found.append(Shared(shown, round(weight * factor, 3), everywhere=often))
    return sorted(found, key=lambda term: (-term.weight, term.term))


def _weight(spec: Words, key: str, asked: Word, own: Word) -> float:
    if _is_file(asked.shown):
        return _TELLING
    least, most = sorted((asked.rank, own.rank))
    stress = _STRESS if key in spec.title or asked.times >= _OFTEN else 0.0
    if most == BUILT:
        return _TELLING
    letters = len(asked.shown)
    if letters < 2 or (letters < _LEAST and most < CODE and not asked.shown.isupper()):
        return 0.0
    if least >= NAME:
        return _TELLING
    if most >= NAME:
        return _MARKED_ONCE + stress if letters >= 3 else 0.0
    return _TOPIC if stress else _WORD


def _is_file(token: str) -> bool:
    return "." in token and kind_of(token) == "code" and not token.startswith(".")


def is_everywhere(term: str, tasks: Sequence[str], specs: Sequence[str]) -> bool:
    """Whether most tasks, or most specs, name a term: of 5, 3; of 10, 4."""
    low = term.casefold()
    for texts in (tasks, specs):
        if len(texts) < 4:
            continue
        holds = sum(low in text for text in texts)
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
        for alias in library_aliases(name):
            asked, told = spec.names(alias), task.names(alias)
            if asked is None or told is None:
                continue
            if alias in AMBIGUOUS and max(asked, told) < CODE and min(asked, told) < NAME:
                continue
            if alias in AMBIGUOUS and min(asked, told) < NAME:
                continue
            often = is_everywhere(alias, tasks, specs)
            weight = _TELLING * (_EVERYWHERE if often else 1.0)
            best = found.get(alias)
            if best is None or weight > best.weight:
                found[alias] = Shared(name, weight, manifest, often)
            break
    return sorted(found.values(), key=lambda term: (-term.weight, term.term))


@lru_cache(maxsize=4000)
def library_aliases(name: str) -> tuple[str, ...]:
    """What a library is called in texts, in lower case: its name, without owner and language."""
    low = name.casefold().lstrip("@")
    parts = [part for part in low.split("/") if not re.fullmatch(r"v\d+", part)]
    last = parts[-1] if parts else low
    bare = re.sub(r"^(?:python|node|go|ruby|php|rust)-|[.-](?:js|py|go|rs|rb|node|python|php)$", "", last)
    first = parts[0] if low.count("/") == 1 and len(parts) == 2 else ""
    generic = {"core", "cli", "client", "sdk", "api", "common", "react", "types", "node", "utils"}
    names = [low, "/".join(parts), bare if bare != last else "", last if last not in generic else first]
    return tuple(dict.fromkeys(normal(n) for n in names if len(n) > 1 and n not in generic | {"types"}))


def tickets(one: Words, others: Iterable[str]) -> list[str]:
    """Which of these IDs of tasks a text names."""
    return [ticket for ticket in others if ticket in one.tickets]
