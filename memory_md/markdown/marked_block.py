"""A block of ours between two marker lines in somebody's file (Markdown, TOML, `.gitattributes`).

It is added at the end of the file, after a newline that belongs to it, so that removing it restores
the file byte for byte, with or without a final newline. What stands between the markers is ours;
all else is not.
"""

from __future__ import annotations

from typing import NamedTuple

from ..base.errors import UnreadableError
from ..base.text import lines_of, newline_of


class Markers(NamedTuple):
    """The line that opens a block and the one that closes it."""

    begin: str
    end: str


MARKDOWN = Markers("<!-- mem: begin -->", "<!-- mem: end -->")
EXPORT = Markers("<!-- mem-export: begin -->", "<!-- mem-export: end -->")
HASH = Markers("# mem: begin", "# mem: end")


def with_block(text: str, body: str, markers: Markers, where: str) -> str:
    """Return the text with a block that holds `body`, in place of an older one or at its end.

    `where` is the file's name, for the error. Raises UnreadableError for half a block.
    """
    found = _place(text, markers, where)
    newline = newline_of(text[found[0] : found[1]] if found else text)
    block = "\n".join([markers.begin, body.strip("\n"), markers.end]).replace("\n", newline)
    if found:
        return text[: found[0]] + block + text[found[1] :]
    return (text + newline if text else "") + block + newline


def without_block(text: str, markers: Markers, where: str) -> str:
    """Return the text as it was before the block; the same text where it has none."""
    found = _place(text, markers, where)
    if not found:
        return text
    start, end = found
    newline = newline_of(text[start:end])
    before, after = text[:start], text[end:].removeprefix(newline)
    if not after or before.endswith(newline * 2):  # what somebody added below needs its line
        before = before.removesuffix(newline)
    return before + after


def _place(text: str, markers: Markers, where: str) -> tuple[int, int] | None:
    """Return the span from the first marker to the end of the last; None where neither stands."""
    starts = _lines_that_are(text, markers.begin)
    ends = _lines_that_are(text, markers.end)
    if not starts and not ends:
        return None
    if len(starts) != 1 or len(ends) != 1 or ends[0] < starts[0]:
        line = text.count("\n", 0, (starts or ends)[0]) + 1
        raise UnreadableError(
            f"the lines {markers.begin!r} and {markers.end!r} do not belong together",
            where=f"{where}:{line}",
            hint="delete what is left of the block",
        )
    return starts[0], ends[0] + len(markers.end)


def _lines_that_are(text: str, marker: str) -> list[int]:
    lines = lines_of(text, int(text.startswith("\ufeff")))
    return [start for start, line in lines if line.rstrip() == marker]
