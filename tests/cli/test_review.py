"""The inbox: what is not sure waits, is shown nowhere, and a person or a second task decides."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Mem, Ran
from .conftest import tree_of

Quick = Callable[..., Ran]
HANGS = "The retry loop hangs because `fetch_all` never closes its socket when the server dies."
SKIPS = "The `load_rows` parser skips headers because the file is read twice when it starts."
SLOW = "The nightly `report` job is slow because the cursor fetches each row by itself."
AGENTS = (
    *("CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "OPENCODE", "CURSOR_AGENT", "QWEN_CODE"),
    "COPILOT_CLI",
)


def chat(*said: str) -> str:
    """A chat in which nothing is looked at or done: what the agent claims in it is not sure."""
    asked = {"role": "user", "content": "why does it stop?"}
    return json.dumps([asked, *({"role": "assistant", "content": text} for text in said)])


def extract(quick: Quick, task: str, *said: str, flags: tuple[str, ...] = ()) -> list[Any]:
    ran = quick("extract", "--json", "--session", task, *flags, input=chat(*said))
    assert ran.code == 0
    items: list[Any] = ran.json["items"]
    return items


def waiting(quick: Quick) -> list[Any]:
    found: list[Any] = quick("review", "--json").json["candidates"]
    return found


def entries(quick: Quick, *flags: str) -> list[Any]:
    found: list[Any] = quick("learnings", "list", "--json", *flags).json["entries"]
    return found


# -- what must not happen --------------------------------------------------------------------------


def test_what_waits_is_shown_and_counted_nowhere(repo: Path, quick: Quick) -> None:
    (repo / ".mem").mkdir()
    (repo / ".mem/config.yaml").write_text("sessions: {keep: false}\n", encoding="utf-8")
    (item,) = extract(quick, "a", HANGS)
    assert (item["action"], item["text"]) == ("to_review", HANGS)
    assert not (repo / "learnings.md").exists()
    calls = (["context"], ["context", "--query", HANGS], ["learnings", "list"], ["snapshot"])
    for call in calls:
        assert "fetch_all" not in quick(*call).stdout, call
    assert quick("search", "fetch_all socket", "--json").json["results"] == []
    assert quick("stats", "--json").json["entries"]["total"] == 0
    assert entries(quick) == entries(quick, "--archived") == []


def test_a_dry_run_puts_nothing_into_the_inbox(repo: Path, quick: Quick) -> None:
    before = tree_of(repo, local=True)
    (item,) = extract(quick, "a", HANGS, flags=("--dry-run",))
    assert item["action"] == "to_review"
    assert tree_of(repo, local=True) == before
    assert waiting(quick) == []


def test_what_a_tool_prints_in_every_task_is_not_promoted(repo: Path, quick: Quick) -> None:
    printed = "Path `src/.env.example` exists but is filtered out by globalignore."
    assert [extract(quick, task, printed) for task in ("a", "b", "c")] == [[], [], []]


def test_what_a_person_asks_twice_may_be_for_the_tasks_at_hand(repo: Path, quick: Quick) -> None:
    asked = json.dumps([{"role": "user", "content": "No, always round up"}])
    for task in ("a", "b"):
        assert quick("extract", "--session", task, input=asked).code == 0
    assert entries(quick) == []


def test_the_same_task_again_does_not_promote(repo: Path, quick: Quick) -> None:
    extract(quick, "a", HANGS)
    (again,) = extract(quick, "a", HANGS)
    assert again["action"] == "unchanged"
    assert [one["text"] for one in waiting(quick)] == [HANGS]
    assert entries(quick) == []


def test_what_was_rejected_stays_out(repo: Path, quick: Quick) -> None:
    (item,) = extract(quick, "a", HANGS)
    ran = quick("review", "--reject", item["id"][:4])
    assert (ran.code, ran.stdout) == (0, f"rejected {item['id']}  Learning: {HANGS}\n")
    for task in "abc":
        assert [one["action"] for one in extract(quick, task, HANGS)] == ["suppressed"]
    assert waiting(quick) == entries(quick) == []
    (gone,) = entries(quick, "--archived")
    assert (gone["id"], gone["archived"]["reason"]) == (item["id"], "removed: rejected in review")


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_decides_about_nothing(repo: Path, mem: Mem, quick: Quick, name: str) -> None:
    (item,) = extract(quick, "a", HANGS)
    before = tree_of(repo, local=True)
    for words in ((), ("--list",), ("--approve", item["id"]), ("--reject", item["id"])):
        ran = mem("review", *words, env={name: "1"})
        assert (ran.code, ran.stdout) == (1, "")
        assert name in ran.stderr
        assert ran.stderr.splitlines()[-1].startswith("hint: ")
    assert tree_of(repo, local=True) == before


WRONG = [
    pytest.param(("--approve",), 2, "no ID", id="no ID"),
    pytest.param(("--approve", "zzzz"), 1, "zzzz", id="unknown"),
    pytest.param(("--reject", "zzzz"), 1, "zzzz", id="unknown, to reject"),
    pytest.param(("--approve", ""), 1, "''", id="empty"),
    pytest.param(("--approve", "{id}", "zzzz"), 1, "zzzz", id="one known, one unknown"),
    pytest.param(("{id}",), 2, "what to do", id="neither"),
    pytest.param(("--approve", "--reject", "{id}"), 2, "exclude", id="both"),
    pytest.param(("--list", "--approve", "{id}"), 2, "exclude", id="list and approve"),
]


@pytest.mark.parametrize(("words", "code", "said"), WRONG)
def test_a_wrong_call_changes_nothing(
    repo: Path, quick: Quick, words: tuple[str, ...], code: int, said: str
) -> None:
    (item,) = extract(quick, "a", HANGS)
    before = tree_of(repo, local=True)
    ran = quick("review", *(word.format(id=item["id"]) for word in words))
    assert (ran.code, ran.stdout) == (code, "")
    assert said in ran.stderr
    assert "hint: " in ran.stderr
    assert tree_of(repo, local=True) == before


BROKEN = [
    "not json",
    "[]",
    '{"id": "k3v9q2xa"}',
    '{"id": "k3v9q2xa", "kind": "learning", "text": "forged", "at": "", "task": "t"}',
    '{"id": "k3v9q2xa", "kind": "nonsense", "text": "x", "at": "", "task": "t"}',
    "[" * 50_000,
    "x" * 100_000,
    "\x00",
]


def test_a_broken_line_costs_only_itself(repo: Path, quick: Quick) -> None:
    extract(quick, "a", HANGS)
    inbox = repo / ".mem/local/inbox.jsonl"
    good = inbox.read_text(encoding="utf-8")
    forged = good.replace("fetch_all", "evil -->")
    inbox.write_text("\n".join((*BROKEN, forged)) + good + "\n\n", encoding="utf-8")
    assert [one["text"] for one in waiting(quick)] == [HANGS]
    extract(quick, "b", SKIPS)
    assert [one["text"] for one in waiting(quick)] == [HANGS, SKIPS]


def test_a_purge_empties_the_inbox_of_the_text(repo: Path, quick: Quick) -> None:
    extract(quick, "a", HANGS, SKIPS)
    ran = quick("learnings", "add", "-c", "gotcha", HANGS, "--json")
    quick("learnings", "remove", "--purge", ran.json["entries"][0]["id"])
    assert [one["text"] for one in waiting(quick)] == [SKIPS]
    held = [p for p in repo.rglob("*") if p.is_file() and b"fetch_all" in p.read_bytes()]
    assert [p for p in held if ".git" not in p.parts] == []


def test_what_a_person_writes_meanwhile_waits_no_longer(repo: Path, quick: Quick) -> None:
    extract(quick, "a", HANGS, SKIPS)
    quick("learnings", "add", "-c", "learning", HANGS)
    assert [one["text"] for one in waiting(quick)] == [SKIPS]


# -- what must -------------------------------------------------------------------------------------


def test_an_empty_inbox_is_no_failure(repo: Path, quick: Quick) -> None:
    ran = quick("review")
    assert (ran.code, ran.stdout, ran.stderr) == (0, "", "nothing waits for review\n")
    assert quick("review", "--json").json == {"version": 1, "candidates": []}


def test_a_second_task_promotes(repo: Path, quick: Quick) -> None:
    extract(quick, "a", HANGS)
    (item,) = extract(quick, "b", HANGS)
    assert (item["action"], item["confidence"]) == ("inserted", 0.59)
    (entry,) = entries(quick)
    assert (entry["seen"], entry["from"], entry["confidence"]) == (2, ["a", "b"], 0.59)
    assert waiting(quick) == []


UNSURE = [
    "We are using PostgreSQL for the ledger because SQLite locks under load.",
    "I found out that tests need TZ=UTC to pass.",
    "The root cause was a missing index on the orders table.",
    "Warning: the migration script drops the users table first.",
    "Tip: run `make clean` before switching branches.",
]


@pytest.mark.parametrize("said", UNSURE)
def test_a_second_task_promotes_also_what_was_hardly_believed(
    said: str, repo: Path, quick: Quick
) -> None:
    (first,) = quick("extract", "--json", "--session", "a", input=said).json["items"]
    (second,) = quick("extract", "--json", "--session", "b", input=said).json["items"]
    assert (first["action"], second["action"]) == ("to_review", "inserted")


def test_a_sure_candidate_of_another_task_merges_with_one_that_waits(
    repo: Path, quick: Quick
) -> None:
    extract(quick, "a", HANGS)
    quick("extract", "--session", "b", input=f"Learning: {HANGS}\n")
    (entry,) = entries(quick)
    assert (entry["seen"], entry["from"]) == (2, ["a", "b"])
    assert waiting(quick) == []


def test_what_waits_is_told_with_its_evidence_and_what_is_near(repo: Path, quick: Quick) -> None:
    quick("learnings", "add", "-c", "decision", "Tokens live for 15 minutes in `login`")
    (old,) = entries(quick)
    (item,) = extract(
        quick, "a", "Key finding: Tokens live for 30 minutes in `login` because people complained."
    )
    (one,) = waiting(quick)
    assert set(one) == {"id", "kind", "text", "reason", "confidence", "evidence", "near"}
    assert one["id"] == item["id"]
    assert one["reason"].startswith("not sure enough")
    (line,) = one["evidence"]
    known = {"id": one["id"], "at": "2026-02-02T12:00:00.000Z", "task": "a", "act": "said"}
    place = {"who": "agent", "source": "-", "line": 1, "quote": one["text"]}
    assert line == known | place
    assert one["near"] == [{"id": old["id"], "relation": "contradiction"}]
    assert f"contradicts {old['id']}" in quick("review", "--list").stdout


def test_what_a_person_approves_becomes_an_entry(repo: Path, quick: Quick) -> None:
    (item,) = extract(quick, "a", HANGS)
    ran = quick("review", "--approve", item["id"][:5])
    assert (ran.code, ran.stdout) == (0, f"approved {item['id']}  Learning: {HANGS}\n")
    (entry,) = entries(quick)
    assert (entry["confidence"], entry["from"], entry["manual"]) == (0.59, ["a"], False)
    assert waiting(quick) == []
    event = quick("events", "--json").json["events"][-1]
    assert (event["event"], event["reason"]) == ("learning.inserted", "approved")
    assert "task" not in event
    assert "approved by a person at 0.59" in quick("why", item["id"]).stdout
    assert [one["action"] for one in extract(quick, "b", HANGS)] == ["merged"]


def test_what_is_approved_lowers_what_it_contradicts_and_only_that(
    repo: Path, quick: Quick
) -> None:
    for text in ("Tokens live for 15 minutes in `login`", "Retry `fetch` three times"):
        quick("extract", "--session", "old", input=f"Decision: {text}\n")
    extract(
        quick, "a", "Key finding: Tokens live for 30 minutes in `login` because people complained."
    )
    (one,) = waiting(quick)
    quick("review", "--approve", one["id"])
    found = {entry["text"][:6]: entry["confidence"] for entry in entries(quick)[:2]}
    assert found == {"Tokens": 0.2, "Retry ": 0.5}


def test_the_answer_names_what_was_decided_and_what_still_waits(repo: Path, quick: Quick) -> None:
    ids = [item["id"] for item in extract(quick, "a", HANGS, SKIPS, SLOW)]
    answer = quick("review", "--approve", *ids[:2], "--json").json
    assert (answer["approved"], answer["rejected"]) == (ids[:2], [])
    assert [one["id"] for one in answer["candidates"]] == ids[2:]


def test_an_extraction_says_how_many_wait(repo: Path, quick: Quick) -> None:
    ran = quick("extract", "--session", "a", input=chat(HANGS))
    assert ran.stdout.startswith("to review    ")
    assert ran.stderr.endswith("1 waits for review: `mem review`\n")
    ran = quick("extract", "--session", "b", input=chat(SKIPS))
    assert ran.stderr.endswith("2 wait for review: `mem review`\n")


def test_a_shared_inbox_lies_where_git_sees_it(repo: Path, quick: Quick) -> None:
    (repo / ".mem").mkdir()
    (repo / ".mem/config.yaml").write_text("inbox: {share: true}\n", encoding="utf-8")
    (item,) = extract(quick, "a", HANGS)
    assert (repo / ".mem/inbox.jsonl").exists()
    assert not (repo / ".mem/local/inbox.jsonl").exists()
    data = (repo / ".mem/inbox.jsonl").read_bytes()
    quick("review", "--reject", item["id"])
    # A merge with a branch that had not decided brings the line back.
    (repo / ".mem/inbox.jsonl").write_bytes(data)
    assert waiting(quick) == []


@pytest.mark.parametrize("decision", ["--approve", "--reject"])
def test_a_decision_that_could_not_write_the_inbox_ends_well_the_second_time(
    repo: Path, quick: Quick, decision: str
) -> None:
    (item,) = extract(quick, "a", HANGS)
    extract(quick, "b", SKIPS)
    inbox = repo / ".mem/local/inbox.jsonl"
    waited = inbox.read_bytes()
    assert quick("review", decision, item["id"]).code == 0
    decided, left = tree_of(repo), inbox.read_bytes()
    inbox.write_bytes(waited)
    ran = quick("review", decision, item["id"])
    assert (ran.code, item["id"] in ran.stdout) == (0, True)
    assert (tree_of(repo), inbox.read_bytes()) == (decided, left)


def test_what_waited_before_the_inbox_was_shared_moves_to_it(repo: Path, quick: Quick) -> None:
    extract(quick, "a", HANGS)
    (repo / ".mem/config.yaml").write_text("inbox: {share: true}\n", encoding="utf-8")
    assert [one["text"] for one in waiting(quick)] == [HANGS]
    extract(quick, "b", SKIPS)
    assert [one["text"] for one in waiting(quick)] == [HANGS, SKIPS]
    assert (repo / ".mem/inbox.jsonl").read_bytes().count(b"\n") == 2
    assert (repo / ".mem/local/inbox.jsonl").read_bytes() == b""


def test_what_waited_in_a_shared_inbox_moves_back_when_it_is_shared_no_more(
    repo: Path, quick: Quick
) -> None:
    (repo / ".mem").mkdir()
    (repo / ".mem/config.yaml").write_text("inbox: {share: true}\n", encoding="utf-8")
    extract(quick, "a", HANGS)
    (repo / ".mem/config.yaml").write_text("inbox: {share: false}\n", encoding="utf-8")
    assert [one["text"] for one in waiting(quick)] == [HANGS]
    extract(quick, "b", SKIPS)
    assert [one["text"] for one in waiting(quick)] == [HANGS, SKIPS]
    assert (repo / ".mem/local/inbox.jsonl").read_bytes().count(b"\n") == 2
    assert (repo / ".mem/inbox.jsonl").read_bytes() == b""


@pytest.mark.parametrize("first", [True, False])
def test_a_purge_empties_the_file_in_which_it_waited_before_too(
    repo: Path, quick: Quick, first: bool
) -> None:
    (repo / ".mem").mkdir()
    for shared in (first, not first):
        config = f"inbox: {{share: {str(shared).lower()}}}\n"
        (repo / ".mem/config.yaml").write_text(config, encoding="utf-8")
        extract(quick, f"task-{shared}", HANGS, SKIPS)
    ran = quick("learnings", "add", "-c", "gotcha", HANGS, "--json")
    quick("learnings", "remove", "--purge", ran.json["entries"][0]["id"])
    held = [p for p in repo.rglob("*.jsonl") if b"fetch_all" in p.read_bytes()]
    assert held == []


def test_more_new_entries_than_a_task_may_store_wait_and_handoffs_do_not_count(
    repo: Path, quick: Quick
) -> None:
    names = [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "zeta",
        "theta",
        "kappa",
        "lambda",
        "sigma",
        "omega",
        "rho",
        "tau",
        "phi",
    ]
    prose = "\n\n".join(
        f"Gotcha: the `{name}` worker stops because its {name} queue is closed." for name in names
    )
    decisions = [{"id": f"d{n}", "content": f"Use `{n}` for its queue"} for n in names]
    quick("extract", "--session", "a", input=json.dumps({"decisions": decisions}))
    assert (len(entries(quick)), len(waiting(quick))) == (len(names), 0)
    ran = quick("extract", "--session", "b", "--json", input=prose)
    actions = [item["action"] for item in ran.json["items"]]
    assert (actions.count("inserted"), actions.count("to_review")) == (12, 2)
    assert {one["reason"] for one in waiting(quick)} == {"the task has stored enough"}
