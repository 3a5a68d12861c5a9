"""`mem init` makes what is missing and nothing else."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran
from .conftest import left_over, tree_of

Quick = Callable[..., Ran]


def test_what_is_there_keeps_every_byte(repo: Path, quick: Quick) -> None:
    files = {
        "learnings.md": b"\xef\xbb\xbf- mine\r\n",
        "relationships.json": b"{not json",
        ".gitattributes": b"*.md text\r\n*.png binary",
    }
    for name, data in files.items():
        (repo / name).write_bytes(data)
    assert quick("init").code == 0
    for name, data in files.items():
        assert (repo / name).read_bytes().startswith(data)
    assert (repo / "learnings.md").read_bytes() == files["learnings.md"]
    assert (repo / "relationships.json").read_bytes() == files["relationships.json"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("# Notes\n\n1. first\n2. second\n", "2 entries", id="numbered items"),
        pytest.param("# Notes\n\nfirst\n", "0 entries", id="words are none"),
        pytest.param("* one\n", "1 entry", id="one"),
        pytest.param("- one\n\n| a | b |\n|---|---|\n\n+ two\n", "2 entries", id="two and a table"),
    ],
)
def test_it_tells_once_how_many_entries_a_file_had(
    repo: Path, quick: Quick, text: str, count: str
) -> None:
    (repo / "learnings.md").write_text(text, encoding="utf-8")
    assert f"found   {count} in learnings.md" in quick("init").stderr
    assert "found" not in quick("init").stderr


def test_it_counts_nothing_in_a_file_it_made(repo: Path, quick: Quick) -> None:
    assert "found" not in quick("init").stderr


def test_twice_is_once(repo: Path, quick: Quick) -> None:
    assert quick("init").code == 0
    before = tree_of(repo)
    ran = quick("init")
    assert ran.code == 0
    assert "created" not in ran.stdout
    assert tree_of(repo) == before
    assert left_over(repo) == []


def test_nothing_of_the_machine_goes_into_git(repo: Path, quick: Quick) -> None:
    assert quick("init").code == 0
    assert quick("learnings", "add", "One to remember").code == 0
    status = subprocess.run(
        ["git", "status", "--porcelain", "-uall"], capture_output=True, check=True, encoding="utf-8"
    ).stdout
    assert "local" not in status
    assert "learnings.md" in status


def test_what_it_makes_can_be_used_at_once(repo: Path, quick: Quick) -> None:
    assert quick("init").code == 0
    assert json.loads((repo / "relationships.json").read_text(encoding="utf-8")) == []
    assert quick("doctor").code == 0
    assert quick("learnings", "list").stdout == ""
    assert quick("context").stdout == ""


def test_without_git_it_is_made_here(
    tmp_path: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    assert quick("init").code == 0
    assert (here / "learnings.md").exists()
    assert not (here / ".gitattributes").exists()


def test_in_a_folder_of_a_repository_it_is_made_at_the_top(
    repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repo / "src").mkdir()
    monkeypatch.chdir(repo / "src")
    assert quick("init").code == 0
    assert (repo / "learnings.md").exists()
    assert list((repo / "src").iterdir()) == []


def test_git_attributes_can_be_left_alone(repo: Path, quick: Quick) -> None:
    assert quick("init", "--no-git").code == 0
    assert not (repo / ".gitattributes").exists()
