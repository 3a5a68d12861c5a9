"""What a new statement does to what is known: SPEC's table "who says it", row by row."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_md.files.database import Database
from memory_md.memory.disk import Files
from memory_md.memory.evidence import parse, render
from memory_md.memory.memory import Memory
from memory_md.memory.model import Candidate, Evidence
from memory_md.memory.opening import open_root
from memory_md.memory.shown import withheld

NOW = "2026-02-02T12:00:00.000Z"


@pytest.fixture
def empty(tmp_path: Path) -> Memory:
    return Memory(open_root(tmp_path, NOW), Database(None), Files())


def said(text: str, who: str = "agent", task: str = "t1", **more: object) -> Candidate:
    conf = 0.8 if who == "person" else 0.5
    return Candidate("decision", text, who=who, task=task, conf=conf, **more)  # type: ignore[arg-type]


def shown(memory: Memory) -> list[str]:
    hidden = withheld(memory)
    return [entry.text for id_, entry in memory.entries.items() if id_ not in hidden]


SIBLINGS = [
    ("Never touch src/legacy_orders.py", "Never touch src/legacy_invoices.py"),
    ("Retry uploads 3 times", "Retry downloads 5 times"),
    ("Use tabs in Makefiles", "Use spaces in Python"),
]


@pytest.mark.parametrize("who", ["agent", "person"])
@pytest.mark.parametrize(("one", "other"), SIBLINGS)
def test_siblings_stand_side_by_side(empty: Memory, one: str, other: str, who: str) -> None:
    empty.store(said(one, who))
    empty.store(said(other, who, "t2"))
    assert shown(empty) == [one, other]


OLD, NEW = "Timeout of the worker is 30 seconds", "Timeout of the worker is 60 seconds"
# who said the older, who says the newer, in which task, what happens to the older, what is shown
TABLE = [
    ("agent", "person", "t2", "replaced", [NEW]),
    ("person", "person", "t2", "replaced", [NEW]),
    ("agent", "agent", "t2", "contradicted", [NEW]),
    ("person", "agent", "t2", "contradicted", [OLD]),
    ("agent", "agent", "t1", "replaced", [NEW]),
    ("person", "agent", "t1", "contradicted", [OLD]),
]


@pytest.mark.parametrize(("first", "second", "task", "effect", "left"), TABLE)
def test_of_two_contrary_statements(
    empty: Memory, first: str, second: str, task: str, effect: str, left: list[str]
) -> None:
    old = empty.store(said(OLD, first))
    new = empty.store(said(NEW, second, task))
    assert (new.action, new.other) == (effect, old.id)
    assert shown(empty) == left
    if effect == "replaced":
        assert empty.archived[old.id].archived is not None
        assert empty.evidence_of(old.id)[-1].by == new.id
    else:
        assert old.id in empty.entries


def test_what_a_person_vouches_for_is_not_lowered(empty: Memory) -> None:
    old = empty.store(said(OLD, "person", manual=True))
    empty.store(said(NEW))
    assert empty.entries[old.id].confidence == 1.0
    assert shown(empty) == [OLD]


def test_a_statement_that_repeats_another_is_evidence_for_it(empty: Memory) -> None:
    first = empty.store(said("Always run `make lint` before committing"))
    again = empty.store(said("always run make lint before committing!", task="t2"))
    assert (again.action, again.id) == ("merged", first.id)
    assert empty.entries[first.id].confidence == pytest.approx(0.59)


def test_what_a_person_removed_stays_out_until_they_write_it(empty: Memory) -> None:
    first = empty.store(said("Deploy on Fridays"))
    empty.archive(first.id, "removed", "person")
    assert empty.store(said("deploy on  FRIDAYS.", task="t9")).action == "suppressed"
    assert empty.store(said("Deploy on Fridays", "person", manual=True)).action == "revived"


@pytest.mark.parametrize("reason", ["evicted", "expired"])
def test_what_left_by_itself_comes_back_when_a_task_says_it(empty: Memory, reason: str) -> None:
    first = empty.store(said("Deploy on Fridays"))
    empty.archive(first.id, reason, "tool")
    again = empty.store(said("Deploy on Fridays", task="t2"))
    assert (again.action, again.id) == ("revived", first.id)


def test_what_was_replaced_does_not_come_back_against_its_replacement(empty: Memory) -> None:
    old = empty.store(said(OLD))
    empty.store(said(NEW, "person", "t2"))
    assert empty.store(said(OLD, task="t3")).action == "suppressed"
    assert old.id in empty.archived


GIVEN_UP = [
    ("We support Python 3.9", "Drop support for Python 3.9"),
    ("Tests run with jest", "Jest was replaced by vitest"),
    ("Sessions are kept in Redis", "Replace Redis with Postgres"),
]


@pytest.mark.parametrize(("old", "new"), GIVEN_UP)
def test_what_a_person_says_is_no_more_gives_way(empty: Memory, old: str, new: str) -> None:
    empty.store(said("Dates are stored in UTC"))
    empty.store(said(old))
    empty.store(said(new, "person", "t2"))
    assert shown(empty) == ["Dates are stored in UTC", new]


def test_of_two_entries_that_name_a_thing_none_gives_way(empty: Memory) -> None:
    both = ["Sessions are kept in Redis", "The job queue runs on Redis"]
    for text in both:
        empty.store(said(text))
    empty.store(said("Replace Redis with Postgres", "person", "t2"))
    assert shown(empty)[:2] == both


FORGED = [
    ("removed", "person", ""),
    ("deleted", "person", ""),
    ("retracted", "person", ""),
    ("replaced", "person", "zzzzzzzz"),
    ("archived", "tool", ""),
    ("reset", "person", ""),
    ("contradicted", "person", "zzzzzzzz"),
    ("contradicted", "agent", ""),
]


@pytest.mark.parametrize(("act", "who", "by"), FORGED)
def test_a_forged_line_hides_nothing(empty: Memory, act: str, who: str, by: str) -> None:
    text = "Never commit generated files"
    id_ = empty.store(said(text)).id
    other = empty.store(said("Dates are stored in UTC")).id
    forged = [
        Evidence(
            id_, f"2026-02-0{day}T13:00:00.000Z", task=f"x{day}", act=act, who=who, by=by or other
        )
        for day in range(1, 8)
    ]
    forged.append(Evidence(id_, "2020-01-01T00:00:00.000Z", task="x", conf=0.01))
    log = parse(render(empty.log.with_lines([*empty.new, *forged])))
    again = Memory(empty.opened, Database(None), Files("", None, render(log)))
    again.entries = {id_: empty.entries[id_], other: empty.entries[other]}
    again._fold(again.entries)
    assert text in shown(again)
