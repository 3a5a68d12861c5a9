"""One block of a Markdown text: a heading, a paragraph, a list item or a row of a table."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct, field

from ...base.regex import regex

BlockKind = Literal["heading", "paragraph", "item", "row"]

LEAD: Final = 7  # the level of a line that works as a heading: in bold, a YAML key, a known name
MAX_BLOCK: Final = 4_000  # characters; what is longer is cut off
_NARROW: Final = 60  # columns; hardly anybody wraps sooner
# What a line ends with that goes on below: no letter, digit, code or bracket, or a little word.
_GOES_ON: Final = regex(
    r"(?:[^\w`)]|(?<!\w)(?:and|or|but|the|an?|our|its|their|this|that|these|which|who|of|to|in|on|at"
    r"|by|for|from|with|without|into|as|if|when|because|than|is|are|was|were|be|has|have|not|no|und"
    r"|oder|der|die|das|den|dem|ein|eine|mit|von|zu|et|ou|le|la|les|un|une|de|du|des|y|o|el|los|con"
    r"|para|и|или|в|на|с|по|для))$",
    re.IGNORECASE,
)
_SENTENCE: Final = regex(r"(?:[^\W\d_a-z][a-zа-яà-ÿ'’]*,? [a-zа-яà-ÿ`]|I )")
# Words that have a capital nowhere else.
_OPENER: Final = regex(
    r"(?:We|The|This|These|Those|It|It['’]s|An?|They|Our|All|Always|Never|Don['’]t|Do not|When|If"
    r"|There|Every|Each|Wir|Der|Die|Das|Es|Nous|Il|Elle|Les?|La|Los?|Las|El|Мы|Это|Не) \w"
)
_LEAST_WORDS: Final = 3


class Block(Struct):
    """A heading, paragraph, list item or table row; `line` counts from 0.

    `level` is 1..6 for headings, `LEAD` for lines that work as one, and the indentation for
    items. Rows carry their `cells` and the lower-cased `header` of their table.
    """

    kind: BlockKind
    text: str
    line: int
    level: int = 0
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    parts: list[str] = field(default_factory=list)
    letters: tuple[str, tuple[int, ...]] = ("", ())  # of the lines, and where each line's end

    def close(self) -> Block:
        """The block with its lines joined by single spaces, cut after some thousand characters.

        Where a line of a paragraph ends a statement without a full stop, it gets one.
        """
        if self.parts:
            told = stopped(self.parts) if self.kind == "paragraph" else self.parts
            self.text = " ".join(told)[:MAX_BLOCK]
        return self

    def line_of(self, text: str) -> int:
        """The line on which a text taken from the block begins, whatever its marks and case."""
        if len(self.parts) < 2:
            return self.line
        if not self.letters[1]:
            self.letters = _letters_of(self.parts)
        wanted = _letters(text)
        for size in (80, 40, 20, 8):
            at = self.letters[0].find(wanted[:size])
            if at >= 0:
                return self.line + sum(end <= at for end in self.letters[1])
        return self.line


def is_broken(above: str, line: str, width: int) -> bool:
    """Whether a line ends where the next word had room, in a text of that width."""
    return len(above) + 1 + len(line.partition(" ")[0]) <= max(width, _NARROW)


def stopped(parts: list[str]) -> list[str]:
    """The lines; with a full stop where the next one begins a sentence and did not have to."""
    if len(parts) < 2:
        return parts
    width = max(map(len, parts))
    told = parts[:]
    for at, line in enumerate(parts[1:]):
        above = parts[at]
        if (
            line[:1].isupper()
            and (is_broken(above, line, width) or _OPENER.match(line))
            and above.count(" ") >= _LEAST_WORDS
            and _SENTENCE.match(line)
            and not _GOES_ON.search(above[-16:])
        ):
            told[at] = f"{above}."
    return told


def _letters_of(parts: list[str]) -> tuple[str, tuple[int, ...]]:
    found, ends, read = "", [], 0
    for part in parts:
        found += _letters(part)
        ends.append(len(found))
        read += len(part) + 1
        if read > MAX_BLOCK:
            break
    return found, tuple(ends)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
