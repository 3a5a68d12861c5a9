"""What `mem doctor` says about merges: whether git calls our driver, and what came back by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...base.errors import MemError
from ...doctor.model import Finding
from ...files import read_bytes, replace
from ...files.layout import Layout
from ...git.attributes import BEGIN, has_block, with_block
from ...git.merge import configure_driver, configured_driver, is_tracked
from ...memory.disk.repo import Repo, Snapshot
from ...memory.rules.removed import purge_mark, was_removed
from ...memory.text.learnings import Document, Placed
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
    if has_block(text):
        yield from _block_findings(layout, text)
    elif is_tracked(layout.root, layout.paths.learnings):
        said = "does not name the files of the memory, so branches that both learn will conflict"
        yield Finding("merge-attributes", "warning", _FILE, 0, said, "mem init")


def _block_findings(layout: Layout, text: str) -> Iterator[Finding]:
    line = text[: text.find(BEGIN)].count("\n") + 1
    if with_block(text, memory_files(layout.paths)) != text:
        said = "does not name the files of the memory as they are configured"
        hint = "mem doctor --fix, or mem init"
        yield Finding("merge-attributes", "warning", _FILE, line, said, hint, fixable=True)
    if not configured_driver(layout.tree):
        said = "this clone has no merge driver, so branches that both learn will conflict"
        hint = "mem doctor --fix, or mem init, once in each clone"
        yield Finding("merge-driver", "info", _FILE, line, said, hint, fixable=True)


def mend_driver(repo: Repo) -> None:
    """Let our block follow the configured paths, and give this clone the driver it speaks of.

    Only where a block of ours is there: a first one is `mem init`'s. Raises MemError.
    """
    layout = repo.layout
    text = _attributes(layout)
    if not (layout.tree / ".git").exists() or not has_block(text):
        return
    new = with_block(text, memory_files(layout.paths))
    if new != text:
        old, data = (said.encode("utf-8", "surrogateescape") for said in (text, new))
        with repo.writing():
            replace(layout.root / _FILE, layout.tree, data, expected=old, name=_FILE)
    if not configured_driver(layout.tree):
        configure_driver(layout.tree, COMMAND)


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
        and was_removed(placed.entry, archived[placed.entry.id].entry)
        and not placed.bullet.conflicted
    ]


def purged_again(document: Document, marks: frozenset[str]) -> list[Placed]:
    """Entries that say what was purged."""
    if not marks:
        return []
    free = (placed for placed in document.entries if not placed.bullet.conflicted)
    return [placed for placed in free if purge_mark(placed.entry.text) in marks]


def purged_edges(snapshot: Snapshot) -> list[int]:
    """Which edges say what was purged, counted from 0; a purge takes them out as well."""
    marks = snapshot.purged
    if not marks:
        return []
    edges = enumerate(snapshot.edges.edges)
    return [n for n, edge in edges if any(purge_mark(text) in marks for text in edge.texts)]


def by_person(placed: Placed) -> bool:
    """Whether a person may have written it again, so that it is theirs to take out."""
    return placed.bare or placed.entry.manual


def returned(repo: Repo, snapshot: Snapshot) -> Iterator[Finding]:
    """Entries that were taken out, and that a merge brought back."""
    path = repo.layout.paths.learnings
    archived = snapshot.archive.by_id()
    erased = {placed.bullet.start for placed in purged_again(snapshot.learnings, snapshot.purged)}
    for placed in zombies(snapshot):
        gone = archived[placed.entry.id].entry.archived
        if gone and placed.bullet.start not in erased:
            id_ = placed.entry.id
            said = f"{id_} was {gone.reason} on {gone.on}, and is here again"
            hint = f"mem doctor --fix takes it out, mem learnings restore {id_} keeps it"
            yield Finding("zombie", "warning", path, placed.line, said, hint, fixable=True)
    yield from _purged_findings(snapshot.learnings, path, snapshot.purged, archive=False)
    archive = repo.layout.paths.archive
    yield from _purged_findings(snapshot.archive, archive, snapshot.purged, archive=True)


def _purged_findings(
    document: Document, path: str, marks: frozenset[str], *, archive: bool
) -> Iterator[Finding]:
    for placed in purged_again(document, marks):
        fixable = archive or not by_person(placed)
        said = f"{placed.entry.id} says what was purged, and is here again"
        hint = f"mem learnings remove {placed.entry.id} --purge"
        hint = "mem doctor --fix" if fixable else f"{hint}, or word it differently"
        yield Finding("purged", "warning", path, placed.line, said, hint, fixable=fixable)
