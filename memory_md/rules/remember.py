"""What becomes of a candidate: new, seen again, known already, or kept out.

Candidates and entries are the same fact here when they have the same ID, that is the same kind and
the same text in its normal form. Pure: what was decided is told as changes, which a caller applies.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from ..model.entry import Archived, Entry, entry_id
from ..model.extraction import Action, Candidate, Outcome, Source
from ..model.settings import Settings
from ..text import identity_form, short_id, storable, storable_qualifier
from .confidence import boosted, contradicted
from .taken import files_of_task, not_taken

_SAME_TASK: Final = "seen in this task already"


@dataclass(frozen=True, slots=True)
class Known:
    """What the memory holds: live and archived entries by ID; hashes of purged texts.

    `bare` are IDs of entries that a person wrote without a comment, whose lines stay as they are.
    `tasks` are further (ID, task) pairs, beyond the few that an entry names itself. `edited` are
    live entries whose ID is not that of their text any more, by (kind, normal form of the text).
    """

    live: Mapping[str, Entry]
    archived: Mapping[str, Entry] = field(default_factory=dict)
    purged: Collection[str] = ()
    bare: Collection[str] = ()
    tasks: Collection[tuple[str, str]] = ()
    edited: Mapping[tuple[str, str], Entry] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome for one candidate, and the entries it changes.

    `entry` is what the entry becomes (None: nothing changes); `replaced` what it was. `other` is
    the entry that the candidate contradicts, as it becomes, and `disputed` as it was.
    """

    outcome: Outcome
    entry: Entry | None = None
    replaced: Entry | None = None
    other: Entry | None = None
    disputed: Entry | None = None


def edited_entries(live: Mapping[str, Entry]) -> dict[tuple[str, str], Entry]:
    """Entries that a person edited, by kind and what they say now; all of these are manual."""
    found = {}
    for entry in live.values():
        if entry.manual:
            form = identity_form(entry.text)
            if entry.id != entry_id(entry.kind, entry.text):
                found[entry.kind, form] = entry
    return found


def purge_mark(text: str) -> str:
    """The hash that stands for a purged text, whatever its kind."""
    return short_id("purged", identity_form(text)) + short_id("purged twice", identity_form(text))


def judge(
    candidate: Candidate,
    source: Source,
    known: Known,
    *,
    task: str,
    today: date,
    settings: Settings,
) -> Verdict:
    """Decide about one candidate.

    Of modified files only those count that no entry of the same task names yet: a session that
    goes on after an extraction adds what it touched since.
    """
    candidate = replace(
        candidate,
        text=storable(candidate.text),
        qualifier=storable_qualifier(candidate.qualifier),
    )
    if candidate.kind == "modified_files":
        everyone = (*known.live.values(), *known.archived.values())
        rest = not_taken(candidate, files_of_task(everyone, task))
        if rest is None:
            case = _Case(candidate, source, known, task, today, settings)
            return Verdict(case.outcome("unchanged", candidate.confidence, _SAME_TASK))
        candidate = rest
    return _Case(candidate, source, known, task, today, settings).verdict()


@dataclass(frozen=True, slots=True)
class _Case:
    """A candidate, and all that its verdict depends on."""

    candidate: Candidate
    source: Source
    known: Known
    task: str
    today: date
    settings: Settings

    @property
    def id(self) -> str:
        return entry_id(self.candidate.kind, self.candidate.text)

    def outcome(
        self, action: Action, confidence: float, reason: str = "", existing: str = ""
    ) -> Outcome:
        return Outcome(
            action=action,
            id=self.id,
            kind=self.candidate.kind,
            text=self.candidate.text,
            confidence=confidence,
            source=self.source,
            qualifier=self.candidate.qualifier,
            reason=reason,
            existing_id=existing,
        )

    def verdict(self) -> Verdict:
        score, least = self.candidate.score, self.settings.extract.min_confidence
        if score < least:
            return Verdict(self.outcome("skipped", score, f"scored {score:.2f}, under {least:g}"))
        if purge_mark(self.candidate.text) in self.known.purged:
            return Verdict(self.outcome("suppressed", score, "a person purged this text"))
        form = identity_form(self.candidate.text)
        live = self.known.edited.get((self.candidate.kind, form)) or self.known.live.get(self.id)
        if live:
            return self._seen(live)
        gone = self.known.archived.get(self.id)
        if gone and gone.archived:
            return self._gone(gone, gone.archived)
        return self._new()

    def _seen(self, live: Entry) -> Verdict:
        """A live entry has the candidate's ID."""
        said = self.candidate
        edited = identity_form(live.text) != identity_form(said.text) or live.kind != said.kind
        if edited:
            why = "a person has edited this entry, and their words stand"
            return Verdict(self.outcome("suppressed", live.confidence, why, live.id))
        if live.id in self.known.bare and live.manual:
            why = "a person wrote it already"
            return Verdict(self.outcome("unchanged", live.confidence, why, live.id))
        if self._is_old_news(live):
            return Verdict(self.outcome("unchanged", live.confidence, _SAME_TASK, live.id))
        entry = self._boosted(live)
        active = self.settings.confidence.active
        revived = live.confidence < active <= entry.confidence
        made = self.outcome("revived" if revived else "merged", entry.confidence, "", live.id)
        return Verdict(made, entry, live)

    def _is_old_news(self, entry: Entry) -> bool:
        """Whether this task has said so already: the same source twice is no new evidence."""
        return self.task in entry.tasks or (entry.id, self.task) in self.known.tasks

    def _gone(self, gone: Entry, why: Archived) -> Verdict:
        """An archived entry has the candidate's ID."""
        if why.reason in {"removed", "merged"}:
            said = f": {why.note}" if why.note else ""
            reason = f"{why.reason} on {why.on}{said}"
            return Verdict(self.outcome("suppressed", gone.confidence, reason, self.id))
        if self._is_old_news(gone):
            return Verdict(self.outcome("unchanged", gone.confidence, _SAME_TASK, self.id))
        entry = self._boosted(replace(gone, archived=None))
        reason = f"it had been {why.reason} on {why.on}"
        return Verdict(self.outcome("revived", entry.confidence, reason, self.id), entry, gone)

    def _new(self) -> Verdict:
        candidate = self.candidate
        entry = Entry(
            id=self.id,
            kind=candidate.kind,
            qualifier=candidate.qualifier,
            text=candidate.text,
            date=self.today,
            last=self.today,
            confidence=candidate.confidence,
            tasks=(self.task,),
        )
        other = _named(candidate.contradicts, self.known) if candidate.contradicts else None
        if other is None or other.id == self.id:
            return Verdict(self.outcome("inserted", entry.confidence), entry)
        old = contradicted(other, self.id, self.settings.confidence)
        made = self.outcome("contradicted", entry.confidence, "", other.id)
        return Verdict(made, entry, None, old, other)

    def _boosted(self, entry: Entry) -> Entry:
        confidence = round(boosted(entry.confidence, self.settings.confidence), 6)
        tasks = (*entry.tasks, self.task)
        return replace(
            entry,
            confidence=confidence,
            seen=entry.seen + 1,
            last=max(self.today, entry.last or self.today),
            tasks=tasks[max(len(tasks) - self.settings.limits.tasks, 0) :],
        )


def _named(name: str, known: Known) -> Entry | None:
    """The live entry that `contradicts` names, by its ID or its text, with or without label."""
    if name in known.live:
        return known.live[name]
    form = identity_form(name)
    said = ((entry, {entry.text, entry.headline}) for entry in known.live.values())
    return next((entry for entry, texts in said if form in map(identity_form, texts)), None)
