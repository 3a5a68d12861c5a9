"""Merges without our driver: how many pairs of branches that both learned plain git merges.

`python -m benchmarks merges [PAIRS]`. Over a memory of 100 entries each branch of a pair learns
three things, by `mem extract`; half of the texts name files, and have edges. Then the same with two
entries that each branch moves to an archive of 100. What git leaves in conflict is put right by
`mem doctor --fix`, and must be what the merge driver would have made.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from memory_md.base.settings import Settings
from memory_md.extract.actions.extract import extract
from memory_md.git.merge import line_merge
from memory_md.memory.actions.entries import list_entries
from memory_md.memory.actions.remove import remove
from memory_md.memory.actions.workspace import Workspace
from memory_md.merge.actions.mend import mend
from memory_md.merge.text.merge_files import memory_files, merge_texts

from ._lessons import lesson

_ENTRIES: Final = 100
_EACH: Final = 3
_REMOVED: Final = 2
_ARCHIVED: Final = 100
_START: Final = datetime(2026, 2, 2, 12, tzinfo=UTC)
BOUND: Final = 0.75
_WHAT: Final = ("NAME", "EMAIL")


class Merges(Struct, frozen=True):
    """Of so many `pairs`, git merged `clean` ones, and doctor `mended` others as the driver does.

    `conflicts` counts the conflicts by file.
    """

    pairs: int
    clean: int
    mended: int
    conflicts: dict[str, int]


def merges(folder: Path, pairs: int, seed: int = 0, *, removed: int = 0) -> Merges:
    """Merge so many pairs of branches in two clones under `folder`.

    Each branch also removes so many entries, as eviction does, where they are `removed`.
    """
    random = Random(seed)
    one, other = folder / "one", folder / "other"
    _begin(one, random, _ARCHIVED if removed else 0)
    shutil.copytree(one, other)
    clean = mended = 0
    conflicts: dict[str, int] = {}
    for pair in range(pairs):
        for clone in (one, other):
            _git(clone, "checkout", "-q", "-f", "-B", "topic", "base")
            shutil.rmtree(clone / ".mem" / "local", ignore_errors=True)
            when = _START + timedelta(days=20 + 3 * (clone == other))
            _remove(clone, when, random, removed)
            _learn(clone, f"{clone.name}-{pair}", when, random, _EACH)
        _git(one, "fetch", "-q", str(other), "topic")
        wanted = _driven(one)
        merge = _git(one, "merge", "-q", "--no-edit", "FETCH_HEAD", check=False)
        if merge.returncode == 0:
            clean += _files(one) == wanted
            continue
        for name, text in _files(one).items():
            if "\n<<<<<<< " in f"\n{text}":
                conflicts[name] = conflicts.get(name, 0) + 1
        place = Workspace(one, _START + timedelta(days=21), str(one))
        mend(place, place.memory())
        mended += _files(one) == wanted
        _git(one, "merge", "--abort")
    return Merges(pairs, clean, mended, conflicts)


def _begin(clone: Path, random: Random, archived: int) -> None:
    """A repository with a memory of 100 entries, from tasks of ten, and so many in the archive."""
    clone.mkdir(parents=True)
    _git(clone, "init", "-q", "-b", "base")
    tasks = (_ENTRIES + archived) // 10
    for task in range(tasks):
        now = _START + timedelta(days=task)
        _learn(clone, f"base-{task}", now, random, 10)
        _remove(clone, now, random, archived // tasks)
    _git(clone, "add", "-A")
    _git(clone, "commit", "-q", "--allow-empty", "-m", "base")


def _remove(clone: Path, now: datetime, random: Random, count: int) -> None:
    """Move so many entries to the archive."""
    place = Workspace(clone, now, str(clone))
    ids = sorted(item.entry.id for item in list_entries(place).entries) if count else []
    if ids:
        remove(place, random.sample(ids, count))


def _learn(clone: Path, task: str, now: datetime, random: Random, count: int) -> None:
    """Let `mem extract` store so many lessons of one task, and commit what it wrote."""
    place = Workspace(clone, now, str(clone))
    stored = 0
    while stored < count:
        said = io.BytesIO("\n\n".join(lesson(random) for _ in range(count - stored)).encode())
        result, errors = extract(place, ["-"], session=task, stdin=said)
        if errors:
            raise errors[0]
        stored += sum(item.action == "inserted" for item in result.items)
    _git(clone, "add", "-A")
    _git(clone, "commit", "-q", "-m", task)


def _driven(clone: Path) -> dict[str, str]:
    """What our merge driver makes of the files of the memory."""
    sides = [_files_of(clone, name) for name in ("base", "HEAD", "FETCH_HEAD")]
    merged = {}
    for name, kind in memory_files(Settings().paths).items():
        base, ours, theirs = (side.get(name, "") for side in sides)
        text = merge_texts(kind, (base, ours, theirs), Settings(), line_merge).text
        if text:
            merged[name] = text
    return merged


def _files_of(clone: Path, commit: str) -> dict[str, str]:
    found = {}
    for name in memory_files(Settings().paths):
        shown = _git(clone, "show", f"{commit}:{name}", check=False)
        if not shown.returncode:
            found[name] = shown.stdout
    return found


def _files(clone: Path) -> dict[str, str]:
    paths = (clone / name for name in memory_files(Settings().paths))
    return {
        str(path.relative_to(clone)): text
        for path in paths
        if path.exists() and (text := path.read_text(encoding="utf-8"))
    }


def _git(clone: Path, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    names = {f"GIT_{who}_{what}": "m" for who in ("AUTHOR", "COMMITTER") for what in _WHAT}
    off = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    return subprocess.run(
        ["git", *arguments],
        cwd=clone,
        env={**os.environ, **names, **off},
        capture_output=True,
        encoding="utf-8",
        check=check,
    )


def main(pairs: str = "500") -> int:
    """Print the share that git merges, and what becomes of the others."""
    return max(_told(int(pairs), removed) for removed in (0, _REMOVED))


def _told(pairs: int, removed: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = merges(Path(folder), pairs, removed=removed)
    share = found.clean / found.pairs
    left = found.pairs - found.clean - found.mended
    more = f", and removed {removed}" if removed else ""
    print(
        f"{found.pairs} pairs of branches that each learned {_EACH} things{more},"
        f" over {_ENTRIES} entries"
    )
    bound = 0.0 if removed else BOUND
    print(f"  plain git merges   {found.clean} ({share:.1%}), at least {bound:.0%}")
    print(f"  doctor --fix mends {found.mended}, as the merge driver would")
    for name, count in sorted(found.conflicts.items()):
        print(f"    conflicts in {name}: {count}")
    print(f"  otherwise than the driver: {left}, must be 0")
    return 0 if share >= bound and not left else 1
