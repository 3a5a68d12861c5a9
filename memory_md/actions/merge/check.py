"""What `mem doctor` says about merges: whether git calls our driver, and what came back by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...adapters.git_merge import configured_driver, is_tracked
from ...errors import MemError
from ...formats.git_attributes import has_block, with_block
from ...formats.learnings import Document, Placed
from ...model.finding import Finding
from ...rules.tombstones import is_zombie, purge_mark
from ...store.files import read_bytes
from ...store.layout import Layout
from ...store.repo import Repo, Snapshot
from .files import memory_files

# A shell that finds no `mem` exits with 127, which git would take for a conflict and drop theirs.
COMMAND: Final = (
    "mem merge-driver %O %A %B %P; code=$?; if [ $code -eq 126 ] || [ $code -eq 127 ]; "
    "then git merge-file -L ours -L base -L theirs %A %O %B; else exit $code; fi"
)
_FILE: Final = ".gitattributes"


def driver_findings(repo: Repo) -> Iterator[Finding]:
    """Whether git merges the memory's files with our driver, once it has them."""
    layout = repo.layout
    if not (layout.tree / ".git").exists():
        return
    text = _attributes(layout)
    if not has_block(text):
        if is_tracked(layout.root, layout.paths.learnings):
            yield Finding(
                "merge-attributes",
                "warning",
                _FILE,
                0,
                "does not name the files of the memory, so branches that both learn will conflict",
                "mem init",
            )
    elif with_block(text, memory_files(layout.paths)) != text:
        yield Finding(
            "merge-attributes",
            "warning",
            _FILE,
            0,
            "does not name the files of the memory as they are configured",
            "mem init",
        )
    if has_block(text) and not configured_driver(layout.tree):
        yield Finding(
            "merge-driver",
            "info",
            _FILE,
            0,
            "this clone has no merge driver, so branches that both learn will conflict",
            "mem init, once in each clone",
        )


def _attributes(layout: Layout) -> str:
    try:
        data = read_bytes(layout.root / _FILE, layout.tree, name=_FILE) or b""
    except MemError:  # then git does not read it either
        data = b""
    return data.decode("utf-8", "surrogateescape")


def zombies(snapshot: Snapshot) -> list[Placed]:
    """Live entries that are in the archive as they are: a merge brought them back."""
    archived = snapshot.archive.by_id()
    return [
        placed
        for placed in snapshot.learnings.entries
        if placed.entry.id in archived
        and is_zombie(placed.entry, archived[placed.entry.id].entry)
        and not placed.bullet.conflicted
    ]


def purged_again(document: Document, marks: frozenset[str]) -> list[Placed]:
    """Entries that say what was purged."""
    if not marks:
        return []
    free = (placed for placed in document.entries if not placed.bullet.conflicted)
    return [placed for placed in free if purge_mark(placed.entry.text) in marks]


def by_person(placed: Placed) -> bool:
    """Whether a person may have written it again, so that it is theirs to take out."""
    return placed.bare or placed.entry.manual


def returned(repo: Repo, snapshot: Snapshot) -> Iterator[Finding]:
    """Entries that were taken out, and that a merge brought back."""
    paths = repo.layout.paths
    archived = snapshot.archive.by_id()
    for placed in zombies(snapshot):
        gone = archived[placed.entry.id].entry.archived
        if gone:
            yield Finding(
                "zombie",
                "warning",
                paths.learnings,
                placed.line,
                f"{placed.entry.id} was {gone.reason} on {gone.on}, and is here again",
                f"mem doctor --fix takes it out, mem learnings restore {placed.entry.id} keeps it",
                fixable=True,
            )
    for document, path in (
        (snapshot.learnings, paths.learnings),
        (snapshot.archive, paths.archive),
    ):
        for placed in purged_again(document, snapshot.purged):
            fixable = document is snapshot.archive or not by_person(placed)
            yield Finding(
                "purged",
                "warning",
                path,
                placed.line,
                f"{placed.entry.id} says what was purged, and is here again",
                "mem doctor --fix"
                if fixable
                else f"mem learnings remove {placed.entry.id} --purge",
                fixable=fixable,
            )
