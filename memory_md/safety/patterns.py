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
from typing import Final

from ..base.regex import regex

Words = tuple[str, ...]

_LINE: Final = regex(r"^(?:([A-Z]+) (:?=) (.*)|\[(.*)\]|([^#\n].*))$", re.MULTILINE)
_NAME: Final = regex(r"([@{|])([A-Z]+)")
_LIST: Final = regex(r"\{([^\d{}\\\]][^{}]*)\}")
_LIST_OR_PART: Final = regex(rf"{_LIST.pattern}|@([A-Z]+)")
_OR: Final = regex(r"(?<!\\)\|")


class PatternTable:
    """The rows of a table; a name in them is replaced by what it stands for when that is needed.

    `rows` are (section, expression as written).
    """

    def __init__(self, text: str) -> None:
        self._choices: dict[str, str] = {}
        self._parts: dict[str, str] = {}
        self._words: dict[str, Words] = {}
        self._lists: dict[str, tuple[Words, ...]] = {}
        rows = []
        section = ""
        for name, sign, value, title, source in _LINE.findall(text):
            if title:
                section = title
            elif sign == "=":
                self._choices[name] = value
            elif name:
                self._parts[name] = value
            else:
                rows.append((section, source))
        self.rows = tuple(rows)

    def lists_of(self, source: str) -> tuple[Words, ...]:
        """Return the lists of words of which every match has one, in their order."""
        found: list[Words] = []
        for choices, part in _LIST_OR_PART.findall(source):
            if choices:
                found.append(self._words_of(choices))
            elif part in self._parts:
                if part not in self._lists:
                    self._lists[part] = self.lists_of(self._parts[part])
                found += self._lists[part]
        return tuple(found)

    def expression(self, source: str) -> str:
        """Return an expression as `re` reads it."""
        return expression(self.expanded(source))

    def _words_of(self, choices: str) -> Words:
        if choices not in self._words:
            self._words[choices] = _words(self.expanded(f"{{{choices}}}")[1:-1])
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


def expression(source: str) -> str:
    """Return an expression without names as `re` reads it."""
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
