"""`mem stats`: what is wrong in a memory costs only its own figure; what it holds is counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Ran
from .conftest import tree_of

Quick = Callable[..., Ran]
HANDOFF = {
    "decisions": [
        {"id": "d1", "content": "Use JWT tokens for login", "confidence": "high"},
        {"id": "d2", "content": "Cache sessions in Redis", "confidence": "medium"},
    ],
    "files": [{"path": "src/jwt.ts", "reason": "makes tokens"}],
}
DIARY = """# Diary

| Date | ID | Type | Summary | Status |
|---|---|---|---|---|
| 2026-01-01 | T-1 | problem | it hung | pending |
| 2026-01-02 | T-1 | problem | it hung again | pending |
| 2026-01-03 | T-2 | success | it works | done |
"""


def filled(repo: Path, quick: Quick) -> None:
    quick("extract", "--session", "task-1", input=json.dumps(HANDOFF))
    quick("learnings", "add", "Run make lint", "-c", "convention", "--pin")
    found = quick("learnings", "list", "--search", "Redis", "--json").json["entries"]
    quick("learnings", "remove", found[0]["id"])
    (repo / "ai/diary").mkdir(parents=True)
    (repo / "ai/diary/index.md").write_text(DIARY, encoding="utf-8")


def test_without_a_place_for_a_memory_it_is_told(
    quick: Quick, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("stats", "snapshot"):
        ran = quick(command, "--json")
        assert (ran.code, ran.stdout) == (2, "")
        assert "mem init" in ran.stderr


def test_an_empty_memory_has_nothing_of_anything(repo: Path, quick: Quick) -> None:
    ran = quick("stats", "--json")
    assert ran.code == 0, ran
    assert ran.json["version"] == 1
    assert ran.json["entries"]["total"] == 0
    assert ran.json["diary"] is None
    assert ran.json["context"]["tokens"] == 0
    assert "0 entries" in quick("stats").stdout
    assert tree_of(repo, local=True) == {}


def test_a_broken_file_costs_only_its_own_figures(repo: Path, quick: Quick) -> None:
    filled(repo, quick)
    (repo / "relationships.json").write_text("[{", encoding="utf-8")
    (repo / "ai/diary/index.md").write_bytes(b"\0")
    ran = quick("stats", "--json")
    assert ran.code == 0
    assert ran.json["entries"]["total"] == 3
    assert ran.json["diary"] is None
    assert ran.stderr.count("mem: warning: ") == 2


def test_it_changes_nothing_but_what_git_was_asked_is_noted(repo: Path, quick: Quick) -> None:
    filled(repo, quick)
    before = tree_of(repo, local=True)
    for command in ("stats", "snapshot"):
        quick(command)
        quick(command, "--json")
    after = tree_of(repo, local=True)
    after.pop(".mem/local/git.json")
    assert after == before


def test_what_there_is_is_counted(repo: Path, quick: Quick) -> None:
    filled(repo, quick)
    told: dict[str, Any] = quick("stats", "--json").json
    entries = told["entries"]
    assert (entries["total"], entries["manual"], entries["pinned"]) == (3, 1, 1)
    assert entries["by_kind"] == {"decision": 1, "scope": 1, "convention": 1}
    assert [step["count"] for step in entries["confidence"]] == [0, 1, 1, 1]
    assert (entries["oldest"], entries["newest"]) == ("2026-02-02", "2026-02-02")
    assert told["caps"]["entries"] == {"used": 1, "max": 150}, "a scope does not count"
    assert told["archive"] == {"total": 1, "by_reason": {"removed": 1}}
    assert told["relationships"]["by_type"] == {"decision_file": 2}
    rows = {"rows": 3, "by_status": {"pending": 2, "done": 1}, "pending_tasks": 1}
    assert told["diary"] == rows
    context = quick("context", "--format", "json").json
    assert told["context"]["tokens"] == context["tokens"] > 0
    week = {"inserted": 4, "extraction_complete": 1, "removed": 1}
    assert told["events"]["last_7_days"] == week


def test_a_person_sees_it_in_80_columns(repo: Path, quick: Quick) -> None:
    filled(repo, quick)
    (repo / "learnings.md").write_text(
        "# Learnings\n\n" + "".join(f"- Note {n} {'x' * 90}\n" for n in range(1200)),
        encoding="utf-8",
    )
    shown = quick("stats").stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert "1,200 entries" in shown
    assert "task pending" in shown


# -- layers ------------------------------------------------------------------------------------


def test_layers_of_an_empty_memory(repo: Path, quick: Quick) -> None:
    told = quick("snapshot", "--json").json
    assert list(told) == ["version", "working", "shortTerm", "longTerm", "totalTokens"]
    assert (told["working"], told["totalTokens"]) == (None, 0)
    assert "no task is known" in quick("snapshot").stdout


def test_layers_from_the_task_at_work_to_all_there_is(repo: Path, quick: Quick) -> None:
    filled(repo, quick)
    quick("extract", "--session", "task-2", input="Gotcha: the importer drops empty rows\n")
    told = quick("snapshot", "--json").json
    assert told["working"]["task"] == "task-2"
    short, long = told["shortTerm"], told["longTerm"]
    assert short["tasks"] == ["task-2", "task-1"]
    assert [entry["kind"] for entry in short["entries"]] == ["gotcha", "decision", "scope"]
    assert [row["summary"] for row in short["diary"]] == ["it hung", "it hung again"]
    assert long["counts"] == {"convention": 1, "decision": 1, "gotcha": 1, "scope": 1}
    assert long["sections"]["Gotchas & Fixes"] == ["the importer drops empty rows"]
    assert told["totalTokens"] == short["tokens"] + long["tokens"] > 0


def test_the_task_at_work_can_be_named(repo: Path, quick: Quick) -> None:
    filled(repo, quick)
    known = quick("snapshot", "--session", "task-1", "--json").json
    assert known["working"] == {**known["working"], "task": "task-1", "entries": 2}
    new = quick("snapshot", "--session", "never seen", "--json").json
    assert new["working"] == {"task": "never seen", "at": None, "entries": 0}
    assert new["shortTerm"]["tasks"] == ["never seen", "task-1"]


def test_people_get_the_beginning_of_each_layer(repo: Path, quick: Quick) -> None:
    filled(repo, quick)
    many = "".join(f"Gotcha: table t{n:03} drops rows in the importer\n" for n in range(20))
    quick("extract", "--session", "task-2", input=many)
    ran = quick("snapshot")
    assert ran.stdout.startswith("working: task-2, last seen 2026-02-02 12:00\n")
    assert "more entries" in ran.stdout
    assert "pending: it hung again" in ran.stdout
