"""A document is its sections; each knows the headings above it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.markdown.lines import heading_at, sections

DOCUMENT = """---
title: not a heading
---
Preamble.

# Setup
First.

## Windows

```sh
# not a heading either
```

Setext too
----------
Text.

# Use
"""


def test_headings_are_nested() -> None:
    assert [(one.line, " > ".join(one.headings)) for one in sections(DOCUMENT)] == [
        (1, ""),
        (6, "Setup"),
        (9, "Setup > Windows"),
        (15, "Setup > Setext too"),
        (19, "Use"),
    ]


@pytest.mark.parametrize(
    ("line", "heading"),
    [(1, ""), (4, ""), (6, "Setup"), (12, "Setup > Windows"), (17, "Setup > Setext too")],
)
def test_a_line_stands_under_headings(line: int, heading: str) -> None:
    assert heading_at(sections(DOCUMENT), line) == heading


def test_a_heading_on_the_first_line_has_no_empty_section_above() -> None:
    assert [one.headings for one in sections("# A\ntext\n")] == [("A",)]


def test_an_empty_document_has_one_empty_section() -> None:
    (only,) = sections("")
    assert (only.headings, only.line, only.text) == ((), 1, "")


@given(
    st.lists(st.sampled_from(["# A", "## B", "text", "", "```", "---", "- x", "\r"]), max_size=12)
)
def test_together_they_are_the_document(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert "".join(one.text for one in sections(text)) == text
