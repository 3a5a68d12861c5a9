"""A folder's Markdown files are read once; what is not its own, or no text, is passed over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory_md.recall.disk.markdown_folder import read_folder


def write(path: Path, text: str = "text\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_hidden_foreign_and_other_files_are_not_read(tmp_path: Path) -> None:
    for name in (".git/a.md", ".hidden.md", ".x/y.md", "node_modules/m/readme.md", "code.py"):
        write(tmp_path / name)
    assert read_folder(tmp_path)[0] == {}
    assert read_folder(tmp_path)[1] == []


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside" / "secret.md")
    inside = tmp_path / "inside"
    write(inside / "a.md")
    (inside / "link.md").symlink_to(outside)
    (inside / "folder").symlink_to(outside.parent)
    (inside / "gone.md").symlink_to(inside / "nowhere.md")
    (inside / "loop.md").symlink_to(inside / "loop.md")
    found = read_folder(inside)
    assert [*found[0]] == ["a.md"]
    assert sorted(note.split(":")[0] for note in found[1]) == [
        "folder",
        "gone.md",
        "link.md",
        "loop.md",
    ]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_to_a_file_of_the_folder_is_no_second_file(tmp_path: Path) -> None:
    real = write(tmp_path / "b.md")
    (tmp_path / "a.md").symlink_to(real)
    write(tmp_path / ".git" / "c.md")
    (tmp_path / "c.md").symlink_to(tmp_path / ".git" / "c.md")
    assert [*read_folder(tmp_path)[0]] == ["b.md"]


def test_binary_and_huge_files_are_passed_over_with_a_note(tmp_path: Path) -> None:
    (tmp_path / "binary.md").write_bytes(b"a\0b")
    write(tmp_path / "huge.md", "x" * 5_000_001)
    found = read_folder(tmp_path)
    assert found[0] == {}
    assert found[1] == [
        "binary.md: binary, passed over",
        "huge.md: larger than 5 MB, passed over",
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no fifos there")
def test_a_fifo_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    assert read_folder(tmp_path)[1] == ["pipe.md: not a regular file, passed over"]


def test_files_are_read_in_the_order_of_their_paths(tmp_path: Path) -> None:
    for name in ("b.md", "a/z.MD", "a/b/c.markdown"):
        write(tmp_path / name)
    told: list[int] = []
    found = read_folder(tmp_path, told.append)
    assert [*found[0]] == ["b.md", "a/z.MD", "a/b/c.markdown"]
    assert told == [1, 2, 3]


def test_what_is_not_utf8_is_read_as_far_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "latin.md").write_bytes("\ufeffcafé".encode() + b" \xe9t\xe9")
    (text,) = read_folder(tmp_path)[0].values()
    assert text.startswith("café ")
