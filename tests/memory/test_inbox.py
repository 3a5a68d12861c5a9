"""The inbox is bounded: what is oldest goes first, and what is too old goes in any case."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.identity import entry_id
from memory_md.base.settings import Inbox
from memory_md.memory.disk.inbox import inbox_after
from memory_md.memory.model.entry import Archived, Entry
from memory_md.memory.model.pending import Pending
from memory_md.memory.rules.remember import undecided
from memory_md.memory.rules.removed import purge_mark

from ..rows import check_rows

TODAY = date(2026, 2, 2)


def daily(since: date) -> int:
    """Days of use, where every day is one."""
    return (TODAY - since).days


def pending(number: int, days: int = 0) -> Pending:
    text = f"Worker {number} closes its queue"
    at = f"{TODAY - timedelta(days)}T12:00:00.000Z"
    return Pending(entry_id("learning", text), "learning", text, at, "t")


def by_id(*those: Pending) -> dict[str, Pending]:
    return {one.id: one for one in those}


def test_nothing_is_older_than_the_settings_say() -> None:
    old = by_id(pending(1, 61), pending(2, 60), pending(3))
    kept = inbox_after(old, [], (), Inbox(), TODAY, daily)
    assert list(kept) == [pending(2).id, pending(3).id]


def test_days_without_use_do_not_count() -> None:
    old = by_id(pending(1, 400))
    assert inbox_after(old, [], (), Inbox(), TODAY, lambda _: 60) == old
    assert inbox_after(old, [], (), Inbox(), TODAY, lambda _: 61) == {}


def test_a_line_without_a_day_is_as_old_as_can_be() -> None:
    odd = Pending("k3v9q2xa", "learning", "x", "yesterday", "t")
    assert inbox_after(by_id(odd), [], (), Inbox(), TODAY, daily) == {}


def test_beyond_500_the_oldest_go() -> None:
    old = by_id(*(pending(n, 10) for n in range(400)))
    new = [pending(n) for n in range(400, 600)]
    kept = inbox_after(old, new, (), Inbox(), TODAY, daily)
    assert len(kept) == 500
    assert {one.id for one in new} <= set(kept)


@given(
    st.lists(st.integers(0, 30), max_size=12),
    st.lists(st.integers(0, 30), max_size=12),
    st.sets(st.integers(0, 30), max_size=6),
    st.integers(0, 10),
)
def test_a_change_is_bounded_and_does_what_it_says(
    old: list[int], new: list[int], gone: set[int], most: int
) -> None:
    removed = {pending(n).id for n in gone}
    settings = Inbox(max=most)
    kept = inbox_after(
        by_id(*map(pending, old)), map(pending, new), removed, settings, TODAY, daily
    )
    assert len(kept) <= most
    assert not removed & set(kept)
    assert set(kept) <= {pending(n).id for n in (*old, *new)}
    assert inbox_after(kept, [], (), settings, TODAY, daily) == kept


ONE = pending(1)
LIVE = Entry(ONE.id, ONE.kind, ONE.text)
OTHER = Entry(ONE.id, ONE.kind, "Other words of a person", manual=True)
EDITED = Entry("k3v9q2xa", ONE.kind, ONE.text, manual=True)


def gone(reason: str) -> Entry:
    return Entry(ONE.id, ONE.kind, ONE.text, archived=Archived(reason, TODAY))


UNDECIDED = [
    ([LIVE], [], (), False),
    ([EDITED], [], (), False),
    ([], [gone("removed")], (), False),
    ([], [gone("merged")], (), False),
    ([], [], (purge_mark(ONE.text),), False),
    ([], [], (), True),
    ([OTHER], [], (), True),
    ([], [gone("expired")], (), True),
    ([], [gone("evicted")], (), True),
]


@check_rows(("live", "archived", "purged", "waits"), UNDECIDED)
def test_what_is_decided_waits_no_longer(
    live: list[Entry], archived: list[Entry], purged: tuple[str, ...], waits: bool
) -> None:
    entries = [{entry.id: entry for entry in those} for those in (live, archived)]
    assert bool(undecided(by_id(ONE), *entries, purged)) is waits
