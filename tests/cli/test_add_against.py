"""A person adds what contradicts an older line of their own: asked, or warned of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran
from .test_terminal import on_terminal

Quick = Callable[..., Ran]
OLD = "Use tabs for indentation in Python files"
NEW = "Use spaces for indentation in Python files, not tabs"


def add(quick: Quick, text: str, **more: object) -> Ran:
    return quick("learnings", "add", "-c", "convention", text, **more)


def codes(quick: Quick) -> list[tuple[str, int]]:
    found = quick("doctor", "--json").json["findings"]
    return [(f["code"], f["line"]) for f in found if f["code"] in ("two-words", "contradicted")]


@pytest.fixture
def said(repo: Path, quick: Quick) -> str:
    quick("init", "--no-git")
    return str(add(quick, OLD).stdout.split()[1])


# -- what must not happen ------------------------------------------------------------------------


def test_nobody_is_asked_where_no_terminal_is(said: str, quick: Quick) -> None:
    ran = add(quick, NEW, input="o\n")
    assert ran.code == 0
    assert "which holds" not in ran.stdout + ran.stderr
    assert f"{said} contradicts it" in ran.stderr


def test_nobody_is_asked_of_another_thing(said: str, repo: Path, quick: Quick) -> None:
    code, shown = on_terminal(repo, "learnings", "add", "Use tabs for indentation in Makefiles")
    assert (code, "which holds" in shown) == (0, False)
    assert codes(quick) == []


def test_a_line_without_a_comment_keeps_its_bytes(repo: Path, quick: Quick) -> None:
    quick("init", "--no-git")
    line = f"* [2025-01-02] Convention: {OLD}\n"
    (repo / "learnings.md").write_text(f"# Learnings\n\n{line}", encoding="utf-8")
    ran = add(quick, NEW)
    assert "will not be shown beside it" in ran.stderr
    assert line in (repo / "learnings.md").read_text("utf-8").splitlines(keepends=True)
    assert [code for code, _ in codes(quick)] == ["two-words", "two-words"]
    assert OLD not in quick("context").stdout
    announced = "From now on, use spaces for indentation in Python files, not tabs"
    quick("undo")
    quick("extract", "--session", "t", input=f"Decision: {announced}.\n")
    assert line in (repo / "learnings.md").read_text("utf-8").splitlines(keepends=True)


def test_a_broken_file_of_edges_costs_no_entry(repo: Path, quick: Quick) -> None:
    quick("init", "--no-git")
    (repo / "relationships.json").write_text("[", encoding="utf-8")
    ran = quick("learnings", "add", "-c", "risk", "Deleting src/app.py breaks the login")
    assert (ran.code, "no edges were added" in ran.stderr) == (0, True)
    assert (repo / "relationships.json").read_text(encoding="utf-8") == "["


# -- what must -----------------------------------------------------------------------------------


def test_both_are_marked_in_doctor(said: str, quick: Quick) -> None:
    add(quick, NEW)
    assert [code for code, _ in codes(quick)] == ["two-words", "two-words"]
    assert len({line for _, line in codes(quick)}) == 2
    shown = quick("context").stdout
    assert NEW in shown
    assert OLD not in shown


@pytest.mark.parametrize(
    ("answer", "shown", "hidden"),
    [("n", [NEW], [OLD]), ("o", [OLD], [NEW]), ("b", [OLD, NEW], []), ("x\nb", [OLD, NEW], [])],
)
def test_on_a_terminal_it_is_asked_which_holds(
    answer: str, shown: list[str], hidden: list[str], said: str, repo: Path, quick: Quick
) -> None:
    code, told = on_terminal(repo, "learnings", "add", "-c", "convention", NEW, typed=f"{answer}\n")
    assert (code, "Use tabs" in told, "which holds" in told) == (0, True, True)
    block = quick("context").stdout
    assert [text in block for text in shown] == [True] * len(shown)
    assert [text in block for text in hidden] == [False] * len(hidden)
    assert codes(quick) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("CI runs on Jenkins", "We moved from Jenkins to GitHub Actions"),
        ("Use spaces for indentation", "From now on use tabs for indentation"),
        ("Use yarn for installs", "From now on we use pnpm for installs, superseding yarn"),
    ],
)
def test_what_announces_a_change_supersedes_the_older(
    old: str, new: str, repo: Path, quick: Quick
) -> None:
    quick("init", "--no-git")
    add(quick, old)
    code, shown = on_terminal(repo, "learnings", "add", new)
    assert (code, "superseded" in shown) == (0, True)
    block = quick("context").stdout
    assert new in block
    assert old not in block
    entries = quick("learnings", "list", "--json").json["entries"]
    assert [entry["confidence"] for entry in entries] == [1.0, 1.0]
    assert codes(quick) == []


def test_what_a_person_adds_or_approves_is_tied_to_the_files_it_names(
    repo: Path, quick: Quick
) -> None:
    def edges() -> list[tuple[str, str, str]]:
        found = quick("graph", "query", "--json").json["relationships"]
        return [(one["type"], one["source"], one["target"]) for one in found]

    quick("init", "--no-git")
    added = quick("learnings", "add", "-c", "decision", "--json", "Keep tokens in src/auth/jwt.py")
    id_ = added.json["entries"][0]["id"]
    assert edges() == [("decision_file", id_, "src/auth/jwt.py")]
    risk = "Deleting rows in src/db/rows.py locks the whole table"
    (repo / ".mem/config.yaml").write_text("extract: {per_task: 0}\n", encoding="utf-8")
    (item,) = quick("extract", "--json", "--session", "t", input=f"Risk: {risk}.\n").json["items"]
    assert item["action"] == "to_review"
    assert quick("review", "--approve", item["id"]).code == 0
    assert [edge for edge in edges() if edge[0] == "file_risk"] == [
        ("file_risk", "src/db/rows.py", f"{risk}.")
    ]
    quick("undo")
    assert edges() == [("decision_file", id_, "src/auth/jwt.py")]
