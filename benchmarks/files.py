"""Whether a task changes the files that a context names for it.

`python -m benchmarks files FOLDER…`: each folder holds the `sessions` of one repository, and beside
them the `repository`, for the names of its files. Each session that changed files is asked about
with the person's first words, the sessions before it as the memory. Beside it: the files that were
changed most often.

`python -m benchmarks files --fit FOLDER…` prints, too, the weights that a logistic regression finds
for what speaks for a file: a row is a file that could be named for a session, and is right if the
session changed it. Nothing is left out or weighed, and the penalty is next to none.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from memory_md.base.errors import MemError
from memory_md.extract.actions.extract import extract
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.disk.read_only import read_layers
from memory_md.recall.actions.task import task_of
from memory_md.recall.model.block import Likeness
from memory_md.recall.rules import likely_files
from memory_md.recall.rules.likely_files import LikelyFile, changed_files, weighed_files
from memory_md.replay.actions import empty_memory, in_order, moment
from memory_md.terms.search_query import asks_for_something

from .worth import learned

_PROMPT: Final = 4_000  # characters
_LEAST_BEFORE: Final = 5  # sessions that changed files
_SIGNS: Final = ("vote", "nearest", "known", "often", "named")
_PENALTY: Final = 1e-3
_PASSES: Final = 300
_OWN: Final = ("learnings.md", "relationships.json")


class Asked(Struct, frozen=True):
    """One session: what could be named for it, the most frequent files, and what it changed."""

    repository: str
    could: Sequence[LikelyFile]
    frequent: Sequence[str]
    changed: frozenset[str]


def main(*folders: str) -> int:
    """A line for each repository and one for all; 2 without a folder."""
    if not folders:
        print("files: name folders, each with the sessions of one repository", file=sys.stderr)
        return 2
    asked: list[Asked] = []
    fits = "--fit" in folders
    for folder in folders:
        if folder == "--fit":
            continue
        path = Path(folder)
        own = [*replayed(path.name, path / "sessions", path / "repository")]
        asked += own
        print(_line(Path(folder).name, own), flush=True)
    print(_line("all", asked))
    if fits:
        told = ", ".join(f"{name} {weight:.2f}" for name, weight in fitted(asked).items())
        print(f"weights of {sum(len(one.could) for one in asked):,} files: {told}")
    return 0


def fitted(asked: Sequence[Asked]) -> Mapping[str, float]:
    """Return the weights of a logistic regression for whether a file is changed."""
    rows = [(one, path) for one in asked for path in one.could]
    signs = [{sign: float(getattr(path, sign)) for sign in _SIGNS} for _, path in rows]
    right = [path.path in one.changed for one, path in rows]
    return learned(signs, right, _PENALTY, _PASSES)[0]


def replayed(name: str, sessions: Path, repository: Path) -> Iterator[Asked]:
    """Yield the sessions that can be asked about, each as it was before it was read."""
    with tempfile.TemporaryDirectory(prefix="mem-files-", ignore_cleanup_errors=True) as temporary:
        top = Path(temporary).resolve()
        _lay_out(repository, top)
        place = empty_memory(Workspace(Path("/"), datetime.now(UTC)), top)
        before: list[frozenset[str]] = []
        for record in in_order([str(sessions)])[0]:
            then = Workspace(top, moment(record.at, place.now), root=str(top), layered=False)
            prompt = record.prompt[:_PROMPT]
            could = _could(then, prompt)
            with contextlib.suppress(MemError):
                result, _ = extract(then, [record.path], llm=False)
                changed = frozenset(_changed(then, result.session))
                if changed and len(before) >= _LEAST_BEFORE and asks_for_something(prompt):
                    times = Counter(path for paths in before for path in paths)
                    frequent = [path for path, _ in times.most_common(3)]
                    yield Asked(name, could, frequent, changed)
                before += [changed] if changed else []


def _lay_out(repository: Path, top: Path) -> None:
    """Make the files that the repository has now, each empty: only their names are asked for."""
    if not repository.exists():
        return
    command = ["git", "--git-dir", str(repository), "ls-tree", "-r", "-z", "--name-only", "HEAD"]
    listed = subprocess.run(command, capture_output=True, check=True).stdout
    for name in listed.decode("utf-8", "replace").split("\0"):
        path = top / name
        if name and name not in _OWN and not name.startswith(".mem/"):
            with contextlib.suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()


def _could(place: Workspace, prompt: str) -> list[LikelyFile]:
    repos = place.layers(place.find())
    reading = read_layers(repos, [place.layer_name(one) for one in repos])
    task = task_of(place, repos, spec=None, files=(), query=prompt)
    found = {one.task: Likeness(one.score, one.share) for one in task.sessions if one.task}
    history = changed_files(reading.entries, reading.details, 0.5, {})
    return [*weighed_files(history, found, prompt)]


def _changed(place: Workspace, session: str) -> Iterator[str]:
    repos = place.layers(place.find())
    reading = read_layers(repos, [place.layer_name(one) for one in repos])
    for one in changed_files(reading.entries, reading.details, 0.0, {}):
        if session in one.tasks:
            yield from one.paths


class Counts(Struct, frozen=True):
    """How many sessions were asked about and told a file, and of each file whether it changed."""

    asked: int
    told: int
    named: Sequence[bool]
    frequent: Sequence[bool]


def counted(asked: Sequence[Asked]) -> Counts:
    """Return what the files that are named, and the most frequent ones, are worth."""
    chosen = [(one, _chosen(one.could)) for one in asked]
    return Counts(
        len(asked),
        sum(bool(files) for _, files in chosen),
        [path in one.changed for one, files in chosen for path in files],
        [path in one.changed for one in asked for path in one.frequent],
    )


def _line(name: str, asked: Sequence[Asked]) -> str:
    found = counted(asked)
    return (
        f"{name}: {found.asked} sessions, {found.told} told {len(found.named)} files, changed"
        f" {_share(found.named)}; three most frequent {_share(found.frequent)}"
    )


def _chosen(could: Iterable[LikelyFile]) -> list[str]:
    return [one.path for one in likely_files.most_likely(could)]


def _share(right: Sequence[bool]) -> str:
    return f"{sum(right) / len(right):.2f}" if right else "-"
