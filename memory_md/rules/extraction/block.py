"""One block of a Markdown text: a heading, a paragraph, a list item or a row of a table."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, field

BlockKind = Literal["heading", "paragraph", "item", "row"]

LEAD: Final = 7  # the level of a line that works as a heading: in bold, a YAML key, a known name
_MAX_BLOCK: Final = 4_000


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
        """The block with its lines joined by single spaces, cut after some thousand characters."""
        if self.parts:
            self.text = " ".join(self.parts)[:_MAX_BLOCK]
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


def _letters_of(parts: list[str]) -> tuple[str, tuple[int, ...]]:
    found, ends, read = "", [], 0
    for part in parts:
        found += _letters(part)
        ends.append(len(found))
        read += len(part) + 1
        if read > _MAX_BLOCK:
            break
    return found, tuple(ends)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
