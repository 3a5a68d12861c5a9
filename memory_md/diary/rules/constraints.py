"""What an entry of the diary teaches, in a line or two: what failed, why, what to do instead.

Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ...base.regex import regex
from ...base.text import one_line
from ..model.diary import DiaryEntry, Lesson

_MOST: Final = 3  # constraints of one entry
_ROOM: Final = 240  # characters of one, without its ID and date
_LEAST_PART: Final = 60
_NO_FAILURE: Final = frozenset(("success", "успех", "erfolg", "succès", "éxito", "成功"))
_TASK: Final = regex(r"(?:tasks?|задач[аи])[ \t]+[\d+,–/-]+[ \t]*:[ \t]*", re.IGNORECASE)
_END: Final = regex(r"[.!?。](?=\s|$)|;(?=\s)")


def is_failure(kind: str) -> bool:
    """Whether rows of a type tell of something that went wrong, or is to be heeded."""
    return kind not in _NO_FAILURE


def constraints(
    entry: DiaryEntry, lessons: Sequence[Lesson], rows: Sequence[DiaryEntry], about: Sequence[str]
) -> tuple[str, ...]:
    """At most three constraints; those that name something of `about`, in lower case, first.

    `rows` are the pending rows of the entry, the newest first; where no file has a lesson, what
    their summaries say counts.
    """
    kept = [lesson for lesson in lessons if lesson.what or lesson.instead]
    failed = [row for row in rows if is_failure(row.type) and row.summary]
    if not kept:
        kept = [Lesson(_summary(row), files=row.files) for row in failed or list(rows[:1])]
        return _written(entry, sorted(kept, key=lambda lesson: -_touched(lesson, about)))
    summaries = [_summary(row) for row in failed if row.file == entry.file] or [""]
    if len(kept) == 1 and len(kept[0].what) > _ROOM // 2 and summaries[0]:
        # The author's own line says it shorter than a paragraph cut off would.
        kept = [Lesson(summaries[0], kept[0].why or kept[0].what, kept[0].instead)]
    return _written(entry, sorted(kept, key=lambda lesson: -_touched(lesson, about)))


def _touched(lesson: Lesson, about: Sequence[str]) -> int:
    """How much of `about` a lesson names."""
    text = " ".join((lesson.what, lesson.why, lesson.instead, *lesson.files)).casefold()
    return sum(name in text for name in about)


def _summary(row: DiaryEntry) -> str:
    return _TASK.sub("", one_line(row.summary), count=1)


def _written(entry: DiaryEntry, lessons: Iterable[Lesson]) -> tuple[str, ...]:
    lines = []
    for lesson in lessons:
        day = lesson.date or entry.date
        lead = f"{entry.id} ({day})" if entry.id and day else entry.id or day
        text = lesson_line(lesson, _ROOM)
        if text:
            lines.append(f"{lead}: {text}" if lead else text)
    return tuple(dict.fromkeys(lines))[:_MOST]


def lesson_line(lesson: Lesson, room: int) -> str:
    """A lesson as "what — why → instead", in about so many characters and whole words."""
    parts = [one_line(part) for part in (lesson.what, lesson.why, lesson.instead)]
    lengths = [len(part) for part in parts]
    rooms = _shares(lengths, room)
    what, why, instead = (shortened(p, r) for p, r in zip(parts, rooms, strict=True))
    problem = f"{what.rstrip('.')} — {why}" if what and why else what or why
    return f"{problem.rstrip('.')} → {instead}" if problem and instead else problem or instead


def _shares(lengths: Sequence[int], room: int) -> list[int]:
    """How much of the room each part may take: what one does not need, the others get."""
    shares = [0] * len(lengths)
    open_ = [i for i, length in enumerate(lengths) if length]
    while open_:
        share = max(room // len(open_), _LEAST_PART)
        small = [i for i in open_ if lengths[i] <= share]
        for i in small or open_:
            shares[i] = min(lengths[i], share)
            room -= shares[i]
        open_ = [i for i in open_ if i not in small] if small else []
    return shares


def shortened(text: str, most: int) -> str:
    """The text in at most so many characters, at the end of a sentence or a word."""
    if len(text) <= most:
        return text
    ends = [found.end() for found in _END.finditer(text[:most])]
    if ends and ends[-1] >= most // 2:
        return _closed(text[: ends[-1]].rstrip(";"))
    cut = text[: max(most - 1, 0)]
    space = cut.rfind(" ")
    return _closed((cut[:space] if space > 0 else cut).rstrip(" ,;:–—-(")) + "…"


def _closed(text: str) -> str:
    """A cut text without the beginning of a code span."""
    return text[: text.rfind("`")].rstrip(" (") or text if text.count("`") % 2 else text
