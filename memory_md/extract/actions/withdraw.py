"""Archive what a session said and then refuted, and entries that a person takes back."""

from collections.abc import Callable, Collection
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.identity import entry_id
from ...base.text import clip, one_line
from ...memory.actions.prune import removable_entries, without_each
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo, Snapshot, snapshot_with_evidence
from ...memory.model.entry import RETRACTED, WITHDRAWN, Archived, Entry
from ...memory.model.evidence import Evidence
from ...memory.model.pending import Pending
from ...memory.rules.confidence import once, said_since
from ...memory.text.archive import with_moved
from ...safety.secrets.redact import redact
from ..model import Outcome, Source, Withdrawal
from ..rules.events_to_candidates import SourceContent
from ..rules.person_retractions import TakenBack, meant
from ..rules.refuted_claims import restated, withdrawn

_NOTE: Final = "its session took it back"
_UNSURE: Final = "a person took something back, and it is not sure which entry is meant"
_THEIRS: Final = "a person took it back, and it is a person's own line"
_HANDED_OVER: Final = "a person took it back, as an agent says that handed it over"
_MOST_QUOTED: Final = 200  # characters of a quote
_DECIDED: Final = frozenset({"removed", RETRACTED, WITHDRAWN})


class Withdrawn(Struct, frozen=True):
    """The memory without what was taken back, and what that is.

    `restated` are IDs of what an earlier run took out and the session says again; `questions` are
    what a person took back where it is not sure which entry that is, or where it is a person's.
    """

    snapshot: Snapshot
    gone: tuple[Withdrawal, ...] = ()
    restated: frozenset[str] = frozenset()
    warnings: tuple[str, ...] = ()
    questions: tuple[Pending, ...] = ()

    def evidence(self, known: Evidence) -> tuple[Evidence, ...]:
        """One line for each that left; `known` is what holds for the whole source."""
        return tuple(
            once(
                replace(
                    known,
                    id=one.entry.id,
                    act="withdrawn",
                    who="person" if one.quote else known.who,
                    line=one.source.line,
                    quote=one.quote,
                ),
                self.snapshot.evidence.get(one.entry.id, ()),
            )
            for one in self.gone
        )

    def events(self, at: str, task: str, path: str) -> tuple[dict[str, Any], ...]:
        """One event for each that left; `at` is a moment in ISO 8601, `path` the source's."""
        return tuple(
            {
                "at": at,
                "event": "learning.removed",
                "id": one.entry.id,
                "task": task,
                "old": {"confidence": one.entry.confidence, "seen": one.entry.seen},
                "reason": RETRACTED if one.quote else _NOTE,
                "source": {"path": path, "line": one.source.line},
            }
            for one in self.gone
        )

    def outcomes(self, path: str) -> tuple[Outcome, ...]:
        """What the inbox asks, as candidates that wait."""
        return tuple(
            Outcome(
                "to_review", one.id, one.kind, one.text, one.score, Source(path, one.line), "", why
            )
            for one in self.questions
            if (why := one.reason)
        )


def without_taken_back(
    place: Workspace,
    repo: Repo,
    snapshot: Snapshot,
    reading: SourceContent,
    tasks: Collection[str],
    path: str,
    *,
    said_at: Callable[[int], str],
) -> Withdrawn:
    """Move to the archive what a person takes back, and what these tasks alone said and refuted.

    What a person wrote, edited, confirmed or pinned stays, as does what another task said, too,
    unless a person took it back. What an agent hands over takes nothing of an earlier session back:
    the inbox asks. `said_at` tells when was said what stands on a line.
    """
    if not reading.refuted and not reading.taken_back:
        return Withdrawn(snapshot)
    said_again = restated(reading.candidates, reading.refuted)
    live = {item.entry.id: item.entry for item in removable_entries(snapshot)}
    retracted, questions = _find_retracted(place, snapshot, reading, live, tasks, said_at)
    claims = withdrawn(live, reading.refuted, said_again=said_again, tasks=tasks)
    leaving = {id_: Withdrawal(live[id_], Source(path, claims[id_].line)) for id_ in claims}
    for id_, one in retracted.items():
        leaving[id_] = Withdrawal(live[id_], Source(path, one.line), _short_quote(one))
    paths = repo.layout.paths
    learnings, stuck = without_each(snapshot.learnings, list(leaving), paths.learnings)
    placed = snapshot.learnings.by_id()
    gone = tuple(one for id_, one in leaving.items() if id_ not in stuck)
    moved = [(placed[one.entry.id], _archived(one, place)) for one in gone]
    warnings = (
        f"{paths.learnings}:{placed[id_].line}: {id_} has to stay: {stuck[id_]}" for id_ in stuck
    )
    if moved:
        archive = with_moved(snapshot.archive, snapshot.learnings, moved, paths.archive)
        snapshot = replace(snapshot, learnings=learnings, archive=archive)
        snapshot = snapshot_with_evidence(snapshot, repo.settings)
    back = {p.entry.id for p in snapshot.archive.entries if _reason(p.entry) == WITHDRAWN}
    asked = tuple(one for one in questions if one.id not in snapshot.waiting)
    return Withdrawn(snapshot, gone, said_again & back, tuple(warnings), asked)


def _archived(one: Withdrawal, place: Workspace) -> Entry:
    reason, note = (RETRACTED, one.quote) if one.quote else (WITHDRAWN, _NOTE)
    return replace(one.entry, archived=Archived(reason, place.today, note))


def _reason(entry: Entry) -> str:
    return entry.archived.reason if entry.archived else ""


def _short_quote(one: TakenBack) -> str:
    return clip(redact(one_line(one.quote))[0], _MOST_QUOTED)


def _find_retracted(
    place: Workspace,
    snapshot: Snapshot,
    reading: SourceContent,
    live: Collection[str],
    tasks: Collection[str],
    said_at: Callable[[int], str],
) -> tuple[dict[str, TakenBack], list[Pending]]:
    """Return what a person takes back by ID, of the live ones that may leave, and what to ask.

    What a person has decided already, by taking out one of those that can be meant, is not asked.
    What another task said after it is not meant: a session may be read late.
    """
    gone: dict[str, TakenBack] = {}
    asked: list[Pending] = []

    def is_later(id_: str, at: str) -> bool:
        return said_since(snapshot.evidence.get(id_, ()), at, now=place.instant, tasks=tasks)

    entries = [p.entry for p in snapshot.learnings.entries if p.entry.id]
    known = snapshot.learnings.by_id()  # a crash leaves what was moved in both files
    entries += [
        p.entry
        for p in snapshot.archive.entries
        if _reason(p.entry) in _DECIDED and p.entry.id not in known
    ]
    for one in reading.taken_back:
        if one.replaces:
            continue
        at = said_at(one.line)
        found = meant(one, [e for e in entries if not is_later(e.id, at)])
        if not found.entries or any(e.archived for e in found.entries):
            continue
        first, *others = [entry.id for entry in found.entries]
        if found.is_sure and first in live and not place.by_agent:
            gone[first] = one
        else:
            why = _THEIRS if found.is_sure else _UNSURE
            asked.append(_question(one, (first, *others), _HANDED_OVER if place.by_agent else why))
    return gone, asked


def _question(one: TakenBack, ids: tuple[str, ...], why: str) -> Pending:
    text = _short_quote(one)
    return Pending(
        entry_id("note", text), "note", text, "", "", reason=why, retracts=ids, line=one.line
    )
