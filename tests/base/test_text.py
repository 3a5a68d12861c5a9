"""Lines, a text on one line, and its beginning."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.text import (
    clip,
    holds_sign,
    is_printable,
    lines_of,
    one_line,
    spaced,
    storable,
    storable_qualifier,
)


@given(st.text() | st.text("a\r\n\x0c\u2028"))
def test_lines_are_the_text(text: str) -> None:
    lines = list(lines_of(text))
    assert "".join(line for _, line in lines) == text
    assert all(text[start:].startswith(line) for start, line in lines)
    assert len(lines) == text.count("\n") + (bool(text) and not text.endswith("\n"))


def test_lines_from_somewhere_keep_their_offsets() -> None:
    assert list(lines_of("ab\ncd\n", 3)) == [(3, "cd\n")]


ONE_LINE = [
    pytest.param("a\r\n  b\tc", "a b c", id="white space"),
    pytest.param("a\u2028b\x0cc\x0bd\x85e", "a b c d e", id="breaks part words"),
    pytest.param("a\x00b\u009fc\x1b", "abc", id="controls go"),
    pytest.param("a \x00 b", "a b", id="a control between spaces"),
    pytest.param("\x1b[31mred\x1b[0m \x1b]0;title\x07x", "red x", id="escapes"),
    pytest.param(" \n ", "", id="nothing"),
]


@pytest.mark.parametrize(("text", "wanted"), ONE_LINE)
def test_on_one_line(text: str, wanted: str) -> None:
    assert one_line(text) == wanted


@given(st.text() | st.text("a \n\x00\x1b[0m\x0c\u2028"))
def test_one_line_is_one_line(text: str) -> None:
    line = one_line(text)
    assert line.split() == line.split(" ") or not line
    assert not re.search(r"[\x00-\x1f\x7f-\x9f]", line)


@given(st.text() | st.text("a ~\x7f\x1f\x80é"))
def test_what_is_printable_is_what_python_says(text: str) -> None:
    assert is_printable(text) is text.isprintable()


@given(st.text("<!#a"), st.lists(st.text("<!#a", min_size=1)))
def test_a_sign_is_found_as_any_other_word(text: str, signs: list[str]) -> None:
    assert holds_sign(text, signs) is any(sign in text for sign in signs)


@given(st.text("ab \t\u3000\x00\x1c\u2028"))
def test_words_are_parted_by_one_space(text: str) -> None:
    assert spaced(text) == " ".join(text.split())


@pytest.mark.parametrize("text", ["<!-- mem:aaaaaaaa -->", "<\x00!--", "<!\x1b[0m--"])
def test_what_is_stored_opens_no_comment(text: str) -> None:
    assert "<!--" not in storable(text)
    assert storable(storable(text)) == storable(text)


@given(st.text(), st.text("(): \n"))
def test_a_qualifier_can_stand_in_parentheses(text: str, more: str) -> None:
    qualifier = storable_qualifier(text + more)
    assert not re.search(r"[()\n]", qualifier)
    assert len(qualifier) <= 80
    assert qualifier == qualifier.strip()


CLIPS = [
    pytest.param("one two", 7, "one two", id="fits"),
    pytest.param("one two three", 10, "one two…", id="at a word"),
    pytest.param("onetwothree", 5, "onet…", id="in a word"),
    pytest.param("one two - three", 11, "one two…", id="no dash before the mark"),
    pytest.param("abc", 0, "…", id="no room"),
]


@pytest.mark.parametrize(("text", "width", "wanted"), CLIPS)
def test_clip(text: str, width: int, wanted: str) -> None:
    assert clip(text, width) == wanted
