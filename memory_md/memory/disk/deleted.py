"""Which lines a person deleted in an editor: IDs that stood in learnings.md and are nowhere now.

Two things tell: the history of HEAD (`history.json`, asked of git once for each commit), and for
what was never committed the lines of the last time that `mem` wrote, by branch (`lines.json`). Both
lie in `.mem/local/` and may be deleted. What git itself may have taken away, uncommitted, was not
deleted: HEAD has moved since, by more than commits, or a stash holds the line. No branch knows of
another.
"""

import contextlib
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from itertools import islice
from typing import Final, TypeVar

from msgspec import Struct, field
from msgspec.json import encode

from ...base.identity import identity_form
from ...base.regex import regex
from ...files import read_bytes, replace
from ...files.layout import Layout
from ...files.local_folder import erase_local, keep_local, load_local
from ...git.head import Position, has_stash, head_of, may_have_changed_files, position_of
from ...git.line_history import added_lines, is_ancestor, stashed_lines
from ...git.process import run_git
from ..model.entry import DELETED, KINDS, Archived, Entry
from ..rules.removed import purge_mark
from ..text.learnings import Document, parse, read_at

_MOST_BRANCHES: Final = 20
_MOST_LINES: Final = 20_000  # of one branch
_WHY: Final = Archived(DELETED, date.min, "its line was deleted in an editor")
_HISTORY: Final = "history.json"
LINES: Final = "lines.json"
_MARKER: Final = regex(r"[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+")
_COMMENT: Final = regex(r"<!--[ \t]*mem:([0-9a-z]{8})(?=[ \t-])")
# Kind and text by ID; the text is empty where it is not known.
Lines = dict[str, tuple[str, str]]


class _History(Struct):
    """All lines that the history of a commit ever added; `shallow` is where it is cut off."""

    path: str = ""
    commit: str = ""
    shallow: str = ""
    lines: Lines = field(default_factory=dict)


class _Branch(Struct):
    """The lines that stood there when `mem` last wrote, and those that were deleted until then.

    `undone` are IDs that `mem undo` took out: no person deleted their lines.
    """

    at: Position | None = None
    lines: Lines = field(default_factory=dict)
    deleted: Lines = field(default_factory=dict)
    undone: list[str] = []


class _Branches(Struct):
    """By ref, the one that was written last at the end."""

    branches: dict[str, _Branch] = field(default_factory=dict)


_Value = TypeVar("_Value")


def history_lines(layout: Layout, purged: Collection[str]) -> Lines:
    """Return the lines that the history of HEAD ever added to learnings.md.

    What git does not tell in time is not asked for again. Texts with a `purged` mark are left out.
    """
    head, path = head_of(layout.tree), _in_tree(layout)
    if head is None or not head.commit or not path:
        return {}
    kept = load_local(layout, _HISTORY, _History) or _History()
    if (kept.path, kept.shallow) != (path, head.shallow):
        kept = _History()
    if kept.commit == head.commit:
        return kept.lines
    if kept.commit and not is_ancestor(layout.tree, kept.commit, head.commit):
        kept = _History()
    added = added_lines(layout.tree, path, head.commit, kept.commit) or []
    lines = kept.lines | _read(reversed(added))
    if purged:
        lines = {i: line for i, line in lines.items() if purge_mark(line[1]) not in purged}
    with contextlib.suppress(ValueError):  # half a character
        history = _History(path, head.commit, head.shallow, lines)
        keep_local(layout, _HISTORY, encode(history))
    return lines


def deleted_entries(layout: Layout, known: Collection[str], history: Lines) -> dict[str, Entry]:
    """Return what a person deleted on this branch, by ID, as entries of an archive.

    `known` are the IDs in learnings.md and in the archive, `history` as of `history_lines`.
    """
    at = position_of(layout.tree)
    branch = _branch(load_local(layout, LINES, _Branches) or _Branches(), at)
    deleted = history | branch.deleted | _missing(layout, branch, at, known)
    return {
        id_: Entry(id_, kind, text, archived=_WHY)
        for id_, (kind, text) in deleted.items()
        if id_ not in known and id_ not in branch.undone and kind in KINDS
    }


def note_lines(
    layout: Layout, known: Collection[str], after: Document, undone: Collection[str] = ()
) -> None:
    """Note what learnings.md says now, and what a person deleted since the last time.

    `known` are the IDs that it and the archive held before, `undone` those that `mem undo` takes
    out. The caller holds the lock. Best effort: write errors are ignored.
    """
    from ...safety.secrets.redact import redact

    state, at = load_local(layout, LINES, _Branches) or _Branches(), position_of(layout.tree)
    old = _branch(state, at)
    lines = {p.entry.id: (p.entry.kind, p.entry.text) for p in after.entries if not p.bare}
    missing = _missing(layout, old, at, known)
    deleted = old.deleted | {i: (kind, redact(text)[0]) for i, (kind, text) in missing.items()}
    there = {placed.entry.id for placed in after.entries}
    deleted = {id_: line for id_, line in deleted.items() if id_ not in there}
    left = dict.fromkeys(id_ for id_ in (*old.undone, *undone) if id_ not in there)
    new = _Branch(
        at,
        _newest(lines, _MOST_LINES),
        _newest(deleted, _MOST_LINES),
        [*_newest(left, _MOST_LINES)],
    )
    if new != old:
        name = at.branch if at else ""
        others = {ref: one for ref, one in state.branches.items() if ref != name}
        state = _Branches(_newest(others, _MOST_BRANCHES) | {name: new})
        with contextlib.suppress(ValueError):  # half a character
            keep_local(layout, LINES, encode(state), is_locked=True)


def erase_lines(layout: Layout, entries: Sequence[Entry]) -> None:
    """Forget all that tells of these entries. Raises MemError."""
    ids = {entry.id for entry in entries}
    forms = {identity_form(entry.text) for entry in entries}

    def rest(lines: Lines) -> Lines:
        kept = lines.items()
        return {i: li for i, li in kept if i not in ids and identity_form(li[1]) not in forms}

    state = (load_local(layout, LINES, _Branches) or _Branches()).branches
    left = {
        ref: _Branch(b.at, rest(b.lines), rest(b.deleted), [i for i in b.undone if i not in ids])
        for ref, b in state.items()
    }
    path = layout.local / LINES
    old = read_bytes(path, layout.tree, name=LINES)
    if old is not None and left != state:
        replace(path, layout.tree, encode(_Branches(left)), expected=old, name=LINES)
    erase_local(layout, _HISTORY)


def head_ids(layout: Layout) -> frozenset[str] | None:
    """Return the IDs in the learnings.md of HEAD; None where git gives no answer."""
    done = run_git(layout.tree, ["cat-file", "blob", f"HEAD:{_in_tree(layout)}"])
    if done is None:
        return None
    return named_ids(parse(done.stdout.decode("utf-8", "surrogateescape"), ""))


def named_ids(document: Document) -> frozenset[str]:
    """Return the IDs of its entries, those in malformed comments too."""
    return frozenset([*document.by_id(), *_COMMENT.findall(document.text)])


def _branch(state: _Branches, at: Position | None) -> _Branch:
    return state.branches.get(at.branch if at else "", _Branch())


def _missing(layout: Layout, branch: _Branch, at: Position | None, known: Collection[str]) -> Lines:
    """The lines that stood there at the last time and are in neither file, unless git took them."""
    missing = {id_: line for id_, line in branch.lines.items() if id_ not in known}
    if not missing or at is None or branch.at is None:
        return missing
    if may_have_changed_files(layout.tree, branch.at, at):
        return {}
    if has_stash(layout.tree) and (path := _in_tree(layout)):
        stashed = _read(stashed_lines(layout.tree, path))
        missing = {id_: line for id_, line in missing.items() if id_ not in stashed}
    return missing


def _in_tree(layout: Layout) -> str:
    """The path of learnings.md from the top level, links followed; "" where it is outside."""
    with contextlib.suppress(OSError, ValueError, RuntimeError):
        return layout.learnings.resolve().relative_to(layout.tree.resolve()).as_posix()
    return ""


def _read(lines: Iterable[str]) -> Lines:
    """The entries of these lines; of two with one ID the later."""
    found: Lines = {}
    for line in lines:
        ids = _COMMENT.findall(line) if "mem:" in line else []
        if len(ids) == 1:
            words = _MARKER.sub("", line, count=1)
            entry = read_at(words, 0, len(words), len(words))
            if entry is None:
                found.setdefault(ids[0], ("note", ""))
            elif entry.id == ids[0]:  # otherwise the comment is an example, in a code span
                found[entry.id] = entry.kind, entry.text
    return found


def _newest(values: dict[str, _Value], most: int) -> dict[str, _Value]:
    return dict(islice(values.items(), max(len(values) - most, 0), None))
