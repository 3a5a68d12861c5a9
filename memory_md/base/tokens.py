"""How many tokens a text takes, estimated: a price for each piece that a tokenizer would see.

The prices were fitted to o200k_base and cl100k_base, whichever takes more, on the messages of the
programs of Debian 12 in 183 languages and 25 scripts, and on English notes, code and paths: of
15,846 texts 99.3 % take no more than is said, and the median estimate is 1.31 times the exact count
(1.1 for a page of English notes). What single words miss evens out in a longer text, so the margin
grows with the root of the length. Linear time.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

_LATIN: Final = "A-Za-zÀ-ɏḀ-ỿ"
_PIECE: Final = re.compile(
    rf"([{_LATIN}]+)|([0-9]{{1,3}})|( ?[!-/:-@\[-`{{-~]+)|([^ -~\s{_LATIN}]+)"
    r"|(\s*\n\s*|\s\s+|[^\S ])"
)
# httpOnly → http Only, HTTPServer → HTTP Server
_PART: Final = re.compile(rf"[{_LATIN}][^A-Z\W\d_]+|[A-Z]+(?![^A-Z\W\d_])|[{_LATIN}]")
# Where a seventh of the words are of these, a vocabulary holds most of the others whole.
_WORDS: Final = (
    "the and are with from this that its has have been must can cannot will would should when"
    " which where what how if only each one use used run new read write without before after never"
    " always than then they you your them there other out does import def self const function"
    " class return src docs tests"
)
_ENGLISH: Final = frozenset(_WORDS.split())
_ENGLISH_SHARE: Final = 1 / 7
# The tokens of a character from there on, in lower case: of each script that was measured.
_SCRIPTS: Final = (
    (0x80, 0.9), (0x250, 2.1), (0x370, 1.0), (0x430, 0.65), (0x450, 1.5), (0x460, 2.6),
    (0x530, 2.2), (0x590, 1.45), (0x600, 0.9), (0x671, 2.1), (0x900, 1.3), (0x980, 1.6),
    (0xA00, 2.05), (0xB00, 3.0), (0xB80, 1.65), (0xC00, 2.05), (0xD00, 1.9), (0xD80, 2.2),
    (0xE00, 1.1), (0xE80, 2.2), (0x1100, 3.0), (0x1780, 1.8), (0x1800, 3.0), (0x2000, 1.1),
    (0x2100, 2.0), (0x2500, 1.2), (0x2600, 2.7), (0x3000, 0.8), (0x3040, 1.0), (0x3100, 2.4),
    (0xA000, 3.0), (0xAC00, 1.3), (0xD7B0, 3.0), (0xFF00, 1.2), (0x10000, 4.0), (0x1F000, 3.0),
    (0x20000, 4.0),
)  # fmt: skip
_STARTS: Final = [start for start, _ in _SCRIPTS]
_COMMON_CHINESE: Final = range(0xB0, 0xD8)  # lead bytes of the commoner half of GB 2312


def estimate_tokens(text: str) -> int:
    """Return the tokens of a text, 0 of an empty one, seldom too few."""
    total, words = 0.0, list[str]()
    for word, digits, signs, other, blanks in _PIECE.findall(text):
        if word:
            words.append(word)
        elif digits:
            total += 1.2
        elif signs:
            total += 0.65 + 0.3 * (len(signs) - 1)
        elif other:
            total += 0.3 + sum(map(_character, other.lower()))
        else:
            total += 1 + len(blanks) / 40
    total += _words(words)
    return math.ceil(total + 0.7 * math.sqrt(total)) or int(bool(text))


def _words(words: Sequence[str]) -> float:
    """Return the tokens of Latin words, which cost half where they are English."""
    english = sum(word.lower() in _ENGLISH for word in words)
    known = min(1.0, english / (_ENGLISH_SHARE * max(1, len(words))))
    part_price, letter = 1.18 - 0.2 * known, 0.43 - 0.33 * known
    total = 0.0
    for word in words:
        for part in _PART.findall(word):
            capitals = len(part) > 1 and part.isascii() and part.isupper()
            total += part_price + (
                0.5 * (len(part) - 2) if capitals else letter * max(0, len(part) - 3)
            )
        if not word.isascii():
            total += sum(letter > "\x7f" for letter in word)
    return total


def _character(letter: str) -> float:
    code = ord(letter)
    if 0x4E00 <= code < 0xA000:
        data = letter.encode("gb2312", "replace")
        return 1.1 if data[0] in _COMMON_CHINESE else 2.4
    return _SCRIPTS[max(0, bisect_right(_STARTS, code) - 1)][1]
