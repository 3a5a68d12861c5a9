"""The archive: what leaves learnings.md stands there whole, and what was purged does not."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from msgspec.structs import replace

from memory_md.memory.model.entry import Archived, as_written
from memory_md.memory.text.archive import (
    HEADER,
    moved_line,
    purge_marks,
    with_added,
    with_purge_mark,
)
from memory_md.memory.text.learnings import Document, Placed, block_text, parse, with_lines, without

from ..rows import check_rows
from .documents import SOUPS, corpus, decode

WHY = Archived("removed", date(2026, 2, 9), "no longer -- so")


def there_and_back(document: Document, placed: Placed) -> None:
    """An entry keeps its words and lines on the way into the archive and out of it."""
    gone = replace(placed.entry, archived=WHY, bare=False)
    line = moved_line(document, placed, gone)
    archive = with_lines(parse("", "archive.md"), [line], "archive.md", header=HEADER)
    (there,) = archive.entries
    assert as_written(there.entry) == as_written(replace(gone, extra=there.entry.extra))
    assert block_text(archive, there).split() == block_text(document, placed).split()
    rest = without(document, [placed.entry.id], "learnings.md")
    line = moved_line(archive, there, replace(there.entry, archived=None))
    back = with_lines(rest, [line], "learnings.md").by_id()[gone.id].entry
    was = replace(placed.entry, extra=(), bare=False)
    assert as_written(replace(back, extra=())) == as_written(was)
    assert without(archive, [gone.id], "archive.md").text == HEADER


@check_rows("path", corpus(), ids=lambda path: path.stem)
def test_entries_of_the_corpus_go_there_and_back(path: Path) -> None:
    document = parse(decode(path.read_bytes()), path.name)
    found = document.by_id()
    for placed in found.values():
        others = [p for p in document.entries if p.entry.id == placed.entry.id]
        if not placed.bullet.conflicted and len(others) == 1:
            there_and_back(document, placed)
    assert found or path.stem in {"nothing-yet", "html-at-the-end"}


@given(SOUPS)
def test_lines_of_soups_are_read_back(text: str) -> None:
    document = parse(text, "x.md")
    for placed in document.entries:
        gone = replace(placed.entry, archived=WHY, bare=False)
        lines = [moved_line(document, placed, gone)]
        archive = with_lines(parse("", "a.md"), lines, "a.md", header=HEADER)
        (there,) = archive.entries
        assert there.entry == replace(gone, extra=there.entry.extra)


def test_entries_stand_in_the_order_of_their_ids_whenever_they_left() -> None:
    rows = [f"[2026-02-02] Fixed: number {n} <!-- mem:{'zm3a9'[n] * 8} -->" for n in range(5)]
    archive = with_added(parse("", "a.md"), rows[:2], "a.md")
    for row in rows[2:]:
        archive = with_added(archive, [row], "a.md")
    ids = [placed.entry.id for placed in archive.entries]
    assert ids == sorted(ids)
    assert archive.text.startswith(HEADER)


MOVED = [
    pytest.param("- x\n", "x {c}", id="one line"),
    pytest.param("* x\r\n  y\r\n", "x {c}\n  y", id="CRLF"),
    pytest.param(
        "-   x\n\n    ```\n      code\n    ```\n", "x {c}\n\n  ```\n    code\n  ```", id="wide"
    ),
    pytest.param("1. x\n   1. y\n", "x {c}", id="a number's own words"),
    pytest.param("12) x\n\n    > n\n", "x {c}\n\n  > n", id="a number"),
    pytest.param("1.\n   - x\n     - n\n", "x {c}\n  - n", id="in a numbered item"),
    pytest.param("- x <!-- mem:aaaaaaaa gap --> y\n", "x y {c}", id="the gap stays behind"),
]


@pytest.mark.parametrize(("text", "wanted"), MOVED)
def test_a_moved_line(text: str, wanted: str) -> None:
    document = parse(text, "x.md")
    placed, *_ = document.entries
    line = moved_line(document, placed, replace(placed.entry, archived=Archived("evicted", WHY.on)))
    manual = f"<!-- mem:{placed.entry.id} manual archived=2026-02-09 reason=evicted -->"
    assert line == wanted.format(c=manual)


MARKS = [
    pytest.param("", set(), id="empty"),
    pytest.param("<!-- mem-purged:0123456789abcdef -->", {"0123456789abcdef"}, id="one"),
    pytest.param("a\r\n<!-- mem-purged:0123456789abcdef -->\r\nb", {"0123456789abcdef"}, id="CRLF"),
    pytest.param("- <!-- mem-purged:0123456789abcdef -->", set(), id="in a bullet"),
    pytest.param("<!-- mem-purged:0123 -->", set(), id="short"),
]


@pytest.mark.parametrize(("text", "marks"), MARKS)
def test_marks(text: str, marks: set[str]) -> None:
    assert purge_marks(text) == marks


@pytest.mark.parametrize("text", ["", "# Archive\n", "# Archive", "- a <!-- mem:aaaaaaaa -->\n"])
def test_a_mark_is_added_once_and_read_back(text: str) -> None:
    document = parse(text, "a.md")
    once = with_purge_mark(document, "0123456789abcdef", "a.md")
    assert purge_marks(once.text) == {"0123456789abcdef"}
    assert once.text.startswith(text)
    assert [p.entry for p in once.entries] == [p.entry for p in document.entries]
    assert with_purge_mark(once, "0123456789abcdef", "a.md") is once
