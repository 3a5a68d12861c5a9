"""learnings.md and the archive: text to entries, and edits that change no other byte.

An entry is a bullet (see `bullets`) that is not a task, nor only a link:

    - [2026-02-02] Decision (high): Use JWT tokens <!-- mem:k3v9q2xa conf=0.8 from=task-7 -->
      ^ date       ^ label ^ qualifier ^ text       ^ comment: the ID and `key=value`s

Date, label, qualifier and comment are each optional. Keys, left out at their defaults: conf, seen,
last, from, by, pin, manual; in the archive also archived, reason, note; others are kept. It never
renders a document anew: what is not named in an edit keeps its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Final

from msgspec import Struct

from ...base.identity import entry_id
from ...base.regex import regex
from ...base.text import one_line
from ...doctor.model import Finding
from ...markdown.bullets import Bullet, Outline, outline
from ..model.entry import KINDS, Entry, headline, is_id_of
from .entry_comment import (
    CommentError,
    Fields,
    find_comment,
    is_plain,
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


class Placed(Struct, frozen=True):
    """An entry and where it stands; offsets are into the document's text.

    `bullet` is its place; its date, label and own text `lead` (without what is nested under it) run
    from `bullet.content` to `text_end`, and `comment` is the span of its comment.
    """

    entry: Entry
    bullet: Bullet
    lead: str
    text_end: int
    comment: tuple[int, int] | None

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
    findings = [
        Finding(
            "conflict",
            "error",
            path,
            line,
            "merge conflict markers",
            "settle the conflict in an editor; `mem` leaves what is between the markers alone",
        )
        for line in found.conflicts
    ]
    for bullet in found.bullets:
        try:
            placed = _read(text, bullet)
        except CommentError as fault:
            findings.append(
                Finding(
                    "malformed-entry",
                    "error",
                    path,
                    bullet.line,
                    f"the entry cannot be read: {fault}",
                    "correct it in an editor, or delete the comment to make the entry yours",
                )
            )
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
            yield Finding(
                "duplicate-id",
                "error",
                path,
                placed.line,
                f"the ID {id_} stands on line {first[id_]} too",
                "delete one of the two lines, or the comment of the one that is newer",
            )
        first.setdefault(id_, placed.line)


class _Read(Struct, frozen=True):
    """What a bullet says; offsets are from where its content begins."""

    entry: Entry
    lead: str
    text_end: int
    comment: tuple[int, int] | None


def _read(text: str, bullet: Bullet) -> Placed | None:
    """Read one bullet, or None if it is not an entry. Raises CommentError."""
    if bullet.end - bullet.content > _MAX_CHARS:
        return None
    at = bullet.content
    read = _read_block(text[at : bullet.end], bullet.lead_end - at)
    if read is None:
        return None
    comment = (at + read.comment[0], at + read.comment[1]) if read.comment else None
    return Placed(read.entry, bullet, read.lead, at + read.text_end, comment)


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
    if "  " in words or not words.isprintable() or not is_plain(words) or _ONLY_LINK.match(words):
        return None
    entry = _entry(words, parse_fields(match[2]))
    if not entry.text:
        return None
    return _Read(entry, entry.text, len(words), (len(words) + 1, len(block.rstrip())))


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
    said = entry.text if whole else split_headline(one_line(own))[3]
    return _Read(entry, said, text_end, comment[:2] if comment else None)


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
        extracted = day is not None and kind != "note"
        return Entry(
            id=entry_id(kind, text),
            kind=kind,
            qualifier=qualifier,
            text=text,
            date=day,
            last=day,
            confidence=0.5 if extracted else 1.0,
            manual=not extracted,
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


def render_line(entry: Entry) -> str:
    """The entry as one line, with its comment, without marker and newline."""
    return f"{render_words(entry)} {render_comment(entry)}"


def render_words(entry: Entry) -> str:
    """Date, label, qualifier and text."""
    words = headline(entry.kind, entry.qualifier, entry.text)
    return f"[{entry.date.isoformat()}] {words}" if entry.date else words
