"""Which rows of a table of expressions may match in a text: found by words, before any search.

A table names beside each row words of which every match holds one, plain and in lower case: "never
keep", or "comm*" for all words that begin with these four letters. A row without words is one of
CJK signs, and may match wherever such stand.
"""

import re
from collections.abc import Iterable
from typing import Final

_SIGNS: Final = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
CJK: Final = re.compile(f"[{_SIGNS}]")
_WORD: Final = re.compile(r"\w+", re.ASCII)
_ANY_WORD: Final = re.compile(rf"[^\W{_SIGNS}]+")
_ACCENTS: Final = ("àáâãäèéêëìíîïòóôõöùúûüçñё’", "aaaaaeeeeiiiiooooouuuucnе'")
# "İ" is one of two letters when it is made small.
_PLAIN: Final = str.maketrans(*(letters + letters.upper() for letters in _ACCENTS)) | {0x130: "I"}
_STEM: Final = 4


def plain(text: str) -> str:
    """Return a text of the same length without accents, which are often left out."""
    return text if text.isascii() else text.translate(_PLAIN)


class WordIndex:
    """The rows of a table by the words that their matches hold."""

    def __init__(self, words_of_rows: Iterable[str]) -> None:
        self._words: dict[str, list[int]] = {}
        self._stems: dict[str, list[int]] = {}
        self._wordless: list[int] = []
        for number, words in enumerate(words_of_rows):
            for word in words.split():
                where = self._stems if word.endswith("*") else self._words
                where.setdefault(word.removesuffix("*"), []).append(number)
            if not words:
                self._wordless.append(number)

    def rows(self, text: str) -> list[int]:
        """Return the numbers of the rows that may match in a text, in their order."""
        is_ascii = text.isascii()
        words = set((_WORD if is_ascii else _ANY_WORD).findall(plain(text).lower()))
        stems = {word[:_STEM] for word in words}
        found = {number for word in words & self._words.keys() for number in self._words[word]}
        found.update(number for stem in stems & self._stems.keys() for number in self._stems[stem])
        if not is_ascii and CJK.search(text):
            found.update(self._wordless)
        return sorted(found)
