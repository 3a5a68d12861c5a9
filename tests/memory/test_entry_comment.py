"""The comment behind an entry: found, read, and written as it was."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.memory.model.entry import Archived, Entry
from memory_md.memory.rules.confidence import first_format
from memory_md.memory.text.entry_comment import (
    CommentError,
    Fields,
    decode,
    encode,
    find_comment,
    parse_fields,
    render_comment,
)

from ..rows import check_rows

NOT_OURS = [
    pytest.param("a", id="none"),
    pytest.param("a <!-- note -->", id="another"),
    pytest.param("a <!-- memo: x -->", id="another that begins alike"),
    pytest.param("a `<!-- mem:aaaaaaaa -->`", id="code"),
    pytest.param("a ``b ` <!-- mem:aaaaaaaa --> c`` d", id="code of two ticks"),
    pytest.param("`a\\` `<!-- mem:aaaaaaaa -->`", id="code behind code that ends with a backslash"),
    pytest.param("a mem:aaaaaaaa", id="no comment"),
]


@pytest.mark.parametrize("block", NOT_OURS)
def test_this_is_not_ours(block: str) -> None:
    assert find_comment(block) is None


OURS = [
    pytest.param("a <!-- mem:aaaaaaaa -->", id="plain"),
    pytest.param("a <!--mem:aaaaaaaa -->", id="no space"),
    pytest.param("a `b` <!-- mem:aaaaaaaa -->", id="behind code"),
    pytest.param("a ` b <!-- mem:aaaaaaaa -->", id="behind a lonely tick"),
    pytest.param("a ` b <!-- mem:aaaaaaaa --> ``c", id="between ticks of two lengths"),
    pytest.param("a \\` <!-- mem:aaaaaaaa --> `", id="behind an escaped tick"),
    pytest.param("a ` b\n  c <!-- mem:aaaaaaaa -->\n  ` d", id="ticks on other lines"),
    pytest.param("`a\\` `b` <!-- mem:aaaaaaaa --> `c`", id="backslashes do not escape in code"),
]


@check_rows("block", OURS)
def test_this_is_ours(block: str) -> None:
    found = find_comment(block)
    assert found is not None
    assert block[found[0] : found[1]] in {"<!-- mem:aaaaaaaa -->", "<!--mem:aaaaaaaa -->"}
    assert parse_fields(found[2]) == Fields("aaaaaaaa")


@pytest.mark.parametrize("block", ["<!-- mem:a", "<!-- mem:a --> <!-- mem:b -->"])
def test_a_comment_that_is_broken_is_an_error(block: str) -> None:
    with pytest.raises(CommentError):
        find_comment(block)


DAY = date(2026, 2, 2)
OLD = first_format("aaaaaaaa", confidence=0.5, seen=1, tasks=(), last=DAY)
# What an entry and its first format are, and what stands in the comment.
WRITTEN = [
    pytest.param({}, None, "", id="defaults"),
    pytest.param({"confidence": 0.8, "seen": 3, "tasks": ("a",)}, None, "", id="numbers"),
    pytest.param({"last": DAY, "by": "bbbbbbbb"}, None, "", id="a day and who contradicts"),
    pytest.param({"confidence": 1.0, "manual": True}, None, "manual", id="manual"),
    pytest.param({"pinned": True}, None, "pin", id="pin"),
    pytest.param({"extra": (("z", "1"), ("a", ""))}, None, "z=1 a", id="unknown keys in order"),
    pytest.param({}, {"conf": 0.76568}, "conf=0.76568 last=2026-02-02", id="six places"),
    pytest.param({}, {"conf": 0.1 + 0.2}, "conf=0.3 last=2026-02-02", id="rounded"),
    pytest.param({"date": DAY}, {"conf": 0.0}, "conf=0", id="no confidence"),
    pytest.param({"date": DAY}, {"seen": 3}, "seen=3", id="seen"),
    pytest.param(
        {"date": DAY},
        {"tasks": ("a/b:1", "c d", "--"), "by": "bbbbbbbb"},
        "from=a/b:1,c%20d,-%2D by=bbbbbbbb",
        id="tasks",
    ),
    pytest.param(
        {"archived": Archived("removed", DAY, "not so")},
        None,
        "archived=2026-02-02 reason=removed note=not%20so",
        id="archived",
    ),
    pytest.param(
        {"archived": Archived("expired", DAY)},
        None,
        "archived=2026-02-02 reason=expired",
        id="archived without a note",
    ),
]


@check_rows(("said", "old", "words"), WRITTEN)
def test_the_comment_holds_the_id_and_what_a_person_set(
    said: dict[str, object], old: dict[str, object] | None, words: str
) -> None:
    entry = Entry("aaaaaaaa", "note", "x", **said)  # type: ignore[arg-type]
    told = None if old is None else replace(OLD, **old)
    comment = render_comment(entry, told)
    assert comment == f"<!-- mem:aaaaaaaa {words} -->".replace("  ", " ")
    found = find_comment(f"x {comment}")
    assert found is not None
    fields = parse_fields(found[2])
    assert (fields.id, fields.is_old) == (entry.id, old is not None)
    assert (fields.pinned, fields.manual, fields.archived, fields.extra) == (
        entry.pinned,
        entry.manual,
        entry.archived,
        entry.extra,
    )
    if told:
        confidence = 0.5 if fields.confidence is None else fields.confidence
        assert confidence == pytest.approx(told.conf, abs=1e-6)
        assert (fields.seen, fields.tasks, fields.by) == (told.seen, told.tasks, told.by)


@given(st.text() | st.text("-%~,>! \udc80"))
def test_any_task_id_is_read_back(task: str) -> None:
    written = encode(task)
    assert decode(written) == task
    assert re.fullmatch(r"(?:[A-Za-z0-9._:/-]|%[0-9A-F]{2})*", written)
    assert "--" not in written
    assert not written.endswith("-")


@given(st.lists(st.text(min_size=1), max_size=5), st.text())
def test_any_tasks_and_note_are_read_back(tasks: list[str], note: str) -> None:
    entry = Entry("aaaaaaaa", "note", "x", archived=Archived("merged", DAY, note))
    found = find_comment(render_comment(entry, replace(OLD, tasks=tuple(tasks))))
    assert found is not None
    fields = parse_fields(found[2])
    assert (fields.tasks, fields.archived) == (tuple(tasks), entry.archived)


def test_a_percent_sign_a_person_wrote_is_kept() -> None:
    assert parse_fields("aaaaaaaa from=100%").tasks == ("100%",)
