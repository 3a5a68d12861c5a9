"""The memory as it becomes while one source is extracted; nothing is written here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from ...base.settings import Settings
from ...memory.disk.repo import Snapshot
from ...memory.model.entry import Entry
from ...memory.model.evidence import Evidence
from ...memory.model.pending import Pending
from ...memory.rules.remember import Known, Verdict, edited_entries
from ...memory.rules.removed import REJECTED
from ...memory.text import archive as archive_format
from ...memory.text.learnings import HEADER, Document, render_line, updated, with_lines, without

if TYPE_CHECKING:
    from ...dedup.folding import Rejected
    from ...dedup.index import Index, Match
    from ...memory.actions.entries import OtherLayers
    from ..model import Action


class Draft(Struct):
    """Entries by ID as they are now, and what has changed since `snapshot`.

    `bare`, `pairs` and `restated` are as in `Known`; `back` are IDs of archived entries that came
    back, `replaced` those that a text says it replaces.
    """

    snapshot: Snapshot
    live: dict[str, Entry]
    archived: dict[str, Entry]
    bare: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    edited: dict[tuple[str, str], Entry]
    threshold: float
    list_by_id: str  # the heading under which new entries stand where their IDs belong
    evidence: dict[str, tuple[Evidence, ...]]
    restated: frozenset[str] = frozenset()
    new: dict[str, Verdict] = field(default_factory=dict)
    changes: dict[str, Entry] = field(default_factory=dict)
    back: list[str] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    waiting: dict[str, Pending] = field(default_factory=dict)
    replaced: Mapping[str, list[str]] = field(default_factory=dict)
    others: OtherLayers | None = None
    inbox: Index | None = None  # of what waits, made when it is asked
    rejected: Rejected | None = None  # what a person took out, likewise
    index: Index | None = None  # made when the first candidate is like none by its ID

    @classmethod
    def of(cls, snapshot: Snapshot, pairs: frozenset[tuple[str, str]], settings: Settings) -> Draft:
        """A draft in which nothing has changed yet."""
        live = snapshot.learnings.by_id()
        return cls(
            snapshot,
            {id_: placed.entry for id_, placed in live.items()},
            {id_: placed.entry for id_, placed in snapshot.archive.by_id().items()},
            frozenset(id_ for id_, placed in live.items() if placed.bare),
            pairs,
            edited_entries({id_: placed.entry for id_, placed in live.items()}),
            settings.dedup.threshold,
            settings.learnings.list_by_id,
            dict(snapshot.evidence),
            waiting={i: one for i, one in snapshot.waiting.items() if not one.retracts},
        )

    def known(self) -> Known:
        """What the next candidate is judged against."""
        return Known(
            self.live,
            self.archived,
            self.snapshot.purged,
            self.bare,
            self.pairs,
            self.edited,
            self._find_alike,
            self.new.keys(),
            self.restated,
            self.waiting,
            self._find_waiting,
            self._find_amended,
            self._find_rejected,
            self.evidence,
            self._find_elsewhere,
        )

    def _find_rejected(self, kind: str, text: str) -> Entry | None:
        """What a person took out and says the same but for spelling."""
        if self.rejected is None:
            gone = [
                e for e in self.archived.values() if e.archived and e.archived.reason in REJECTED
            ]
            if not gone:
                return None
            from ...dedup.folding import Rejected

            self.rejected = Rejected(gone)
        return self.rejected.find(kind, text)

    def _find_elsewhere(self, kind: str, text: str) -> tuple[Action, str, str] | None:
        """What other memories know of a text that is new to this one."""
        return self.others.find(kind, text) if self.others else None

    def _find_waiting(self, kind: str, text: str) -> Pending | None:
        """What an earlier run left in the inbox and says the same in other words."""
        earlier = self.snapshot.waiting
        if self.waiting.keys().isdisjoint(earlier):
            return None
        if self.inbox is None:
            from ...dedup.index import Index

            entries = (
                Entry(one.id, one.kind, one.text) for one in earlier.values() if not one.retracts
            )
            self.inbox = Index(entries, threshold=self.threshold)
        match = self.inbox.compare(kind, text)
        same = match is not None and match.relation == "duplicate"
        return self.waiting.get(match.id) if match and same else None

    def _find_amended(self, text: str) -> list[str]:
        """The entries of earlier tasks that a later decision stands in the place of."""
        if text in self.replaced:
            return self.replaced[text]
        from ...dedup.index import amended

        earlier = [entry for entry in self.live.values() if entry.id not in self.new]
        return amended(text, earlier)

    def _find_alike(self, kind: str, text: str) -> Match | None:
        if self.index is None:
            from ...dedup.index import Index

            everyone = (*self.live.values(), *self.archived.values())
            self.index = Index(everyone, threshold=self.threshold)
        return self.index.compare(kind, text)

    @property
    def lines(self) -> list[Evidence]:
        """The lines of evidence that are new."""
        return [line for verdict in self.verdicts for line in verdict.evidence]

    def apply(self, verdict: Verdict) -> None:
        """Carry out what was decided about a candidate."""
        self.verdicts.append(verdict)
        for line in verdict.evidence:
            self.evidence[line.id] = (*self.evidence.get(line.id, ()), line)
        if verdict.promoted:
            self.waiting.pop(verdict.promoted, None)
        if verdict.pending:
            self.waiting[verdict.pending.id] = verdict.pending
        if verdict.other:
            self._change(verdict.other)
        for lowered, _ in verdict.also:
            self._change(lowered)
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
        if self.index is not None:
            self.index.add(verdict.entry)

    def _change(self, entry: Entry) -> None:
        self.live[entry.id] = entry
        if entry.id not in self.new and entry.id not in self.bare:  # the evidence says it
            self.changes[entry.id] = entry

    def learnings(self, path: str) -> Document:
        """learnings.md with what changed and what is new."""
        document = updated(self.snapshot.learnings, self.changes, path)
        archive = self.snapshot.archive.by_id()
        lines = [
            archive_format.moved_line(self.snapshot.archive, archive[id_], self.live[id_])
            if id_ in self.back
            else render_line(self.live[id_])
            for id_ in self.new
        ]
        header = HEADER if self.snapshot.learnings_data is None else ""
        return with_lines(document, lines, path, header=header, list_by_id=self.list_by_id)

    def archive(self, path: str) -> Document:
        """The archive without what came back."""
        return without(self.snapshot.archive, self.back, path)
