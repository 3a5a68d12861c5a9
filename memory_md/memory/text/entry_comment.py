"""The comment behind an entry, `<!-- mem:ID key=value … -->`: found, read and written.

Values hold no white space and no `--`: task ids and notes are percent-encoded outside
`[A-Za-z0-9._:/-]`. Keys that are not ours are kept in their order.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from ...base.text import SURROGATE, lines_of
from ...markdown.lines import code_spans
from ..model.entry import Archived, Entry
from ..model.evidence import Evidence

_OPEN: Final = regex(r"<!--[ \t]*mem:")
_ID: Final = regex(r"[0-9a-z]{8}$")
_KEY: Final = regex(r"[A-Za-z][\w.-]*$")
_NUMBER: Final = regex(r"[01](?:\.[0-9]{1,12})?|\.[0-9]{1,12}")
_COUNT: Final = regex(r"[1-9][0-9]{0,8}")
_DAY: Final = regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_OLD: Final = frozenset(("conf", "seen", "last", "from", "by"))
_OURS: Final = _OLD | {"pin", "manual"}
_REASONS: Final = frozenset(
    {"removed", "evicted", "expired", "merged", "withdrawn", "retracted", "forgotten"}
)


class CommentError(ValueError):
    """A comment of ours that cannot be read; the message says why."""


class Fields(Struct, frozen=True):
    """What a comment says.

    Of the first format are `confidence`, None where it is left out, `seen`, `last`, `tasks` and
    `by`; `is_old` says whether one of them is there.
    """

    id: str
    confidence: float | None = None
    seen: int = 1
    last: date | None = None
    tasks: tuple[str, ...] = ()
    by: str = ""
    is_old: bool = False
    pinned: bool = False
    manual: bool = False
    archived: Archived | None = None
    extra: tuple[tuple[str, str], ...] = ()


def find_comment(block: str) -> tuple[int, int, str] | None:
    """(start, end, body) of the one comment of ours in a bullet, or None.

    One inside a code span is text. Raises CommentError where two stand, or one is not closed.
    """
    if "mem:" not in block:
        return None
    opens = list(_OPEN.finditer(block))
    if opens and not no_code_is_open(block[: opens[0].start()]):
        spans = [
            (start + begin, start + end)  # one that wraps is not seen as one
            for start, line in lines_of(block)
            for begin, end, _ in code_spans(line)
        ]
        opens = [match for match in opens if not _is_within(match.start(), spans)]
    if not opens:
        return None
    if len(opens) > 1:
        raise CommentError("it has two comments")
    close = block.find("-->", opens[0].end())
    if close < 0:
        raise CommentError("its comment is not closed")
    return opens[0].start(), close + 3, block[opens[0].end() : close]


def no_code_is_open(before: str) -> bool:
    """Whether no code span can be open where this text ends; False where that takes a look."""
    return "`" not in before or (
        before.count("`") % 2 == 0 and "``" not in before and not set(before) & {"\\", "\n"}
    )


def _is_within(offset: int, spans: Sequence[tuple[int, int]]) -> bool:
    index = bisect_right(spans, offset, key=lambda span: span[0]) - 1
    return index >= 0 and offset < spans[index][1]


def parse_fields(body: str) -> Fields:
    """Read what stands between `mem:` and `-->`. Raises CommentError."""
    id_, *words = body.split() or [""]
    if not _ID.match(id_):
        raise CommentError(f"{id_[:20]!r} is not an ID of eight characters 0-9a-z")
    if not words:
        return Fields(id_)
    values: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key not in _OURS and not _KEY.match(key):
            raise CommentError(f"{word[:20]!r} is not key=value")
        if key in values:
            raise CommentError(f"{key} stands twice")
        values[key] = value
    try:
        fields = Fields(
            id=id_,
            is_old=not _OLD.isdisjoint(values),
            confidence=_confidence(values.pop("conf")) if "conf" in values else None,
            seen=_count(values.pop("seen", "1")),
            last=_day(values.pop("last")) if "last" in values else None,
            tasks=tuple(_task(task) for task in values.pop("from", "").split(",") if task),
            by=values.pop("by", ""),
            pinned=values.pop("pin", None) is not None,
            manual=values.pop("manual", None) is not None,
            archived=_archived(values),
            extra=tuple(values.items()),
        )
    except ValueError as fault:
        raise CommentError(str(fault)) from None
    if fields.by and not _ID.match(fields.by):
        raise CommentError(f"by={fields.by[:20]} is not an ID")
    return fields


def _task(value: str) -> str:
    task = decode(value)  # evidence, where it goes next, is UTF-8
    return task if task.isascii() else SURROGATE.sub("\ufffd", task)


def _confidence(value: str) -> float:
    number = float(value) if _NUMBER.fullmatch(value) else -1.0
    if not 0 <= number <= 1:
        raise ValueError(f"conf={value[:20]} is not a number from 0 to 1")
    return number


def _count(value: str) -> int:
    if not _COUNT.fullmatch(value):
        raise ValueError(f"seen={value[:20]} is not a count")
    return int(value)


def _day(value: str) -> date:
    if not _DAY.fullmatch(value):
        raise ValueError(f"{value[:20]} is not a date like 2026-02-02")
    return date.fromisoformat(value)


def _archived(values: dict[str, str]) -> Archived | None:
    if "archived" not in values:
        return None
    on = _day(values.pop("archived"))
    reason = values.pop("reason", "removed")
    if reason not in _REASONS:
        raise ValueError(f"reason={reason[:20]} is not one of {', '.join(sorted(_REASONS))}")
    return Archived(reason, on, decode(values.pop("note", "")))


def encode(value: str) -> str:
    """Percent-encode outside `[A-Za-z0-9._:/-]`, and `--`, which may not stand in a comment."""
    from urllib.parse import quote

    encoded = quote(value, safe="._:/-", errors="surrogatepass").replace("~", "%7E")
    encoded = encoded.replace("--", "-%2D")
    return encoded[:-1] + "%2D" if encoded.endswith("-") else encoded


def decode(value: str) -> str:
    """What `encode` encoded. Raises ValueError if it is not UTF-8."""
    if "%" not in value:
        return value
    from urllib.parse import unquote

    return unquote(value, errors="surrogatepass")


def _old_words(entry: Entry, old: Evidence) -> Iterator[str]:
    if old.conf is not None and old.conf != (1.0 if entry.manual else 0.5):
        yield f"conf={old.conf:.6f}".rstrip("0").rstrip(".")
    if old.seen != 1:
        yield f"seen={old.seen}"
    if old.last and (entry.date is None or old.last != entry.date.isoformat()):
        yield f"last={old.last}"
    if old.tasks:
        yield f"from={','.join(encode(task) for task in old.tasks)}"
    if old.by:
        yield f"by={old.by}"


def render_comment(entry: Entry, old: Evidence | None = None) -> str:
    """Write the comment of an entry; `old` is what it told in the first format, and goes on to."""
    words = [f"mem:{entry.id}", *(_old_words(entry, old) if old else ())]
    if entry.pinned:
        words.append("pin")
    if entry.manual:
        words.append("manual")
    if entry.archived:
        words.append(f"archived={entry.archived.on.isoformat()} reason={entry.archived.reason}")
        if entry.archived.note:
            words.append(f"note={encode(entry.archived.note)}")
    words += [f"{key}={value}" if value else key for key, value in entry.extra]
    return f"<!-- {' '.join(words)} -->"
