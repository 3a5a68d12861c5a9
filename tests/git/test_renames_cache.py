"""What git said is kept for one commit: bounded, disposable, and in nobody's way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from memory_md.files.layout import Layout
from memory_md.git import renames_cache
from memory_md.git.renames_cache import MOST_PATHS, Answers

TOLD = Answers("c1", "i1", {"a.py": "b.py", "n.py": None}, {"a.py": "c.py", "n.py": None})


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    (tmp_path / ".mem").mkdir()
    return Layout(tmp_path, tmp_path)


def file_of(layout: Layout) -> Path:
    return layout.local / "git.json"


def test_where_there_is_no_memory_nothing_is_made(tmp_path: Path) -> None:
    renames_cache.save(Layout(tmp_path, tmp_path), TOLD)
    assert [*tmp_path.iterdir()] == []


def test_a_folder_that_is_made_for_it_is_hidden_from_git(layout: Layout) -> None:
    renames_cache.save(layout, TOLD)
    assert (layout.local / ".gitignore").read_bytes() == b"*\n"


def test_for_another_commit_there_are_none(layout: Layout) -> None:
    renames_cache.save(layout, TOLD)
    assert renames_cache.load(layout, "c2", "i1") == Answers("c2", "i1")


def test_for_another_index_only_the_history_holds(layout: Layout) -> None:
    renames_cache.save(layout, TOLD)
    assert renames_cache.load(layout, "c1", "i1") == TOLD
    assert renames_cache.load(layout, "c1", "i2") == Answers("c1", "i2", TOLD.ends, {})


def test_the_last_commits_are_kept(layout: Layout) -> None:
    for number in (1, 2, 3, 4, 2, 5):
        renames_cache.save(layout, replace(TOLD, commit=f"c{number}"))
    kept = [number for number in range(6) if renames_cache.load(layout, f"c{number}", "i1").ends]
    assert kept == [2, 3, 4, 5]


def test_so_many_paths_are_kept(layout: Layout) -> None:
    many = {f"{number}.py": "x" for number in range(MOST_PATHS + 9)}
    renames_cache.save(layout, replace(TOLD, ends=many, names=many))
    kept = renames_cache.load(layout, "c1", "i1")
    assert len(kept.ends) == len(kept.names) == MOST_PATHS
    assert "0.py" not in kept.names


def test_names_that_are_no_text_come_back(layout: Layout) -> None:
    odd = replace(TOLD, ends={"\udcff\n": "\udcfe"}, names={})
    renames_cache.save(layout, odd)
    assert renames_cache.load(layout, "c1", "i1") == odd


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\xff{", id="no text"),
        pytest.param(b"{}", id="no list"),
        pytest.param(b'[1, {"commit": "c1", "index": "i1", "ends": [], "names": 7}]', id="types"),
        pytest.param(b'[{"commit": "c1", "ends": {"a.py": 1}}]', id="a name that is none"),
        pytest.param(b"[" * 200_000, id="deep"),
        pytest.param(b" " * (1 << 21) + b"[]", id="large"),
    ],
)
def test_what_cannot_be_read_is_nothing_and_is_written_anew(layout: Layout, data: bytes) -> None:
    layout.local.mkdir()
    file_of(layout).write_bytes(data)
    assert renames_cache.load(layout, "c1", "i1") == Answers("c1", "i1")
    renames_cache.save(layout, TOLD)
    assert renames_cache.load(layout, "c1", "i1") == TOLD


def test_a_file_in_the_way_harms_nobody(layout: Layout) -> None:
    layout.local.write_bytes(b"")
    renames_cache.save(layout, TOLD)
    assert renames_cache.load(layout, "c1", "i1") == Answers("c1", "i1")


def test_a_folder_in_the_way_harms_nobody(layout: Layout) -> None:
    file_of(layout).mkdir(parents=True)
    renames_cache.save(layout, TOLD)
    assert renames_cache.load(layout, "c1", "i1") == Answers("c1", "i1")


def test_what_is_known_already_is_not_written_again(layout: Layout) -> None:
    renames_cache.save(layout, TOLD)
    before = file_of(layout).stat()
    renames_cache.save(layout, TOLD)
    assert file_of(layout).stat().st_ino == before.st_ino


def test_a_purge_forgets_them(layout: Layout) -> None:
    renames_cache.erase(layout)
    renames_cache.save(layout, TOLD)
    assert json.loads(file_of(layout).read_bytes())
    renames_cache.erase(layout)
    assert not file_of(layout).exists()
