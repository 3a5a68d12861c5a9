"""Which task is at work, which came before it, and what they saw."""

from __future__ import annotations

import datetime as dt

import pytest

from memory_md.memory.model.entry import Entry
from memory_md.recall.rules.counts import TASKS, last_tasks, of_tasks, tasks_by_age

from ..rows import check_rows


def entry(*tasks: str, date: str = "2026-01-01", last: str = "") -> Entry:
    first = dt.date.fromisoformat(date)
    seen = dt.date.fromisoformat(last) if last else first
    return Entry("aaaaaaaa", "gotcha", "x", date=first, last=seen, tasks=tasks)


def event(task: object, at: str) -> dict[str, object]:
    return {"at": at, "event": "learning.merged", "id": "a", "task": task}


ROWS = [
    pytest.param([], [], [], id="nothing is known"),
    pytest.param([entry()], [{"at": "2026-01-01T00:00:00Z"}], [], id="no task named"),
    pytest.param([], [event(None, "x"), event("", "y"), event(7, "z")], [], id="no task ids"),
    pytest.param([entry("a"), entry("b", date="2026-01-02")], [], ["b", "a"], id="by their day"),
    pytest.param(
        [entry("b", date="2026-01-02"), entry("a", last="2026-01-03")],
        [],
        ["a", "b"],
        id="last seen",
    ),
    pytest.param(
        [entry("a", "c", date="2026-01-01", last="2026-01-05"), entry("b", date="2026-01-03")],
        [],
        ["c", "b", "a"],
        id="only the last of its tasks was there when it was last seen",
    ),
    pytest.param(
        [entry("a", date="2026-01-02"), entry("b", date="2026-01-02")],
        [event("a", "2026-01-02T09:00:00.000Z")],
        ["a", "b"],
        id="the log knows the hour",
    ),
    pytest.param(
        [entry("a", date="2026-01-05")],
        [event("b", "2026-01-02T09:00:00.000Z")],
        ["a", "b"],
        id="a task of another machine may be newer than the log",
    ),
]


@check_rows(("entries", "events", "expected"), ROWS)
def test_tasks_newest_first(
    entries: list[Entry], events: list[dict[str, object]], expected: list[str]
) -> None:
    assert list(tasks_by_age(entries, events)) == expected


def test_the_task_at_work_is_first_and_there_are_five() -> None:
    known = {f"t{number}": "" for number in range(9)}
    assert last_tasks(known, "t3") == ("t3", "t0", "t1", "t2", "t4")
    assert last_tasks(known, "unheard of")[:2] == ("unheard of", "t0")
    assert len(last_tasks(known, "")) == TASKS
    assert last_tasks({}, "") == ()


def test_entries_of_the_newest_task_come_first() -> None:
    entries = [entry("a"), entry(), entry("a", "b"), entry("c"), entry("b")]
    assert of_tasks(entries, ["b", "a"]) == [2, 4, 0]
