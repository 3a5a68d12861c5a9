"""How well the call graph says which files change together, on the history of a real repository.

`python -m benchmarks changes_together [HISTORY…]`: git repositories, or GNU ChangeLogs, which tell
the functions of each change too. Without one, this repository's own history and what ChangeLogs are
installed here.

Commits are walked in order, and each heals a graph in memory. Before that it is a question: given
one of the files that it changed, which of the others do the lines of `mem context --file` name? The
same question goes to a plain count of how often two files were in one commit, which may name as
many files as our lines did. The rule's numbers were chosen on the first half of each history; the
second half is what counts.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from memory_md.base.settings import Limits
from memory_md.callgraph.actions.tasks import changed_in
from memory_md.callgraph.actions.together import together
from memory_md.callgraph.model.graph import CallEdge, Ledger, path_of
from memory_md.callgraph.rules.healing import Healer, decay, moved, within_limits
from memory_md.git.diff import changes_of, commits_of
from memory_md.git.process import run_git

from ._gnu_changelog import changes

# Histories of real projects that Debian installs with these packages.
_PACKAGES: Final = (
    "libnettle8", "libgcrypt20-dev", "gpg", "man-db", "tar", "coreutils", "strace"
)  # fmt: skip
_MOST_COMMITS: Final = 20_000
_AT_ONCE: Final = 50
_OBSERVED: Final = 5_000
_LEAST: Final = 10
# A commit of more files is no question that anybody has.
_MOST_FILES: Final = 30


@dataclass(slots=True)
class Score:
    """How many files were asked about, asked for, named, and named rightly."""

    questions: int = 0
    answered: int = 0
    wanted: int = 0
    named: int = 0
    right: int = 0

    def add(self, named: Iterable[str], wanted: set[str]) -> None:
        found = set(named)
        self.questions += 1
        self.answered += bool(found)
        self.wanted += len(wanted)
        self.named += len(found)
        self.right += len(found & wanted)

    def join(self, other: Score) -> None:
        self.questions += other.questions
        self.answered += other.answered
        self.wanted += other.wanted
        self.named += other.named
        self.right += other.right

    @property
    def precision(self) -> float:
        return self.right / self.named if self.named else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 0.0

    def __str__(self) -> str:
        return (
            f"{self.questions:6} {self.answered:9} {self.named:6} {self.right:6}"
            f" {self.precision:10.2f} {self.recall:7.3f}"
        )


@dataclass(frozen=True, slots=True)
class Step:
    """One commit: the files that are there after it, its functions, and what was renamed."""

    paths: tuple[str, ...]
    functions: tuple[str, ...]
    renames: Mapping[str, str] = field(default_factory=dict)


class Graph:
    """Our own: healed commit by commit. When edges decay does not matter, so they do when asked."""

    def __init__(self) -> None:
        self._start((), Ledger())

    def _start(self, edges: Sequence[CallEdge], ledger: Ledger) -> None:
        self.healer = Healer(edges, ledger)
        self.edges = self.healer.edges
        self._at: dict[str, list[int]] = {}
        self._index(0)

    def _index(self, start: int) -> None:
        for at in range(start, len(self.edges)):
            for path in {path_of(self.edges[at].caller), path_of(self.edges[at].callee)}:
                self._at.setdefault(path, []).append(at)

    def learn(self, step: Step) -> None:
        if step.renames:
            self._start(moved(self.edges, step.renames), self.healer.ledger)
        task = str(self.healer.ledger.count + 1)
        self.healer.take(task, [step.functions], step.functions)
        before, self.edges = len(self.edges), self.healer.edges
        self._index(before)
        if len(self.edges) > _OBSERVED * 1.1:
            edges, ledger, _ = decay(self.edges, self.healer.ledger)
            self._start(within_limits(edges, Limits(calls=0, observed=_OBSERVED)), ledger)

    def named(self, file: str) -> list[str]:
        near = [self.edges[at] for at in self._at.get(file, ())]
        edges, _, _ = decay(near, self.healer.ledger)
        return [line.other for line in together(edges, [file])]


@dataclass(slots=True)
class CoChange:
    """The plain count: in how many commits two files were together."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)

    def learn(self, paths: Sequence[str]) -> None:
        for path in paths:
            self.counts.setdefault(path, Counter()).update(p for p in paths if p != path)

    def named(self, file: str, most: int) -> list[str]:
        counts = self.counts.get(file, Counter())
        return sorted(counts, key=lambda path: (-counts[path], path))[:most]


def main(*histories: str) -> int:
    """Walk each history and print both scores, for each half and for all histories together."""
    places = [Path(place) for place in histories] or defaults()
    totals = walked(places)
    if len(places) > 1:
        _print("all together", totals)
    return 0


def walked(places: Sequence[Path]) -> list[dict[str, Score]]:
    """Print the scores of each history, and return those of all, for each half."""
    totals = _halves()
    print(
        f"{'':26} {'asked':>6} {'answered':>9} {'named':>6} {'right':>6} {'precision':>10}  recall"
    )
    for place in places:
        steps = gnu_changes(place) if place.is_file() else _commits(place.resolve())
        if len(steps) < _LEAST:
            print(f"{place}: {len(steps)} commits are no history", file=sys.stderr)
            continue
        halves = _halves()
        _walk(steps, halves)
        _print(f"{place}: {len(steps)} changes", halves)
        for total, half in zip(totals, halves, strict=True):
            for name, score in half.items():
                total[name].join(score)
    return totals


def defaults() -> list[Path]:
    docs = [Path("/usr/share/doc", name, "changelog.gz") for name in _PACKAGES]
    return [Path(__file__).parent.parent, *(path for path in docs if path.is_file())]


def _halves() -> list[dict[str, Score]]:
    return [{name: Score() for name in ("lines", "count")} for _ in range(2)]


def _walk(steps: Sequence[Step], halves: Sequence[dict[str, Score]]) -> None:
    graph, count = Graph(), CoChange()
    for number, step in enumerate(steps):
        scores = halves[2 * number >= len(steps)]
        for path in step.paths if 2 <= len(step.paths) <= _MOST_FILES else ():
            others = {other for other in step.paths if other != path}
            lines = graph.named(path)
            scores["lines"].add(lines, others)
            scores["count"].add(count.named(path, len(lines)), others)
        graph.learn(step)
        count.learn(step.paths)


def _print(title: str, halves: Sequence[dict[str, Score]]) -> None:
    print(title)
    for half, scores in zip(("first half", "second half"), halves, strict=True):
        print(f"  {half:12} the lines  {scores['lines']}")
        print(f"  {'':12} the count  {scores['count']}")


def _commits(root: Path) -> list[Step]:
    first = run_git(root, ["rev-list", "--max-parents=0", "HEAD"])
    start = first.stdout.decode().split() if first else []
    ids = commits_of(root, f"{start[-1]}..HEAD", most=_MOST_COMMITS) if start else []
    steps = []
    for at in range(0, len(ids), _AT_ONCE):
        commits = list(changes_of(root, ids[at : at + _AT_ONCE]))
        groups = changed_in(root, [commit.files for commit in commits])
        for commit, functions in zip(commits, groups, strict=True):
            renames = {
                change.old_path: change.new_path
                for change in commit.files
                if change.old_path and change.new_path and change.old_path != change.new_path
            }
            paths = sorted({change.new_path for change in commit.files if change.new_blob})
            steps.append(Step(tuple(paths), tuple(functions), renames))
    return steps


def gnu_changes(path: Path) -> list[Step]:
    """The changes that a GNU ChangeLog tells of."""
    return [Step(paths, functions) for paths, functions in changes(path)]
