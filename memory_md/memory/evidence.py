"""`.mem/evidence.jsonl`: what happened to each entry, one JSON object a line; the one history.

    {"id":"k3v9q2xa","at":"2026-02-02T12:00:00.000Z","task":"t1","act":"said","who":"agent"}

Lines are sorted by `id`, `at`, `act` and their own bytes, and never rewritten. They are a set: a
line that stands twice counts once, and the union of two branches' lines is their merge. All numbers
of an entry are a fold over its lines, in any order. What cannot be read is kept as it is, at the
end, and counts nothing.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Any, Final

from .model import APPROVED, CEILING, FIRST, FLOOR, Evidence, Standing

_BOOST: Final = 0.2
_PENALTY: Final = 0.3
_MOST_SAID: Final = 12  # statements of an entry that are kept, the newest
_REST_DAYS: Final = 365  # of use, after which one line is left of an entry in the archive
_LONGEST_LINE: Final = 65_536
_DIGITS: Final = frozenset("0123456789abcdefghijklmnopqrstuvwxyz")
_MARKERS: Final = ("<<<<<<< ", "||||||| ", "=======", ">>>>>>> ")
# What people and agents said before these names were chosen.
_RENAMED: Final = {"migrated": "said", "withdrawn": "retracted"}
_SAYS: Final = frozenset({"said", "approved", "confirmed"})
_LISTS: Final = ("when", "files", "symbols")
_TEXTS: Final = frozenset({"task", "act", "who", "by", "source", "quote", "basis", "commit"})


@dataclass(frozen=True, slots=True)
class Log:
    """The lines of each entry by its ID, in order; `unread` are lines with their numbers from 1."""

    entries: Mapping[str, tuple[Evidence, ...]] = field(default_factory=dict)
    unread: tuple[tuple[int, str], ...] = ()

    def of(self, id_: str) -> tuple[Evidence, ...]:
        """Return the lines of one entry, the oldest first."""
        return self.entries.get(id_, ())

    def with_lines(self, new: Sequence[Evidence]) -> "Log":
        """Return the log with more lines; of each entry that gets one, those that are kept."""
        entries = dict(self.entries)
        for line in new:
            entries[line.id] = (*entries.get(line.id, ()), written(line))
        for id_ in {line.id for line in new}:
            entries[id_] = kept(_in_order(entries[id_]))
        return replace(self, entries=entries)

    def without(self, goes: Callable[[Evidence], bool]) -> "Log":
        """Return the log without the lines of which that is true."""
        left = {
            id_: tuple(line for line in lines if not goes(line))
            for id_, lines in self.entries.items()
        }
        return replace(self, entries={id_: lines for id_, lines in left.items() if lines})

    def days(self, today: str) -> list[str]:
        """Return the days of use up to `today`: the dates on which evidence was added, sorted."""
        every = {line.at[:10] for lines in self.entries.values() for line in lines}
        return sorted(day for day in every if day <= today)


# -- the file ---------------------------------------------------------------------------------


def parse(text: str) -> Log:
    """Read the file. Never fails."""
    found: dict[str, list[Evidence]] = {}
    unread = []
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        raw = raw.strip()
        line = _read(raw) if raw else None
        if line:
            found.setdefault(line.id, []).append(line)
        elif raw:
            unread.append((number, raw))
    return Log({id_: _in_order(lines) for id_, lines in found.items()}, tuple(unread))


def render(log: Log) -> str:
    """Return the file's text: all lines in order, then what could not be read, without markers."""
    lines = [line.raw for id_ in sorted(log.entries) for line in log.entries[id_]]
    lines += [raw for _, raw in log.unread if not raw.startswith(_MARKERS)]
    return "".join(f"{line}\n" for line in lines)


def _read(raw: str) -> Evidence | None:
    """Return what a line says; None where it can be none of ours: anybody may have written it."""
    if len(raw) > _LONGEST_LINE or not raw.startswith("{"):
        return None
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    id_, at = value.get("id"), value.get("at")
    if not isinstance(id_, str) or not isinstance(at, str):
        return None
    if len(id_) != 8 or not _DIGITS.issuperset(id_) or not _is_moment(at):
        return None
    known: dict[str, Any] = {"act": ""}
    for key, one in value.items():
        if key in _TEXTS and isinstance(one, str):
            known[key] = one
        elif key in _LISTS and isinstance(one, list):
            known[key] = tuple([text for text in one if isinstance(text, str)])
    known["act"] = _RENAMED.get(known["act"], known["act"])
    turn = value.get("turn", 0)
    known["turn"] = turn if isinstance(turn, int) and 0 < turn < 10**9 else 0
    return Evidence(id_, at, **known, conf=_stated(value.get("conf")), raw=raw)


def _stated(value: Any) -> float | None:
    """Return a stated confidence within its bounds, None where there is none."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or value != value:  # NaN
        return None
    return float(min(max(value, FLOOR), CEILING))


def _is_moment(at: str) -> bool:
    """Return whether it is ISO 8601 in UTC, with a date of year, month and day."""
    try:
        datetime.fromisoformat(at)
    except ValueError:
        return False
    return at.isascii() and at[4:8:3] == "--" and at[-1] == "Z"


def written(line: Evidence) -> Evidence:
    """Return the line with the bytes that it is written as."""
    if line.raw:
        return line
    shown = {"id": line.id, "at": line.at, "task": line.task, "act": line.act, "who": line.who}
    shown |= values_of(line)
    return replace(line, raw=json.dumps(shown, ensure_ascii=False, separators=(",", ":")))


def values_of(line: Evidence) -> dict[str, Any]:
    """Return what a line says, without what it leaves out."""
    values = {item.name: getattr(line, item.name) for item in fields(line) if item.name != "raw"}
    return {name: value for name, value in values.items() if value not in ("", (), None, 0)}


def _in_order(lines: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Return the lines sorted, each once."""
    by_bytes = {line.raw: line for line in lines}
    return tuple(sorted(by_bytes.values(), key=lambda line: (line.at, line.act, line.raw)))


def kept(lines: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Return the lines that are kept of one entry, in order.

    They are the first statement, what a person did, what took something away, and the newest
    statements. Numbers are folds over these alone, so a union of two kept sets counts alike.
    """
    lines = tuple(lines)
    plain = [line for line in lines if line.act == "said" and line.who != "person"]
    if len(plain) <= _MOST_SAID:
        return lines
    left = {line.raw for line in (plain[0], *plain[-_MOST_SAID:])}
    return tuple(
        line for line in lines if line.act != "said" or line.who == "person" or line.raw in left
    )


def at_rest(log: Log, archived: Iterable[str], today: str) -> Log:
    """Return the log with one line of each archived entry that 365 days of use have passed over."""
    days = log.days(today)
    entries = dict(log.entries)
    for id_ in archived:
        lines = entries.get(id_, ())
        if len(lines) > 1 and sum(day > lines[-1].at[:10] for day in days) > _REST_DAYS:
            entries[id_] = lines[-1:]
    return replace(log, entries=entries)


def next_moment(now: str, lines: Iterable[Evidence]) -> str:
    """Return `now`, or the millisecond after the newest line where a clock stands behind it.

    A line that is more than a day ahead comes from a clock that is wrong, and counts nothing here.
    """
    last = _iso(datetime.fromisoformat(now) + timedelta(days=1))
    newest = max((line.at for line in lines if now <= line.at <= last), default="")
    return _iso(datetime.fromisoformat(newest) + timedelta(milliseconds=1)) if newest else now


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


# -- the fold ---------------------------------------------------------------------------------


def fold(
    lines: Iterable[Evidence], *, is_kept: bool, opposes: Callable[[str], bool], today: str
) -> Standing:
    """Return confidence and the other numbers that the lines of one entry, in any order, give.

    `is_kept`: a person wants it kept, so nothing lowers it. `opposes` says whether the entry
    of an ID may contradict this one: without a text of its own that is like it, it counts nothing.
    A person's word in the evidence alone gives at most 0.95: 1 needs the entry's own line.
    """
    total = _Confidence(is_kept, opposes)
    ordered = kept(_in_order(map(written, lines)))
    for line in ordered:
        total.take(line)
    said = [line for line in ordered if line.act in _SAYS or line.act in {"edited", "restored"}]
    days = [min(line.at[:10], today) for line in said]
    noted = [line for line in said if line.when or line.files or line.symbols]
    return Standing(
        confidence=FIRST if total.confidence is None else total.confidence,
        seen=max(len(total.tasks), 1),
        first=min(days, default=""),
        last=max(days, default=""),
        who="person" if any(line.who == "person" for line in said) else said[0].who if said else "",
        tasks=tuple(total.tasks),
        by=total.by,
        **{name: _joined(getattr(line, name) for line in noted) for name in _LISTS},
    )


def _joined(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for one in lists for item in one))


class _Confidence:
    """The confidence of an entry as far as its lines have been read."""

    def __init__(self, is_kept: bool, opposes: Callable[[str], bool]) -> None:
        self.is_kept, self.opposes = is_kept, opposes
        self.confidence: float | None = None
        self.tasks: dict[str, None] = {}
        self.by = ""
        self.is_persons = False
        self.contradictions: set[tuple[str, str]] = set()

    def take(self, line: Evidence) -> None:
        """Count one more line; acts that are not known count nothing."""
        if line.act in {"edited", "restored"} or (line.act == "confirmed" and line.who == "person"):
            self._trusted(line)
        elif line.act in _SAYS:
            self._said(line)
        elif line.act == "contradicted":
            self._contradicted(line)
        elif line.act == "reset":
            self.confidence, self.by = FIRST, ""
            self.contradictions.clear()

    def _said(self, line: Evidence) -> None:
        first = APPROVED if line.act == "approved" else FIRST
        # A statement is never less sure than a line without evidence: none can hide an entry.
        stated = first if line.conf is None else max(line.conf, FIRST)
        if self.confidence is None:
            self.confidence = stated
        elif line.task not in self.tasks:
            # 0.5 → 0.59 → 0.662 → …, never above 0.95
            more = round(self.confidence + _BOOST * (CEILING - self.confidence), 6)
            self.confidence = max(self.confidence, more)
        if line.who == "person":  # what a person says outright counts at once
            self.is_persons = True
            self.confidence = max(self.confidence, stated)
        self.tasks[line.task] = None

    def _trusted(self, line: Evidence) -> None:
        """Somebody stands for it; what was said against it counts no more for a person."""
        before = FIRST if self.confidence is None else self.confidence
        self.confidence = CEILING if line.act != "restored" else max(before, FIRST)
        if line.who == "person":
            self.by = ""
            self.contradictions.clear()
        if line.task and line.act != "restored":  # a task that brings it back says it next
            self.tasks[line.task] = None

    def _contradicted(self, line: Evidence) -> None:
        if (line.by, line.task) in self.contradictions or not self.opposes(line.by):
            return
        self.contradictions.add((line.by, line.task))
        self.by = line.by
        if self.is_kept:
            return
        before = FIRST if self.confidence is None else self.confidence
        # What a person said stays shown until a person decides.
        floor = FIRST if self.is_persons and line.who != "person" else FLOOR
        self.confidence = max(floor, round(before - _PENALTY, 6))
