"""The file of each decision's record: found or named anew, and linked to the others.

A record is recognised by the entry's ID in its last line; one that a person wrote, by its title or
by what was decided. New numbers follow the highest, in the style of the folder.
"""

import posixpath
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from msgspec.structs import replace

from ...base.identity import short_id
from ...base.path_match import is_within
from ...base.regex import regex
from ..model import Decision, DecisionRecord, Link, Naming, NotWritten, RecordFile

_SLUG_CHARS: Final = 60
# More digits than that are a time or a ticket, not the number of a record.
_HIGHEST: Final = 99_999
_NO_ACCENT: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"}
)
_HYPHENS: Final = regex(r"-+")
_BY_PERSON: Final = "edited by a person"
_THEIRS: Final = "written by a person"


def naming_of(records: Sequence[DecisionRecord], folder: str, *, dated: bool = False) -> Naming:
    """Return how a folder names its records; `dated` is for a folder without any.

    Records in folders below count for the highest number: one that was moved there keeps its own.
    """
    here = [record for record in records if record.folder == folder]
    numbered = [r for r in here if r.number is not None and r.number <= _HIGHEST]
    with_date = [record for record in here if record.dated]
    below = [r for r in records if is_within(r.folder, folder)]
    highest = max((r.number for r in below if r.number and r.number <= _HIGHEST), default=0)
    naming = Naming(
        folder,
        prefix=with_date[-1].prefix if with_date else "",
        dated=len(with_date) > len(numbered) or (dated and not numbered),
        hyphens=bool(with_date) and "-" in with_date[-1].name[len(with_date[-1].prefix) :][:5],
        highest=highest,
        taken=frozenset(record.name.casefold() for record in here),
    )
    if not numbered:
        return naming
    style = Counter((r.prefix, len(r.digits), r.separator) for r in numbered)
    prefix, width, separator = style.most_common(1)[0][0]
    return replace(naming, prefix=prefix, width=width, separator=separator.replace(".", "-"))


def placed(
    decisions: Sequence[Decision], records: Sequence[DecisionRecord], naming: Naming, today: date
) -> tuple[list[RecordFile], list[NotWritten]]:
    """Return the records for `mem` to write, with their links, and those that a person owns."""
    ours = _by_entry(records)
    found: dict[str, RecordFile] = {}
    theirs: dict[str, DecisionRecord] = {}
    for decision in decisions:
        record = ours.get(decision.id) or _covering(decision, records)
        if record is None and decision.fresh:
            path, number, digits, naming = _named(decision, naming, today)
            found[decision.id] = RecordFile(decision, path, number, digits)
        elif record and record.ours:
            digits = record.digits
            found[decision.id] = RecordFile(decision, record.path, record.number, digits, record)
        elif record:
            theirs[decision.id] = record
    links = {
        id_: Link(record.path, record.title, record.number, record.digits)
        for id_, record in (*ours.items(), *theirs.items())
    }
    for id_, w in found.items():
        links[id_] = Link(w.path, w.decision.title, w.number, w.digits)
    left = [_left(one, theirs[one.id], links) for one in decisions if one.id in theirs]
    return [_with_links(file, links) for file in found.values()], left


def _by_entry(records: Sequence[DecisionRecord]) -> dict[str, DecisionRecord]:
    """Return the record of each entry; of several, one that nobody edited, then the first."""
    found: dict[str, DecisionRecord] = {}
    for record in records:
        other = found.get(record.mark.id) if record.mark else None
        if record.mark and (other is None or (record.ours and not other.ours)):
            found[record.mark.id] = record
    return found


def _covering(decision: Decision, records: Sequence[DecisionRecord]) -> DecisionRecord | None:
    """Return the record that a person wrote of the same decision, if there is one."""
    covering = (r for r in records if r.mark is None and not r.says.isdisjoint(decision.forms))
    return next(covering, None)


def _named(decision: Decision, naming: Naming, today: date) -> tuple[str, int | None, str, Naming]:
    """Return (path, number, its digits) of a new record, and the naming after it."""
    stem = slug(decision.title) or decision.id
    if naming.dated:
        day = decision.date or today.isoformat()
        day = day if naming.hyphens else day.replace("-", "")
        start = f"{naming.prefix}{day}-{stem}"
        name, copy = f"{start}.md", 2
        while name.casefold() in naming.taken:
            name, copy = f"{start}-{copy}.md", copy + 1
        naming = replace(naming, taken=naming.taken | {name.casefold()})
        return posixpath.join(naming.folder, name), None, "", naming
    number = naming.highest + 1
    digits = f"{number:0{naming.width}d}"
    name = f"{naming.prefix}{digits}{naming.separator}{stem}.md"
    return posixpath.join(naming.folder, name), number, digits, replace(naming, highest=number)


def slug(title: str) -> str:
    """Return a title as part of a file's name: lower case, letters, hyphens; may be empty.

    Latin letters lose their accents. It never is a name that Windows keeps for itself, since a
    number or a date stands before it.
    """
    plain = unicodedata.normalize("NFKD", title.casefold().translate(_NO_ACCENT))
    kept = []
    base = ""
    for char in plain:
        sort = unicodedata.category(char)[0]
        if sort != "M":
            base = char if sort in "LN" else ""
        # A mark belongs to its letter, but for the accents of Latin ones.
        if base and not (sort == "M" and base.isascii()):
            kept.append(char)
        elif sort != "M":
            kept.append("-")
    words = _HYPHENS.sub("-", unicodedata.normalize("NFC", "".join(kept))).strip("-")
    if len(words) > _SLUG_CHARS:
        cut = words[: _SLUG_CHARS + 1].rpartition("-")[0]
        words = cut if len(cut) > _SLUG_CHARS // 2 else words[:_SLUG_CHARS]
    return words.strip("-")


def _with_links(file: RecordFile, links: Mapping[str, Link]) -> RecordFile:
    decision = file.decision
    before = [links[id_] for id_ in decision.supersedes if id_ in links]
    after = links.get(decision.superseded_by)
    if decision.superseded_by and after is None:
        decision = replace(decision, deprecated="overruled by a decision without a record")
    return replace(
        file,
        decision=decision,
        supersedes=tuple(_from(file.path, link) for link in before),
        superseded_by=_from(file.path, after) if after else None,
    )


def _from(path: str, link: Link) -> Link:
    """Return the link as it is written in the file at `path`."""
    here, there = path.split("/")[:-1], link.target.split("/")
    while here and here[0] == there[0]:
        here, there = here[1:], there[1:]
    return replace(link, target="/".join([*[".."] * len(here), *there]))


def _left(decision: Decision, record: DecisionRecord, links: Mapping[str, Link]) -> NotWritten:
    """Return why a person's record stays as it is, and which link it lacks."""
    reason = _BY_PERSON if record.mark else _THEIRS
    if record.conflicted:
        return NotWritten(record.path, "merge conflict markers", matters=True)
    others = [("superseded by", decision.superseded_by)]
    others += [("superseding", id_) for id_ in decision.supersedes]
    for how, id_ in others:
        link = links.get(id_)
        if link and not _speaks_of(record, link):
            name = posixpath.basename(link.target)
            return NotWritten(
                record.path, f"{reason}; it does not say it is {how} {name}", matters=True
            )
    return NotWritten(record.path, reason)


def _speaks_of(record: DecisionRecord, link: Link) -> bool:
    if posixpath.basename(link.target) in record.text:
        return True
    if link.number is None:
        return False
    return bool(re.search(rf"\bADR[-\s#]{{0,3}}0*{link.number}\b", record.text, re.IGNORECASE))


def facts_mark(file: RecordFile) -> str:
    """Return a hash of all that a record says, so that only a change of it is written."""
    decision = file.decision
    links = (*file.supersedes, *((file.superseded_by,) if file.superseded_by else ()))
    facts = (
        decision.text,
        decision.title,
        decision.date,
        f"{decision.confidence:.2f}",
        decision.deprecated,
        file.digits,
        *(f"{path} — {why}" for path, why in decision.files),
        *decision.risks,
        *((decision.reason,) if decision.reason not in decision.text else ()),
        *(one for one in decision.alternatives if one not in decision.text),
        *("superseded" if link is file.superseded_by else "supersedes" for link in links),
        *(f"{link.target} {link.title}" for link in links),
    )
    return short_id("facts", *facts)
