"""The inbox: candidates that wait, one JSON object a line, the oldest first.

It lies in `.mem/local/inbox.jsonl`, or in `.mem/inbox.jsonl` and so in git where `inbox.share` is
set, sorted by ID there, so that branches merge in plain git. A line that cannot be read is passed
over; a file that cannot be written costs its news.
"""

import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from pathlib import Path
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


def read_inbox(layout: Layout, settings: Inbox) -> dict[str, Pending]:
    """Return the candidates that wait, by ID, the oldest first."""
    found: dict[str, Pending] = {}
    with contextlib.suppress(MemError):
        path, name = path_of(layout, settings)
        for line in (read_bytes(path, layout.tree, name=name) or b"").split(b"\n"):
            if 0 < len(line) <= _LONGEST_LINE:
                with contextlib.suppress(*UNDECODABLE):
                    pending = msgspec.json.decode(line, type=Pending)
                    if _is_sound(pending):
                        found.setdefault(pending.id, pending)
    return dict(sorted(found.items(), key=lambda item: item[1].at))


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
    path, name = path_of(layout, settings)
    old = read_bytes(path, layout.tree, name=name)
    ids = sorted(inbox) if settings.share else [*inbox]
    data = b"".join(msgspec.json.encode(inbox[id_]) + b"\n" for id_ in ids)
    if data != (old or b""):
        replace(path, layout.tree, data, expected=old, name=name)


def erase_from_inbox(layout: Layout, settings: Inbox, texts: Iterable[str]) -> None:
    """Take out what says one of these texts. Raises MemError."""
    forms = set(map(identity_form, texts))
    inbox = read_inbox(layout, settings)
    kept = {id_: one for id_, one in inbox.items() if identity_form(one.text) not in forms}
    if len(kept) < len(inbox):
        write_inbox(layout, settings, kept)


def path_of(layout: Layout, settings: Inbox) -> tuple[Path, str]:
    """The file, and its name for messages."""
    name = INBOX if settings.share else f"{LOCAL}/inbox.jsonl"
    return layout.root / name, name
