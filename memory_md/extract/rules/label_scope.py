"""How far the label of a paragraph reaches: to the line from which something else is said.

One finding is wrapped over several lines as often as each line is one. A line was wrapped where the
next word had no room on it. Where it had, and the sentence was at its end, what stands on the next
line is on its own if it tells something by itself, or nothing that is worth keeping.
"""

from __future__ import annotations

from typing import Final

from .block import MAX_BLOCK, Block, is_broken, stopped
from .markers import split_label
from .noise import is_noise, is_passing, is_report
from .paragraphs import stated
from .revisions import BARE
from .sentences import sentences

_ENDS: Final = (".", "!", ".`", ".)", "。", "！")
_MOST_LINES: Final = 8  # that a sentence is wrapped over
_ROLES: Final = frozenset(("fact", "decision"))


def in_scope(block: Block) -> list[Block]:
    """The block; or its labelled lines, and those below as a paragraph without a label."""
    if len(block.parts) < 2 or block.kind != "paragraph":
        return [block]
    label = split_label(block.text)
    if label.marker is None or not label.rest or label.marker.role not in _ROLES:
        return [block]
    parts = stopped(block.parts)
    width = max(map(len, block.parts))
    read = 0
    for at in range(1, len(parts)):
        above, line = parts[at - 1], parts[at]
        read += len(above) + 1
        if read > MAX_BLOCK:  # what stands further down is cut off
            break
        begins = above is not block.parts[at - 1] or is_broken(above, line, width)
        ends = begins and above.endswith(_ENDS) and not line[0].islower()
        if ends and _is_apart(" ".join(parts[at : at + _MOST_LINES])):
            head = Block("paragraph", "", block.line, block.level, parts=parts[:at])
            below = Block("paragraph", "", block.line + at, parts=parts[at:])
            return [head.close(), below.close()]
    return [block]


def _is_apart(text: str) -> bool:
    """Whether its first sentence tells something by itself, or nothing that is worth keeping."""
    first = next(iter(sentences(text)), "")
    if is_noise(first) or is_report(first) or is_passing(first):
        return True
    told = stated(Block("paragraph", first, 0), first)
    return any(candidate.score > BARE for candidate, _ in told)
