"""`mem extract`: read sources, keep what was learned, and tell what became of each candidate."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

from ..adapters.transcripts.detect import Opened, open_source
from ..errors import MemError
from ..formats import archive as archive_format
from ..formats.learnings import HEADER, Document, render_line
from ..formats.learnings_edit import updated, with_lines, without
from ..formats.relationships import edge_bytes
from ..model.entry import Entry
from ..model.extraction import Candidate, EdgeCounts, Extraction, Source
from ..rules import graph
from ..rules.extract import Reading, read_events
from ..rules.redact import redact
from ..rules.remember import Known, Verdict, edited_entries, judge, purge_mark
from ..rules.taken import not_taken, source_keys
from ..store import local
from ..store.repo import Change, Repo, Snapshot
from .place import Place, unreadable_in, warnings_of


def extract(
    place: Place,
    sources: Sequence[str],
    *,
    session: str | None = None,
    format_name: str = "auto",
    min_confidence: float | None = None,
    dry_run: bool = False,
    stdin: BinaryIO | None = None,
) -> tuple[Extraction, list[MemError]]:
    """Extract from each source ("-" is `stdin`), each in a transaction of its own.

    A source that fails does not undo the others: it is in the list of errors.
    """
    repo = place.memory()
    if min_confidence is not None:
        numbers = replace(repo.settings.extract, min_confidence=min_confidence)
        repo = replace(repo, settings=replace(repo.settings, extract=numbers))
    results: list[Extraction] = []
    errors: list[MemError] = []
    for path in sources:
        try:
            opened = open_source(path, format=format_name, stdin=stdin)
            results.append(_extract_one(place, repo, opened, session, dry_run))
        except MemError as error:
            errors.append(error)
    return _together(results, session or "", warnings_of(repo)), errors


def _together(parts: Sequence[Extraction], session: str, faults: tuple[str, ...]) -> Extraction:
    counts = EdgeCounts(
        sum(part.edges.added for part in parts),
        sum(part.edges.refreshed for part in parts),
        sum(part.edges.evicted for part in parts),
    )
    return Extraction(
        session=session or next((part.session for part in parts), ""),
        confidence=round(1 - math.prod(1 - part.confidence for part in parts), 4),
        items=tuple(item for part in parts for item in part.items),
        sources=tuple(source for part in parts for source in part.sources),
        edges=counts,
        warnings=faults + tuple(dict.fromkeys(w for part in parts for w in part.warnings)),
    )


def _extract_one(
    place: Place, repo: Repo, opened: Opened, session: str | None, dry_run: bool
) -> Extraction:
    reading = read_events(
        opened.events, settings=repo.settings.extract, root=str(repo.layout.root.resolve())
    )
    own = f"{place.today:%y%m%d}-{opened.digest[:8]}"
    task = session or reading.session or own
    if redact(task)[1]:
        said = "the session's id looked like a secret, so another one stands for it"
        reading, task = replace(reading, warnings=(*reading.warnings, said)), own
    run = _Run(place, repo, opened, reading, task)
    with_edges = bool(reading.relationships)
    if dry_run or not (reading.candidates or reading.relationships):
        return run.compute(repo.snapshot(with_edges=with_edges))[1]
    return repo.transact(run.compute, with_edges=with_edges)


@dataclass(slots=True)
class _Run:
    """One source on its way into the memory."""

    place: Place
    repo: Repo
    opened: Opened
    reading: Reading
    task: str

    def compute(self, snapshot: Snapshot) -> tuple[Change, Extraction]:
        """Decide about every candidate, against what the files say now."""
        work = _Work.of(snapshot, local.task_pairs(self.repo.layout))
        name, taken = f"{self.opened.format} {self.task}", frozenset[str]()
        if growing := self.opened.grows:
            taken = local.taken_from(self.repo.layout, name)
        judged = list(self._judged(work, taken))
        merged = self._edges(snapshot)
        paths = self.repo.layout.paths
        change = Change(
            learnings=work.learnings(paths.learnings),
            archive=work.archive(paths.archive),
            edges=replace(snapshot.edges, edges=merged.edges),
            evicted_edges=merged.evicted,
            events=tuple(
                event
                for verdict in work.verdicts
                for event in _events(verdict, self.place.instant, self.task)
            ),
            task_pairs=work.pushed_out(),
            taken=(name, taken.union(*map(source_keys, self.reading.candidates)))
            if growing
            else None,
        )
        result = Extraction(
            session=self.task,
            confidence=1
            - math.prod(1 - c.score for c, v in judged if v.outcome.action != "skipped"),
            items=tuple(verdict.outcome for _, verdict in judged),
            sources=((self.opened.path, self.opened.format),),
            edges=merged.counts,
            warnings=(*self._warnings(judged), *unreadable_in(snapshot)),
        )
        return change, result

    def _judged(self, work: _Work, taken: frozenset[str]) -> Iterator[tuple[Candidate, Verdict]]:
        """Judge what no earlier run has taken; each candidate knows what became of the last."""
        for candidate in self.reading.candidates:
            fresh = not_taken(candidate, taken)
            if fresh is None:
                continue
            verdict = judge(
                fresh,
                Source(self.opened.path, fresh.line),
                work.known(),
                task=self.task,
                today=self.place.today,
                settings=self.repo.settings,
            )
            work.apply(verdict)
            yield fresh, verdict

    def _warnings(self, judged: Sequence[tuple[Candidate, Verdict]]) -> Iterator[str]:
        """What the source left to wish for, each with the source's name."""
        source = "standard input" if self.opened.path == "-" else self.opened.path
        missing = (
            f"contradicts: no entry is {candidate.contradicts[:60]!r}"
            for candidate, verdict in judged
            if candidate.contradicts and verdict.entry and not verdict.other
        )
        return (f"{source}: {said}" for said in (*self.reading.warnings, *missing))

    def _edges(self, snapshot: Snapshot) -> graph.Merged:
        limits = self.repo.settings.limits
        stamped = (
            replace(edge, session=self.task, created_at=self.place.instant)
            for edge in self.reading.relationships
            if not any(purge_mark(text) in snapshot.purged for text in edge.texts)
        )
        return graph.merge(
            snapshot.edges.edges,
            stamped,
            most=limits.edges,
            most_bytes=limits.edge_bytes,
            size=edge_bytes,
        )


@dataclass(slots=True)
class _Work:
    """The memory as it becomes while one source is worked through."""

    snapshot: Snapshot
    live: dict[str, Entry]
    archived: dict[str, Entry]
    bare: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    edited: dict[tuple[str, str], Entry]
    new: dict[str, Verdict] = field(default_factory=dict)
    changes: dict[str, Entry] = field(default_factory=dict)
    back: list[str] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    @classmethod
    def of(cls, snapshot: Snapshot, pairs: frozenset[tuple[str, str]]) -> _Work:
        live = snapshot.learnings.by_id()
        return cls(
            snapshot,
            {id_: placed.entry for id_, placed in live.items()},
            {id_: placed.entry for id_, placed in snapshot.archive.by_id().items()},
            frozenset(id_ for id_, placed in live.items() if placed.bare),
            pairs,
            edited_entries({id_: placed.entry for id_, placed in live.items()}),
        )

    def known(self) -> Known:
        return Known(
            self.live, self.archived, self.snapshot.purged, self.bare, self.pairs, self.edited
        )

    def apply(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)
        if verdict.other:
            self._change(verdict.other)
        if verdict.entry is None:
            return
        if verdict.entry.id in self.live:
            self._change(verdict.entry)
            return
        if verdict.replaced and verdict.replaced.archived:
            self.back.append(verdict.entry.id)
            del self.archived[verdict.entry.id]
        self.live[verdict.entry.id] = verdict.entry
        self.new[verdict.entry.id] = verdict

    def _change(self, entry: Entry) -> None:
        self.live[entry.id] = entry
        if entry.id not in self.new:
            self.changes[entry.id] = entry

    def learnings(self, path: str) -> Document:
        document = updated(self.snapshot.learnings, self.changes, path)
        archive = self.snapshot.archive.by_id()
        lines = [
            archive_format.moved_line(self.snapshot.archive, archive[id_], self.live[id_])
            if id_ in self.back
            else render_line(self.live[id_])
            for id_ in self.new
        ]
        missing = self.snapshot.learnings_data is None
        return with_lines(document, lines, path, header=HEADER if missing else "")

    def archive(self, path: str) -> Document:
        return without(self.snapshot.archive, self.back, path)

    def pushed_out(self) -> tuple[tuple[str, str], ...]:
        """(ID, task) pairs that had a place in a comment and have none now."""
        return tuple(
            (verdict.entry.id, task)
            for verdict in self.verdicts
            if verdict.entry and verdict.replaced
            for task in verdict.replaced.tasks
            if task not in verdict.entry.tasks
        )


def _events(verdict: Verdict, at: str, task: str) -> Iterator[dict[str, Any]]:
    """One event for what became of the candidate, one for the entry that it contradicts.

    What changed nothing is told where a person's word decided it, and else leaves no trace.
    """
    outcome = verdict.outcome
    if verdict.entry is None and outcome.action != "suppressed":
        return
    name = "inserted" if verdict.other else outcome.action
    event: dict[str, Any] = {"at": at, "event": f"learning.{name}", "id": outcome.id, "task": task}
    if outcome.existing_id and outcome.existing_id != outcome.id:
        event["existing_id"] = outcome.existing_id
    if verdict.replaced:
        event["old"] = {"confidence": verdict.replaced.confidence, "seen": verdict.replaced.seen}
    if verdict.entry:
        event["new"] = {"confidence": verdict.entry.confidence, "seen": verdict.entry.seen}
    if outcome.reason:
        event["reason"] = outcome.reason
    yield event
    if verdict.other and verdict.disputed:
        yield {
            "at": at,
            "event": "learning.contradicted",
            "id": verdict.other.id,
            "task": task,
            "by": outcome.id,
            "old": {"confidence": verdict.disputed.confidence},
            "new": {"confidence": verdict.other.confidence},
        }
