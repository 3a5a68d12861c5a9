"""`mem extract`: what the command promises beyond what is extracted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Mem, Ran
from .conftest import tree_of

Quick = Callable[..., Ran]
HANDOFF = json.dumps(
    {
        "decisions": [{"id": "d1", "content": "Use JWT tokens for login", "confidence": "high"}],
        "files": [{"path": "src/jwt.ts", "reason": "makes tokens"}],
        "risks": [{"category": "Security", "mitigation": "Use httpOnly cookies for tokens"}],
    }
)
TEXT = "Gotcha: the importer drops rows that hold a semicolon\n"


def record(number: int, said: str) -> str:
    return json.dumps(
        {
            "type": "assistant",
            "uuid": f"u{number}",
            "sessionId": "5e551011-0000-4000-8000-000000000000",
            "timestamp": "2026-02-02T12:00:00.000Z",
            "cwd": "/work",
            "message": {"role": "assistant", "content": [{"type": "text", "text": said}]},
        }
    )


def test_a_dry_run_writes_nothing_at_all(repo: Path, quick: Quick, tmp_path: Path) -> None:
    transcript = tmp_path / "t.jsonl"
    transcript.write_text(record(1, TEXT) + "\n", encoding="utf-8")
    for source in (transcript, None):
        args = ["extract", "--dry-run", "--json", *([str(source)] if source else [])]
        ran = quick(*args, input=HANDOFF)
        assert ran.code == 0
        assert {item["action"] for item in ran.json["items"]} == {"inserted"}
        assert tree_of(repo, local=True) == {}
    (item,) = quick("extract", "--json", transcript).json["items"]
    assert item["action"] == "inserted", "a dry run does not count as a run"


def test_a_contradiction_names_the_entry_it_contradicts(repo: Path, quick: Quick) -> None:
    said = "Decision: Tokens live for {} minutes\n"
    (old,) = quick("extract", "--json", input=said.format(15)).json["items"]
    ran = quick("extract", "--session", "b", input=said.format(30))
    assert ran.stdout.startswith("contradicted ")
    assert f"[contradicts {old['id']}: " in ran.stdout


TIED = """\
Decision: Keep the retries in src/net/retry.py because its client hides errors
Risk: src/net/retry.py doubles the load when the server is slow
Decision: Store times as UTC
Gotcha: src/net/pool.py keeps its sockets open after a fork
"""


def test_a_decision_and_a_risk_are_tied_to_the_files_that_they_name(
    repo: Path, quick: Quick
) -> None:
    first = quick("extract", "--json", "--session", "t1", input=TIED).json
    path = repo / "relationships.json"
    edges = json.loads(path.read_text(encoding="utf-8"))
    decision, risk = (item for item in first["items"][:2])
    assert [(e["type"], e["source"], e["target"]) for e in edges] == [
        ("decision_file", decision["id"], "src/net/retry.py"),
        ("file_risk", "src/net/retry.py", risk["text"]),
    ]
    assert (edges[0]["label"], edges[0]["sessionId"]) == (decision["text"], "t1")
    before = path.read_bytes()
    again = quick("extract", "--json", "--session", "t2", input=TIED).json
    assert {item["action"] for item in again["items"]} == {"merged"}
    assert path.read_bytes() == before
    shown = quick("context", "--file", "src/net/retry.py").stdout
    assert "## Known Relationships" in shown
    assert "doubles the load" in quick("graph", "show").stdout


def test_a_handoff_that_ties_files_itself_is_not_tied_by_its_texts(
    repo: Path, quick: Quick
) -> None:
    said = {"decisions": [{"content": "Keep src/a.py as it is", "files": ["src/b.py"]}]}
    quick("extract", input=json.dumps(said))
    edges = json.loads((repo / "relationships.json").read_text(encoding="utf-8"))
    assert [edge["target"] for edge in edges] == ["src/b.py"]


@pytest.mark.parametrize("other", ['{"another": "tool"}', "[{]"])
def test_edges_that_cannot_be_added_cost_no_entry(repo: Path, quick: Quick, other: str) -> None:
    path = repo / "relationships.json"
    path.write_text(other, encoding="utf-8")
    answer = quick("extract", "--json", input=TIED).json
    assert [item["action"] for item in answer["items"]] == ["inserted"] * 4
    assert "no edges were added: relationships.json" in answer["warnings"][0]
    assert path.read_text(encoding="utf-8") == other


@pytest.mark.parametrize("said", [TEXT, HANDOFF], ids=["text", "handoff"])
def test_twice_on_one_input_changes_no_byte(repo: Path, quick: Quick, said: str) -> None:
    first = quick("extract", "--json", input=said)
    before = tree_of(repo)
    second = quick("extract", "--json", input=said)
    assert tree_of(repo) == before
    assert second.json["session"] == first.json["session"]
    assert {item["action"] for item in second.json["items"]} == {"unchanged"}
    assert second.json["relationships"] == {"added": 0, "refreshed": 0, "evicted": 0}


def test_the_answer_has_the_shape_that_was_promised(repo: Path, quick: Quick) -> None:
    answer = quick("extract", "--json", "--session", "task-7", input=HANDOFF).json
    assert set(answer) == {
        *("version", "session", "confidence", "items", "sources", "relationships", "evicted"),
        "warnings",
    }
    assert (answer["version"], answer["session"]) == (1, "task-7")
    assert 0 < answer["confidence"] <= 1
    assert answer["sources"] == [{"path": "-", "format": "handoff"}]
    assert answer["relationships"] == {"added": 2, "refreshed": 0, "evicted": 0}
    assert answer["evicted"] == answer["warnings"] == []
    item = answer["items"][0]
    assert set(item) - {"qualifier"} == {"action", "id", "kind", "text", "confidence", "source"}
    assert (item["action"], item["kind"]) == ("inserted", "decision")
    assert (item["text"], item["confidence"]) == ("Use JWT tokens for login", 0.8)
    assert set(item["source"]) == {"path", "line"}


def test_a_transcript_that_grows_gives_each_learning_once(
    repo: Path, quick: Quick, tmp_path: Path
) -> None:
    transcript = tmp_path / "t.jsonl"
    seen = []
    with transcript.open("a", encoding="utf-8") as file:
        for number in range(3):
            said = f"Gotcha: the importer of table t{number} drops rows silently\n"
            file.write(record(number, said) + "\n")
            file.flush()
            items = quick("extract", "--json", transcript).json["items"]
            seen += [(item["action"], item["text"]) for item in items]
    assert [action for action, _ in seen] == ["inserted"] * 3
    assert len({text for _, text in seen}) == 3
    assert quick("extract", "--json", transcript).json["items"] == []


def test_another_task_that_says_the_same_raises_the_confidence(repo: Path, quick: Quick) -> None:
    said = [
        quick("extract", "--json", "--session", f"t{n}", input=TEXT).json["items"][0]
        for n in range(7)
    ]
    assert [item["action"] for item in said] == ["inserted"] + ["merged"] * 6
    assert [item["confidence"] for item in said][:6] == [0.5, 0.59, 0.662, 0.7196, 0.7657, 0.8025]
    # The first task has been pushed out of the comment by five newer ones, and is known still.
    (again,) = quick("extract", "--json", "--session", "t0", input=TEXT).json["items"]
    assert again["action"] == "unchanged"


def test_what_scores_too_little_is_skipped(repo: Path, quick: Quick) -> None:
    ran = quick("extract", "--json", "--min-confidence", "1", input=TEXT)
    assert {item["action"] for item in ran.json["items"]} <= {"skipped"}
    assert not (repo / "learnings.md").exists()


def test_a_pipe_carries_nothing_but_the_result(repo: Path, mem: Mem) -> None:
    (repo / ".mem").mkdir()
    (repo / ".mem/config.yaml").write_text("nonsense: 1\n", encoding="utf-8")
    ran = mem("extract", "--json", input=TEXT)
    assert ran.code == 0
    assert json.loads(ran.stdout)["items"]
    assert "nonsense" in ran.stderr
    assert mem("extract", input="").stdout == ""


NOISY = f"""{TEXT}
Gotcha: does the importer drop rows?

Gotcha: AKIAIOSFODNN7EXAMPLE

Gotcha: please run the importer with password=hunter2hunter2 again
"""


def test_what_was_passed_over_is_listed_only_where_it_is_asked_for(
    repo: Path, quick: Quick
) -> None:
    assert len(quick("extract", "--dry-run", "--json", input=NOISY).json["items"]) == 1
    items = quick("extract", "--dry-run", "--json", "--show-skipped", input=NOISY).json["items"]
    assert [(item["action"], item["reason"]) for item in items[1:]] == [
        ("skipped", "a question"),
        ("skipped", "nothing but a secret"),
        ("skipped", "an order"),
    ]
    assert {item["id"] for item in items[1:]} == {""}
    assert [item["source"]["line"] for item in items] == [1, 3, 5, 7]


def test_no_secret_of_what_was_passed_over_is_shown_or_kept(repo: Path, quick: Quick) -> None:
    for flags in ((), ("--json",)):
        ran = quick("extract", "--show-skipped", *flags, input=NOISY)
        assert "AKIA" not in ran.stdout
        assert "hunter2" not in ran.stdout
    log = (repo / ".mem/local/events.jsonl").read_text(encoding="utf-8")
    assert "importer" not in log
    assert "hunter2" not in log


def test_what_was_passed_over_is_a_line_each(repo: Path, quick: Quick) -> None:
    lines = quick("extract", "--show-skipped", input=NOISY).stdout.splitlines()
    assert lines[1] == "skipped      Gotcha: does the importer drop rows?  [a question]"
    assert len(lines) == 4
    ran = quick("extract", "--show-skipped", input="Gotcha: does it drop rows?\n")
    assert ran.stdout.startswith("skipped ")
    assert ran.stderr == "nothing new worth keeping\n"


def completed(quick: Quick) -> list[dict[str, object]]:
    events = quick("events", "--json").json["events"]
    return [one for one in events if one["event"] == "learning.extraction_complete"]


def test_an_extraction_tells_its_counts_once_and_a_dry_run_none(repo: Path, quick: Quick) -> None:
    quick("extract", "--dry-run", "--session", "a", input=NOISY)
    quick("extract", "--session", "a", input="")
    assert completed(quick) == []
    for _ in range(3):
        quick("extract", "--session", "a", input=NOISY)
    (event,) = completed(quick)
    skipped = {"a question": 1, "an order": 1, "nothing but a secret": 1}
    assert event["counts"] == {"found": 4, "stored": 1, "to_review": 0, "skipped": skipped}
    assert (event["task"], event["source"]) == ("a", {"path": "-"})
    told = quick("events").stdout
    assert "extraction in task a complete: 4 found, 1 stored, 0 to review (standard input)" in told
    assert told.count("nothing but a secret") == 1
    quick("extract", "--session", "b", input=NOISY)
    assert [one["task"] for one in completed(quick)] == ["a", "b"]


def test_each_source_tells_its_own_counts(repo: Path, quick: Quick, tmp_path: Path) -> None:
    for name in ("a", "b"):
        said = f"Gotcha: the {name} importer of `{name}.py` drops rows silently\n"
        (tmp_path / f"{name}.md").write_text(said, encoding="utf-8")
    quick("extract", tmp_path / "a.md", tmp_path / "b.md")
    paths = [Path(str(one["source"]["path"])).name for one in completed(quick)]  # type: ignore[index]
    assert paths == ["a.md", "b.md"]


def test_a_new_entry_starts_with_what_the_settings_say_of_its_grade(
    repo: Path, quick: Quick
) -> None:
    settings = "confidence: {first: 0.55, medium: 0.65, high: 0.9}\n"
    (repo / ".mem").mkdir(exist_ok=True)
    (repo / ".mem/config.yaml").write_text(settings, encoding="utf-8")
    decisions = [
        {"content": "Use JWT tokens for login", "confidence": "high"},
        {"content": "Queue mails in `outbox.db`", "confidence": "medium"},
    ]
    items = quick("extract", "--json", input=json.dumps({"decisions": decisions})).json["items"]
    items += quick("extract", "--json", input=TEXT).json["items"]
    assert [item["confidence"] for item in items] == [0.9, 0.65, 0.55]


def test_a_rule_in_fewer_words_confirms_what_is_known(repo: Path, quick: Quick) -> None:
    def told(said: str) -> list[str]:
        turns = [("user", "add a tax line"), ("assistant", "I used floats."), ("user", said)]
        talk = [{"role": role, "content": text} for role, text in turns]
        ran = quick("extract", "--json", input=json.dumps({"session_id": said, "messages": talk}))
        return [f"{item['action']} {item['kind']}" for item in ran.json["items"]]

    assert told("Never use floats for totals, always use Decimal") == ["inserted preference"]
    assert told("No! never use floats for totals") == ["merged preference"]


def test_a_teammates_export_names_the_files_that_are_here(repo: Path, quick: Quick) -> None:
    (repo / "src").mkdir()
    (repo / "src" / "gate.c").write_text("int gate;\n", encoding="utf-8")
    export = (
        "<!-- Generated by SpecStory -->\n\n_**User**_\n\nMend it.\n\n_**Agent**_\n\n"
        + "".join(
            f"<details><summary>Edit file: /home/ada/sluice/{name}</summary>\n\n</details>\n\n"
            for name in ("src/gate.c", "docs/gate.md")
        )
    )
    quick("extract", input=export)
    assert "Modified files: src/gate.c, docs/gate.md" in (repo / "learnings.md").read_text("utf-8")
