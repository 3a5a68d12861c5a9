"""The explanation of a block fits the terminal it is for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from memory_md.recall.model.block import DECISIONS, Block, BlockLine, LeftOut
from memory_md.recall.text.explain import explanation_lines

from ..rows import check_rows

PARTS = {"files": 4.0, "words": 5.89651, "confidence": 0.65999, "recency": 0.0182, "class": 0.4}
TEXT = "Decision (high): The timeout of the client is the index of `src/request/router.ts` twice"
LINES = (
    BlockLine(DECISIONS, TEXT, "aaaaaaa1", 10.9747, PARTS, 24),
    BlockLine(DECISIONS, "Use tabs", "aaaaaaa2", 4.0, {"class": 3.0, "confidence": 1.0}, 3),
    BlockLine(DECISIONS, TEXT, "", 0.0, {}, 24),
)
BLOCK = Block("", 51, 300, 500, LINES, (LeftOut("aaaaaaa3", "budget", TEXT, 10.9747, PARTS),))


@check_rows("width", [60, 80, 140])
@check_rows(
    "reason",
    ["confidence", "instructions: names a command to be carried out and a file", "stale", "chars"],
)
def test_no_heading_is_wider_than_the_terminal(reason: str, width: int) -> None:
    left_out = (LeftOut("aaaaaaa3", reason, "Use tabs", 1.0),)
    rows = list(explanation_lines(replace(BLOCK, left_out=left_out), active=0.5, width=width))
    assert max(map(len, rows)) <= width
    assert [row for row in rows if row.startswith("left out, ")]


def test_one_line_is_one_line() -> None:
    first, *_ = explanation_lines(replace(BLOCK, lines=LINES[:1]), active=0.5, width=80)
    assert first == "51 of 500 tokens, 300 characters, 1 line shown, 1 left out"


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_no_line_of_a_candidate_is_wider_than_the_terminal(width: int) -> None:
    rows = [
        row for row in explanation_lines(BLOCK, active=0.5, width=width) if row.startswith("  ")
    ]
    assert max(map(len, rows)) <= width
    assert len(rows) >= 4


def test_numbers_have_two_decimals_at_most() -> None:
    rows = list(explanation_lines(BLOCK, active=0.5, width=80))
    # One line each, with the parts that count most, as many as leave the text some room.
    assert (
        rows[2] == "  aaaaaaa1  10.97 (words 5.9), 24 tokens  Decision (high): The timeout of the…"
    )
    wide = list(explanation_lines(BLOCK, active=0.5, width=140))
    numbers = "10.97 (files 4, words 5.9, confidence 0.66, recency 0.02, class 0.4), 24 tokens"
    assert wide[2].startswith(f"  aaaaaaa1  {numbers}  Decision (high): The timeout of")
    assert rows[3] == "  aaaaaaa2  4 (class 3, confidence 1), 3 tokens  Use tabs"
