"""Which tasks of the diary matter to a spec, and what they teach: `relevant`."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from ..base.errors import NotFoundError
from ..files.reading import read_bytes
from ..markdown.paths import paths_in
from ..memory.opening import Opened
from .allowed import allowed_files
from .diary import SUCCESS, Diary
from .entry_file import Lesson, parse
from .index import PENDING, Row
from .levels import SKIP, Judge
from .libraries import library_names

_MOST_CONSTRAINTS: Final = 3  # of one task
_MOST_REASONS: Final = 5


def relevant(opened: Opened, spec_path: str) -> dict[str, Any]:
    """Return the last tasks with a pending row, judged against a spec, as SPEC's JSON has it.

    The newest is last. `spec_path` is seen from the working directory, else from the root. Raises
    NotFoundError where there is no such file, MemError.
    """
    spec = _spec(opened, spec_path)
    allowed = allowed_files(spec)
    diary = Diary.read(opened)
    groups = diary.index.tasks()
    waiting = [rows for rows in groups if any(row.status == PENDING for row in rows)]
    last = waiting[max(len(waiting) - opened.settings.diary.last, 0) :]
    entries = []
    if last:
        texts = [_text(diary, rows, with_files=rows in last) for rows in groups]
        paths = [file["path"] for file in allowed]
        libraries = library_names(opened.place.root)
        judge = Judge(Path(spec_path).name, spec, paths, texts, libraries)
        judged = zip(last, texts[-len(last) :], strict=True)
        entries = [_entry(diary, judge, rows, text) for rows, text in judged]
    return {"spec": spec_path, "allowed_files": allowed, "entries": entries}


def _spec(opened: Opened, spec_path: str) -> str:
    for path in (Path.cwd() / spec_path, opened.place.root / spec_path):
        if path.is_file():
            tree = opened.place.tree
            tree = tree if path.is_relative_to(tree) else path.parent
            data = read_bytes(path, tree, name=spec_path) or b""
            return data.decode("utf-8", "replace").removeprefix("\ufeff")
    raise NotFoundError("there is no such file", where=spec_path, hint="--spec names a spec")


def _text(diary: Diary, rows: Sequence[Row], *, with_files: bool) -> str:
    """Return what the rows of a task say, and their files."""
    said = [f"{row.summary}\n{row.listed}" for row in rows]
    names = dict.fromkeys(diary.file_of(row) for row in rows) if with_files else {}
    return "\n".join([*said, *map(diary.text_of, names)])


def _entry(diary: Diary, judge: Judge, rows: Sequence[Row], text: str) -> dict[str, Any]:
    """Return a task, judged.

    A later success hides no failure, and what is resolved is not shown.
    """
    pending = [row for row in reversed(rows) if row.status == PENDING]
    failed = [row for row in pending if row.type not in SUCCESS]
    row = (failed or pending)[0]
    own = {diary.file_of(row).rpartition("/")[2] for row in rows}
    files = [path for path in paths_in(text) if path.rpartition("/")[2] not in own]
    level, score, reasons = judge.judge(row.id, text, files)
    return {
        **diary.json(row),
        "files": files,
        "level": level,
        "score": score,
        "reasons": reasons[:_MOST_REASONS],
        "constraints": [] if level == SKIP else _constraints(diary, judge, failed),
    }


def _constraints(diary: Diary, judge: Judge, failed: Sequence[Row]) -> list[str]:
    """Return a line for each lesson of the failures, those that name allowed files first."""
    found: dict[str, bool] = {}
    names: set[str] = set()
    for row in failed:
        name = diary.file_of(row)
        text = "" if name in names else diary.text_of(name)  # it speaks for the newest row
        names.add(name)
        lead = f"{row.id} ({row.date})" if row.date else row.id
        for lesson in _lessons(row, text):
            is_near = any(map(judge.allowed_file, paths_in(lesson.what)))
            found.setdefault(f"{lead}: {lesson.line()}", is_near)
    return sorted(found, key=lambda line: not found[line])[:_MOST_CONSTRAINTS]


def _lessons(row: Row, text: str) -> Iterator[Lesson]:
    lesson, findings = parse(text)
    if lesson != Lesson() or not findings:
        why = lesson.why or lesson.what
        yield Lesson(row.summary, "" if why == row.summary else why, lesson.instead)
    yield from findings
