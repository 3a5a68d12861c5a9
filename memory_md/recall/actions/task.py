"""What a context is for: a spec, files, a query; and what the diary and the call graph add."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from ...base.errors import MemError
from ...diary.model import AllowedFile
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from ..model.block import BlockLine, Focus, LeftOut

if TYPE_CHECKING:
    from ...sessions.model import FoundSession

_TITLES: Final = 6  # times that the words of a spec's title count


class ContextTask(Struct, frozen=True):
    """What a block is for, the lines that diary and call graph add or withhold, and warnings."""

    focus: Focus | None = None
    lines: tuple[BlockLine, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    warnings: tuple[str, ...] = ()
    sessions: tuple[FoundSession, ...] = ()


NO_TASK: Final = ContextTask()


def task_of(
    place: Workspace, repo: Repo, *, spec: str | None, files: Sequence[str], query: str | None
) -> ContextTask:
    """Return the task of a spec, files and a query, each of which may be missing.

    Paths are relative to the working directory. A spec that cannot be read is a warning.
    """
    if spec is None and not files and not query:
        return NO_TASK
    # All of this takes time to load, and most contexts are for no task.
    from ..rules.task_matches import focus_on

    named = tuple(_named(place, repo, path) for path in files)
    words, allowed = [query or ""], list(named)
    warnings: list[str] = []
    lines: list[BlockLine] = []
    left_out: list[LeftOut] = []
    try:
        if spec is not None or named:
            from ...diary.actions.relevance import issues, judged, read_spec
            from ...diary.rules.constraints import issue_lines
            from ...diary.text.spec_words import matter

            text = read_spec(place, spec, repo) if spec is not None else ""
            path = place.cwd / spec if spec is not None else None
            found = judged(repo, path, text, spec or "", named=named)
            allowed = list(found.allowed)
            warnings += found.warnings
            lines, left_out = issue_lines(issues(found), repo.settings.context.per_section)
            about = matter(text)
            words += [*[_title(about)] * _TITLES, about]
    except MemError as fault:
        warnings.append(str(fault))
    focus = focus_on(files=allowed, words=words)
    if focus and focus.files:
        from ...callgraph.actions.together import together_lines

        lines += together_lines(repo, [file.path for file in focus.files if not file.glob])
    sessions = _sessions(repo, focus, warnings) if focus else ()
    return ContextTask(focus, tuple(lines), tuple(left_out), tuple(warnings), sessions)


def _sessions(repo: Repo, focus: Focus, warnings: list[str]) -> tuple[FoundSession, ...]:
    """Return the earlier sessions that speak of the task, the best first."""
    from ...sessions.actions import find

    searched = find(
        repo, focus.words, [file.path for file in focus.files if not file.glob], passages=24
    )
    warnings += searched.warnings
    return searched.sessions


def _title(text: str) -> str:
    """Return the first heading of a spec, which sums it up."""
    lines = (line for line in text.split("\n") if line.startswith("#"))
    return next(lines, "").strip("# ")


def _named(place: Workspace, repo: Repo, path: str) -> AllowedFile:
    """Return a path relative to the root; one that is not below the root stays as it is."""
    from ...base.path_match import is_glob

    root = repo.layout.root
    here = Path(place.cwd, path)
    written = path.replace("\\", "/").removeprefix("./")
    if not (root / written).exists() or here.exists():
        try:
            inside = here.resolve().relative_to(root.resolve()).as_posix()
        except (OSError, ValueError):
            inside = written
        written = inside + "/" * (written.endswith("/") and inside != ".")
    return AllowedFile(written, is_glob(written))
