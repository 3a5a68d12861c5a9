r"""Markdown that grows while it is written, read line by line and never held whole.

It decodes and numbers lines (`\n` and `\r\n` end one), and knows nothing of what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ..model.events import Warned

MAX_LINE: Final = 32 << 20

Line = tuple[int, bytes | None]


class Lines(Struct, frozen=True):
    """Text told by how its first line opens, to be read once."""

    path: str
    opening: str
    lines: Iterator[Line]
    digest: str


def opening_of(head: list[Line], openings: tuple[str, ...]) -> str:
    """Which of these the first line that is not blank opens with, or nothing."""
    first = next((raw for _, raw in head if raw and raw.strip()), b"").lstrip()
    return next((opening for opening in openings if first.startswith(opening.encode())), "")


def text_lines(content: Lines) -> Iterator[tuple[int, str | Warned]]:
    """(number, line without its end); in place of a line that cannot be read, a warning."""
    warned = False
    for number, raw in content.lines:
        if raw is None:
            yield number, Warned(number, f"skipped a line longer than {MAX_LINE >> 20} MB")
            continue
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError:
            line = raw.decode("utf-8", "replace")
            if not warned:
                yield number, Warned(number, "not valid UTF-8: some characters were replaced")
            warned = True
        yield number, line.removesuffix("\n").removesuffix("\r")
