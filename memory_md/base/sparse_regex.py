"""Expressions that few texts match: a text is searched first for words that every match has.

Off the parsed expression is read of which words each text that it matches has one, or how such a
text begins; so there is no second list to keep. Case does not count in what is looked for, and
where this Python has another parser, nothing is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, zip_longest
from typing import Any, Final, cast

from msgspec import Struct
from msgspec.structs import replace

from .identity import short_id
from .regex import Regex, regex

_BEFORE_HINTS: Final = 100  # searches; a short command has fewer, and pays for no hints
_MOST_HINTS: Final = 40
_SHORTEST_HINT: Final = 2
_MOST_HINTS_IN_TABLE: Final = 1000
_LETTERS: Final = 3  # of a word, by which it is looked up in a table
MOST_WORDS: Final = 10_000  # that a table remembers
BEFORE_TREE: Final = 1000  # looks; a short command has fewer, and pays for no tree
_MOST_OF_BEGINNING: Final = 8  # characters
_MOST_WAYS: Final = 4  # to write one literal: "i'd" and "i’d"

_Search = Callable[[str], re.Match[str] | None]


# -- one expression --------------------------------------------------------------------------------


class _SparseRegex(Regex):
    """After many searches it looks for its hints first."""

    __slots__ = ("_find", "_parts", "_searches")

    def __init__(self, parts: tuple[str, ...], flags: int) -> None:
        super().__init__("|".join(parts), flags)
        self._parts = parts
        self._searches = 0

    def __getattr__(self, name: str) -> Any:
        found = super().__getattr__(name)
        self._find: _Search = self.match.__self__.search
        self.search: _Search = self._counted
        return self.search if name == "search" else found

    def _counted(self, text: str) -> re.Match[str] | None:
        self._searches += 1
        if self._searches == _BEFORE_HINTS:
            self.search = _search_by(self._parts, self._flags)
        return self._find(text)


def sparse_regex(*parts: str, flags: int = 0) -> re.Pattern[str]:
    """Return what `regex` gives for alternatives that are searched in many texts and seldom found.

    What all matches of a part have one of ("might", "maybe") is looked for first, in a tenth of
    the time; only parts of which a text has such a word are searched.
    """
    return cast("re.Pattern[str]", _SparseRegex(parts, flags))


def _search_by(sources: Iterable[str], flags: int) -> _Search:
    parts = [
        (without_edges(hints_of(one, flags)) or ("",), re.compile(one, flags).search)
        for one in sources
    ]

    def search(text: str) -> re.Match[str] | None:
        folds = folded(text)
        first: re.Match[str] | None = None
        for hints, find in parts:
            for hint in hints:
                if hint in folds:
                    found = find(text)
                    if found and (first is None or found.start() < first.start()):
                        first = found
                    break
        return first

    return search


# -- many expressions ------------------------------------------------------------------------------


class _Part(Struct, frozen=True):
    """A way of the expression of that name to match.

    Where it is found, there is the `word`, and `hint`, of which that is the longest word. Without
    an expression it is found wherever the word is.
    """

    name: str
    expression: re.Pattern[str] | None
    begins: bool = False  # it only matches where the text begins
    hint: str = ""
    word: str = ""


class _Found(Struct):
    """What of a table is found where a word stands, and what may be."""

    names: set[str]
    parts: list[_Part]


_NOWHERE: Final[Mapping[str, _Found]] = {}
_TEXTS: Final = 8  # of which it is remembered what may be found in them


class RegexTables(dict[str, Mapping[str, _Found]]):
    """Tables of expressions by name, each a number of lines that are alternatives, without case.

    For each word of a text that was looked at, it remembers what of each table may be found where
    that is. To read the hints off an expression takes longer than to compile it: `known` is an
    index of them.
    """

    def __init__(
        self,
        tables: Mapping[str, Mapping[str, Sequence[str]]],
        known: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        # What is searched in any text, and the others by the first letters of their words.
        self.always: dict[str, list[_Part]] = {table: [] for table in tables}
        self.by_letters: dict[str, list[tuple[str, _Part]]] = {}
        self._look = lru_cache(maxsize=_TEXTS)(self._looked_at)
        for table, lines in tables.items():
            for name, source in _ways_to_match(lines):
                for part in _parts(name, source, known or {}):
                    self._add(table, part)

    def _add(self, table: str, part: _Part) -> None:
        if part.word:
            self.by_letters.setdefault(part.word[:_LETTERS], []).append((table, part))
        else:
            self.always[table].append(part)

    def __missing__(self, word: str) -> Mapping[str, _Found]:
        if len(self) >= MOST_WORDS:
            self.clear()
        own = folded(_EDGES.sub(EDGE, word))
        told = {own[at : at + end] for at in range(len(own)) for end in range(1, _LETTERS + 1)}
        found: dict[str, _Found] = {}
        for letters in self.by_letters.keys() & told:
            for table, part in self.by_letters[letters]:
                if part.word in own:
                    of_table = found.setdefault(table, _Found(set(), []))
                    if part.expression:
                        of_table.parts.append(part)
                    else:
                        of_table.names.add(part.name)
        self[word] = found or _NOWHERE
        return self[word]

    def _looked_at(self, text: str) -> tuple[str, list[Mapping[str, _Found]]]:
        """Return the text as `folded`, and what may be found where its words stand."""
        return folded(text), [*filter(None, map(self.__getitem__, set(text.split())))]

    def may_hold(self, table: str, text: str) -> bool:
        """Return whether the text has what a match of the table has, or any text may match."""
        folds, words = self._look(text)
        found = [word[table] for word in words if table in word]
        return bool(self.always[table]) or any(
            one.names or any(part.hint in folds for part in one.parts) for one in found
        )

    def held(self, table: str, text: str) -> set[str]:
        """Return the names of the expressions of a table that are found in the text."""
        folds, words = self._look(text)
        found = [word[table] for word in words if table in word]
        if not (found or self.always[table]):
            return set()
        held: set[str] = set().union(*[one.names for one in found])
        tried: set[re.Pattern[str] | None] = set()
        for part in chain(*[one.parts for one in found], self.always[table]):
            name, expression = part.name, part.expression
            if name not in held and part.hint in folds and expression not in tried:
                tried.add(expression)
                # A search tries each place, also for what begins the text.
                if expression and (expression.match if part.begins else expression.search)(text):
                    held.add(name)
        return held


def _ways_to_match(lines: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield the name of each expression with each of the ways in which it may match."""
    for name, alternatives in lines.items():
        for line in alternatives:
            for source in spread(line):
                yield name, source


def _parts(name: str, source: str, known: Mapping[str, str]) -> Iterable[_Part]:
    """Return an expression with each of the hints of which a text that it matches has one."""
    if word := _as_word(source):
        return [_Part(name, None, word=word)]
    part = _Part(name, regex(source, re.IGNORECASE), begins=source.startswith("^"))
    told = known.get(short_id(source))
    hints = _hints_in_table(source) if told is None else told.split("\t") if told else ()
    words = [max(hint.split(), key=len, default="") for hint in hints]
    if not all(word.strip(EDGE) and _IOTA not in word for word in words):
        return [part]
    pairs = zip(without_edges(hints), words, strict=True)
    # A space at its end may be one that the caller puts in the place of a name of code.
    return [replace(part, hint=hint.strip(), word=word) for hint, word in pairs] or [part]


# Below a letter an iota is no letter itself, and yet one with an iota without regard to case.
_IOTA: Final = "\u0345"
_LITERAL: Final = regex(r"(\\b|\(\?<!\\w\))?([^][\\(){}?*+^$.|\s]+)(\\b|\(\?!\\w\))?")


def _as_word(source: str) -> str:
    """Return the word that alone an expression matches, as `folded`, with its edges; or ""."""
    found = _LITERAL.fullmatch(source)
    if found is None:
        return ""
    begins, word, ends = found.groups()
    if (begins and not _is_of_word(word[0])) or (ends and not _is_of_word(word[-1])):
        return ""
    own = folded(reduce(_with_letter, word, EDGE if begins else "") + (EDGE if ends else ""))
    return "" if _IOTA in own else own


def _hints_in_table(source: str) -> tuple[str, ...]:
    return hints_of(source, re.IGNORECASE, most=_MOST_HINTS_IN_TABLE, shortest=1)


def index_of(tables: Iterable[Mapping[str, Sequence[str]]]) -> str:
    """Return what `known_hints` reads: a line for each expression of these tables.

    One with a hint that has a sign of the index itself is left out.
    """
    sources = {source for table in tables for _, source in _ways_to_match(table)}
    hints = {one: _hints_in_table(one) for one in sources if not _as_word(one)}
    told = {
        short_id(source): "\t".join(of_it).replace(EDGE, _EDGE_IN_INDEX)
        for source, of_it in hints.items()
        if not any(sign in hint for hint in of_it for sign in f"\t\n{_EDGE_IN_INDEX}")
    }
    return "".join(f"{one} {told[one]}\n" for one in sorted(told))


def known_hints(index: str) -> dict[str, str]:
    """Return the hints of each expression, parted by tabs, by what names it in the index."""
    lines = index.replace(_EDGE_IN_INDEX, EDGE).split("\n")
    return {line[:_ID]: line[_ID + 1 :] for line in lines if line}


_BETWEEN_EDGES: Final = regex(r"(\\b|\(\?<!\\w\)|\^)?\(\?:(.*?)\)(\\b|\(\?!\\w\))?", re.DOTALL)


def spread(source: str) -> Iterator[str]:
    """Yield the alternatives of an expression, also those in a group that only edges stand beside.

    Of most of these a text has no word, and few are more than a word themselves.
    """
    for one in alternatives_of(source):
        found = _BETWEEN_EDGES.fullmatch(one)
        if found is None or not _is_whole(found[2]):
            yield one
            continue
        for way in spread(found[2]):
            yield f"{found[1] or ''}{way}{found[3] or ''}"


def _is_whole(source: str) -> bool:
    """Return whether each bracket in a part of an expression is closed in it."""
    depth = 0
    for _, sign in _signs(source):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return True


def alternatives_of(source: str) -> Iterator[str]:
    """Yield the alternatives that are outermost in an expression."""
    start = depth = 0
    for at, sign in _signs(source):
        if sign == "|" and not depth:
            yield source[start:at]
            start = at + 1
        depth += (sign == "(") - (sign == ")")
    yield source[start:]


def _signs(source: str) -> Iterator[tuple[int, str]]:
    """Yield the brackets and bars of an expression that are no letters, and where they stand."""
    at = 0
    in_set = False
    while at < len(source):
        sign = source[at]
        if sign == "\\":
            at += 1
        elif in_set:
            in_set = sign != "]"
        elif sign == "[":
            in_set = True
            # A bracket that comes first is one of the set.
            at += source.startswith("^", at + 1)
            at += source.startswith("]", at + 1)
        elif sign in "()|":
            yield at, sign
        at += 1


# -- expressions that match at the start -----------------------------------------------------------

# The beginnings, letter by letter; nothing is below the last one.
_Tree = dict[str, "_Tree"]


class MayBegin:
    """Tells whether one of some expressions may match where a text begins, or a part of it.

    A part begins behind what `behind` matches. Where it says no, none of them does.
    """

    def __init__(self, *expressions: re.Pattern[str], behind: str = "") -> None:
        self._expressions = expressions
        self._behind = behind
        self._looks = 0
        self._match: _Search
        self._search: _Search

    def __call__(self, text: str) -> bool:
        """Return whether one may match at the start of the text."""
        if self._looks == BEFORE_TREE:
            return self._match(folded(text[:_MOST_OF_BEGINNING])) is not None
        self._looks += 1
        if self._looks == BEFORE_TREE:
            begins = _source(_tree(self._expressions))
            self._match = re.compile(begins).match
            self._search = re.compile(self._behind + begins).search
        return True

    def in_parts(self, text: str) -> bool:
        """Return whether one may match at the start of the text or of a part of it."""
        return self(text) or self._search(folded(text)) is not None


def _tree(expressions: Iterable[re.Pattern[str]]) -> _Tree:
    """Return the beginnings of them all, letter by letter."""
    tree: _Tree = {}
    every = _NONE.union(*(beginnings_of(one.pattern, one.flags) for one in expressions))
    for one in sorted(every, key=len, reverse=True):
        below = tree
        for letter in one:
            below = below.setdefault(letter, {})
        below.clear()  # what is longer begins so, too
    return tree


def _source(tree: _Tree) -> str:
    """Return an expression that matches what begins so."""
    ways = [f"{re.escape(letter)}{_source(below)}" for letter, below in tree.items()]
    return f"(?:{'|'.join(ways)})" if len(ways) > 1 else "".join(ways)


# -- what is read off an expression ----------------------------------------------------------------


def folded(text: str) -> str:
    """Return a text in which letters are one that are one to expressions without regard to case."""
    return text.lower() if text.isascii() else text.replace("\u0130", "i").lower().translate(_ALIKE)


def _alike() -> dict[int, int]:
    """Return for each letter that `lower` leaves apart from another the first of them."""
    cases: Any = getattr(re, "_casefix", None)
    known = getattr(cases, "_EXTRA_CASES", {})
    return {code: min(code, *others) for code, others in known.items()}


_ALIKE: Final = _alike()


def _parsed(source: str, flags: int) -> Iterable[tuple[Any, Any]] | None:
    parser: Any = getattr(re, "_parser", None)
    try:
        return cast("Iterable[tuple[Any, Any]]", parser.parse(source, flags))
    except (AttributeError, ValueError):
        return None


def hints_of(
    source: str, flags: int = 0, *, most: int = _MOST_HINTS, shortest: int = _SHORTEST_HINT
) -> tuple[str, ...]:
    """Return words, as `folded`, of which each text that it matches has one; () if there are none.

    There are at most `most`, none shorter than `shortest`. An `EDGE` is in a hint where a word
    begins or ends in each match.
    """
    found = _needed(_parsed(source, flags) or (), ("",), "", most)
    few = sorted(
        {folded(hint.rstrip(_IF_WORD)) for hint in found}, key=lambda hint: (len(hint), hint)
    )
    kept = [hint for at, hint in enumerate(few) if not any(one in hint for one in few[:at])]
    return tuple(kept) if min(map(_length, kept), default=0) >= shortest else ()


def without_edges(hints: Iterable[str]) -> tuple[str, ...]:
    """Return the hints as they stand in a text."""
    return tuple(hint.replace(EDGE, "") for hint in hints)


EDGE: Final = "\0"
_EDGE_IN_INDEX: Final = "|"  # where a NUL would make the file look like no text
_ID: Final = 8  # characters that name an expression
_EDGES: Final = regex(r"\b")
_IF_WORD: Final = "\1"  # an edge if a letter comes next
_IF_WORD_ENDS: Final = "\2"  # an edge if a letter stands before


def _needed(
    parsed: Iterable[tuple[Any, Any]], run: tuple[str, ...], after: str, most: int
) -> tuple[str, ...]:
    """Return the best of the sets of literals of which a match of the sequence has one each.

    One of `run` stands before it; `after` tells of an edge behind it.
    """
    sets: list[tuple[str, ...]] = []
    parts = [*parsed]
    for part, following in zip_longest(parts, parts[1:]):
        name, argument = str(part[0]), part[1]
        if edge := _edge(name, argument):
            run = tuple(_with_edge(begun, edge) for begun in run)
        if name in ("AT", "ASSERT", "ASSERT_NOT"):  # these take no character
            continue
        ways = _ways(name, argument)
        if ways and len(run) * len(ways) <= _MOST_WAYS:
            run = tuple(reduce(_with_letter, way, begun) for begun in run for way in ways)
            continue
        behind = _edge(str(following[0]), following[1]) if following else after
        sets += run, _needed_within(name, argument, run, behind, most)
        run = tuple(reduce(_with_letter, way, "") for way in ways[: _MOST_WAYS + 1])
        run = run if 0 < len(run) <= _MOST_WAYS else ("",)
    sets.append(tuple(_with_edge(begun, after) for begun in run))
    usable = (one for one in sets if one and len(one) <= most and all(map(_length, one)))
    return max(usable, key=lambda one: (min(map(_length, one)), -len(one)), default=())


def _needed_within(
    name: str, argument: Any, run: tuple[str, ...], after: str, most: int
) -> tuple[str, ...]:
    if name in ("SUBPATTERN", "ATOMIC_GROUP"):
        return _needed(argument[-1] if name == "SUBPATTERN" else argument, run, after, most)
    if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        return _needed(argument[2], ("",), "", most) if argument[0] else ()
    if name == "BRANCH":
        ways = [_needed(way, run, after, most) for way in argument[1]]
        return tuple(hint for way in ways for hint in way) if all(ways) else ()
    return ()


def _length(hint: str) -> int:
    """Return how many letters a hint has that tell something."""
    return len(hint.strip(f"{EDGE}{_IF_WORD} "))


def _edge(name: str, argument: Any) -> str:
    """Return what a part of an expression says of the edge of a word."""
    if name == "AT":
        return EDGE if str(argument) == "AT_BOUNDARY" else ""
    if name == "ASSERT_NOT" and str(argument[1]) == "[(IN, [(CATEGORY, CATEGORY_WORD)])]":
        return _IF_WORD if argument[0] < 0 else _IF_WORD_ENDS
    return ""


def _with_edge(run: str, edge: str) -> str:
    if edge == _IF_WORD_ENDS:
        edge = EDGE if _is_of_word(run[-1:]) else ""
    return run if run.endswith((EDGE, _IF_WORD)) else run + edge


def _with_letter(run: str, letter: str) -> str:
    """Return a run that goes on with a letter, with an edge between them where one must be."""
    last, is_of_word = run[-1:], _is_of_word(letter)
    if last == _IF_WORD:
        return f"{run[:-1]}{EDGE if is_of_word else ''}{letter}"
    is_edge = last not in ("", EDGE) and _is_of_word(last) != is_of_word
    return f"{run}{EDGE if is_edge else ''}{letter}"


def _is_of_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _ways(name: str, argument: Any) -> tuple[str, ...]:
    """Return the texts that can stand here, where these are known and few; else nothing."""
    if name == "LITERAL":
        return (chr(argument),)
    if name == "IN" and all(str(kind) == "LITERAL" for kind, _ in argument):
        return tuple(chr(code) for _, code in argument)
    if name == "BRANCH":
        ways = [_ways("SUBPATTERN", (way,)) for way in argument[1]]
        return tuple(chain.from_iterable(ways)) if all(ways) else ()
    if name != "SUBPATTERN":
        return ()
    found: tuple[str, ...] = ("",)
    for operator, inner in argument[-1]:
        more = _ways(str(operator), inner)
        if not 0 < len(found) * len(more) <= _MOST_WAYS:
            return ()
        found = tuple(begun + text for begun in found for text in more)
    return found


def beginnings_of(source: str, flags: int = 0) -> frozenset[str]:
    """Return beginnings, as `folded`; each text that it matches at its start has one of them.

    "" is among them where any text may match.
    """
    parsed = _parsed(source, flags)
    if parsed is None:
        return frozenset(("",))
    begun, ended = _grown(parsed, frozenset(("",)))
    return begun | ended


# Beginnings that go on with what comes next in the expression, and those that end: they are long
# enough, or it is not known what follows.
_Grown = tuple[frozenset[str], frozenset[str]]
_NONE: Final[frozenset[str]] = frozenset()


def _grown(parsed: Iterable[tuple[Any, Any]], begun: frozenset[str]) -> _Grown:
    """Return the beginnings behind a sequence, of those before it."""
    ended = _NONE
    for operator, argument in parsed:
        name = str(operator)
        if name in ("AT", "ASSERT", "ASSERT_NOT"):  # these take no character
            continue
        begun, more = _behind(name, argument, begun)
        long = frozenset(one for one in begun if len(one) >= _MOST_OF_BEGINNING)
        ended |= more | {one[:_MOST_OF_BEGINNING] for one in long}
        begun -= long
        if not begun:
            break
    return begun, ended


def _behind(name: str, argument: Any, begun: frozenset[str]) -> _Grown:
    """Return the beginnings behind one part of an expression."""
    if name in ("SUBPATTERN", "ATOMIC_GROUP"):
        return _grown(argument[-1] if name == "SUBPATTERN" else argument, begun)
    if name == "BRANCH":
        ways = [_grown(way, begun) for way in argument[1]]
        return _NONE.union(*(one for one, _ in ways)), _NONE.union(*(one for _, one in ways))
    if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, most, part = argument
        once, ended = _grown(part, begun)
        if most > 1:  # of what comes after the first time nothing is known
            once, ended = _NONE, once | ended
        return (once if least else begun | once), ended
    if letters := _ways(name, argument):
        return frozenset(f"{one}{folded(letter)}" for one in begun for letter in letters), _NONE
    return _NONE, begun
