"""A block of ours between two marker lines in somebody's file (Markdown, TOML, `.gitattributes`).

It is added at the end of the file, after a newline that belongs to it, so that removing it restores
the file byte for byte, with or without a final newline. What stands between the markers is ours;
all else is not.
"""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from ..base.errors import UnreadableError


class Markers(Struct, frozen=True):
    """The line that opens a block and the one that closes it."""

    begin: str
    end: str


MARKDOWN = Markers("<!-- mem: begin -->", "<!-- mem: end -->")
EXPORT = Markers("<!-- mem-export: begin -->", "<!-- mem-export: end -->")
HASH = Markers("# mem: begin", "# mem: end")


def with_block(text: str, body: str, markers: Markers, where: str) -> str:
    """The text with a block that holds `body`, in the place of an older one or at its end."""
    found = _place(text, markers, where)
    newline = _newline(text[found[0] : found[1]] if found else text)
    block = "\n".join([markers.begin, body.strip("\n"), markers.end]).replace("\n", newline)
    if found:
        return text[: found[0]] + block + text[found[1] :]
    return (text + newline if text else "") + block + newline


def without_block(text: str, markers: Markers, where: str) -> str:
    """The text as it was before; the same where it has no block."""
    found = _place(text, markers, where)
    if not found:
        return text
    start, end = found
    newline = _newline(text[start:end])
    before, after = text[:start], text[end:].removeprefix(newline)
    if not after or before.endswith(newline * 2):  # what somebody added below needs its line
        before = before.removesuffix(newline)
    return before + after


def with_lines(
    text: str, markers: Markers, where: str, kept: Callable[[Sequence[str]], Sequence[str]]
) -> str:
    """The text with those lines of its block that `kept` gives back; the same without a block."""
    found = _place(text, markers, where)
    if not found:
        return text
    lines = text[found[0] : found[1]].split("\n")
    inside = "".join(f"{line}\n" for line in kept(lines[1:-1]))
    return f"{text[: found[0]]}{lines[0]}\n{inside}{lines[-1]}{text[found[1] :]}"


def file_without_block(text: str, markers: Markers, where: str) -> str | None:
    """The same for a whole file; None if the block is all that it holds."""
    left = without_block(text, markers, where)
    return left if left or left == text else None


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def has_block(text: str, markers: Markers) -> bool:
    """Whether a block is there, whatever it holds."""
    return markers.begin in text


def _place(text: str, markers: Markers, where: str) -> tuple[int, int] | None:
    """From the first marker to the end of the last. Raises UnreadableError for half a block."""
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
    line = rf"(?:(?<=[\n\ufeff])|\A){re.escape(marker)}(?=[^\S\n]*(?:\n|\Z))"
    return [found.start() for found in re.finditer(line, text)]
