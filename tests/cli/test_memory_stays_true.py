"""Facts that a day of use puts at risk: edits, repeats, purges, ids, budgets, repositories."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from ..conftest import Quick

LESSON = "the parser drops the last line when the file has no newline"


def extract(quick: Quick, text: str, task: str) -> list[str]:
    items = quick("extract", "--session", task, "--json", input=text).json["items"]
    return [item["action"] for item in items]


def ids(quick: Quick) -> list[str]:
    return [entry["id"] for entry in quick("learnings", "list", "--json").json["entries"]]


def test_an_entry_that_was_edited_is_met_again_by_what_it_says_now(
    repo: Path, quick: Quick
) -> None:
    extract(quick, "Gotcha: the `weak` parser drops a line at the end.", "a")
    (id_,) = ids(quick)
    quick("learnings", "edit", id_, f"{LESSON} of `x`")
    assert extract(quick, f"Gotcha: {LESSON} of `x`", "b") == ["merged"]
    assert ids(quick) == [id_]
    assert extract(quick, "Gotcha: the `weak` parser drops a line at the end.", "c") == [
        "suppressed"
    ]


def test_what_was_edited_away_can_be_added_as_an_entry_of_its_own(repo: Path, quick: Quick) -> None:
    quick("learnings", "add", "Use JWT tokens")
    (id_,) = ids(quick)
    quick("learnings", "edit", id_, "Use server sessions")
    quick("learnings", "add", "Use JWT tokens")
    text = (repo / "learnings.md").read_text(encoding="utf-8")
    assert "Use server sessions" in text
    assert "Use JWT tokens" in text
    assert len(set(ids(quick))) == 2


def test_a_person_may_take_a_purge_back(repo: Path, quick: Quick) -> None:
    quick("learnings", "add", "-c", "gotcha", LESSON)
    quick("learnings", "remove", ids(quick)[0], "--purge")
    assert extract(quick, f"Gotcha: {LESSON}", "a") == ["suppressed"]
    quick("learnings", "add", "-c", "gotcha", LESSON)
    assert extract(quick, f"Gotcha: {LESSON}", "b") == ["merged"]


def test_a_purged_entry_is_not_shown_as_still_there(repo: Path, quick: Quick) -> None:
    quick("learnings", "add", LESSON)
    (gone,) = quick("learnings", "remove", ids(quick)[0], "--purge", "--json").json["entries"]
    assert (gone["active"], gone["path"], gone["line"]) == (False, None, None)


def test_a_contradiction_leaves_an_event_for_both(repo: Path, quick: Quick) -> None:
    first = {"decisions": [{"content": "Use session cookies for login", "confidence": "high"}]}
    second = {
        "decisions": [
            {
                "content": "Use JWT tokens for the login",
                "confidence": "high",
                "contradicts": "Use session cookies for login",
            }
        ]
    }
    extract(quick, json.dumps(first), "a")
    (old,) = ids(quick)
    assert extract(quick, json.dumps(second), "b") == ["contradicted"]
    log = (repo / ".mem/local/events.jsonl").read_text(encoding="utf-8").splitlines()
    events = [json.loads(line) for line in log]
    assert [event["event"] for event in events][2:] == [
        "learning.inserted",
        "learning.contradicted",
        "learning.extraction_complete",
    ]
    assert events[-2]["id"] == old
    assert (events[-2]["old"], events[-2]["new"]) == ({"confidence": 0.8}, {"confidence": 0.5})


def test_a_contradiction_of_nothing_known_is_said(repo: Path, quick: Quick) -> None:
    payload = {"decisions": [{"content": "Something wholly new here", "contradicts": "zzzz"}]}
    ran = quick("extract", "--json", input=json.dumps(payload))
    assert any("zzzz" in warning for warning in ran.json["warnings"])


def test_extracting_again_leaves_no_event(repo: Path, quick: Quick) -> None:
    log = repo / ".mem/local/events.jsonl"
    extract(quick, f"Gotcha: {LESSON}", "a")
    before = log.read_bytes()
    extract(quick, f"Gotcha: {LESSON}", "a")
    quick("extract", "--session", "a", "--min-confidence", "1", input=f"Gotcha: {LESSON}")
    assert log.read_bytes() == before


@pytest.mark.parametrize("limit", [("--max-chars", "300"), ("--budget", "200")])
def test_the_limits_hold_for_xml_too(repo: Path, quick: Quick, limit: tuple[str, str]) -> None:
    said = "Module {} <of> the `importer` & its friends drops a line"
    lines = "".join(f"- {said.format(number)}\n" for number in range(12))
    (repo / "learnings.md").write_text(f"# Learnings\n\n{lines}", encoding="utf-8")
    text = quick("context", "--format", "xml", *limit).stdout
    assert "<memory" in text
    if limit[0] == "--max-chars":
        assert len(text) <= 300
    else:
        assert len(text) < 200 * 5, "about four characters are a token"


def test_an_id_is_found_in_capitals_too(repo: Path, quick: Quick) -> None:
    quick("learnings", "add", LESSON)
    (id_,) = ids(quick)
    quick("learnings", "remove", id_)
    assert LESSON in quick("learnings", "show", id_.upper()).stdout


@pytest.mark.parametrize("path", ["x" * 300 + "/a.py", "//host/share/a.py", "C:/a/b.py"])
def test_a_path_that_cannot_be_looked_at_does_not_fail_a_context(
    repo: Path, quick: Quick, path: str
) -> None:
    (repo / "learnings.md").write_text(f"- Scope: {path} — where it is\n- Run make lint\n", "utf-8")
    ran = quick("context")
    assert (ran.code, "Run make lint" in ran.stdout) == (0, True)


def test_escapes_in_a_file_do_not_reach_the_terminal(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_text("- t <!-- mem:k3v9q2xa from=%1b]0;pwn%07 -->\n", "utf-8")
    (repo / ".mem").mkdir()
    (repo / ".mem/config.yaml").write_text('"\\e]0;pwn\\a": 1\n', "utf-8")
    for command in (("learnings", "show", "k3v9"), ("doctor",), ("learnings", "list")):
        ran = quick(*command)
        assert "\x1b" not in ran.stdout + ran.stderr
        assert "\x07" not in ran.stdout + ran.stderr


def test_git_runs_no_program_of_the_repository(repo: Path, quick: Quick) -> None:
    evil = repo / "evil"
    evil.write_text(f"#!/bin/sh\ntouch '{repo}/pwned'\nexit 0\n", "utf-8")
    evil.chmod(0o755)

    def git(*arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=repo, check=True, capture_output=True)

    (repo / "src").mkdir()
    (repo / "src/a.py").write_text("", "utf-8")
    git("add", "src")
    git("commit", "-qm", "one")
    git("rm", "-q", "src/a.py")
    git("-c", f"gpg.program={evil}", "commit", "-qm", "two")
    git("config", "log.showSignature", "true")
    git("config", "gpg.program", str(evil))
    git("config", "core.fsmonitor", str(evil))
    (repo / "learnings.md").write_text(
        "- Scope: src/a.py — gone\n- In `src/a.py` x is y\n", "utf-8"
    )
    ran = quick("context", "--explain")
    assert "stale" in ran.stderr
    assert not (repo / "pwned").exists()


def test_two_equal_lines_are_named_by_doctor(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_text("- same words\n- same words\n", "utf-8")
    (finding,) = quick("doctor", "--json").json["findings"]
    assert (finding["code"], finding["line"]) == ("said-twice", 2)
