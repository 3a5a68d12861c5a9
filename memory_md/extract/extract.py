"""`mem extract`: what sessions said on purpose, stored as entries, edges, and what waits."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ..base.errors import MemError
from ..base.identity import identity_form, short_id
from ..callgraph.graph import learn
from ..git.process import run_git
from ..memory import changes, edges
from ..memory.changes import list_files
from ..memory.memory import Memory
from ..memory.model import Candidate, Entry
from ..memory.opening import Opened
from ..memory.writing import changing
from ..sessions.sessions import forget_session, keep_session
from ..transcripts.model import Session
from ..transcripts.sources import decode_source, read_source
from .found import Found
from .handoffs import handoff_ties
from .statements import Taking, statements, taken_back_in, taken_by

Result = dict[str, Any]
MOST_STORED: Final = 12  # entries of one task
_MOST_LISTED: Final = 20  # files of one `Modified files` line
# What a line may bring in of the world outside.
_HOST: Final = re.compile(r"https?://([\w.-]+\.[a-z]{2,})(?=[/:\s)\]>\"'`,]|$)", re.IGNORECASE)
_PACKAGE: Final = re.compile(
    r"\b(?:npm (?:i|install|add)|pnpm add|yarn add|pip install|uv add|cargo add|gem install"
    r"|go get|brew install|apt(?:-get)? install)\s+(?:-\S+\s+)*([@\w][\w./@-]{1,80})"
)


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


def read_sources(
    sources: Sequence[tuple[str, bytes]], format_: str = "auto", task: str = ""
) -> tuple[list[Read], list[str], list[str]]:
    """Return the sessions of named sources, warnings, and what could not be read and why."""
    found, warnings, faults = [], [], []
    for name, data in sources:
        try:
            text, odd = decode_source(data, name)
            session = read_source(text, format_)
        except MemError as fault:
            faults.append(str(fault) if fault.where else f"{name}: {fault.message}")
            continue
        warnings += [*odd, *(f"{name}: {one}" for one in session.warnings)]
        found.append(Read(name, session, task or session.id or short_id(text.strip())))
    return found, warnings, faults


def extract(
    opened: Opened, reads: Sequence[Read], *, dry_run: bool = False, seconds: float = 10.0
) -> Result:
    """Store what the sessions say and return what became of each statement. Raises MemError."""

    def work(memory: Memory) -> Result:
        runs = [_Run(memory, read) for read in reads]
        items = [item for run in runs for item in run.keep()]
        added = sum((run.edges for run in runs), Counter[str]())
        pruned = changes.prune(memory, [id_ for run in runs for id_ in run.stored])
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
        if not opened.settings.sessions.keep:  # the person switched it off
            for (task,) in database.rows("SELECT task FROM sessions"):
                forget_session(database, task)
            return
        for read in reads:
            said, at = read.session, read.session.at or opened.now
            name, form = read.source, said.format
            keep_session(database, read.task, said.turns, at=at, format_=form, source=name)


class _Run:
    """One session on its way into a memory."""

    def __init__(self, memory: Memory, read: Read) -> None:
        self.memory, self.read = memory, read
        self.items: list[Result] = []
        self.stored: list[str] = []
        self.edges = Counter[str]()
        self.room = MOST_STORED
        self.ids: dict[str, str] = {}  # of a handoff's entries by their keys

    def _is_own(self, entry: Entry) -> bool:
        return entry.standing.tasks[:1] == (self.read.task,)

    def keep(self) -> list[Result]:
        """Store the statements, then what is taken back, the edges and the edited files."""
        session = self.read.session
        takings = taken_back_in(session)
        found = statements(session, takings)
        self.room -= sum(map(self._is_own, self.memory.entries.values()))
        if any(handoff.is_final for handoff in session.handoffs):
            self.room = max(self.room, 30)
        for one in found:
            self._keep(one)
        self._take_back(takings, found)
        self._tie()
        self._list_files()
        return self.items

    def _keep(self, found: Found) -> None:
        # The name of a source, never a path of this machine.
        source = self.read.source.replace("\\", "/").rpartition("/")[2]
        said = replace(found.candidate, task=self.read.task, source=source, commit=self.read.commit)
        if other := self._quoting_lesson(said):
            item = self._item("unchanged", other, said, self.memory.entries[other].confidence, 0)
            self.items.append(item | {"reason": "a lesson quotes it", "existing_id": other})
            return
        waits = self._why_it_waits(found, said)
        outcome = self.memory.wait(said, waits) if waits else self.memory.store(said)
        if outcome.action in {"inserted", "replaced", "contradicted", "revived"}:
            self.stored.append(outcome.id)
            self.room -= 1
        if found.key and outcome.id in self.memory.entries:
            self.ids[found.key] = outcome.id
        # The entries that a handoff names give way to its decision.
        for verb, ids in (("replaced", found.replaces), ("contradicted", found.contradicts)):
            for id_ in ids:
                if id_ in self.memory.entries and id_ != outcome.id:
                    self.memory.oppose(id_, outcome.id, verb, self.read.task)
        entry = self.memory.entries.get(outcome.id)
        conf = entry.confidence if entry else said.conf
        item = self._item(outcome.action, outcome.id, said, conf, said.turn)
        more = {"reason": outcome.reason, "existing_id": outcome.other, "quote": said.quote}
        self.items.append(item | {key: value for key, value in more.items() if value})

    def _quoting_lesson(self, said: Candidate) -> str:
        """Return the entry that a model, or the agent at work, made of the same words; else ""."""
        form = identity_form(said.quote)
        for entry in self.memory.entries.values() if form else ():
            for line in self.memory.evidence_of(entry.id):
                is_own = line.task == self.read.task and line.act == "said"
                # Only what was read out of a source without a model names it.
                if is_own and not line.source and form in identity_form(line.quote):
                    return entry.id
        return ""

    def _why_it_waits(self, found: Found, said: Candidate) -> str:
        """Return why a statement waits in the inbox, "" where it does not."""
        if found.waits and not (found.failure and self._met_before(found.failure)):
            return found.waits
        if said.who == "agent":
            turns = self.read.session.turns
            words = "\n".join(turn.text for turn in turns if turn.speaker == "person")
            name = _unknown_name(self.memory.opened.place.tree, said.text, words)
            if name:
                return f"names {name}, which stands nowhere in the project"
        if self.room <= 0 and self.memory.id_for(said) not in self.memory.entries:
            return f"one task stores {MOST_STORED} entries at most"
        return ""

    def _met_before(self, failure: str) -> bool:
        """Return whether another task met the same failure; its candidate leaves the inbox."""
        rows = self.memory.database.rows("SELECT id, task, json FROM inbox")
        others = [id_ for id_, task, text in rows if failure in text and task != self.read.task]
        self.memory.settled += others
        return bool(others)

    def _take_back(self, takings: Sequence[Taking], found: Sequence[Found]) -> None:
        """Archive the entries that a person takes back; ask where they may mean another's."""
        for turn, taking in takings:
            if turn.speaker != "person":
                continue
            entries = [(one.id, one.text) for one in self._said_before(turn.number)]
            taken = taken_by(self.read.session, turn, taking, found, entries)
            quote = turn.text.strip()
            for id_ in (*taken.entries, *taken.asked):
                entry = self.memory.entries.get(id_)
                if entry is None:
                    continue
                action, reason = "retracted", ""
                if id_ in taken.entries and (self.read.is_seen or self._is_own(entry)):
                    self.memory.archive(id_, action, "person", task=self.read.task, quote=quote)
                else:
                    action, reason = "to_review", "a person may have taken it back"
                    self.memory.ask(entry, reason, quote)
                item = self._item(action, id_, entry, entry.confidence, turn.number)
                self.items.append(item | {"reason": reason})

    def _said_before(self, number: int) -> list[Entry]:
        """Return the entries that rest on nothing that this session said at that turn, or later."""
        return [
            entry
            for entry in self.memory.entries.values()
            if not any(
                line.task == self.read.task and line.turn >= number
                for line in self.memory.evidence_of(entry.id)
            )
        ]

    def _item(
        self, action: str, id_: str, of: Candidate | Entry, conf: float | None, turn: int
    ) -> Result:
        item = {"action": action, "id": id_, "kind": of.kind, "text": of.text, "confidence": conf}
        return {**item, "source": {"path": self.read.source, "turn": turn}}

    def _tie(self) -> None:
        """Add the edges of handoffs, and of stored decisions and risks that name files."""
        handed = self.read.session.handoffs
        new = [self._edge(*tie) for one in handed for tie in handoff_ties(one, self.ids)]
        for id_ in self.stored:
            if id_ in self.memory.entries and id_ not in self.ids.values():
                new += self._edges_of(self.memory.entries[id_])
        self.memory.edges, counts = self.memory.edges.with_edges(new)
        self.edges.update(counts)

    def _edges_of(self, entry: Entry) -> list[edges.Edge]:
        from ..markdown.paths import paths_in

        tree, text = self.memory.opened.place.tree, entry.text
        paths = [path for path in paths_in(text)[:4] if (tree / path).exists()]
        if entry.kind == "decision":
            return [self._edge("decision_file", entry.id, path, text, entry.id) for path in paths]
        if entry.kind == "risk":
            category = entry.qualifier or "risk"
            return [self._edge("file_risk", path, category, text, entry.id) for path in paths]
        return []

    def _edge(self, type_: str, source: str, target: str, label: str, entry: str) -> edges.Edge:
        edge = {"type": type_, "source": source, "target": target, "label": label}
        edge |= {"entry": entry} if entry else {}
        return {**edge, "sessionId": self.read.task, "createdAt": self.memory.opened.now}

    def _list_files(self) -> None:
        most = self.memory.opened.settings.extract.modified_files
        paths = list(dict.fromkeys(edit.path for edit in self.read.session.edits))
        outside = ("/", "~", "..", ".mem/")
        inside = [one for one in paths if not one.startswith(outside) and ":" not in one]
        list_files(self.memory, self.read.task, inside[:_MOST_LISTED], most)


def _unknown_name(tree: Path, text: str, persons_words: str) -> str:
    """Return the first host or package of a line that no tracked file and no person names."""
    for name in (*_HOST.findall(text), *_PACKAGE.findall(text)):
        plain = name.split("@")[0] if not name.startswith("@") else name
        if plain and plain not in persons_words and not _is_tracked(tree, plain):
            return str(plain)
    return ""


@lru_cache(maxsize=256)
def _is_tracked(tree: Path, name: str) -> bool:
    done = run_git(tree, ["grep", "-qIF", "-e", name, "--", ".", ":!.mem", ":!learnings.md"])
    return done is None or done.returncode != 1
