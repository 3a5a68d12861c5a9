"""Where sentences end, and a text without its emphasis marks.

Code spans are never cut or changed.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ...base.regex import regex

_FENCED: Final = regex(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_QUOTED_LINE: Final = regex(r"^[ \t]{0,8}[>│┃|❯$#+].*$", re.MULTILINE)
_SPAN: Final = regex(r"`[^`]*`")
_NARROW: Final = 60  # columns; hardly anybody wraps sooner
_WIDE: Final = 120  # what is longer was not wrapped
_END: Final = regex(
    # One set of characters to look for first: what ends a sentence, or a code span.
    r"[.!?。！？`](?:(?<=[.!?])[\"'”’)\]]?(?:[ \t]+(?=[A-Z`\"'“(\[À-ÞА-ЯΑ-Ω0-9*✅])"
    r"|(?=[A-Z][a-z'’]+[ ,])|(?=`))|(?<=[。！？])|(?<=`)(?:[:.](?=`)|:(?=[A-Z][a-z'’]+[ ,])))"
)
# What stands before each sentence of a line but the first, and before what follows its number.
BEFORE_SENTENCE: Final = r"[.!?。！？:)][\"'”’\]]?\s*"
_ABBREVIATIONS: Final = frozenset(
    "e.g i.e etc vs cf approx no fig al dr mr ms mrs resp incl".split()  # noqa: SIM905
)
# No other word of three letters or more is one: told without looking where it begins.
_ENDS_OF_ABBREVIATIONS: Final = frozenset(one[-3:] for one in _ABBREVIATIONS)
# A star beside a slash, a dot or a word on its outer side is part of a glob ("src/**/*.ts"). Each
# way begins with the mark itself and then looks back, so that only marks are looked at.
_EMPHASIS: Final = regex(
    r"\*(?<![/\w*]\*)\*(?=[^\s/*])|\*(?<=[^\s/*]\*)\*(?![/\w*])|_(?<!\w_)_(?=[^\W_])"
    r"|_(?<=[^\W_]_)_(?!\w)|\*(?<![\w*/.]\*)(?=[^\s*/.])|\*(?<=[^\s*/]\*)(?![\w*/.])"
)


def masked_spans(text: str) -> str:
    """The text with an x for each character in a code span."""
    if "`" not in text:
        return text
    return _SPAN.sub(lambda found: "`" + "x" * (len(found[0]) - 2) + "`", text)


def sentences(text: str) -> Iterator[str]:
    """Split a paragraph into sentences, never in a code span, also where the space is missing."""
    masked = masked_spans(text)
    start = 0
    for found in _END.finditer(masked):
        mark, end = found.span()
        if masked[mark] == ".":
            word = masked[mark - 3 : mark]
            is_short = mark < 3 or not word.isalpha() or word.lower() in _ENDS_OF_ABBREVIATIONS
            if is_short and _is_abbreviated(masked[start:mark]):
                continue
            glued = end == mark + 1 or masked[end - 1] not in " \t"
            if glued and not _glued_boundary(masked[start:mark]):
                continue
        piece = text[start:end].strip()
        if piece:
            yield piece[:-1] if piece.endswith("`:") else piece
        start = end
    if tail := text[start:].strip():
        yield tail


def _is_abbreviated(head: str) -> bool:
    """Whether a point behind the text is one of an abbreviation, an initial or a list's number."""
    tail = head[-11:].replace("(", " ").replace("\n", " ").replace("\t", " ")
    word = tail.rpartition(" ")[2].lower()
    if len(word) > 2:
        return word in _ABBREVIATIONS
    return word.isdecimal() or word in _ABBREVIATIONS or (len(word) == 1 and "a" <= word <= "z")


def _glued_boundary(head: str) -> bool:
    """Whether the point ends a word of prose ("further.We"), not a name ("path.Join")."""
    word = head[head.rfind(" ") + 1 :].rstrip(".")
    if len(word) > 2 and ((word.isalpha() and word.islower()) or word.startswith("0x")):
        return True
    return word.endswith(("`", ")", '"', "'"))


def without_fences(text: str) -> str:
    """Return the text without fenced code, closed or not."""
    return _FENCED.sub("", text) if "```" in text or "~~~" in text else text


# Each message of a person is read so in several ways, one after the other.
@lru_cache(maxsize=8)
def without_quotes(text: str) -> str:
    """Return what the writer says: no fenced code, no quoted or prompted line, no table row.

    Lines that were wrapped are joined: one that was full, and the next begins with a small letter.
    """
    return unwrapped(_QUOTED_LINE.sub("", without_fences(text)))


def unwrapped(text: str) -> str:
    """Return the text with each paragraph's wrapped lines joined by a space."""
    lines = text.split("\n")
    if len(lines) < 2:
        return text
    width = 0
    told = [lines[0]]
    for above, line in pairwise(lines):
        width = max(width, len(above), len(line)) if above else len(line)
        is_full = len(above) <= _WIDE and not is_broken(above, line, width)
        if is_full and line[:1].islower():
            told[-1] = f"{told[-1].rstrip()} {line}"
        else:
            told.append(line)
    return "\n".join(told)


def is_broken(above: str, line: str, width: int) -> bool:
    """Whether a line ends where the next word had room, in a text of that width."""
    return len(above) + 1 + len(line.partition(" ")[0]) <= max(width, _NARROW)


def plain(text: str) -> str:
    """The text without emphasis marks; code spans keep their backticks and what is in them."""
    if "*" not in text and "__" not in text:
        return text
    masked = masked_spans(text)
    out, last = [], 0
    for mark in _EMPHASIS.finditer(masked):
        out.append(text[last : mark.start()])
        last = mark.end()
    out.append(text[last:])
    return "".join(out)
