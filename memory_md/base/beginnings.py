"""How a text begins that an expression matches at its start: one look instead of many matches.

The beginnings are read off the parsed expressions, so there is no second list to keep.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from .regex import ODD_CASES

_MOST: Final = 8  # characters of a beginning
BEFORE_TREE: Final = 1000  # looks; a short command has fewer, and pays for no tree

# The beginnings, letter by letter; nothing is below the last one.
_Tree = dict[str, "_Tree"]


def may_begin(*expressions: re.Pattern[str]) -> Callable[[str], bool]:
    """Return what tells whether one of the expressions may match at the start of a text.

    Where it says no, none of them does.
    """
    looks = 0
    tree: _Tree = {}

    def may_match(text: str) -> bool:
        nonlocal looks, tree
        if looks < BEFORE_TREE:
            looks += 1
            if looks == BEFORE_TREE:
                tree = _tree(expressions)
            return True
        below: _Tree | None = tree
        for letter in text[:_MOST].lower():
            if not below:
                break
            below = below.get(letter)
        if below is not None and not below:
            return True
        # Of letters beyond ASCII, these few are one with an ASCII letter that `lower` leaves.
        return not (text.isascii() or ODD_CASES.isdisjoint(text[:_MOST]))

    return may_match


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


def beginnings_of(source: str, flags: int = 0) -> frozenset[str]:
    """Return beginnings in lower case; each text that it matches at its start has one of them.

    "" is among them where any text may match, or where this Python has another parser.
    """
    parser: Any = getattr(re, "_parser", None)
    try:
        begun, ended = _grown(parser.parse(source, flags), frozenset(("",)))
    except (AttributeError, ValueError):
        return frozenset(("",))
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
        long = frozenset(one for one in begun if len(one) >= _MOST)
        ended |= more | {one[:_MOST] for one in long}
        begun -= long
        if not begun:
            break
    return begun, ended


def _behind(name: str, argument: Any, begun: frozenset[str]) -> _Grown:
    """Return the beginnings behind one part of an expression."""
    if letters := _letters(name, argument):
        return frozenset(f"{one}{letter}" for one in begun for letter in letters), _NONE
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
    return _NONE, begun


def _letters(name: str, argument: Any) -> frozenset[str]:
    """Return the characters that can stand here, where that is known."""
    codes = [argument] if name == "LITERAL" else []
    if name == "IN" and all(str(kind) == "LITERAL" for kind, _ in argument):
        codes = [code for _, code in argument]
    letters = frozenset(map(chr, codes))
    # Beyond ASCII, letters are one without their case that `lower` keeps apart.
    odd = any(not one.isascii() and one.lower() != one.upper() for one in letters)
    return _NONE if odd else frozenset(map(str.lower, letters))
