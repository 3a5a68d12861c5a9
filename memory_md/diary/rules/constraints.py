"""What an entry of the diary teaches, in a line or two: what failed, why, what to do instead.

And the lines that this adds to the context of a task. By their scores, HIGH ones come right after
what is pinned, and MEDIUM ones before the entries that have little to do with the task (see
recall/rules/score.py). Pure.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ...base.identity import identity_form
from ...base.regex import regex
from ...base.text import one_line
from ...recall.model.block import ISSUES, BlockLine, LeftOut
from ...recall.model.left_out_reasons import DUPLICATE, SECTION_LIMIT, unsafe_text
from ...safety.instructions.orders import unsafe
from ...safety.sanitize import clean_line
from ..model import HIGH, DiaryEntry, Lesson, Relevance

_HIGH_SCORE: Final = 18.0  # between a pinned entry's and any other's
_MEDIUM_SCORE: Final = 2.0  # above an entry that shares neither file nor word with the task
_LINES: Final = {HIGH: 2}  # of one task; else one
_MOST: Final = 3  # constraints of one entry
_ROOM: Final = 240  # characters of one, without its ID and date
_LEAST_PART: Final = 60
_NO_FAILURE: Final = frozenset(("success", "успех", "erfolg", "succès", "éxito", "成功"))
_TASK: Final = regex(r"(?:tasks?|задач[аи])[ \t]+[\d+,–/-]+[ \t]*:[ \t]*", re.IGNORECASE)
_ATTEMPT: Final = regex(
    r"\b(?:attempts?|retry|retries|debug|попытк[аи])[ \t]*(?:[×x#№][ \t]*)?\d+(?:[ \t]*/[ \t]*\d+)?"
    r"[ \t]*[:—–-]?[ \t]*",
    re.IGNORECASE,
)
_END: Final = regex(r"[.!?。](?=\s|$)|;(?=\s)")


def is_failure(kind: str) -> bool:
    """Whether rows of a type tell of something that went wrong, or is to be heeded."""
    return kind not in _NO_FAILURE


def retry_form(row: DiaryEntry) -> tuple[str, str, str]:
    """What the rows of one failure share, whenever and however often it was tried again."""
    return row.id.casefold(), row.type, identity_form(_ATTEMPT.sub("", row.summary))


def constraints(
    entry: DiaryEntry, lessons: Sequence[Lesson], rows: Sequence[DiaryEntry], about: Sequence[str]
) -> tuple[str, ...]:
    """At most three constraints; those that name something of `about`, in lower case, first.

    `rows` are the pending rows of the entry, the newest first; where no file has a lesson, what
    their summaries say counts.
    """
    kept = [lesson for lesson in lessons if lesson.what or lesson.instead]
    failed = [row for row in rows if is_failure(row.type) and row.summary]
    once = {retry_form(row): row for row in reversed(failed)}  # of each failure the newest row
    failed = [row for row in failed if row is once[retry_form(row)]]
    summary = next((_summary(row) for row in failed if row.file == entry.file), "")
    if len(kept) == 1 and len(kept[0].what) > _ROOM // 2 and summary:
        # The author's own line says it shorter than a paragraph cut off would.
        kept = [Lesson(summary, kept[0].why or kept[0].what, kept[0].instead)]
    kept = kept or [Lesson(_summary(row), files=row.files) for row in failed or rows[:1]]
    return _written(entry, sorted(kept, key=lambda lesson: -_count_named(lesson, about)))


def _count_named(lesson: Lesson, about: Sequence[str]) -> int:
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
    what, why, instead = (shorten(p, r) for p, r in zip(parts, rooms, strict=True))
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


def shorten(text: str, most: int) -> str:
    """The text in at most so many characters, at the end of a sentence or a word."""
    if len(text) <= most:
        return text
    ends = [found.end() for found in _END.finditer(text[:most])]
    if ends and ends[-1] >= most // 2:
        return _without_open_code(text[: ends[-1]].rstrip(";"))
    cut = text[: max(most - 1, 0)]
    space = cut.rfind(" ")
    return _without_open_code((cut[:space] if space > 0 else cut).rstrip(" ,;:–—-(")) + "…"


def _without_open_code(text: str) -> str:
    """A cut text without the beginning of a code span."""
    return text[: text.rfind("`")].rstrip(" (") or text if text.count("`") % 2 else text


def issue_lines(judged: Iterable[Relevance], most: int) -> tuple[list[BlockLine], list[LeftOut]]:
    """A line for each constraint, the weightiest task first, at most `most`; and what is withheld.

    What addresses its reader as instructions is withheld, though only a part of it does.
    """
    lines: list[BlockLine] = []
    left_out: list[LeftOut] = []
    forms: set[str] = set()
    for one in judged:
        order = unsafe(f"{one.entry.id} {one.entry.summary}")
        base = _HIGH_SCORE if one.level == HIGH else _MEDIUM_SCORE
        parts = {"level": base, "diary": round(one.score / 1000, 4)}
        for constraint in one.constraints[: _LINES.get(one.level, 1)]:
            text = clean_line(_with_level(constraint, one))
            line = BlockLine(
                ISSUES, text, clean_line(one.entry.id), round(sum(parts.values()), 4), parts
            )
            reason = order or unsafe(constraint)
            form = identity_form(text)
            if reason:
                left_out.append(LeftOut.of(line, unsafe_text(reason)))
            elif not text or form in forms:
                left_out.append(LeftOut.of(line, DUPLICATE))
            elif len(lines) >= most:
                left_out.append(LeftOut.of(line, SECTION_LIMIT))
            else:
                forms.add(form)
                lines.append(line)
    return lines, left_out


def _with_level(constraint: str, one: Relevance) -> str:
    """The constraint with its level beside the date."""
    lead, day, rest = constraint.partition("): ")
    if day and lead.startswith(f"{one.entry.id} ("):
        return f"{lead}, {one.level}): {rest}"
    lead, colon, rest = constraint.partition(": ")
    return f"{lead} ({one.level}): {rest}" if colon else f"({one.level}) {constraint}"
