"""`mem extract`: what sessions said on purpose, stored as entries, edges, and what waits."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ..base.errors import MemError
from ..base.identity import short_id
from ..callgraph.graph import learn
from ..memory import changes, edges
from ..memory.file_lists import list_files
from ..memory.memory import Memory
from ..memory.model import Candidate, Entry, Outcome
from ..memory.opening import Opened
from ..memory.writing import changing
from ..sessions.sessions import forget_all, keep_session
from ..transcripts.model import Session
from ..transcripts.sources import decode_source, read_source
from .found import Found
from .handoffs import handoff_ties
from .outside import unknown_name
from .statements import Taking, statements, taken_back_in, taken_entries

Result = dict[str, Any]
MOST_STORED: Final = 12  # entries of one task
_MOST_LISTED: Final = 20  # files of one `Modified files` line


@dataclass(frozen=True, slots=True)
class Source:
    """What is read: its name ("-" for standard input), its bytes, and the format that is asked."""

    name: str
    data: bytes
    format: str = "auto"


@dataclass(frozen=True, slots=True)
class Read:
    """A session that was read; `task` is its name, `is_seen`: a hook of this machine saw it.

    `commit` is the ID of a commit whose message it is.
    """

    source: str
    session: Session
    task: str
    is_seen: bool = False
    commit: str = ""


def read_sources(sources: Sequence[Source], task: str) -> tuple[list[Read], list[str], list[str]]:
    """Return the sessions, warnings, and what could not be read and why."""
    found, warnings, faults = [], [], []
    for source in sources:
        try:
            text, odd = decode_source(source.data, source.name)
            session = read_source(text, source.format)
        except MemError as fault:
            faults.append(str(fault) if fault.where else f"{source.name}: {fault.message}")
            continue
        warnings += [*odd, *(f"{source.name}: {one}" for one in session.warnings)]
        name = task or session.id or short_id(text.strip())
        found.append(Read(source.name, session, name))
    return found, warnings, faults


def extract(
    opened: Opened, reads: Sequence[Read], *, dry_run: bool = False, seconds: float = 10.0
) -> Result:
    """Store what the sessions say and return what became of each statement. Raises MemError."""

    def work(memory: Memory) -> Result:
        items: list[Result] = []
        stored: list[str] = []
        added = Counter[str]()
        for read in reads:
            run = _Run(memory, read)
            run.keep()
            items += run.items
            stored += run.stored
            added.update(run.edges)
        pruned = changes.prune(memory, spared=stored, most_evicted=len(stored))
        return {
            "session": reads[0].task if len(reads) == 1 else "",
            "items": items,
            "counts": dict(Counter(item["action"] for item in items)),
            "sources": [{"path": one.source, "format": one.session.format} for one in reads],
            "relationships": {key: added[key] for key in ("added", "refreshed", "evicted")},
            "evicted": [one["id"] for one in (*pruned["evicted"], *pruned["expired"])],
        }

    result = changing(opened, "extract", work, dry_run=dry_run, seconds=seconds)
    if not dry_run:
        _keep_sessions(opened, reads)
        result["warnings"] = learn(opened, [(read.task, read.session) for read in reads])
    return result


def _keep_sessions(opened: Opened, reads: Sequence[Read]) -> None:
    with opened.database(write=True) as database:
        if not opened.settings.sessions.keep:
            forget_all(database)
            return
        for read in reads:
            session = read.session
            at = session.at or opened.now
            keep_session(
                database,
                read.task,
                session.turns,
                at=at,
                format_=session.format,
                source=read.source,
            )


class _Run:
    """One session on its way into a memory."""

    def __init__(self, memory: Memory, read: Read) -> None:
        self.memory, self.read = memory, read
        self.items: list[Result] = []
        self.stored: list[str] = []
        self.edges = Counter[str]()
        self.room = MOST_STORED - sum(map(self._is_own, memory.entries.values()))
        self.ids: dict[str, str] = {}  # of a handoff's entries by their keys

    def _is_own(self, entry: Entry) -> bool:
        return entry.standing.tasks[:1] == (self.read.task,)

    def keep(self) -> None:
        """Store the statements, then what is taken back, the edges and the edited files."""
        session = self.read.session
        takings = taken_back_in(session)
        found = statements(session, takings)
        if any(handoff.is_final for handoff in session.handoffs):
            self.room = max(self.room, 30)
        for one in found:
            self._keep(one)
        self._take_back(takings, found)
        self._tie()
        self._list_files()

    def _keep(self, found: Found) -> None:
        candidate = replace(
            found.candidate,
            task=self.read.task,
            source=_source_name(self.read.source),
            commit=self.read.commit,
        )
        waits = found.waits
        if not waits and candidate.who == "agent":
            name = unknown_name(self.memory.opened.place.tree, candidate.text, self._words())
            waits = f"names {name}, which stands nowhere in the project" if name else ""
        if found.failure and self._met_before(found.failure):
            waits = ""
        if not waits and self.room <= 0 and not self._is_known(candidate):
            waits = f"one task stores {MOST_STORED} entries at most"
        if waits:
            outcome = self.memory.wait(candidate, waits)
        else:
            outcome = self.memory.store(candidate)
        if outcome.action in {"inserted", "replaced", "contradicted", "revived"}:
            self.stored.append(outcome.id)
            self.room -= 1
        if found.key and outcome.id in self.memory.entries:
            self.ids[found.key] = outcome.id
        self._give_way(found, outcome)
        self._tell(candidate, outcome)

    def _is_known(self, candidate: Candidate) -> bool:
        return self.memory.id_for(candidate) in self.memory.entries

    def _words(self) -> str:
        turns = self.read.session.turns
        return "\n".join(turn.text for turn in turns if turn.speaker == "person")

    def _met_before(self, failure: str) -> bool:
        """Return whether another task met the same failure; its candidate leaves the inbox."""
        rows = self.memory.database.rows("SELECT id, task, json FROM inbox")
        others = [id_ for id_, task, text in rows if failure in text and task != self.read.task]
        self.memory.settled += others
        return bool(others)

    def _give_way(self, found: Found, outcome: Outcome) -> None:
        """Let the entries that a handoff names give way to its decision."""
        for verb, ids in (("replaced", found.replaces), ("contradicted", found.contradicts)):
            for id_ in ids:
                entry = self.memory.entries.get(id_)
                if entry and entry.id != outcome.id:
                    self.memory.oppose(entry.id, outcome.id, verb, self.read.task)

    def _take_back(self, takings: Sequence[Taking], found: Sequence[Found]) -> None:
        entries = [(entry.id, entry.text) for entry in self.memory.entries.values()]
        for turn, taken in taken_entries(self.read.session, takings, found, entries):
            for id_ in taken.entries:
                entry = self.memory.entries.get(id_)
                if entry is None:
                    continue
                action, reason = "retracted", ""
                if self.read.is_seen or self._is_own(entry):
                    quote = turn.text.strip()
                    self.memory.archive(
                        id_, "retracted", "person", task=self.read.task, quote=quote
                    )
                else:
                    action, reason = "to_review", "a person may have taken it back"
                    self.memory.ask(entry, reason, turn.text.strip())
                self.items.append(self._item(entry, action, reason, turn.number))
            for id_ in taken.asked:
                if entry := self.memory.entries.get(id_):
                    reason = "a person may have taken it back"
                    self.memory.ask(entry, reason, turn.text.strip())
                    self.items.append(self._item(entry, "to_review", reason, turn.number))

    def _item(self, entry: Entry, action: str, reason: str, turn: int) -> Result:
        return {
            "action": action,
            "id": entry.id,
            "kind": entry.kind,
            "text": entry.text,
            "confidence": entry.confidence,
            "reason": reason,
            "source": {"path": self.read.source, "turn": turn},
        }

    def _tie(self) -> None:
        """Add the edges of handoffs, and of stored decisions and risks that name files."""
        new: list[edges.Edge] = []
        for handoff in self.read.session.handoffs:
            for tie in handoff_ties(handoff):
                id_ = self.ids.get(tie.key, "")
                source = id_ if tie.key.startswith("decision ") else tie.source
                new.append(self._edge(tie.type, source, tie.target, tie.label, id_))
        tied = set(self.ids.values())
        for id_ in self.stored:
            entry = self.memory.entries.get(id_)
            if entry and id_ not in tied:
                new += self._edges_of(entry)
        self.memory.edges, counts = self.memory.edges.with_edges(new)
        self.edges.update(counts)

    def _edges_of(self, entry: Entry) -> list[edges.Edge]:
        from ..markdown.paths import paths_in

        found = []
        for path in paths_in(entry.text)[:4]:
            if not (self.memory.opened.place.tree / path).exists():
                continue
            if entry.kind == "decision":
                found.append(self._edge("decision_file", entry.id, path, entry.text, entry.id))
            elif entry.kind == "risk":
                category = entry.qualifier or "risk"
                found.append(self._edge("file_risk", path, category, entry.text, entry.id))
        return found

    def _edge(self, type_: str, source: str, target: str, label: str, entry: str) -> edges.Edge:
        edge = {"type": type_, "source": source, "target": target, "label": label}
        edge |= {"entry": entry} if entry else {}
        now = self.memory.opened.now
        return {**edge, "sessionId": self.read.task, "createdAt": now}

    def _list_files(self) -> None:
        most = self.memory.opened.settings.extract.modified_files
        paths = list(dict.fromkeys(edit.path for edit in self.read.session.edits))
        outside = ("/", "~", "..", ".mem/")
        inside = [one for one in paths if not one.startswith(outside) and ":" not in one]
        list_files(self.memory, self.read.task, inside[:_MOST_LISTED], most)

    def _tell(self, candidate: Candidate, outcome: Outcome) -> None:
        entry = self.memory.entries.get(outcome.id)
        item: Result = {
            "action": outcome.action,
            "id": outcome.id,
            "kind": candidate.kind,
            "text": candidate.text,
            "confidence": entry.confidence if entry else candidate.conf,
            "source": {"path": self.read.source, "turn": candidate.turn},
        }
        item |= {"reason": outcome.reason} if outcome.reason else {}
        item |= {"existing_id": outcome.other} if outcome.other else {}
        item |= {"quote": candidate.quote} if candidate.quote else {}
        self.items.append(item)


def _source_name(name: str) -> str:
    """Return the name of a source, never a path of this machine."""
    return name.replace("\\", "/").rpartition("/")[2]
