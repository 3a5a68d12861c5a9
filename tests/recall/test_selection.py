"""The block: the most important lines, whole, within both limits."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_md.base.settings import Context
from memory_md.base.token_estimate import estimate_tokens
from memory_md.memory.model.entry import KINDS, Entry
from memory_md.memory.model.relationship import RELATIONSHIP_TYPES, Relationship
from memory_md.recall.model.block import (
    DECISION_FILES,
    GOTCHAS,
    INTRO,
    ISSUES,
    SECTIONS,
    BlockLine,
    LeftOut,
)
from memory_md.recall.rules.candidate_lines import candidate_lines
from memory_md.recall.rules.selection import fill_block


def words(text: str) -> int:
    return len(text.split())


def lines(*said: str, section: str = GOTCHAS) -> list[BlockLine]:
    return [BlockLine(section, text, id=text[:3]) for text in said]


def test_nothing_to_say_is_no_block() -> None:
    block = fill_block([], [], budget=500, max_chars=None, count=words)
    assert (block.text, block.tokens, block.chars, block.lines) == ("", 0, 0, ())


def test_the_headings_are_paid_for() -> None:
    one = lines("a b")
    text = f"## Workspace Learnings\n\n{INTRO}\n\n### Gotchas & Fixes\n- a b\n"
    block = fill_block(one, [], budget=words(text), max_chars=len(text), count=words)
    assert (block.text, block.tokens, block.chars) == (text, words(text), len(text))
    assert fill_block(one, [], budget=words(text) - 1, max_chars=None, count=words).text == ""
    assert fill_block(one, [], budget=500, max_chars=len(text) - 1, count=words).text == ""


def test_a_line_too_long_is_passed_over_for_the_next_that_fits() -> None:
    block = fill_block(
        lines("one", "two " * 30, "three"),
        [LeftOut("x", "confidence")],
        budget=24,
        max_chars=None,
        count=words,
    )
    assert [line.text for line in block.lines] == ["one", "three"]
    assert [(left.id, left.reason) for left in block.left_out] == [
        ("x", "confidence"),
        ("two", "budget"),
    ]


@pytest.mark.parametrize(
    ("first", "kept"),
    [
        pytest.param(BlockLine(GOTCHAS, "a " * 10, "one", parts={"pinned": 1.0}), "one", id="pin"),
        pytest.param(BlockLine(ISSUES, "a " * 20, "one"), "one", id="diary"),
        pytest.param(BlockLine(GOTCHAS, "a " * 10, "one"), "two", id="ordinary"),
    ],
)
def test_what_comes_first_never_gives_way_to_fill_the_room(first: BlockLine, kept: str) -> None:
    second = BlockLine(GOTCHAS, "b " * 24, "two")
    block = fill_block([first, second], [], budget=40, max_chars=None, count=words)
    assert [line.id for line in block.lines] == [kept]


def test_the_least_important_is_lost_first() -> None:
    said = lines(*(f"line{n:02} a b c" for n in range(30)))
    block = fill_block(said, [], budget=60, max_chars=None, count=words)
    assert block.lines
    assert [line.text for line in block.lines] == [x.text for x in said[: len(block.lines)]]


def test_characters_are_a_second_limit() -> None:
    said = lines(*(f"line{n:02} a b c" for n in range(30)))
    block = fill_block(said, [], budget=500, max_chars=200, count=words)
    assert 150 < block.chars <= 200
    assert {left.reason for left in block.left_out} == {"max chars"}


def test_a_count_that_grows_with_the_whole_is_obeyed() -> None:
    said = lines(*(f"line{n:02}" for n in range(30)))

    def growing(text: str) -> int:
        return words(text) + (len(text) // 100) ** 2

    block = fill_block(said, [], budget=60, max_chars=None, count=growing)
    assert 0 < growing(block.text) <= 60
    assert len(block.lines) + len(block.left_out) == 30


def test_each_line_says_its_tokens() -> None:
    block = fill_block(lines("a b"), [], budget=99, max_chars=None, count=words)
    assert block.lines[0].tokens == 3


@pytest.mark.parametrize("budget", [150, 300, 500])
def test_the_budget_is_used_when_there_is_more_to_say(budget: int) -> None:
    said = lines(*(f"Run the linter before commit number {n}" for n in range(90)))
    block = fill_block(said, [], budget=budget, max_chars=None, count=estimate_tokens)
    assert block.tokens >= 0.9 * budget


def test_ten_thousand_lines_do_not_take_ten_thousand_counts() -> None:
    calls = 0

    def counting(text: str) -> int:
        nonlocal calls
        calls += 1
        return estimate_tokens(text)

    said = [
        BlockLine(section, f"Line {n} says something about a part of the project and its tests")
        for n in range(2500)
        for section in (GOTCHAS, DECISION_FILES, "Known Risks", "Preferences")
    ]
    block = fill_block(said, [], budget=500, max_chars=None, count=counting)
    assert block.tokens >= 425
    assert calls < 1000


WORDS = "use the cache `a/b.py`, # - > кэш 缓存 \n </x> 👍 — a.py"
entries = st.builds(
    Entry,
    id=st.text("abc123", min_size=1, max_size=3),
    kind=st.sampled_from(sorted(KINDS)),
    text=st.text(max_size=120) | st.lists(st.sampled_from(WORDS.split(" "))).map(" ".join),
    qualifier=st.sampled_from(["", "high", "Security\n# x"]),
    date=st.none() | st.dates(date(2025, 1, 1), date(2026, 1, 1)),
    confidence=st.sampled_from([0.4, 0.5, 0.8, 1.0]),
    seen=st.integers(1, 4),
    by=st.sampled_from(["", "a", "b1"]),
    pinned=st.booleans(),
)
edges = st.builds(
    Relationship,
    type=st.sampled_from(RELATIONSHIP_TYPES),
    source=st.text(max_size=20),
    target=st.text(max_size=20),
    label=st.text(max_size=60),
)
HEADINGS = {"## Workspace Learnings", "## Known Relationships", INTRO, ""} | {
    f"### {section}" for section in SECTIONS
}


@settings(max_examples=3 * settings().max_examples)
@given(
    st.lists(entries, max_size=12),
    st.lists(edges, max_size=4),
    st.integers(0, 200),
    st.none() | st.integers(0, 600),
)
def test_no_memory_breaks_the_limits_or_the_form(
    known: list[Entry], related: list[Relationship], budget: int, max_chars: int | None
) -> None:
    candidates, held = candidate_lines(known, related, settings=Context())
    block = fill_block(candidates, held, budget=budget, max_chars=max_chars, count=estimate_tokens)
    assert estimate_tokens(block.text) == block.tokens <= budget
    assert len(block.text) == block.chars <= (1 << 30 if max_chars is None else max_chars)
    assert len(block.lines) + len(block.left_out) == len(candidates) + len(held)
    printed = block.text.split("\n")
    assert all(line in HEADINGS or line.startswith("- ") for line in printed)
    said = [line[2:] for line in printed if line.startswith("- ")]
    assert sorted(said) == sorted(line.text for line in block.lines)
    assert all(character == "\n" or character.isprintable() or ord(character) > 159
               for character in block.text)  # fmt: skip
