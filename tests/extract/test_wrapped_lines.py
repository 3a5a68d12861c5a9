"""Lines that an editor wrapped are one sentence; lines that a person ended are several."""

from __future__ import annotations

from memory_md.extract.rules.blocks import blocks
from memory_md.extract.rules.sentences import unwrapped

from ..rows import check_rows

APART = {
    "short": "make the button red\nand the text blue",
    "a capital": "Keep the session open until the abort listener has been removed once\nThen close",
    "an item": "Keep the session open until the abort listener has been removed, and\n- log errors",
    "a blank line": "Keep the session open until the abort listener has been removed and\n\nlog it",
    "room for the word": f"keep the session open until\nlog {'errors ' * 12}",
    "never wrapped": f"{'the list of sessions goes on ' * 9}\nand log errors",
}
ONE = {
    "two": """keep the console log, ensure session existence is checked, and avoid returning
a promise from the event callback.""",
    "three": """do not await the destroy call in the abort listener of the stream, because
what it raises is then nobody's, and the process ends without a word of it to
anybody""",
}


@check_rows("text", APART.values(), ids=APART.keys())
def test_lines_that_were_ended_stay_apart(text: str) -> None:
    assert unwrapped(text) == text


@check_rows("text", ONE.values(), ids=ONE.keys())
def test_wrapped_lines_are_one(text: str) -> None:
    assert unwrapped(text) == text.replace("\n", " ")


def test_a_number_in_bold_begins_an_item() -> None:
    text = (
        "**1. Login**: the token is checked once  \n"
        "**2. Cache** - `get()` reads the copy first  \n**3. Done**"
    )
    assert [(block.kind, block.text) for block in blocks(text)] == [
        ("item", "**Login**: the token is checked once"),
        ("item", "**Cache** - `get()` reads the copy first"),
        ("heading", "3. Done"),
    ]
