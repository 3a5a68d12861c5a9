"""The line that is named for a candidate is the line on which its text begins."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_md.extract.model import Candidate
from memory_md.extract.rules.blocks import blocks
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows


def read(text: str) -> list[Candidate]:
    return read_prose(Prose(1, text, exact_lines=True))


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


WRAPPED = {
    "second-sentence": (
        "The list is short.\nIt is one. I learned that `strip()` removes\nno prefix.",
        [2],
    ),
    "two-sentences": (
        (
            "We found out that `strip()` removes no prefix.\nNothing to see.\n"
            "I learned that `seek()` returns the offset only for\nfiles opened in binary mode."
        ),
        [1, 3],
    ),
    "list-item": (
        "- Fine words.\n  I learned that `strip()` removes characters,\n  but no prefix.",
        [2],
    ),
    "behind-an-opening": ("Rows came twice. It turns out that\n`seek()` counts bytes here.", [2]),
    "label-alone": ("**Root cause:**\n\nThe pool is shared between two forks.", [3]),
    "label-wrapped": ("Root cause:\nThe pool is shared between two forks.", [2]),
    "record": ("**Issue:**\nThe proxy rewrites the port\nto 443.\n**Fix:** Read the header", [2]),
    "labelled-lines": (
        "Some words first:\nGotcha: the parser drops the\nlast line.\nDecision: Store dates in UTC",
        [2, 4],
    ),
    "heading-item": ("## Key Decisions\n\n- **Rows:** streamed, because\n  memory is short\n", [3]),
    "bold-in-front": (
        "**Note** that rows are kept.\n**Gotcha:** dates have\nno zone of their own.",
        [2],
    ),
}


@check_rows(("text", "lines"), WRAPPED.values(), ids=WRAPPED.keys())
def test_the_line_is_where_the_text_begins(text: str, lines: list[int]) -> None:
    assert [found.line for found in read(text)] == lines


_PIECES = st.sampled_from(
    [
        "Nothing of note stands here.",
        "`strip()` removes a set of characters, but not a prefix.",
        "The **`lock`** must be taken before the read, otherwise two writers lose rows.",
        "I chose `msgpack` over `pickle` because untrusted input reaches the cache.",
        "It turns out that `Expires` is ignored by the proxy of the office.",
        "The root cause is that `pool` is shared between *both* forks of the server.",
    ]
)
_LABELS = st.sampled_from(["", "Gotcha: ", "**Decision (high):** ", "Root cause: ", "- Lesson: "])


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Paragraphs and items of several sentences, wrapped anywhere."""
    blocks = []
    for _ in range(draw(st.integers(1, 3))):
        text = draw(_LABELS) + " ".join(draw(st.lists(_PIECES, min_size=1, max_size=4)))
        words = text.split(" ")
        breaks = draw(st.sets(st.integers(1, len(words) - 1), max_size=4))
        indent = "  " if text.startswith("- ") else ""
        blocks.append(
            "".join(
                (f"\n{indent}" if place in breaks and word[0] not in "-*#" else " " * bool(place))
                + word
                for place, word in enumerate(words)
            )
        )
    return "\n\n".join(blocks)


@given(documents())
def test_the_named_line_holds_the_beginning_of_the_text(text: str) -> None:
    lines = text.split("\n")
    for found in read(text):
        rest = letters("".join(lines[found.line - 1 :]))
        first = letters(found.text)[:12]
        assert first in rest
        assert rest.index(first) < len(letters(lines[found.line - 1]))


def test_the_lines_around_an_aside_are_no_text() -> None:
    aside = "`★ Insight ─────────────────`\nThe cache is shared.\n`──────────────`"
    assert [block.text for block in blocks(aside)] == ["The cache is shared."]
