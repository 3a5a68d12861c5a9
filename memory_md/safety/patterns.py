r"""Tables of expressions in which the words that every match has are marked.

One expression a line, under a `[section]`; lines that begin with `#` are comments:

    NAME = a|b        a list of words, used as {NAME}, or as @NAME where it is optional
    NAME := …         a part of an expression, used as @NAME; names of others may stand in it
    {a|b}             one of these words; every match has one, so it stands outside of brackets, and
                      the lists of an expression follow one another; \| is the sign itself

From the lists come both the expression and the quick check that spares it: to compile an expression
costs a hundred times more than to run it, and an ordinary text needs none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ..base.regex import regex

Words = tuple[str, ...]

_NAME: Final = regex(r"([@{|])([A-Z]+)")
_LIST: Final = regex(r"\{([^\d{}\\\]][^{}]*)\}")
_NO_LIST: Final = frozenset("0123456789\\]}")  # what follows a brace that is no list: a{2,}


class TablePattern(NamedTuple):
    """An expression as its table writes it, the section it stands in, and its lists of words."""

    section: str
    source: str
    lists: tuple[Words, ...]
    table: PatternTable

    @property
    def expression(self) -> str:
        """The expression as `re` reads it."""
        return _LIST.sub(lambda found: _one_of(found[1]), self.table.expanded(self.source))


class PatternTable:
    """The rows of a table; a name in them is replaced by what it stands for when that is needed.

    `rows` are (section, expression as written). Reading needs no expression: each start does it.
    """

    def __init__(self, text: str) -> None:
        self._choices: dict[str, str] = {}
        self._parts: dict[str, str] = {}
        self._words: dict[str, Words] = {}
        self._lists: dict[str, tuple[Words, ...]] = {}
        self.rows: list[tuple[str, str]] = []
        section = ""
        for line in text.split("\n"):
            name, _, value = line.partition(" ")
            is_name = name.isascii() and name.isalpha() and name.isupper()
            if not line or line.startswith("#"):
                continue
            if line.startswith("[") and line.endswith("]"):
                section = line[1:-1]
            elif is_name and value.startswith("= "):
                self._choices[name] = value[2:]
            elif is_name and value.startswith(":= "):
                self._parts[name] = value[3:]
            else:
                self.rows.append((section, line))
        self._longest = sorted(self._parts, key=len, reverse=True)

    def pattern(self, section: str, source: str) -> TablePattern:
        """Return an expression with the lists of words of which every match has one, in order."""
        return TablePattern(section, source, self._lists_of(source), self)

    def _lists_of(self, source: str) -> tuple[Words, ...]:
        before, *pieces = source.split("{")
        found = [*self._lists_in_parts(before)]
        for piece in pieces:
            choices, _, after = piece.partition("}")
            if choices and choices[0] not in _NO_LIST:
                found.append(self._words_of(choices))
            found += self._lists_in_parts(after)
        return tuple(found)

    def _lists_in_parts(self, text: str) -> Iterator[Words]:
        for piece in text.split("@")[1:]:
            name = next((name for name in self._longest if piece.startswith(name)), "")
            if name:
                if name not in self._lists:
                    self._lists[name] = self._lists_of(self._parts[name])
                yield from self._lists[name]

    def _words_of(self, choices: str) -> Words:
        if choices not in self._words:
            words: list[str] = []
            for word in _words(choices):
                named = self._choices.get(word)
                words += self._words_of(named) if named else (word,)
            self._words[choices] = tuple(words)
        return self._words[choices]

    def expanded(self, source: str) -> str:
        """Return an expression with its lists and parts in place of their names."""
        return _NAME.sub(self._value_of, source)

    def _value_of(self, found: re.Match[str]) -> str:
        sign, name = found.groups()
        if sign == "@" and name in self._parts:
            return self.expanded(self._parts[name])
        if name not in self._choices:
            return found[0]
        choices = self.expanded(f"|{self._choices[name]}")[1:]
        return _one_of(choices) if sign == "@" else f"{sign}{choices}"


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
    if "\\" not in choices:
        return tuple(choices.split("|"))
    # An escaped sign is no border between words.
    words = choices.replace("\\|", "\0").split("|")
    return tuple(word.replace("\0", "|").replace("\\", "") for word in words)


def _one_of(choices: str) -> str:
    return f"(?:{'|'.join(map(re.escape, _words(choices)))})"
