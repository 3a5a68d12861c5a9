"""Who speaks where in the record of a conversation: lines that begin with a name and a colon."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from ..base.regex import regex
from .text import word_spans, word_terms, words

# `Ann: …`, `**Ann**: …`, `- [10:31] Ann (host): …`
_LABEL: Final = regex(
    r"^(?:[-*+>] )?(?:\[[^\]\n]{1,40}\] ?)?[*_]{0,3}([^\W\d_][^\n:*_\[\]()#`]{0,39})[*_]{0,3}"
    r"(?: ?\([^)\n]{1,40}\))?:[*_]{0,3}(?=\s)",
    re.MULTILINE,
)
_LEAST_TURNS: Final = 4


class Turns:
    """The turns of a text, by the words at which they begin; none where it is no conversation."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._speakers: list[frozenset[str]] = []
        labels = [
            (match.start(1), frozenset(t for word in words(match[1]) for t in word_terms(word)))
            for match in _LABEL.finditer(text)
        ]
        speakers = [speaker for _, speaker in labels]
        # Labels of a form ("Date:", "Status:") stand once each; speakers come back.
        if len(labels) < _LEAST_TURNS or len(set(speakers)) * 2 > len(speakers):
            return
        begun = [start for start, _ in word_spans(text)]
        self._starts = [bisect_right(begun, place) - 1 for place, _ in labels]
        self._speakers = speakers

    def speaks(self, word: int) -> frozenset[str]:
        """The terms of the name of who says the word with that number; none if nobody does."""
        turn = bisect_right(self._starts, word) - 1
        return self._speakers[turn] if turn >= 0 else frozenset()

    @property
    def names(self) -> frozenset[str]:
        """The terms of all names."""
        return frozenset().union(*self._speakers)
