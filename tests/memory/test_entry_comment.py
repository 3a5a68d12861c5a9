"""The comment behind an entry: found, read, and written as it was."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.memory.model.entry import Archived, Entry
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
WRITTEN = [
    pytest.param({}, "", id="defaults"),
    pytest.param({"confidence": 0.8}, "conf=0.8", id="confidence"),
    pytest.param({"confidence": 0.0}, "conf=0", id="no confidence"),
    pytest.param({"confidence": 1.0}, "conf=1", id="full confidence"),
    pytest.param({"confidence": 0.76568}, "conf=0.76568", id="six places"),
    pytest.param({"confidence": 0.1 + 0.2}, "conf=0.3", id="rounded"),
    pytest.param({"confidence": 0.000001}, "conf=0.000001", id="hardly any"),
    pytest.param({"confidence": 1.0, "manual": True}, "manual", id="manual"),
    pytest.param({"confidence": 0.5, "manual": True}, "conf=0.5 manual", id="manual, less sure"),
    pytest.param({"seen": 3}, "seen=3", id="seen"),
    pytest.param({"date": DAY, "last": DAY}, "", id="last on its day"),
    pytest.param({"date": DAY, "last": date(2026, 2, 9)}, "last=2026-02-09", id="last"),
    pytest.param({"last": DAY}, "last=2026-02-02", id="last without a day"),
    pytest.param({"tasks": ("a/b:1", "c d", "--")}, "from=a/b:1,c%20d,-%2D", id="tasks"),
    pytest.param({"by": "bbbbbbbb"}, "by=bbbbbbbb", id="by"),
    pytest.param({"pinned": True}, "pin", id="pin"),
    pytest.param({"extra": (("z", "1"), ("a", ""))}, "z=1 a", id="unknown keys in their order"),
    pytest.param(
        {"archived": Archived("removed", DAY, "not so")},
        "archived=2026-02-02 reason=removed note=not%20so",
        id="archived",
    ),
    pytest.param(
        {"archived": Archived("expired", DAY)},
        "archived=2026-02-02 reason=expired",
        id="archived without a note",
    ),
]


@check_rows(("said", "words"), WRITTEN)
def test_keys_are_written_unless_at_their_defaults(said: dict[str, object], words: str) -> None:
    entry = Entry("aaaaaaaa", "note", "x", **said)  # type: ignore[arg-type]
    comment = render_comment(entry)
    assert comment == f"<!-- mem:aaaaaaaa {words} -->".replace("  ", " ")
    found = find_comment(f"x {comment}")
    assert found is not None
    fields = parse_fields(found[2])
    default = 1.0 if entry.manual else 0.5
    assert (fields.id, fields.seen, fields.tasks, fields.by) == (
        entry.id,
        entry.seen,
        entry.tasks,
        entry.by,
    )
    assert (fields.pinned, fields.manual, fields.archived, fields.extra) == (
        entry.pinned,
        entry.manual,
        entry.archived,
        entry.extra,
    )
    assert (fields.last or entry.date) == entry.last
    assert (
        default
        if fields.confidence is None
        else fields.confidence == pytest.approx(entry.confidence)
    )


@given(st.floats(0, 1))
def test_any_confidence_is_read_back_to_six_places(confidence: float) -> None:
    found = find_comment(render_comment(Entry("aaaaaaaa", "note", "x", confidence=confidence)))
    assert found is not None
    read = parse_fields(found[2]).confidence
    assert (0.5 if read is None else read) == pytest.approx(confidence, abs=1e-6)


@given(st.text() | st.text("-%~,>! \udc80"))
def test_any_task_id_is_read_back(task: str) -> None:
    written = encode(task)
    assert decode(written) == task
    assert re.fullmatch(r"(?:[A-Za-z0-9._:/-]|%[0-9A-F]{2})*", written)
    assert "--" not in written
    assert not written.endswith("-")


@given(st.lists(st.text(min_size=1), max_size=5), st.text())
def test_any_tasks_and_note_are_read_back(tasks: list[str], note: str) -> None:
    entry = Entry(
        "aaaaaaaa", "note", "x", tasks=tuple(tasks), archived=Archived("merged", DAY, note)
    )
    found = find_comment(render_comment(entry))
    assert found is not None
    fields = parse_fields(found[2])
    assert (fields.tasks, fields.archived) == (entry.tasks, entry.archived)


def test_a_percent_sign_a_person_wrote_is_kept() -> None:
    assert parse_fields("aaaaaaaa from=100%").tasks == ("100%",)
