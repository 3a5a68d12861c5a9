"""`mem extract`: read sources, keep what was learned, and tell what became of each candidate."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import MemError
from ...base.garbage import no_cycles
from ...base.identity import entry_id
from ...base.text import clip, one_line
from ...callgraph.actions.after_extract import EditWatch
from ...llm.model import Opinion, Waiting
from ...memory.actions.edges import edges_with, may_tie
from ...memory.actions.entries import OtherLayers
from ...memory.actions.events import of_counts, of_verdict, outcome_of
from ...memory.actions.prune import Pruned, prune_in, use_of
from ...memory.actions.workspace import Workspace, unreadable_in, warnings_of
from ...memory.disk import local
from ...memory.disk.deleted import Lines, deleted_entries, history_lines
from ...memory.disk.inbox import inbox_after, read_inbox
from ...memory.disk.journal import COMPLETE
from ...memory.disk.repo import Change, DryRun, Repo, Snapshot
from ...memory.model.entry import FILE_LISTS
from ...memory.model.evidence import MOST_FILES, Evidence
from ...memory.model.pending import Pending
from ...memory.model.relationship import EdgeCounts
from ...memory.rules import edges as graph
from ...memory.rules.remember import Verdict, judge, not_taken, source_keys, undecided
from ...safety.secrets.redact import redact
from ...sessions import actions as sessions
from ...sessions.copies import MessageWatch
from ...sessions.disk.forgotten import is_forgotten
from ...sessions.disk.message_keys import known_messages, note_messages
from ...transcripts.checkout import with_checkout
from ...transcripts.detect import Opened, open_source
from ..model import Candidate, Extraction, Outcome, Source
from ..rules.events_to_candidates import SourceContent, read_events
from ..rules.passed_over import ONLY_A_SECRET
from ..rules.person_retractions import replacing
from ..rules.renewed_talks import renewing
from ..rules.speakers import SpeakerWatch
from .draft import Draft
from .withdraw import Withdrawn, without_taken_back

if TYPE_CHECKING:
    from ...llm.actions.ask import Asking


def extract(
    place: Workspace,
    sources: Sequence[str],
    *,
    session: str | None = None,
    format_name: str = "auto",
    min_confidence: float | None = None,
    dry_run: bool = False,
    stdin: BinaryIO | None = None,
    llm: bool | None = None,
    waiting: Waiting | None = None,
    from_hook: bool = False,
) -> tuple[Extraction, list[MemError]]:
    """Extract from each source ("-" is `stdin`), each in a transaction of its own; then prune.

    A source that fails does not undo the others: it is in the list of errors. `llm` asks a model as
    well, or keeps it out; None leaves it to the settings. What comes on `stdin` for a named session
    is no copy only because its words are known, unless an agent's hook hands it over.
    """
    repo = place.memory()
    repo = DryRun.of(repo) if dry_run else repo
    if min_confidence is not None:
        numbers = replace(repo.settings.extract, min_confidence=min_confidence)
        repo = replace(repo, settings=replace(repo.settings, extract=numbers))

    asker, told = None, tuple[str, ...]()
    if llm or (llm is None and repo.settings.llm.enabled):
        from ...llm.actions.ask import asking

        asker, told = asking(place, repo, asked=bool(llm), only_show=dry_run, waiting=waiting)

    known = known_messages(repo.layout)
    top = repo.layout.root.resolve()

    def take(path: str) -> Extraction:
        place.check_link(repo, path)
        opened = open_source(path, format=format_name, stdin=stdin)
        edits = EditWatch.of(repo)
        copies = MessageWatch(
            known,
            session or "",
            partial(is_forgotten, repo.layout),
            by_words=from_hook or not session or path != "-",
        )
        events = with_checkout(opened.events, lambda name: (top / name).is_file(), str(top))
        opened = replace(opened, events=edits.watch(copies.watch(events)))
        result = extract_opened(place, repo, opened, session, asker=asker, copies=copies)
        return replace(result, warnings=(*result.warnings, *edits.heal(place, result.session)))

    result, errors = take_each(place, repo, sources, take, session=session or "")
    warnings = (*told, *result.warnings)
    return replace(result, warnings=warnings), errors


def with_skipped(result: Extraction) -> Extraction:
    """Return the result with an item for each text that was looked at and not taken; no secrets."""
    items = (
        Outcome(
            action="skipped",
            id="",
            kind=one.kind,
            text=clip(redact(one_line(one.text))[0], _SKIPPED_CHARS),
            confidence=0.0,
            source=Source(path, one.line),
            reason=one.reason,
        )
        for path, one in result.skipped
    )
    return replace(result, items=(*result.items, *items))


def _count_waiting(repo: Repo, result: Extraction) -> int:
    """How many candidates wait in the inbox for somebody's word."""
    waits = any(item.action == "to_review" for item in result.items)
    if not waits and not read_inbox(repo.layout, repo.settings.inbox):
        return 0
    snapshot = repo.snapshot()
    live = {id_: placed.entry for id_, placed in snapshot.learnings.by_id().items()}
    archived = {id_: placed.entry for id_, placed in snapshot.archive.by_id().items()}
    return len(undecided(snapshot.waiting, live, archived, snapshot.purged))


def take_each(
    place: Workspace,
    repo: Repo,
    sources: Sequence[str],
    take: Callable[[str], Extraction],
    *,
    session: str = "",
) -> tuple[Extraction, list[MemError]]:
    """Take each source, in a transaction of its own, then prune; one that fails undoes no other."""
    results: list[Extraction] = []
    errors: list[MemError] = []
    for path in sources:
        try:
            results.append(take(path))
        except MemError as error:
            errors.append(error)
    result = _together(results, session, warnings_of(repo))
    result = _prune_after(repo, place, result) if results else result
    return replace(result, waiting=_count_waiting(repo, result)), errors


def _prune_after(repo: Repo, place: Workspace, result: Extraction) -> Extraction:
    """The result with what left at its end; a fault there does not undo what was extracted."""
    try:
        stored = {
            item.existing_id if item.action == "revived" and item.existing_id else item.id
            for item in result.items
            if item.action in ("inserted", "contradicted", "revived")
        }
        pruned = prune_in(repo, place, result.session, stored)
    except MemError as fault:
        pruned = Pruned((), (f"nothing was evicted or expired: {fault}",))
    return replace(
        result,
        evicted=pruned.ids("evicted"),
        expired=pruned.ids("expired"),
        warnings=(*result.warnings, *pruned.warnings),
    )


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
        prompts=tuple(prompt for part in parts for prompt in part.prompts),
        model=next((part.model for part in parts if part.model), ""),
        withdrawn=tuple(one for part in parts for one in part.withdrawn),
        skipped=tuple(one for part in parts for one in part.skipped),
        unkept=any(part.unkept for part in parts),
    )


def _as_judged(verdict: Verdict) -> Verdict:
    return verdict


@no_cycles()
def extract_opened(
    place: Workspace,
    repo: Repo,
    opened: Opened,
    session: str | None,
    *,
    settle: Callable[[Verdict], Verdict] = _as_judged,
    asker: Asking | None = None,
    copies: MessageWatch | None = None,
) -> Extraction:
    """Extract from one source that is open; `settle` has the last word on each verdict.

    A model is asked here, before the memory's lock is taken. `copies` has seen the events.
    """
    heard, spoken = sessions.collector(repo), SpeakerWatch()
    read = spoken.watch(heard.watch(opened.events) if heard else opened.events)
    events, taker = asker.watched(read) if asker else (read, None)
    root = str(repo.layout.root.resolve())
    reading = read_events(events, settings=repo.settings.extract, root=root)
    own = f"{place.today:%y%m%d}-{opened.digest[:8]}"
    task = session or reading.session or own
    if redact(task)[1]:
        said = "the session's id looked like a secret, so another one stands for it"
        reading, task = replace(reading, session="", warnings=(*reading.warnings, said)), own
    if sessions.is_forgotten(repo.layout, task, reading.session, path=(place, opened.path)):
        source = "standard input" if opened.path == "-" else opened.path
        told = f"{source}: this session was forgotten with mem forget, so it is not read"
        return Extraction(task, 0.0, (), ((opened.path, opened.format),), warnings=(told,))
    unkept = False
    if heard:
        name = reading.session or task
        kept = sessions.remember(
            place, repo, heard, session=name, task=task, path=opened.path, weights=reading.weights
        )
        reading, unkept = (
            replace(reading, warnings=(*reading.warnings, *kept.warnings)),
            kept.failed,
        )
    if copies:
        copies.known.update((key, task) for key in copies.new if key not in copies.known)
        if not isinstance(repo, DryRun):
            note_messages(repo.layout, task, copies.new)
    opinion = asker.opinion(taker, reading.candidates, task) if asker and taker else Opinion()
    reading = replace(reading, candidates=(*reading.candidates, *opinion.candidates))
    with_edges = bool(reading.relationships)
    if not with_edges:
        with_edges, missing = may_tie(repo, (one.kind for one in reading.candidates))
        reading = replace(reading, warnings=(*reading.warnings, *missing))
    tasks = frozenset((task, *(copies.owners if copies else ())))
    # Git is asked before the lock is taken.
    history = history_lines(repo.layout, repo.snapshot().purged) if reading.candidates else {}
    run = _Run(
        place, repo, opened, reading, task, tasks, settle, opinion, with_edges, history, spoken
    )
    found = reading.candidates or reading.refuted or reading.taken_back
    if not (found or reading.relationships or opinion.events):
        result = run.compute(repo.snapshot(with_edges=with_edges))[1]
    else:
        result = repo.transact(run.compute, with_edges=with_edges)
    return replace(result, unkept=unkept)


_SKIPPED_CHARS: Final = 300
_ROUNDS: Final = 3


def _counts(kind: str) -> bool:
    """Whether entries of that kind count against what one task may store."""
    return kind not in FILE_LISTS


def _is_new(candidate: Candidate, verdict: Verdict) -> bool:
    """Whether the candidate became an entry that counts."""
    new = verdict.outcome.action in ("inserted", "contradicted")
    return new and not candidate.stated and _counts(candidate.kind)


class _Run(Struct):
    """One source on its way into the memory."""

    place: Workspace
    repo: Repo
    opened: Opened
    reading: SourceContent
    task: str
    tasks: frozenset[str]  # the own one, and those that had what the source copies
    settle: Callable[[Verdict], Verdict]
    opinion: Opinion
    with_edges: bool
    history: Lines  # that learnings.md ever held on this branch
    spoken: SpeakerWatch

    def compute(self, snapshot: Snapshot) -> tuple[Change, Extraction]:
        """Decide about every candidate, against what the files say now."""
        back = without_taken_back(
            self.place,
            self.repo,
            snapshot,
            self.reading,
            self.tasks,
            self.opened.path,
            said_at=lambda line: self.spoken.moment(line, self._known().at),
        )
        snapshot = back.snapshot
        name = f"{self.opened.format} {self.task}"
        grows = self.opened.grows
        known = local.taken_from(self.repo.layout, name) if grows else frozenset()
        undone = self._undone(name) - known if grows else frozenset()
        draft, judged = self._decide_all(back, (known | undone) - back.restated)
        merged = self._edges(snapshot, judged)
        paths = self.repo.layout.paths
        change = Change(
            learnings=draft.learnings(paths.learnings),
            archive=draft.archive(paths.archive),
            edges=replace(snapshot.edges, edges=merged.edges),
            evicted_edges=merged.evicted,
            evidence=(*back.evidence(self._known()), *draft.lines),
            events=self._events(back, draft),
            waiting=self._waiting(snapshot, draft, back.questions),
            taken=(name, known.union(*map(source_keys, self.reading.candidates)) - undone)
            if grows
            else None,
        )
        warnings = (*self._warnings(judged), *self.opinion.warnings, *unreadable_in(snapshot))
        return change, self._extraction(judged, merged, back, (*warnings, *back.warnings))

    def _undone(self, name: str) -> frozenset[str]:
        """What a hook, which nobody calls, does not bring back after `mem undo`."""
        is_hook = self.repo.command.name == "hook"
        return local.undone_from(self.repo.layout, name) if is_hook else frozenset()

    def _decide_all(
        self, back: Withdrawn, taken: frozenset[str]
    ) -> tuple[Draft, list[tuple[Candidate, Verdict]]]:
        """Judge all of it, so that this task stores no more new entries than it may: the surest.

        Those that turn out to be known make room for the next.
        """
        pairs = local.task_pairs(self.repo.layout)
        room, waits = self._share(back.snapshot)
        deleted = deleted_entries(self.repo.layout, back.snapshot.ids(), self.history)
        for _ in range(_ROUNDS):
            draft = Draft.of(back.snapshot, pairs, self.repo.settings)
            draft.archived |= deleted
            draft.restated = back.restated
            draft.others = OtherLayers(self.place, self.repo)
            candidates, draft.replaced = replacing(
                self.reading.candidates,
                () if self.place.by_agent else self.reading.taken_back,
                draft.live.values(),
            )
            candidates, renewed = renewing(candidates, draft.live.values(), self.tasks)
            draft.replaced |= renewed
            judged = list(self._judge_each(candidates, draft, taken, frozenset(map(id, waits))))
            unused = room - sum(_is_new(*one) for one in judged)
            if not waits or unused <= 0:
                break
            waits = waits[unused:]
        return draft, judged

    def _share(self, snapshot: Snapshot) -> tuple[int, list[Candidate]]:
        """How many new entries this task may still store, and which candidates wait: the rest."""
        entries = snapshot.learnings.by_id()
        stored = [placed.entry for placed in entries.values() if _counts(placed.entry.kind)]
        earlier = sum(entry.tasks[:1] == (self.task,) for entry in stored)
        room = max(self.repo.settings.extract.per_task - earlier, 0)
        sure = self.repo.settings.extract.sure
        new = [
            one
            for one in self.reading.candidates
            if one.score >= sure
            and not one.stated
            and _counts(one.kind)
            and entry_id(one.kind, one.text) not in entries
        ]
        # sorted() keeps the order of the source among those that are equally sure.
        return room, sorted(new, key=lambda one: -one.score)[room:]

    def _waiting(
        self, snapshot: Snapshot, draft: Draft, questions: Sequence[Pending]
    ) -> Mapping[str, Pending] | None:
        """The inbox as it becomes; None where nothing of it changes."""
        name = self._source_name()
        added = [
            replace(one, at=self.place.instant, source=name, task=one.task or self.task)
            for one in (*(v.pending for v in draft.verdicts), *questions)
            if one
        ]
        gone = {v.promoted for v in draft.verdicts if v.promoted}
        if not added and not gone & set(snapshot.waiting):
            return None
        settings = self.repo.settings.inbox
        today = self.place.today
        use = use_of(self.repo, snapshot, today, self.task)
        return inbox_after(
            snapshot.waiting, added, gone, settings, today, lambda day: use().since(day)
        )

    def _source_name(self) -> str:
        return PurePath(self.opened.path).name

    def _known(self) -> Evidence:
        """What a line of evidence says of the whole source."""
        name = self.place.from_root(self.repo, self.opened.path)
        if name == "-" or PurePath(name).is_absolute() or name.startswith(".."):
            name = self._source_name().removeprefix("-")
        is_commit = self.opened.format == "git"
        return Evidence(
            id="",
            at=self.opened.at or self.place.instant,
            task=self.task,
            act="said",
            who="person" if is_commit else "agent",
            source=name,
            commit=self.opened.digest if is_commit else "",
            files=self.opened.files[:MOST_FILES],
        )

    def _events(self, back: Withdrawn, draft: Draft) -> tuple[Mapping[str, Any], ...]:
        at, path = self.place.instant, self.place.from_root(self.repo, self.opened.path)
        told = [of_verdict(verdict, at, self.task, path) for verdict in draft.verdicts]
        gone = back.events(at, self.task, path)
        secrets = (
            {"at": at, "event": "learning.skipped", "id": "", "task": self.task}
            | {"reason": one.reason, "source": {"path": path, "line": one.line}}
            for one in self.reading.skipped
            if one.reason == ONLY_A_SECRET
        )
        events = (*gone, *chain.from_iterable(told), *secrets)
        counts = of_counts(draft.verdicts, self.reading.skip_counts)
        if counts["found"] and any(v.outcome.action != "unchanged" for v in draft.verdicts):
            done = {"at": at, "event": COMPLETE, "id": "", "task": self.task, "counts": counts}
            events = (*events, {**done, "source": {"path": path}})
        return (*events, *self.opinion.events)

    def _extraction(
        self,
        judged: Sequence[tuple[Candidate, Verdict]],
        merged: graph.Merged,
        back: Withdrawn,
        warnings: tuple[str, ...],
    ) -> Extraction:
        doubts = (1 - c.score for c, v in judged if v.outcome.action != "skipped")
        return Extraction(
            session=self.task,
            confidence=1 - math.prod(doubts),
            items=(
                *(outcome_of(verdict) for _, verdict in judged),
                *back.outcomes(self.opened.path),
            ),
            sources=((self.opened.path, self.opened.format),),
            edges=merged.counts,
            warnings=warnings,
            prompts=(self.opinion.prompt,) if self.opinion.prompt else (),
            model=self.opinion.model,
            withdrawn=back.gone,
            skipped=tuple((self.opened.path, one) for one in self.reading.skipped),
        )

    def _judge_each(
        self,
        candidates: Sequence[Candidate],
        draft: Draft,
        taken: frozenset[str],
        full: frozenset[int] = frozenset(),
    ) -> Iterator[tuple[Candidate, Verdict]]:
        """Judge what no earlier run has taken; each candidate knows what became of the last.

        Of the candidates in `full`, given by `id()`, none becomes an entry.
        """
        known, quotes = self._known(), self.repo.settings.evidence.quotes
        for candidate in candidates:
            fresh = not_taken(candidate, taken)
            if fresh is None:
                continue
            # What a fork copied is its parent's evidence, also where the fork is read first.
            task = self.reading.owner(candidate) or self.task
            verdict = judge(
                fresh,
                Source(self.opened.path, fresh.line, fresh.by_model),
                draft.known(),
                task=task,
                today=self.place.today,
                settings=self.repo.settings,
                task_is_full=id(fresh) in full,
                evidence=replace(self.spoken.evidence(fresh, known, quotes), task=task),
                now=self.place.instant,
            )
            verdict = self.settle(verdict)
            draft.apply(verdict)
            yield fresh, verdict

    def _warnings(self, judged: Sequence[tuple[Candidate, Verdict]]) -> Iterator[str]:
        """What the source left to wish for, each with the source's name."""
        source = "standard input" if self.opened.path == "-" else self.opened.path
        missing = (
            f"contradicts: no entry is {candidate.contradicts[:60]!r}"
            for candidate, verdict in judged
            if candidate.contradicts and verdict.entry and verdict.outcome.action == "inserted"
        )
        return (f"{source}: {said}" for said in (*self.reading.warnings, *missing))

    def _edges(
        self, snapshot: Snapshot, judged: Sequence[tuple[Candidate, Verdict]]
    ) -> graph.Merged:
        """Add the edges of handoffs, and those of stored texts that no handoff has tied itself."""
        handoff = self.reading.relationships
        stored = (
            verdict.entry
            for candidate, verdict in judged
            if self.with_edges and verdict.entry and not (handoff and candidate.stated)
        )
        return edges_with(self.place, self.repo, snapshot, stored, task=self.task, handoff=handoff)
