"""`mem import`: a team's own notes come in, marked with where they came from."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Mem, Ran
from .conftest import tree_of

Quick = Callable[..., Ran]
NOTES = Path(__file__).resolve().parents[1] / "corpus" / "notes"
FAMILIES = (
    "CLAUDE.md",
    "AGENTS.md",
    "MEMORY.md",
    "lessons.md",
    "expertise.jsonl",
    "playbook.yaml",
    "observations.json",
)
ACTIONS = {"inserted", "merged", "contradicted", "revived"}


@pytest.fixture
def notes(repo: Path) -> Path:
    """The repository with a copy of every file of notes in it."""
    for file in NOTES.iterdir():
        shutil.copy(file, repo / file.name)
    return repo


def taken(ran: Ran) -> list[str]:
    return [item["text"] for item in ran.json["items"] if item["action"] in ACTIONS]


def entries(quick: Quick) -> list[dict[str, object]]:
    found = quick("learnings", "list", "--json").json["entries"]
    assert isinstance(found, list)
    return found


# -- what must not happen ----------------------------------------------------------------------


def test_a_dry_run_writes_nothing_and_says_the_same(notes: Path, quick: Quick) -> None:
    before = tree_of(notes, local=True)
    dry = quick("import", "CLAUDE.md", "lessons.md", "--dry-run", "--json")
    assert tree_of(notes, local=True) == before
    assert dry.json == quick("import", "CLAUDE.md", "lessons.md", "--json").json


@pytest.mark.parametrize("name", FAMILIES)
def test_the_source_keeps_its_bytes_and_twice_changes_nothing(
    notes: Path, quick: Quick, name: str
) -> None:
    assert taken(quick("import", name, "--json"))
    before = tree_of(notes)
    again = quick("import", name, "--json")
    assert taken(again) == []
    assert tree_of(notes) == before
    assert (notes / name).read_bytes() == (NOTES / name).read_bytes()


def test_what_a_person_removed_stays_out(notes: Path, quick: Quick) -> None:
    first = quick("import", "AGENTS.md", "--json").json["items"]
    gone = next(item for item in first if item["action"] == "inserted")
    quick("learnings", "remove", gone["id"])
    for name in ("AGENTS.md", "copy.md"):
        if name == "copy.md":
            (notes / name).write_bytes((notes / "AGENTS.md").read_bytes())
        again = quick("import", name, "--json")
        assert gone["text"] not in taken(again)
        assert {i["action"] for i in again.json["items"] if i["id"] == gone["id"]} == {"suppressed"}


def test_no_secret_and_no_order_to_a_model_comes_in(notes: Path, quick: Quick) -> None:
    quick("import", "AGENTS.md")
    learnings = (notes / "learnings.md").read_text(encoding="utf-8")
    assert "ghp_" not in learnings
    assert "[redacted: " in learnings
    assert "previous instructions" not in learnings
    left = [
        i for i in quick("import", "AGENTS.md", "--json").json["items"] if i["action"] == "skipped"
    ]
    assert any("model" in item["reason"] for item in left)


def test_nothing_that_a_person_vouches_for_is_evicted(repo: Path, quick: Quick) -> None:
    rules = [
        f"- Always run check number {n} of the harbour list before {n} sails" for n in range(200)
    ]
    (repo / "CLAUDE.md").write_text("# Rules\n\n## Rules\n\n" + "\n".join(rules) + "\n", "utf-8")
    assert quick("import", "CLAUDE.md", "--json").json["evicted"] == []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"\x00\x01\x02", "binary", id="binary"),
        pytest.param(b"\xff\xfeA\x00", "UTF-16", id="utf-16"),
        pytest.param(b"ok\n\xff\xff\n", "not UTF-8", id="not utf-8"),
        pytest.param(b'{"a": {"b": 1}}', "a form that import does not know", id="another shape"),
        pytest.param(b'[{"role": "user", "content": "hi"}]', "a form that", id="messages"),
        pytest.param(
            b'{"type": "user", "message": {}}\n{"type": "x"}\n', "a form that", id="transcript"
        ),
        pytest.param(b'{"bullets": [', "not valid JSON", id="broken json"),
        pytest.param(b"- a\n" * (3 << 20), "larger than 8 MB", id="huge"),
    ],
)
def test_what_holds_no_notes_is_an_error(
    repo: Path, quick: Quick, content: bytes, said: str
) -> None:
    (repo / "file").write_bytes(content)
    ran = quick("import", "file")
    assert (ran.code, ran.stdout) == (1, "")
    assert said in ran.stderr
    assert "hint: " in ran.stderr
    assert not (repo / "learnings.md").exists()


def test_a_directory_a_missing_file_and_the_memory_itself_are_refused(
    repo: Path, quick: Quick
) -> None:
    quick("learnings", "add", "Use early returns")
    assert "is a directory" in quick("import", ".").stderr
    assert "no such file" in quick("import", "none.md").stderr
    assert "this memory's own file" in quick("import", "learnings.md").stderr
    assert quick("import").code == 2


def test_a_bad_file_does_not_undo_a_good_one(notes: Path, quick: Quick) -> None:
    ran = quick("import", "none.md", "AGENTS.md", "--json")
    assert ran.code == 1
    assert taken(ran)
    assert "none.md" in ran.stderr


@pytest.mark.parametrize("text", ["", "\n\n", "[]", "# Lessons\n\nNothing yet.\n"], ids=repr)
def test_a_file_with_nothing_in_it_is_no_error(repo: Path, quick: Quick, text: str) -> None:
    (repo / "a.md").write_text(text, "utf-8")
    ran = quick("import", "a.md")
    assert (ran.code, [line for line in ran.stdout.split("\n") if "insert" in line]) == (0, [])
    assert "nothing new to import" in ran.stderr
    assert not (repo / "learnings.md").exists()


ADR = (
    "# 7. Keep tides in Postgres\n\n{status}\n\n## Context\n\nReadings must never be lost.\n\n"
    "## Decision\n\n{said}\n\n## Consequences\n\n- Always one more backup to run\n"
)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        pytest.param("docs/adr/0007-tides.md", "Status: rejected", id="rejected"),
        pytest.param("docs/adr/0007-tides.md", "## Status\n\nSuperseded by ADR-9", id="superseded"),
        pytest.param("docs/adr/0007-tides.md", "**Status:** Deprecated", id="deprecated"),
        pytest.param("docs/adr/0007-tides.md", "## Status\n\nProposed", id="proposed"),
        pytest.param("docs/adr/superseded/0007-tides.md", "Status: accepted", id="by its folder"),
        pytest.param("docs/adr/0008-tides.md", "Status: accepted", id="a later one says so"),
        pytest.param("docs/adr/0006-tides.md", "Status: accepted", id="a later one links it"),
    ],
)
def test_a_decision_that_does_not_hold_does_not_come_in(
    repo: Path, quick: Quick, path: str, status: str
) -> None:
    (repo / path).parent.mkdir(parents=True)
    (repo / path).write_text(ADR.format(status=status, said="Tides go to one table."), "utf-8")
    later = "Status: accepted\n\nSupersedes ADR-0008 and [6](0006-tides.md)\n\n## Decision"
    (repo / "docs/adr/0009-files.md").write_text(
        f"# 9. Keep tides in files\n\n{later}\n\nTides go to plain files, one a day.\n", "utf-8"
    )
    ran = quick("import", "docs/adr", "--json")
    assert taken(ran) == ["Keep tides in files — Tides go to plain files, one a day."]
    reasons = {i["reason"] for i in ran.json["items"] if i["source"]["path"].endswith("tides.md")}
    assert reasons <= {"says that it no longer holds", "is only proposed"}


def test_front_matter_says_that_a_decision_does_not_hold(repo: Path, quick: Quick) -> None:
    said = ADR.format(status="", said="Tides go to one table.")
    (repo / "a.md").write_text(f"---\nstatus: superseded by ADR-9\n---\n{said}", "utf-8")
    assert taken(quick("import", "a.md", "--json")) == []


def test_what_a_team_keeps_side_by_side_is_no_contradiction(repo: Path, quick: Quick) -> None:
    rules = "# Rules\n\n## Style\n\n- Use {} spaces in templates\n"
    (repo / "CLAUDE.md").write_text(rules.format(4), "utf-8")
    (repo / "AGENTS.md").write_text(rules.format(2), "utf-8")
    quick("import", "CLAUDE.md")
    ran = quick("import", "AGENTS.md", "--json")
    assert [item["action"] for item in ran.json["items"]] == ["inserted"]
    assert all(entry["confidence"] == 1.0 for entry in entries(quick))
    # What the file said before and says no more is contradicted by what it says now.
    for name in ("CLAUDE.md", "AGENTS.md"):
        (repo / name).write_text(rules.format(8), "utf-8")
    ran = quick("import", "AGENTS.md", "--json")
    assert [item["action"] for item in ran.json["items"]] == ["contradicted"]


def test_a_heading_gives_no_kind_that_a_line_does_not_say(repo: Path, quick: Quick) -> None:
    said = {
        "Requirements": "Amounts must be rounded in the service, never in a view",
        "Dependencies": "Always ask before one is added to the lock file",
        "Troubleshooting": "Restart the tide worker after each change of its schema",
        "Communication": "Every pull request must name who is going to review it",
    }
    lines = "\n".join(f"## {heading}\n\n- {line}\n" for heading, line in said.items())
    (repo / "CLAUDE.md").write_text(f"# Rules\n\n{lines}", "utf-8")
    quick("import", "CLAUDE.md")
    assert [entry["kind"] for entry in entries(quick)] == ["convention"] * len(said)


# -- what must ---------------------------------------------------------------------------------


def test_a_line_brings_the_heading_that_it_needs(repo: Path, quick: Quick) -> None:
    text = (
        "# Harbour\n\n## Berth service\n\n### Key points\n\n- Only runs on the first node\n"
        "- **Retries:**\n  - Three at most\n- It keeps no state\n\n"
        "## Rules\n\n- Use early returns\n- See the table above\n"
    )
    (repo / "CLAUDE.md").write_text(text, "utf-8")
    ran = quick("import", "CLAUDE.md", "--json")
    assert taken(ran) == [
        "Berth service: Only runs on the first node",
        "Berth service: Retries: Three at most",
        "Berth service: It keeps no state",
        "Use early returns",
    ]
    assert [i["reason"] for i in ran.json["items"] if i["action"] == "skipped"] == [
        "refers to other lines of its file"
    ]


def test_a_note_of_feedback_is_one_entry_with_its_reason(repo: Path, quick: Quick) -> None:
    note = (
        "---\nname: real database\ndescription: x\ntype: feedback\n---\n"
        "Integration tests must hit a real database, never a mock.\n\n"
        "**Why:** mocked tests passed while a migration failed.\n\n"
        "**How to apply:** use the fixture `db` below `tests/`.\n"
    )
    (repo / "feedback_db.md").write_text(note, "utf-8")
    quick("import", "feedback_db.md")
    (entry,) = entries(quick)
    rule = "Integration tests must hit a real database, never a mock"
    assert entry["kind"] == "preference"
    assert entry["text"] == f"{rule}. Why: mocked tests passed while a migration failed."


def test_a_folder_stands_for_its_notes_and_each_keeps_its_scope(repo: Path, quick: Quick) -> None:
    files = {
        ".cursor/rules/api.mdc": "---\nglobs: src/api/**\n---\n# HTTP API\n\n- Return plain JSON\n",
        "web/CLAUDE.md": "# Web\n\n## Rules\n\n- Never import from `server/`\n",
        "node_modules/x/CLAUDE.md": "# X\n\n## Rules\n\n- Never read this one\n",
        "docs/adr/0001-jwt.md": ADR.format(status="Status: accepted", said="Tides go to files."),
        "docs/adr/template.md": ADR.format(status="Status: accepted", said="Name what you choose."),
        "docs/guide.md": "# Guide\n\n## Rules\n\n- Always read the guide first of all\n",
    }
    for name, text in files.items():
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).write_text(text, "utf-8")
    ran = quick("import", ".", "--json")
    assert taken(ran) == [
        "HTTP API: Return plain JSON",
        "Keep tides in Postgres — Tides go to files.",
        "Web: Never import from `server/`",
    ]
    lines = (repo / "learnings.md").read_text(encoding="utf-8").split("\n")
    scopes = [line.partition("paths=")[2].split(" ")[0] for line in lines if line.startswith("- ")]
    assert sorted(scopes) == ["", "src/api/**", "web/**"]
    # A line that two folders keep is for both of them.
    (repo / "app").mkdir()
    (repo / "app/CLAUDE.md").write_text(
        "# W\n\n## Rules\n\n- Web: Never import from `server/`\n", "utf-8"
    )
    quick("import", "app")
    assert "paths=web/**,app/**" in (repo / "learnings.md").read_text(encoding="utf-8")
    assert taken(quick("import", "docs/guide.md", "--json"))


def test_the_count_comes_last_and_a_dry_run_shows_what_is_left_out(
    repo: Path, quick: Quick
) -> None:
    (repo / "CLAUDE.md").write_text(
        "# R\n\n## Rules\n\n- Use early returns\n- See above\n", "utf-8"
    )
    dry = quick("import", "CLAUDE.md", "--dry-run")
    assert "left out      See above  [line 6; " in dry.stdout
    assert "1 taken, 0 known already, 1 left out" in dry.stderr
    assert "See above" not in quick("import", "CLAUDE.md").stdout


def test_an_entry_is_marked_with_its_file_and_is_the_persons_word(
    notes: Path, quick: Quick
) -> None:
    (notes / "docs").mkdir()
    (notes / "docs" / "my notes.md").write_text(
        "# Gotchas\n\n## Gotchas\n\n- Tides are in UTC\n", "utf-8"
    )
    quick("import", "docs/my notes.md")
    (entry,) = entries(quick)
    assert entry["from"] == ["import:docs/my notes.md"]
    assert (entry["kind"], entry["confidence"], entry["manual"]) == ("gotcha", 1.0, True)
    evidence = (notes / ".mem/evidence.jsonl").read_text(encoding="utf-8")
    line = '"task":"import:docs/my notes.md","act":"confirmed","who":"person"'
    assert line in evidence


def test_what_a_tool_recorded_is_evidence_with_its_own_confidence(
    notes: Path, quick: Quick
) -> None:
    quick("import", "expertise.jsonl")
    found = {entry["kind"]: (entry["confidence"], entry["manual"]) for entry in entries(quick)}
    assert found == {
        "convention": (0.8, False),
        "gotcha": (0.6, False),
        "decision": (0.8, False),
        "pattern": (0.5, False),
    }


def test_a_changed_source_gives_only_what_is_new(notes: Path, quick: Quick) -> None:
    quick("import", "AGENTS.md")
    with (notes / "AGENTS.md").open("a", encoding="utf-8") as file:
        file.write("- Never deploy on a spring tide.\n")
    assert taken(quick("import", "AGENTS.md", "--json")) == ["Never deploy on a spring tide."]


def test_a_line_that_was_learned_already_becomes_the_persons_word(repo: Path, quick: Quick) -> None:
    quick(
        "extract",
        "--session",
        "t1",
        input="Gotcha: the importer drops rows that hold a semicolon\n",
    )
    (repo / "CLAUDE.md").write_text(
        "# Notes\n\n## Gotchas\n\n- the importer drops rows that hold a semicolon\n", "utf-8"
    )
    (item,) = quick("import", "CLAUDE.md", "--json").json["items"]
    (entry,) = entries(quick)
    assert item["action"] == "merged"
    assert (entry["confidence"], entry["manual"]) == (1.0, True)
    assert entry["from"] == ["t1", "import:CLAUDE.md"]


def test_a_queue_gives_what_was_said_in_this_project(repo: Path, quick: Quick) -> None:
    queue = (NOTES / "learnings-queue.json").read_text(encoding="utf-8")
    (repo / "queue.json").write_text(queue.replace("/home/ada/repo", str(repo)), "utf-8")
    ran = quick("import", "queue.json", "--json")
    assert taken(ran) == [
        "Always use pnpm, never npm, in this repo",
        "Use the berth service, not the repository, in handlers",
    ]
    assert [item["source"]["line"] for item in ran.json["items"]] == [4, 14, 24, 34]
    reasons = [i["reason"] for i in ran.json["items"] if i["action"] == "skipped"]
    assert reasons == ["praise, not a rule", "was said in another project, /home/ada/elsewhere"]


def test_the_answer_has_the_shape_of_extract(notes: Path, quick: Quick) -> None:
    answer = quick("import", "lessons.md", "--json").json
    extracted = quick(
        "extract", "--json", input="Gotcha: the crane hook swings when it is empty\n"
    ).json
    assert set(answer) == set(extracted)
    assert answer["session"] == "import:lessons.md"
    assert answer["sources"] == [{"path": "lessons.md", "format": "markdown"}]
    lines = [item["source"]["line"] for item in answer["items"]]
    assert lines == sorted(lines)
    assert all(item.get("reason") for item in answer["items"] if item["action"] == "skipped")


def test_people_see_each_line_taken_and_how_many_were_not(notes: Path, mem: Mem) -> None:
    ran = mem("import", "CLAUDE.md", "--dry-run")
    assert ran.code == 0
    assert "would insert" in ran.stdout
    assert "Use early returns rather than nested ifs  [line 43]" in ran.stdout
    assert "left out" in ran.stdout
    assert "dry run: nothing was written" in ran.stderr


def test_a_rehearsal_has_the_same_words_as_that_of_extract(repo: Path, quick: Quick) -> None:
    text = "Convention: exports are written in UTC, never in local time\n"
    (repo / "a.md").write_text(f"- {text}", encoding="utf-8")
    shown = [quick(command, "a.md", "--dry-run").stdout for command in ("import", "extract")]
    assert [line[:12] for line in shown] == ["would insert"] * 2
    assert quick("extract", "a.md").stdout.startswith("inserted     ")
    id_ = quick("learnings", "list", "--json").json["entries"][0]["id"]
    quick("learnings", "remove", id_)
    again = [quick(command, "a.md").stdout for command in ("import", "extract")]
    assert [line[:13] for line in again] == ["stays out    "] * 2


def test_a_byte_that_is_no_text_is_replaced_and_told(repo: Path, quick: Quick) -> None:
    (repo / "a.md").write_bytes(b"# Rules\n\n- Never deploy the caf\xe9 on a Friday\n")
    ran = quick("import", "a.md", "--json")
    assert taken(ran) == ["Never deploy the caf\ufffd on a Friday"]
    assert ran.json["warnings"] == ["a.md: not valid UTF-8: some characters were replaced"]
    for data in (b"- Never deploy\0 on a Friday\n", b"- Never \xe9\xe8\xea\xe9\xe8\n"):
        (repo / "a.md").write_bytes(data)
        assert quick("import", "a.md").code == 1


def test_standard_input_is_a_file_too(repo: Path, quick: Quick) -> None:
    ran = quick(
        "import", "-", "--json", input="# Rules\n\n## Rules\n\n- Never deploy on a Friday\n"
    )
    assert taken(ran) == ["Never deploy on a Friday"]
    assert ran.json["session"] == "import:stdin"


def test_real_files_of_lessons_come_in_whole(realdata: Path, repo: Path, quick: Quick) -> None:
    files = sorted(str(path) for path in (realdata / "learnings").rglob("*.md"))
    dry = quick("import", *files, "--dry-run", "--json")
    assert dry.code == 0, dry.stderr
    items = dry.json["items"]
    assert len([item for item in items if item["action"] in ACTIONS]) > 150
    assert all(len(item["text"]) <= 500 and "\n" not in item["text"] for item in items)
    assert json.dumps(items)
