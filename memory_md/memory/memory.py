"""`Memory`: what a root remembers, and the one way to change it.

A memory holds what its files should say. `store`, `change`, `archive`, `restore` and `wait` change
that; `commit` writes the difference to what was read. A dry run is one that does not commit.
What only a change needs is imported where it is used: most processes only read.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields, replace

from ..base.errors import BugError, NotFoundError, RefusedError
from ..base.identity import entry_ids, identity_form
from ..dedup.removed import removed_form
from ..files.database import Database
from . import edges, evidence
from .disk import ARCHIVE_NAME, EVIDENCE_NAME, Files, read_files
from .lines import parse, storable
from .model import (
    ASKED,
    LONGEST_QUOTE,
    MOST_PINS,
    TAKEN_OUT,
    Archived,
    Candidate,
    Entry,
    Evidence,
    Grounds,
    Outcome,
    Problem,
    Standing,
)
from .opening import Opened


class Memory:
    """The entries of a root, its archive and its history.

    `entries` and `archived` map IDs to what the files should say, `files` is what they said; `new`
    is evidence, `waiting` are candidates for the inbox, with reasons, and `settled` are IDs that
    leave it, all of which are not written yet.
    """

    def __init__(self, opened: Opened, database: Database, files: Files) -> None:
        """Parse the files and fold the evidence."""
        self.opened, self.database, self.files = opened, database, files
        names = opened.place.names
        self.learnings = parse(files.learnings or "", names.learnings)
        self.archive_document = parse(files.archive or "", ARCHIVE_NAME)
        self.log = self.read_log = evidence.parse(files.evidence or "")
        self.edges = edges.parse(files.relationships, names.relationships)
        self.entries = self.learnings.by_id()
        # What stands in both came back, or a process was killed while it moved it.
        self.archived = {
            id_: entry
            for id_, entry in self.archive_document.by_id().items()
            if id_ not in self.entries or not _same_words(entry, self.entries[id_])
        }
        self.new: list[Evidence] = []
        self.waiting: list[tuple[Candidate, str]] = []
        self.settled: list[str] = []
        self.purged: list[Callable[[str], bool]] = []
        self._fold(self.entries)

    @classmethod
    def read(cls, opened: Opened, database: Database) -> "Memory":
        """Read a memory. Raises UnreadableError, RefusedError for what is no plain file."""
        return cls(opened, database, read_files(opened.place))

    # -- asking -------------------------------------------------------------------------------

    @property
    def today(self) -> str:
        """The date of this reading, ISO."""
        return self.opened.now[:10]

    @property
    def problems(self) -> list[Problem]:
        """What the files hold that cannot be read."""
        found = [*self.files.skipped, *self.learnings.problems]
        found += [*self.archive_document.problems, *self.edges.problems]
        hint = "delete the line; it counts nothing"
        found += [
            Problem("unreadable-evidence", f"{EVIDENCE_NAME}:{at}", "cannot be read", hint)
            for at, _ in self.log.unread
        ]
        return found

    def listed(self) -> list[Entry]:
        """Return the entries in the order of their lines, new ones last.

        Two lines with one ID count once where they say the same; else both are there.
        """
        shown: dict[tuple[str, str], Entry] = {}
        for read in (placed.entry for placed in self.learnings.entries):
            if now := self.entries.get(read.id):
                key = (read.id, identity_form(read.text))
                shown.setdefault(key, now if now.line == read.line else read)
        return [*shown.values(), *(entry for entry in self.entries.values() if not entry.line)]

    def find(self, prefix: str, among: Mapping[str, Entry] | None = None) -> Entry:
        """Return the entry whose ID begins so. Raises NotFoundError, naming what else may fit."""
        among = self.entries if among is None else among
        word = prefix.casefold()
        found = [entry for id_, entry in among.items() if word and id_.startswith(word)]
        if len(found) == 1:
            return found[0]
        near = found or [one for one in among.values() if word in one.headline.casefold()]
        if not near or not word:
            message = "no entry here has an ID that begins so, or holds the word"
            raise NotFoundError(message, where=prefix, hint="`mem list` shows the IDs")
        what = "have IDs that begin so" if found else "hold the word"
        lines = [f"{len(near)} entries {what}; name one by its ID:"]
        lines += [f"  {entry.id}  {entry.headline}" for entry in near[:20]]
        raise NotFoundError("is not the ID of one entry", where=prefix, hint="\n".join(lines))

    def find_anywhere(self, prefix: str) -> Entry:
        """Return the entry of learnings.md or of the archive. Raises NotFoundError."""
        return self.find(prefix, {**self.archived, **self.entries})

    def is_taken_out(self, text: str) -> bool:
        """Return whether a person took this text out, dropped or purged it.

        It is asked of texts that come by themselves: what a person writes is stored all the same.
        """
        from .inbox import is_dropped
        from .purge import is_purged

        form = removed_form(text)
        return (
            form in self.taken_out()
            or is_dropped(self.database, form)
            or is_purged(self.database, identity_form(text))
        )

    def taken_out(self) -> set[str]:
        """Return the texts that a person took out, in the form in which they are compared."""
        return {
            removed_form(entry.text)
            for entry in self.archived.values()
            if entry.archived and entry.archived.reason in TAKEN_OUT
        }

    def evidence_of(self, id_: str) -> tuple[Evidence, ...]:
        """Return the lines of one entry, new ones included, the oldest first."""
        return (*self.log.of(id_), *(line for line in self.new if line.id == id_))

    def archived_entries(self) -> list[Entry]:
        """Return the entries of the archive with what their evidence adds up to."""
        self._fold(self.archived)
        return list(self.archived.values())

    # -- changing -----------------------------------------------------------------------------

    def store(self, candidate: Candidate, *, beside: Collection[str] = ()) -> Outcome:
        """Add a candidate as an entry, or as evidence of the one that says the same.

        What it contradicts gives way as SPEC's table says; with the entries `beside` it is not
        compared. Raises RefusedError for one pin too many.
        """
        candidate = replace(candidate, text=storable(candidate.text))
        if not candidate.manual and self.is_taken_out(candidate.text):
            return Outcome("suppressed", "", "a person took it out")
        id_ = self.id_for(candidate)
        for old in candidate.amends:
            if old in self.entries and old != id_ and not self.entries[old].is_kept:
                self.archive(old, "replaced", "model", task=candidate.task, by=id_)
        if id_ in self.entries:
            return self._met_again(id_, candidate)
        from .judge import judge  # most commands compare nothing

        threshold = self.opened.settings.dedup.threshold
        others = {id_: one for id_, one in self.entries.items() if id_ not in beside}
        same, contrary = judge(candidate, others, self.archived, threshold)
        if same in self.entries and not candidate.manual:
            return self._met_again(same, candidate)
        is_older = same in self.archived and self._replaced_by(same) != id_
        is_written = candidate.manual or candidate.amends  # its own words, whatever was said before
        if is_older and not is_written and id_ not in self.archived:
            id_ = same
        if id_ in self.archived:
            replacer = self._replaced_by(id_)
            if replacer in self.entries and not is_written:
                return Outcome("suppressed", id_, "another entry took its place", replacer)
            self.restore(id_, who=candidate.who, task=candidate.task)
            action = "revived"
        else:
            words = (candidate.text, candidate.qualifier, self.today, candidate.text)
            self.entries[id_] = Entry(id_, candidate.kind, *words)
            action = "inserted"
        self._mark(id_, candidate)
        self._say(id_, candidate)
        older = self.entries.get(same)
        if candidate.manual and older and not older.is_kept:  # a person's own words stand
            self.archive(older.id, "replaced", "person", task=candidate.task, by=id_)
        effects = [(self._give_way(other, id_, candidate), other) for other in contrary]
        effect, other = max(effects, default=("", ""), key=lambda one: one[0] == "replaced")
        return Outcome(effect or action, id_, other=other)

    def _replaced_by(self, id_: str) -> str:
        """Return the ID of what an archived entry was replaced by last, "" for nothing."""
        return next((e.by for e in reversed(self.evidence_of(id_)) if e.act == "replaced"), "")

    def _give_way(self, old: str, new: str, candidate: Candidate) -> str:
        """Let an entry give way to a new one that contradicts it; return what that did to it."""
        entry, task = self.entries[old], candidate.task
        is_own = bool(task) and entry.standing.tasks == (task,) and entry.standing.who != "person"
        is_sure = candidate.who == "person" or (is_own and not entry.is_kept)
        return self._oppose(old, new, candidate.who, task, is_sure=is_sure)

    def _oppose(self, old: str, new: str, who: str, task: str, *, is_sure: bool) -> str:
        if is_sure:
            self.archive(old, "replaced", who, task=task, by=new)
            return "replaced"
        self.note(Evidence(old, self.opened.now, task=task, act="contradicted", who=who, by=new))
        return "contradicted"

    def _met_again(self, id_: str, candidate: Candidate) -> Outcome:
        entry = self.entries[id_]
        self._mark(id_, candidate)
        if candidate.task and candidate.task in entry.standing.tasks:
            return Outcome("unchanged", id_)
        self._say(id_, candidate)
        is_back = not entry.is_active and self.entries[id_].is_active
        return Outcome("revived" if is_back else "merged", id_)

    def _mark(self, id_: str, candidate: Candidate) -> None:
        """Let an entry have the pin, the paths and the trust that a candidate brings."""
        entry = self.entries[id_]
        if candidate.pinned and not entry.pinned:
            self._refuse_pin(id_)
        self.entries[id_] = replace(
            entry,
            manual=entry.manual or candidate.manual,
            pinned=entry.pinned or candidate.pinned,
            paths=candidate.paths or entry.paths,
        )

    def change(self, entry: Entry, act: str = "") -> None:
        """Let the entry of this ID say something else, as a person wants; `act` is noted.

        `entry.lead` holds new words. Raises RefusedError for one pin too many.
        """
        old = self.entries[entry.id]
        if entry.pinned and not old.pinned:
            self._refuse_pin(entry.id)
        lead = storable(entry.lead)
        text = lead if old.text == old.lead else old.text.replace(old.lead, lead, 1)
        self.entries[entry.id] = replace(entry, lead=lead, text=text)
        self.edges = self.edges.renamed(entry.id, lead) if lead != old.lead else self.edges
        if act:
            self.note(Evidence(entry.id, self.opened.now, act=act, who="person"))

    def archive(
        self, id_: str, reason: str, who: str, *, task: str = "", by: str = "", quote: str = ""
    ) -> None:
        """Move an entry to the archive and note why."""
        entry = self.entries.pop(id_)
        there = self.archived.get(id_)
        if there and not _same_words(there, entry):  # older words, from before an edit
            other = self.id_for(Candidate(there.kind, there.text))
            self.archived[other] = replace(there, id=other, line=0)
        self.archived[id_] = replace(entry, archived=Archived(reason, self.today), pinned=False)
        act, basis = ("archived", reason) if reason in {"evicted", "expired"} else (reason, "")
        line = Evidence(id_, self.opened.now, task=task, act=act, who=who, by=by)
        self.note(replace(line, basis=basis, quote=quote))

    def restore(self, id_: str, who: str, *, task: str = "") -> str:
        """Move an entry back from the archive; return its ID, a new one if other words have it."""
        entry = self.archived.pop(id_)
        if id_ in self.entries:
            id_ = self.id_for(Candidate(entry.kind, entry.text))
        self.entries[id_] = replace(entry, id=id_, archived=None, line=0)
        self.note(Evidence(id_, self.opened.now, task=task, act="restored", who=who))
        return id_

    def wait(self, candidate: Candidate, reason: str) -> Outcome:
        """Put a candidate into the inbox, and say why; one that another task said is stored."""
        candidate = replace(candidate, text=storable(candidate.text))
        if self.is_taken_out(candidate.text):
            return Outcome("suppressed", "", "a person took it out")
        id_ = self.id_for(candidate)
        tasks = self.database.rows("SELECT task FROM inbox WHERE id = ?", (id_,))
        if id_ in self.entries or (tasks and tasks[0][0] != candidate.task):
            self.settled.append(id_)
            return self.store(candidate)
        self.waiting.append((candidate, reason))
        return Outcome("to_review", id_, reason)

    def ask(self, entry: Entry, reason: str, quote: str) -> None:
        """Ask a person in `mem review` whether an entry shall go."""
        candidate = Candidate(entry.kind, entry.text, entry.qualifier, quote=quote, basis=ASKED)
        self.waiting.append((candidate, reason))

    def oppose(self, old: str, new: str, verb: str, task: str) -> None:
        """Let an entry give way to one that names it: "replaced" or "contradicted".

        What a person wants or said is never replaced so: it is contradicted, and a person decides.
        """
        entry = self.entries[old]
        is_persons = entry.is_kept or entry.standing.who == "person"
        is_sure = verb == "replaced" and not is_persons
        self._oppose(old, new, "agent", task, is_sure=is_sure)

    def note(self, line: Evidence) -> None:
        """Add a line of evidence, and fold what its entry adds up to."""
        from ..safety.private import clean

        at = evidence.next_moment(line.at, self.evidence_of(line.id))
        quote = clean(line.quote)[:LONGEST_QUOTE] if self.opened.settings.evidence.quotes else ""
        self.new.append(evidence.written(replace(line, at=at, quote=quote)))
        self._fold([line.id])

    def _say(self, id_: str, candidate: Candidate) -> None:
        shared = {item.name: getattr(candidate, item.name) for item in fields(Grounds)}
        self.note(Evidence(id_, self.opened.now, **shared))

    def id_for(self, candidate: Candidate) -> str:
        """Return the ID of a text, or one of its own where another text has that one."""
        form = identity_form(candidate.text)
        for id_ in entry_ids(candidate.kind, candidate.text):
            there = self.entries.get(id_) or self.archived.get(id_)
            if there is None or (there.kind, identity_form(there.text)) == (candidate.kind, form):
                return id_
        raise BugError("all IDs of one text are taken")

    def _refuse_pin(self, id_: str) -> None:
        pins = [entry for entry in self.entries.values() if entry.pinned and entry.id != id_]
        if len(pins) >= MOST_PINS:
            lines = "".join(f"\n  {entry.id}  {entry.headline}" for entry in pins)
            raise RefusedError(
                f"{MOST_PINS} entries are pinned, and no more can be",
                hint=f"`mem edit ID --unpin` one of them first:{lines}",
            )

    def _fold(self, ids: Iterable[str]) -> None:
        for id_ in list(ids):
            for among in (self.entries, self.archived):
                if entry := among.get(id_):
                    among[id_] = replace(entry, standing=self._standing(entry))

    def _standing(self, entry: Entry) -> Standing:
        found = evidence.fold(
            self.evidence_of(entry.id),
            is_kept=entry.is_kept,
            opposes=lambda id_: self.opposes(id_, entry),
            today=self.today,
        )
        return found if found.last else replace(found, first=entry.date, last=entry.date)

    def purge(self, ids: Iterable[str]) -> None:
        """Erase entries; `commit` then erases the database as well."""
        from .purge import purge_memory

        self.purged.append(purge_memory(self, frozenset(ids)))

    def opposes(self, id_: str, entry: Entry) -> bool:
        """Return whether an entry may contradict another: it is known, and about a like thing.

        So a forged line of evidence cannot silence one entry with the ID of any other.
        """
        other = self.entries.get(id_) or self.archived.get(id_)
        if other is None or other.id == entry.id:
            return False
        from .taking_back import naming_words

        return bool(naming_words(other.text) & naming_words(entry.text))


def _same_words(one: Entry, other: Entry) -> bool:
    return (one.kind, identity_form(one.text)) == (other.kind, identity_form(other.text))
