"""What leaves a memory: first all that must never leave, then what does and in which order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.base.settings import Eviction, Expiry, Settings
from memory_md.memory.model.entry import Archived, Entry
from memory_md.memory.rules.expiry import (
    Due,
    Sized,
    Use,
    due,
    is_use,
    over_caps,
    restore_entry,
)

from ..rows import check_rows

TODAY = dt.date(2026, 6, 1)
SETTINGS = Settings()
# Caps that a handful of entries exceed.
SMALL = replace(SETTINGS, eviction=Eviction(max_entries=5, max_bytes=1000, keep_entries=4))


def days_ago(days: int) -> dt.date:
    return TODAY - dt.timedelta(days=days)


def entry(id_: str, days: int | None = 0, kind: str = "gotcha", **fields: Any) -> Entry:
    last = None if days is None else days_ago(days)
    return Entry(id_, kind, f"text of {id_}", date=last, last=last, **fields)


def sized(*entries: Entry, size: int = 100) -> list[Sized]:
    return [Sized(one, size) for one in entries]


DAILY = Use({TODAY - dt.timedelta(days) for days in range(9100)}, TODAY)


def leaving(
    items: list[Sized], settings: Settings = SETTINGS, stored: Collection[str] = ()
) -> tuple[Due, ...]:
    return due(items, today=TODAY, settings=settings, use=lambda: DAILY, stored=stored)


def ids(items: tuple[Due, ...], reason: str = "") -> list[str]:
    return [item.entry.id for item in items if reason in {"", item.reason}]


# -- what must stay ------------------------------------------------------------------------------

STAYS = [
    pytest.param(entry("a", 60), id="project, on the last day"),
    pytest.param(entry("a", 180, "preference"), id="preference, on the last day"),
    pytest.param(entry("a", 365, "identity"), id="identity, on the last day"),
    pytest.param(entry("a", 9000, manual=True), id="a person's"),
    pytest.param(entry("a", 9000, pinned=True), id="pinned"),
    pytest.param(entry("a", None), id="of no known day"),
    pytest.param(entry("a", -400), id="seen on a day to come"),
    pytest.param(replace(entry("a", 9000), last=days_ago(1)), id="old, but seen of late"),
    pytest.param(replace(entry("a"), last=None), id="with a date alone"),
    pytest.param(entry("a", 10, confidence=0.0), id="of no confidence"),
]


@check_rows("one", STAYS)
def test_this_stays(one: Entry) -> None:
    assert leaving(sized(one)) == ()


@pytest.mark.parametrize("exempt", [{"manual": True}, {"pinned": True}])
def test_what_is_exempt_counts_for_nothing(exempt: dict[str, bool]) -> None:
    many = [entry(f"p{number}", **exempt) for number in range(500)]
    few = [entry(f"e{number}") for number in range(150)]
    assert leaving([*sized(*many, size=10_000), *sized(*few, size=50)]) == ()
    assert over_caps(sized(*many, size=10_000), SETTINGS) == ""


def test_at_the_caps_nothing_leaves() -> None:
    assert leaving(sized(*(entry(f"e{n}", n % 50) for n in range(150)), size=1)) == ()
    assert leaving(sized(*(entry(f"e{n}", n) for n in range(16)), size=1024)) == ()


# -- what expires --------------------------------------------------------------------------------

EXPIRES = [
    pytest.param(entry("a", 61), 61, id="project"),
    pytest.param(entry("a", 181, "preference"), 181, id="preference"),
    pytest.param(entry("a", 366, "identity"), 366, id="identity"),
    pytest.param(entry("a", 61, "note"), 61, id="no label"),
    pytest.param(entry("a", 61, confidence=0.95, seen=40), 61, id="however sure"),
    pytest.param(replace(entry("a", 61), last=None), 61, id="with a date alone"),
    pytest.param(replace(entry("a", 1), last=days_ago(75)), 75, id="seen before its date"),
]


@pytest.mark.parametrize(("one", "days"), EXPIRES)
def test_this_expires(one: Entry, days: int) -> None:
    assert leaving(sized(one)) == (Due(one, "expired", f"not seen for {days} days of use"),)


def test_days_without_use_let_nothing_expire() -> None:
    items = sized(entry("a", 400), entry("b", 300))
    few = Use({days_ago(days) for days in [*range(60), 350]}, TODAY)
    gone = due(items, today=TODAY, settings=SETTINGS, use=lambda: few)
    assert [(one.entry.id, one.why) for one in gone] == [("a", "not seen for 61 days of use")]


DAY_ROWS = [
    pytest.param([], 0, id="none"),
    pytest.param([5, 6], 0, id="before"),
    pytest.param([4], 0, id="the day itself"),
    pytest.param([3, 2], 2, id="since"),
    pytest.param([0], 1, id="today"),
    pytest.param([-1], 0, id="a day to come"),
]


@pytest.mark.parametrize(("ago", "count"), DAY_ROWS)
def test_days_of_use_count_from_the_day_after(ago: list[int], count: int) -> None:
    assert Use([days_ago(days) for days in ago], TODAY).since(days_ago(4)) == count


def test_age_is_of_use_where_that_is_known_and_of_the_calendar_before() -> None:
    use = Use([days_ago(40), days_ago(2), TODAY], TODAY)
    assert [use.age(days_ago(days)) for days in (0, 1, 2, 39, 40, 41, -3)] == [0, 1, 1, 2, 2, 41, 0]
    assert Use((), TODAY).age(days_ago(9)) == 9


@pytest.mark.parametrize("task", ["", "commit-260202-k3v9q2xa", "import:CLAUDE.md"])
def test_history_is_no_use(task: str) -> None:
    assert not is_use(task)
    assert is_use("260202-5bd1b43e")


def test_the_days_are_settings() -> None:
    settings = replace(SETTINGS, expiry=Expiry(project=1, preference=0))
    items = sized(entry("a", 1), entry("b", 2), entry("c", 0, "preference"))
    assert ids(leaving(items, settings)) == ["b"]


def test_what_has_expired_makes_room_before_anything_is_evicted() -> None:
    items = sized(*(entry(f"e{n}", 50) for n in range(5)), entry("old", 70))
    assert ids(leaving(items, SMALL), "expired") == ["old"]
    assert ids(leaving(items, SMALL), "evicted") == []


# -- what is evicted -----------------------------------------------------------------------------


def test_one_over_the_cap_leaves_120() -> None:
    gone = leaving(sized(*(entry(f"e{n}", n % 50) for n in range(151)), size=10))
    assert len(gone) == 31
    assert {item.reason for item in gone} == {"evicted"}


def test_one_byte_over_the_cap_leaves_80_percent() -> None:
    items = [*sized(*(entry(f"e{n}", n) for n in range(16)), size=1024), Sized(entry("x"), 1)]
    gone = leaving(items)
    assert ids(gone) == ["e15", "e14", "e13", "e12"]
    assert sum(item.size for item in items) - 4 * 1024 <= 0.8 * 16_384
    assert gone[0].why == "over 16,384 bytes: score 24.0"


def test_over_the_entries_the_bytes_come_down_too() -> None:
    items = sized(*(entry(f"e{n}", n) for n in range(6)), size=160)
    room = replace(SMALL, eviction=replace(SMALL.eviction, keep_share=0.4))
    assert ids(leaving(items, SMALL)) == ["e5", "e4"]
    assert ids(leaving(items, room)) == ["e5", "e4", "e3", "e2"]


ORDERS = [
    pytest.param(
        [entry("new", 1), entry("old", 9)] + [entry(f"z{n}") for n in range(4)],
        ["old", "new"],
        id="the older first",
    ),
    pytest.param(
        [entry("sure", 9, confidence=0.9), entry("weak", 3, confidence=0.1)]
        + [entry(f"z{n}") for n in range(4)],
        ["weak", "sure"],
        id="confidence outweighs days",
    ),
    pytest.param(
        [entry("identity", 9, "identity"), entry("preference", 9, "preference"), entry("note", 9)]
        + [entry(f"z{n}", confidence=0.9) for n in range(4)],
        ["note", "identity", "preference"],
        id="by class",
    ),
    pytest.param(
        [entry("a"), entry("b", confidence=0.4), entry("c"), entry("d", confidence=0.3)]
        + [entry(f"z{n}", confidence=0.9) for n in range(3)],
        ["d", "b", "a"],
        id="of one age the less sure, then the higher in the file",
    ),
    pytest.param(
        [entry("a", 7), entry("undated", None, confidence=0.4), entry("c", 2), entry("d", 1)]
        + [entry(f"z{n}") for n in range(2)],
        ["undated", "a"],
        id="one without a date is as old as the oldest",
    ),
    pytest.param(
        [entry("z", 1), entry("tomorrow", -3), entry("a")] + [entry(f"z{n}", 1) for n in range(3)],
        ["z", "z0"],
        id="a day to come is today",
    ),
    pytest.param(
        [entry("often", 9, seen=4), entry("once", 3)] + [entry(f"z{n}") for n in range(4)],
        ["once", "often"],
        id="what several tasks said outlives what one said",
    ),
    pytest.param(
        [entry("a", 20, confidence=0.0), entry("b", 20, confidence=0.001)]
        + [entry(f"z{n}", 20) for n in range(4)],
        ["a", "b"],
        id="no confidence at all",
    ),
]


@pytest.mark.parametrize(("entries", "order"), ORDERS)
def test_the_highest_score_goes_first(entries: list[Entry], order: list[str]) -> None:
    assert ids(leaving(sized(*entries, size=10), SMALL)) == order


def test_the_score_is_days_times_weight_by_confidence_and_tasks() -> None:
    items = sized(entry("a", 30, seen=2), *(entry(f"z{n}", 1) for n in range(5)))
    first = leaving(items, SMALL)[0]
    assert first.why == f"over 5 entries: score {30 * 0.8 / (0.5 * 2):.1f}"


def test_what_a_run_stored_it_does_not_evict() -> None:
    many = sized(*(entry(f"n{n}") for n in range(160)), size=200)
    stored = [item.entry.id for item in many]
    assert leaving(many, stored=stored) == ()
    assert len(leaving(many)) == 160 - 65  # 80 % of the bytes


def test_a_run_takes_the_room_of_one_task_at_most() -> None:
    old = sized(*(entry(f"o{n}", 9) for n in range(100)), size=10)
    new = sized(*(entry(f"n{n}") for n in range(160)), size=10)
    assert leaving([*old, *new], stored=[item.entry.id for item in new]) == ()
    old += sized(*(entry(f"p{n}", 1) for n in range(45)), size=10)
    gone = ids(leaving([*old, *new], stored=[item.entry.id for item in new]))
    assert len(gone) == 145 + 12 - 120
    assert set(gone) <= {item.entry.id for item in old[:100]}


LISTS = [entry(f"m{n}", n, ("modified_files", "scope")[n % 2]) for n in range(35)]


def test_lines_that_list_files_push_out_nothing_and_the_newest_30_stay() -> None:
    texts = [entry(f"e{n}", n % 50) for n in range(150)]
    gone = leaving(sized(*texts, size=10) + sized(*LISTS, size=5_000))
    assert ids(gone) == ["m34", "m33", "m32", "m31", "m30"]
    assert {item.reason for item in gone} == {"evicted"}
    assert over_caps(sized(*LISTS, size=5_000), SETTINGS) == ""
    assert ids(leaving(sized(*LISTS), stored=["m34", "m32"])) == ["m33", "m31", "m30"]


def test_what_is_too_large_alone_does_not_cost_the_others_their_place() -> None:
    items = [*sized(*(entry(f"e{n}", 9) for n in range(4))), Sized(entry("huge"), 900)]
    (gone,) = leaving(items, SMALL)
    assert (gone.entry.id, gone.why) == ("huge", "900 bytes are too many")


def test_caps_that_contradict_each_other_do_no_harm() -> None:
    caps = replace(SETTINGS, eviction=Eviction(max_entries=2, keep_entries=50))
    assert len(leaving(sized(*(entry(f"e{n}") for n in range(6))), caps)) == 4
    none = replace(SETTINGS, eviction=Eviction(max_entries=0, max_bytes=0, keep_entries=0))
    assert len(leaving(sized(*(entry(f"e{n}") for n in range(6))), none)) == 6


# -- what a person brings back -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "reason", "last"),
    [
        pytest.param(entry("a", 10), "removed", 10, id="a removal is undone"),
        pytest.param(entry("a", 90, manual=True), "expired", 90, id="a person's stays as it is"),
        pytest.param(entry("a", 90, pinned=True), "evicted", 90, id="pinned stays as it is"),
        pytest.param(entry("a", 10), "evicted", 0, id="evicted: seen today"),
        pytest.param(entry("a", 90), "expired", 0, id="expired: seen today"),
        pytest.param(entry("a", 90), "removed", 0, id="removed, and it would expire now"),
    ],
)
def test_a_person_brings_back(one: Entry, reason: str, last: int) -> None:
    gone = replace(one, archived=Archived(reason, days_ago(5)))
    back = restore_entry(gone, today=TODAY, settings=SETTINGS)
    assert back == replace(one, last=days_ago(last))
    assert reason == "removed" or back.manual or ids(leaving(sized(back))) == []


def test_a_person_who_brings_back_what_its_session_took_back_vouches_for_it() -> None:
    gone = replace(entry("a", 10), archived=Archived("withdrawn", days_ago(5)))
    back = restore_entry(gone, today=TODAY, settings=SETTINGS)
    assert back == replace(entry("a", 10), manual=True)


# -- laws ----------------------------------------------------------------------------------------

ENTRIES = st.lists(
    st.builds(
        Sized,
        st.builds(
            entry,
            st.uuids().map(str),
            st.none() | st.integers(-5, 400),
            st.sampled_from(["gotcha", "preference", "identity", "note"]),
            confidence=st.floats(0, 1),
            manual=st.booleans(),
            pinned=st.booleans(),
        ),
        st.integers(1, 400),
    ),
    max_size=20,
)
CAPS = st.builds(
    lambda most, size, keep, share: replace(SETTINGS, eviction=Eviction(most, size, keep, share)),
    st.integers(0, 12),
    st.integers(0, 3000),
    st.integers(0, 12),
    st.floats(0, 1),
)


@given(ENTRIES, CAPS)
def test_twice_is_once_and_nobody_leaves_who_must_not(
    items: list[Sized], settings: Settings
) -> None:
    gone = leaving(items, settings)
    names = ids(gone)
    assert len(set(names)) == len(names)
    assert not any(item.entry.manual or item.entry.pinned for item in gone)
    kept = [item for item in items if item.entry.id not in set(names)]
    assert leaving(kept, settings) == ()
    assert over_caps(kept, settings) == ""
    assert len(kept) + len(names) == len(items)


@given(ENTRIES, CAPS)
def test_what_stays_is_never_scored_higher_than_what_went(
    items: list[Sized], settings: Settings
) -> None:
    def score(one: Entry) -> float:
        days = max((TODAY - one.last).days, 0) if one.last else 0
        weight = {"project": 0.8, "preference": 0.3, "identity": 0.5}[one.entry_class]
        return round(days * weight / max(one.confidence, 0.01), 9)

    room = int(settings.eviction.keep_share * settings.eviction.max_bytes)
    gone = leaving(items, settings)
    sizes = {item.entry.id: item.size for item in items}
    went = [
        score(item.entry)
        for item in gone
        if item.reason == "evicted" and item.entry.last and sizes[item.entry.id] <= room
    ]
    stays = [
        score(item.entry)
        for item in items
        if item.entry.id not in ids(gone)
        and not (item.entry.manual or item.entry.pinned)
        and item.entry.last
    ]
    assert went == sorted(went, reverse=True)
    assert not went or not stays or max(stays) <= min(went)
