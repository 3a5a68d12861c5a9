"""A team's notes in Markdown (CLAUDE.md, AGENTS.md, MEMORY.md, lessons) to entries, line by line.

Each bullet, short paragraph and table row is one note, under the kind that its heading gives it;
lessons that have fields become one note each. What is left out has a reason. Pure.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from ...base.regex import regex
from ...extract.rules.blocks import LEAD, TextBlock, blocks
from ...markdown.front_matter import behind_front_matter
from ..model import Note, NotTaken
from .decision_record import is_decision_record, record_notes
from .lists import Under, bullets_of, list_notes
from .records import (
    LessonFields,
    feedback_note,
    field_of,
    row_note,
    split_title,
    subject,
    without_gaps,
)
from .titles import (
    FORBIDS,
    Part,
    changes_meaning,
    is_closed,
    is_general,
    is_reporting,
    kind_under,
    part_named,
)
from .worth import MOST, is_obsolete

LONGEST: Final = 2_000  # characters of a line; blocks leave out what is longer
_TOOL_BLOCK: Final = regex(
    r"^[ \t]{0,3}<!--[ ]?(?P<name>[\w.@/-]{2,40})[: -][ ]?(?:start|begin)\b[^\n]*-->[ \t]*$"
    r"|^[ \t]{0,3}<!--[ ]?(?:start|begin)[: -][ ]?(?P<other>[\w.@/-]{2,40})\b[^\n]*-->[ \t]*$",
    re.IGNORECASE,
)
# Fields that are lists of their own under a heading that says no more than they do.
_OF_FILE: Final = regex(
    r"claude|agents?\b|gemini|copilot|cursor|windsurf|guide|instruction|readme|memory|\.md\b|project",
    re.IGNORECASE,
)
_LISTS: Final = frozenset(
    ("rules", "lessons", "actions", "fixes", "errors", "problems", "notes", "do", "do this")
)


class _Topic(Struct):
    """A heading and what is under it, up to the next; `line` is 1-based."""

    level: int
    title: str
    line: int
    kind: str
    closed: bool
    record: LessonFields
    about: str = ""  # what a line under it is about, where its own words do not tell
    first: bool = False  # of the file: it presents the project
    part: Part | None = None  # the field that continues, where it is on a line of its own
    indent: int = 0  # of the item whose field continues
    fields: list[TextBlock] = field(default_factory=list)  # of the fields
    free: list[TextBlock] = field(default_factory=list)

    def forbids(self) -> bool:
        return re.search(FORBIDS, self.title, re.IGNORECASE) is not None


def read_notes(
    text: str, *, kind: str = "", path: str = "", about: str = "", replaced: bool = False
) -> tuple[Note, ...]:
    r"""Return all notes of a Markdown text, in order of line; `kind` is for those without one.

    `path` is where the file is, `about` what all of it is about, and `replaced` says that a later
    decision record replaces it. Lines end in `\n`. No candidate has more than `MOST` characters.
    """
    whole = text
    begin, number = behind_front_matter(text)
    text = without_gaps(_without_blocks("\n" * (number - 1) + text[begin:]))
    lines = text.split("\n")
    found: list[Note] = []
    topics: list[_Topic] = []
    fresh = True
    parts = list(blocks(text))
    if kind == "preference" and (note := feedback_note(parts)):
        return (note,)
    if is_decision_record(parts, path):
        return record_notes(parts, whole, path, replaced=replaced)
    for block in parts:
        if block.kind == "heading":
            if not _opens_field(topics, block):
                while topics and topics[-1].level >= block.level:
                    found += _notes(topics.pop(), topics, lines, kind)
                topics.append(_topic(block, topics, kind, about))
                topics[-1].first, fresh = fresh and not about, False
                kind = kind or _kind_of_file(topics)
            continue
        if not topics:
            topics.append(_topic(TextBlock("heading", "", block.line, 1), [], kind, about))
        found += _take(topics[-1], block, kind)
    while topics:
        found += _notes(topics.pop(), topics, lines, kind)
    found += (
        NotTaken(number, line[:MOST], "too long for one entry")
        for number, line in enumerate(lines, 1)
        if len(line) > LONGEST
    )
    return tuple(sorted(found, key=lambda note: note.line))


def _kind_of_file(topics: list[_Topic]) -> str:
    """Return the kind of all notes of a file whose title says that they are lessons."""
    top = topics[0]
    return "learning" if len(topics) == 1 and top.level == 1 and top.kind == "learning" else ""


def _topic(block: TextBlock, above: list[_Topic], kind: str, about: str) -> _Topic:
    title, _ = split_title(block.text)
    own = kind_under(title or block.text)
    kinds = [topic.kind for topic in above if topic.kind]
    # The name of the file says less than any heading in it.
    nearest = kinds[-1] if kinds else ""
    closed = is_closed(block.text) or any(topic.closed for topic in above)
    given = own or nearest
    record = LessonFields(block.text, block.line + 1, given or kind)
    above_it = above[-1].about if above else about
    if above or block.level != 1:
        named = _about(block.text, above_it, 4 if block.level == LEAD else 2)
    else:  # the title of the file: it names the matter only where the file is about one
        own = subject(block.text).rstrip(" :.")
        named = own if about and not (_OF_FILE.search(own) or is_general(own)) else about
    return _Topic(block.level, block.text, block.line + 1, given, closed, record, named)


def _about(title: str, above: str, words: int = 2) -> str:
    """Return what a heading says its lines are about; with what is above it up to `words`."""
    own = subject(title).rstrip(" :.")
    if not own or own.casefold() in above.casefold():
        return above or own
    leans = changes_meaning(own) or re.search(r"\b(?:this|these|those)\b", own, re.IGNORECASE)
    if leans and above and len(above) + len(own) < 86:
        return f"{above}: {own}"
    if is_general(own) and not changes_meaning(own):
        tells = (above and kind_under(own) in ("practice", "architecture")) or own == "Naming"
        return f"{above}: {own}".lstrip(": ") if tells and not is_general(above) else above or own
    short = len(own.split()) <= words and above and not is_general(above)
    return f"{above}: {own}" if short and len(above) + len(own) < 70 else own


def _opens_field(topics: list[_Topic], block: TextBlock) -> bool:
    """Whether a heading is a field of the record above it ("### Root cause", "**Why:**")."""
    part = part_named(block.text)
    if part is None:
        return False
    holder = next((topic for topic in reversed(topics) if topic.level < block.level), None)
    if holder is None or (holder.level == 1 and block.level != LEAD) or block.level < 3:
        return False
    if block.text.strip(" :*").casefold() in _LISTS and not holder.record.parts:
        return False
    while topics[-1] is not holder:
        if topics[-1].free or topics[-1].fields:
            return False
        topics.pop()
    holder.part, holder.indent = part, -1
    holder.record.first = holder.record.first or block.text.casefold()
    return True


def _take(topic: _Topic, block: TextBlock, kind: str) -> Iterator[Note]:
    """Put a block where it belongs; yield the record that it shows to be complete."""
    if block.kind == "row":
        yield row_note(block, topic.title, topic.kind or kind, closed=topic.closed)
        return
    found = field_of(block.text)
    if found is None and topic.part is not None and (topic.indent < 0 or _is_under(block, topic)):
        topic.record.put(topic.part, block.text)
        topic.fields.append(block)
        return
    if found is None:
        topic.part = None
        topic.free.append(block)
        return
    part, name, rest = found
    if topic.record.begins_anew(name):
        if not topic.closed:
            yield topic.record.note()
        topic.record = LessonFields("", block.line + 1, topic.record.kind)
        topic.fields = []
    topic.record.put(part, rest, name)
    topic.fields.append(block)
    topic.part, topic.indent = part, block.level if block.kind == "item" and rest else -1
    if rest and block.kind == "paragraph" and not rest.endswith((":", "：")):
        topic.part = None


def _is_under(block: TextBlock, topic: _Topic) -> bool:
    return block.kind == "item" and block.level > topic.indent


def _notes(topic: _Topic, above: list[_Topic], lines: list[str], kind: str) -> Iterator[Note]:
    """Yield the notes under one heading: a record, or bullets and paragraphs."""
    if topic.closed:
        yield from (_closed_note(block, topic, above) for block in (*topic.fields, *topic.free))
        return
    if topic.record.is_whole() and len(topic.free) <= len(topic.fields):
        yield topic.record.note()
        rest = topic.free
    else:
        rest = sorted((*topic.fields, *topic.free), key=lambda block: block.line)
    bullets = bullets_of(rest, lines)
    given = topic.kind or kind
    intro = topic.first and topic.level <= 1
    under = Under(
        topic.title, topic.about, given, kind or "note", topic.forbids(), intro,
        is_reporting(topic.title),
    )  # fmt: skip
    yield from list_notes(bullets, under)


def _closed_note(block: TextBlock, topic: _Topic, above: list[_Topic]) -> NotTaken:
    line, text = block.line + 1, block.text[:MOST]
    title = next((one.title for one in (*above, topic) if is_closed(one.title)), topic.title)
    if is_obsolete(title):
        return NotTaken(line, text, "says that it no longer holds")
    return NotTaken(line, text, f"stands under “{split_title(title)[0] or title}”", "temporary")


def _without_blocks(text: str) -> str:
    """Return the text without what tools write between two comments; lines keep their numbers."""
    kept, name = [], ""
    for line in text.split("\n"):
        if name:
            low = line.casefold()
            if "<!--" in low and name in low and ("end" in low or "stop" in low):
                name = ""
            kept.append("")
            continue
        found = _TOOL_BLOCK.match(line) if "<!--" in line else None
        if found is not None:
            name = (found["name"] or found["other"]).casefold()
        kept.append("" if name else line)
    # A block that is never closed is no block.
    return text if name else "\n".join(kept)
