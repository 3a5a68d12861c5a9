"""A step of the undo log gives back what was there, whatever stood around it and wherever."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md import files
from memory_md.base.errors import ChangedMeanwhileError
from memory_md.files import undo_log
from memory_md.files.layout import Layout
from memory_md.files.undo_log import ConflictError, content_before
from memory_md.memory.model.command_call import Command

lines = st.lists(st.sampled_from(["", "- a", "- b", "- c", "# T", "x" * 1200]), max_size=9)
texts = st.builds("\n".join, lines).map(str.encode)


def step_of(root: Path, before: bytes | None, after: bytes | None) -> undo_log.Replacement:
    """The step that is recorded where a file goes from one content to the other."""
    (root / ".mem/local").mkdir(parents=True, exist_ok=True)
    layout = Layout(root, root)
    with undo_log.recording(layout, Command("test")), undo_log.change(root / "x.md", before, after):
        pass
    return undo_log.records(layout)[-1].steps[0]


@given(before=st.none() | texts, after=texts)
def test_the_bytes_come_back(
    tmp_path_factory: pytest.TempPathFactory, before: bytes | None, after: bytes
) -> None:
    step = step_of(tmp_path_factory.mktemp("undo"), before, after)
    assert content_before(step, after) == before


@given(head=lines, tail=lines, old=st.integers(0, 3), new=st.integers(0, 3))
def test_they_come_back_among_lines_that_somebody_added(
    tmp_path_factory: pytest.TempPathFactory, head: list[str], tail: list[str], old: int, new: int
) -> None:
    def text(number: int, *, mine: bool) -> bytes:
        own = [f"- ours {number}.{index}" for index in range(number)]
        between = ["- mine"] if mine else []
        rows = ["- top", *between, *head, "- above", *own, "- below", *tail, *between]
        return "\n".join(rows).encode()

    root = tmp_path_factory.mktemp("undo")
    step = step_of(root, text(old, mine=False), text(new, mine=False))
    if old != new:
        assert content_before(step, text(new, mine=True)) == text(old, mine=True)


def test_a_line_that_stands_twice_by_now_is_not_taken_out(tmp_path: Path) -> None:
    step = step_of(tmp_path, b"- a\n", b"- a\n- b\n")
    with pytest.raises(ConflictError, match="- b"):
        content_before(step, b"- b\n\n- b\n")


def test_what_was_not_written_is_no_step(tmp_path: Path) -> None:
    (tmp_path / ".mem/local").mkdir(parents=True)
    (tmp_path / "x.md").write_bytes(b"theirs\n")
    layout = Layout(tmp_path, tmp_path)
    with (
        undo_log.recording(layout, Command("test")),
        pytest.raises(ChangedMeanwhileError),
    ):
        files.replace(tmp_path / "x.md", tmp_path, b"ours\n", expected=b"old\n", name="x.md")
    with undo_log.recording(layout, Command("test")):
        files.replace(tmp_path / "x.md", tmp_path, b"ours\n", expected=b"theirs\n", name="x.md")
        files.append_line(tmp_path / "y.jsonl", tmp_path, b"{}\n")
        with pytest.raises(RuntimeError), undo_log.change(tmp_path / "x.md", b"1", b"2"):
            raise RuntimeError
    (record,) = undo_log.records(layout)
    assert [step.path for step in record.steps] == ["x.md", "y.jsonl"]


def test_a_command_that_changes_more_than_is_kept_cannot_be_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undo_log, "_MOST_BYTES", 200)
    (tmp_path / ".mem/local").mkdir(parents=True)
    layout = Layout(tmp_path, tmp_path)
    with undo_log.recording(layout, Command("test")):
        for number in range(4):
            with undo_log.change(tmp_path / f"{number}.md", b"", b"%d" % number):
                pass
    (record,) = undo_log.records(layout)
    assert record.steps == ()
    assert record.head.reason == "it changed more than is kept"


def test_nothing_is_recorded_of_a_command_without_a_name(tmp_path: Path) -> None:
    (tmp_path / ".mem/local").mkdir(parents=True)
    layout = Layout(tmp_path, tmp_path)
    with undo_log.recording(layout, Command()):
        files.replace(tmp_path / "x.md", tmp_path, b"ours\n", expected=None, name="x.md")
    assert undo_log.records(layout) == []
