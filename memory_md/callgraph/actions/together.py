"""Find the lines of a context: files that usually change together with those of the task.

A line needs more than one task that showed it, recent enough that the edge has not decayed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from os.path import isfile
from typing import Final

from msgspec import Struct, field

from ...base.errors import MemError
from ...files import read_bytes
from ...files.layout import Layout
from ...memory.disk.repo import Repo
from ...recall.model.block import TOGETHER, BlockLine
from ...safety.instructions.orders import unsafe
from ...safety.sanitize import clean_line
from ...symbols.language import LARGEST
from ..disk import graph as store
from ..model.graph import OBSERVED, CallEdge, name_of, path_of
from ..rules.healing import CEILING

# Chosen on the first halves of real histories: `python -m benchmarks changes_together`.
LEAST_TASKS: Final = 2
# Of the tasks in which the graph saw the file, the part that the other was in as well.
LEAST_SHARE: Final = 1 / 3
# An edge that no task confirms falls to 0.05 in about twenty tasks.
LEAST_CONFIDENCE: Final = 0.1
MOST_PER_FILE: Final = 3
MOST_LINES: Final = 5
_WIDEST_NAME: Final = 40
_MOST_ASKED: Final = 20  # files of a task whose imports are read
_MOST_READ: Final = 100  # other files that may import them
_SCORE: Final = 2.0  # above an entry that shares neither file nor word with the task


class Together(Struct, frozen=True):
    """Two files that change together, in at least `tasks` tasks; `edge` shows it best."""

    file: str
    other: str
    edge: CallEdge
    tasks: int
    confidence: float


class _Seen(Struct):
    edges: list[CallEdge] = field(default_factory=list)

    @property
    def tasks(self) -> int:
        """The least number of tasks in which the two changed: named by edges, or counted by one."""
        named = len({edge.last_task for edge in self.edges})
        return max(named, *(edge.times for edge in self.edges))


def together_lines(repo: Repo, files: Sequence[str]) -> list[BlockLine]:
    """Return the lines for files relative to the root; none without a readable graph.

    A file that was removed from the work tree is not named.
    """
    if not files:
        return []
    root = repo.layout.root
    try:
        edges = store.evidence_of(repo.layout, files)
        return lines_of(edges, files, exists=lambda path: (root / path).exists())
    except (MemError, OSError, ValueError):  # ValueError: a NUL in a path
        return []


def neighbours(repo: Repo, files: Sequence[str]) -> frozenset[str]:
    """Return the files whose functions call those of these files, or are called by them."""
    wanted = frozenset(files)
    try:
        edges = store.evidence_of(repo.layout, files, untold=True) if files else []
    except (MemError, OSError, ValueError):
        return frozenset()
    ends = [{path_of(edge.caller), path_of(edge.callee)} for edge in edges]
    return frozenset(path for pair in ends if pair & wanted for path in pair) - wanted


def imports_between(layout: Layout, files: Iterable[str], named: Iterable[str]) -> frozenset[str]:
    """Return the files that these import, and those among the `named` ones that import these.

    Only the files themselves are read, at most 120: no list is kept.
    """
    from ...symbols.imports import can_import, imported

    root = str(layout.root)

    @cache
    def exists(path: str) -> bool:
        return isfile(f"{root}/{path}")  # noqa: PTH113 - a Path takes four times as long

    def imports(path: str, naming: re.Pattern[bytes] | None = None) -> set[str]:
        try:
            data = read_bytes(layout.root / path, layout.tree, name=path) or b""
        except (MemError, OSError, ValueError):
            return set()
        if naming and not (any(name in data for name in names) and naming.search(data)):
            return set()
        return imported(path, data[:LARGEST].decode("utf-8", "replace"), exists)

    names: set[bytes] = set()
    wanted = [path for path in dict.fromkeys(files) if can_import(path) and exists(path)]
    wanted = wanted[:_MOST_ASKED]
    if not wanted:
        return frozenset()
    found = set().union(*map(imports, wanted))
    names.update(_module_name(path).encode() for path in wanted)
    any_name = b"|".join(map(re.escape, names))
    naming = re.compile(rb"(?:import|from|require)\b[^\n]*\b(?:%s)\b" % any_name)
    for path in list(dict.fromkeys(filter(can_import, named)))[:_MOST_READ]:
        if path not in found and not imports(path, naming).isdisjoint(wanted):
            found.add(path)
    return frozenset(found).difference(wanted)


def _module_name(path: str) -> str:
    """Return what an import names: the module, or the folder whose file it is."""
    folders, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    return (stem in ("__init__", "index") and folders.rpartition("/")[2]) or stem


def together(edges: Iterable[CallEdge], files: Sequence[str]) -> list[Together]:
    """Return what usually changes along with a task's files and is not among them, surest first.

    `files` are relative to the root, with forward slashes.
    """
    wanted = dict.fromkeys(files)
    pairs: dict[tuple[str, str], _Seen] = {}
    alone: dict[str, _Seen] = {}
    for edge in edges:
        if edge.source != OBSERVED and not edge.times_confirmed:
            continue
        ends = {path_of(edge.caller), path_of(edge.callee)}
        for file in ends & wanted.keys():
            alone.setdefault(file, _Seen()).edges.append(edge)
            for other in ends - wanted.keys():
                pairs.setdefault((file, other), _Seen()).edges.append(edge)
    found = []
    for (file, other), seen in pairs.items():
        # A scan's certainty that there is a call is none that it will change.
        confidence = max(min(edge.confidence, CEILING) for edge in seen.edges)
        tasks = seen.tasks
        often = tasks >= LEAST_TASKS and tasks >= LEAST_SHARE * alone[file].tasks
        if other and often and confidence >= LEAST_CONFIDENCE:
            found.append(Together(file, other, min(seen.edges, key=_rank), tasks, confidence))
    found.sort(key=lambda line: (-line.tasks, -line.confidence, line.file, line.other))
    return list(_few(found))


def lines_of(
    edges: Iterable[CallEdge],
    files: Sequence[str],
    *,
    exists: Callable[[str], bool] | None = None,
) -> list[BlockLine]:
    """Return the lines of a context for these files; none for a file that was removed."""
    lines = []
    for found in together(edges, files):
        names = [name_of(end) for end in (found.edge.caller, found.edge.callee)]
        if path_of(found.edge.caller) != found.file:
            names.reverse()
        shown = (found.file, found.other, *names)
        if (exists is not None and not exists(found.other)) or any(map(unsafe, shown)):
            continue
        mine, its = map(_name, names)
        text = (
            f"`{_code(found.file)}` usually changes together with `{_code(found.other)}`"
            f" (`{mine}` ↔ `{its}`, {found.tasks} times)"
        )
        parts = {"together": _SCORE, "confidence": round(found.confidence, 4)}
        score = round(sum(parts.values()), 4)
        lines.append(BlockLine(TOGETHER, text, score=score, parts=parts))
    return lines


def _rank(edge: CallEdge) -> tuple[int, float, tuple[str, str, str]]:
    return (-edge.times, -edge.confidence, edge.key)


def _few(found: Iterable[Together]) -> Iterable[Together]:
    """Yield a few of each file, and each other file once."""
    taken: dict[str, int] = {}
    named: set[str] = set()
    for line in found:
        if line.other not in named and taken.get(line.file, 0) < MOST_PER_FILE:
            taken[line.file] = taken.get(line.file, 0) + 1
            named.add(line.other)
            yield line
            if len(named) == MOST_LINES:
                return


def _code(path: str) -> str:
    return clean_line(path).replace("`", "")


def _name(name: str) -> str:
    """Return the last parts of a name that fit."""
    name = _code(name)
    while len(name) > _WIDEST_NAME and "." in name:
        name = name.partition(".")[2]
    return name if len(name) <= _WIDEST_NAME else f"{name[: _WIDEST_NAME - 1]}…"
