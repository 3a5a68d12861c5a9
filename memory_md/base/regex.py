"""Regular expressions that are compiled when they are first used.

To compile one costs a tenth of a millisecond to three, there are some seven hundred, and a command
uses a few dozen.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any, Final, cast


class _Regex:
    """Stands for an expression until one of its methods is asked for; from then on it has them."""

    __slots__ = (
        "_flags",
        "_source",
        "findall",
        "finditer",
        "fullmatch",
        "match",
        "search",
        "split",
        "sub",
        "subn",
    )

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Compile it; this is called for what is not there yet."""
        compiled = re.compile(self._source, self._flags)
        for method in _Regex.__slots__[2:]:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, but for its cost; a fault in `source` shows at the first use."""
    return cast("re.Pattern[str]", _Regex(source, flags))


_BEFORE_HINTS: Final = 100  # searches; a short command has fewer, and pays for no hints
_MOST_HINTS: Final = 40
_SHORTEST_HINT: Final = 2
_MOST_WAYS: Final = 4  # to write one literal: "i'd" and "i’d"
# Letters that are one with an ASCII letter where case does not count, and that `lower` leaves.
ODD_CASES: Final = frozenset(("\u0130", "\u0131", "\u017f"))


_Search = Callable[[str], re.Match[str] | None]


class _SparseRegex(_Regex):
    """An expression that few texts hold: after many searches, it looks for its hints first."""

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
            flags = self._flags
            parts = [
                (
                    tuple(hint.replace(EDGE, "") for hint in hints_of(one, flags)),
                    re.compile(one, flags).search,
                )
                for one in self._parts
            ]
            self.search = _search_by(parts, self._find)
        return self._find(text)


def sparse_regex(*parts: str, flags: int = 0) -> re.Pattern[str]:
    """Return what `regex` gives for alternatives that are searched in many texts and seldom found.

    What all matches of a part have one of ("might", "maybe") is looked for first, in a tenth of
    the time; only parts of which a text has such a word are searched.
    """
    return cast("re.Pattern[str]", _SparseRegex(parts, flags))


def _search_by(parts: Sequence[tuple[tuple[str, ...], _Search]], whole: _Search) -> _Search:
    every = [(hints or ("",), find) for hints, find in parts]
    plain = [
        (tuple(filter(str.isascii, hints)), find) if any(hints) else (hints, find)
        for hints, find in every
    ]
    # Beyond ASCII, letters are one without their case that `lower` keeps apart.
    cased = any(
        not one.isascii() and one.lower() != one.upper()
        for hints, _ in every
        for one in "".join(hints)
    )

    def search(text: str) -> re.Match[str] | None:
        lowered, wanted = text.lower(), plain
        if not text.isascii():
            if cased or any(letter in text for letter in ODD_CASES):
                return whole(text)
            wanted = every
        first: re.Match[str] | None = None
        for hints, find in wanted:
            for hint in hints:
                if hint in lowered:
                    found = find(text)
                    if found and (first is None or found.start() < first.start()):
                        first = found
                    break
        return first

    return search


def hints_of(
    source: str, flags: int = 0, *, most: int = _MOST_HINTS, shortest: int = _SHORTEST_HINT
) -> tuple[str, ...]:
    """Return words in lower case of which each text that it matches has one; () if there are none.

    There are at most `most`, none shorter than `shortest`. An `EDGE` is in a hint where a word
    begins or ends in each match, see `edged`. They are read off the parsed expression; where this
    Python has another parser, there are none.
    """
    parser: Any = getattr(re, "_parser", None)
    try:
        found = _needed(parser.parse(source, flags), ("",), "", most)
    except (AttributeError, ValueError):
        return ()
    few = sorted({hint.lower() for hint in found}, key=lambda hint: (len(hint), hint))
    kept = [hint for at, hint in enumerate(few) if not any(one in hint for one in few[:at])]
    return tuple(kept) if min(map(_length, kept), default=0) >= shortest else ()


def edged(text: str) -> str:
    """Return a text with an `EDGE` where a word begins or ends."""
    return _EDGES.sub(EDGE, text)


EDGE: Final = "\0"
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
        letters = _letters(name, argument)
        if letters and len(run) * len(letters) <= _MOST_WAYS:
            run = tuple(_with_letter(begun, letter) for begun in run for letter in letters)
            continue
        behind = _edge(str(following[0]), following[1]) if following else after
        sets += run, _needed_within(name, argument, run, behind, most)
        run = letters if 0 < len(letters) <= _MOST_WAYS else ("",)
    sets.append(tuple(_with_edge(begun, after) for begun in run))
    usable = (one for one in sets if one and len(one) <= most and all(map(_length, one)))
    return max(usable, key=lambda one: (min(map(_length, one)), -len(one)), default=())


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


def _letters(name: str, argument: Any) -> tuple[str, ...]:
    """Return the characters that can stand here, where these are literals; else nothing."""
    if name == "LITERAL":
        return (chr(argument),)
    if name == "IN" and all(str(kind) == "LITERAL" for kind, _ in argument):
        return tuple(chr(code) for _, code in argument)
    return ()


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
