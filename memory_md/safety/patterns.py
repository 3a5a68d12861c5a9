r"""Tables of expressions in which the words that every match has are marked.

One expression a line, under a `[section]`; lines that begin with `#` are comments:

    NAME = a|b        a list of words, used as {NAME}, or as @NAME where it is optional
    NAME := …         a part of an expression, used as @NAME; only names above it may stand in it
    {a|b}             one of these words; every match has one, so it stands outside of brackets, and
                      the lists of an expression follow one another; \| is the sign itself

From the lists come both the expression and the quick check that spares it: to compile an expression
costs a hundred times more than to run it, and an ordinary text needs none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..base.regex import regex

Words = tuple[str, ...]

_LINE: Final = regex(r"^(?:([A-Z]+) (:?=) (.*)|\[(.*)\]|([^#\n].*))$", re.MULTILINE)
_NAME: Final = regex(r"([@{|])([A-Z]+)")
_LIST: Final = regex(r"\{([^\d{}\\\]][^{}]*)\}")
_OR: Final = regex(r"(?<!\\)\|")


def rows(table: str) -> Iterator[tuple[str, str]]:
    """Yield (section, expression) of a table, its names replaced by what they stand for."""
    lists: dict[str, str] = {}
    parts: dict[str, str] = {}
    section = ""

    def value_of(found: re.Match[str]) -> str:
        sign, name = found.groups()
        if name not in lists:
            return found[0]
        return parts[name] if sign == "@" else f"{sign}{lists[name]}"

    for name, sign, value, title, source in _LINE.findall(table):
        if title:
            section = title
        elif name:
            lists[name] = _NAME.sub(value_of, value)
            parts[name] = lists[name] if sign == ":=" else _one_of(lists[name])
        else:
            yield section, _NAME.sub(value_of, source)


def lists_of(source: str) -> tuple[Words, ...]:
    """Return the lists of words of which every match has one, in their order."""
    return tuple(map(_words, _LIST.findall(source)))


def expression(source: str) -> str:
    """Return an expression as `re` reads it."""
    return _LIST.sub(lambda found: _one_of(found[1]), source)


def may_match(lists: tuple[Words, ...], text: str) -> bool:
    """Whether the text has a word of each list, in order; linear time."""
    at = 0
    for words in lists:
        ends = [found + len(word) for word in words if (found := text.find(word, at)) >= 0]
        if not ends:
            return False
        at = min(ends)
    return True


def _words(choices: str) -> Words:
    if "\\" in choices:
        return tuple(word.replace("\\", "") for word in _OR.split(choices))
    return tuple(choices.split("|"))


def _one_of(choices: str) -> str:
    return f"(?:{'|'.join(map(re.escape, _words(choices)))})"
