"""What a person writes into learnings.md is theirs, whatever it looks like: through the CLI."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran

Quick = Callable[..., Ran]
TASK = (
    "Gotcha: the importer drops rows that hold a semicolon\n\n"
    "Decision: sessions are kept in Redis, not in cookies\n"
)
# Months old at noon of 2026-02-02, in forms that an extraction writes too.
WRITTEN = """\
# Learnings

- [2025-02-02] Decision (high): Sessions are kept in cookies, not in Redis
- [2024-12-24] Fixed: The importer lost its last row
* Gotcha: a date alone is no version
1. Risk (Security): Never log a token
2) [2025-01-01] Convention: Run `make lint` before a commit
10. Say why
    - before how
    1. and when
"""
PLACES = [
    pytest.param("# Learnings\n\n1. a\n2. b\n", id="a numbered list"),
    pytest.param(
        "# Learnings\n\n1) a\n\n   more of a\n2) b\n\n## Notes\n\n- c\n", id="before others"
    ),
    pytest.param("# Learnings\r\n\r\n1. a\r\n   - b\r\n2. c", id="CRLF, no final newline"),
    pytest.param("text\n\n7. a\n", id="no heading"),
]


def entries(quick: Quick, *more: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = quick("learnings", "list", "--json", *more).json["entries"]
    return found


@pytest.mark.parametrize("command", ["extract", "prune", "doctor --fix"])
def test_no_byte_of_it_changes_and_none_of_it_goes(command: str, repo: Path, quick: Quick) -> None:
    path = repo / "learnings.md"
    path.write_bytes(WRITTEN.encode())
    (repo / "task.txt").write_bytes(TASK.encode())
    for task in range(3 if command == "extract" else 0):
        assert quick("extract", "task.txt", "--session", f"t-{task}").code == 0
    quick(*command.split(), *(["task.txt"] if command == "extract" else []))
    assert path.read_bytes().startswith(WRITTEN.encode())
    assert not (repo / ".mem/archive.md").exists()
    mine = [entry for entry in entries(quick) if entry["line"] <= len(WRITTEN.splitlines())]  # type: ignore[operator]
    assert [(e["manual"], e["confidence"], e["seen"]) for e in mine] == [(True, 1.0, 1)] * 8


def test_a_numbered_item_is_an_entry_and_is_shown(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_bytes(WRITTEN.encode())
    assert [entry["text"] for entry in entries(quick)][3:] == [
        "Never log a token",
        "Run `make lint` before a commit",
        "Say why",
        "before how",
        "and when",
    ]
    shown = quick("context").stdout
    assert "Never log a token" in shown
    assert "before how" in shown


@pytest.mark.parametrize("text", PLACES)
def test_a_new_entry_stands_beside_a_numbered_list_and_goes_again(
    text: str, repo: Path, quick: Quick
) -> None:
    path = repo / "learnings.md"
    path.write_bytes(text.encode())
    before = [entry["text"] for entry in entries(quick)]
    added = quick("learnings", "add", "a new one", "--json").json["entries"][0]
    assert path.read_bytes().split()[0] == text.encode().split()[0]
    assert sorted(e["text"] for e in entries(quick)) == sorted([*before, "a new one"])  # type: ignore[type-var]
    assert any(
        line.startswith("- [2026-02-02] a new one") for line in path.read_text("utf-8").splitlines()
    )
    quick("learnings", "remove", added["id"])
    assert path.read_bytes() == text.encode()


def test_a_number_is_removed_alone_where_others_need_it(repo: Path, quick: Quick) -> None:
    path = repo / "learnings.md"
    path.write_bytes(b"I should check:\n1. one\n2. two\n10) ten\n    - under ten\n")
    ids = {str(entry["text"]): str(entry["id"]) for entry in entries(quick)}
    assert [*ids] == ["one", "two", "ten", "under ten"]
    quick("learnings", "remove", ids["one"])
    quick("learnings", "remove", ids["ten"])
    assert [entry["text"] for entry in entries(quick)] == ["two", "under ten"]


def test_what_is_not_read_is_named_and_is_no_fault(repo: Path, quick: Quick) -> None:
    words = "# Learnings\n\nAlways lint.\n\n- a\n\n| x | y |\n|---|---|\n| 1 | 2 |\n"
    (repo / "learnings.md").write_bytes(words.encode())
    ran = quick("doctor", "--ci", "--json")
    told = [f for f in json.loads(ran.stdout)["findings"] if f["code"] == "unread"]
    assert [(f["severity"], f["line"]) for f in told] == [("info", 3), ("info", 7)]
    assert ran.code == 0
