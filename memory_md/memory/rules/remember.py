"""What becomes of a candidate: new, seen again, known already, or kept out.

Candidates and entries are the same fact here when they have the same ID, that is the same kind and
the same text in its normal form. Pure: what was decided is told as changes, which a caller applies.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.identity import entry_id, identity_form, short_id
from ...base.settings import Settings
from ...base.text import storable, storable_qualifier
from ...extract.model import Action, Candidate, Outcome, Source
from ...safety.sanitize import undisguised
from ..model.entry import DELETED, RETRACTED, WITHDRAWN, Entry, is_id_of
from ..model.evidence import Evidence
from ..model.pending import Pending
from .confidence import as_evidence, contradiction, in_turn, said_since, with_evidence
from .removed import REJECTED, purge_mark, was_removed
from .scope import KEY, as_value

if TYPE_CHECKING:
    from ...dedup.index import Match

_FIRST: Final = 0.5
# Under it what a person asks for a second time is likelier an order for the task at hand again.
_ASKED_AGAIN: Final = 0.328
_SAME_TASK: Final = "seen in this task already"
_LATER: Final = "what was said later holds"


class Known(Struct, frozen=True):
    """What the memory holds, as far as a candidate is judged against it."""

    live: Mapping[str, Entry]  # by ID, as `archived`
    archived: Mapping[str, Entry] = field(default_factory=dict)
    purged: Collection[str] = ()  # hashes of purged texts
    bare: Collection[str] = ()  # IDs of lines that a person wrote without a comment: not edited
    tasks: Collection[tuple[str, str]] = ()  # (ID, task) beside those of the evidence
    # Entries whose ID is not that of their text any more, by kind and normal form of the text.
    edited: Mapping[tuple[str, str], Entry] = field(default_factory=dict)
    # The entry that says the same as a kind and a text in other words, or contradicts it.
    alike: Callable[[str, str], Match | None] = lambda _kind, _text: None
    fresh: Collection[str] = ()  # IDs of entries that came from this very source
    restated: Collection[str] = ()  # IDs of entries that it took back and then said again
    waiting: Mapping[str, Pending] = field(default_factory=dict)  # the inbox by ID
    waits_as: Callable[[str, str], Pending | None] = lambda _kind, _text: None
    replaced_by: Callable[[str], Collection[str]] = lambda _text: ()  # IDs of earlier decisions
    # The entry that a person took out and that is the same but for spelling.
    rejected: Callable[[str, str], Entry | None] = lambda _kind, _text: None
    evidence: Mapping[str, Sequence[Evidence]] = field(default_factory=dict)  # by ID of the entry
    # What other memories that are read with this one know: the action, why, and an ID.
    elsewhere: Callable[[str, str], tuple[Action, str, str] | None] = lambda _kind, _text: None

    def lines(self, entry: Entry) -> Sequence[Evidence]:
        """The evidence of an entry; where there is none, what it tells itself."""
        return self.evidence.get(entry.id) or (as_evidence(entry),)


class Verdict(Struct, frozen=True):
    """The outcome for one candidate, and the entries it changes.

    `entry` is what the entry becomes (None: nothing changes); `replaced` what it was. `other` is
    the entry that the candidate contradicts, as it becomes, and `disputed` as it was; `also` are
    further such pairs. `pending` goes into the inbox, and `promoted` is the ID of what leaves it.
    `evidence` are the lines that say why.
    """

    outcome: Outcome
    entry: Entry | None = None
    replaced: Entry | None = None
    other: Entry | None = None
    disputed: Entry | None = None
    also: tuple[tuple[Entry, Entry], ...] = ()
    pending: Pending | None = None
    promoted: str = ""
    evidence: tuple[Evidence, ...] = ()


def edited_entries(live: Mapping[str, Entry]) -> dict[tuple[str, str], Entry]:
    """Entries that a person edited, by kind and what they say now; all of these are manual."""
    found = {}
    for entry in live.values():
        if entry.manual:
            form = identity_form(entry.text)
            if not is_id_of(entry.id, entry.kind, entry.text):
                found[entry.kind, form] = entry
    return found


def judge(
    candidate: Candidate,
    source: Source,
    known: Known,
    *,
    task: str,
    today: date,
    settings: Settings,
    task_is_full: bool = False,
    evidence: Evidence | None = None,
    now: str = "",
) -> Verdict:
    """Decide about one candidate; where `task_is_full`, a new one waits in the inbox.

    `evidence` is what its line says of when, who and where, `now` the moment (ISO 8601).

    Of modified files only those count that no entry of the same task names yet: a session that
    goes on after an extraction adds what it touched since.
    """
    candidate = replace(
        candidate,
        text=storable(candidate.text),
        qualifier=storable_qualifier(candidate.qualifier),
    )
    now = now or f"{today.isoformat()}T12:00:00.000Z"
    evidence = evidence or Evidence("", now, task, "said", "agent")
    case = _Case(candidate, source, known, task, today, settings, task_is_full, evidence, now)
    if candidate.kind == "modified_files":
        everyone = (*known.live.values(), *known.archived.values())
        rest = not_taken(candidate, files_of_task(everyone, task))
        if rest is None:
            return Verdict(case.outcome("unchanged", case.start, _SAME_TASK))
        case = replace(case, candidate=rest)
    return case.verdict()


class _Case(Struct, frozen=True):
    """A candidate, and all that its verdict depends on."""

    candidate: Candidate
    source: Source
    known: Known
    task: str
    today: date
    settings: Settings
    task_is_full: bool
    evidence: Evidence
    now: str

    @property
    def id(self) -> str:
        return entry_id(self.candidate.kind, self.candidate.text)

    @property
    def start(self) -> float:
        """The confidence of a new entry."""
        confidence = self.candidate.confidence
        if isinstance(confidence, str):
            return float(getattr(self.settings.confidence, confidence))
        return confidence

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
        texts = {self.candidate.text, undisguised(self.candidate.text)}
        if self.known.purged and not {*map(purge_mark, texts)}.isdisjoint(self.known.purged):
            return Verdict(self.outcome("suppressed", score, "a person purged this text"))
        form = identity_form(self.candidate.text)
        live = self.known.edited.get((self.candidate.kind, form)) or self.known.live.get(self.id)
        if live:
            return self._same(live)
        archived = self.known.archived.get(self.id)
        if archived:
            return self._judge_archived(archived)
        rejected = self.known.rejected(self.candidate.kind, self.candidate.text)
        if rejected:
            return self._judge_archived(rejected, "the same but for spelling")
        return self._alike()

    def _same(self, live: Entry) -> Verdict:
        """A live entry has the candidate's ID, or says what it says after a person's edit."""
        candidate = self.candidate
        if identity_form(live.text) != identity_form(candidate.text) or live.kind != candidate.kind:
            why = "a person has edited this entry, and their words stand"
            return Verdict(self.outcome("suppressed", live.confidence, why, live.id))
        return self._judge_seen_again(live)

    def _alike(self) -> Verdict:
        """No entry has the candidate's ID: one may say the same in other words, or otherwise."""
        named = self.candidate.contradicts
        other = _entry_named(named, self.known) if named else None
        if other is not None and other.id != self.id:
            return self._new(other, "the source says so")
        match = self.known.alike(self.candidate.kind, self.candidate.text)
        if match is None:
            return self._new()
        live = self.known.live.get(match.id)
        if match.relation == "duplicate":
            changes = self.candidate.amends and live and self.task not in live.tasks
            if live and changes and not self._is_later(live):
                return self._new()  # it changes what an earlier task decided
            if live:
                return self._judge_seen_again(live, match.why)
            archived = self.known.archived.get(match.id)
            return self._judge_archived(archived, match.why) if archived else self._new()
        if live is None or live.id in self.known.fresh:
            # Nothing shows the archive; and one text that says two things of one thing is likelier
            # to speak of two things.
            return self._new()
        return self._new(live, match.why)

    def _judge_seen_again(self, live: Entry, why: str = "") -> Verdict:
        """A live entry says what the candidate says; `why` where its words are others."""
        archived = self.known.archived.get(live.id)
        if archived and was_removed(live, archived):
            return self._judge_archived(archived, why)
        if live.id in self.known.bare and live.manual:
            reason = f"a person wrote it already{_in_words(why)}"
            return Verdict(self.outcome("unchanged", live.confidence, reason, live.id))
        if self._is_known_to_task(live):
            reason = f"{_SAME_TASK}{_in_words(why)}"
            return Verdict(self.outcome("unchanged", live.confidence, reason, live.id))
        entry, lines = self._repeat(live)
        active = self.settings.confidence.active
        revived = live.confidence < active <= entry.confidence
        made = self.outcome("revived" if revived else "merged", entry.confidence, why, live.id)
        return Verdict(made, entry, live, evidence=lines)

    def _is_known_to_task(self, entry: Entry) -> bool:
        """Whether this task has said so already: the same source twice is no new evidence."""
        return self.task in entry.tasks or (entry.id, self.task) in self.known.tasks

    def _judge_archived(self, archived: Entry, why: str = "") -> Verdict:
        """An archived entry says what the candidate says; `why` where its words are others."""
        archival = archived.archived
        if archival is None:
            return self._new()
        if archival.reason == "merged" and (kept := self._merged_into(archived)):
            return self._judge_seen_again(kept, why or f"{archived.id} was merged into it")
        note = archival.note
        reason = note if archival.reason == DELETED else f"{archival.reason} on {archival.on}"
        if note and archival.reason != DELETED:
            reason += f": {note}"
        reason += _in_words(why)
        existing = archived.id if archived.id != self.id else ""
        if archival.reason in REJECTED:
            return Verdict(self.outcome("suppressed", archived.confidence, reason, existing))
        if archival.reason == WITHDRAWN:
            return self._new() if existing else self._withdrawn(archived, reason)
        if self._is_known_to_task(archived):
            reason = f"{_SAME_TASK}{_in_words(why)}"
            return Verdict(self.outcome("unchanged", archived.confidence, reason, archived.id))
        entry, lines = self._repeat(archived)
        made = self.outcome("revived", entry.confidence, f"it had been {reason}", archived.id)
        return Verdict(made, replace(entry, archived=None), archived, evidence=lines)

    def _withdrawn(self, archived: Entry, reason: str) -> Verdict:
        """The session that said so took it back: what is said now counts as the first time."""
        if self.task in archived.tasks and archived.id not in self.known.restated:
            return Verdict(self.outcome("unchanged", archived.confidence, reason, archived.id))
        entry, lines = self._repeat(archived, again=True)
        made = self.outcome("revived", entry.confidence, f"it had been {reason}", archived.id)
        return Verdict(made, replace(entry, archived=None), archived, evidence=lines)

    def _merged_into(self, archived: Entry) -> Entry | None:
        """The live entry that a person merged this one into, over any number of merges."""
        for _ in range(len(self.known.archived)):
            if archived.archived is None or archived.archived.reason != "merged":
                return None
            into = archived.archived.note.removeprefix("into ")
            if into in self.known.live:
                return self.known.live[into]
            if into not in self.known.archived:
                return None
            archived = self.known.archived[into]
        return None

    def _new(self, other: Entry | None = None, why: str = "") -> Verdict:
        """The candidate becomes an entry, or waits; `other` is the one that it contradicts."""
        if other is None and not self.candidate.amends:
            known = self.known.elsewhere(self.candidate.kind, self.candidate.text)
            if known:
                action, reason, existing = known
                return Verdict(self.outcome(action, self.candidate.score, reason, existing))
        waiting = self.known.waiting.get(self.id) or self.known.waits_as(
            self.candidate.kind, self.candidate.text
        )
        if waiting is None or waiting.task == self.task or self._is_asked_again(waiting):
            if doubt := self._doubt():
                return self._waits(waiting, doubt, other.id if other else "")
            made = self._insert(other, why)
        else:
            made = self._insert(other, why, first=waiting)
        return replace(made, promoted=waiting.id) if waiting else made

    def _is_asked_again(self, waiting: Pending) -> bool:
        """Whether a second task says again what a person may have wanted for one task only."""
        score = max(waiting.score, self.candidate.score)
        return self.candidate.kind == "preference" and score < _ASKED_AGAIN

    def _doubt(self) -> str:
        """Why the candidate waits for a second task or a person; "" if it does not."""
        if self.candidate.score < self.settings.extract.sure:
            return "not sure enough"
        return "the task has stored enough" if self.task_is_full else ""

    def _waits(self, waiting: Pending | None, why: str, other: str) -> Verdict:
        """The candidate waits; `other` is the ID of the entry that it contradicts."""
        candidate = self.candidate
        if waiting is not None:
            return Verdict(self.outcome("unchanged", candidate.score, "waits in the inbox already"))
        why += f"; contradicts {other}" if other else ""
        pending = Pending(
            id=self.id,
            kind=candidate.kind,
            text=candidate.text,
            at="",
            task=self.task,
            qualifier=candidate.qualifier,
            score=candidate.score,
            confidence=self.start,
            line=self.source.line,
            reason=why,
            who=self.evidence.who,
            quote=self.evidence.quote,
            commit=self.evidence.commit,
            files=self.evidence.files,
            contradicts=other,
            amends=candidate.amends,
        )
        return Verdict(self.outcome("to_review", candidate.score, why), pending=pending)

    def _insert(self, other: Entry | None, why: str, first: Pending | None = None) -> Verdict:
        """The candidate as an entry; `first` is what another task said before."""
        candidate = self.candidate
        entry = Entry(self.id, candidate.kind, candidate.text, candidate.qualifier, self.today)
        if candidate.scope:
            entry = replace(entry, extra=((KEY, as_value(candidate.scope)),))
        lines = [self._line(self.id, self.start)]
        if first:
            lines = [first.evidence(self.id)]
            lines.append(in_turn(self._line(self.id), lines))
        entry = with_evidence(entry, lines, self.settings)
        holds, gone = self._against(other)
        if holds:
            lines.append(in_turn(self._outdone(entry, holds[0]), lines))
            entry = with_evidence(entry, lines, self.settings)
            why += f"{'; ' if why else ''}{_LATER}" if self._is_later(holds[0]) else ""
        pairs = []
        for old in gone:
            known = self.known.lines(old)
            line = contradiction(old, self.id, self.now, self.task, self.evidence.who)
            line = in_turn(replace(line, amends=candidate.amends), known)
            lines.append(line)
            pairs.append((with_evidence(old, (*known, line), self.settings), old))
        if not (holds or gone):
            reason = "a second task says it" if first else ""
            made = self.outcome("inserted", entry.confidence, reason)
            return Verdict(made, entry, evidence=tuple(lines))
        why, existing = why or "it amends what was decided", (*holds, *gone)[0].id
        made = self.outcome("contradicted", entry.confidence, why, existing)
        other, disputed = pairs[0] if pairs else (None, None)
        return Verdict(made, entry, None, other, disputed, tuple(pairs[1:]), evidence=tuple(lines))

    def _against(self, other: Entry | None) -> tuple[list[Entry], list[Entry]]:
        """Return what says otherwise and holds, and what gives way to the candidate.

        Of two the newer holds, whichever is read first. A line without a comment stands as the
        person wrote it, until a person replaces it.
        """
        found = [other] if other else []
        if not self.candidate.amends:
            holds = [one for one in found if one.id in self.known.bare or self._is_later(one)]
            return holds, [one for one in found if one not in holds]
        ids = self.known.replaced_by(self.candidate.text)
        found += [self.known.live[id_] for id_ in ids if other is None or id_ != other.id]
        later = [one for one in found if self._is_later(one)]
        return [one for one in later if one is other], [one for one in found if one not in later]

    def _is_later(self, entry: Entry) -> bool:
        """Whether another task said an entry after the candidate was said, or a person vouched."""
        lines = self.known.lines(entry)
        return said_since(lines, self.evidence.at, now=self.now, tasks=(self.task,))

    def _outdone(self, entry: Entry, by: Entry) -> Evidence:
        """Return the line that says that what was known before holds, and not the candidate."""
        if not self._is_later(by):
            return contradiction(entry, by.id, self.now, self.task, "person", is_sure=True)
        who = max(self.known.lines(by), key=lambda line: line.at).who
        line = contradiction(entry, by.id, self.now, self.task, who)
        return replace(line, amends=self.candidate.amends)

    def _repeat(self, old: Entry, *, again: bool = False) -> tuple[Entry, tuple[Evidence, ...]]:
        """The entry after this task said it too, and the line that says so.

        `again`: all that was said before was taken back.
        """
        known, lines = self.known.lines(old), []
        line = self._line(old.id, self.start if again else None)
        if again and not any(one.act == "withdrawn" and one.task for one in known):
            lines.append(Evidence(old.id, self._end_of(old), self.task, "withdrawn", "agent"))
        lines.append(in_turn(line, (*known, *lines)))
        return with_evidence(old, (*known, *lines), self.settings), tuple(lines)

    @staticmethod
    def _end_of(archived: Entry) -> str:
        """When an entry was withdrawn, where only the archive tells."""
        return (
            f"{archived.archived.on.isoformat() if archived.archived else '0001-01-01'}T00:00:00Z"
        )

    def _line(self, id_: str, first: float | None = None) -> Evidence:
        return replace(self.evidence, id=id_, conf=None if first == _FIRST else first)


def _in_words(why: str) -> str:
    return f" ({why})" if why else ""


def _entry_named(name: str, known: Known) -> Entry | None:
    """The live entry that `contradicts` names, by its ID or its text, with or without label."""
    if name in known.live:
        return known.live[name]
    form = identity_form(name)
    texts_of = ((entry, {entry.text, entry.headline}) for entry in known.live.values())
    return next((entry for entry, texts in texts_of if form in map(identity_form, texts)), None)


# -- what an earlier run has taken from a source, file by file ------------------------------------


def source_keys(candidate: Candidate) -> tuple[str, ...]:
    """What a later run knows this candidate by: each file of its own, else the entry's ID."""
    if candidate.kind == "modified_files":
        return tuple(map(_file_key, _files_in(candidate.text)))
    return (entry_id(candidate.kind, candidate.text),)


def not_taken(candidate: Candidate, taken: Collection[str]) -> Candidate | None:
    """What is left of a candidate when the keys of earlier runs are taken off, or None."""
    if candidate.kind != "modified_files":
        return None if taken and set(source_keys(candidate)) <= set(taken) else candidate
    paths = [path for path in _files_in(candidate.text) if _file_key(path) not in taken]
    return replace(candidate, text=", ".join(paths)) if paths else None


def files_of_task(entries: Iterable[Entry], task: str) -> set[str]:
    """The keys of the files that these entries name as modified in that task."""
    return {
        _file_key(path)
        for entry in entries
        if entry.kind == "modified_files" and task in entry.tasks
        for path in _files_in(entry.text)
    }


def _files_in(text: str) -> list[str]:
    return text.split(", ")


def _file_key(path: str) -> str:
    # A hash, as the keys are kept in a file: a purged text must not stand there.
    return short_id("file", path)


# -- what of the inbox still waits for somebody's word ---------------------------------------------

_KEPT_OUT: Final = frozenset({"removed", "merged", RETRACTED})


def undecided(
    waiting: Mapping[str, Pending],
    live: Mapping[str, Entry],
    archived: Mapping[str, Entry],
    purged: Collection[str],
) -> dict[str, Pending]:
    """Return what waits and is neither an entry meanwhile nor kept out by a person, by ID.

    A shared inbox that is merged brings back what was decided on another branch.
    """
    edited = edited_entries(live) if waiting else {}

    def is_decided(one: Pending) -> bool:
        if one.retracts:  # a question about entries, which are no longer all there
            return not live.keys() >= set(one.retracts)
        form = identity_form(one.text)
        there, tombstone = live.get(one.id), archived.get(one.id)
        if (there and identity_form(there.text) == form) or (one.kind, form) in edited:
            return True
        left = tombstone.archived if tombstone else None
        return (left is not None and left.reason in _KEPT_OUT) or purge_mark(one.text) in purged

    return {id_: one for id_, one in waiting.items() if not is_decided(one)}
