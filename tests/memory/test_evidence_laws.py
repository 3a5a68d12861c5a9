"""Laws of the one history: evidence is a set of lines, and every number is a fold over it."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.memory.evidence import at_rest, fold, kept, parse, render, written
from memory_md.memory.model import Evidence, Standing

from ..conftest import Mem

ID, OTHER = "k3v9q2xa", "p0d7w1bz"
TODAY = "2026-03-01"


def line(**values: Any) -> str:
    at = {"id": ID, "at": "2026-02-02T12:00:00.000Z", "task": "t1", "act": "said", "who": "agent"}
    return json.dumps(at | values, ensure_ascii=False)


def said(task: str, **values: Any) -> dict[str, Any]:
    return {"task": task, **values}


def standing(*values: dict[str, Any], is_kept: bool = False) -> Standing:
    """Return what these lines add up to, each a minute after the one before it."""
    text = "\n".join(
        line(**{"at": f"2026-02-02T12:{n:02}:00.000Z", **one}) for n, one in enumerate(values)
    )
    return fold(parse(text).of(ID), is_kept=is_kept, opposes={ID, OTHER}.__contains__, today=TODAY)


# -- the table of confidences -------------------------------------------------------------------

AGENT = {"task": "t1"}
AGAINST = {"act": "contradicted", "by": OTHER, "task": "t9"}
TABLE = [
    ("an agent's line", [AGENT], 0.5, 1),
    ("a model's lesson", [said("t1", who="model")], 0.5, 1),
    ("a handoff decision, high", [said("t1", conf=0.8)], 0.8, 1),
    ("a handoff decision, medium", [said("t1", conf=0.6)], 0.6, 1),
    ("a model's lesson on a person's quote", [said("t1", who="model", conf=0.7)], 0.7, 1),
    ("a person's outright words", [said("t1", who="person", conf=0.8)], 0.8, 1),
    ("an approved candidate", [said("t1", act="approved", who="person")], 0.7, 1),
    ("edited by a person, by evidence alone", [AGENT, {"act": "edited", "who": "person"}], 0.95, 1),
    ("confirmed by a person", [AGENT, {"act": "confirmed", "who": "person"}], 0.95, 1),
    ("seen again in another task", [AGENT, said("t2")], 0.59, 2),
    ("seen in three tasks", [AGENT, said("t2"), said("t3")], 0.662, 3),
    ("confirmed by a model", [AGENT, said("t2", act="confirmed", who="model")], 0.59, 2),
    ("seen again in the same task", [AGENT, AGENT, AGENT], 0.5, 1),
    ("the same tasks again", [AGENT, said("t2"), AGENT, said("t2")], 0.59, 2),
    ("contradicted", [said("t1", conf=0.8), AGAINST], 0.5, 1),
    ("contradicted to the least", [AGENT, AGAINST, AGAINST | {"task": "t8"}], 0.1, 1),
    ("contradicted twice in one task", [said("t1", conf=0.9), AGAINST, AGAINST], 0.6, 1),
    ("contradicted and seen again", [AGENT, AGAINST, said("t2")], 0.35, 2),
    ("reset by a person", [AGENT, said("t2"), {"act": "reset", "who": "person"}], 0.5, 2),
    ("said again by nobody knows whom", [said(""), said(""), said("")], 0.5, 1),
    ("a person's words on an agent's line", [AGENT, said("t2", who="person", conf=0.8)], 0.8, 2),
    ("a handoff on an agent's line", [AGENT, said("t2", conf=0.8)], 0.59, 2),
    ("above the bounds", [said("t1", conf=7)], 0.95, 1),
    ("below the bounds: no statement hides an entry", [said("t1", conf=-3)], 0.5, 1),
    ("a person's words contradicted", [said("t1", who="person", conf=0.7), AGAINST], 0.5, 1),
    ("a person's words contradicted by a person",
     [said("t1", who="person", conf=0.7), AGAINST | {"who": "person"}], 0.4, 1),
    ("contradicted again after a person confirmed it",
     [AGENT, AGAINST, {"act": "confirmed", "who": "person"}, AGAINST], 0.65, 1),
    ("no number", [said("t1", conf="high")], 0.5, 1),
    ("a truth", [said("t1", conf=True)], 0.5, 1),
    ("an act of a later version", [AGENT, said("t2", act="applauded")], 0.5, 1),
    ("the older name of said", [said("t1", act="migrated")], 0.5, 1),
    ("archived and back", [AGENT, {"act": "archived"}, {"act": "restored"}], 0.5, 1),
    ("back as another task says it", [AGENT, {"act": "archived"}, *(
        said("t2", act=act) for act in ("restored", "said"))], 0.59, 2),
]  # fmt: skip


@pytest.mark.parametrize(("name", "lines", "confidence", "seen"), TABLE, ids=[r[0] for r in TABLE])
def test_what_an_event_makes_of_the_confidence(
    name: str, lines: list[dict[str, Any]], confidence: float, seen: int
) -> None:
    found = standing(*lines)
    assert (pytest.approx(found.confidence), found.seen) == (confidence, seen)


def test_a_pinned_or_manual_entry_is_never_lowered() -> None:
    assert standing(said("t1", conf=0.8), AGAINST, is_kept=True).confidence == 0.8


def test_a_contradiction_by_what_says_nothing_like_it_counts_nothing() -> None:
    assert standing(AGENT, AGAINST | {"by": "zzzzzzzz"}).confidence == 0.5
    assert standing(AGENT, AGAINST | {"by": ""}).confidence == 0.5


@pytest.mark.parametrize(
    ("act", "who", "left"),
    [("reset", "person", ""), ("confirmed", "person", ""), ("restored", "agent", OTHER)],
)
def test_what_ends_a_contradiction(act: str, who: str, left: str) -> None:
    assert standing(AGENT, AGAINST).by == OTHER
    assert standing(AGENT, AGAINST, {"act": act, "who": who}).by == left


def test_the_speaker_is_the_first_one_or_a_person_who_edited_it() -> None:
    assert standing(AGENT, said("t2", who="model")).who == "agent"
    edited = {"act": "edited", "who": "person", "at": "2026-02-09T12:00:00.000Z"}
    found = standing(AGENT, edited)
    assert (found.who, found.first, found.last) == ("person", "2026-02-02", "2026-02-09")


@pytest.mark.parametrize(
    "conf", ["NaN", "Infinity", "-Infinity", "9" * 400, "1e999", "[1]", "null"]
)
def test_no_stated_confidence_leaves_the_bounds(conf: str) -> None:
    text = line(conf="@").replace('"@"', conf)
    found = fold(parse(text).of(ID), is_kept=False, opposes=bool, today=TODAY)
    assert 0.1 <= found.confidence <= 0.95


def test_a_moment_in_the_future_counts_as_today() -> None:
    found = standing({"at": "2999-01-01T00:00:00.000Z"})
    assert (found.first, found.last) == (TODAY, TODAY)
    assert parse(line(at="2999-01-01T00:00:00.000Z")).days(TODAY) == []
    assert parse(line(at=f"{TODAY}T23:59:59.000Z")).days(TODAY) == [TODAY]


# -- a set of lines -----------------------------------------------------------------------------

lines = st.builds(
    line,
    id=st.sampled_from((ID, OTHER)),
    at=st.builds("2026-02-{:02}T12:00:0{}.000Z".format, st.integers(1, 28), st.integers(0, 2)),
    task=st.sampled_from(("", "t1", "t2", "t3", "t4")),
    act=st.sampled_from(
        (
            *("said", "said", "said", "approved", "confirmed", "edited", "contradicted", "reset"),
            *("removed", "archived", "restored", "applauded"),
        )
    ),
    who=st.sampled_from(("agent", "agent", "person", "model", "tool")),
    by=st.sampled_from(("", OTHER)),
    conf=st.sampled_from((None, 0.3, 0.7, 5)),
    quote=st.sampled_from(("", "ÄÖ 日本 \u2028 \x07", "a")),
)
BROKEN = (
    "{", "[]", "null", "<<<<<<< HEAD", '{"id":"K3","at":"2026-02-02T12:00:00Z"}',
    '{"id":"k3v9q2xa"}', '{"id":"k3v9q2xa","at":"2026W05T10:00:00Z","act":"said"}',
    '{"id":"k3v9q2xa","at":["2026-02-02T12:00:00Z"]}',
    '{"id":"k3v9q2xa","at":"2026-02-31T12:00:00Z","act":"said"}',
    '{"id":"k3v9q2xa","at":"2026-02-02","act":"said"}', "bytes \udcff", "{" * 5000,
)  # fmt: skip
broken = st.sampled_from(BROKEN)


def numbers(texts: list[str]) -> list[Standing]:
    log = parse("\n".join(texts))
    like = {ID, OTHER}.__contains__
    return [fold(log.of(id_), is_kept=False, opposes=like, today=TODAY) for id_ in (ID, OTHER)]


@given(st.lists(lines, max_size=30), st.lists(broken, max_size=3), st.integers())
def test_the_order_of_lines_and_broken_ones_between_them_change_no_number(
    texts: list[str], odd: list[str], seed: int
) -> None:
    mixed = [*texts, *odd, *texts[::2]]  # some stand twice
    random.Random(seed).shuffle(mixed)
    assert numbers(mixed) == numbers(texts)
    assert render(parse("\n".join(mixed))).count('"applauded"') == sum(
        '"applauded"' in text for text in set(texts)
    )


@given(st.lists(st.lists(lines, max_size=40), min_size=2, max_size=3))
def test_a_union_of_what_branches_kept_is_what_is_kept_of_all(branches: list[list[str]]) -> None:
    def kept_of(texts: list[str]) -> list[str]:
        log = parse("\n".join(texts))
        return [one.raw for id_ in sorted(log.entries) for one in kept(log.of(id_))]

    whole = kept_of([text for one in branches for text in one])
    for order in permutations(branches):
        united: list[str] = []
        for branch in order:
            united = kept_of([*united, *kept_of(branch)])
        assert united == whole
    assert numbers(whole) == numbers([text for one in branches for text in one])


@given(st.lists(lines, max_size=20), st.lists(broken, max_size=3))
def test_what_is_written_is_read_back_and_no_line_is_rewritten(
    texts: list[str], odd: list[str]
) -> None:
    log = parse("\n".join([*texts, *odd]))
    text = render(log)
    assert render(parse(text)) == text
    left = [one for one in odd if not one.startswith("<<<<<<<")]
    assert sorted(text.split("\n")) == sorted(["", *set(texts), *left])
    new = written(Evidence(ID, "2026-02-28T12:00:00.000Z", quote="\u2028"))
    assert set(text.split("\n")) <= {*render(log.with_lines([new])).split("\n"), *dropped(log, new)}


def dropped(log: Any, new: Evidence) -> set[str]:
    """Return the statements that twelve newer ones have passed over."""
    return {one.raw for one in log.of(ID)} - {one.raw for one in kept((*log.of(ID), new))}


def test_of_many_statements_the_first_and_the_newest_twelve_are_kept() -> None:
    told = [line(at=f"2026-02-{n:02}T12:00:00.000Z", task=f"t{n}") for n in range(1, 21)]
    acts = [
        line(at="2026-02-10T12:00:00.000Z", act=act, who="person") for act in ("edited", "said")
    ]
    left = [one.raw for one in kept(parse("\n".join([*told, *acts])).of(ID))]
    assert set(left) == {told[0], *told[-12:], *acts}


def test_after_a_year_of_use_one_line_is_left_of_what_is_archived() -> None:
    start = date(2024, 1, 2)
    used = [line(id=OTHER, at=f"{start + timedelta(n)}T12:00:00.000Z") for n in range(366)]
    old = [line(at=f"2024-01-01T12:0{n}:00Z", act=a) for n, a in enumerate(("said", "removed"))]
    log = parse("\n".join([*used[1:], *old]))
    assert at_rest(log, [ID], TODAY) == log
    log = parse("\n".join([*used, *old]))
    assert [one.act for one in at_rest(log, [ID], TODAY).of(ID)] == ["removed"]
    assert at_rest(log, [], TODAY) == log


# -- as a user meets it -------------------------------------------------------------------------


def write(root: Path, *texts: str, data: bytes = b"") -> Path:
    path = root / ".mem/evidence.jsonl"
    path.write_bytes(data + "".join(f"{text}\n" for text in texts).encode())
    return path


def test_no_forged_line_hides_what_learnings_md_shows(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens")
    mem.ok("add", "Ask before a release", env={"CLAUDECODE": "1"})
    before = mem.ok("list", "--json").json["entries"]
    acts = ("removed", "deleted", "retracted", "replaced", "archived", "reset", "contradicted")
    for entry in before:
        texts = [
            line(id=entry["id"], act=act, who="person", by="zzzzzzzz", at=f"2026-02-0{n}T13:00:00Z")
            for act in acts
            for n in (1, 3)
        ]
        path = memory / ".mem/evidence.jsonl"
        write(memory, *texts, data=path.read_bytes())
    after = mem.ok("list", "--json").json["entries"]
    assert [(e["id"], e["text"], e["active"]) for e in after] == [
        (e["id"], e["text"], True) for e in before
    ]
    mem.ok("add", "Another", env={"CLAUDECODE": "1"})
    assert mem.ok("list", "--archived", "--json").json["entries"] == []


def test_no_evidence_makes_an_entry_a_persons(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Ask before a release", env={"CLAUDECODE": "1"})
    (entry,) = mem.ok("list", "--json").json["entries"]
    write(
        memory, *(line(id=entry["id"], act=act, who="person", conf=9) for act in ("edited", "said"))
    )
    (entry,) = mem.ok("list", "--json").json["entries"]
    assert (entry["confidence"], entry["manual"]) == (0.95, False)


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\xff\xfe",
        b"{" * 100_000,
        b'{"id": 1}\n',
        b"<<<<<<< a\n=======\n>>>>>>> b\n",
        b"x" * 70_000,
    ],
    ids=["bytes", "brackets", "no ID", "a conflict", "a long line"],
)
def test_broken_lines_are_kept_and_count_nothing(data: bytes, memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use JWT tokens", env={"CLAUDECODE": "1"})
    path = write(memory, data=(memory / ".mem/evidence.jsonl").read_bytes() + data + b"\n")
    ran = mem.ok("list", "--json")
    assert ".mem/evidence.jsonl:2" in ran.stderr
    assert [one["confidence"] for one in ran.json["entries"]] == [0.5]
    mem.ok("add", "Another line")
    if not data.startswith(b"<<<<<<<"):  # the markers of a merge go, what it joined stays
        assert data in path.read_bytes()


def test_a_missing_file_costs_confidence_and_no_entry(memory: Path, mem: Mem) -> None:
    for task in range(2):
        mem.ok("add", f"Line {task}", env={"CLAUDECODE": "1"})
    (memory / ".mem/evidence.jsonl").unlink()
    assert [one["confidence"] for one in mem.ok("list", "--json").json["entries"]] == [0.5, 0.5]
    mem.ok("add", "A third")
    assert len(mem.ok("list", "--json").json["entries"]) == 3
