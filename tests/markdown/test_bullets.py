"""Bullets are found where CommonMark finds them, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given

from memory_md.markdown import bullets
from memory_md.markdown.bullets import outline

from ..memory.documents import (
    BLOCKS,
    CONFLICTS,
    ENTRIES,
    MANY,
    commonmark_bullets,
    corpus,
    decode,
    soups,
)
from ..rows import check_rows

NONE = [
    pytest.param("```\n- a\n```", id="fence"),
    pytest.param("~~~ text\n- a\n```\n- b\n~~~~", id="tilde fence, other marks inside"),
    pytest.param("````\n```\n- a\n````", id="long fence"),
    pytest.param("  ```\n- a", id="fence that is never closed"),
    pytest.param("    - a", id="indented code"),
    pytest.param("\t- a", id="indented code by a tab"),
    pytest.param("> - a\n> - b", id="quote"),
    pytest.param("> 1. a", id="quoted number"),
    pytest.param("1.a\n1 b\n1234567890. c", id="no number of an item"),
    pytest.param("text\n2. a", id="a number in a paragraph"),
    pytest.param("<!--\n- a\n\n- b\n-->", id="comment"),
    pytest.param("<div>\n- a\n</div>", id="HTML until a blank line"),
    pytest.param("<pre>\n\n- a\n</pre>", id="HTML until its end tag"),
    pytest.param("<span class='x'>\n- a", id="HTML of any name on a line of its own"),
    pytest.param("---\ntags:\n- a\n---", id="front matter"),
    pytest.param("\ufeff---\r\n- a\r\n---\r\n", id="front matter behind a BOM, CRLF"),
    pytest.param("---\n- a\n...", id="front matter that ends with dots"),
    pytest.param("* * *\n- - -\n***", id="rules"),
    pytest.param("text\n-", id="underline of a heading"),
    pytest.param("-a\n+b\n*c*", id="no space"),
    pytest.param("text\n    - a", id="continued paragraph"),
    pytest.param("", id="nothing"),
    pytest.param("\ufeff", id="BOM alone"),
]


@check_rows("text", NONE)
def test_here_is_no_bullet(text: str) -> None:
    assert outline(text).bullets == ()


FOUND = [
    pytest.param("- a", [(1, "a", "- a")], id="dash"),
    pytest.param("* a\n+ b", [(1, "a", "* a\n"), (2, "b", "+ b")], id="star and plus"),
    pytest.param("text\n- a", [(2, "a", "- a")], id="interrupts a paragraph"),
    pytest.param("- a\n  b\nc\n\nd", [(1, "a\n  b\nc", "- a\n  b\nc\n")], id="wrapped, then lazy"),
    pytest.param("- a\n  - b\n- c", [(1, "a", "- a\n  - b\n"), (3, "c", "- c")], id="nested"),
    pytest.param("- a\n\n  b\n\n\nc", [(1, "a", "- a\n\n  b\n")], id="second paragraph"),
    pytest.param(
        "- a\n  ```\n- b\n", [(1, "a", "- a\n  ```\n"), (3, "b", "- b\n")], id="fence inside"
    ),
    pytest.param(
        "-\n  a\n  b\nc", [(1, "a\n  b\nc", "-\n  a\n  b\nc")], id="content below the marker"
    ),
    pytest.param("-\n\n  a", [(1, "", "-\n")], id="empty"),
    pytest.param("1. a\n2) b\n", [(1, "a", "1. a\n"), (2, "b", "2) b\n")], id="numbers"),
    pytest.param("1. a\n   > - b", [(1, "a", "1. a\n   > - b")], id="quote in a numbered item"),
    pytest.param("1. - a\n     - b", [(1, "- a", "1. - a\n     - b")], id="bullet beside a number"),
    pytest.param(
        "1. o\n   - a\n\n   more\n2. p",
        [(1, "o", "1. o\n"), (2, "a", "   - a\n"), (5, "p", "2. p")],
        id="in a numbered item",
    ),
    pytest.param(
        "1. o\n   1. a\n      - b\n   - c\n     1. d",
        [
            (1, "o", "1. o\n"),
            (2, "a", "   1. a\n"),
            (3, "b", "      - b\n"),
            (4, "c", "   - c\n     1. d"),
        ],
        id="in numbered items",
    ),
    pytest.param("-\ta\n\n\tb", [(1, "a", "-\ta\n\n\tb")], id="tab"),
    pytest.param("- a\r\n  b\r\n", [(1, "a\r\n  b", "- a\r\n  b\r\n")], id="CRLF"),
    pytest.param(
        "- a\u2028b\x0cc\x85d\n",
        [(1, "a\u2028b\x0cc\x85d", "- a\u2028b\x0cc\x85d\n")],
        id="odd breaks",
    ),
    pytest.param("---\na: b\n- x\n", [(3, "x", "- x\n")], id="front matter never closed"),
    pytest.param("---\nt: 1\n---\n- x", [(4, "x", "- x")], id="behind front matter"),
    pytest.param("- # H\n  b", [(1, "# H", "- # H\n  b")], id="heading inside"),
    pytest.param("- - a\n  b", [(1, "- a", "- - a\n  b")], id="list in a list"),
    pytest.param("<div>\n\n- a\n</div>", [(3, "a", "- a\n")], id="a blank line ends HTML"),
    pytest.param("text\n<b>\n- a", [(3, "a", "- a")], id="a tag in a paragraph"),
    pytest.param("| a |\n|--|\n| - b |\n- c", [(4, "c", "- c")], id="below a table"),
]


@check_rows(("text", "bullets"), FOUND)
def test_here_are_bullets(text: str, bullets: list[tuple[int, str, str]]) -> None:
    found = outline(text).bullets
    assert [(b.line, text[b.content : b.lead_end], text[b.start : b.end]) for b in found] == bullets


HEADINGS = [
    pytest.param("# A", [(1, "A")], id="ATX"),
    pytest.param("  ## A ##  ", [(2, "A")], id="closed"),
    pytest.param("# A#", [(1, "A#")], id="sharp"),
    pytest.param("###", [(3, "")], id="empty"),
    pytest.param("A\nB\n===", [(1, "A B")], id="underlined"),
    pytest.param("A\n---", [(2, "A")], id="underlined by dashes"),
    pytest.param("#A\n\n####### A", [], id="neither"),
    pytest.param("- # A\n> # B\n\n1. # C", [], id="in lists and quotes"),
    pytest.param("```\n# A\n```", [], id="in a fence"),
    pytest.param("# A" + " " * 100_000 + "b" + " #" * 100_000, None, id="long"),
]


@check_rows(("text", "headings"), HEADINGS)
def test_headings(text: str, headings: list[tuple[int, str]] | None) -> None:
    found = [(heading.level, heading.title) for heading in outline(text).headings]
    if headings is None:
        assert len(found) == 1
    else:
        assert found == headings


OPEN = [
    pytest.param("a\n```\nb", 2, id="fence"),
    pytest.param("<!-- a\n\nb", 0, id="comment"),
    pytest.param("a\n\n<div>\nb", 3, id="HTML"),
    pytest.param("```\nb\n```", None, id="closed fence"),
    pytest.param("<div>\n\n", None, id="closed HTML"),
    pytest.param("<!-- a -->", None, id="closed comment"),
    pytest.param("- ```\n  b", None, id="a fence ends with its item"),
    pytest.param("> ```\n> b", None, id="a fence ends with its quote"),
]


@check_rows(("text", "offset"), OPEN)
def test_what_is_left_open(text: str, offset: int | None) -> None:
    assert outline(text).open_from == offset


def test_what_lies_between_conflict_markers_is_marked() -> None:
    text = "- a\n<<<<<<< ours\n- b\n=======\n- c\n  - d\n>>>>>>> theirs\n- e\n"
    found = outline(text)
    assert found.conflicts == (2,)
    assert [(b.line, b.conflicted) for b in found.bullets] == [
        (1, False),
        (3, True),
        (5, True),
        (8, False),
    ]


def test_a_conflict_shown_in_a_fence_is_none() -> None:
    found = outline("```\n<<<<<<< ours\n- b\n=======\n- c\n>>>>>>> theirs\n```\n- e\n")
    assert (found.conflicts, [b.line for b in found.bullets]) == ((), [8])


def test_a_conflict_that_is_never_closed_marks_no_bullets() -> None:
    found = outline("<<<<<<< ours\n- b\n=======\n- c\n")
    assert found.conflicts == (1,)
    assert [(b.line, b.conflicted) for b in found.bullets] == [(2, False), (4, False)]


# -- laws ----------------------------------------------------------------------------------------


@MANY
@given(soups(BLOCKS, ENTRIES))
def test_commonmark_finds_the_same_bullets(text: str) -> None:
    assert [b.line for b in outline(text).bullets] == commonmark_bullets(text)


# We read the rows of a table as a paragraph, which an empty item, a number other than one and a
# tag of any name cannot interrupt; a table they can.
_BELOW_A_TABLE = re.compile(
    r"^.*\|.*\n(.*\|.*\n)*[ \t>]*([-*+]|[0-9]+[.)].*|<.*)[ \t]*$", re.MULTILINE
)


@MANY
@given(soups(BLOCKS, ENTRIES))
def test_with_tables_it_differs_only_right_below_one(text: str) -> None:
    plain = text.replace("\r", "")
    if not _BELOW_A_TABLE.search(plain):
        ours = [b.line for b in outline(plain).bullets]
        assert ours == commonmark_bullets(plain, tables=True)


@given(soups(BLOCKS, ENTRIES, CONFLICTS))
def test_bullets_stand_in_order_and_apart(text: str) -> None:
    end = 0
    for bullet in outline(text).bullets:
        assert end <= bullet.start < bullet.content <= bullet.lead_end <= bullet.end <= len(text)
        assert bullet.line == text.count("\n", 0, bullet.start) + 1
        assert text[bullet.start :].startswith(bullet.marker)
        end = bullet.end


@check_rows("path", corpus(), ids=lambda path: path.stem)
def test_commonmark_finds_the_same_bullets_in_the_corpus(path: Path) -> None:
    text = decode(path.read_bytes())
    if "<<<<<<<" not in text:
        assert [b.line for b in outline(text).bullets] == commonmark_bullets(text, tables=True)


def test_commonmark_finds_the_same_bullets_in_real_files(realdata: Path) -> None:
    different = []
    for path in sorted(realdata.rglob("*.md")):
        text = decode(path.read_bytes())
        if [b.line for b in outline(text).bullets] != commonmark_bullets(text, tables=True):
            different.append(path.name)
    assert different == []


@given(soups(BLOCKS, ENTRIES, CONFLICTS))
def test_a_line_that_is_plain_is_read_as_any_other(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bullets, "_PLAIN", re.compile(r"(?!)"))
        slowly = outline(text)
    assert outline(text) == slowly
