"""Laws of the edits of learnings.md: no byte moves but those of the entry that is meant.

They are asked of files that people and their agents wrote, each in four forms, and of random
documents that are made of what such files hold.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.errors import RefusedError, UnreadableError
from memory_md.base.identity import entry_id
from memory_md.memory.disk import decoded, encoded
from memory_md.memory.lines import Document, moved_item, parse, render_line, storable
from memory_md.memory.model import Archived, Entry
from memory_md.memory.splices import ARCHIVE, rewritten

from ..conftest import REALDATA, Mem

FILES = sorted(path for path in REALDATA.rglob("*") if path.suffix.casefold() == ".md")
FORMS = {
    "as it is": lambda data: data,
    "CRLF": lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    "BOM": lambda data: b"\xef\xbb\xbf" + data.removeprefix(b"\xef\xbb\xbf"),
    "no final newline": lambda data: data.rstrip(b"\r\n"),
}
NEW = Entry("", "decision", "Keep the lock file beside the data", "high", "2026-02-02")
NEW = replace(NEW, id=entry_id(NEW.kind, NEW.text), lead=NEW.text)
WORDS = "Quite other words, with `code` and a *sign*"
MOST = 4  # entries of a file that are edited and removed, spread over it


@pytest.fixture(params=FILES or [None], ids=lambda path: path.parent.name if path else "none")
def real(request: pytest.FixtureRequest) -> Path:
    if request.param is None:
        pytest.skip(f"the collection of real files is not at {REALDATA}")
    path: Path = request.param
    return path


# -- the laws ---------------------------------------------------------------------------------


def check_nothing(document: Document) -> None:
    assert rewritten(document).text == document.text


def check_add(document: Document) -> Document:
    """A new entry is one run of bytes more, and is read back."""
    after = rewritten(document, added={NEW.id: render_line(NEW)})
    old, new = document.text, after.text
    front = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(old))
    grown = len(new) - len(old)
    if old.strip("\ufeff \t\r\n"):  # an empty file gets a heading
        assert grown > 0
        assert any(old == new[:at] + new[at + grown :] for at in range(front, -1, -1)), new
    added = [one.entry for one in after.entries if one.entry.id == NEW.id]
    assert [(one.kind, one.qualifier, one.text) for one in added] == [
        ("decision", "high", NEW.text)
    ]
    assert raws(after, but=NEW.id) == raws(document, but=NEW.id)
    return after


def check_edit(document: Document, id_: str) -> bool:
    """An edited entry says the new words, and once is as good as twice; return whether it is."""
    placed = next(one for one in document.entries if one.entry.id == id_)
    wanted = replace(placed.entry, lead=WORDS, manual=True)
    try:
        after = rewritten(document, changed={id_: wanted})
    except RefusedError:
        return False
    now = next(one for one in after.entries if one.entry.id == id_)
    assert (now.entry.lead, now.entry.manual) == (WORDS, True)
    assert rewritten(after, changed={id_: replace(now.entry, lead=WORDS)}).text == after.text
    if is_single(document, id_):
        assert raws(after, but=id_) == raws(document, but=id_)
        assert after.text.startswith(document.text[: placed.block.start])
        assert after.text.endswith(document.text[placed.block.end :])
    return True


def check_remove(document: Document, id_: str) -> bool:
    """All others keep their bytes; return whether it could be done."""
    try:
        after = rewritten(document, gone=[id_])
    except RefusedError:
        return False
    if is_single(document, id_):
        assert raws(after) == raws(document, but=id_)
        placed = next(one for one in document.entries if one.entry.id == id_)
        front, back = document.text[: placed.block.start], document.text[placed.block.end :]
        assert after.text.startswith(front.rstrip("\r\n"))
        assert after.text.endswith(back.lstrip())
        lost = (front + back).count("\n") - after.text.count("\n")
        assert 0 <= lost <= 1 or not document.text.endswith("\n")  # one of two blank lines
    return True


def check_move(document: Document, id_: str) -> None:
    """What goes to the archive says there what it said, and so does what comes back."""
    placed = next(one for one in document.entries if one.entry.id == id_)
    gone = replace(placed.entry, archived=Archived("removed", "2026-02-03"))
    try:
        item = moved_item(document, placed, gone)
        archive = rewritten(parse("", "archive"), added={id_: item}, title=ARCHIVE)
    except UnreadableError:  # what it holds would be read as something else there
        return
    (there,) = [one for one in archive.entries if one.entry.id == id_]
    assert (there.entry.kind, there.entry.text) == (gone.kind, gone.text)
    assert there.entry.archived == gone.archived
    back = moved_item(archive, there, replace(there.entry, archived=None))
    again = rewritten(parse("", "learnings"), added={id_: back})
    assert [one.entry.text for one in again.entries] == [gone.text]


def raws(document: Document, but: str = "") -> list[str]:
    return [document.raw(one) for one in document.entries if one.entry.id != but]


def is_single(document: Document, id_: str) -> bool:
    return sum(one.entry.id == id_ for one in document.entries) == 1


def ids(document: Document) -> list[str]:
    return list(dict.fromkeys(one.entry.id for one in document.entries))


# -- files that people wrote --------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_a_real_file_keeps_every_byte_that_no_edit_means(real: Path, form: str) -> None:
    if "learnings" not in real.parts and form != "as it is":
        return  # other files only widen what is written there
    data = FORMS[form](real.read_bytes())
    text = decoded(data) or ""
    assert encoded(text) == data
    document = parse(text, real.name)
    assert document.text == text
    check_nothing(document)
    check_nothing(check_add(document))
    for id_ in ids(document)[:: max(1, len(document.entries) // MOST)]:
        is_done = check_edit(document, id_), check_remove(document, id_)
        assert all(is_done) or "learnings" not in real.parts, id_
        check_move(document, id_)


@pytest.mark.parametrize("form", FORMS)
def test_real_commands_take_back_all_that_they_did(
    form: str, memory: Path, realdata: Path, mem: Mem
) -> None:
    source = max((realdata / "learnings").rglob("*.md"), key=lambda path: path.stat().st_size)
    data, path = FORMS[form](source.read_bytes()), memory / "learnings.md"
    path.write_bytes(data)
    entries = mem.ok("list", "--json").json["entries"]
    assert path.read_bytes() == data
    first, second = entries[0]["id"], entries[len(entries) // 2]["id"]
    mem.ok("add", "Keep the lock file beside the data")
    mem.ok("edit", first, WORDS)
    mem.ok("rm", second)
    left = {entry["id"]: entry["text"] for entry in mem.ok("list", "--json").json["entries"]}
    assert second not in left
    assert len(left) == len({entry["id"] for entry in entries})
    assert all(left[e["id"]] == e["text"] for e in entries if e["id"] not in {first, second})
    for _ in range(3):
        mem.ok("undo")
    assert path.read_bytes() == data


# -- random documents ---------------------------------------------------------------------------

COMMENTS = (
    "<!-- mem:k3v9q2xa -->", "<!-- mem:p0d7w1bz pin -->",
    "<!-- mem:1x8rr0ce manual paths=src/**,a%20b.py since=v2 -->", "<!-- mem:zz10kk3d",
    "<!-- mem:K3 -->", "<!-- a person's -->", "`<!-- mem:aaaaaaaa -->`", "",
)  # fmt: skip
LEADS = (
    "Always run make lint", "[2026-02-02] Decision (high): Use JWT",
    "**Risk (Security)**: no cookies", "[ ] a task", "[x] done",
    "[a link](https://example.org)", "> quoted", "# heading", "```", "<div>", "1. nested",
    "    code", "", "日本語の規則：テスト", "bytes \udcff\udc80 of another script",
    "a\u2028b \x0b \x0c c\xa0d", "a \\", "a `tick", "***",
)  # fmt: skip
OTHERS = (
    "", "", "# Learnings", "## Learnings", "# Other", "Title\n=====", "---", "text",
    "```python", "```", "~~~", "<!--", "-->", "<details>", "</details>", "<pre>",
    "| a | b |\n|---|---|", "<<<<<<< HEAD", "=======", ">>>>>>> topic", "> - in a quote",
    "[link]: https://example.org",
)  # fmt: skip


@st.composite
def documents(draw: st.DrawFn) -> str:
    items = st.builds(
        "{}{}{}{} {}".format,
        st.sampled_from(("", "", "", " ", "  ", "   ", "    ", "\t", "> ")),
        st.sampled_from(("-", "-", "-", "*", "+", "1.", "2)", "", "-   ")),
        st.sampled_from((" ", " ", " ", "\t", "     ", "")),
        st.sampled_from(LEADS),
        st.sampled_from(COMMENTS),
    )
    lines = draw(st.lists(st.one_of(items, items, st.sampled_from(OTHERS)), max_size=14))
    end = draw(st.sampled_from(("\n", "\r\n")))
    text = end.join(line.replace("\n", end) for line in lines)
    front = draw(st.sampled_from(("", "", "\ufeff", f"---{end}a: b{end}---{end}")))
    return front + text + draw(st.sampled_from(("", end, end + end)))


@given(documents())
def test_a_random_document_keeps_every_byte_that_no_edit_means(text: str) -> None:
    assert decoded(encoded(text)) == text
    document = parse(text, "learnings.md")
    assert document.text == text
    check_nothing(document)
    check_add(document)
    for id_ in ids(document):
        check_edit(document, id_)
        check_remove(document, id_)
        check_move(document, id_)


@given(documents(), st.text(min_size=1), st.sampled_from(("note", "decision", "risk")))
def test_any_words_are_read_back_as_they_were_added_or_refused(
    text: str, words: str, kind: str
) -> None:
    document = parse(text, "learnings.md")
    said = storable(words)
    entry = Entry(entry_id(kind, said), kind, said, "", "2026-02-02", said)
    try:
        after = rewritten(document, added={entry.id: render_line(entry)})
    except UnreadableError:
        return
    found = [one.entry for one in after.entries if one.entry.id == entry.id]
    assert len(found) == 1 + sum(one.entry.id == entry.id for one in document.entries)
    assert raws(after, but=entry.id) == raws(document, but=entry.id)


TWICE = "# Learnings\n\n- Use JWT <!-- mem:k3v9q2xa -->\n- Other\n- Use JWT <!-- mem:k3v9q2xa -->\n"


def test_of_two_equal_lines_with_one_id_none_is_left_with_the_old_words() -> None:
    document = parse(TWICE, "learnings.md")
    wanted = replace(document.entries[0].entry, lead="Use sessions")
    after = rewritten(document, changed={"k3v9q2xa": wanted})
    assert "JWT" not in after.text
    assert after.problems == ()


ITEM = "- Use JWT <!-- mem:k3v9q2xa -->\n"


@pytest.mark.parametrize("words", ["[ ] a task", "- an item", "[a](b)", "```", "> quoted", ""])
def test_a_change_after_which_it_would_be_no_entry_is_refused(words: str) -> None:
    document = parse(ITEM, "learnings.md")
    wanted = replace(document.entries[0].entry, lead=words)
    with pytest.raises(RefusedError):
        rewritten(document, changed={"k3v9q2xa": wanted})


def test_an_entry_between_conflict_markers_is_left_alone() -> None:
    document = parse(f"<<<<<<< a\n{ITEM}=======\n>>>>>>> b\n", "learnings.md")
    with pytest.raises(RefusedError, match="conflict"):
        rewritten(document, gone=["k3v9q2xa"])
    with pytest.raises(RefusedError, match="conflict"):
        rewritten(document, changed={"k3v9q2xa": replace(document.entries[0].entry, lead=WORDS)})


def test_a_line_between_conflict_markers_has_its_id_from_no_other_line() -> None:
    text = f"{ITEM}\n<<<<<<< a\n{ITEM.replace('JWT', 'sessions')}=======\n>>>>>>> b\n"
    assert {one.code for one in parse(text, "learnings.md").problems} == {"conflict"}


def test_a_comment_that_says_a_key_twice_is_not_read() -> None:
    (problem,) = parse("- Use JWT <!-- mem:k3v9q2xa paths=a paths=b -->\n", "x").problems
    assert "paths stands twice" in problem.message


def test_a_new_entry_stands_below_a_heading_of_the_second_level() -> None:
    front, back = "# Notes\n\n## Learnings\n\n- One\n", "\n## Other\n\n- Two\n"
    item = render_line(NEW)
    after = rewritten(parse(front + back, "learnings.md"), added={NEW.id: item})
    assert after.text == f"{front}- {item}\n{back}"
