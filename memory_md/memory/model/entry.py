"""One remembered line, the kinds it can be, and what the archive adds to it."""

import datetime as dt
from collections.abc import Callable
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import BugError
from ...base.identity import entry_id, entry_ids, identity_form
from ...base.regex import regex

EntryClass = Literal["project", "preference", "identity"]


class Kind(Struct, frozen=True):
    """What sort of thing an entry says; `label` is how it is written before the colon."""

    name: str
    label: str
    entry_class: EntryClass = "project"


NOTE: Final = Kind("note", "")

KINDS: Final = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            Kind("decision", "Decision"),
            Kind("scope", "Scope"),
            Kind("risk", "Risk"),
            Kind("modified_files", "Modified files"),
            Kind("fixed", "Fixed"),
            Kind("issue", "Issue"),
            Kind("learning", "Learning"),
            Kind("architecture", "Architecture"),
            Kind("convention", "Convention"),
            Kind("gotcha", "Gotcha"),
            Kind("dependency", "Dependency"),
            Kind("pattern", "Pattern"),
            Kind("preference", "Preference", "preference"),
            Kind("project", "Project"),
            Kind("identity", "Identity", "identity"),
            NOTE,
        )
    }
)


_COMMA: Final = regex(r",\s+|,(?=\S+[/.])")
_REASON: Final = regex(r"\s+(?:—|–|--)\s+|\s+-\s+")
# The kinds of lines that list files and say nothing of them: they are counted, and shown as such.
FILE_LISTS: Final = frozenset(("modified_files", "scope"))
REVIVABLE: Final = frozenset(("evicted", "expired"))  # why something left that nobody took out
WITHDRAWN: Final = "withdrawn"  # why the archive has an entry that its session took back
RETRACTED: Final = "retracted"  # or one that a person took back in a session
DELETED: Final = "deleted"  # or one whose line a person took out in an editor; in no file
FORGOTTEN: Final = "forgotten"  # or one whose session a person wants forgotten


class Archived(Struct, frozen=True, array_like=True):
    """Why and when an entry left learnings.md.

    `reason` is removed, evicted, expired, merged, withdrawn, retracted or forgotten; `note` says
    more, often what a person said about it.
    """

    reason: str
    on: dt.date
    note: str = ""


class Anchor(Struct, frozen=True, array_like=True):
    """A definition that an entry names: its file, its qualified name, and the hash of its lines."""

    path: str
    symbol: str
    hash: str


class CodeState(Struct, frozen=True):
    """What became of the code that an entry names, since it was last confirmed.

    `gone` and `changed` are qualified names; `moved` are (name, name now, file now); `values` are
    (name, value now, file) of what it states otherwise. An entry all of whose names are gone is
    `withheld`, unless a person vouches for it or it forbids their use.
    """

    gone: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    moved: tuple[tuple[str, str, str], ...] = ()
    withheld: bool = False
    values: tuple[tuple[str, str, str], ...] = ()

    @property
    def mark(self) -> str:
        """What is written behind the entry where it is shown; empty where it only moved."""
        renamed = [
            f"(`{old}` is now `{new}`)" for old, new, _ in self.moved if not new.endswith(old)
        ]
        changed = ["(code changed since)"] if self.gone or self.changed else []
        other = [f"(now {now} in {path})" for _, now, path in self.values]
        return " ".join(renamed + changed + other)

    @property
    def words(self) -> str:
        """The same for a person, with the names."""
        changes = [f"{', '.join(self.gone)} gone"] if self.gone else []
        changes += [f"{', '.join(self.changed)} changed"] if self.changed else []
        changes += [
            f"{old} moved to {path}" if old == new else f"{old} is now {new} in {path}"
            for old, new, path in self.moved
        ]
        changes += [f"{name} is {now} in {path}" for name, now, path in self.values]
        return "; ".join(changes)


class Entry(Struct, frozen=True, array_like=True, omit_defaults=True):
    """One remembered line.

    `text` is without date, label and comment, its lines joined by single spaces. `manual` says that
    a person wrote, edited or confirmed it, `bare` that its line has no comment: a person typed it.
    `extra` holds comment keys that are not ours, in their order. What its evidence gives:
    `confidence` is 0 to 1, `last` the day it was last seen, `tasks` are task ids, newest last, `by`
    is the id of the entry that contradicted it, and `superseded` says that a person put that one in
    its place; `at_limit` says that no more lines are kept, so it may have been seen more often.
    `layer` is the place of its memory among those that are read as one, 0 for the nearest;
    `anchors` are the definitions that it names, and `code` what became of them, once it was asked;
    `approved` says that a person wants its text shown in this clone, though it looks harmful.
    """

    id: str
    kind: str
    text: str
    qualifier: str = ""
    date: dt.date | None = None
    confidence: float = 0.5
    seen: int = 1
    last: dt.date | None = None
    tasks: tuple[str, ...] = ()
    by: str = ""
    pinned: bool = False
    manual: bool = False
    extra: tuple[tuple[str, str], ...] = ()
    archived: Archived | None = None
    superseded: bool = False
    bare: bool = False
    at_limit: bool = False
    layer: int = 0
    anchors: tuple[Anchor, ...] = ()
    code: CodeState | None = None
    approved: bool = False

    @property
    def seen_count(self) -> str:
        """How many tasks saw it, for people: "3", and "12+" at the limit."""
        return f"{self.seen}+" if self.at_limit and self.seen > 1 else str(self.seen)

    @property
    def label(self) -> str:
        """The label as written, "Decision"; empty for a note."""
        return KINDS[self.kind].label

    @property
    def entry_class(self) -> EntryClass:
        """The class that budget, expiry and eviction go by."""
        return KINDS[self.kind].entry_class

    @property
    def day(self) -> int:
        """The day it was last seen, as an ordinal; 1 where no day is known."""
        return day.toordinal() if (day := self.last or self.date) else 1

    @property
    def headline(self) -> str:
        """Label, qualifier and text as they stand on the line: "Risk (Security): Use …"."""
        return headline(self.kind, self.qualifier, self.text)


def as_written(entry: Entry) -> Entry:
    """Return the entry as its line tells it, without the numbers that evidence gives."""
    numbers = {"confidence": 0.5, "seen": 1, "last": None, "tasks": (), "by": ""}
    return replace(
        entry, **numbers, superseded=False, at_limit=False, anchors=(), code=None, approved=False
    )


def free_id(kind: str, text: str, known: Callable[[str], Entry | None]) -> str:
    """The ID of that kind and text, or one of its own where `known` has another text under it.

    That is so where a person edited an entry, which keeps its ID.
    """
    form = identity_form(text)
    for id_ in entry_ids(kind, text):
        there = known(id_)
        if there is None or (there.kind, identity_form(there.text)) == (kind, form):
            return id_
    raise BugError("all IDs of one text are taken")


def is_id_of(id_: str, kind: str, text: str) -> bool:
    """Whether that ID was made from that kind and text; if not, a person has edited the entry."""
    return id_ == entry_id(kind, text) or id_ in entry_ids(kind, text)


def says_the_same(one: Entry, other: Entry) -> bool:
    """Whether two entries have the same kind and text, up to what an ID does not see."""
    return entry_id(one.kind, one.text) == entry_id(other.kind, other.text)


def headline(kind: str, qualifier: str, text: str) -> str:
    """Write label, qualifier and text as one line."""
    label = KINDS[kind].label
    if not label:
        return text
    return f"{label} ({qualifier}): {text}" if qualifier else f"{label}: {text}"


def listed_paths(text: str) -> tuple[str, ...]:
    """The paths that a `Modified files` entry lists."""
    return tuple(filter(None, map(_path, _COMMA.split(text))))


def scope_parts(text: str) -> tuple[str, str]:
    """The path of a `Scope` entry, and what stands behind its dash."""
    path, *reason = _REASON.split(text, maxsplit=1)
    return _path(path), "".join(reason)


def _path(written: str) -> str:
    return written.strip().strip("`").replace("\\", "/").removeprefix("./")
