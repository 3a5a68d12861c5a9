"""The words of a text, and which libraries, tools, identifiers and topics two texts share.

A word tells more of what a text is about where it is marked as code, built like an identifier or
written as a name. It tells nothing where every project says it, and little where most tasks of
this one do. Pure; linear.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from ...markdown.lines import opened_fence
from ...terms.stemming import word_terms
from .path_relation import ambiguous, common, content_kind, says_nothing

_MOST_CHARS: Final = 60_000
_TOKEN: Final = regex(r"--[a-z][\w-]{2,40}|@[\w-]+/[\w.-]+|[^\W\d]\w*(?:[.:-]\w+)*")
_PATH: Final = regex(r"(?<![\w.@~{}*-])[\w.@~{}*-]{0,200}(?:/[\w.@{}*\[\]-]{1,100}){1,20}/?")
_SPAN: Final = regex(r"`([^`\n]{1,200})`")
_PROMPT: Final = regex(r"[ \t]*(?:\$[ \t]|(?:-[ \t]+)?run:[ \t])[ \t]*")
_IMPORT: Final = regex(
    r"^[ \t]*(?:import|from|use|using|require|include|#include)\b[ \t(<\"']*([@\w./:-]{2,80})"
    r"|(?:from|require\(|import\()[ \t]*[\"']([@\w./-]{2,80})[\"']",
    re.MULTILINE,
)
_INNER_CAPS: Final = regex(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]")
_DATA: Final = regex(r"[0-9a-f]{7,}|[a-z]{1,8}[-_]?\d+(?:[-_.]\w{1,3})?|v?\d.*", re.IGNORECASE)
_TICKET: Final = regex(r"\b[A-Z][A-Z0-9]{1,9}-\d{1,6}\b")
_SENTENCE: Final = regex(r"(?:[.!?:|(>*#\"“«—–-]|^)[\s*_]*$")

OFTEN: Final = 4  # times that a text names its topic, at least
_NON_LATIN: Final = regex(r"[\u0370-\u1cff\u2e80-\uffdf]{2}")

Rank = int
PLAIN: Final[Rank] = 0
FOREIGN: Final[Rank] = 1  # a Latin word in a sentence of another script
CAPITAL: Final[Rank] = 2  # a name, unless it is in lower case elsewhere
NAME: Final[Rank] = 3
CODE: Final[Rank] = 4
BUILT: Final[Rank] = 5


class Word(Struct):
    """How a text writes a word: how often, how telling its most telling form is, and that form."""

    shown: str
    rank: Rank = PLAIN
    times: int = 0
    lower: bool = False


class Words(dict[str, Word]):
    """The words of a text by their normal form; `title` are those of its title."""

    def __init__(self, text: str) -> None:
        super().__init__()
        text = text[:_MOST_CHARS]
        self.title = frozenset(_stems(_title(text)))
        self.imports = frozenset(
            name.casefold() for found in _IMPORT.findall(text) for name in found if name
        )
        self._pairs: set[str] = set()
        self._fenced = False
        for line in text.split("\n"):
            self._line(_PATH.sub(_last_part, line[:4000]))

    def _line(self, line: str) -> None:
        if opened_fence(line.lstrip(" \t>")):
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
        prompt = _PROMPT.match(code) if fenced else None
        code = code[prompt.end() :] if prompt else code
        for place, token in enumerate(_TOKEN.findall(code)):
            called = place == 0 and (prompt or not fenced) and code.startswith(token)
            self._add(token, CODE if called else PLAIN)

    def _prose(self, text: str, heading: bool) -> None:
        found = list(_TOKEN.finditer(text))
        # In a sentence of another script a Latin word is a name, such as that of a tool.
        foreign = _NON_LATIN.search(text) is not None
        for token in found:
            word = token[0]
            rank = PLAIN
            if foreign and word.isascii():
                rank = FOREIGN
            elif word[0].isupper() and not heading and word.isalpha():
                opens = _SENTENCE.search(text[max(0, token.start() - 6) : token.start()])
                rank = PLAIN if opens else CAPITAL
            self._add(word, rank)
        for one, two in pairwise(found):
            if text[one.end() : two.start()] == " ":
                self._pairs.add(f"{one[0]}-{two[0]}".casefold())

    def _add(self, token: str, rank: Rank) -> None:
        token = token.strip(":./-") if not token.startswith("--") else token
        if not token or _DATA.fullmatch(token) or _TICKET.fullmatch(token):
            return
        if not token.isascii():
            rank = PLAIN
        elif _is_built(token) or (rank == CODE and "-" in token):
            rank = BUILT
        elif rank < CODE and _INNER_CAPS.search(token):
            rank = NAME
        elif rank < CAPITAL and token.isupper() and len(token) > 2:
            rank = CAPITAL
        if ":" in token:  # lint:types: the parts of such names are names
            for part in token.split(":"):
                self._add(part, rank)
        key = normal(token)
        word = self.setdefault(key, Word(token))
        word.times += 1
        word.lower = word.lower or (token.islower() and rank <= FOREIGN)
        if rank > word.rank:
            word.rank, word.shown = rank, token

    def stress(self, names: Iterable[str]) -> None:
        """Count the words of these names of files among what the text is about."""
        for word in names:
            own = self.setdefault(normal(word), Word(word))
            own.rank, own.times = max(own.rank, NAME), max(own.times, OFTEN)

    def name(self, modules: Iterable[str]) -> None:
        """Count the names of modules that the text gives as files."""
        for module in modules:
            self.setdefault(normal(module), Word(module)).rank = BUILT

    def names(self, library: str) -> Rank | None:
        """How the text names a library, None if it does not."""
        word = self.get(library)
        if library in self.imports or any(name.startswith(f"{library}.") for name in self.imports):
            return CODE
        if word:
            return word.rank
        return CODE if library in self._pairs else None


def _last_part(found: re.Match[str]) -> str:
    """Of a path its last part, where that is a file's name; other words with slashes stay."""
    path = found[0]
    if path.startswith("@") and path.count("/") == 1:
        return path
    if "." in path or path.count("/") > 1 or path[0] in "/~":
        name = path.rsplit("/", 1)[-1]
        return "" if "." not in name or says_nothing(name) else name
    return path.replace("/", " / ")


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
    if token.startswith("--") or "_" in token.strip("_"):
        return True
    return re.search(r"^[a-z]+[A-Z]|[a-z]{2}[A-Z][a-z]", token) is not None


# -- what two texts share ------------------------------------------------------------------------

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

    `but` are words that other reasons name, such as the names of files. `tasks` and `specs` are
    other texts of this project, in lower case.
    """
    found = []
    for key, own in task.items():
        asked = spec.get(key)
        if asked is None or key in but or not common().isdisjoint((key, *_forms(asked, own))):
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
    return "." in token and content_kind(token) == "code" and not token.startswith(".")


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
        asked, named = _library_name(spec, aliases), _library_name(task, aliases)
        if asked and named and not found.keys() & set(aliases):
            often = any(is_everywhere(alias, tasks, specs) for alias in {asked, named})
            weight = _TELLING * (_EVERYWHERE if often else 1.0)
            found[named] = Shared(name, weight, manifest, often)
    return sorted(found.values(), key=lambda term: (-term.weight, term.term))


def _library_name(words: Words, aliases: Iterable[str]) -> str:
    """By which of its names a text names a library, "" if it does not.

    One that is called by an ordinary word has to be marked, or written as a name.
    """
    for alias in aliases:
        rank = words.names(alias)
        if rank is not None and (rank >= CODE or alias not in ambiguous()):
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
    aliases = (name for name in names if len(name) > 1 and name not in _NO_ALIAS - {low})
    return tuple(dict.fromkeys(normal(name) for name in aliases))
