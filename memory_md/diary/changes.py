"""What a person or an agent changes of the diary: a new entry with its row, rows that are done."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from importlib.resources import files
from itertools import count
from typing import Any

from ..base.errors import NotFoundError, UsageError
from ..base.text import one_line
from ..memory.disk import Texts
from ..memory.initializing import DIARY_START
from ..memory.opening import Opened
from ..memory.writing import changing_texts
from ..safety.private import clean
from . import index as index_
from .index import DONE, PENDING, SUCCESS, Diary, Row


def new(opened: Opened, row: Row, *, why: str = "", instead: str = "") -> dict[str, Any]:
    """Write an entry's file and its row below the newest; a success is done at once.

    The same pending row is not added twice. Raises UsageError, RefusedError, MemError.
    """
    row = _checked(row, opened.now[:10])

    def work() -> tuple[Texts, dict[str, Any]]:
        diary = Diary.read(opened)
        index = diary.index
        for old in index.rows if row.status == PENDING else ():
            if _said(old) == _said(row):
                return {}, {"action": "unchanged", "entry": diary.json(old)}
        if not index.end:
            head, _, table = DIARY_START.partition("\n\n")
            index = index_.parse(f"{index.text.rstrip() or head}\n\n{table}")
        added = replace(row, link=f"{diary.folder}/{_free_name(diary, row)}")
        texts: Texts = {
            added.link: (None, _entry(row, clean(why).strip(), clean(instead).strip())),
            f"{diary.folder}/index.md": (diary.text, index_.with_row(index, added)),
        }
        return texts, {"action": "inserted", "entry": diary.json(added)}

    return changing_texts(opened, "diary new", work)


def _checked(row: Row, today: str) -> Row:
    id_, type_, summary = (one_line(clean(text)) for text in (row.id, row.type, row.summary))
    if not re.fullmatch(r"[^\W_][\w.-]{0,80}", id_):
        raise UsageError(f"{row.id!r} is no ID for a file's name", hint="write it as TASK-12")
    if not type_ or not summary:
        raise UsageError("type or summary is empty", hint="see `mem diary new --help`")
    try:
        day = date.fromisoformat(row.date or today).isoformat()
    except ValueError:
        raise UsageError(f"{row.date!r} is no date", hint="write it as 2026-02-28") from None
    status = DONE if type_.casefold() in SUCCESS else PENDING
    return Row(id_, day, type_.casefold(), status, summary, row.listed)


def _said(row: Row) -> tuple[str, ...]:
    return (row.id.casefold(), row.type, row.status, row.summary.casefold())


def _free_name(diary: Diary, row: Row) -> str:
    kind = re.sub(r"[^\w.]+", "-", row.type)[:40].strip("-.")
    taken = {name.casefold() for name in diary.names}
    ends = (f"-{number}.md" if number > 1 else ".md" for number in count(1))
    names = (f"{row.date}-{row.id}-{kind}{end}" for end in ends)
    return next(name for name in names if name.casefold() not in taken)


def _entry(row: Row, why: str, instead: str) -> str:
    """Return the text of a new entry's file, from the template."""
    template = files("memory_md.templates").joinpath("diary_entry.md").read_text("utf-8")
    listed = "\n".join(f"- {path}" for path in row.listed.split(", ") if path)
    words = {name: getattr(row, name) for name in ("id", "date", "type", "summary")}
    return template.format(**words, why=why, instead=instead, files=listed)


def resolve(opened: Opened, ids: Sequence[str]) -> dict[str, Any]:
    """Set all pending rows of these IDs done, and return those rows.

    Raises NotFoundError for an ID that no row has, MemError.
    """
    wanted = {id_.casefold() for id_ in ids}

    def work() -> tuple[Texts, dict[str, Any]]:
        diary = Diary.read(opened)
        where = f"{diary.folder}/index.md"
        named = [row for row in diary.index.rows if row.id.casefold() in wanted]
        if missing := wanted - {row.id.casefold() for row in named}:
            message = f"no row has the ID {', '.join(sorted(missing))}"
            raise NotFoundError(message, where=where, hint="`mem diary list` shows the IDs")
        rows = [row for row in named if row.status == PENDING]
        done = [diary.json(replace(row, status=DONE)) for row in rows]
        texts: Texts = {where: (diary.text, index_.resolved(diary.index, rows))}
        return texts, {"action": "resolved", "entries": done}

    return changing_texts(opened, "diary resolve", work)
