"""learnings.md and the archive: text to entries, and edits that change no other byte.

An entry is a bullet (see `bullets`) that is not a task, nor only a link:

    - [2026-02-02] Decision (high): Use JWT tokens <!-- mem:k3v9q2xa pin -->
      ^ date       ^ label ^ qualifier ^ text       ^ comment: the ID, and keys

Date, label, qualifier and comment are each optional; a line without a comment is a person's. Keys:
pin, manual; in the archive also archived, reason, note; others are kept. Those of the first format
(conf, seen, last, from, by) are read, and go to the evidence.

An edit is a span and what replaces it. The result is read again before it is given out, to see
that nothing else moved; where something did, the edit is refused. A document is never rendered
anew: what is not named in an edit keeps its bytes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import BugError, RefusedError, UnreadableError
from ...base.identity import entry_id
from ...base.regex import regex
from ...base.text import lines_of, one_line
from ...doctor.model import Finding
from ...markdown.bullets import Bullet, Outline, outline
from ..model.entry import KINDS, Entry, as_written, headline, is_id_of
from ..model.evidence import Evidence
from ..rules.confidence import first_format
from .entry_comment import (
    CommentError,
    Fields,
    find_comment,
    no_code_is_open,
    parse_fields,
    render_comment,
)

HEADER: Final = "# Learnings\n\n"
_DATE: Final = regex(r"\[([0-9]{4}-[0-9]{2}-[0-9]{2})\](?:[ \t]+|$)")
_LABELS: Final = {kind.label.casefold(): kind.name for kind in KINDS.values() if kind.label}
_LABEL: Final = regex(
    rf"({'|'.join(sorted(map(re.escape, _LABELS), key=len, reverse=True))})"
    r"(?:[ \t]*\(([^()]{1,80})\))?:(?:[ \t]+|$)",
    re.IGNORECASE,
)
_TASK: Final = regex(r"\[[ xX]\](?:[ \t]|$)")
_LINK: Final = r"!?\[[^\[\]]*\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^\[\]]*\])?"
_ONLY_LINK: Final = regex(rf"[*_]*(?:{_LINK}|<?https?://\S+|\[\[[^\[\]]+\]\])[*_]*[.,;:]?$")
# A line of an index: a link to a file beside this one, and what that file is about.
_INDEX_LINE: Final = regex(r"[*_]*\[[^\[\]]+\]\((?![a-z]+://)[^()]+\)[*_]*[ \t]*(?:[—–:-]+[ \t]|$)")
# What `mem` writes: one line, without a sign that may begin a tag, and the comment behind it.
_PLAIN: Final = regex(r"([^\s<](?:[^\n<]*[^\s<])?) <!-- mem:(\w{8}(?: [^\s<>]+)*) -->\n?")
_NOT_UTF8: Final = regex("[\udc80-\udcff]")
# Longer than any line a person reads; such a bullet is data of somebody's.
_MAX_CHARS: Final = 65_536

Edit = tuple[int, int, str]

_SIGNS: Final = frozenset("-*+")  # all other markers are numbers

# Says that the blank line above an entry, or above those it follows, came and goes with them.
_GAP: Final = ("gap", "")
# Each is tried with a reading of the whole file.
_MOST_PLACES: Final = 12
# The lists in the order of IDs by their headings: from so many entries that `mem` wrote on, new
# ones stand where their IDs belong.
_LEAST_ORDERED: Final = {"learnings": 8, "archive": 1}


class Placed(Struct, frozen=True):
    """An entry and where it stands; offsets are into the document's text.

    `own_evidence` is what its comment tells as evidence: where `is_old`, in keys of the first
    format, else what stands for it where there is none. A line without a comment has none.

    `bullet` is its place; its date, label and own text `lead` (without what is nested under it) run
    from `bullet.content` to `text_end`, and `comment` is the span of its comment.
    """

    entry: Entry
    bullet: Bullet
    lead: str
    text_end: int
    comment: tuple[int, int] | None
    own_evidence: Evidence | None = None
    is_old: bool = False

    @property
    def line(self) -> int:
        """The line it begins on, from 1."""
        return self.bullet.line

    @property
    def bare(self) -> bool:
        """Whether it has no comment of ours."""
        return self.comment is None


class Document(Struct, frozen=True):
    """A parsed file: `text` is exactly what was read; `findings` are what could not be."""

    text: str
    entries: tuple[Placed, ...]
    findings: tuple[Finding, ...]
    outline: Outline

    def by_id(self) -> dict[str, Placed]:
        """The first entry of each ID."""
        found: dict[str, Placed] = {}
        for placed in self.entries:
            found.setdefault(placed.entry.id, placed)
        return found


# An edit is read again to prove it, and the next step starts from that text: parse each once.
@lru_cache(maxsize=8)
def parse(text: str, path: str) -> Document:
    """Read a document; `path` is only for findings. Never fails: what is odd becomes a finding."""
    found = outline(text)
    entries: list[Placed] = []
    hint = "settle the conflict in an editor; `mem` leaves what is between the markers alone"
    findings = [
        Finding("conflict", "error", path, line, "merge conflict markers", hint)
        for line in found.conflicts
    ]
    for bullet in found.bullets:
        try:
            placed = _read(text, bullet)
        except CommentError as fault:
            message = f"the entry cannot be read: {fault}"
            hint = "correct it in an editor, or delete the comment to make the entry yours"
            findings.append(Finding("malformed-entry", "error", path, bullet.line, message, hint))
            continue
        if placed:
            entries.append(placed)
    findings.extend(_duplicates(entries, path))
    return Document(text, tuple(entries), tuple(findings), found)


def _duplicates(entries: Sequence[Placed], path: str) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for placed in entries:
        if placed.bullet.conflicted:
            continue
        id_ = placed.entry.id
        if id_ in first and not placed.bare:
            message = f"the ID {id_} stands on line {first[id_]} too"
            hint = "delete one of the two lines, or the comment of the one that is newer"
            yield Finding("duplicate-id", "error", path, placed.line, message, hint)
        first.setdefault(id_, placed.line)


class _Read(Struct, frozen=True):
    """What a bullet says; offsets are from where its content begins."""

    entry: Entry
    lead: str
    text_end: int
    comment: tuple[int, int] | None
    own_evidence: Evidence | None = None
    is_old: bool = False


def _read(text: str, bullet: Bullet) -> Placed | None:
    """Read one bullet, or None if it is not an entry. Raises CommentError."""
    if bullet.end - bullet.content > _MAX_CHARS:
        return None
    at = bullet.content
    read = _read_block(text[at : bullet.end], bullet.lead_end - at)
    if read is None:
        return None
    comment = (at + read.comment[0], at + read.comment[1]) if read.comment else None
    end = at + read.text_end
    return Placed(read.entry, bullet, read.lead, end, comment, read.own_evidence, read.is_old)


def read_at(text: str, content: int, lead_end: int, end: int) -> Entry | None:
    """The entry whose content begins there, if one stands there; see Bullet for the offsets."""
    if not 0 <= content < lead_end <= end <= len(text):
        return None
    try:
        read = _read_block(text[content:end], lead_end - content)
    except CommentError:
        return None
    return read.entry if read else None


# A file that another process changed is read again, and most of its bullets are as they were.
@lru_cache(maxsize=16_384)
def _read_block(block: str, lead_length: int) -> _Read | None:
    if _TASK.match(block):
        return None
    return _read_plain(block) or _read_any(block, lead_length)


def _read_plain(block: str) -> _Read | None:
    """What a line as `mem` writes it says; None for any other. It is `_read_any`, only sooner."""
    match = _PLAIN.fullmatch(block)
    if not match:
        return None
    words = match[1]
    if (
        "  " in words
        or not words.isprintable()
        or not no_code_is_open(words)
        or _ONLY_LINK.match(words)
    ):
        return None
    fields = parse_fields(match[2])
    entry = _entry(words, fields)
    if not entry.text:
        return None
    end = len(words)
    comment = (end + 1, len(block.rstrip()))
    return _Read(entry, entry.text, end, comment, _comment_evidence(entry, fields), fields.is_old)


def _read_any(block: str, lead_length: int) -> _Read | None:
    comment = find_comment(block)
    fields = parse_fields(comment[2]) if comment else None
    words = block if not comment else f"{block[: comment[0]]} {block[comment[1] :]}"
    if _NOT_UTF8.search(words):
        raise CommentError("it holds bytes that are not UTF-8")
    words = one_line(words)
    if _ONLY_LINK.match(words) or (not fields and _INDEX_LINE.match(words)):
        return None
    entry = _entry(words, fields)
    if not entry.text or entry.text.startswith("<!--"):
        return None
    lead = block[:lead_length]
    inside = comment is not None and comment[0] < len(lead)
    own = lead if not comment or not inside else f"{lead[: comment[0]]} {lead[comment[1] :]}"
    text_end = len((lead[: comment[0]] if comment and inside else lead).rstrip())
    whole = len(lead) == len(block)
    words = entry.text if whole else split_headline(one_line(own))[3]
    if comment is None or fields is None:
        return _Read(entry, words, text_end, None)
    return _Read(
        entry, words, text_end, comment[:2], _comment_evidence(entry, fields), fields.is_old
    )


def split_headline(words: str) -> tuple[date | None, str, str, str]:
    """Split "[DATE] LABEL (QUALIFIER): text" into date, kind, qualifier and text."""
    day = None
    match = _DATE.match(words)
    if match:
        try:
            day = date.fromisoformat(match[1])
            words = words[match.end() :]
        except ValueError:
            day = None
    match = _LABEL.match(words)
    if match and words[match.end() :]:
        qualifier = (match[2] or "").strip()
        return day, _LABELS[match[1].casefold()], qualifier, words[match.end() :]
    return day, "note", "", words


def _entry(words: str, fields: Fields | None) -> Entry:
    day, kind, qualifier, text = split_headline(words)
    if fields is None:
        return Entry(
            id=entry_id(kind, text),
            kind=kind,
            qualifier=qualifier,
            text=text,
            date=day,
            last=day,
            confidence=1.0,
            manual=True,
            bare=True,
        )
    edited = not is_id_of(fields.id, kind, text)
    manual = fields.manual or edited
    confidence = fields.confidence
    if edited and not fields.manual:
        confidence = 1.0
    elif confidence is None:
        confidence = 1.0 if manual else 0.5
    return Entry(
        id=fields.id,
        kind=kind,
        qualifier=qualifier,
        text=text,
        date=day,
        confidence=confidence,
        seen=fields.seen,
        last=fields.last or day,
        tasks=fields.tasks,
        by=fields.by,
        pinned=fields.pinned,
        manual=manual,
        extra=fields.extra,
        archived=fields.archived,
    )


def _comment_evidence(entry: Entry, fields: Fields) -> Evidence:
    confidence = fields.confidence
    if confidence is None:
        confidence = 1.0 if fields.manual else 0.5
    return first_format(
        fields.id,
        confidence=confidence,
        seen=fields.seen,
        tasks=fields.tasks,
        last=fields.last or entry.date,
        by=fields.by,
        manual=fields.manual,
    )


def render_line(entry: Entry) -> str:
    """The entry as one line, with its comment, without marker and newline."""
    return f"{render_words(entry)} {render_comment(entry)}"


def render_words(entry: Entry) -> str:
    """Date, label, qualifier and text."""
    words = headline(entry.kind, entry.qualifier, entry.text)
    return f"[{entry.date.isoformat()}] {words}" if entry.date else words


# -- edits: spans and what replaces them; each result is read again before it is given out


def splice(text: str, edits: Sequence[Edit]) -> str:
    """Replace the spans (start, end, replacement), which must not overlap."""
    parts: list[str] = []
    at = 0
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], edit[1])):
        if start < at:
            raise BugError("two edits of one file overlap")
        parts += [text[at:start], new]
        at = end
    parts.append(text[at:])
    return "".join(parts)


def edits_of(placed: Placed, entry: Entry, evidence: Evidence | None = None) -> list[Edit]:
    """The edits that make `placed` say `entry`; words that did not change keep their bytes.

    The text of `entry` replaces the entry's own paragraph; what is nested under it stays.
    `evidence` is what the comment goes on to tell in the first format.
    """
    old, bullet = placed.entry, placed.bullet
    comment = render_comment(entry, evidence)
    is_same_head = (old.kind, old.qualifier, old.date) == (entry.kind, entry.qualifier, entry.date)
    if is_same_head and entry.text in {old.text, placed.lead}:
        if placed.comment:
            same = render_comment(old) == comment and not placed.is_old
            return [] if same else [(*placed.comment, comment)]
        return [(placed.text_end, placed.text_end, f" {comment}")]
    words = render_words(entry)
    if placed.comment and placed.comment[0] > bullet.lead_end:
        return [(bullet.content, placed.text_end, words), (*placed.comment, comment)]
    end = bullet.lead_end if placed.comment else placed.text_end
    return [(bullet.content, end, f"{words} {comment}")]


def _ways_out(text: str, leaving: Sequence[Placed]) -> Iterator[list[Edit]]:
    """Yield the edits that may take these entries out, best first."""
    yield _removals(text, leaving)
    yield _removals(
        text, leaving, with_gaps=False
    )  # a blank line may serve the entry below as well
    bullets = [placed.bullet for placed in leaving]
    if any(one.marker.strip() not in _SIGNS for one in bullets):
        # A number may hold what lies in its item, or make what is below it a list.
        yield [(one.content, one.lead_end, "") for one in bullets]
        yield [(one.start, one.end, _newline(text)) for one in bullets]


def _removals(text: str, leaving: Sequence[Placed], *, with_gaps: bool = True) -> list[Edit]:
    """The edits that leave the text as if these entries, in their order, had never been added."""
    cuts: list[tuple[int, int]] = []
    for placed in leaving:
        start, end = placed.bullet.start, placed.bullet.end
        if with_gaps and _GAP in placed.entry.extra:
            above = _before_newline(text, start)
            start = above if text[:above].endswith("\n") else start
        if cuts and cuts[-1][1] == start:
            start = cuts.pop()[0]
        cuts.append((start, end))
    if cuts and not text[: cuts[-1][1]].endswith("\n"):
        # The last line had no newline; then the line before it had none when this one was added.
        start, end = cuts[-1]
        cuts[-1] = _before_newline(text, start), end
    return [(start, end, "") for start, end in cuts]


def _before_newline(text: str, offset: int) -> int:
    """The offset before the newline that ends at `offset`, if one does."""
    if text[:offset].endswith("\r\n"):
        return offset - 2
    return offset - 1 if text[:offset].endswith("\n") else offset


def append(document: Document, lines: Sequence[str], path: str) -> str:
    """The text with these lines (as of `render_line`) added as new bullets, and nothing else.

    They stand after the last entry under the heading `# Learnings`, else at the end of the file;
    where Markdown would not read them as bullets there, at the next place above where it does.
    Raises UnreadableError if there is no such place: a fence that is never closed takes it all.
    """
    if not lines:
        return document.text
    for place in islice(_places(document), _MOST_PLACES):
        text = splice(document.text, [_insertion(document.text, place, lines)])
        if _only_added(document, text, path, len(lines)):
            return text
    begins = document.text.count("\n", 0, document.outline.open_from or 0) + 1
    raise UnreadableError(
        "found no place where a new entry would be read as one",
        where=f"{path}:{begins}",
        hint="close the code fence, comment or HTML block that begins here",
    )


def _insertion(text: str, place: _Place, lines: Sequence[str]) -> Edit:
    """The edit that puts these lines at that place."""
    newline = _newline(text)
    rows = map(_gapped, lines) if place.gapped else lines
    glued = newline.join(place.marker + row.replace("\n", newline) for row in rows)
    if place.blank:
        glued = newline + glued
    # A last line without a newline stays the only one: the new last line has none either.
    at = place.offset
    begun = text[at - 1 : at] == "\n" or not text[:at].strip("\ufeff")
    return at, at, glued + newline if begun else newline + glued


def _in_order(document: Document, lines: Sequence[str], path: str, title: str) -> str | None:
    """The text with each of these lines where its ID belongs; None where the list has no order.

    That is after the entry of the list under the heading `title` whose ID is the greatest below its
    own, or before the first.
    """
    begin, end = _section(document, title)
    listed = [p for p in document.entries if begin < p.bullet.start < end and _is_listed(p)]
    if len(listed) < _LEAST_ORDERED[title]:
        return None
    by_id = sorted(listed, key=lambda placed: placed.entry.id)
    ids = [placed.entry.id for placed in by_id]
    rows: dict[int, tuple[_Place, list[str]]] = {}
    for id_, line in sorted((_id_of(line), line) for line in lines):
        at = bisect_left(ids, id_)
        bullet = by_id[at - 1].bullet if at else listed[0].bullet
        place = _after(bullet, gapped=False)
        place = place if at else replace(place, offset=bullet.start)
        rows.setdefault(place.offset, (place, []))[1].append(line)
    text = splice(document.text, [_insertion(document.text, *row) for row in rows.values()])
    return text if _only_added(document, text, path, len(lines)) else None


def _is_listed(placed: Placed) -> bool:
    """Whether `mem` wrote the entry, and another may stand beside it."""
    bullet = placed.bullet
    alone = bullet.conflicted or bullet.depth or bullet.marker.strip() not in _SIGNS
    return not (placed.bare or alone or _GAP in placed.entry.extra)


def _id_of(line: str) -> str:
    found = find_comment(line)
    return parse_fields(found[2]).id if found else ""


def _gapped(line: str) -> str:
    """The line with the gap key in its comment."""
    found = find_comment(line)
    if found is None:
        return line
    close = found[1] - len("-->")
    return f"{line[:close].rstrip()} {_GAP[0]} {line[close:]}"


class _Place(Struct, frozen=True):
    """Where new bullets may stand; with `blank` below a blank line, which `gapped` ones own."""

    offset: int
    marker: str = "- "
    gapped: bool = False
    blank: bool = False


def _places(document: Document) -> Iterator[_Place]:
    """Yield places for new bullets, best first."""
    text, opened = document.text, document.outline.open_from
    free = [p for p in document.entries if not p.bullet.conflicted and not p.bullet.depth]
    begin, end = _section(document, "learnings")
    ends: dict[int, int] = {}  # of the items, with the bullets in numbered ones
    start = 0
    for bullet in document.outline.bullets:
        start = start if bullet.depth else bullet.start
        ends[start] = bullet.end
    for placed in reversed(free):
        if begin < placed.bullet.start < end:
            place = _after(placed.bullet, _GAP in placed.entry.extra)
            yield replace(place, offset=ends[placed.bullet.start])
    if opened is None:
        last = document.outline.bullets[-1] if document.outline.bullets else None
        if last and not last.conflicted and not last.depth and not text[last.end :].strip():
            gapped = bool(free) and free[-1].bullet is last and _GAP in free[-1].entry.extra
            yield _after(last, gapped)
        yield _Place(len(text))
    else:
        yield _Place(len(text), gapped=True, blank=True)  # a blank line ends most HTML blocks
        yield _Place(opened)
        yield _Place(opened, "-   ")  # what is indented by up to three is not under this one
    for placed in reversed(free):
        if not begin < placed.bullet.start < end:
            yield _after(placed.bullet, _GAP in placed.entry.extra)


def _section(document: Document, title: str) -> tuple[int, int]:
    """Where the heading of that title and the one after it begin; (0, 0) if there is none."""
    headings = document.outline.headings
    for index, heading in enumerate(headings):
        if heading.level <= 2 and heading.title.casefold() == title:
            later = headings[index + 1 :]
            return heading.start, later[0].start if later else len(document.text)
    return 0, 0


def _after(bullet: Bullet, gapped: bool) -> _Place:
    sign = bullet.marker.strip()
    own = sign if sign in _SIGNS else "-"  # behind a numbered list begins one of its own
    return _Place(bullet.end, f"{bullet.marker[: bullet.marker.index(sign)]}{own} ", gapped)


def _newline(text: str) -> str:
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def _blocks(document: Document) -> list[str]:
    return [document.text[p.bullet.start : p.bullet.end].rstrip("\r\n") for p in document.entries]


def _only_added(document: Document, text: str, path: str, count: int) -> bool:
    """Whether `text` reads as the document with `count` entries more and no other difference."""
    after = parse(text, path)
    if len(after.entries) != len(document.entries) + count:
        return False
    if len(after.findings) > len(document.findings):
        return False
    old = deque(_blocks(document))
    added = []
    for placed, block in zip(after.entries, _blocks(after), strict=True):
        if old and block == old[0]:
            old.popleft()
        else:
            added.append(placed)
    return not old and splice(text, _removals(text, added)) == document.text


def with_lines(
    document: Document, lines: Sequence[str], path: str, *, header: str = "", list_by_id: str = ""
) -> Document:
    """The document with these lines as new entries; raises as `append` does.

    `header` is what an empty document begins with. Under the heading `list_by_id`, "learnings" or
    "archive", the lines stand where their IDs belong, so that branches merge; in learnings.md where
    `mem` wrote eight entries of that list or more.
    """
    if not lines:
        return document
    base = document if document.text else parse(header, path)
    if list_by_id == "archive":
        lines = sorted(lines, key=_id_of)
    text = _in_order(base, lines, path, list_by_id) if list_by_id else None
    return parse(append(base, lines, path) if text is None else text, path)


def updated(document: Document, changes: Mapping[str, Entry], path: str) -> Document:
    """The document with the entries of these IDs saying something else.

    Raises RefusedError for an entry in a conflict, and for words that would not be read back.
    """
    if not changes:
        return document
    found = {id_: _free(placed, path) for id_, placed in document.by_id().items() if id_ in changes}
    edits = [edit for id_, entry in changes.items() for edit in edits_of(found[id_], entry)]
    after = parse(splice(document.text, edits), path)
    wanted_at = {found[id_].bullet.start: entry for id_, entry in changes.items()}
    wanted = [wanted_at.get(placed.bullet.start) for placed in document.entries]
    pairs = zip(wanted, _blocks(document), _blocks(after), after.entries, strict=False)
    same = len(after.entries) == len(document.entries) and all(
        (now.entry.id == entry.id and entry.text in {now.entry.text, now.lead})
        if entry
        else old == new
        for entry, old, new, now in pairs
    )
    if not same:
        first = found[next(iter(changes))]
        raise RefusedError(
            "with these words the entry, or what is around it, would be read as something else",
            where=f"{path}:{first.line}",
            hint="begin the text with a word, or write it in an editor",
        )
    return after


def without(document: Document, ids: Sequence[str], path: str) -> Document:
    """The document without the entries of these IDs; an ID named twice takes two entries out.

    Raises RefusedError for an entry in a conflict, and where other entries would not stay the same.
    """
    if not ids:
        return document
    lines: dict[str, list[int]] = {}
    for index, placed in enumerate(document.entries):
        lines.setdefault(placed.entry.id, []).append(index)
    removed = {lines[id_].pop(0) for id_ in ids}
    leaving = [_free(document.entries[index], path) for index in sorted(removed)]
    staying = [block for index, block in enumerate(_blocks(document)) if index not in removed]
    for cuts in _ways_out(document.text, leaving):
        after = parse(splice(document.text, cuts), path)
        if _blocks(after) == staying:
            return after
    raise RefusedError(
        "without this entry the lines around it would be read as something else",
        where=f"{path}:{leaving[0].line}",
        hint="take it out in an editor",
    )


def _free(placed: Placed, path: str) -> Placed:
    if placed.bullet.conflicted:
        raise RefusedError(
            "the entry lies between merge conflict markers",
            where=f"{path}:{placed.line}",
            hint="settle the conflict in an editor first",
        )
    return placed


def in_new_format(document: Document, path: str) -> Document:
    """The document without keys of the first format, which have to be evidence by then.

    What lies between conflict markers stays as it is.
    """
    old = [p for p in document.entries if p.is_old and not p.bullet.conflicted]
    if not old:
        return document
    edits = [edit for placed in old for edit in edits_of(placed, placed.entry)]
    after = parse(splice(document.text, edits), path)
    before = [as_written(placed.entry) for placed in document.entries]
    same = before == [as_written(placed.entry) for placed in after.entries]
    return after if same else document


def block_text(document: Document, placed: Placed) -> str:
    """The words of an entry with all its lines, dedented, without marker and comment."""
    bullet = placed.bullet
    text = document.text[bullet.content : bullet.end]
    if placed.comment:
        start, end = (offset - bullet.content for offset in placed.comment)
        text = text[:start].rstrip(" \t") + text[end:]
    first, *rest = (line.rstrip("\r\n") for _, line in lines_of(text))
    return "\n".join([first, *(_dedented(line, bullet.column) for line in rest)]).rstrip()


def _dedented(line: str, columns: int) -> str:
    """The line without so much leading white space; of a tab that is split, spaces stay."""
    column = index = 0
    while column < columns and line[index : index + 1] in {" ", "\t"}:
        column += 4 - column % 4 if line[index] == "\t" else 1
        index += 1
    return " " * (column - columns) + line[index:]
