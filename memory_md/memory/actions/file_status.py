"""Whether the files that a memory names are still there, and what they are called today."""

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct, convert, field
from msgspec.structs import asdict, replace

from ...files.layout import Layout
from ...git import renames_cache
from ...git.head import head_of
from ...git.process import askable
from ...git.renames_cache import MOST_PATHS, Answers, Names
from ..disk import local
from ..disk.repo import Change, Repo, Snapshot
from ..model.entry import CodeState, Entry
from ..model.evidence import Evidence
from ..model.relationship import Relationship
from ..rules.named_files import named_files

_UNTOLD: Final = ""


class FileStatus(Struct, frozen=True):
    """The named paths that are not there any more: renamed (old to new), or removed."""

    renamed: Mapping[str, str] = field(default_factory=dict)
    removed: frozenset[str] = frozenset()

    def exists(self, path: str) -> bool:
        """Whether it was not removed from the work tree: it is there, renamed, or was never there.

        A path that was never seen in the work tree, nor in git's history, is one that was planned,
        or is written another way.
        """
        return path not in self.removed

    def now(self, path: str) -> str:
        """Return today's name of a path: itself, unless git knows a newer one that is there."""
        return self.renamed.get(path, path)


def status_of_files(layout: Layout, named: Iterable[str], *, noted: bool = False) -> FileStatus:
    """Return the status of the named paths; `noted` keeps for next time which of them exist.

    A path that git never had counts as removed if it was seen before.
    """
    # A path of another machine is not even looked at: Windows would log in to its host.
    ours = {path for path in named if path and path[0] not in "/\\" and ":" not in path}
    missing = _missing(layout, ours)
    seen = local.seen_files(layout) if ours else []
    if noted:
        local.note_seen_files(layout, seen, ours - missing)
    names = _names(layout, missing)
    renamed, removed = {}, {path for path in missing.intersection(seen) if names.get(path) is None}
    for path, name in names.items():
        if name is None or not askable(name):
            continue
        if name == path.rstrip("/") or not _exists(layout, name):
            removed.add(path)
        elif name.isprintable():  # what is no text cannot be shown; the old name still can
            renamed[path] = name + "/" * path.endswith("/")
    return FileStatus(renamed, frozenset(removed))


def existence_test(
    layout: Layout, entries: Iterable[Entry], edges: Iterable[Relationship]
) -> Callable[[str], bool]:
    """Return a test whether a path was not removed from the work tree, see `FileStatus.exists`."""
    named = [path for entry in entries for path in named_files(entry)]
    return status_of_files(layout, [*named, *(edge.path for edge in edges)]).exists


def with_code(layout: Layout, entries: Sequence[Entry], *, fresh: bool = False) -> Sequence[Entry]:
    """Return the entries, each with what became of the code that it names.

    While no file has changed this costs a look at each file that holds such code. With `fresh` what
    was found before is not asked for, and nothing is kept.
    """
    anchored = [entry for entry in entries if entry.anchors]
    if not anchored:
        return entries

    def stamp() -> str:
        head = head_of(layout.tree)
        return f"{head.commit} {head.index}" if head else ""

    found = None if fresh else local.known_anchors(layout, anchored, stamp)
    if found is None:
        from ..disk.anchors import looked_up

        paths = {anchor.path for entry in anchored for anchor in entry.anchors}
        renamed = status_of_files(layout, paths).renamed
        states = looked_up(layout, anchored, renamed, "" if fresh else stamp(), kept=not fresh)
    else:
        states = convert(found, dict[str, CodeState])
    if not states:
        return entries
    return [replace(one, code=states[one.id]) if one.id in states else one for one in entries]


def _names(layout: Layout, missing: Collection[str]) -> dict[str, str | None]:
    """Today's names of these paths, as git or its last answers tell; None for what it never had.

    Empty where it has not told.
    """
    head = head_of(layout.tree) if missing else None
    if head is None:
        return {}
    # In the order of the alphabet, so that of too many always the same are asked for.
    bare = {path: path.rstrip("/") for path in sorted(missing)}
    asked = {path: name for path, name in bare.items() if askable(name)}
    # A cut in a clone's history is part of what the answers hold for.
    known = renames_cache.load(layout, f"{head.commit} {head.shallow}".strip(), head.index)
    new = [name for name in [*asked.values()][:MOST_PATHS] if name not in known.names]
    if new:
        known = _ask_about(layout, head.commit, known, new)
    return {path: known.names.get(name, _UNTOLD) for path, name in asked.items()}


def _ask_about(layout: Layout, commit: str, known: Answers, paths: Iterable[str]) -> Answers:
    """The answers with those about these paths, or the first of them; kept for the next time."""
    from ...git.history import MOST_AT_ONCE, deadline, ends, index_of

    until = deadline()
    asked = [*dict.fromkeys(paths)][:MOST_AT_ONCE]
    index = index_of(layout.root, commit, asked, until)
    if index is None:
        return known
    history: dict[str, str | None] = {**known.ends}
    new = [path for path in asked if path not in history]
    if commit:
        history |= _still_true(layout, commit, known, new, until)
    unknown = [path for path in new if path not in history]
    found = ends(layout.root, commit, unknown, until) if commit else {}
    # What git could not tell in time is not asked for again here: each prompt would wait for it.
    history |= {**dict.fromkeys(unknown, _UNTOLD), **(found or {})}
    names = {**known.names, **{path: index.name_of(path, history) for path in asked}}
    answers = replace(known, ends=history, names=names)
    if found is not None:
        renames_cache.save(layout, answers)
    return answers


def _still_true(
    layout: Layout, commit: str, known: Answers, paths: Iterable[str], until: float
) -> Names:
    """What the history said last time of these paths, where no commit since has to do with it."""
    from ...git.history import untouched

    before = renames_cache.latest(layout)
    since, _, cut = (before.commit if before else "").partition(" ")
    if not before or not since or cut != known.commit.partition(" ")[2]:
        return {}
    ends = {path: before.ends[path] for path in paths if before.ends.get(path, _UNTOLD) != _UNTOLD}
    named = dict.fromkeys(name for pair in ends.items() for name in pair if name and askable(name))
    same = untouched(layout.root, since, commit, named, until)
    return {path: end for path, end in ends.items() if path in same and (end or path) in same}


def _missing(layout: Layout, paths: Iterable[str]) -> set[str]:
    """Those that are not there; below a folder that is not there nothing is looked for."""
    there: dict[str, bool] = {"": True}
    found = set()
    for path in paths:
        folder = path.rstrip("/").rpartition("/")[0]
        if folder not in there:
            there[folder] = _exists(layout, folder)
        if not there[folder] or not _exists(layout, path):
            found.add(path)
    return found


def _exists(layout: Layout, path: str) -> bool:
    try:
        # Thousands of paths may be named, and an object for each takes four times as long.
        return os.path.exists(os.path.join(layout.root, path))  # noqa: PTH110, PTH118
    except ValueError:  # a NUL
        return False


# -- the code that older entries name --------------------------------------------------------------


def note_anchors(repo: Repo) -> None:
    """Add a line of evidence to each entry without anchors that names code that is there.

    The line moves no number. A memory without such an entry is not written to.
    """
    new = _anchor_lines(repo, repo.snapshot())
    if new:
        repo.transact(lambda now: (Change(evidence=_anchor_lines(repo, now)), None))


def _anchor_lines(repo: Repo, snapshot: Snapshot) -> tuple[Evidence, ...]:
    from ..disk.anchors import anchors_of  # what only reads needs none of it
    from ..rules.stated_values import names_code

    entries = [
        placed.entry
        for placed in snapshot.learnings.entries
        if placed.own_evidence and not placed.bullet.conflicted and not placed.entry.anchors
        if names_code(placed.entry)
    ]
    found = anchors_of(repo.layout, entries) if entries and snapshot.lines is not None else {}
    return tuple(
        Evidence(id_, _second_after(known), "", "said", "tool", anchors=(*map(asdict, made),))
        for id_, made in found.items()
        if made and (known := snapshot.evidence.get(id_))
    )


def _second_after(known: Iterable[Evidence]) -> str:
    """Return the second after the newest line: two branches write the same."""
    newest = max(line.at for line in known)
    try:
        moment = datetime.fromisoformat(newest) + timedelta(seconds=1)
    except (ValueError, OverflowError):
        return newest
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")
