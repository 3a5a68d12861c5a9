"""Looking up entries: by filter, by an ID or the beginning of one, and in the other memories."""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import NotFoundError, UsageError, nearest
from ...extract.model import Action
from ...safety.printable_text import redacted
from ..disk.repo import Repo, Snapshot
from ..model.entry import KINDS
from ..rules.removed import REJECTED, purge_mark
from ..text.learnings import Document, Placed
from .file_status import with_code
from .workspace import Listed, Workspace, listed, warnings_of


class Listing(Struct, frozen=True):
    """Entries in the order of their files, and what was passed over."""

    entries: tuple[Listed, ...]
    warnings: tuple[str, ...] = ()


def list_entries(
    place: Workspace,
    *,
    kind: str | None = None,
    category: str | None = None,
    min_confidence: float = 0.0,
    search: str | None = None,
    archived: bool = False,
) -> Listing:
    """The entries that pass every filter.

    `category` is a kind, a class or a qualifier ("security"); `search` is part of the line, in any
    case. With `archived`, those in the archive instead, the newest last.
    """
    repo = place.memory()
    snapshot = repo.snapshot()
    if kind is not None:
        kind = kind_named(kind)
    paths = repo.layout.paths
    everything = (
        sorted(
            listed(snapshot.archive, paths.archive),
            key=lambda item: item.entry.archived.on if item.entry.archived else date.min,
        )
        if archived
        else _with_code(repo, listed(snapshot.learnings, paths.learnings))
    )
    wanted = category.casefold().replace("_", " ") if category else ""
    needle = search.casefold() if search else ""
    entries = tuple(
        item
        for item in everything
        if (kind is None or item.entry.kind == kind)
        and item.entry.confidence >= min_confidence
        and needle in item.entry.headline.casefold()
        and (not wanted or wanted in _categories(item))
    )
    return Listing(entries, warnings_of(repo, snapshot))


def _with_code(repo: Repo, items: Sequence[Listed]) -> list[Listed]:
    entries = with_code(repo.layout, [item.entry for item in items], fresh=len(items) == 1)
    return [replace(item, entry=one) for item, one in zip(items, entries, strict=True)]


def _categories(item: Listed) -> set[str]:
    entry = item.entry
    return {entry.kind.replace("_", " "), entry.entry_class, entry.qualifier.casefold()}


def show_entry(place: Workspace, id_: str) -> Listing:
    """One entry, live or archived."""
    repo = place.memory()
    snapshot = repo.snapshot()
    (item,) = _with_code(repo, [find_anywhere(repo, snapshot, id_)])
    return Listing((item,), warnings_of(repo, snapshot))


def entries_now(repo: Repo, ids: Sequence[str], *, archived: bool = False) -> Listing:
    """The entries of these IDs as they stand now, in learnings.md or in the archive."""
    snapshot, paths = repo.snapshot(), repo.layout.paths
    document, path = snapshot.learnings, paths.learnings
    if archived:
        document, path = snapshot.archive, paths.archive
    found = document.by_id()
    items = tuple(Listed(found[id_].entry, path, found[id_].line) for id_ in ids if id_ in found)
    return Listing(items, warnings_of(repo, snapshot))


def kind_named(name: str) -> str:
    """The kind of that name, written as a label or with `_`. Raises UsageError."""
    kind = name.strip().casefold().replace(" ", "_").replace("-", "_")
    if kind not in KINDS:
        likely = nearest(kind, KINDS)
        hint = f"did you mean {likely}? " if likely else ""
        raise UsageError(f"there is no kind {name!r}", hint=f"{hint}kinds are: {', '.join(KINDS)}")
    return kind


def find_live(repo: Repo, snapshot: Snapshot, id_: str) -> Placed:
    """The entry in learnings.md with an ID that begins so. Raises NotFoundError, UsageError."""
    return _only(snapshot.learnings, id_, repo.layout.paths.learnings, snapshot.archive)


def find_archived(repo: Repo, snapshot: Snapshot, id_: str) -> Placed:
    """The entry in the archive with an ID that begins so. Raises NotFoundError, UsageError."""
    hint = "see `mem learnings list --archived`; what was purged does not come back"
    return _only(snapshot.archive, id_, repo.layout.paths.archive, snapshot.learnings, hint)


def find_anywhere(repo: Repo, snapshot: Snapshot, id_: str) -> Listed:
    """The entry with an ID that begins so; one in learnings.md goes before one in the archive."""
    paths = repo.layout.paths
    only_archived = not _matching(snapshot.learnings, id_) and _matching(snapshot.archive, id_)
    if only_archived:
        placed, path = find_archived(repo, snapshot, id_), paths.archive
    else:
        placed, path = find_live(repo, snapshot, id_), paths.learnings
    return Listed(placed.entry, path, placed.line)


def _matching(document: Document, prefix: str) -> Mapping[str, list[Placed]]:
    prefix = prefix.lower()
    found: dict[str, list[Placed]] = {}
    for placed in document.entries:
        if placed.entry.id.startswith(prefix):
            found.setdefault(placed.entry.id, []).append(placed)
    return {prefix: found[prefix]} if prefix in found else found


def _only(
    document: Document,
    prefix: str,
    path: str,
    elsewhere: Document,
    hint: str = "see `mem learnings list`; your own are changed with --user",
) -> Placed:
    if not prefix or not prefix.isalnum():
        raise UsageError(
            f"{prefix!r} is not an ID",
            hint="an ID is 8 characters 0-9a-z, or the first of them: see mem learnings list",
        )
    found = _matching(document, prefix)
    if len(found) > 1:
        raise UsageError(
            f"{prefix!r} is the beginning of several IDs", hint=f"one of: {', '.join(found)}"
        )
    if not found:
        there = _matching(elsewhere, prefix)
        if there:
            other = next(iter(there.values()))[0]
            where = "archive" if other.entry.archived else "learnings"
            hint = f"it is in the {where}: {redacted(other.entry.text)[:60]}"
        elif document.findings:
            hint += ", or `mem doctor` for the lines that cannot be read"
        raise NotFoundError(
            f"no entry has an ID that begins with {prefix!r}", where=path, hint=hint
        )
    (same,) = found.values()
    return _sole(same, path)


def _sole(same: Sequence[Placed], path: str) -> Placed:
    if len(same) > 1:
        lines = ", ".join(str(placed.line) for placed in same)
        raise UsageError(
            f"the ID {same[0].entry.id} stands on lines {lines}",
            where=path,
            hint="delete one of the lines, or word it differently"
            if same[0].bare
            else "delete one of the lines, or the comment of one of them",
        )
    return same[0]


# What becomes of a text, why, and the ID of the entry that says the same.
Known = tuple[Action, str, str]


class OtherLayers(Struct):
    """The memories beside the one that is written to, the nearest first; read at the first use."""

    place: Workspace
    repo: Repo
    read: list[tuple[str, Snapshot]] | None = None

    def find(self, kind: str, text: str) -> Known | None:
        """Return what they know of a text: taken out for good in one of them, or said in one."""
        if self.read is None:
            others = self.place.layers(self.repo)[1:]
            self.read = [(self.place.layer_name(one), one.snapshot()) for one in others]
        return (
            (_rejected(self.read, kind, text) or self._known_as(kind, text)) if self.read else None
        )

    def _known_as(self, kind: str, text: str) -> Known | None:
        from ...dedup.index import Index

        for name, snapshot in self.read or ():
            live = [placed.entry for placed in snapshot.learnings.entries]
            match = Index(live, threshold=self.repo.settings.dedup.threshold).compare(kind, text)
            if match and match.relation == "duplicate":
                return "unchanged", f"{name} knows it already", match.id
        return None


def _rejected(read: Sequence[tuple[str, Snapshot]], kind: str, text: str) -> Known | None:
    from ...dedup.folding import Rejected

    for name, snapshot in read:
        if purge_mark(text) in snapshot.purged:
            return "suppressed", f"a person purged this text in {name}", ""
        out = (placed.entry for placed in snapshot.archive.entries)
        rejected = Rejected(e for e in out if e.archived and e.archived.reason in REJECTED)
        found = rejected.find(kind, text)
        if found and found.archived:
            left = found.archived
            return "suppressed", f"{left.reason} on {left.on} in {name}", found.id
    return None
