"""How evidence moves confidence (0 to 1): an entry's lines of evidence, in order, to its numbers.

The lines are a set: whatever order branches wrote them in, and however often one stands there, the
numbers are the same. What an entry told in the first format comes before all else.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import lru_cache
from operator import eq, lt
from typing import Any, Final

from msgspec import Struct, field
from msgspec.json import encode
from msgspec.structs import replace

from ...base.settings import Confidence, Settings
from ..model.entry import Anchor, Entry
from ..model.evidence import BY_A_PERSON, Evidence

_FIRST: Final = 0.5
_LONG_AGO: Final = "0001-01-01"
# More boosts than this move nothing that is written down.
_MOST_BOOSTS: Final = 60
_MOST_ANCHORS: Final = 12
_SAYS: Final = frozenset({"said", "approved", "confirmed", "edited", "migrated"})


def boosted(confidence: float, numbers: Confidence) -> float:
    """Seen again in another task: a share of the way to the ceiling, never down."""
    if confidence >= numbers.ceiling:
        return confidence
    return confidence + numbers.boost * (numbers.ceiling - confidence)


def penalised(confidence: float, numbers: Confidence) -> float:
    """Contradicted: less by the penalty, but not under the floor, and never up."""
    return min(confidence, max(numbers.floor, round(confidence - numbers.penalty, 6)))


def order(line: Evidence) -> tuple[str, str, str, bytes]:
    """Return what lines are sorted by, in the file and to be computed."""
    return line.id, line.at, line.act, encode(line)


def in_order(lines: Iterable[Evidence]) -> list[Evidence]:
    """Return the lines of one entry, sorted."""
    lines = list(lines)
    times = [line.at for line in lines]
    if all(map(lt, times, times[1:])):  # as in the file
        return lines
    return sorted(lines, key=lambda line: order(line)[1:])


def kept(lines: Sequence[Evidence], most: int) -> list[Evidence]:
    """Return the lines that are kept of one entry, which are in order.

    That is the first, all but `said`, all of a person, and of the others the newest, as long as
    there are `most` lines in all. A task has said something once.
    """
    said = [line.task for line in lines if line.act == "said" and line.who != "person"]
    if len(lines) <= most and len(set(said)) == len(said) and not any(map(eq, lines, lines[1:])):
        return list(lines)
    tasks: set[str] = set()
    left = []
    for index, line in enumerate(lines):
        if line.act == "said" and line.who != "person":
            if line.task in tasks:
                continue
            tasks.add(line.task)
        if not index or line != lines[index - 1]:
            left.append(line)
    over = len(left) - most
    if over <= 0:
        return left
    may_go = [n for n, one in enumerate(left) if n and one.act == "said" and one.who != "person"]
    dropped = frozenset(may_go[:over])
    return [one for n, one in enumerate(left) if n not in dropped]


def first_format(
    id_: str,
    *,
    confidence: float,
    seen: int,
    tasks: tuple[str, ...],
    last: date | None,
    by: str = "",
    manual: bool = False,
) -> Evidence:
    """Return what an entry tells of itself in the first format; two branches make the same line.

    `last` is the day when it was last seen, or the entry's date.
    """
    day = last.isoformat() if last else ""
    return Evidence(
        id=id_,
        at=f"{day or _LONG_AGO}T00:00:01Z",
        task="",
        act="migrated",
        who="person" if manual else "tool",
        by=by,
        conf=confidence,
        seen=seen,
        tasks=tasks,
        last=day,
    )


def as_evidence(entry: Entry) -> Evidence:
    """Return what an entry tells of itself where there is no other evidence."""
    return first_format(
        entry.id,
        confidence=entry.confidence,
        seen=entry.seen,
        tasks=entry.tasks,
        last=entry.last or entry.date,
        by=entry.by,
        manual=entry.manual,
    )


def in_turn(line: Evidence, known: Iterable[Evidence]) -> Evidence:
    """Return a new line, whose moment is after all that is known of its entry.

    A moment to the second is one that a source tells, and stays; so does one that is more than a
    day before the newest known, as clocks differ.
    """
    newest = max((one.at for one in known), default="")
    if line.at > newest or "." not in line.at:
        return line
    with suppress(ValueError, OverflowError):
        moment = datetime.fromisoformat(newest) + timedelta(milliseconds=1)
        if moment - datetime.fromisoformat(line.at) < timedelta(days=1):
            at = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            return replace(line, at=at)
    return line


def once(line: Evidence, known: Sequence[Evidence]) -> Evidence:
    """Return a new line in its turn, or the newest that is known where it says the same.

    A command that was killed may have written it already.
    """
    last = max(known, key=lambda one: one.at, default=line)
    return last if replace(last, at=line.at) == line else in_turn(line, known)


def contradiction(
    old: Entry, by: str, at: str, task: str, who: str, *, is_sure: bool = False
) -> Evidence:
    """Return the line that says that the entry with the ID `by` contradicts another.

    What a person vouches for is not lowered, nor what `is_sure`.
    """
    conf = old.confidence if old.manual or old.pinned or is_sure else None
    return Evidence(old.id, at, task, "contradicted", who, by, conf)


def said_since(
    lines: Iterable[Evidence], at: str, *, now: str, tasks: Collection[str] = ()
) -> bool:
    """Return whether something but these tasks said it, or a person vouched for it, after `at`.

    A moment after `now` is that of a clock that is wrong.
    """
    return any(
        at < line.at <= now for line in lines if line.act in _SAYS and line.task not in tasks
    )


def merged_comments(one: Evidence, other: Evidence, numbers: Confidence) -> Evidence:
    """Return what two branches tell of one entry in the first format, as one.

    The surer one, seen again as often as the other adds to it; a contradiction that only one knows
    stands, and what a person set is not lowered.
    """
    both = sorted((one, other), key=lambda side: (side.conf or 0.0, _seen(side), order(side)))
    later = sorted(both, key=lambda side: (side.last, order(side)))
    before = min(_seen(a) - _met_alone(a, b) for a, b in (both, both[::-1]))
    seen = _seen(one) + _seen(other) - max(before, 0)
    by_person = [side for side in both if side.who == "person"]
    start = both[0] if one.by != other.by and not by_person else (by_person or both)[-1]
    confidence = start.conf or 0.0
    for _ in range(0 if by_person else min(max(seen - _seen(start), 0), _MOST_BOOSTS)):
        confidence = boosted(confidence, numbers)
    return replace(
        later[1],
        who=start.who,
        by=later[1].by or later[0].by,
        conf=round(confidence, 6),
        seen=max(seen, 1),
        tasks=tuple(dict.fromkeys(task for side in later for task in side.tasks or ())),
    )


def _summed(of_entries: Sequence[Evidence]) -> Evidence:
    """Return what entries that were merged into one tell in the first format.

    A task that met several is one, where all of their tasks are known.
    """
    one = max(of_entries, key=lambda line: (line.who == "person", line.conf or 0.0))
    if len(of_entries) == 1 and len(set(one.tasks or ())) == len(one.tasks or ()):
        return one
    tasks = dict.fromkeys(
        task for line in sorted(of_entries, key=lambda line: line.last) for task in line.tasks or ()
    )
    all_known = all(len(line.tasks or ()) == _seen(line) for line in of_entries)
    return replace(
        one,
        by=next((line.by for line in of_entries if line.by), ""),
        seen=len(tasks) if all_known else sum(map(_seen, of_entries)),
        tasks=tuple(tasks),
        last=max(line.last for line in of_entries),
    )


def _seen(line: Evidence) -> int:
    return line.seen or 1


def _met_alone(side: Evidence, other: Evidence) -> int:
    """Return how many tasks only one side has; the other may have dropped its oldest."""
    alone = [task not in (other.tasks or ()) for task in side.tasks or ()]
    if _seen(other) > len(other.tasks or ()) and not all(alone):
        alone = alone[alone.index(False) :]
    return sum(alone)


class _Sum(Struct):
    """An entry's numbers so far; `vouched` says that a person set the confidence."""

    numbers: Confidence
    confidence: float | None = None
    more: int = 0  # tasks that were seen and have no name here
    tasks: dict[str, None] = field(default_factory=dict)
    last: str = ""
    by: str = ""
    superseded: bool = False
    is_set: bool = False
    vouched: bool = False
    void: bool = False  # its only task has taken it back
    disputes: set[tuple[str, str]] = field(default_factory=set)

    def start(self, line: Evidence) -> None:
        """Begin with what the first format told."""
        self.confidence = line.conf
        self.tasks = dict.fromkeys(line.tasks or ())
        self.more = _seen(line) - len(self.tasks)
        self.last, self.by = line.last, line.by
        self.is_set = self.vouched = line.who == "person"

    def said_plainly(self, lines: Sequence[Evidence]) -> None:
        """Count statements without a confidence as if one by one; no other lines come before."""
        new = dict.fromkeys([line.task for line in lines if line.task not in self.tasks])
        new.pop("", None)
        boosts = len(new)
        if self.confidence is None:
            self.confidence = _FIRST
            boosts -= lines[0].task in new
        for _ in range(boosts):
            self.confidence = round(boosted(self.confidence, self.numbers), 6)
        self.tasks.update(new)
        self.last = max(self.last, lines[-1].day)

    def take(self, line: Evidence) -> None:
        """Count one more line."""
        if line.act in {"said", "approved"}:
            self._said(line)
        elif line.act in BY_A_PERSON:
            self._set(line)
        elif line.act == "contradicted":
            self._contradicted(line)
        elif line.act == "withdrawn":
            self.void = bool(line.task) and line.who != "person"

    def _said(self, line: Evidence) -> None:
        if self.void:
            self.confidence, self.more, self.void = None, 0, False
            self.tasks.clear()
        stated = line.conf or 0.0
        if self.confidence is None:
            self.confidence = _FIRST if line.conf is None else stated
        elif line.act == "said" and line.task and line.task not in self.tasks:
            least = self.confidence if self.by else max(self.confidence, stated)
            self.confidence = round(boosted(least, self.numbers), 6)
        if line.act == "approved":
            sure = round(boosted(self.numbers.first, self.numbers), 6)
            self.confidence = max(self.confidence, stated, sure)
        if line.task:
            self.tasks[line.task] = None
        day = line.day
        if day > self.last:
            self.last = day

    def _set(self, line: Evidence) -> None:
        self.is_set = True
        self.vouched = line.act != "reset"
        self.void = self.void and not self.vouched
        self.superseded = False
        if line.act == "reset":
            self.confidence, self.by = self.numbers.first, ""
            self.disputes.clear()
        else:
            self.confidence = 1.0 if line.conf is None else line.conf
            if line.task:
                self.tasks[line.task] = None

    def _contradicted(self, line: Evidence) -> None:
        dispute = (line.by, line.task)
        self.by, self.superseded = line.by, line.amends
        if dispute in self.disputes:
            return
        self.disputes.add(dispute)
        if line.conf is None and not self.vouched:
            before = _FIRST if self.confidence is None else self.confidence
            self.confidence = penalised(before, self.numbers)


def with_evidence(entry: Entry, lines: Iterable[Evidence], settings: Settings) -> Entry:
    """Return the entry with the numbers that these lines of evidence, in any order, give it.

    Without a line it is at 0.5, or 1 where it is a person's, and was seen once, on its date.
    """
    total = _Sum(settings.confidence)
    left = kept(in_order(lines), settings.limits.evidence_lines)
    more = [line for line in left if line.act != "migrated"]
    if len(more) < len(left):
        bases: dict[str, Evidence] = {}
        for line in left:
            if line.act == "migrated":
                there = bases.get(line.id)
                bases[line.id] = (
                    merged_comments(there, line, settings.confidence) if there else line
                )
        total.start(_summed(list(bases.values())))
    if {(line.act, line.conf) for line in more} == {("said", None)}:  # as most are
        total.said_plainly(more)
    else:
        for line in more:
            total.take(line)
    confidence = _FIRST if total.confidence is None else total.confidence
    return replace(
        entry,
        confidence=1.0 if entry.manual and not total.is_set else confidence,
        seen=max(total.more + len(total.tasks), 1),
        last=max(filter(None, (entry.date, _date(total.last))), default=None),
        tasks=tuple(total.tasks),
        by=total.by,
        superseded=total.superseded,
        at_limit=len(left) >= settings.limits.evidence_lines,
        anchors=_anchors(left),
    )


def _anchors(lines: Iterable[Evidence]) -> tuple[Anchor, ...]:
    """Return the anchors noted last; what a person edits or confirms has those of that moment."""
    noted: tuple[Mapping[str, Any], ...] = ()
    for line in lines:
        if line.anchors or line.act in {"edited", "confirmed"}:
            noted = line.anchors
    found = []
    for one in noted[:_MOST_ANCHORS]:
        path, symbol, digest = (one.get(key) for key in ("path", "symbol", "hash"))
        if isinstance(path, str) and isinstance(symbol, str) and isinstance(digest, str):
            is_inside = ".." not in path.split("/") and not path.startswith(("/", "\\", "~"))
            if symbol and path and is_inside and ":" not in path:
                found.append(Anchor(path, symbol, digest))
    return tuple(found)


@lru_cache(maxsize=1024)
def _date(day: str) -> date | None:
    try:
        return date.fromisoformat(day)
    except ValueError:
        return None
