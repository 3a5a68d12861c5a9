"""`mem undo`: take back what the last command that writes did, byte for byte."""

import contextlib
import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from ... import files
from ...base.line_changes import line_changes
from ...base.text import clip
from ...files import undo_log
from ...files.layout import LOCAL
from ...files.replacing import retried
from ...files.undo_log import ConflictError, Record
from ..disk import deleted, journal, local
from ..disk.repo import Repo
from ..text.entry_comment import CommentError, find_comment
from .workspace import Workspace, warnings_of

_INBOX: Final = f"{LOCAL}/inbox.jsonl"
_NOTHING: Final = "no command that wrote is known on this machine"
_BROKEN: Final = "its record cannot be read"
_LINE_CHARS: Final = 120


class Undone(Struct, frozen=True):
    """The command, its moment (ISO 8601 in UTC), the files that are as before it, or why not.

    `lines` are those that leave ("- ") and come back ("+ "), by file, of Markdown only: lines of
    JSON tell a person nothing.
    """

    command: str = ""
    at: str = ""
    files: tuple[str, ...] = ()
    undone: bool = False
    reason: str = ""
    lines: Mapping[str, tuple[str, ...]] = {}
    warnings: tuple[str, ...] = ()


class _Plan(Struct, frozen=True):
    """The records to take back, the newest first, and what each file holds now and held before."""

    records: tuple[Record, ...]
    contents: Mapping[str, tuple[bytes | None, bytes | None]]
    reason: str = ""


def undo(place: Workspace, *, dry_run: bool = False) -> Undone:
    """Take back the last command that changed the memory, or nothing where a reason forbids it.

    The reasons: nothing is known, a purge, or somebody changed the same bytes since. Raises
    MemError where a file cannot be read or written.
    """
    repo = place.memory().without_undo()
    warnings = warnings_of(repo)
    if dry_run:
        return _undone(_make_plan(repo), warnings)

    def work() -> Undone:
        plan = _make_plan(repo)
        if plan.reason:
            return _undone(plan, warnings)
        known = repo.snapshot().ids()
        _carry_out(repo, plan)
        after = repo.snapshot()
        deleted.note_lines(repo.layout, known, after.learnings, known - after.ids())
        done = _undone(plan, warnings, undone=True)
        at = {"at": place.instant, "event": "memory.undone", "id": ""}
        what = {"command": done.command, "of": done.at, "files": list(done.files)}
        journal.record(repo.layout, [{**at, **what}])
        return done

    with repo.writing():
        return retried(work)


def _make_plan(repo: Repo) -> _Plan:
    """What to take back: the last command that shows, and what came after it without showing."""
    records: list[Record] = []
    for record in reversed(undo_log.records(repo.layout)):
        records.append(record)
        if record.head.reason or any(_shows(step.path) for step in record.steps):
            break
    else:
        return _Plan(tuple(records[-1:]), {}, _NOTHING)
    if records[-1].head.reason:
        return _Plan((records[-1],), {}, records[-1].head.reason)
    now: dict[str, bytes | None] = {}
    before: dict[str, bytes | None] = {}
    for step in (step for record in records for step in reversed(record.steps)):
        name = step.path
        if name not in before:
            path = repo.layout.root / name
            before[name] = now[name] = files.read_bytes(path, repo.layout.tree, name=name)
        try:
            old = undo_log.content_before(step, before[name])
            if name.endswith(".json") and old and old != before[name]:
                json.loads(old)  # lines that are put back may not make JSON again
            before[name] = old
        except (ConflictError, ValueError) as fault:
            if _shows(name):
                conflict = f"{name} was changed since: {clip(str(fault), _LINE_CHARS)}"
                return _Plan((records[-1],), {}, conflict)
        except zlib.error:
            return _Plan((records[-1],), {}, _BROKEN)
    return _Plan(tuple(records), {name: (now[name], before[name]) for name in before})


def _shows(name: str) -> bool:
    """Whether the file is what a person calls the memory, and not our notes beside it."""
    return not name.startswith(f"{LOCAL}/") or name == _INBOX


def _carry_out(repo: Repo, plan: _Plan) -> None:
    """Write the files that gain text first: a crash leaves a text twice, never nowhere."""
    layout = repo.layout

    def growth(item: tuple[str, tuple[bytes | None, bytes | None]]) -> int:
        now, old = item[1]
        return len(old or b"") - len(now or b"")

    for name, (now, old) in sorted(plan.contents.items(), key=growth, reverse=True):
        path = layout.root / name
        if name.startswith(f"{LOCAL}/sources/") and now != old:
            local.note_undone(layout, path.name)
        if old is None and now is not None:
            files.delete(path, layout.tree, expected=now, name=name)
        elif old is not None and now != old:
            edited = path in repo.texts()
            files.replace(path, layout.tree, old, expected=now, name=name, is_edited=edited)
    local.forget_parsed(layout)
    for record in plan.records:
        with contextlib.suppress(OSError):
            record.path.unlink()


def _undone(plan: _Plan, warnings: tuple[str, ...], *, undone: bool = False) -> Undone:
    if not plan.records:
        return Undone(reason=plan.reason, warnings=warnings)
    head = plan.records[-1].head
    changed = {n: c for n, c in plan.contents.items() if c[0] != c[1] and _shows(n)}
    return Undone(
        command=head.command,
        at=head.at,
        files=tuple(sorted(changed)),
        undone=undone,
        reason=plan.reason,
        lines={n: tuple(_difference(*changed[n])) for n in sorted(changed) if n.endswith(".md")},
        warnings=warnings,
    )


def _difference(now: bytes | None, old: bytes | None) -> Iterator[str]:
    """The lines that leave and those that come back, without bullets and comments of ours."""
    had, gets = ((data or b"").decode("utf-8", "replace").split("\n") for data in (now, old))
    for first, last, start, end in line_changes(had, gets):
        for sign, lines in (("-", had[first:last]), ("+", gets[start:end])):
            yield from (f"{sign} {_plain(line)}" for line in lines if line.strip())


def _plain(line: str) -> str:
    """The line without its bullet and a comment of ours."""
    with contextlib.suppress(CommentError):  # a broken one is shown
        if found := find_comment(line):
            line = line[: found[0]].rstrip() + line[found[1] :]
    return line.removeprefix("- ")
