"""What a full conversation loses: what must not be lost or torn apart, then what goes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.memory.model.entry import Archived, Entry
from memory_md.recall.model.block import CONVENTIONS, PREFERENCES, USER
from memory_md.recall.rules.compaction import (
    DOCUMENT_TOKENS,
    IMAGE_TOKENS,
    MESSAGE_TOKENS,
    is_full,
    kept,
    known_lines,
    staying,
    tokens_of,
)
from memory_md.transcripts.text.messages import Spoken, ToolUse

from ..rows import check_rows

Uses = tuple[ToolUse, ...]
PLAIN: Uses = ()


def calls(*ids: str) -> Uses:
    return tuple(ToolUse(id_) for id_ in ids)


def answers(*ids: str) -> Uses:
    return tuple(ToolUse(id_, answers=True) for id_ in ids)


# -- messages ----------------------------------------------------------------------------------

WHOLE = [
    pytest.param([], id="no messages"),
    pytest.param([PLAIN], id="one"),
    pytest.param([PLAIN] * 8, id="first and last are all there are"),
]


@pytest.mark.parametrize("messages", WHOLE)
def test_a_short_conversation_stays_whole(messages: list[Uses]) -> None:
    assert kept(messages) == list(range(len(messages)))


P, C, R = PLAIN, calls("a"), answers("a")
TABLE = [
    # what must not be torn apart
    pytest.param([P, P, P, C, R, P, P, P, P, P], [0, 1, 3, *range(4, 10)], id="the cut is between"),
    pytest.param([P, C, R, P, P, P, P, P, P, P], [0, 1, 2, *range(4, 10)], id="at the head"),
    pytest.param([P, P, C, P, P, P, P, P, P, R], [0, 1, 2, *range(4, 10)], id="far apart"),
    pytest.param(
        [P, P, P, calls("a", "b"), answers("a"), answers("b"), P, P, P, P, P],
        [0, 1, 3, 4, *range(5, 11)],
        id="parallel calls, results in messages of their own",
    ),
    pytest.param(
        [P, P, P, calls("a", "b"), answers("b", "a"), P, P, P, P, P],
        [0, 1, 3, *range(4, 10)],
        id="parallel calls, results in one message",
    ),
    pytest.param(
        [P, P, R, P, P, P, P, P, P, C], [0, 1, 2, *range(4, 10)], id="a result before its call"
    ),
    pytest.param(
        [P, P, P, calls(""), answers(""), P, P, P, P, P],
        [0, 1, 3, *range(4, 10)],
        id="without ids",
    ),
    pytest.param(
        [P, P, C, R, P, C, R, P, P, P, P, P],
        [0, 1, 5, *range(6, 12)],
        id="an id that comes again is another call",
    ),
    # what may go
    pytest.param([P] * 13, [0, 1, *range(7, 13)], id="plain messages"),
    pytest.param([P, P, C, R, P, P, P, P, P, P], [0, 1, *range(4, 10)], id="both halves amid"),
    # what had no other half before
    pytest.param([P, P, P, C, P, P, P, P, P, P], [0, 1, *range(4, 10)], id="a call for nothing"),
    pytest.param([P, P, P, P, R, P, P, P, P, P], [0, 1, *range(4, 10)], id="a stray result stays"),
]


@check_rows(("messages", "expected"), TABLE)
def test_the_first_two_and_the_last_six_stay_with_what_they_need(
    messages: list[Uses], expected: list[int]
) -> None:
    assert kept(messages) == expected


@st.composite
def conversations(draw: st.DrawFn) -> list[Uses]:
    """Valid ones: each message that calls is followed at once by messages with all its results."""
    messages: list[Uses] = []
    number = 0
    for turn in draw(st.lists(st.integers(0, 4), max_size=14)):
        ids = [f"c{number + n}" for n in range(turn)]
        number += turn
        messages.append(calls(*ids))
        order = draw(st.permutations(ids)) if ids else []
        if draw(st.booleans()):
            messages += [answers(id_) for id_ in order]
        elif order:
            messages.append(answers(*order))
    return messages


def halves(messages: Sequence[Uses], *, answer: bool) -> set[str]:
    return {use.id for uses in messages for use in uses if use.answers is answer}


@given(conversations())
def test_no_call_loses_its_result_and_no_result_its_call(messages: list[Uses]) -> None:
    left = [messages[at] for at in kept(messages)]
    assert halves(left, answer=True) == halves(left, answer=False)


@given(conversations())
def test_results_still_follow_their_call_at_once(messages: list[Uses]) -> None:
    waiting: set[str] = set()
    for uses in (messages[at] for at in kept(messages)):
        if waiting:
            assert {use.id for use in uses if use.answers} <= waiting
            assert any(use.answers for use in uses)
        waiting -= {use.id for use in uses if use.answers}
        waiting |= {use.id for use in uses if not use.answers}
    assert not waiting


@given(conversations())
def test_what_was_cut_is_not_cut_again(messages: list[Uses]) -> None:
    left = [messages[at] for at in kept(messages)]
    assert kept(left) == list(range(len(left)))


ANY = st.lists(
    st.lists(st.builds(ToolUse, st.sampled_from(["", "a", "b", "c"]), st.booleans()), max_size=3),
    max_size=20,
)


@given(ANY)
def test_whatever_comes_the_ends_stay_and_the_order(
    messages: list[list[ToolUse]],
) -> None:
    stays = kept(messages)
    size = len(messages)
    assert stays == sorted(set(stays))
    assert {*range(min(2, size)), *range(max(0, size - 6), size)} <= set(stays)


@given(st.lists(st.sampled_from([0, 1, 2, 3]), max_size=25), st.data())
def test_halves_that_were_alone_tie_nothing(kinds: list[int], data: st.DataObject) -> None:
    messages = [calls(f"x{n}") if kind == 1 else PLAIN for n, kind in enumerate(kinds)]
    messages += [answers(f"y{n}") if kind == 2 else PLAIN for n, kind in enumerate(kinds)]
    size = len(messages)
    assert kept(messages) == sorted({*range(min(2, size)), *range(max(0, size - 6), size)})


# -- tokens ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "window", "full"),
    [(799, 1000, False), (800, 1000, True), (27, 35, False), (28, 35, True), (0, 1, False)],
)
def test_four_fifths_of_the_window_are_full(tokens: int, window: int, full: bool) -> None:
    assert is_full(tokens, window) is full


def test_what_is_attached_costs_the_same_whatever_its_size() -> None:
    assert tokens_of(Spoken()) == MESSAGE_TOKENS
    assert tokens_of(Spoken("", 2, 1)) == MESSAGE_TOKENS + 2 * IMAGE_TOKENS + DOCUMENT_TOKENS


# -- the memory --------------------------------------------------------------------------------


def entry(kind: str, text: str, confidence: float = 0.6, **more: object) -> Entry:
    return Entry("aaaaaaaa", kind, text, confidence=confidence, **more)  # type: ignore[arg-type]


GONE = Archived("removed", dt.date(2026, 1, 1))
LINES = [
    # what must stay
    pytest.param(CONVENTIONS, [], "Run make lint", True, id="another section"),
    pytest.param(CONVENTIONS, [entry("identity", "x")], "Run make lint", True, id="known or not"),
    pytest.param(
        PREFERENCES, [entry("preference", "Tabs", 0.81)], "Tabs", True, id="a sure preference"
    ),
    pytest.param(
        PREFERENCES, [entry("preference", "Tabs", 0.5, pinned=True)], "Tabs", True, id="pinned"
    ),
    pytest.param(
        USER,
        [entry("identity", "Her name is Ada", 0.5, pinned=True)],
        "Her name is Ada",
        True,
        id="pinned identity",
    ),
    pytest.param(PREFERENCES, [], "Tabs", True, id="a preference nobody knows"),
    pytest.param(
        PREFERENCES,
        [entry("preference", "Tabs", 0.5), entry("preference", "Tabs", 0.9)],
        "Tabs",
        True,
        id="one of two is sure",
    ),
    # what goes
    pytest.param(USER, [], "Her name is Ada", False, id="identity, without a memory"),
    pytest.param(
        USER, [entry("identity", "Her name is Ada", 1.0)], "Her name is Ada", False, id="identity"
    ),
    pytest.param(PREFERENCES, [entry("preference", "Tabs", 0.8)], "Tabs", False, id="exactly 0.8"),
    pytest.param(
        PREFERENCES,
        [entry("preference", "Tabs", 0.9, pinned=True, archived=GONE)],
        "Tabs",
        False,
        id="removed by a person",
    ),
    pytest.param(
        PREFERENCES,
        [entry("preference", "Use `tabs`, <!-- x --> not spaces", 0.6)],
        "Use `tabs`, not spaces",
        False,
        id="known by the line as it is printed",
    ),
]


@check_rows(("section", "entries", "line", "stays"), LINES)
def test_what_stage_two_keeps(section: str, entries: list[Entry], line: str, stays: bool) -> None:
    assert staying(section, [line], known_lines(entries)) == [stays]


def test_a_line_that_the_memory_did_not_put_beside_its_own_stays() -> None:
    known = known_lines([entry("identity", "Her name is Ada")])
    assert staying(USER, ["Her name is Ada", "fix the login first"], known) == [False, True]
