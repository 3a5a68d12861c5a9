"""What a context is for: a spec, files, a query; and what the diary and the call graph add."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from itertools import product
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.errors import MemError
from ...diary.model import AllowedFile
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from ...sessions.model import SessionMatches
from ..model.block import BlockLine, Focus, LeftOut

if TYPE_CHECKING:
    from ...sessions.model import FoundSession

_TITLES: Final = 6  # times that the words of a spec's title count


class ContextTask(Struct, frozen=True):
    """What a block is for, the lines that diary and call graph add or withhold, and warnings.

    `weights` say what each term of it weighs among what was said in the `sessions`. `talks` are
    the conversations about little else than the files that were given, the newest first, `commits`
    what changed these files, and `commit_weights` are as `weights` among commits.
    """

    focus: Focus | None = None
    lines: tuple[BlockLine, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    warnings: tuple[str, ...] = ()
    sessions: tuple[FoundSession, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    talks: tuple[FoundSession, ...] = ()
    commits: tuple[FoundSession, ...] = ()
    commit_weights: Mapping[str, float] = field(default_factory=dict)


NO_TASK: Final = ContextTask()


def task_of(
    place: Workspace,
    repos: Sequence[Repo],
    *,
    spec: str | None,
    files: Sequence[str],
    query: str | None,
) -> ContextTask:
    """Return the task of a spec, files and a query, each of which may be missing.

    Paths are relative to the working directory, those of the task to the root of the first memory.
    A spec that cannot be read is a warning.
    """
    if spec is None and not files and not query:
        return NO_TASK
    repo = repos[0]
    # All of this takes time to load, and most contexts are for no task.
    from ..rules.task_matches import focus_on

    named = tuple(_relative_to_root(place, repo, path) for path in files)
    words, allowed = [query or ""], list(named)
    warnings: list[str] = []
    lines: list[BlockLine] = []
    left_out: list[LeftOut] = []
    try:
        if spec is not None or named:
            from ...diary.actions.relevant import issues, judge_tasks, read_spec
            from ...diary.rules.constraints import issue_lines
            from ...diary.text.spec_words import matter

            text = read_spec(place, spec, repo) if spec is not None else ""
            path = place.cwd / spec if spec is not None else None
            for one in repos:  # the nearest one that has a diary
                seen = [replace(file, path=_seen_from(one, repo, file.path)) for file in named]
                found = judge_tasks(one, path, text, spec or "", named=seen)
                if found.found:
                    break
            allowed = [*found.allowed[: len(found.allowed) - len(named)], *named]
            warnings += found.warnings
            lines, left_out = issue_lines(issues(found), repo.settings.context.per_section)
            about = matter(text)
            words += [*[_title(about)] * _TITLES, about]
    except MemError as fault:
        warnings.append(str(fault))
    focus = focus_on(files=allowed, words=words)
    if focus and focus.files:
        from ...callgraph.actions.together import neighbours, together_lines

        paths = [file.path for file in focus.files if not file.glob]
        lines += together_lines(repo, paths)
        focus = replace(focus, neighbours=neighbours(repo, paths))
    sessions: tuple[FoundSession, ...] = ()
    talks: tuple[FoundSession, ...] = ()
    commits = SessionMatches()
    weights: Mapping[str, float] = {}
    if focus:
        searched = _search_sessions(repos, focus)
        if focus.given:
            talks = _talks(repos, focus, searched)
            commits = _commits(repos, focus)
        sessions, weights = searched.sessions, searched.weights
        warnings += searched.warnings
        focus = replace(focus, spread=searched.spread)
    return ContextTask(
        focus,
        tuple(lines),
        tuple(left_out),
        tuple(warnings),
        sessions,
        weights,
        talks,
        commits.sessions,
        commits.weights,
    )


def _search_sessions(repos: Sequence[Repo], focus: Focus) -> SessionMatches:
    """Return the earlier sessions that speak of the task, the best first."""
    from ...sessions.actions import find

    named = [file.path for file in focus.files if not file.glob]
    searched = [
        find(repo, focus.words, [_seen_from(repo, repos[0], path) for path in named], passages=24)
        for repo in repos
    ]
    found = (session for one in searched for session in one.sessions)
    return SessionMatches(
        tuple(sorted(found, key=lambda one: -one.score)),
        tuple(line for one in searched for line in one.warnings),
        next((one.spread for one in searched if one.spread), {}),
        next((one.weights for one in searched if one.sessions), {}),
    )


def _talks(
    repos: Sequence[Repo], focus: Focus, searched: SessionMatches
) -> tuple[FoundSession, ...]:
    """Return the conversations about the matter of the task and little else, the newest first."""
    from ...sessions.actions import find, with_conversation
    from ..rules.conversations import (
        MOST_PASSAGES,
        is_clear,
        is_talk,
        likely,
        of_one_matter,
        spoken,
    )

    for one, repo in product(likely(searched.sessions), repos):
        first = with_conversation(repo, one, most=MOST_PASSAGES)
        if not is_talk(first):
            continue
        named = [_seen_from(repo, repos[0], f.path) for f in focus.files if not f.glob]
        like = of_one_matter(find(repo, spoken(first), named).sessions)
        alike = {other.session for other in like}
        others = [other for other in searched.sessions if other.session not in alike]
        if is_clear(first, others, searched.weights):
            talks = (with_conversation(repo, other, most=MOST_PASSAGES) for other in like)
            return tuple(filter(is_talk, talks))
    return ()


def _commits(repos: Sequence[Repo], focus: Focus) -> SessionMatches:
    """Return the commits that changed the files of the task, in no order."""
    from ...sessions.actions import commits_with
    from ...terms.search_query import read_query
    from ..rules.told_commits import MOST_LOOKED_AT

    asked = read_query(focus.words)
    named = [file.path for file in focus.files if not file.glob]
    found = [
        commits_with(
            repo,
            asked,
            [_seen_from(repo, repos[0], path) for path in named],
            most=MOST_LOOKED_AT,
        )
        for repo in repos
    ]
    return SessionMatches(
        tuple(session for one in found for session in one.sessions),
        weights=next((one.weights for one in found if one.sessions), {}),
    )


def _seen_from(repo: Repo, nearest: Repo, path: str) -> str:
    """Return a path relative to the nearest root as another memory's root sees it."""
    if repo is nearest or "/" not in path:
        return path
    with contextlib.suppress(ValueError):  # on another drive
        seen = relpath(nearest.layout.root / path, repo.layout.root)
        return seen.replace("\\", "/") + "/" * path.endswith("/")
    return path


def _title(text: str) -> str:
    """Return the first heading of a spec, which sums it up."""
    lines = (line for line in text.split("\n") if line.startswith("#"))
    return next(lines, "").strip("# ")


def _relative_to_root(place: Workspace, repo: Repo, path: str) -> AllowedFile:
    """Return a path relative to the root; one that is not below the root stays as it is."""
    from ...base.path_match import is_glob

    root = repo.layout.root
    here = Path(place.cwd, path)
    written = path.replace("\\", "/").removeprefix("./")
    if not (root / written).exists() or here.exists():
        inside = written
        with contextlib.suppress(OSError, ValueError):
            real, top = here.resolve(), root.resolve()
            if real.is_relative_to(repo.layout.tree):
                inside = relpath(real, top).replace("\\", "/")
        written = inside + "/" * (written.endswith("/") and inside != ".")
    return AllowedFile(written, is_glob(written))
