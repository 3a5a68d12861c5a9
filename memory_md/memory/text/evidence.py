"""`.mem/evidence.jsonl`: why each entry is believed, a JSON object a line (see `model.evidence`).

Lines are sorted by `id`, `at`, `act` and their own bytes, so that two branches write the same. They
are a set: twice counts once, and the union of two branches is their merge. A line that cannot be
read is passed over and kept as it is, at the end; conflict markers go with the next write.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain
from operator import lt
from typing import Final

from msgspec import Struct, field
from msgspec.json import Decoder, decode, encode
from msgspec.structs import replace

from ...base.identity import identity_form
from ...base.settings import Settings
from ...base.undecodable import UNDECODABLE
from ..model.evidence import Evidence
from ..rules.confidence import believed, kept
from .learnings import Document, Placed

_LONGEST_LINE: Final = 65_536
_DIGITS: Final = frozenset("0123456789abcdefghijklmnopqrstuvwxyz")
MARKERS: Final = (b"<<<<<<< ", b"||||||| ", b"=======", b">>>>>>> ")

# How the archive notes what an entry was merged into.
INTO: Final = "into "

# A line, and the bytes that it stands there as: these may hold keys of a newer version.
Row = tuple[Evidence, bytes]


class EvidenceLines(Struct, frozen=True):
    """The lines of each entry, by its ID, in order.

    `unreadable` are lines that could not be read, with their numbers from 1.
    """

    rows: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    unreadable: tuple[tuple[int, bytes], ...] = ()

    def of(self, id_: str) -> tuple[Evidence, ...]:
        """Return the lines of one entry."""
        return tuple([line for line, _ in self.rows.get(id_, ())])


def parse(data: bytes) -> EvidenceLines:
    """Read the file. Never fails."""
    typed = Decoder(Evidence).decode
    found: dict[str, list[Row]] = {}
    unreadable = []
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        raw = raw.strip()
        if not raw:
            continue
        try:
            line = typed(raw)
        except UNDECODABLE:
            unreadable.append((number, raw))
            continue
        if len(raw) <= _LONGEST_LINE and _is_sound(line):
            found.setdefault(line.id, []).append((line, raw))
        else:
            unreadable.append((number, raw))
    rows = {id_: _in_order(of_one) for id_, of_one in found.items()}
    return EvidenceLines(rows, tuple(unreadable))


def _in_order(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the rows sorted, each once."""
    rows = tuple(rows)
    keys = [(line.at, line.act, raw) for line, raw in rows]
    if all(map(lt, keys, keys[1:])):  # as `mem` wrote them
        return rows
    once = {raw: line for line, raw in rows}
    return tuple([(once[raw], raw) for _, _, raw in sorted(set(keys))])


def _is_sound(line: Evidence) -> bool:
    """Return whether the line can be one of ours; anybody may have written it."""
    return (
        line.at.endswith("Z")
        and _is_day(line.at[:10])
        and _is_id(line.id)
        and (line.conf is None or 0 <= line.conf <= 1)
        and (line.seen is None or 0 < line.seen < 10**9)
    )


# Many lines are of one entry, and of one day.
@lru_cache(maxsize=16)
def _is_id(text: str) -> bool:
    return len(text) == 8 and _DIGITS.issuperset(text)


@lru_cache(maxsize=1024)
def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def render(known: EvidenceLines) -> bytes:
    """Return the file's bytes: lines in order, then those that could not be read."""
    lines = [raw for id_ in sorted(known.rows) for _, raw in known.rows[id_]]
    lines += [raw for _, raw in known.unreadable if not raw.startswith(MARKERS)]
    return b"".join(line + b"\n" for line in lines)


def with_lines(
    known: EvidenceLines, new: Iterable[Evidence], most: int
) -> tuple[EvidenceLines, list[tuple[str, str]]]:
    """Return the lines with these lines, at most so many of an entry; see `kept`.

    Also the (ID, task) pairs that have a line no more.
    """
    rows, pushed = dict(known.rows), []
    added: dict[str, list[Row]] = {}
    for line in new:
        added.setdefault(line.id, []).append((line, encode(line)))
    for id_, more in added.items():
        both = _in_order((*rows.get(id_, ()), *more))
        left = kept([line for line, _ in both], most)
        here = {line.task for line in left}
        pushed += [(id_, line.task) for line, _ in both if line.task not in here]
        rows[id_] = tuple(row for row in both if row[0] in left)
    return replace(known, rows=rows), pushed


def without(known: EvidenceLines, goes: Callable[[Evidence], bool]) -> EvidenceLines:
    """Return the lines without the lines of which that is true."""
    rows = {}
    for id_, lines in known.rows.items():
        left = tuple(row for row in lines if not goes(row[0]))
        if left:
            rows[id_] = left
    return replace(known, rows=rows)


def erased(known: EvidenceLines, ids: Collection[str], forms: Collection[str]) -> EvidenceLines:
    """Return the lines without these entries, and without a quote that holds one of the texts.

    `forms` are their identity forms. Lines that cannot be read go too, whatever is in them.
    """
    rows = {}
    for id_, lines in known.rows.items():
        if id_ not in ids:
            rows[id_] = _in_order(_unquoted(row, forms) for row in lines)
    return EvidenceLines(rows)


def _unquoted(row: Row, forms: Collection[str]) -> Row:
    left, forms_said = [decode(row[1])], []
    while left:
        value = left.pop()
        if isinstance(value, dict | list):
            left += value.values() if isinstance(value, dict) else value
        elif isinstance(value, str):
            forms_said.append(identity_form(value))
    if not any(form in one for form in forms for one in forms_said):
        return row
    line = replace(row[0], quote="", files=(), anchors=())
    return line, encode(line)


def merged(texts: Iterable[str]) -> str:
    """Return the three-way merge of base, ours and theirs: what a side took out goes.

    That is for a purge; where a side has only fewer lines of an entry it counts the same.
    """
    # Stripped of no more than bytes are.
    lines = ((line.strip(" \t\r\f\v") for line in text.split("\n")) for text in texts)
    base, ours, theirs = (frozenset(filter(None, each)) for each in lines)
    left = {line for line in ours | theirs if line not in base or (line in ours and line in theirs)}
    return render(parse("\n".join(sorted(left)).encode("utf-8", "surrogateescape"))).decode(
        "utf-8", "surrogateescape"
    )


def said_days(known: EvidenceLines, counts: Callable[[str], bool]) -> set[date]:
    """Return the days (UTC) on which a task that `counts` said something; a commit is no task."""
    lines = [line for rows in known.rows.values() for line, _ in rows]
    statements = [one for one in lines if one.act == "said" and one.task and not one.commit]
    days = {one.day for one in statements if counts(one.task)}
    return {date.fromisoformat(day) for day in days}


def by_entry(
    documents: Iterable[Document], known: EvidenceLines
) -> dict[str, tuple[Evidence, ...]]:
    """Return the evidence of each entry, with what its comment itself tells.

    That is what it says in the first format, and where nothing else is known, that it is there. A
    line without a comment tells nothing.
    """
    found: dict[str, tuple[Evidence, ...]] = {}
    for placed in chain.from_iterable(document.entries for document in documents):
        one = placed.own_evidence
        if one is not None:
            lines = found.get(one.id) or known.of(one.id)
            add = one not in lines if placed.is_old else not lines
            found[one.id] = (*lines, one) if add else lines
        elif placed.entry.id in known.rows:
            found.setdefault(placed.entry.id, known.of(placed.entry.id))
    return found


def believing(
    learnings: Document,
    archive: Document,
    evidence: Mapping[str, tuple[Evidence, ...]],
    settings: Settings,
) -> tuple[Document, Document]:
    """Return the documents with the numbers that the evidence gives their entries.

    An entry that others were merged into has theirs as well, as long as they are in the archive. A
    line without a comment is a person's whatever was said: it can only be replaced.
    """
    into: dict[str, set[str]] = {}
    for placed in archive.entries:
        archival = placed.entry.archived
        if archival and archival.reason == "merged" and archival.note.startswith(INTO):
            into.setdefault(archival.note.removeprefix(INTO), set()).add(placed.entry.id)

    def believe(placed: Placed) -> Placed:
        id_ = placed.entry.id
        if placed.own_evidence is None:
            if id_ not in evidence:
                return placed
            after = believed(placed.entry, evidence[id_], settings)
            after = replace(placed.entry, by=after.by, superseded=after.superseded)
            return replace(placed, entry=after)
        lines = evidence.get(id_, ())
        if id_ in into and placed.entry.archived is None:
            lines = tuple(_of_group(_group(id_, into), evidence))
        return replace(placed, entry=believed(placed.entry, lines, settings))

    one, other = (
        replace(document, entries=tuple([believe(placed) for placed in document.entries]))
        for document in (learnings, archive)
    )
    return one, other


def _of_group(
    group: Sequence[str], evidence: Mapping[str, tuple[Evidence, ...]]
) -> Iterator[Evidence]:
    """Yield the lines of all of them, but for what they say against one another."""
    for line in chain.from_iterable(evidence.get(one, ()) for one in group):
        if line.act != "contradicted" or line.by not in group:
            yield replace(line, by="") if line.by in group else line


def _group(id_: str, into: Mapping[str, Collection[str]]) -> list[str]:
    """Return the entry and all that were merged into it, or into one of them."""
    group = [id_]
    for one in group:
        group += [other for other in sorted(into.get(one, ())) if other not in group]
    return group
