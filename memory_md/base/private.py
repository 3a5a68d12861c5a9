"""Drops what stands between `<private>` and `</private>`, for persons and agents alike.

The tags are known in any case, with blanks and attributes, inside code too. A tag that is never
closed drops all to the end of its message; one that was never opened is text. Newlines are kept, so
that the other lines keep their numbers. All is linear in the length of the text.
"""

import re
from typing import Any, Final

from .regex import regex

_TAG: Final = regex(r"<\s{0,9}(/?)\s{0,9}private(?:\s[^<>]{0,200})?/?>", re.IGNORECASE)
_WORDS: Final = regex(r"[^\n\0]+")  # what goes: not newlines, nor what parts are joined by
# As written in JSON, where other programs escape the angle.
_SIGN: Final = r"(?:<|\\u003c)[\s/]{0,20}private"
_IN_TEXT: Final = regex(_SIGN, re.IGNORECASE)
_IN_BYTES: Final = re.compile(_SIGN.encode(), re.IGNORECASE)
# Lists under these keys are the parts of one message.
_PARTS: Final = ("content", "parts")


def may_hold_private(text: str | bytes) -> bool:
    """Whether some JSON may have such a tag in a string."""
    if isinstance(text, str):
        return ("<" in text or "\\u003" in text) and _IN_TEXT.search(text) is not None
    if b"<" not in text and b"\\u003" not in text:
        return False
    return b"private" in text.lower() and _IN_BYTES.search(text) is not None


def without_private(text: str, *, closed_only: bool = False) -> str:
    """Return a message without its private parts; with `closed_only`, several messages."""
    if "<" not in text or not _TAG.search(text):
        return text
    kept: list[str] = []
    at = 0
    for start, end in _spans(text, closed_only):
        kept += (text[at:start], _WORDS.sub("", text[start:end]))
        at = end
    return "".join((*kept, text[at:]))


def _spans(text: str, closed_only: bool) -> list[tuple[int, int]]:
    """Return the outermost private parts."""
    opened: list[int] = []
    closed: list[tuple[int, int]] = []
    for tag in _TAG.finditer(text):
        if not tag[1]:
            opened.append(tag.start())
        elif opened:
            start = opened.pop()
            while closed and closed[-1][0] > start:
                closed.pop()
            closed.append((start, tag.end()))
    if not opened or closed_only:
        return closed
    return [*(span for span in closed if span[0] < opened[0]), (opened[0], len(text))]


def without_private_strings(value: Any) -> Any:
    """Return a JSON value whose strings have no private parts.

    What is opened in one part of a message's content may be closed in a later one. Raises
    RecursionError on a value nested too deeply.
    """
    if isinstance(value, str):
        return without_private(value)
    if isinstance(value, list):
        return [without_private_strings(item) for item in value]
    if isinstance(value, dict):
        return {
            key: without_private_strings(_parts(item) if key in _PARTS else item)
            for key, item in value.items()
        }
    return value


def _parts(content: Any) -> Any:
    """Return a message's content without what is private in its texts, read as one text."""
    if not isinstance(content, list):
        return content
    texts = [part.get("text") if isinstance(part, dict) else part for part in content]
    plain = [text.replace("\0", "") if isinstance(text, str) else "" for text in texts]
    public = without_private("\0".join(plain)).split("\0")
    return [
        text if isinstance(part, str) else {**part, "text": text} if old else part
        for part, old, text in zip(content, plain, public, strict=True)
    ]
