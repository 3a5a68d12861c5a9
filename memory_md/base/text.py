"""Lines and newlines, a text on one line, and its beginning.

Pure functions over strings; they know nothing of entries or files. When two texts are one text is
decided in `identity`.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from .regex import regex

# Controls that are not white space; escapes come apart when ESC goes.
_CONTROLS: Final = regex(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
# A title that is never closed ends with its line, or it would swallow all that follows.
ANSI: Final = regex(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\r\n]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
# Kana, Han and Hangul, for a set in a pattern: words of these are not told by the spaces.
CJK: Final = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
CJK_CHAR: Final = regex(f"[{CJK}]")
_SPACES: Final = regex(r"\s+")
# Bytes of an argument or a file that are not UTF-8.
SURROGATE: Final = regex("[\ud800-\udfff]")


def lines_of(text: str, start: int = 0) -> Iterator[tuple[int, str]]:
    r"""Yield (offset, line) of each line from `start` on, newline included; only `\n` ends one."""
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end + 1
        yield start, text[start:end]
        start = end


_PRINTABLE: Final = bytes(range(0x20, 0x7F))


def is_printable(text: str) -> bool:
    """What `str.isprintable` says: of ASCII, in an eighth of the time."""
    if not text.isascii():
        return text.isprintable()
    return not text.encode().translate(None, _PRINTABLE)


def one_line(text: str) -> str:
    """The text on one line: runs of white space become one space, controls and escapes go."""
    if "  " not in text and is_printable(text):
        return text.strip()
    return _SPACES.sub(" ", _CONTROLS.sub("", ANSI.sub("", text))).strip()


def holds_sign(text: str, signs: Iterable[str]) -> bool:
    """Whether one of the signs is in the text; for signs that begin with a rare character.

    It is looked for first, in a twentieth of the time.
    """
    for sign in signs:  # noqa: SIM110 - a generator takes twice as long
        if sign[0] in text and sign in text:
            return True
    return False


def spaced(text: str) -> str:
    """The words of the text with one space between them; what is no white space stays."""
    if "  " not in text and is_printable(text):
        return text.strip()
    return " ".join(text.split())


def storable(text: str) -> str:
    """The text as it can stand in an entry: on one line, without the opening of a comment.

    What is private is left out. Bytes that are not UTF-8 become U+FFFD: nobody could search or
    show them.
    """
    if "<" in text:
        from .private import without_private

        text = without_private(text)
    line = one_line(text)
    if not line.isprintable():
        line = SURROGATE.sub("\ufffd", line)
    return line.replace("<!--", "&lt;!--")


def storable_qualifier(text: str) -> str:
    """The text as it can stand in the parentheses behind a label."""
    return storable(text).replace("(", "[").replace(")", "]")[:80].strip()


def clip(text: str, width: int) -> str:
    """The text in at most `width` characters, cut at a word where one is near, marked with "…"."""
    if len(text) <= width:
        return text
    cut = text[: max(width - 1, 0)]
    space = cut.rfind(" ")
    if space > width * 2 // 3:
        cut = cut[:space]
    return cut.rstrip(" ,;:–—-") + "…"
