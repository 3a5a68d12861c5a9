"""What of a message is kept, and where a long one is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.sessions.chunking import MOST_CHARS, chunks

CODE = "```python\n" + "".join(f"line_{n}()\n" for n in range(30)) + "```"
SECRET = "AKIA" + "IOSFODNN7QRSTUVW"


@pytest.mark.parametrize(
    ("text", "never"),
    [
        pytest.param(f"Here it is:\n\n{CODE}\n\nThat works.", "line_7", id="long code"),
        pytest.param(f"~~~\n{CODE[10:-3]}~~~", "line_7", id="long code in tildes"),
        pytest.param("Fine. <private>my flat</private> Go on.", "flat", id="a private part"),
        pytest.param("Fine. <PRIVATE>my flat\n\nand so on", "flat", id="an unclosed private part"),
        pytest.param("Fine. <private>\nmy flat", "and so on", id="private over lines"),
        pytest.param(f"The key is {SECRET}.", SECRET, id="a secret"),
        pytest.param("x " * 990 + SECRET + " y" * 990, SECRET[:12], id="a secret at the cut"),
        pytest.param(f"One.\n\nTwo.\n\n{SECRET}\n\nThree.", SECRET, id="a secret by itself"),
        pytest.param("a\x00b\x1b[31m", "\x00", id="a control"),
        pytest.param("broken \ud800 bytes", "\ud800", id="a lone surrogate"),
    ],
)
def test_it_is_not_kept(text: str, never: str) -> None:
    assert never not in "\n".join(chunks(text))


@pytest.mark.parametrize("text", ["", " \n ", "<private>all of it</private>", "<private>"])
def test_nothing_is_kept_of_it(text: str) -> None:
    assert chunks(text) == []


def test_short_code_stays() -> None:
    text = "Use this:\n\n```sh\nmake lint\n```\n\nbefore committing."
    assert chunks(text) == [text]


def test_the_place_of_long_code_is_marked() -> None:
    (text,) = chunks(f"Here it is:\n\n{CODE}\n\nThat works.")
    assert "[30 lines of code left out]" in text
    assert text.endswith("That works.")


def test_a_long_text_is_cut_between_sentences() -> None:
    sentence = "The importer reads the file in one go and fails on large ones. "
    first, *others = chunks(sentence * 100)
    assert first.endswith("on large ones.")
    assert len(others) == 3
    assert all(len(piece) <= MOST_CHARS for piece in (first, *others))


def test_a_paragraph_is_cut_before_a_sentence() -> None:
    first, second = chunks("One. " * 300 + "\n\n" + "Two. " * 300)
    assert "Two" not in first
    assert "One" not in second


@given(st.text(max_size=9000))
def test_cutting_loses_only_white_space(text: str) -> None:
    whole = "".join(chunks(text)).split()
    assert "".join(whole) == "".join("".join(chunks(" ".join(chunks(text)))).split())


@given(st.text(alphabet="ab.\n `", max_size=9000))
def test_no_piece_is_empty_or_too_long(text: str) -> None:
    assert all(0 < len(piece.strip()) <= MOST_CHARS for piece in chunks(text))
