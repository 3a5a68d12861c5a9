"""The block of `mem context` where it stands in somebody's text: lines of its sections taken out.

Grammar: the line `## Workspace Learnings`, the sentence below it, then sections: a `###` heading
that is ours and the bullets directly under it, with blank lines between. What does not go on so is
the person's, and ends the block; so a list that follows a blank line is never taken for ours.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from ..model.block import INTRO, LEARNINGS_HEADING, SECTIONS, section_heading

_HEADINGS: Final = {
    section_heading(name).casefold(): name
    for name, above in SECTIONS.items()
    if LEARNINGS_HEADING in above
}
_BULLET: Final = "- "

# Which of the lines of a section, without their bullets, stay.
Stays = Callable[[str, Sequence[str]], Sequence[bool]]


class _Part(Struct, frozen=True):
    """A section of the block: its heading's line, and the line behind its last bullet."""

    section: str
    start: int
    end: int


def keep_lines(text: str, stays: Stays) -> str:
    """Return the text with only those lines of the block's sections that stay.

    A heading goes with its last line, and so does the block; what else there is, and every line's
    end, stays. A text that is nothing but the block keeps its first lines, so it is never blank.
    """
    if LEARNINGS_HEADING.casefold() not in text.casefold():
        return text
    lines = text.split("\n")
    removed: set[int] = set()
    for start, parts in _blocks(lines):
        emptied = [part for part in parts if _take_out(lines, part, stays, removed)]
        if parts and emptied == parts and (_said(lines[:start]) or _said(lines[parts[-1].end :])):
            _take_lines(lines, start, parts[-1].end, removed)
            continue
        for part in emptied:
            _take_lines(lines, part.start, part.end, removed)
    if not removed:
        return text
    return "\n".join(line for place, line in enumerate(lines) if place not in removed)


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, list[_Part]]]:
    """Yield where each block begins, and its sections."""
    place = 0
    while place < len(lines):
        start = place
        place += 1
        if not _is(lines[start], LEARNINGS_HEADING):
            continue
        parts: list[_Part] = []
        while place < len(lines):
            line = lines[place]
            if not line.strip() or (not parts and _is(line, INTRO)):
                place += 1
                continue
            section = _HEADINGS.get(line.rstrip().casefold())
            if section is None:
                break
            first, place = place, place + 1
            while place < len(lines) and lines[place].startswith(_BULLET):
                place += 1
            parts.append(_Part(section, first, place))
        yield start, parts


def _take_out(lines: Sequence[str], part: _Part, stays: Stays, removed: set[int]) -> bool:
    """Remove the lines of a section that do not stay; return whether none is left."""
    bullets = [line.removeprefix(_BULLET).rstrip() for line in lines[part.start + 1 : part.end]]
    flags = stays(part.section, bullets)
    removed.update(part.start + 1 + place for place, flag in enumerate(flags) if not flag)
    return bool(bullets) and not any(flags)


def _take_lines(lines: Sequence[str], start: int, end: int, removed: set[int]) -> None:
    """Remove these lines with the blank ones after them; at the end of the text those before."""
    removed.update(range(start, end))
    after = end
    while after < len(lines) and not lines[after].strip():
        after += 1
    if after < len(lines):
        removed.update(range(end, after))
        return
    while start and (start - 1 in removed or not lines[start - 1].strip()):
        start -= 1
        removed.add(start)


def _is(line: str, ours: str) -> bool:
    return line.rstrip().casefold() == ours.casefold()


def _said(lines: Sequence[str]) -> bool:
    return any(line.strip() for line in lines)
