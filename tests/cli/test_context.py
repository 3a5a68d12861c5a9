"""`mem context` prints the block or nothing, and never stands in a prompt's way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Mem, Ran
from .conftest import tree_of

Quick = Callable[..., Ran]


def test_edges_that_cannot_be_read_cost_the_edges_only(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_text("- Always run make lint\n", encoding="utf-8")
    (repo / "relationships.json").write_text("{", encoding="utf-8")
    ran = quick("context")
    assert ran.code == 0
    assert "make lint" in ran.stdout
    assert "mem: warning: relationships.json:1: " in ran.stderr


def test_an_escape_in_an_entry_reaches_neither_the_prompt_nor_the_terminal(
    repo: Path, quick: Quick
) -> None:
    line = "- Run \x1b[31mmake lint\x1b[0m \u202eonce\u202c\n- Bad <!-- mem:\x1b[31mx -->\n"
    (repo / "learnings.md").write_text(line, encoding="utf-8")
    ran = quick("context", "--explain")
    assert ran.code == 0
    for sign in ("\x1b", "\u202e"):
        assert sign not in ran.stdout
        assert sign not in ran.stderr


def test_an_empty_memory_gives_an_empty_block(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_text("# Learnings\n\nNothing yet.\n", encoding="utf-8")
    ran = quick("context")
    assert (ran.code, ran.stdout, ran.stderr) == (0, "", "")


@pytest.mark.parametrize("name", ["json", "xml", "md"])
def test_it_writes_nothing_outside_of_the_local_folder(repo: Path, quick: Quick, name: str) -> None:
    (repo / "learnings.md").write_text("- Always run make lint\n", encoding="utf-8")
    before = tree_of(repo)
    ran = quick("context", "--format", name)
    assert ran.code == 0
    assert "make lint" in ran.stdout
    assert tree_of(repo) == before


def test_a_pipe_carries_nothing_but_the_block(repo: Path, mem: Mem) -> None:
    (repo / "learnings.md").write_text(
        "- Always run make lint\n- Bad <!-- mem:x -->\n", encoding="utf-8"
    )
    ran = mem("context", "--explain")
    assert ran.code == 0
    assert ran.stdout.startswith("## Workspace Learnings\n")
    assert "warning" not in ran.stdout
    assert "learnings.md:2" in ran.stderr
