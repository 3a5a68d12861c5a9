"""Repairs what a merge without our driver leaves.

That is conflicts of entries, IDs and entries twice, and what was taken out and is here again.

A conflict is settled only where our rules settle all of it; whatever a person has to decide, stays.
Where git still knows the three versions, and what stands there is all its own work, they are merged
again as the driver does; else the markers tell what they can.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import MemError
from ...doctor.model import Finding
from ...files import read_bytes
from ...files import replace as replace_file
from ...files.layout import EVIDENCE
from ...git.head import head_of
from ...git.merge import line_merge, merge_versions
from ...memory.actions.edit import values_of
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Change, Repo, Snapshot, decode, snapshot_with_evidence
from ...memory.model.entry import Entry, as_written
from ...memory.rules.removed import purge_mark, was_removed
from ...memory.text.archive import purge_marks
from ...memory.text.evidence import without_purged
from ...memory.text.learnings import Document, Placed, block_text, parse, updated, without
from ..rules.three_way import merged_entry
from ..text.merge_files import (
    Kind,
    Sides,
    conflict_sides,
    is_plain_merge,
    lines_in_any_order,
    memory_files,
    merge_texts,
)
from ..text.units import Triple

_HINT: Final = "mem doctor --fix"
# Base, ours and theirs of files that git merged, by their paths.
_Versions = Mapping[str, Triple[str]]


class _Mended(Struct, frozen=True):
    """learnings.md and the archive as they should be, and what that takes note of."""

    snapshot: Snapshot
    events: tuple[Mapping[str, Any], ...] = ()
    erased: tuple[Entry, ...] = ()


def mend(place: Workspace, repo: Repo) -> None:
    """Mend all files of the memory; what cannot be read is left to the findings.

    Raises MemError where something could be mended and cannot be written.
    """
    versions = _versions(repo)
    for name, kind in _others(repo):
        if _settled_file(repo, name, kind, versions) is not None:
            with repo.writing():
                _write(repo, name, kind, versions)
    snapshot = _readable(repo)
    if snapshot and _mended(repo, snapshot, versions).snapshot != snapshot:
        repo.transact(lambda now: (_change(place, repo, now, versions), None))
    snapshot = _readable(repo, with_edges=True)
    if snapshot and purged_edges(snapshot):
        repo.transact(_erase_edges, with_edges=True)


def _versions(repo: Repo) -> _Versions:
    head = head_of(repo.layout.tree)
    if head is None or not head.commit:  # nothing was merged yet
        return {}
    return merge_versions(repo.layout.root, memory_files(repo.layout.paths))


def _merged_again(repo: Repo, name: str, kind: Kind, text: str, versions: _Versions) -> str | None:
    """Return what the driver makes of a file that git merged; None where that is what it says."""
    three = versions.get(name)
    if three is None or not is_plain_merge(text, three):
        return None
    try:
        merged = merge_texts(kind, three, repo.settings, line_merge)
    except MemError:
        return None
    same = lines_in_any_order(merged.text) == lines_in_any_order(text)
    if same or merged.conflicts:
        return None
    is_crlf = "\r\n" in text and "\r" not in merged.text
    return merged.text.replace("\n", "\r\n") if is_crlf else merged.text


def _readable(repo: Repo, *, with_edges: bool = False) -> Snapshot | None:
    try:
        return repo.snapshot(with_edges=with_edges)
    except MemError:
        return None


def _erase_edges(snapshot: Snapshot) -> tuple[Change, None]:
    """Take out the edges that say what was purged."""
    purged = frozenset(purged_edges(snapshot))
    kept = tuple(edge for n, edge in enumerate(snapshot.edges.in_file()) if n not in purged)
    return Change(edges=replace(snapshot.edges, edges=kept)), None


def fixable(repo: Repo, findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings, with those marked that `mend` repairs, and further conflicts."""
    found = list(findings)
    others, versions = dict(_others(repo)), _versions(repo)
    mends = {
        name
        for name, kind in others.items()
        if _settled_file(repo, name, kind, versions) is not None
    }
    for name in versions:
        text, kind = _read(repo, name)[1], memory_files(repo.layout.paths)[name]
        is_told = any(f.path == name and f.code in {"conflict", "relationships"} for f in found)
        if not is_told and _merged_again(repo, name, kind, text, versions) is not None:
            what = "git merged it without the driver of `mem`, and it says otherwise than with it"
            found.append(Finding("plain-merge", "warning", name, 0, what, _HINT, fixable=True))
    for name, kind in others.items():
        if kind != "edges" and (line := marker_line(_read(repo, name)[1])):
            what, hint = "merge conflict markers", "settle the conflict in an editor"
            found.append(Finding("conflict", "error", name, line, what, hint))
    paths = {repo.layout.paths.learnings, repo.layout.paths.archive}

    def is_ours(finding: Finding) -> bool:
        return finding.path in paths and finding.code in {"conflict", "duplicate-id"}

    snapshot = _readable(repo) if any(map(is_ours, found)) else None
    after = _mended(repo, snapshot, versions).snapshot if snapshot else None
    documents = (after.learnings, after.archive) if after else ()
    left = {_cause(finding) for document in documents for finding in document.findings}

    def goes(finding: Finding) -> bool:
        if finding.path in others:
            return finding.code in {"conflict", "relationships"} and finding.path in mends
        return after is not None and is_ours(finding) and _cause(finding) not in left

    return [replace(f, fixable=True, hint=_HINT) if goes(f) else f for f in found]


def _cause(finding: Finding) -> tuple[str, str, str]:
    """Return what a finding is about, whichever lines it is on: "the ID k3v9q2xa"."""
    return finding.code, finding.path, finding.message.partition(" stands on ")[0]


# -- learnings.md and the archive ---------------------------------------------------------------


def _change(place: Workspace, repo: Repo, snapshot: Snapshot, versions: _Versions) -> Change:
    mended = _mended(repo, snapshot, versions)
    return Change(
        learnings=mended.snapshot.learnings,
        archive=mended.snapshot.archive,
        lines=mended.snapshot.lines,
        events=tuple({"at": place.instant, **event} for event in mended.events),
        erased=mended.erased,
    )


def _mended(repo: Repo, snapshot: Snapshot, versions: _Versions) -> _Mended:
    paths = repo.layout.paths
    events: list[Mapping[str, Any]] = []
    archive = _settled(repo, snapshot.archive, paths.archive, versions)
    archive = _once(archive, paths.archive, events)
    learnings = _settled(repo, snapshot.learnings, paths.learnings, versions, archive)
    learnings = _once(learnings, paths.learnings, events)
    marks = purge_marks(archive.text)
    lines = snapshot.lines and replace(snapshot.lines, unreadable=())
    lines = lines and without_purged(lines, marks, (learnings, archive))
    after = replace(snapshot, learnings=learnings, archive=archive, purged=marks, lines=lines)
    after = snapshot_with_evidence(after, repo.settings)
    erased = [p for p in purged_again(after.learnings, marks) if not by_person(p)]
    old = purged_again(after.archive, marks)
    back = [p for p in zombies(after) if p not in erased]
    for placed in back:
        event = {"event": "learning.removed", "id": placed.entry.id}
        reason = "it had been taken out, and a merge brought it back"
        events.append({**event, "old": values_of(placed.entry), "reason": reason})
    after = replace(
        after,
        learnings=_without(after.learnings, [*back, *erased], paths.learnings),
        archive=_without(after.archive, old, paths.archive),
    )
    return _Mended(after, tuple(events), tuple(p.entry for p in (*erased, *old)))


def _without(document: Document, leaving: Iterable[Placed], path: str) -> Document:
    for placed in leaving:
        document = without(document, [placed.entry.id], path)
    return document


def _settled(
    repo: Repo,
    document: Document,
    path: str,
    versions: _Versions,
    archive: Document | None = None,
) -> Document:
    """Return the document without its conflicts, where our rules settle them all."""
    again = _merged_again(repo, path, "entries", document.text, versions)
    if again is not None:
        return parse(again, path)
    begins = document.outline.conflicts
    sides = conflict_sides(document.text, begins) if begins else None
    if sides is None:
        return document
    removed = list(_removed(sides, archive)) if archive else []
    newline = "\r\n" if "\r\n" in document.text else "\n"
    base = newline.join([sides.base.rstrip("\r\n"), *removed, ""]) if removed else sides.base
    texts = (base, sides.ours, sides.theirs)
    try:
        merged = merge_texts("entries", texts, repo.settings, line_merge, settle_bullets=False)
    except MemError:
        return document
    after = parse(merged.text, path)
    return document if merged.conflicts or after.outline.conflicts else after


def _removed(sides: Sides, archive: Document) -> Iterator[str]:
    """Yield the lines of entries that the base had, though the conflict does not show it.

    One side removed them, as the archive says, and the other left them as they were.
    """
    archived = archive.by_id()
    documents = [parse(text, "") for text in (sides.base, sides.ours, sides.theirs)]
    known = [document.by_id() for document in documents]
    for here, there, document in ((1, 2, documents[1]), (2, 1, documents[2])):
        for id_, placed in known[here].items():
            tomb = archived[id_].entry if id_ in archived else None
            if tomb is None or tomb.archived is None or id_ in known[there] or id_ in known[0]:
                continue
            was = as_written(replace(tomb, archived=None, extra=placed.entry.extra))
            if was == as_written(placed.entry):
                yield document.text[placed.bullet.start : placed.bullet.end].rstrip("\r\n")


def _once(document: Document, path: str, events: list[Mapping[str, Any]]) -> Document:
    """Return the document with one entry of each ID, where those of one ID say the same words."""
    if conflict_sides(document.text):  # an ID may stand twice because nothing is settled yet
        return document
    same: dict[tuple[str, str], list[Placed]] = {}
    for placed in document.entries:
        if not placed.bare and not placed.bullet.conflicted:
            same.setdefault((placed.entry.id, block_text(document, placed)), []).append(placed)
    ids = [id_ for id_, _ in same]
    for (id_, _), group in same.items():
        if len(group) == 1 or ids.count(id_) > 1:
            continue
        entry = group[0].entry
        for other in group[1:]:
            entry = merged_entry(None, entry, other.entry)
        try:
            document = without(document, [id_] * (len(group) - 1), path)
            document = updated(document, {id_: entry}, path)
        except MemError:
            continue
        event = {"event": "learning.merged", "id": id_, "new": values_of(entry)}
        events.append({**event, "reason": "it stood there twice"})
    return document


# -- the other files -----------------------------------------------------------------------------


def _others(repo: Repo) -> Iterator[tuple[str, Kind]]:
    paths = repo.layout.paths
    for name, kind in memory_files(paths).items():
        if kind != "entries":
            yield name, kind


def _read(repo: Repo, name: str) -> tuple[bytes, str]:
    """Return what a file holds; nothing where it cannot be read."""
    try:
        data = read_bytes(repo.layout.root / name, repo.layout.tree, name=name) or b""
        return data, decode(data, name)
    except MemError:
        return b"", ""


def marker_line(text: str) -> int:
    """Return the line of the first conflict in a text, 0 where it has none."""
    if conflict_sides(text) is None and "\n>>>>>>> " not in text:
        return 0
    lines = text.split("\n")
    return next((n for n, line in enumerate(lines, 1) if line.startswith("<<<<<<< ")), 0)


def _settled_file(repo: Repo, name: str, kind: Kind, versions: _Versions) -> str | None:
    """Return the text of a file without its conflicts, where our rules settle them all."""
    text = _read(repo, name)[1]
    again = _merged_again(repo, name, kind, text, versions)
    if again is not None:
        return again
    sides = conflict_sides(text)
    if sides is None:
        return None
    texts = (sides.base, sides.ours, sides.theirs)
    try:
        merged = merge_texts(kind, texts, repo.settings, line_merge, whole_base=sides.shows_base)
    except MemError:
        return None
    return None if merged.conflicts or conflict_sides(merged.text) else merged.text


def _write(repo: Repo, name: str, kind: Kind, versions: _Versions) -> None:
    text = _settled_file(repo, name, kind, versions)
    data, _ = _read(repo, name)
    if text is not None:
        new = text.encode("utf-8", "surrogateescape")
        replace_file(repo.layout.root / name, repo.layout.tree, new, expected=data, name=name)


# -- what was taken out, and a merge brought back ------------------------------------------------


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
    """Return entries that say what was purged."""
    if not marks:
        return []
    free = (placed for placed in document.entries if not placed.bullet.conflicted)
    return [placed for placed in free if purge_mark(placed.entry.text) in marks]


def purged_edges(snapshot: Snapshot) -> list[int]:
    """Return which edges of the file, from 0, say what was purged; a purge takes them out too."""
    marks = snapshot.purged
    if not marks:
        return []
    edges = enumerate(snapshot.edges.in_file())
    return [n for n, edge in edges if any(purge_mark(text) in marks for text in edge.texts)]


def by_person(placed: Placed) -> bool:
    """Return whether a person may have written it again, so that it is theirs to take out."""
    return placed.bare or placed.entry.manual


def returned(repo: Repo, snapshot: Snapshot) -> Iterator[Finding]:
    """Yield entries that were taken out, and that a merge brought back."""
    path = repo.layout.paths.learnings
    archived = snapshot.archive.by_id()
    erased = {placed.bullet.start for placed in purged_again(snapshot.learnings, snapshot.purged)}
    for placed in zombies(snapshot):
        archival = archived[placed.entry.id].entry.archived
        if archival and placed.bullet.start not in erased:
            id_ = placed.entry.id
            message = f"{id_} was {archival.reason} on {archival.on}, and is here again"
            hint = f"mem doctor --fix takes it out, mem learnings restore {id_} keeps it"
            yield Finding("zombie", "warning", path, placed.line, message, hint, fixable=True)
    yield from _purged_findings(snapshot.learnings, path, snapshot.purged, archive=False)
    archive = repo.layout.paths.archive
    yield from _purged_findings(snapshot.archive, archive, snapshot.purged, archive=True)
    lines, documents = snapshot.lines, (snapshot.learnings, snapshot.archive)
    if lines and without_purged(lines, snapshot.purged, documents) != lines:
        message = "it quotes what was purged"
        yield Finding("purged", "warning", EVIDENCE, 0, message, "mem doctor --fix", fixable=True)


def _purged_findings(
    document: Document, path: str, marks: frozenset[str], *, archive: bool
) -> Iterator[Finding]:
    for placed in purged_again(document, marks):
        fixable = archive or not by_person(placed)
        message = f"{placed.entry.id} says what was purged, and is here again"
        hint = f"mem learnings remove {placed.entry.id} --purge"
        hint = "mem doctor --fix" if fixable else f"{hint}, or word it differently"
        yield Finding("purged", "warning", path, placed.line, message, hint, fixable=fixable)
