"""Which files a task that is told in words will probably change."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from benchmarks.files import Asked, fitted
from memory_md.memory.model.entry import Archived, Entry
from memory_md.memory.rules.details import Details
from memory_md.recall.model.block import Likeness
from memory_md.recall.rules.likely_files import Edited, LikelyFile, changed_files, likely_files

from ..rows import check_rows

# Four sessions about bookings, two about the login.
HISTORY = [
    Edited(["lib/shop/bookings.ex", "README.md", "lib/shop/prices.ex"], ["b1"]),
    Edited(["lib/shop/bookings.ex", "lib/shop/web/calendar.ex"], ["b2"]),
    Edited(["lib/shop/bookings.ex", "docs/bookings.md"], ["b3"]),
    Edited(["lib/shop/bookings.ex", "lib/shop/web/calendar.ex"], ["b4"]),
    Edited(["lib/shop/login.ex"], ["l1"]),
    Edited(["lib/shop/login.ex", "lib/shop/session.ex"], ["l2"]),
]
ABOUT_BOOKINGS = {
    "b1": Likeness(3.0, 0.3),
    "b2": Likeness(5.0, 0.4),
    "b4": Likeness(6.0, 0.6),
    "l1": Likeness(1.0, 0.1),
}
HARDLY = {task: Likeness(one.score, 0.05) for task, one in ABOUT_BOOKINGS.items()}

Found = dict[str, Likeness]


def paths(words: str, found: Found) -> list[str]:
    return [one.path for one in likely_files(HISTORY, found, words)]


NOTHING = [
    pytest.param("Cancel what is too old", ABOUT_BOOKINGS, id="no word of any path"),
    pytest.param("Fix the shop in lib", ABOUT_BOOKINGS, id="only words that all paths have"),
    pytest.param("Move the bookings of a guest", {}, id="no session speaks of it"),
    pytest.param("Paint the calendar", HARDLY, id="no session has much of it"),
    pytest.param("Fix bookings.ex", ABOUT_BOOKINGS, id="the request names it"),
    pytest.param("Use web/theme.css for bookings", ABOUT_BOOKINGS, id="the request names another"),
    pytest.param("KeyError: bookings", ABOUT_BOOKINGS, id="the request reports an error"),
    pytest.param("Fix BOOKINGS.EX now", ABOUT_BOOKINGS, id="the request names it in capitals"),
    pytest.param(
        "Write the readme", {"b1": Likeness(9.0, 0.9)}, id="notes change along with everything"
    ),
    pytest.param("The login fails", ABOUT_BOOKINGS, id="sessions like it changed other files"),
    pytest.param("Show the session", {"l2": Likeness(5.0, 0.9)}, id="one task alone changed it"),
]


@check_rows(("words", "found"), NOTHING)
def test_no_file_is_likely(words: str, found: Found) -> None:
    assert paths(words, found) == []


def test_a_file_without_an_ending_is_told_unless_the_request_names_it() -> None:
    beside = [Edited(["lib/shop/build/Dockerfile"], [f"d{n}"]) for n in range(4)]
    found = {f"d{n}": Likeness(6.0, 0.9) for n in range(4)}
    for words, told in (("Build the shop", 1), ("Build the shop by its Dockerfile", 0)):
        assert len(likely_files([*HISTORY, *beside], found, words)) == told


def test_the_files_of_the_sessions_like_it_are_likely_the_surest_first() -> None:
    words = "A booking of a guest moves in the calendar"
    assert paths(words, ABOUT_BOOKINGS) == ["lib/shop/bookings.ex", "lib/shop/web/calendar.ex"]


def test_no_more_than_four_files_are_told() -> None:
    gates, others = ([f"src/{name}_{n}.c" for n in range(9)] for name in ("gate", "weir"))
    many = [Edited(gates, ["g", "h"]), Edited(others, ["w"])]
    assert (
        len(
            likely_files(
                many, {"g": Likeness(2.0, 0.9), "h": Likeness(2.0, 0.9)}, "Paint each gate"
            )
        )
        == 4
    )


def entry(id_: str, kind: str = "modified_files", text: str = "a.py", **more: object) -> Entry:
    return Entry(id_, kind, text, tasks=(f"task of {id_}",), **more)  # type: ignore[arg-type]


def test_what_a_person_took_out_or_nobody_confirms_was_not_changed() -> None:
    day = date(2026, 2, 2)
    entries = [
        entry("1"),
        entry("2", "scope"),
        entry("3", confidence=0.4),
        entry("4", archived=Archived("evicted", day)),
        entry("5", archived=Archived("removed", day)),
    ]
    found = changed_files(entries, Details(), 0.5, {"a.py": "b.py"})
    assert [(one.tasks[0], list(one.paths)) for one in found] == [
        ("task of 1", ["b.py"]),
        ("task of 4", ["b.py"]),
    ]


def test_the_weights_of_a_benchmark_are_those_that_the_files_were_made_with() -> None:
    dice = Random(7)

    def drawn(number: int) -> LikelyFile:
        return LikelyFile(f"{number}.c", 2, *(dice.random() for _ in range(5)))

    sessions = []
    for _ in range(400):
        could = [drawn(number) for number in range(20)]
        changed = frozenset(one.path for one in could if dice.random() < one.chance)
        sessions.append(Asked("r", could, [], changed))
    weights = fitted(sessions)
    made_with = {"vote": 2.0, "nearest": 2.6, "known": 2.8, "often": 2.1, "named": 0.6}
    assert {
        name: abs(weights[name] - known) < 0.6 for name, known in made_with.items()
    } == dict.fromkeys(made_with, True)
