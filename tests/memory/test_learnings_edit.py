"""Edits change the bytes they own and no other."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.base.errors import BugError, RefusedError, UnreadableError
from memory_md.base.identity import entry_id
from memory_md.memory.model.entry import Entry, as_written
from memory_md.memory.text.learnings import (
    Document,
    Placed,
    append,
    block_text,
    parse,
    render_line,
    splice,
    updated,
    with_lines,
    without,
)

from ..rows import check_rows
from .documents import BLOCKS, CONFLICTS, ENTRIES, MANY, SOUPS, commonmark_bullets, corpus, decode

DAY = date(2026, 2, 2)


def new(text: str, kind: str = "decision", **fields: object) -> Entry:
    base = Entry(entry_id(kind, text), kind, text, date=DAY, last=DAY)
    return replace(base, **fields)  # type: ignore[arg-type]


ONE = new("Something new", qualifier="high")
TWO = new("Something else", "gotcha", pinned=True)


def added(document: Document, *entries: Entry, by_id: str = "") -> Document:
    return with_lines(document, [render_line(entry) for entry in entries], "x.md", list_by_id=by_id)


def around(document: Document, placed: Placed) -> tuple[str, str]:
    """All but the comment of an entry and the space before it."""
    start, end = placed.comment or (placed.text_end, placed.text_end)
    return document.text[:start].rstrip(" "), document.text[end:]


def check_all_laws(text: str) -> int:
    """Every law over one document; gives the number of its entries."""
    document = parse(text, "x.md")
    check_adding(document)
    check_adding(document, by_id="learnings")
    for id_, placed in document.by_id().items():
        if not placed.bullet.conflicted:
            check_updating(document, id_, placed)
            check_removing(document, id_, placed)
    return len(document.entries)


def check_adding(document: Document, *, by_id: str = "") -> None:
    text = document.text
    assert splice(text, []) == text
    both = added(document, ONE, TWO, by_id=by_id)
    for entry in (ONE, TWO):
        read = both.by_id()[entry.id]
        assert replace(read.entry, extra=()) == entry
        if not document.outline.conflicts:
            assert read.line in commonmark_bullets(both.text)
    by_turns = added(added(document, ONE, by_id=by_id), TWO, by_id=by_id)
    for full in (both, by_turns):
        assert without(full, [ONE.id, TWO.id], "x.md").text == text
        for first, second in ((ONE, TWO), (TWO, ONE)):
            half = without(full, [first.id], "x.md")
            assert without(half, [second.id], "x.md").text == text
    alone = added(document, ONE, by_id=by_id)
    assert without(alone, [ONE.id], "x.md").text == text


def check_updating(document: Document, id_: str, placed: Placed) -> None:
    extra = (*placed.entry.extra, ("zz", "ops"))
    moved = replace(placed.entry, bare=False, pinned=True, extra=extra)
    after = updated(document, {id_: moved}, "x.md")
    assert as_written(after.by_id()[id_].entry) == as_written(moved)
    assert not after.by_id()[id_].is_old
    assert around(after, after.by_id()[id_]) == around(document, placed)
    assert updated(after, {id_: moved}, "x.md").text == after.text
    said = replace(placed.entry, text="fresh words", manual=True, confidence=1.0)
    with suppress(RefusedError):  # the paragraph ends in a way that its next line would join
        after = updated(document, {id_: said}, "x.md")
        assert after.by_id()[id_].lead == "fresh words"


def check_removing(document: Document, id_: str, placed: Placed) -> None:
    text, bullet = document.text, placed.bullet
    with suppress(RefusedError):  # the lines around it would be read as something else
        after = without(document, [id_], "x.md")
        assert len(after.entries) == len(document.entries) - 1
        above, below = text[: bullet.start], text[bullet.end :]
        if len(parse(above + below, "x.md").entries) == len(after.entries):
            assert after.text == above + below or not text[: bullet.end].endswith("\n")
            assert (above + below).startswith(after.text)
        else:  # without the number what is below would be read as something else
            assert after.text.startswith(above)
            assert after.text.endswith(below)
            assert after.text[len(above) : len(after.text) - len(below)].strip() in {
                "",
                bullet.marker.strip(),
            }


@MANY
@given(SOUPS)
def test_the_laws_hold_for_soups(text: str) -> None:
    check_all_laws(text)


@check_rows("path", corpus(), ids=lambda path: path.stem)
def test_the_laws_hold_for_the_corpus(path: Path) -> None:
    text = decode(path.read_bytes())
    check_all_laws(text)
    assert text.encode("utf-8", "surrogateescape") == path.read_bytes()


def test_the_laws_hold_for_real_files(realdata: Path) -> None:
    """All of them are read, and the laws checked of every third one."""
    entries = 0
    for number, path in enumerate(sorted(realdata.rglob("*.md"))):
        document = parse(decode(path.read_bytes()), path.name)
        entries += len(document.entries)
        if number % 3:
            continue
        check_adding(document)
        chosen = list(document.by_id().items())
        for id_, placed in chosen[:: max(len(chosen) // 3, 1)]:
            check_updating(document, id_, placed)
            check_removing(document, id_, placed)
    assert entries > 1000


def test_adding_nothing_is_nothing() -> None:
    document = parse("- a\n", "x.md")
    assert append(document, [], "x.md") == "- a\n"
    assert with_lines(document, [], "x.md", header="# H\n") is document
    assert updated(document, {}, "x.md") is document
    assert without(document, [], "x.md") is document


LINE = "New <!-- mem:aaaaaaaa -->"

PLACES = [
    pytest.param("", "- {}\n", id="empty"),
    pytest.param("\ufeff", "\ufeff- {}\n", id="BOM alone"),
    pytest.param("# Learnings\n\n", "# Learnings\n\n- {}\n", id="header only"),
    pytest.param("# Learnings\n\n- a\n", "# Learnings\n\n- a\n- {}\n", id="after the last"),
    pytest.param("# Learnings\n\n- a", "# Learnings\n\n- a\n- {}", id="no final newline"),
    pytest.param("- a\r\n", "- a\r\n- {}\r\n", id="CRLF"),
    pytest.param("- a\r\n- b", "- a\r\n- b\r\n- {}", id="CRLF, no final newline"),
    pytest.param(
        "# Learnings\n* a\n\n# B\n- b\n", "# Learnings\n* a\n* {}\n\n# B\n- b\n", id="section"
    ),
    pytest.param(
        "Learnings\n===\n- a\n\n## B\n", "Learnings\n===\n- a\n- {}\n\n## B\n", id="underlined"
    ),
    pytest.param(
        "# LEARNINGS\n\n## A\n- a\n", "# LEARNINGS\n\n## A\n- a\n- {}\n", id="under another"
    ),
    pytest.param("# Learnings\n\nText.\n\n# B\n- b\nlazy\n", None, id="no list there"),
    pytest.param("text\n", "text\n- {}\n", id="below a paragraph"),
    pytest.param("- a\n\n\n", "- a\n- {}\n\n\n", id="before trailing blank lines"),
    pytest.param("  - a\n", "  - a\n  - {}\n", id="indented list"),
    pytest.param("-\ta\n", "-\ta\n- {}\n", id="tab behind the dash"),
    pytest.param("-\n  a\n", "-\n  a\n- {}\n", id="content below the dash"),
    pytest.param("1. o\n   - a\n", "1. o\n   - a\n- {}\n", id="not inside a numbered item"),
    pytest.param("1. a\n2. b\n", "1. a\n2. b\n- {}\n", id="below a numbered list"),
    pytest.param(" 7) a\n* b\n", " 7) a\n* b\n* {}\n", id="below what is not numbered"),
    pytest.param("- a\n  ```\n  x\n", "- a\n  ```\n  x\n- {}\n", id="an open fence in a bullet"),
    pytest.param("text\n```\nx\n", "text\n- {}\n```\nx\n", id="above an open fence"),
    pytest.param("  ```\nx\n", "-   {}\n  ```\nx\n", id="above an indented open fence"),
    pytest.param("a\n<!-- b\n", "a\n- {}\n<!-- b\n", id="above an open comment"),
    pytest.param("- a\n<<<<<<< o\n- b\n=======\n- c\n>>>>>>> t\n", None, id="conflict at the end"),
    pytest.param("- [ ] task\n", "- [ ] task\n- {}\n", id="after a task"),
]


@check_rows(("text", "wanted"), PLACES)
def test_where_a_new_entry_stands(text: str, wanted: str | None) -> None:
    newline = "\r\n" if "\r" in text else "\n"
    wanted = f"{text}- {{}}{newline}" if wanted is None else wanted
    assert append(parse(text, "x.md"), [LINE], "x.md") == wanted.format(LINE)


GAPS = [
    pytest.param("<div>\n</div>\n", "<div>\n</div>\n\n- {}\n", id="final newline"),
    pytest.param("a\r\n\r\n<b>", "a\r\n\r\n<b>\r\n\r\n- {}", id="CRLF, no final newline"),
]


@pytest.mark.parametrize(("text", "wanted"), GAPS)
def test_below_html_a_blank_line_comes_and_goes(text: str, wanted: str) -> None:
    document = parse(text, "x.md")
    after = with_lines(document, [LINE], "x.md")
    assert after.text == wanted.format(LINE.replace(" -->", " gap -->"))
    assert without(after, ["aaaaaaaa"], "x.md").text == text


def test_the_gap_is_noted_in_the_comment_and_not_behind_further_lines() -> None:
    document = parse("<b>\n", "x.md")
    after = with_lines(document, [f"{LINE}\n  - below\n\n  more"], "x.md")
    read = after.by_id()["aaaaaaaa"].entry
    assert (read.text, read.extra) == ("New - below more", (("gap", ""),))


def test_no_place_is_an_error_that_says_where() -> None:
    # A second line with one ID is a fault wherever it stands.
    document = parse("- a <!-- mem:aaaaaaaa -->\n", "x.md")
    with pytest.raises(UnreadableError) as caught:
        append(document, [LINE], "x.md")
    assert caught.value.where == "x.md:1"
    assert caught.value.hint


def test_a_hopeless_line_is_given_up_soon() -> None:
    text = "".join(f"- {n} <!-- mem:{n:08d} -->\n\ntext\n\n" for n in range(3000))
    with pytest.raises(UnreadableError):
        append(parse(text, "x.md"), ["New <!-- mem:00000007 -->"], "x.md")


# -- in the order of IDs -------------------------------------------------------------------------

# The IDs of eight entries that `mem` wrote, in no order.
EIGHT = tuple(f"{first}0000000" for first in "519zkm2a")


def ours(id_: str) -> str:
    return f"- entry {id_} <!-- mem:{id_} -->"


def listed(*ids: str, newline: str = "\n", end: str = "\n", top: str = "# Learnings\n\n") -> str:
    return top.replace("\n", newline) + newline.join(map(ours, ids)) + end


IN_ORDER = [
    pytest.param(listed(*EIGHT), "50000000", ["60000000"], id="after the greatest below"),
    pytest.param(listed(*EIGHT), "z0000000", ["zz000000"], id="above all"),
    pytest.param(listed(*EIGHT), "", ["00000001"], id="below all"),
    pytest.param(listed(*EIGHT), "k0000000", ["k1000000", "k2000000"], id="two in one place"),
    pytest.param(listed(*EIGHT, newline="\r\n", end="\r\n"), "a0000000", ["b0000000"], id="CRLF"),
    pytest.param(listed(*EIGHT, end=""), "a0000000", ["b0000000"], id="no final newline"),
    pytest.param(
        listed(*EIGHT).replace("- entry 5", "\ntext\n\n- entry 5"),
        *("50000000", ["60000000"]),
        id="among blank lines and prose",
    ),
    pytest.param(
        listed(*EIGHT).replace("m0000000 -->", "m0000000 -->\n  - nested\n\n    deep"),
        *("m0000000", ["m1000000"]),
        id="after what is nested",
    ),
    pytest.param(
        listed(*EIGHT).replace("m0000000 -->", "m0000000 -->\n\n  ```\n  - code\n  ```"),
        *("m0000000", ["m1000000"]),
        id="after a fence in the entry",
    ),
    pytest.param(
        listed(*EIGHT) + "\n# Next\n\n" + listed("b1000000", top=""),
        *("a0000000", ["b2000000"]),
        id="only the list counts",
    ),
    pytest.param(
        listed(*EIGHT).replace("\n- entry k", "\n- mine\n* [ ] task\n- entry k"),
        *("k0000000", ["k1000000"]),
        id="a person's lines are no places",
    ),
]


@check_rows(("text", "before", "ids"), IN_ORDER)
def test_a_new_entry_stands_where_its_id_belongs(text: str, before: str, ids: list[str]) -> None:
    document = parse(text, "x.md")
    for order in (ids, ids[::-1]):
        lines = [ours(id_)[2:] for id_ in order]
        after = with_lines(document, lines, "x.md", list_by_id="learnings")
        stand = [placed.entry.id for placed in after.entries if not placed.bare]
        at = stand.index(before) + 1 if before else 0
        assert stand[at : at + len(ids)] == ids
        gone = [*stand[:at], *stand[at + len(ids) :]]
        assert gone == [placed.entry.id for placed in document.entries if not placed.bare]
        assert without(after, ids, "x.md").text == text
        newline = "\r\n" if "\r\n" in text else "\n"
        assert after.text.count("\n") == after.text.count(newline)


APPENDED = [
    pytest.param(listed(*EIGHT[:7]), id="seven entries"),
    pytest.param(listed(*EIGHT[:7]) + "- mine\n", id="seven and a person's"),
    pytest.param(listed(*EIGHT, top=""), id="no heading"),
    pytest.param(listed(*EIGHT, top="# Notes\n\n"), id="another heading"),
    pytest.param(listed(*EIGHT, top="# Learnings\n\n## A\n\n"), id="under a further heading"),
]


@check_rows("text", APPENDED)
def test_elsewhere_it_stands_at_the_end(text: str) -> None:
    document = parse(text, "x.md")
    after = with_lines(document, [LINE], "x.md", list_by_id="learnings")
    assert after.text == append(document, [LINE], "x.md") == f"{text}- {LINE}\n"


SLOTS = st.lists(st.sampled_from(BLOCKS + ENTRIES + CONFLICTS), max_size=2)


@MANY
@given(st.permutations(EIGHT), st.lists(SLOTS, min_size=9, max_size=9), st.booleans())
def test_the_laws_hold_in_the_order_of_ids(
    ids: list[str], between: list[list[str]], final: bool
) -> None:
    rows = ["# Learnings", "", *between[0]]
    for id_, others in zip(ids, between[1:], strict=True):
        rows += [ours(id_), *others]
    check_adding(parse("\n".join(rows) + "\n" * final, "x.md"), by_id="learnings")


# -- updating ------------------------------------------------------------------------------------

UPDATES = [
    pytest.param("- x\n", "- x{c}\n", id="bare"),
    pytest.param("- x  \n", "- x{c}  \n", id="trailing spaces stay"),
    pytest.param("- x\n  y\n", "- x\n  y{c}\n", id="wrapped"),
    pytest.param("- x\n  - n\n", "- x{c}\n  - n\n", id="above what is nested"),
    pytest.param("- x\r\n", "- x{c}\r\n", id="CRLF"),
    pytest.param("- x", "- x{c}", id="no final newline"),
    pytest.param("-\n  x\n", "-\n  x{c}\n", id="content below the dash"),
    pytest.param("- x <!--mem:aaaaaaaa--> y\n", "- x{c} y\n", id="words behind the comment"),
    pytest.param(
        "- x\n  <!-- mem:aaaaaaaa -->\n", "- x\n {c}\n", id="comment on a line of its own"
    ),
]


@check_rows(("text", "wanted"), UPDATES)
def test_metadata_goes_into_the_comment(text: str, wanted: str) -> None:
    document = parse(text, "x.md")
    (placed,) = document.entries
    entry = replace(placed.entry, pinned=True, manual=True)
    after = updated(document, {entry.id: entry}, "x.md")
    assert after.text == wanted.format(c=f" <!-- mem:{entry.id} pin manual -->")


REWORDED = [
    pytest.param("- x\n", "- new {c}\n", id="bare"),
    pytest.param("- x\n  y\n\n  - n\n", "- new {c}\n\n  - n\n", id="what is nested stays"),
    pytest.param("-\n  x\n", "-\n  new {c}\n", id="content below the dash"),
    pytest.param("- x <!-- mem:aaaaaaaa --> y\n", "- new {c}\n", id="with words behind"),
    pytest.param(
        "- x\n  - n <!-- mem:aaaaaaaa -->\n", "- new\n  - n {c}\n", id="comment further down"
    ),
    pytest.param(
        "- [2026-02-02] Fixed: x\n", "- [2026-02-02] Fixed: new {c}\n", id="date and label"
    ),
]


@pytest.mark.parametrize(("text", "wanted"), REWORDED)
def test_new_words_replace_the_entrys_own(text: str, wanted: str) -> None:
    document = parse(text, "x.md")
    (placed,) = document.entries
    entry = replace(placed.entry, text="new", confidence=1.0, manual=True)
    after = updated(document, {entry.id: entry}, "x.md")
    assert after.text == wanted.format(c=f"<!-- mem:{entry.id} manual -->")


@pytest.mark.parametrize(
    "text", ["[ ] later", "[x](y)", "Fixed: it", "[2026-02-02] x", "<!-- x -->"]
)
def test_words_that_would_not_be_read_back_are_refused(text: str) -> None:
    document = parse("- a\n- b\n", "x.md")
    entry = replace(document.entries[1].entry, text=text)
    with pytest.raises(RefusedError) as caught:
        updated(document, {entry.id: entry}, "x.md")
    assert (caught.value.where, bool(caught.value.hint)) == ("x.md:2", True)


def test_entries_in_a_conflict_are_left_alone() -> None:
    document = parse("<<<<<<< o\n- b\n=======\n- c\n>>>>>>> t\n", "x.md")
    entry = document.entries[0].entry
    with pytest.raises(RefusedError):
        updated(document, {entry.id: replace(entry, seen=2)}, "x.md")
    with pytest.raises(RefusedError):
        without(document, [entry.id], "x.md")


def test_a_removal_that_would_move_others_is_refused() -> None:
    document = parse("- ```\n- b\n  - n\n\ttext\n<b>\n      x\n", "x.md")
    with pytest.raises(RefusedError) as caught:
        without(parse("- ```\n-   b\n  - n\n", "x.md"), [entry_id("note", "b")], "x.md")
    assert caught.value.where == "x.md:2"
    assert len(document.entries) == 2


def test_an_id_named_twice_takes_two_entries_out() -> None:
    document = parse("- a\n- b\n- A\n- a\n", "x.md")
    id_ = document.entries[0].entry.id
    assert without(document, [id_, id_], "x.md").text == "- b\n- a\n"


@given(st.sets(st.integers(0, 7)), st.sampled_from(["", "\n"]))
def test_many_at_once_is_one_after_the_other(gone: set[int], end: str) -> None:
    text = "# Learnings\n\n" + "\n".join(f"- entry {n}" for n in range(8)) + end
    document = parse(text, "x.md")
    ids = [document.entries[index].entry.id for index in sorted(gone)]
    by_turns = document
    for id_ in ids:
        by_turns = without(by_turns, [id_], "x.md")
    assert without(document, ids, "x.md").text == by_turns.text
    assert [p.entry.text for p in by_turns.entries] == [
        f"entry {n}" for n in range(8) if n not in gone
    ]


def test_edits_that_overlap_are_our_bug() -> None:
    with pytest.raises(BugError):
        splice("abcdef", [(0, 3, "x"), (2, 4, "y")])


BLOCK_TEXTS = [
    pytest.param("- a <!-- mem:aaaaaaaa --> b\n  - c\n", "a b\n- c", id="comment taken out"),
    pytest.param("-\ta\n\n\t    code\n", "a\n\n    code", id="tabs"),
    pytest.param("- a\n\n\t  code\n", "a\n\n    code", id="a tab that is split"),
    pytest.param("- a\nlazy\n", "a\nlazy", id="lazy"),
    pytest.param("-\n  a\n  b\n", "a\nb", id="content below the dash"),
    pytest.param("- a\r\n\r\n  b\r\n", "a\n\nb", id="CRLF"),
    pytest.param("- a\n  \u2028b\n", "a\n\u2028b", id="a line separator is no indentation"),
]


@pytest.mark.parametrize(("text", "wanted"), BLOCK_TEXTS)
def test_the_words_of_an_entry(text: str, wanted: str) -> None:
    document = parse(text, "x.md")
    assert block_text(document, document.entries[0]) == wanted
