"""`mem extract --git`: commit messages as tasks of their own."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran

Quick = Callable[..., Ran]
WHY = (
    "Digit strings with a leading zero must be written as text because the importer strips them"
    " otherwise; never quote the others."
)
WEAK = (
    "Since 1.9 it does not find the plugin that reads our settings file in the pre-commit"
    " environment."
)


def git(repo: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=repo, check=True, capture_output=True)


def commit(repo: Path, subject: str, body: str = "") -> None:
    (repo / "export.py").write_text(subject, encoding="utf-8")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", f"{subject}\n\n{body}")


def entries(quick: Quick) -> list[str]:
    return [entry["text"] for entry in quick("learnings", "list", "--json").json["entries"]]


@pytest.fixture
def told(repo: Path, quick: Quick) -> Quick:
    commit(repo, "Set up")
    commit(repo, "fix: keep leading zeros", WHY)
    return quick


def test_a_commit_without_a_reason_says_nothing(repo: Path, quick: Quick) -> None:
    commit(repo, "Set up")
    commit(repo, "Add a page", "- one\n- two")
    assert quick("extract", "--git", "HEAD~1..HEAD").code == 0
    assert entries(quick) == []


def test_a_source_beside_the_range_is_a_wrong_call(told: Quick) -> None:
    assert told("extract", "--git", "HEAD~1..HEAD", "out.txt").code == 2


def test_a_range_that_git_does_not_know_fails(told: Quick) -> None:
    ran = told("extract", "--git", "nowhere..HEAD")
    assert ran.code == 1
    assert "nowhere" in ran.stderr


def test_a_commit_tells_its_rule(told: Quick) -> None:
    (item,) = told("extract", "--json", "--git", "HEAD~1..HEAD").json["items"]
    assert (item["action"], item["kind"]) == ("inserted", "decision")
    assert entries(told) == [f"Keep leading zeros. {WHY}"]


def test_the_evidence_names_the_commit_and_its_files(repo: Path, told: Quick) -> None:
    (item,) = told("extract", "--json", "--git", "HEAD~1..HEAD").json["items"]
    why = told("why", item["id"])
    assert "(git:" in why.stdout
    assert "which changed export.py" in " ".join(why.stdout.split())
    (line,) = told("why", item["id"], "--json").json["evidence"]
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=repo, capture_output=True, check=True)
    assert (line["commit"], line["files"]) == (head.stdout.decode().strip(), ["export.py"])


def test_what_waits_from_history_has_its_files_once_it_is_approved(repo: Path, told: Quick) -> None:
    (repo / ".mem").mkdir(exist_ok=True)
    (repo / ".mem/config.yaml").write_text("history: {max: 0}\n", encoding="utf-8")
    (item,) = told("extract", "--json", "--git", "HEAD~1..HEAD").json["items"]
    assert item["action"] == "to_review"
    assert told("review", "--approve", item["id"]).code == 0
    (line,) = told("why", item["id"], "--json").json["evidence"]
    assert line["files"] == ["export.py"]


def test_twice_changes_nothing_and_neither_does_a_rebase(repo: Path, told: Quick) -> None:
    told("extract", "--git", "HEAD~1..HEAD")
    before = (repo / "learnings.md").read_bytes()
    (item,) = told("extract", "--json", "--git", "HEAD~1..HEAD").json["items"]
    assert item["action"] == "unchanged"
    git(repo, "commit", "-q", "--amend", "--no-edit", "--allow-empty", "--no-verify")
    told("extract", "--git", "HEAD~1..HEAD")
    assert (repo / "learnings.md").read_bytes() == before


def test_a_weak_message_waits(repo: Path, told: Quick) -> None:
    commit(repo, "Pin mypy", WEAK)
    (item,) = told("extract", "--json", "--git", "HEAD~1..HEAD").json["items"]
    assert item["action"] == "to_review"
    assert entries(told) == []


def test_history_fills_only_its_share(repo: Path, told: Quick) -> None:
    (repo / ".mem").mkdir(exist_ok=True)
    (repo / ".mem/config.yaml").write_text("history:\n  max: 2\n", encoding="utf-8")
    for name in ("csv", "xml", "pdf"):
        commit(repo, f"fix: {name}", WHY.replace("Digit strings", f"Values of {name} columns"))
    actions = [i["action"] for i in told("extract", "--json", "--git", "HEAD~3..").json["items"]]
    assert sorted(actions) == ["inserted", "inserted", "to_review"]
    again = [i["action"] for i in told("extract", "--json", "--git", "HEAD~4..").json["items"]]
    assert again.count("inserted") == 0


def test_private_parts_of_a_message_are_kept_nowhere(repo: Path, quick: Quick) -> None:
    commit(repo, "Set up")
    commit(repo, "fix: zeros", f"<private>{WHY}</private>")
    assert quick("extract", "--json", "--git", "HEAD~1..").json["items"] == []
