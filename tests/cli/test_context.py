"""`mem context` prints the block or nothing, and never stands in a prompt's way."""

from __future__ import annotations

import subprocess
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


# -- receipts and explanations -----------------------------------------------------------------


def test_where_there_is_no_memory_no_receipt_is_left(repo: Path, quick: Quick) -> None:
    assert quick("context").code == 0
    assert not (repo / ".mem").exists()


def test_a_receipt_is_invisible_to_git_and_to_doctor(repo: Path, quick: Quick, mem: Mem) -> None:
    (repo / "learnings.md").write_text("- Always run make lint\n", encoding="utf-8")
    assert quick("context").code == 0
    assert (repo / ".mem/local/receipts.jsonl").exists()
    status = subprocess.run(
        ["git", "status", "--porcelain"], cwd=repo, capture_output=True, check=True
    )
    assert status.stdout == b"?? learnings.md\n"
    assert mem("doctor", "--json").json["findings"] == []


def test_every_entry_is_explained_and_the_block_stays_as_it_is(repo: Path, quick: Quick) -> None:
    text = (
        "- [2026-02-02] Gotcha: The importer drops empty rows <!-- mem:6iaczugq -->\n"
        "- [2026-02-02] Gotcha: It is weak <!-- mem:k3v9q2xa conf=0.4 manual -->\n"
    )
    (repo / "learnings.md").write_text(text, encoding="utf-8")
    plain, ran = quick("context"), quick("context", "--explain")
    assert ran.stdout == plain.stdout
    assert "shown under Gotchas & Fixes:\n" in ran.stderr
    assert "  2.5 (class 2, confidence 0.5)" not in ran.stderr
    assert "3.5 (class 3, confidence 0.5), " in ran.stderr
    assert "left out, its confidence is under 0.5:\n  k3v9q2xa  3.4 (class 3, " in ran.stderr
    value = quick("context", "--format", "json").json
    assert set(value) == {"version", "text", "tokens", "chars", "budget", "lines", "left_out"}
    assert set(value["lines"][0]) == {"section", "text", "id", "score", "parts", "tokens"}
    assert value["left_out"] == [{"id": "k3v9q2xa", "reason": "confidence"}]


def test_what_is_being_worked_on_stands_under_current_work(repo: Path, quick: Quick) -> None:
    assert quick("add", "-c", "project", "The importer is being rewritten in Rust").code == 0
    assert quick("add", "Project: The billing API is frozen from Monday on").code == 0
    assert quick("add", "-c", "gotcha", "The queue drops large jobs").code == 0
    work = quick("context").stdout.partition("### Current Work\n")[2].splitlines()
    assert sorted(work) == [
        "- The billing API is frozen from Monday on",
        "- The importer is being rewritten in Rust",
    ]
    asked = quick("context", "--query", "when is the billing API frozen").stdout
    assert "### Current Work\n- The billing API is frozen from Monday on\n" in asked
    assert "importer" not in asked
