"""`mem adr`: write the memory's decisions as architecture decision records, and list all records.

A record that `mem` wrote ends with a comment that identifies it in every clone. It is updated with
its decision until a person edits it; records that a person wrote or edited are never changed.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from .. import files
from ..base.errors import ChangedMeanwhileError, MemError, RefusedError, UsageError
from ..base.identity import identity_form
from ..files.replacing import retried
from ..files.tables import template as shipped
from ..memory.actions.entries import find_live
from ..memory.actions.file_status import existence_test, with_code
from ..memory.actions.workspace import Workspace, warnings_of
from ..memory.disk.repo import Repo, Snapshot, in_style_of
from ..memory.model.entry import Entry
from . import disk as store
from .model import (
    ADR_TOOLS,
    LOG4BRAINS,
    Decision,
    DecisionRecord,
    Exported,
    Mark,
    NotWritten,
    RecordFile,
)
from .rules.decisions import decisions_of
from .rules.record_files import facts_mark, naming_of, placed
from .rules.styles import style_of
from .text.record import with_mark
from .text.template import Template, filling_of, parse_template, render


def export(
    place: Workspace,
    directory: str | None = None,
    ids: Sequence[str] = (),
    *,
    dry_run: bool = False,
) -> Exported:
    """Write the record of each decision that has none, and update those whose decision changed.

    New ones are for what a person stands for, or is marked high; with `ids` only for these. Raises
    NotFoundError, UsageError for what is the ID of no decision. `directory` is relative to the
    working directory, or to the root where that is outside of the work tree. Raises RefusedError if
    it leads out of the work tree.
    """
    repo = place.memory()
    folder = _folder(place, repo, directory)
    named = _named(repo, ids)
    plan = _plan(place, repo, folder, named)
    done: dict[str, bool] = {}
    if dry_run:
        done = {step.path: step.record is None for step in plan.steps}
    elif plan.steps:
        with repo.writing():
            plan = _write_all(place, repo, folder, named, done)
    warnings = plan.result.warnings
    if directory is not None and (done or plan.result.unchanged):
        warnings += tuple(_unseen(repo, folder))
    return replace(
        plan.result,
        written=tuple(path for path, new in done.items() if new),
        updated=tuple(path for path, new in done.items() if not new),
        unchanged=tuple(path for path in plan.result.unchanged if path not in done),
        warnings=warnings,
    )


def _named(repo: Repo, ids: Sequence[str]) -> frozenset[str]:
    """Return the IDs in full. Raises NotFoundError, UsageError."""
    snapshot = repo.snapshot() if ids else None
    entries = [find_live(repo, snapshot, id_).entry for id_ in ids] if snapshot else []
    for entry in entries:
        if entry.kind != "decision":
            raise UsageError(
                f"{entry.id} is not a decision", hint="mem learnings list --kind decision"
            )
    return frozenset(entry.id for entry in entries)


def _write_all(
    place: Workspace,
    repo: Repo,
    folder: store.Folder,
    named: frozenset[str],
    done: dict[str, bool],
) -> _Plan:
    """Plan and write, again after a conflict; `done` gets each path, true if it is new."""

    def work() -> _Plan:
        plan = _plan(place, repo, folder, named)
        for step in plan.steps:
            _write(repo, step)
            done.setdefault(step.path, step.record is None)
        return plan

    return retried(work)


class _Step(Struct, frozen=True):
    """A file to write: its text, and the record that is there."""

    path: str
    text: str
    record: DecisionRecord | None


class _Plan(Struct, frozen=True):
    """The steps, and the result without them."""

    steps: tuple[_Step, ...]
    result: Exported


def _plan(
    place: Workspace, repo: Repo, folder: store.Folder, named: frozenset[str] = frozenset()
) -> _Plan:
    snapshot, warnings = _snapshot(repo)
    records, unread = read_records(repo, folder)
    live = [placed.entry for placed in snapshot.learnings.entries]
    entries = [*with_code(repo.layout, live)]
    entries += [placed.entry for placed in snapshot.archive.entries]
    decisions = decisions_of(
        entries,
        (*store.archived_edges(repo.layout), *snapshot.edges.edges),
        settings=repo.settings.confidence,
        exists=existence_test(repo.layout, entries, ()),
        named=named,
        evidence=snapshot.evidence,
    )
    if named:
        decisions = [one if one.id in named else replace(one, fresh=False) for one in decisions]
    naming = naming_of(records, folder.path, dated=folder.tool == LOG4BRAINS)
    planned, left = placed(decisions, records, naming, place.today)
    layout, odd = _template(repo, folder, records) if planned else (Template(), ())
    wanted = [file for file in planned if not named or file.decision.id in named]
    steps = [step for file in wanted if (step := _step(file, layout))]
    taken = {step.path for step in steps}
    left += _purged(records, snapshot)
    result = Exported(
        folder.path,
        unchanged=tuple(w.path for w in planned if w.path not in taken),
        left=tuple(left),
        warnings=(*warnings, *unread, *odd),
        unsure=0 if named else _unsure(decisions, records),
    )
    return _Plan(tuple(steps), result)


def _unsure(decisions: Sequence[Decision], records: Sequence[DecisionRecord]) -> int:
    has = {record.mark.id for record in records if record.mark}
    recorded = {form for record in records for form in record.says}
    return sum(
        not (one.fresh or one.deprecated or one.superseded_by or one.id in has)
        and recorded.isdisjoint(one.forms)
        for one in decisions
    )


def _snapshot(repo: Repo) -> tuple[Snapshot, tuple[str, ...]]:
    """Return the memory, and warnings; another tool's relationships.json has nothing of ours.

    Raises UnreadableError for our own that is broken: records would lose what they say of files.
    """
    try:
        snapshot = repo.snapshot(with_edges=True)
    except RefusedError as fault:
        snapshot = repo.snapshot()
        return snapshot, (*warnings_of(repo, snapshot), str(fault))
    return snapshot, warnings_of(repo, snapshot)


def _step(file: RecordFile, template: Template) -> _Step | None:
    """Return the step that writes a record; None where nothing that it says has changed."""
    facts = facts_mark(file)
    mark = file.record.mark if file.record else None
    if mark and mark.facts == facts:
        return None
    decision = file.decision
    text = render(template, filling_of(file, template))
    text = with_mark(text, Mark(decision.id, decision.text_mark, facts))
    return _Step(file.path, text, file.record)


def _write(repo: Repo, step: _Step) -> None:
    """Write one record, in the style of the file that is there. Raises ChangedMeanwhileError.

    Another process was faster where the file is not what was read, or is there where none was.
    """
    layout = repo.layout
    path = layout.root / step.path
    old = files.read_bytes(path, layout.tree, name=step.path)
    data = in_style_of(step.text, old).encode("utf-8", "surrogateescape")
    if step.record is None:
        files.sweep([path], layout.tree)
        if old is not None or not files.create(path, layout.tree, data, name=step.path):
            raise ChangedMeanwhileError("is there meanwhile", where=step.path, hint="try again")
        return
    if old is None or step.record != store.record_of(step.path, old):
        raise ChangedMeanwhileError(
            "was saved by somebody else meanwhile", where=step.path, hint="try again"
        )
    files.sweep([path], layout.tree)
    files.replace(path, layout.tree, data, expected=old, name=step.path)


def read_records(repo: Repo, folder: store.Folder) -> tuple[list[DecisionRecord], list[str]]:
    """Return all records in a folder and the others of its tool, and what could not be read."""
    records: dict[str, DecisionRecord] = {}
    warnings: list[str] = []
    for path in (folder.path, *folder.others):
        found, faults = store.read_folder(repo.layout, path)
        records |= {record.path: record for record in found if record.path not in records}
        warnings += faults
    return list(records.values()), list(dict.fromkeys(warnings))


def _purged(records: Sequence[DecisionRecord], snapshot: Snapshot) -> Iterator[NotWritten]:
    for record in records:
        if record.mark and record.mark.text in snapshot.purged:
            yield NotWritten(
                record.path, "what it records was purged; delete the file", matters=True
            )


class Erased(Struct, frozen=True):
    """The paths of the records that were deleted or written anew, and of those a person edited."""

    done: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def erase(place: Workspace, erased_entries: Sequence[Entry], *, dry_run: bool = False) -> Erased:
    """Delete the records of entries that were purged, and write those anew that repeat a text.

    `erased_entries` is an entry for each wording. A record that a person edited is theirs: it is
    left, and returned where it holds such a text. Raises MemError.
    """
    repo = place.memory()
    folder = store.find_folder(repo.layout)
    forms = [identity_form(entry.text).casefold() for entry in erased_entries if entry.text]
    ids = {entry.id for entry in erased_entries}
    records = [r for r in read_records(repo, folder)[0] if _repeats(r, ids, forms)]
    own = {r.path: r for r in records if r.ours}
    left = tuple(r.path for r in records if r.path not in own)
    if not own or dry_run:
        return Erased(tuple(own), left)
    with repo.without_undo().writing():
        plan = _plan(place, repo, folder)
        anew = {step.path: step for step in plan.steps if step.path in own}
        for path in own:
            step = anew.get(path)
            if step and not _repeats(store.record_of(path, step.text.encode()), ids, forms):
                _write(repo, step)
            else:
                files.resolve(repo.layout.root / path, repo.layout.tree, path).unlink()
    return Erased(tuple(own), left)


def _repeats(record: DecisionRecord | None, ids: Collection[str], forms: Sequence[str]) -> bool:
    """Whether a record is of one of the entries, or repeats a text."""
    if record is None:
        return False
    text = identity_form(" ".join(line.strip("*->#| \t") for line in record.text.split("\n")))
    is_of = record.mark is not None and record.mark.id in ids and record.ours
    return is_of or any(form in text.casefold() for form in forms)


# -- where, and after which template -----------------------------------------------------------


def _folder(place: Workspace, repo: Repo, directory: str | None) -> store.Folder:
    """Return the folder to write to."""
    layout = repo.layout
    if directory is None:
        return store.find_folder(layout)
    if not directory.strip():
        raise UsageError("--dir is empty", hint="name a folder in the repository: --dir docs/adr")
    is_within = place.cwd.resolve().is_relative_to(layout.tree.resolve())
    base = place.cwd if is_within else layout.root
    path = store.inside(layout, Path(os.path.normpath(base / directory)))
    try:
        found = store.find_folder(layout)
    except MemError:
        return store.Folder(path)
    return replace(found, path=path, others=())


def _unseen(repo: Repo, folder: store.Folder) -> Iterator[str]:
    """Yield a hint where the records will not be found without the option."""
    found = store.find_folder(repo.layout).path
    if found != folder.path:
        yield (
            f"without --dir, records are looked for in {found}; "
            f"a file {ADR_TOOLS} with the line {folder.path} makes it that folder"
        )


def _template(
    repo: Repo, folder: store.Folder, records: Sequence[DecisionRecord]
) -> tuple[Template, tuple[str, ...]]:
    """Return the folder's own template, else one like its records; and warnings about it."""
    warnings: tuple[str, ...] = ()
    own = store.find_template(repo.layout, folder.path)
    if own:
        if template := parse_template(own[1]):
            return template, ()
        warnings = (f"{own[0]}: has no heading for the decision, so it is not used",)
    here = [record for record in records if record.mark is None]
    template = parse_template(shipped(f"adr-{style_of(here, folder.tool)}.md"))
    assert template is not None
    leads = [record.lead for record in here if record.number is not None]
    if leads:
        template = replace(template, lead=max(leads, key=leads.count))
    return template, warnings


# -- all records there are ---------------------------------------------------------------------


def records_of(place: Workspace) -> tuple[list[DecisionRecord], tuple[str, ...]]:
    """Return all records of the repository, in the order of their files, and warnings."""
    repo = place.memory()
    records, warnings = read_records(repo, store.find_folder(repo.layout))
    return records, (*warnings_of(repo), *warnings)
