"""learnings.md and the archive: from text to located entries, and an entry back to its line.

An entry is a top-level list item that is no task and more than a link:

    - [2026-02-02] Decision (high): Use JWT tokens <!-- mem:k3v9q2xa pin -->
      ^ date       ^ label ^ qualifier ^ text       ^ comment: the ID, and keys

Date, label, qualifier and comment are each optional, and all that is indented under an item belongs
to it. A line without a comment is a person's. Keys: pin, manual, paths=GLOB,…; text=ID where a
person changed the words and gave up vouching for them; in the archive archived=DATE and
reason=WORD. Other keys are kept. Values are percent-encoded where they hold white space, a comma,
an angle bracket or two hyphens.
"""

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from textwrap import dedent, indent
from typing import Any, Final

from ..base.identity import entry_id, entry_ids, identity_form
from ..base.text import one_line
from ..markdown.blocks import Block, blocks
from ..markdown.code_spans import code_spans
from .labels import split_label
from .model import Archived, Entry, Problem, headline

# Longer than any line that a person reads: such an item is data.
_LONGEST_ITEM: Final = 65_536
_DATE: Final = re.compile(r"\[([0-9]{4}-[0-9]{2}-[0-9]{2})\](?:[ \t]+|$)")
_TASK: Final = re.compile(r"\[[ xX]\](?:[ \t]|$)")
_LINK: Final = r"!?\[[^\[\]]*\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^\[\]]*\])?"
_ONLY_LINK: Final = re.compile(rf"[*_]*(?:{_LINK}|<?https?://\S+|\[\[[^\[\]]+\]\])[*_]*[.,;:]?$")
_COMMENT: Final = re.compile(r"<!--[ \t]*mem:")
_ID: Final = re.compile(r"[0-9a-z]{8}$")
_KEY: Final = re.compile(r"[A-Za-z][\w.-]*$")


class CommentError(ValueError):
    """A comment of ours that cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry and where it stands: `block` is its list item, `text_end` where its lead ends.

    `comment` is the span of its comment; offsets are into the document's text.
    """

    entry: Entry
    block: Block
    text_end: int
    comment: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file: `text` is exactly what was read, `name` its path below the root."""

    name: str
    text: str
    entries: tuple[Placed, ...]
    blocks: tuple[Block, ...]
    problems: tuple[Problem, ...]

    def raw(self, placed: Placed) -> str:
        """Return the bytes of an entry's item as text, without the last line end."""
        return self.text[placed.block.start : placed.block.end].rstrip("\r\n")

    def by_id(self) -> dict[str, Entry]:
        """Return the first entry of each ID."""
        found: dict[str, Entry] = {}
        for placed in self.entries:
            found.setdefault(placed.entry.id, placed.entry)
        return found


def parse(text: str, name: str) -> Document:
    """Read a document. Never fails: what cannot be read becomes a problem."""
    found = blocks(text)
    entries: list[Placed] = []
    problems: list[Problem] = []
    for block in found:
        where = f"{name}:{block.line}"
        if block.kind == "conflict":
            hint = "settle it in an editor; what stands between the markers is left alone"
            problems.append(Problem("conflict", where, "merge conflict markers", hint))
        if block.kind != "item" or block.level or block.end - block.content > _LONGEST_ITEM:
            continue
        try:
            placed = _read(text, block)
        except CommentError as fault:
            hint = "correct it in an editor, or delete the comment to make the entry yours"
            message = f"the entry cannot be read: {fault}"
            problems.append(Problem("unreadable-entry", where, message, hint))
            continue
        entries += [placed] if placed else []
    problems += _duplicates(entries, name)
    return Document(name, text, tuple(entries), tuple(found), tuple(problems))


def _duplicates(entries: Sequence[Placed], name: str) -> Iterator[Problem]:
    """Yield a problem for each ID that two lines with different words have."""
    first: dict[str, Placed] = {}
    for placed in entries:
        there = first.setdefault(placed.entry.id, placed)
        if there is placed or placed.block.conflicted or there.block.conflicted:
            continue
        if identity_form(there.entry.text) != identity_form(placed.entry.text):
            message = f"the ID {placed.entry.id} stands on line {there.block.line} too"
            hint = "delete one of the two lines, or the comment of the one that is newer"
            yield Problem("duplicate-id", f"{name}:{placed.block.line}", message, hint)


def _read(text: str, block: Block) -> Placed | None:
    """Read one item; None if it is not an entry. Raises CommentError."""
    at = block.content
    body, lead_length = text[at : block.end], block.lead_end - at
    if _TASK.match(body):
        return None
    span = find_comment(body)
    begin, stop = span or (len(body), len(body))
    words = f"{body[:begin]} {body[stop:]}"
    if "\udc80" <= max(words, default="") <= "\udcff":
        raise CommentError("it holds bytes that are not UTF-8")
    whole = one_line(words)
    if not whole or whole.startswith("<!--") or _ONLY_LINK.match(whole):
        return None
    front = body[: min(begin, lead_length)]
    own = one_line(f"{front} {body[stop:lead_length]}")
    lead = None if own == whole else split_words(own)[3]
    entry = read_words(whole, body[begin:stop], lead=lead, line=block.line)
    if not entry.text:
        return None
    place = (at + begin, at + stop) if span else None
    return Placed(entry, block, at + len(front.rstrip()), place)


def split_words(words: str) -> tuple[str, str, str, str]:
    """Return date, kind, qualifier and text of "[DATE] Label (qualifier): text"."""
    if found := _DATE.match(words):
        with contextlib.suppress(ValueError):
            day = date.fromisoformat(found[1]).isoformat()
            return day, *split_label(words[found.end() :])
    return "", *split_label(words)


def read_words(words: str, comment: str = "", *, lead: str | None = None, line: int = 0) -> Entry:
    """Return the entry that these words and its comment say. Raises CommentError."""
    day, kind, qualifier, text = split_words(words)
    said = (kind, text, qualifier, day, text if lead is None else lead)
    if not comment:
        return Entry(entry_id(kind, text), *said, manual=True, bare=True, line=line)
    keys = _keys(comment.removeprefix("<!--").removesuffix("-->").split())
    is_same = keys["id"] in entry_ids(kind, text) or keys["accepted"] == entry_id(kind, text)
    keys["manual"] = keys["manual"] or not is_same  # a person edited it
    return Entry(keys.pop("id"), *said, **keys, line=line)


# -- the comment ------------------------------------------------------------------------------


def find_comment(body: str) -> tuple[int, int] | None:
    """Return the span of the one comment of ours in an item, or None.

    One inside a code span is text. Raises CommentError where two stand, or one is not closed.
    """
    if "mem:" not in body:
        return None
    starts = [found.start() for found in _COMMENT.finditer(body)]
    if starts and "`" in body:
        spans = [(start, end) for start, end, _ in code_spans(body)]
        starts = [at for at in starts if not any(start < at < end for start, end in spans)]
    if not starts:
        return None
    if len(starts) > 1:
        raise CommentError("it has two comments")
    close = body.find("-->", starts[0])
    if close < 0:
        raise CommentError("its comment is not closed")
    return starts[0], close + len("-->")


def _keys(words: Sequence[str]) -> dict[str, Any]:
    """Return the fields of an entry that its comment says. Raises CommentError."""
    id_ = words[0].removeprefix("mem:")
    if not _ID.match(id_):
        raise CommentError(f"{id_[:20]!r} is not an ID of eight characters 0-9a-z")
    values: dict[str, str] = {}
    for word in words[1:]:
        key, _, value = word.partition("=")
        if not _KEY.match(key):
            raise CommentError(f"{word[:20]!r} is not key=value")
        if key in values:
            raise CommentError(f"{key} stands twice")
        values[key] = value
    return {
        "id": id_,
        "pinned": values.pop("pin", None) is not None,
        "manual": values.pop("manual", None) is not None,
        "accepted": values.pop("text", ""),
        "paths": tuple(_decoded(glob) for glob in values.pop("paths", "").split(",") if glob),
        "archived": _archived(values),
        "extra": tuple(values.items()),
    }


def _archived(values: dict[str, str]) -> Archived | None:
    if "archived" not in values:
        return None
    day, reason = values.pop("archived"), values.pop("reason", "removed")
    try:
        return Archived(reason, date.fromisoformat(day).isoformat())
    except ValueError:
        raise CommentError(f"{day[:20]!r} is not a date like 2026-02-02") from None


def _encoded(value: str) -> str:
    from urllib.parse import quote

    encoded = quote(value, safe="._:/-*?[]{}!@+~").replace("--", "-%2D")
    return f"{encoded[:-1]}%2D" if encoded.endswith("-") else encoded


def _decoded(value: str) -> str:
    if "%" not in value:
        return value
    from urllib.parse import unquote

    return unquote(value, errors="replace")


def render_comment(entry: Entry) -> str:
    """Return the comment of an entry."""
    words = [f"mem:{entry.id}"]
    words += ["pin"] if entry.pinned else []
    words += ["manual"] if entry.manual else []
    words += [f"text={entry.accepted}"] if entry.accepted else []
    words += [f"paths={','.join(map(_encoded, entry.paths))}"] if entry.paths else []
    if entry.archived:
        words += [f"archived={entry.archived.date}", f"reason={entry.archived.reason}"]
    words += [f"{key}={value}" if value else key for key, value in entry.extra]
    return f"<!-- {' '.join(words)} -->"


# -- a line -----------------------------------------------------------------------------------


def storable(text: str) -> str:
    """Return a text as it can stand in an entry: one line, no secret, nothing private."""
    from ..safety.private import clean  # most processes only read

    line = one_line(clean(text.encode("utf-8", "replace").decode()))
    return line.replace("<!--", "&lt;!--")


def render_words(entry: Entry) -> str:
    """Return date, label, qualifier and the entry's own paragraph."""
    words = headline(entry.kind, entry.qualifier, entry.lead or entry.text)
    return f"[{entry.date}] {words}" if entry.date else words


def render_line(entry: Entry) -> str:
    """Return an entry as one line with its comment, without marker and line end."""
    return f"{render_words(entry)} {render_comment(entry)}"


def moved_item(document: Document, placed: Placed, entry: Entry) -> str:
    """Return an item of `document` with all its lines, its comment saying `entry`.

    The comment goes behind the first paragraph; lines under it keep their place below a `- `.
    """
    text, block = document.text, placed.block
    start, stop = placed.comment or (block.lead_end, block.lead_end)
    rest = text[max(block.lead_end, stop) : block.end]
    if start > block.lead_end:  # it stands below the first paragraph
        rest = text[block.lead_end : start].rstrip(" \t") + rest
    further = rest.split("\n")[1:] if entry.lead else []  # else its words are all on one line
    lines = dedent("\n".join(line.rstrip("\r") for line in further))
    return f"{render_line(entry)}\n{indent(lines, '  ')}".rstrip()
