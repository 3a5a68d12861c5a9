"""Which tasks of the diary matter to a spec, and what they teach: `relevant`."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from ..base.errors import NotFoundError
from ..files.reading import read_bytes
from ..markdown.paths import paths_in
from ..memory.opening import Opened
from ..safety.secrets import redact
from .allowed import allowed_files
from .diary import SUCCESS, Diary
from .entry_file import EntryFile, Lesson, parse
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
    text = _spec(opened, spec_path)
    allowed = allowed_files(text)
    diary = Diary.read(opened)
    groups = diary.index.tasks()
    waiting = [rows for rows in groups if any(row.status == PENDING for row in rows)]
    tasks = [_Task(diary, rows) for rows in waiting[-opened.settings.diary.last :]]
    entries = []
    if tasks:
        texts = [_words(rows) for rows in groups[: -len(tasks)]] + [task.text for task in tasks]
        paths = [file["path"] for file in allowed]
        libraries = library_names(opened.place.root)
        judge = Judge(Path(spec_path).name, text, paths, texts, libraries)
        entries = [task.json(judge) for task in tasks]
    return {"spec": spec_path, "allowed_files": allowed, "entries": entries}


def _spec(opened: Opened, spec_path: str) -> str:
    for path in (Path.cwd() / spec_path, opened.place.root / spec_path):
        if path.is_file():
            tree = opened.place.tree
            tree = tree if path.is_relative_to(tree) else path.parent
            data = read_bytes(path, tree, name=spec_path) or b""
            return data.decode("utf-8", "replace").removeprefix("\ufeff")
    raise NotFoundError("there is no such file", where=spec_path, hint="--spec names a spec")


def _words(rows: Sequence[Row]) -> str:
    return "\n".join(" ".join((row.summary, *row.files)) for row in rows)


class _Task:
    """The rows of one task with what their files say.

    `failed` are its pending rows, the newest first: a later success hides no failure, and what is
    resolved is not shown.
    """

    def __init__(self, diary: Diary, rows: Sequence[Row]) -> None:
        self.file_of = {row: diary.file_of(row) for row in reversed(rows)}
        texts = {name: diary.text_of(name) for name in dict.fromkeys(self.file_of.values())}
        self.entries = {name: parse(text) for name, text in texts.items()}
        pending = [row for row in reversed(rows) if row.status == PENDING]
        self.failed = [row for row in pending if row.type not in SUCCESS]
        row = (self.failed or pending)[0]
        self.row_json = {**diary.json(row), "summary": redact(row.summary)}
        named = [row.files for row in rows] + [entry.files for entry in self.entries.values()]
        own = {name.rpartition("/")[2] for name in texts}
        paths = dict.fromkeys(path for files in named for path in files)
        self.paths = [path for path in paths if path.rpartition("/")[2] not in own]
        self.text = "\n".join([_words(rows), *texts.values()])

    def json(self, judge: Judge) -> dict[str, Any]:
        """Return the task as SPEC's JSON has it."""
        level, score, reasons = judge.judge(self.row_json["id"], self.text, self.paths)
        return {
            **self.row_json,
            "files": self.paths,
            "level": level,
            "score": score,
            "reasons": reasons[:_MOST_REASONS],
            "constraints": [] if level == SKIP else self._constraints(judge),
        }

    def _constraints(self, judge: Judge) -> list[str]:
        """Return a line for each lesson of the failures, those that name allowed files first."""
        found: dict[str, bool] = {}
        for row in self.failed:
            lead = f"{row.id} ({row.date})" if row.date else row.id
            for lesson in self._lessons(row):
                names_one = any(map(judge.allowed_file, paths_in(lesson.what)))
                found.setdefault(f"{lead}: {redact(lesson.line())}", names_one)
        return sorted(found, key=lambda line: not found[line])[:_MOST_CONSTRAINTS]

    def _lessons(self, row: Row) -> Iterator[Lesson]:
        """Yield what a row teaches; a file of several rows speaks for the newest."""
        entry = self.entries.pop(self.file_of[row], EntryFile())
        lesson = entry.lesson
        if lesson != Lesson() or not entry.findings:
            why = lesson.why or lesson.what
            yield Lesson(row.summary, "" if why == row.summary else why, lesson.instead)
        yield from entry.findings
