"""Nothing between `<private>` and `</private>` is kept, whatever stands around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.safety.private import clean, without_private


@pytest.mark.parametrize(
    "text",
    [
        "no tag at all",
        "a < b and c > d",
        "<privateKey>public</privateKey>",
        "<p>private</p> and private> and <privates>",
        "```\ncode\n```\n",
        "",
    ],
)
def test_other_text_stays_byte_for_byte(text: str) -> None:
    assert without_private(text) == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a <private>ALPHA</private> b", "a  b"),
        ("a <PRIVATE>ALPHA</Private> b", "a  b"),
        ("a < private >ALPHA</ private > b", "a  b"),
        ('a <private reason="x">ALPHA</private> b', "a  b"),
        ("a <private>ALPHA\nALPHA\n</private>\nb", "a \nb"),
        ("a <private>ALPHA <private>ALPHA</private> ALPHA</private> b", "a  b"),
        ("a <private>ALPHA", "a "),
        ("a <private>x</private> b <private>ALPHA", "a  b "),
        ("```\n<private>\n```\nALPHA", "```\n"),
        ("`<private>` ALPHA", "`"),
        ("a </private> b", "a  b"),
    ],
)
def test_private_text_goes(text: str, kept: str) -> None:
    assert without_private(text) == kept


WORDS = st.text(alphabet="ab <>/\n", max_size=8)


@given(st.lists(st.tuples(WORDS, WORDS), max_size=5), WORDS)
def test_what_stands_outside_is_kept_and_nothing_else(
    pairs: list[tuple[str, str]], rest: str
) -> None:
    text = "".join(f"{out}<private>{hidden}</private>" for out, hidden in pairs) + rest
    assert without_private(text) == "".join(out for out, _ in pairs) + rest


def test_clean_takes_out_private_text_and_secrets() -> None:
    text = "the password is " + "Blumen" + "-Haus7 <private>ALPHA</private>, ask Ada"
    assert clean(text) == "the password is [REDACTED] , ask Ada"


def test_a_megabyte_of_tags_is_read_once() -> None:
    assert without_private("<private>" * 110_000) == ""
    assert without_private("<" * 1_000_000) == "<" * 1_000_000
