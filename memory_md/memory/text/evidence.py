"""`.mem/evidence.jsonl`: why each entry is believed, a JSON object a line (see `model.evidence`).

Lines are sorted by `id`, `at`, `act` and their own bytes, so that two branches write the same. They
are a set: twice counts once, and the union of two branches is their merge. A line that cannot be
read is passed over and kept as it is, at the end; conflict markers go with the next write.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache, lru_cache
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
from ..rules.confidence import kept, with_evidence
from ..rules.removed import purge_mark
from .learnings import Document, Placed

_LONGEST_LINE: Final = 65_536
_DIGITS: Final = frozenset("0123456789abcdefghijklmnopqrstuvwxyz")
MARKERS: Final = (b"<<<<<<< ", b"||||||| ", b"=======", b">>>>>>> ")

# How the archive notes what an entry was merged into.
INTO: Final = "into "

# A line, and the bytes that it stands there as: these may hold keys of a newer version.
Row = tuple[Evidence, bytes]


class EvidenceLines(Struct, frozen=True):
    """The lines of each entry by its ID, as they stand in the file, in order and each once.

    They are decoded when they are asked for: to hold what all of them say takes longer than to
    decode them twice. `unreadable` are lines that could not be read, with their numbers from 1.
    """

    entries: Mapping[str, bytes] = field(default_factory=dict)
    unreadable: tuple[tuple[int, bytes], ...] = ()

    def of(self, id_: str) -> tuple[Evidence, ...]:
        """Return the lines of one entry."""
        return tuple(_decoder().decode_lines(self.entries.get(id_, b"")))


@cache
def _decoder() -> Decoder[Evidence]:
    return Decoder(Evidence)


@cache
def _run() -> re.Pattern[bytes]:
    """Return what finds the lines of one entry behind one another, as `mem` writes them."""
    return re.compile(rb'(?m)^(\{"id":"([0-9a-z]{8})".*\}(?:\n\{"id":"\2".*\})*)$\n?')


def parse(data: bytes) -> EvidenceLines:
    """Read the file. Never fails."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    entries: dict[str, bytes] = {}
    others, end = [], 0  # the spans of all that is not, in order, of one entry
    for run in _run().finditer(data):
        lines, id_ = run[1], run[2].decode()
        if id_ not in entries and _is_sound(lines, id_):
            entries[id_] = lines
            if end < run.start():
                others.append((end, run.start()))
            end = run.end()
    found: dict[str, list[Row]] = {}
    unreadable = []
    for number, raw in _lines_in(data, [*others, (end, len(data))]):
        line = _line(raw)
        if line:
            found.setdefault(line.id, []).append((line, raw))
        elif raw:
            unreadable.append((number, raw))
    for id_, rows in found.items():
        entries[id_] = _in_order((*_rows(entries.get(id_, b"")), *rows))
    return EvidenceLines(entries, tuple(unreadable))


def _is_sound(data: bytes, id_: str) -> bool:
    """Return whether these lines can all be read, are of that entry, in order and each once."""
    try:
        lines = _decoder().decode_lines(data)
    except UNDECODABLE:
        return False
    times = [line.at for line in lines]
    return (
        len(data) <= _LONGEST_LINE
        and len(lines) == data.count(b"\n") + 1
        and all(map(lt, times, times[1:]))
        and {line.id for line in lines} == {id_}
        and all(map(_is_moment, times))
    )


def _lines_in(data: bytes, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of spans, which are in order, without white space; each with its number."""
    number, before = 1, 0
    for start, end in spans:
        number += data.count(b"\n", before, start)
        before = start
        for place, raw in enumerate(data[start:end].split(b"\n"), number):
            yield place, raw.strip()


def _line(raw: bytes) -> Evidence | None:
    """Return what a line says; None where it can be none of ours: anybody may have written it."""
    with suppress(*UNDECODABLE):
        line = _decoder().decode(raw)
        if len(raw) <= _LONGEST_LINE and _is_id(line.id) and _is_moment(line.at):
            return line
    return None


def _rows(data: bytes) -> Iterator[Row]:
    lines = _decoder().decode_lines(data)
    return zip(lines, data.split(b"\n"), strict=True) if lines else iter(())


def _in_order(rows: Iterable[Row]) -> bytes:
    """Return the rows sorted, each once."""
    keys = [(line.at, line.act, raw) for line, raw in rows]
    if not all(map(lt, keys, keys[1:])):
        keys = sorted(set(keys))
    return b"\n".join([raw for _, _, raw in keys])


def _is_id(text: str) -> bool:
    return len(text) == 8 and _DIGITS.issuperset(text)


@lru_cache(maxsize=1024)  # many lines were written at once
def _is_moment(at: str) -> bool:
    with suppress(ValueError):
        return bool(date.fromisoformat(at[:10])) and at.endswith("Z")
    return False


def render(known: EvidenceLines) -> bytes:
    """Return the file's bytes: lines in order, then those that could not be read."""
    lines = [known.entries[id_] for id_ in sorted(known.entries)]
    lines += [raw for _, raw in known.unreadable if not raw.startswith(MARKERS)]
    return b"".join(line + b"\n" for line in lines)


def with_lines(
    known: EvidenceLines, new: Iterable[Evidence], most: int
) -> tuple[EvidenceLines, list[tuple[str, str]]]:
    """Return the lines with these lines, at most so many of an entry; see `kept`.

    Also the (ID, task) pairs that have a line no more.
    """
    entries, pushed = dict(known.entries), []
    added: dict[str, list[Row]] = {}
    for line in new:
        added.setdefault(line.id, []).append((line, encode(line)))
    for id_, more in added.items():
        both = [*_rows(_in_order((*_rows(entries.get(id_, b"")), *more)))]
        left = _kept_rows(both, most)
        here = {line.task for line, _ in left}
        pushed += [(id_, line.task) for line, _ in both if line.task not in here]
        entries[id_] = _in_order(left)
    return replace(known, entries=entries), pushed


def _kept_rows(rows: Sequence[Row], most: int) -> list[Row]:
    left = kept([line for line, _ in rows], most)
    return [row for row in rows if row[0] in left]


def without(known: EvidenceLines, goes: Callable[[Evidence], bool]) -> EvidenceLines:
    """Return the lines without the lines of which that is true."""
    entries = {}
    for id_, data in known.entries.items():
        left = _in_order(row for row in _rows(data) if not goes(row[0]))
        if left:
            entries[id_] = left
    return replace(known, entries=entries)


def erased(known: EvidenceLines, ids: Collection[str], forms: Collection[str]) -> EvidenceLines:
    """Return the lines without these entries, and without a quote that holds one of the texts.

    `forms` are their identity forms. Lines that cannot be read go too, whatever is in them.
    """
    entries = {}
    for id_, data in known.entries.items():
        if id_ not in ids:
            entries[id_] = _in_order(_unquoted(row, forms) for row in _rows(data))
    return EvidenceLines(entries)


def _unquoted(row: Row, forms: Collection[str]) -> Row:
    with suppress(*UNDECODABLE):  # what `mem` does not know in it may not even be UTF-8
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


def without_purged(
    known: EvidenceLines, purged: Collection[str], documents: Iterable[Document]
) -> EvidenceLines:
    """Return the lines without those that quote a purged text and are of no entry any more.

    A branch that heard the text again brings such lines back. `purged` are the marks.
    """
    if not purged:
        return known
    live = {placed.entry.id for document in documents for placed in document.entries}
    return without(known, lambda line: line.id not in live and purge_mark(line.quote) in purged)


def merged(texts: Iterable[str]) -> str:
    """Return the three-way merge of base, ours and theirs: what a side took out goes.

    That is for a purge; where a side has only fewer lines of an entry it counts the same.
    """
    # Stripped of no more than bytes are.
    plain = (text.removeprefix("\ufeff") for text in texts)
    lines = ((line.strip(" \t\r\f\v") for line in text.split("\n")) for text in plain)
    base, ours, theirs = (frozenset(filter(None, each)) for each in lines)
    left = {line for line in ours | theirs if line not in base or (line in ours and line in theirs)}
    # Behind an empty line, a line that is but the mark of a file is no such mark.
    data = "\n".join(("", *sorted(left))).encode("utf-8", "surrogateescape")
    return render(_each_once(parse(data))).decode("utf-8", "surrogateescape")


def _each_once(known: EvidenceLines) -> EvidenceLines:
    """Return the lines as if they had been written one by one: a task has said something once."""
    entries = {}
    for id_, data in known.entries.items():
        rows = [*_rows(data)]
        entries[id_] = _in_order(_kept_rows(rows, len(rows)))
    return replace(known, entries=entries)


def said_days(known: EvidenceLines, counts: Callable[[str], bool]) -> set[date]:
    """Return the days (UTC) on which a task that `counts` said something; a commit is no task."""
    lines = chain.from_iterable(map(known.of, known.entries))
    statements = [one for one in lines if one.act == "said" and one.task and not one.commit]
    days = {one.day for one in statements if counts(one.task)}
    return {date.fromisoformat(day) for day in days}


class EvidenceOf(Mapping[str, tuple[Evidence, ...]]):
    """The evidence of the entries of documents by their IDs, with what their comments tell."""

    def __init__(self, documents: Iterable[Document], known: EvidenceLines) -> None:
        """Take what a comment says in the first format, or else that it is there, where no more is.

        A line without a comment tells nothing.
        """
        self._known = known
        self._own: dict[str, tuple[Evidence, ...]] = {}
        for placed in chain.from_iterable(document.entries for document in documents):
            id_, one = placed.entry.id, placed.own_evidence
            if one is not None or id_ in known.entries:
                own = self._own.setdefault(id_, ())
                if one is None:
                    continue
                if one not in self[id_] if placed.is_old else not own and id_ not in known.entries:
                    self._own[id_] = (*own, one)

    def __getitem__(self, id_: str) -> tuple[Evidence, ...]:
        return (*self._known.of(id_), *self._own[id_])

    def __contains__(self, id_: object) -> bool:
        return id_ in self._own

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)


def documents_with_evidence(
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
            after = with_evidence(placed.entry, evidence[id_], settings)
            after = replace(placed.entry, by=after.by, superseded=after.superseded)
            return replace(placed, entry=after)
        lines = evidence.get(id_, ())
        if id_ in into and placed.entry.archived is None:
            lines = tuple(_of_group(_group(id_, into), evidence))
        return replace(placed, entry=with_evidence(placed.entry, lines, settings))

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
