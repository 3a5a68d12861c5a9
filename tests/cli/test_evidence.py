"""Why an entry is believed stands beside learnings.md, which changes when what is known changes."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from memory_md.base.identity import entry_id

from ..conftest import Ran

Quick = Callable[..., Ran]
FACT = "Gotcha: the importer of table {} reads `rows_{}` before `open()` takes the lock."
LESSONS = "\n\n".join(FACT.format(n, n) for n in range(60))


def entries(quick: Quick) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = quick("learnings", "list", "--json").json["entries"]
    return found


def extract(quick: Quick, task: str, text: str) -> None:
    assert quick("extract", "--session", task, input=text).code == 0


def evidence(repo: Path) -> Path:
    return repo / ".mem/evidence.jsonl"


BROKEN = {
    "missing": None,
    "empty": b"",
    "half a line": b'{"id":"aaaaaaaa","at":"2026-0',
    "no text": bytes(range(256)),
    "nested": b"[" * 100_000,
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_costs_confidence_and_no_entry(repo: Path, quick: Quick, name: str) -> None:
    extract(quick, "a", FACT.format(1, 1))
    extract(quick, "b", FACT.format(1, 1))
    before = (repo / "learnings.md").read_bytes()
    data = BROKEN[name]
    if data is None:
        evidence(repo).unlink()
    else:
        evidence(repo).write_bytes(data)
    (entry,) = entries(quick)
    assert (entry["confidence"], entry["seen"]) == (0.5, 1)
    extract(quick, "c", FACT.format(1, 1))
    (entry,) = entries(quick)
    assert (entry["confidence"], entry["seen"]) == (0.59, 2)
    assert (repo / "learnings.md").read_bytes() == before


@pytest.mark.parametrize("task", [b"%ED%A0%80", b"\xde"])
def test_a_task_of_the_first_format_that_is_no_text_stops_no_command(
    repo: Path, quick: Quick, task: bytes
) -> None:
    id_ = entry_id("gotcha", "The queue is slow").encode()
    line = b"- Gotcha: The queue is slow <!-- mem:" + id_ + b" from=" + task + b" -->\n"
    (repo / "learnings.md").write_bytes(line)
    extract(quick, "b", "Gotcha: The queue is slow.")
    (entry,) = entries(quick)
    assert (entry["text"], entry["seen"]) == ("The queue is slow", 2)
    assert evidence(repo).read_bytes().decode("utf-8").count("\n") == 2


def test_sixty_lessons_of_five_tasks_leave_few_bytes_in_comments(repo: Path, quick: Quick) -> None:
    (repo / ".mem").mkdir(exist_ok=True)
    (repo / ".mem/config.yaml").write_text("extract: {per_task: 99}\n", encoding="utf-8")
    path = repo / "learnings.md"
    written = b""
    for number in range(5):
        extract(quick, str(UUID(int=number, version=4)), LESSONS)
        written = written or path.read_bytes()
        assert path.read_bytes() == written, "a task that meets what is known changes no byte"
    comments = re.findall(r"<!--.*?-->", path.read_text(encoding="utf-8"))
    assert len(comments) == 60
    assert len("".join(comments)) <= 0.2 * len(written)
    assert {(e["seen"], round(e["confidence"], 4)) for e in entries(quick)} == {(5, 0.7657)}


def test_a_line_that_stands_twice_counts_once(repo: Path, quick: Quick) -> None:
    for task in "ab":
        extract(quick, task, FACT.format(1, 1))
    before = entries(quick)
    lines = evidence(repo).read_bytes().splitlines(keepends=True)
    evidence(repo).write_bytes(b"".join([*lines, *lines[::-1]]))
    assert entries(quick) == before


def test_a_purge_reaches_the_evidence(repo: Path, quick: Quick) -> None:
    for number in range(2):
        extract(quick, "a", FACT.format(number, number))
    (one, _) = entries(quick)
    assert quick("learnings", "remove", "--purge", one["id"]).code == 0
    assert one["text"] not in evidence(repo).read_text(encoding="utf-8")
    assert evidence(repo).read_text(encoding="utf-8").count("\n") == 1


def test_another_clone_tells_why(repo: Path, quick: Quick) -> None:
    extract(quick, "t1", FACT.format(1, 1))
    (entry,) = entries(quick)
    for log in (repo / ".mem/local").glob("events*.jsonl"):
        log.unlink()
    told = quick("why", entry["id"]).stdout
    assert "said by an agent in task t1" in told
    assert "rows_1" in told
    (line,) = quick("why", entry["id"], "--json").json["evidence"]
    assert (line["task"], line["who"], line["act"]) == ("t1", "agent", "said")


def test_evidence_of_what_no_file_knows_goes_after_thirty_days_of_use(
    repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        extract(quick, "a", FACT.format(number, number))
    subprocess.run(["git", "add", "-A"], check=True)
    subprocess.run(["git", "commit", "-qm", "one"], check=True)
    deleted, archived, stays = (entry["id"] for entry in entries(quick))
    quick("learnings", "remove", archived)
    path = repo / "learnings.md"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if deleted not in line), encoding="utf-8")

    def known_after(days: range) -> set[str]:
        for day in days:
            at = datetime(2026, 2, 3, 12, tzinfo=UTC) + timedelta(day)
            monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(at.timestamp())))
            extract(quick, f"t{day}", FACT.format(2, 2))
        return set(re.findall(r'"id":"(\w+)"', evidence(repo).read_text(encoding="utf-8")))

    assert known_after(range(40)) == {deleted, archived, stays}, "HEAD knows it"
    subprocess.run(["git", "commit", "-qam", "two"], check=True)
    assert known_after(range(40, 41)) == {archived, stays}


def test_twelve_tasks_and_more_are_counted_as_twelve_or_more(repo: Path, quick: Quick) -> None:
    for task in range(11):
        extract(quick, f"t{task}", FACT.format(1, 1))
    (entry,) = entries(quick)
    assert "seen 11 times" in quick("why", entry["id"]).stdout
    for task in range(11, 20):
        extract(quick, f"t{task}", FACT.format(1, 1))
    (entry,) = entries(quick)
    assert entry["seen"] == 12
    assert "seen 12+ times" in quick("why", entry["id"]).stdout
    assert "seen        12+" in quick("learnings", "show", entry["id"]).stdout
