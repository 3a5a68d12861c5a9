"""Judge which tasks of the diary matter to a spec, and what they teach."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ... import files
from ...base.errors import MemError, NotFoundError, UsageError
from ...memory.actions.workspace import Workspace, warnings_of
from ...memory.disk.repo import Repo, decode
from ...safety.printable_text import redacted
from ..disk.diary import DiaryFiles
from ..disk.manifests import dependency_names
from ..model import (
    PENDING,
    SKIP,
    AllowedFile,
    DiaryEntry,
    DiaryTask,
    Lesson,
    Relevance,
    Spec,
    Surroundings,
)
from ..rules.constraints import is_failure
from ..rules.levels import Judge, is_own
from ..rules.row_files import files_of_row
from ..text import entry_file
from ..text.allowed_files import allowed_files
from ..text.diary_index import IndexRow, by_task, pending_tasks, recent_rows
from ..text.spec_words import matter

_MOST_FILES: Final = 8  # of one task
_MOST_CHARS: Final = 100_000  # of one file
_MOST_SPECS: Final = 40  # other specs that are looked at
_MOST_ROOT_FILES: Final = 500


class Judged(Struct, frozen=True):
    """The tasks that were judged against a spec, the newest last.

    `found` is whether there is a diary.
    """

    spec: str
    allowed: tuple[AllowedFile, ...]
    entries: tuple[Relevance, ...] = ()
    warnings: tuple[str, ...] = ()
    found: bool = True


def relevant(place: Workspace, spec: str, *, last: int | None = None) -> Judged:
    """The last tasks with a pending row and the spec's own, judged; none where there is no diary.

    `spec` is a path, relative to the working directory. Raises NotFoundError if it is not there.
    """
    try:
        repo = place.find()
    except UsageError:  # no such root: no diary either
        repo = None
    path = place.cwd / spec
    text = read_spec(place, spec, repo)
    if repo is None:
        return Judged(spec, allowed_files(text), found=False)
    return judge_tasks(repo, path, text, spec, last=last)


def read_spec(place: Workspace, spec: str, repo: Repo | None) -> str:
    """The text of a spec, a path as seen from the working directory; raises NotFoundError.

    A spec may lie anywhere, but one in the work tree may not lead out of it.
    """
    path = place.cwd / spec
    if os.path.isdir(path):  # noqa: PTH112 - which raises for a name that is too long
        raise NotFoundError("is a directory, not a spec", where=spec, hint="--spec names a file")
    inside = repo is not None and path.absolute().is_relative_to(repo.layout.tree)
    data = files.read_bytes(path, repo.layout.tree if repo and inside else path.parent, name=spec)
    if data is None:
        raise NotFoundError("there is no such file", where=spec, hint="--spec names a spec")
    return decode(data, spec)


def judge_tasks(
    repo: Repo,
    path: Path | None,
    text: str,
    spec: str,
    *,
    last: int | None = None,
    named: Sequence[AllowedFile] = (),
) -> Judged:
    """The tasks of this memory judged against the spec that stands at `path`, if there is one.

    Files that are `named` are allowed beside those that the spec allows.
    """
    allowed = (*allowed_files(text), *named)
    diary = DiaryFiles(repo)
    count = max(0, repo.settings.diary.last if last is None else last)
    warnings = list(warnings_of(repo))
    index = diary.read()
    rows = recent_rows(index or "", count)
    waiting = pending_tasks(rows)
    about = Spec(matter(text), allowed, path.name if path else "")
    own = (group for group in waiting[count:] if count and is_own(about, group[0].entry.id))
    groups = [*waiting[:count], *own]
    if not groups:
        return Judged(spec, allowed, warnings=tuple(warnings), found=index is not None)
    names = diary.names()
    tasks = [_task(diary, group, names, warnings) for group in reversed(groups)]
    chosen = {task.entry.id.casefold() for task, _ in tasks}
    others = [group for group in by_task(rows) if group[0].entry.id.casefold() not in chosen]
    around = Surroundings(
        tasks=(*(task.text for task, _ in tasks), *(_row_words(group) for group in others)),
        specs=_other_specs(repo, path) if path else (),
        libraries=dependency_names(repo.layout.root),
        root_files=_root_files(repo.layout.root),
    )
    judge = Judge(about, around)
    entries = tuple(judge.judge(task, pending) for task, pending in tasks)
    return Judged(spec, allowed, entries, tuple(warnings))


def _row_words(group: Sequence[IndexRow]) -> str:
    parts = (" ".join((row.entry.summary, row.link, *row.entry.files)) for row in group)
    return "\n".join(parts)


def _task(
    diary: DiaryFiles, group: Sequence[IndexRow], names: Sequence[str], warnings: list[str]
) -> tuple[DiaryTask, list[DiaryEntry]]:
    """A task with what its files say, and its pending rows, the newest first."""
    texts: dict[str, str] = {}
    entries: list[DiaryEntry] = []
    for row in reversed(group):
        found = files_of_row(row.entry, row.link, names, diary.folder)
        first = found[0] if found else ""
        entries.append(replace(row.entry, file=first))
        if first and first not in texts and len(texts) < _MOST_FILES:
            texts[first] = _text_of(diary, first, warnings)
    read = {path: entry_file.parse(text) for path, text in texts.items()}
    pending = [entry for entry in entries if entry.status == PENDING]
    # Its newest rows that tell of a failure stand for the task: not what came of it later, and
    # not what is resolved.
    heeded = [entry for entry in pending if is_failure(entry.type)] or pending
    taught = dict.fromkeys(entry.file for entry in heeded if entry.file in read)
    own = set(texts) | {path.rsplit("/", 1)[-1] for path in texts}
    in_rows = [path for entry in entries for path in entry.files if path not in own]
    declared = [path for file in read.values() for path in file.files]
    shown = tuple(dict.fromkeys((*in_rows, *declared)))
    lessons = [_without_secrets(one) for path in taught for one in read[path].lessons]
    task = DiaryTask(
        entry=replace(heeded[0], files=shown, file=next(iter((*taught, *texts)), "")),
        rows=_row_words(group),
        texts=tuple(texts.values()),
        declared=tuple(declared),
        mentions=tuple(p for file in read.values() for p in file.mentions if p not in own),
        lessons=tuple(lessons),
    )
    return task, pending


def _without_secrets(lesson: Lesson) -> Lesson:
    what, why, instead = map(redacted, (lesson.what, lesson.why, lesson.instead))
    return replace(lesson, what=what, why=why, instead=instead)


def _text_of(diary: DiaryFiles, path: str, warnings: list[str]) -> str:
    try:
        return (diary.entry(path) or "")[:_MOST_CHARS]
    except MemError as fault:
        warnings.append(str(fault))
        return ""


def _other_specs(repo: Repo, path: Path) -> tuple[str, ...]:
    """The specs beside this one: those nearest to it by name, as many before it as behind."""
    tree = repo.layout.tree
    if not path.absolute().is_relative_to(tree):
        return ()
    try:
        with os.scandir(path.parent) as items:
            names = sorted(i.name for i in items if i.name.endswith(".md") and i.is_file())
    except OSError:
        return ()
    at = names.index(path.name) if path.name in names else 0
    half = _MOST_SPECS // 2
    near = [name for name in names[max(0, at - half) : at + half + 1] if name != path.name]
    texts = []
    for name in near:
        with contextlib.suppress(MemError):
            data = files.read_bytes(path.parent / name, tree, name=name)
            texts.append((data or b"")[:_MOST_CHARS].decode("utf-8", "replace"))
    return tuple(texts)


def _root_files(root: Path) -> frozenset[str]:
    try:
        with os.scandir(root) as items:
            found = zip(range(_MOST_ROOT_FILES), items, strict=False)
            return frozenset(item.name for _, item in found if item.is_file(follow_symlinks=False))
    except OSError:
        return frozenset()


def issues(judged_: Judged) -> tuple[Relevance, ...]:
    """What belongs into a prompt: what matters and tells of a failure, the weightiest first."""
    kept = [one for one in judged_.entries if one.level != SKIP and is_failure(one.entry.type)]
    kept.reverse()  # of equals the newest first
    kept.sort(key=lambda one: (one.level, -one.score))
    return tuple(kept)
