"""The inbox: candidates that wait, one JSON object a line, the oldest first.

It is `.mem/local/inbox.jsonl`. With `inbox.share` it is `.mem/inbox.jsonl`, which is in git, and
sorted by ID so that plain git merges branches. After a change of the setting the next write moves
what waits from one file to the other. A line that cannot be read is passed over; a file that cannot
be written costs its news.
"""

import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from typing import Final

import msgspec

from ...base.errors import MemError
from ...base.identity import identity_form
from ...base.settings import Inbox
from ...base.text import storable, storable_qualifier
from ...base.undecodable import UNDECODABLE
from ...files import read_bytes, replace
from ...files.layout import INBOX, LOCAL, Layout
from ..model.entry import KINDS, is_id_of
from ..model.pending import Pending

_LONGEST_LINE: Final = 65_536
_OWN: Final = f"{LOCAL}/inbox.jsonl"
_SHARED: Final = INBOX
FILES: Final = (_OWN, _SHARED)


def read_inbox(layout: Layout, settings: Inbox) -> dict[str, Pending]:
    """Return the candidates that wait, by ID, the oldest first."""
    found: dict[str, Pending] = {}
    for name in reversed(FILES) if settings.share else FILES:
        found = _read(layout, name) | found
    return dict(sorted(found.items(), key=lambda item: item[1].at))


def _read(layout: Layout, name: str) -> dict[str, Pending]:
    found: dict[str, Pending] = {}
    with contextlib.suppress(MemError):
        for line in (read_bytes(layout.root / name, layout.tree, name=name) or b"").split(b"\n"):
            if 0 < len(line) <= _LONGEST_LINE:
                with contextlib.suppress(*UNDECODABLE):
                    pending = msgspec.json.decode(line, type=Pending)
                    if _is_sound(pending):
                        found.setdefault(pending.id, pending)
    return found


def _is_sound(one: Pending) -> bool:
    """Whether the line can be one of ours: in a shared inbox anybody may have written it."""
    numbers = 0 <= one.confidence <= 1 and 0 <= one.score <= 1
    storable_ = one.text == storable(one.text) and one.qualifier == storable_qualifier(
        one.qualifier
    )
    return numbers and one.kind in KINDS and storable_ and is_id_of(one.id, one.kind, one.text)


def inbox_after(
    waiting: Mapping[str, Pending],
    added: Iterable[Pending],
    removed: Collection[str],
    settings: Inbox,
    today: date,
    used: Callable[[date], int],
) -> dict[str, Pending]:
    """Return the inbox after a change: at most `inbox.max`, none older than `inbox.days` of use.

    The oldest go first; `used` gives the days of use since a day.
    """
    both = {**waiting, **{one.id: one for one in added if one.id not in waiting}}
    days = {_day(one.at) for one in both.values()}
    # There are no more days of use than days, and counting them takes reading files.
    old = {day for day in days if (today - day).days > settings.days and used(day) > settings.days}
    kept = [one for id_, one in both.items() if id_ not in removed and _day(one.at) not in old]
    kept.sort(key=lambda one: one.at)
    return {one.id: one for one in kept[max(len(kept) - settings.max, 0) :]}


def _day(at: str) -> date:
    """The day; as old as can be, where there is none."""
    try:
        return date.fromisoformat(at[:10])
    except ValueError:
        return date.min


def write_inbox(layout: Layout, settings: Inbox, inbox: Mapping[str, Pending]) -> None:
    """Replace the inbox; the caller holds the lock. Raises MemError."""
    if settings.share:
        _write(layout, _SHARED, (inbox[id_] for id_ in sorted(inbox)))
        _write(layout, _OWN, ())
    else:
        _write(layout, _OWN, inbox.values())
        _write(layout, _SHARED, ())


def _write(layout: Layout, name: str, waiting: Iterable[Pending]) -> None:
    path = layout.root / name
    old = read_bytes(path, layout.tree, name=name)
    data = b"".join(msgspec.json.encode(one) + b"\n" for one in waiting)
    if data != (old or b""):
        replace(path, layout.tree, data, expected=old, name=name)


def erase_from_inbox(layout: Layout, texts: Iterable[str]) -> None:
    """Take out what says one of these texts, of both files. Raises MemError."""
    forms = set(map(identity_form, texts))
    for name in FILES:
        waiting = _read(layout, name)
        kept = [one for one in waiting.values() if identity_form(one.text) not in forms]
        if len(kept) < len(waiting):
            _write(layout, name, kept)
