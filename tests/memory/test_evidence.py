"""The evidence file: its lines, their order, and what a hostile or half-written one costs."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.base.settings import Settings
from memory_md.memory.model.entry import Entry
from memory_md.memory.model.evidence import Evidence
from memory_md.memory.rules.confidence import first_format, with_evidence
from memory_md.memory.text import evidence as text
from memory_md.memory.text.evidence import EvidenceLines

ID = "k3v9q2xa"
ENTRY = Entry(ID, "note", "x")
SETTINGS = Settings()


def line(number: int, act: str = "said", who: str = "agent", **more: object) -> Evidence:
    at = f"2026-02-{number % 28 + 1:02}T12:00:00Z"
    return Evidence(ID, at, f"t{number}", act, who, **more)  # type: ignore[arg-type]


def ledger(*lines: Evidence) -> EvidenceLines:
    return text.with_lines(EvidenceLines(), lines, 99)[0]


def numbers(lines: list[Evidence]) -> Entry:
    return with_evidence(ENTRY, lines, SETTINGS)


BROKEN = [
    b'{"id":"k3v9q2xa","at":"2026-02-0',
    b"{}",
    b"[]",
    b"null",
    b"<<<<<<< ours",
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b'{"id":"../../..","at":"2026-02-02T12:00:00Z","task":"t","act":"said","who":"agent"}',
    b'{"id":"k3v9q2xa","at":"yesterday","task":"t","act":"said","who":"agent"}',
    b'{"id":"k3v9q2xa","at":"2026-02-02T12:00:00Z","task":"t","act":"said","who":1}',
    b'{"id":"k3v9q2xa","at":"2026-02-02T12:00:00Z","task":"t","act":"said","who":"a","conf":7}',
    b'{"id":"k3v9q2xa","at":"2026-02-02T12:00:00Z","task":"t","act":"said","who":"a","conf":NaN}',
    b'{"id":"k3v9q2xa","at":"2026-02-02T12:00:00Z","task":"t","act":"said","who":"a","seen":-1}',
]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_line_that_cannot_be_read_costs_no_other(broken: bytes) -> None:
    whole = text.render(ledger(line(1), line(2)))
    found = text.parse(broken + b"\n" + whole + broken)
    assert found.of(ID) == (line(1), line(2))
    assert [number for number, _ in found.unreadable] == [1, 4]


@given(st.binary(max_size=300))
def test_no_bytes_are_too_odd(data: bytes) -> None:
    text.render(text.parse(data))


def test_conflict_markers_go_and_what_cannot_be_read_stays() -> None:
    whole = text.render(ledger(line(1)))
    data = b"<<<<<<< ours\n" + whole + b"=======\nodd\n>>>>>>> theirs\n"
    assert text.render(text.parse(data)) == whole + b"odd\n"


def test_a_line_says_first_which_entry_when_in_which_task_and_who() -> None:
    said = Evidence(ID, "2026-02-02T12:00:00Z", "", "confirmed", "person")
    want = (
        b'{"id":"k3v9q2xa","at":"2026-02-02T12:00:00Z","task":"","act":"confirmed","who":"person"}'
    )
    assert text.render(ledger(said)) == want + b"\n"


def test_a_key_of_a_newer_version_is_kept() -> None:
    odd = text.render(ledger(line(1))).replace(b"}", b',"mood":"glad"}')
    after, _ = text.with_lines(text.parse(odd), [line(2)], 12)
    assert odd in text.render(after)
    assert after.of(ID) == (line(1), line(2))


ACTS = st.sampled_from(["said", "said", "approved", "confirmed", "contradicted", "reset"])
LINES = st.lists(
    st.builds(
        lambda day, act, task, by, person: Evidence(
            ID,
            f"2026-01-{day:02}T12:00:00Z",
            task if act in {"said", "contradicted"} else "",
            act,
            "person" if person else "agent",
            by=by if act == "contradicted" else "",
        ),
        st.integers(1, 9),
        ACTS,
        st.sampled_from(["a", "b", "c", "d", "e"]),
        st.sampled_from(["p0d7w1bz", "1x8rr0ce"]),
        st.booleans(),
    ),
    max_size=20,
)


@given(LINES, LINES, st.randoms(use_true_random=False))
def test_the_union_of_two_branches_is_their_merge_in_any_order(
    ours: list[Evidence], theirs: list[Evidence], random: Random
) -> None:
    one, other = ledger(*ours), ledger(*theirs)
    both, swapped = [*ours, *theirs], [*theirs, *ours]
    random.shuffle(swapped)
    merged = text.merged(("", text.render(one).decode(), text.render(other).decode()))
    assert merged.encode() == text.render(ledger(*both)) == text.render(ledger(*swapped))
    assert numbers(both) == numbers(swapped) == numbers([*both, *both])


def test_a_merge_has_one_line_of_a_task_that_said_it_on_two_days() -> None:
    early, late = (replace(line(1), at=f"2026-01-0{day}T12:00:00Z") for day in (1, 2))
    sides = (text.render(ledger(one)).decode() for one in (late, early))
    assert text.merged(("", *sides)).encode() == text.render(ledger(early))


@given(LINES, LINES)
def test_what_is_not_kept_counts_for_nothing(ours: list[Evidence], theirs: list[Evidence]) -> None:
    most = SETTINGS.limits.evidence_lines
    one = text.with_lines(EvidenceLines(), ours, most)[0].of(ID)
    other = text.with_lines(EvidenceLines(), theirs, most)[0].of(ID)
    assert numbers([*one, *other]) == numbers([*ours, *theirs])
    again = text.with_lines(text.with_lines(EvidenceLines(), one, most)[0], other, most)[0]
    assert numbers(list(again.of(ID))) == numbers([*ours, *theirs])


def test_twelve_lines_are_kept_the_first_and_the_newest_and_all_of_a_person() -> None:
    lines = [line(n) for n in range(20)]
    lines[3] = line(3, "contradicted", by="p0d7w1bz")
    lines[5] = line(5, "confirmed", "person")
    after, pushed = text.with_lines(EvidenceLines(), lines, 12)
    tasks = [one.task for one in after.of(ID)]
    assert tasks == ["t0", "t3", "t5", *(f"t{n}" for n in range(11, 20))]
    assert pushed == [(ID, f"t{n}") for n in (1, 2, 4, 6, 7, 8, 9, 10)]


def test_a_purge_leaves_neither_line_nor_quote() -> None:
    other = Evidence(
        "p0d7w1bz", "2026-02-02T12:00:00Z", "t", "said", "agent", quote="We said: Use  tabs. Always"
    )
    after = text.erased(ledger(line(1, quote="Use tabs"), other), {ID}, {"use tabs"})
    assert b"tabs" not in text.render(after)
    assert after.of("p0d7w1bz")[0].task == "t"
    assert after.of(ID) == ()


def test_a_merge_with_an_older_branch_does_not_bring_back_what_was_purged() -> None:
    base = text.render(ledger(line(1), line(2))).decode()
    purged = text.render(ledger(line(2))).decode()
    more = text.render(ledger(line(1), line(2), line(3))).decode()
    for sides in ((purged, more), (more, purged)):
        assert text.merged((base, *sides)) == text.render(ledger(line(2), line(3))).decode()


@given(st.floats(0, 1), st.integers(1, 40), st.lists(st.text(max_size=9), max_size=5, unique=True))
def test_the_first_format_is_moved_without_a_loss(
    confidence: float, seen: int, tasks: list[str]
) -> None:
    one = first_format(ID, confidence=confidence, seen=seen, tasks=tuple(tasks), last=None)
    moved = text.parse(text.render(ledger(one))).of(ID)
    found = numbers(list(moved))
    assert (found.confidence, found.seen, found.tasks) == (confidence, seen, tuple(tasks))


PLAIN = st.lists(
    st.builds(
        lambda day, task: Evidence(ID, f"2026-01-{day:02}T12:00:00Z", task, "said", "agent"),
        st.integers(1, 28),
        st.sampled_from(["", "a", "b", "c", "d"]),
    ),
    max_size=9,
)


@given(PLAIN, st.none() | st.floats(0, 1), st.lists(st.sampled_from("abe"), unique=True))
def test_statements_count_together_as_one_by_one(
    lines: list[Evidence], confidence: float | None, tasks: list[str]
) -> None:
    if confidence is not None:
        many = tuple(tasks)
        lines = [first_format(ID, confidence=confidence, seen=3, tasks=many, last=None), *lines]
    unknown = Evidence(ID, "0001-01-01T00:00:00Z", "", "act of a newer version", "agent")
    assert numbers(lines) == numbers([unknown, *lines])


@given(LINES, LINES, st.randoms(use_true_random=False))
def test_lines_in_any_order_are_read_as_in_order(
    lines: list[Evidence], more: list[Evidence], random: Random
) -> None:
    known = ledger(*lines, *(replace(one, id="p0d7w1bz") for one in more))
    whole = text.render(known)
    rows = whole.splitlines(keepends=True)
    random.shuffle(rows)
    assert text.parse(b"".join(rows)) == text.parse(whole) == known
    assert text.render(text.parse(b" \r\n".join([*rows, *rows, b"odd"]))) == whole + b"odd\n"


def test_two_lines_behind_one_another_on_one_line_are_none() -> None:
    one, other = text.render(ledger(line(1), line(2))).split()
    found = text.parse(one + other)
    assert (found.of(ID), found.unreadable) == ((), ((1, one + other),))


def test_a_purge_takes_what_is_no_text_in_a_line_that_can_be_read() -> None:
    odd = text.render(ledger(line(1))).strip().replace(b"}", b',"\xff":"Use tabs"}')
    after = text.render(text.erased(text.parse(odd), (), {"use tabs"}))
    assert after == text.render(ledger(line(1)))
