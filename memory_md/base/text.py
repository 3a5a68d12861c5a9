"""Lines and newlines, a text on one line, and its beginning. When two texts are one: `identity`."""

import re
from collections.abc import Iterator
from typing import Final

# Controls that are not white space; escapes come apart when ESC goes.
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
# A title that is never closed ends with its line, or it would swallow all that follows.
ANSI: Final = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\r\n]*(?:\x07|\x1b\\)?|[@-Z\\-_])"
)
_SPACES: Final = re.compile(r"\s+")
# Bytes that are not UTF-8, as Python reads them, and halves of a character in JSON.
SURROGATE: Final = re.compile("[\ud800-\udfff]")


def lines_of(text: str, start: int = 0) -> Iterator[tuple[int, str]]:
    r"""Yield (offset, line) of each line from `start` on, newline included; only `\n` ends one."""
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end + 1
        yield start, text[start:end]
        start = end


def newline_of(text: str) -> str:
    r"""Return the end of the first line, `"\r\n"` or `"\n"`; the latter where there is none."""
    end = text.find("\n")
    return "\r\n" if end > 0 and text[end - 1] == "\r" else "\n"


def one_line(text: str) -> str:
    """Return the text on one line: white space becomes one space, controls and escapes go."""
    if "  " not in text and text.isprintable():
        return text.strip()
    return _SPACES.sub(" ", _CONTROLS.sub("", ANSI.sub("", text))).strip()


def clip(text: str, width: int) -> str:
    """Return at most `width` characters, cut at a word where one is near, marked with "…"."""
    if len(text) <= width:
        return text
    cut = text[: max(width - 1, 0)]
    space = cut.rfind(" ")
    if space > width * 2 // 3:
        cut = cut[:space]
    return (cut.rstrip(" ,;:–—-") + "…")[: max(width, 0)]
