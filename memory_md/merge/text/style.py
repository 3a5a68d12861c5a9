"""How a text is written apart from its words: byte order mark, line ends, final newline.

A text is taken apart before it is compared with another of a different style, and put together
again after. One of mixed line ends keeps them: there they are part of its lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

_BOM = "\ufeff"


class Style(Struct, frozen=True):
    """`open_end` says that the last line has no newline."""

    bom: bool = False
    crlf: bool = False
    open_end: bool = False


def taken_apart(texts: Sequence[str]) -> tuple[tuple[str, ...], tuple[Style, ...]]:
    """Return the texts without BOM, each line ended by a newline, and how each was written.

    CRLF becomes LF where each of the texts has only one of the two.
    """
    uniform = all(text.count("\r\n") in {0, text.count("\n")} for text in texts)
    bodies, styles = [], []
    for text in texts:
        crlf = uniform and "\r\n" in text
        style = Style(text.startswith(_BOM), crlf, bool(text) and not text.endswith("\n"))
        body = text.removeprefix(_BOM)
        body = body.replace("\r\n", "\n") if crlf else body
        bodies.append(f"{body}\n" if body and not body.endswith("\n") else body)
        styles.append(style)
    return tuple(bodies), tuple(styles)


def put_together(body: str, style: Style) -> str:
    """Return the text of that body, in that style."""
    if style.open_end and body.endswith("\n") and not body.endswith("\n>>>>>>> theirs\n"):
        body = body[:-1]
    if style.crlf:
        body = body.replace("\n", "\r\n")
    return _BOM + body if style.bom else body


def chosen_style(base: Style, ours: Style, theirs: Style, texts: Sequence[str]) -> Style:
    """Return the style of the side that changed it; an empty text has none."""
    if not texts[1] or not texts[2]:
        return theirs if not texts[1] else ours
    if not texts[0]:
        return ours
    return Style(
        theirs.bom if ours.bom == base.bom else ours.bom,
        theirs.crlf if ours.crlf == base.crlf else ours.crlf,
        theirs.open_end if ours.open_end == base.open_end else ours.open_end,
    )
