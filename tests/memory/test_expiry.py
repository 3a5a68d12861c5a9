"""What leaves a memory: first all that must never leave, then what does and in which order."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.base.settings import Eviction, Expiry, Settings
from memory_md.memory.model.entry import Archived, Entry
from memory_md.memory.rules.expiry import Due, Sized, due, over_caps, restored

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


def leaving(items: list[Sized], settings: Settings = SETTINGS) -> tuple[Due, ...]:
    return due(items, today=TODAY, settings=settings)


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
    assert leaving(sized(*(entry(f"e{n}", n) for n in range(8)), size=1024)) == ()


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
    assert leaving(sized(one)) == (Due(one, "expired", f"not seen for {days} days"),)


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
    items = [*sized(*(entry(f"e{n}", n) for n in range(8)), size=1024), Sized(entry("x"), 1)]
    gone = leaving(items)
    assert ids(gone) == ["e7", "e6"]
    assert sum(item.size for item in items) - 2 * 1024 <= 0.8 * 8192
    assert gone[0].why == "over 8,192 bytes: score 11.2"


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
        [entry("a", 20, confidence=0.0), entry("b", 20, confidence=0.001)]
        + [entry(f"z{n}", 20) for n in range(4)],
        ["a", "b"],
        id="no confidence at all",
    ),
]


@pytest.mark.parametrize(("entries", "order"), ORDERS)
def test_the_highest_score_goes_first(entries: list[Entry], order: list[str]) -> None:
    assert ids(leaving(sized(*entries, size=10), SMALL)) == order


def test_the_score_is_days_times_weight_by_confidence() -> None:
    items = sized(entry("a", 30), *(entry(f"z{n}", 1) for n in range(5)))
    first = leaving(items, SMALL)[0]
    assert first.why == f"over 5 entries: score {30 * 0.8 / 0.5:.1f}"


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
    back = restored(gone, today=TODAY, settings=SETTINGS)
    assert back == replace(one, last=days_ago(last))
    assert reason == "removed" or back.manual or ids(leaving(sized(back))) == []


def test_a_person_who_brings_back_what_its_session_took_back_vouches_for_it() -> None:
    gone = replace(entry("a", 10), archived=Archived("withdrawn", days_ago(5)))
    back = restored(gone, today=TODAY, settings=SETTINGS)
    assert back == replace(entry("a", 10), manual=True, confidence=1.0)


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
