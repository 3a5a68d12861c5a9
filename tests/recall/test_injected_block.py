"""Lines out of our block in somebody's text: what must not be touched, then what goes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memory_md.recall.model.block import (
    CONVENTIONS,
    DECISION_FILES,
    DECISIONS,
    ISSUES,
    PREFERENCES,
    USER,
    BlockLine,
)
from memory_md.recall.text.formats import block_text
from memory_md.recall.text.injected_block import keep_lines

from ..rows import check_rows


def without(text: str, *gone: str) -> str:
    def stays(section: str, lines: Sequence[str]) -> list[bool]:
        return [section not in gone] * len(lines)

    return keep_lines(text, stays)


def block(*lines: tuple[str, str]) -> str:
    return block_text([BlockLine(section, text) for section, text in lines])


FULL = block(
    (DECISIONS, "Decision (high): Use JWT"),
    (PREFERENCES, "Short answers"),
    (PREFERENCES, "Tabs"),
    (USER, "Her name is Ada"),
    (DECISION_FILES, "`a.py` — Use JWT"),
    (ISSUES, "TECH-1 (2026-01-01, HIGH): it hung → the lock"),
)
OWN = "### About the User\n- is a person\n"

UNTOUCHED = [
    pytest.param("", id="nothing"),
    pytest.param(OWN, id="a heading like ours, without our block"),
    pytest.param(f"see `## Workspace Learnings` below\n{OWN}", id="the heading in a sentence"),
    pytest.param(f"> ## Workspace Learnings\n\n{OWN}", id="quoted"),
    pytest.param(f"## Workspace Learnings\n\nby hand\n\n{OWN}", id="another text below it"),
    pytest.param(f"## Workspace Learnings\n\n### Notes\n- x\n\n{OWN}", id="another heading"),
    pytest.param(f"{block((DECISIONS, 'Use JWT'))}\nThe task:\n\n{OWN}", id="after the block"),
    pytest.param("## Workspace Learnings\n", id="the heading alone"),
    pytest.param("## Workspace Learnings\n\n### About the User\n", id="an empty section"),
]


@check_rows("text", UNTOUCHED)
def test_what_is_not_our_block_is_not_touched(text: str) -> None:
    assert without(text, USER, PREFERENCES) == text


def test_a_list_after_a_blank_line_is_the_persons() -> None:
    text = f"{block((USER, 'Her name is Ada'))}\n- fix the login\n- then the tests\n"
    assert without(text, USER) == "- fix the login\n- then the tests\n"


ROWS = [
    pytest.param((USER,), "\n### About the User\n- Her name is Ada\n", id="a section amid"),
    pytest.param((PREFERENCES,), "\n### Preferences\n- Short answers\n- Tabs\n", id="two lines"),
    pytest.param(
        (PREFERENCES, USER),
        "\n### Preferences\n- Short answers\n- Tabs\n\n### About the User\n- Her name is Ada\n",
        id="two sections",
    ),
]


@check_rows(("gone", "cut"), ROWS)
@check_rows("around", ["{}", "Be kind.\n\n{}", "{}\nNow: fix it", "a\n{}b"])
def test_a_section_goes_with_its_heading(gone: tuple[str, ...], cut: str, around: str) -> None:
    assert cut in FULL
    assert without(around.format(FULL), *gone) == around.format(FULL.replace(cut, ""))


def test_the_lines_end_as_they_did() -> None:
    crlf = FULL.replace("\n", "\r\n")
    assert without(crlf, USER) == without(FULL, USER).replace("\n", "\r\n")


SHORT = block((USER, "Her name is Ada"))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param(f"Be kind.\n\n{SHORT}", "Be kind.\n", id="at the end"),
        pytest.param(f"{SHORT}\nBe kind.", "Be kind.", id="at the beginning"),
        pytest.param(f"A\n\n{SHORT}\nB\n\n{SHORT}", "A\n\nB\n", id="twice"),
    ],
)
def test_the_block_goes_with_its_last_line(text: str, left: str) -> None:
    assert without(text, USER) == left


def test_a_text_is_never_left_blank() -> None:
    assert without(SHORT, USER) == SHORT.partition("\n\n###")[0] + "\n"


SECTIONS = st.sampled_from([DECISIONS, CONVENTIONS, PREFERENCES, USER, DECISION_FILES])
LINE = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), min_size=1)


@given(st.lists(st.tuples(SECTIONS, LINE), max_size=12), st.sampled_from(["", "Be kind.\n\n"]))
def test_what_is_left_is_the_block_of_what_stays(lines: list[tuple[str, str]], above: str) -> None:
    lines = [(section, text) for section, text in lines if text.strip()]
    rest = [line for line in lines if line[0] not in (USER, PREFERENCES)]
    if rest:
        assert without(above + block(*lines), USER, PREFERENCES) == above + block(*rest)


@given(st.text(alphabet="#- \nabU", max_size=200), st.text(alphabet="#- \nabU", max_size=60))
def test_text_around_the_block_keeps_its_lines(above: str, below: str) -> None:
    kept = [line for line in f"{above}\n{below}".split("\n") if line.strip()]
    assume(kept)
    left = without(f"{above}\n{SHORT}\n{below}", USER)
    assert [line for line in left.split("\n") if line.strip()] == kept
