"""What a spec is about: its Markdown without comments and without what it forbids or leaves out.

Grammar: a heading that forbids ("Out of scope", "Read-only") takes its section along; a bold line
or a label that does, what follows it up to the next blank line and list. Pure; linear.
"""

from __future__ import annotations

import re
from typing import Final

from .markdown_lines import visible_lines
from .spec_words import is_forbidding, spoken

_LABEL: Final = re.compile(r"[ \t]*(?:[-*+>][ \t]+)?(?:\*\*|__)?([^\W\d_][^:*_`|\n]{1,60})(?:\*\*|__|:)")
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]")
_LEFT_OUT: Final = re.compile(r"non[- ]?goals?|not in scope|вне рамок|не входит")


def matter(text: str) -> str:
    """The text, fences kept, without comments and without what is not to be touched."""
    kept: list[str] = []
    shut_level = 0
    shut = listed = False
    fence = 0
    for line in visible_lines(text.removeprefix("\ufeff")):
        if line.fenced != fence:
            kept.append("```")
            fence = line.fenced
        if line.fenced:
            if not (shut or shut_level):
                kept.append(line.text)
            continue
        if line.level:
            if not shut_level or line.level <= shut_level:
                shut_level = line.level if _is_left_out(line.text) else 0
            shut = listed = False
            if not shut_level:
                kept.append(f"{'#' * line.level} {line.text}")
            continue
        if shut_level:
            continue
        bare = line.text.strip()
        item = bool(_ITEM.match(line.text))
        if shut and (not bare or not (item or not listed)):
            shut = shut and not bare and not listed
        label = _LABEL.match(line.text)
        if label and _is_left_out(label[1]):
            shut, listed = True, False
        elif label and not item:
            shut = False
        listed = listed or (shut and item)
        if not shut:
            kept.append(line.text)
    return "\n".join(kept)


def _is_left_out(title: str) -> bool:
    words = spoken(title)
    return is_forbidding(words) or bool(_LEFT_OUT.match(words))
