"""A block at the end of somebody's file: in, changed, and out again, byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.errors import UnreadableError
from memory_md.markdown.marked_block import HASH, MARKDOWN, with_block, without_block

TEXTS = st.text(st.sampled_from("ab #-`\n"), max_size=40)
ODD_ENDS = st.text(st.sampled_from("ab #-`\n\r"), max_size=40)


@given(text=TEXTS | ODD_ENDS, crlf=st.booleans())
def test_out_gives_back_what_was_before_in(text: str, crlf: bool) -> None:
    before = text.replace("\n", "\r\n") if crlf else text
    after = with_block(before, "body\n", MARKDOWN, "x")
    assert after.startswith(before)
    assert without_block(after, MARKDOWN, "x") == before
    assert with_block(after, "body\n", MARKDOWN, "x") == after


@given(text=TEXTS)
def test_an_older_block_is_replaced_where_it_stands(text: str) -> None:
    old = with_block(text, "old", HASH, "x") + "after = 1\n"
    new = with_block(old, "new", HASH, "x")
    assert new == old.replace("\nold\n", "\nnew\n")
    ended = text if not text or text.endswith("\n") else f"{text}\n"
    assert without_block(new, HASH, "x") == ended + "after = 1\n", "a line of its own"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("see <!-- mem: begin --> for it\n", id="in a sentence"),
        pytest.param("- <!-- mem:k3v9q2xa -->\n", id="the comment of an entry"),
    ],
)
def test_what_is_no_block_stays(text: str) -> None:
    assert without_block(text, MARKDOWN, "x") == text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<!-- mem: begin -->\nbody\n", id="no end"),
        pytest.param("<!-- mem: end -->\n", id="no beginning"),
        pytest.param("<!-- mem: end -->\n<!-- mem: begin -->\n", id="the wrong way round"),
        pytest.param("<!-- mem: begin -->\n<!-- mem: end -->\n" * 2, id="two"),
    ],
)
def test_half_a_block_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="x:"):
        with_block(text, "body", MARKDOWN, "x")
    with pytest.raises(UnreadableError):
        without_block(text, MARKDOWN, "x")
