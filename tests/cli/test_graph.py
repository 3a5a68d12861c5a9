"""Edges and decision records on the command line: what is not shown or rewritten comes first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Mem
from ..transcripts.test_claude_code import call, record

KEYSET = "Lists are paged by keyset on (created_at, id), never by OFFSET"
HANDOFF: dict[str, Any] = {
    "decisions": [
        {
            "id": "d1",
            "content": KEYSET,
            "confidence": "high",
            "files": ["src/api/list.ts", "src/db/page.ts"],
            "risks": ["Performance"],
        },
        {"content": "Use JWT tokens", "confidence": "high", "files": ["src/auth/jwt.ts"]},
        {"content": "Maybe GraphQL", "confidence": "medium"},
    ],
    "risks": [
        {
            "category": "Security",
            "description": 'Token "exposure" <b>',
            "mitigation": "Use httpOnly cookies",
            "files": ["src/auth/jwt.ts"],
        }
    ],
}


@pytest.fixture
def decided(memory: Path, mem: Mem) -> Path:
    """A memory with the decisions of a handoff."""
    mem.ok("extract", "--session", "t1", input=json.dumps(HANDOFF))
    return memory


def edges(mem: Mem, *args: str) -> list[tuple[str, str]]:
    found = mem.ok("graph", *args, "--json").json["relationships"]
    return [(edge["type"], edge["target"]) for edge in found]


def id_of(mem: Mem, word: str) -> str:
    return str(mem.ok("list", word, "--json").json["entries"][0]["id"])


# -- graph --------------------------------------------------------------------------------------


def test_an_edge_whose_entry_was_taken_out_is_not_shown(decided: Path, mem: Mem) -> None:
    mem.ok("rm", id_of(mem, "JWT"))
    assert ("decision_file", "src/auth/jwt.ts") not in edges(mem)
    assert ("file_risk", "Security") in edges(mem)


def test_an_edge_whose_entry_is_withheld_is_not_shown(decided: Path, mem: Mem) -> None:
    id_ = id_of(mem, "Maybe GraphQL")
    edge = {"type": "decision_file", "source": id_, "target": "a.ts", "label": "x", "entry": id_}
    file = Path("relationships.json")
    file.write_text(json.dumps([*json.loads(file.read_text()), edge]))
    assert ("decision_file", "a.ts") in edges(mem)
    by = mem.ok("add", "GraphQL is too slow for us", "--json").json["id"]
    act = {"act": "contradicted", "who": "agent", "by": by}
    with Path(".mem/evidence.jsonl").open("a") as log:
        log.write(json.dumps({"id": id_, "at": "2026-02-02T13:00:00.000Z", **act}) + "\n")
    assert ("decision_file", "a.ts") not in edges(mem)


@pytest.mark.parametrize(
    ("args", "targets"),
    [
        (["jwt.ts"], ["src/auth/jwt.ts", "Security"]),
        (["auth/jwt.ts"], ["src/auth/jwt.ts", "Security"]),
        (["wt.ts"], []),
        (["d1"], ["src/api/list.ts", "src/db/page.ts", "Performance"]),
        (["security"], ["Security"]),
        (["keyset", "offset"], ["src/api/list.ts", "src/db/page.ts", "Performance"]),
        (["--type", "file-risk"], ["Security"]),
        (["--target", "src/db/page.ts"], ["src/db/page.ts"]),
        (["--source", "d1", "--type", "decision_risk"], ["Performance"]),
        (["nothing"], []),
    ],
)
def test_a_name_is_an_id_a_path_a_category_or_words(
    decided: Path, mem: Mem, args: list[str], targets: list[str]
) -> None:
    assert [target for _, target in edges(mem, *args)] == targets


def test_an_entry_is_named_by_its_id(decided: Path, mem: Mem) -> None:
    assert edges(mem, id_of(mem, "JWT")[:4]) == [("decision_file", "src/auth/jwt.ts")]


def test_an_unknown_type_or_format_is_a_usage_error(decided: Path, mem: Mem) -> None:
    assert mem("graph", "--type", "file_file").code == 2
    assert mem("graph", "--format", "dot").code == 2


def test_text_names_decisions_by_their_words(decided: Path, mem: Mem) -> None:
    lines = mem.ok("graph").stdout.splitlines()
    assert f"decision_file\t{KEYSET}\tsrc/db/page.ts" in [
        line.replace("  ", "\t") for line in lines
    ]


def test_mermaid_takes_no_text_for_syntax(decided: Path, mem: Mem) -> None:
    text = mem.ok("graph", "jwt.ts", "--format", "mermaid").stdout
    assert text.splitlines() == [
        "flowchart LR",
        '  n1(["Use JWT tokens"])',
        '  n2["src/auth/jwt.ts"]',
        '  n3{{"Security"}}',
        "  n1 --> n2",
        '  n2 -->|"Token #34;exposure#34; #60;b#62;"| n3',
    ]


def test_a_file_that_is_no_list_of_edges_is_said_and_left_alone(decided: Path, mem: Mem) -> None:
    Path("relationships.json").write_text("<<<<<<< ours\n[]\n")
    ran = mem.ok("graph")
    assert "relationships.json:1" in ran.stderr
    assert Path("relationships.json").read_text() == "<<<<<<< ours\n[]\n"


# -- adr ----------------------------------------------------------------------------------------


def adrs(mem: Mem, *args: str) -> list[tuple[str, str]]:
    found = mem.ok("adr", *args, "--json").json["adrs"]
    return [(one["action"], one["path"].rpartition("/")[2][:8]) for one in found]


def test_what_a_person_edited_is_never_rewritten(decided: Path, mem: Mem) -> None:
    mem.ok("adr")
    first, second = sorted(Path("docs/adr").iterdir())
    first.write_text(first.read_text().replace("status: accepted", "status: rejected"))
    second.write_text(second.read_text() + "\nMore of ours.\n")
    before = [first.read_bytes(), second.read_bytes()]
    mem.ok("edit", id_of(mem, "JWT"), "Use JWT tokens for 15 minutes")
    assert {action for action, _ in adrs(mem)} == {"edited"}
    assert [first.read_bytes(), second.read_bytes()] == before
    assert len(list(Path("docs/adr").iterdir())) == 2


def test_a_record_without_our_line_that_has_the_title_is_a_persons(decided: Path, mem: Mem) -> None:
    Path("docs/adr").mkdir(parents=True)
    Path("docs/adr/007-paging.md").write_text(f"# {KEYSET}\n\nOurs.\n")
    assert adrs(mem) == [("edited", "007-pagi"), ("written", "008-use-")]


def test_a_dry_run_writes_nothing_and_a_second_run_changes_nothing(decided: Path, mem: Mem) -> None:
    wanted = [("written", "0001-lis"), ("written", "0002-use")]
    assert adrs(mem, "--dry-run") == wanted
    assert not Path("docs").exists()
    assert adrs(mem) == wanted
    assert {action for action, _ in adrs(mem)} == {"unchanged"}


def test_a_title_is_whole(decided: Path, mem: Mem) -> None:
    mem.ok("adr")
    text = next(Path("docs/adr").glob("0001-*")).read_text()
    assert f"\n# {KEYSET}\n" in text
    assert "status: accepted\ndate: 2026-02-02\n" in text


def test_a_reason_stands_in_the_outcome_and_a_quote_in_the_context(memory: Path, mem: Mem) -> None:
    why = "The gateway has no shared store, e.g. Redis."
    mem.ok("add", f"Decision: Use JWT tokens instead of server sessions. {why}")
    mem.ok("adr")
    text = next(Path("docs/adr").iterdir()).read_text()
    assert "# Use JWT tokens instead of server sessions\n" in text
    assert "\n* server sessions\n" in text
    assert f'Chosen option: "Use JWT tokens instead of server sessions". {why}\n' in text


def test_a_reason_in_the_title_is_that_of_the_option(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Decision: use argon2 because bcrypt cuts passwords off")
    mem.ok("adr")
    text = next(Path("docs/adr").iterdir()).read_text()
    assert "# use argon2 because bcrypt cuts passwords off\n" in text
    assert 'Chosen option: "use argon2", because bcrypt cuts passwords off.\n' in text


def test_the_options_that_a_person_did_not_choose_are_rejected(memory: Path, mem: Mem) -> None:
    options = [{"label": "keyset on (created_at, id)"}, {"label": "OFFSET"}, {"label": "cursors"}]
    ask = {"question": "How are lists paged?", "header": "Paging", "options": options}
    answers = {"answers": {"How are lists paged?": "keyset on (created_at, id)"}}
    lines = [
        record(1, "user", "Build the list."),
        call(2, "AskUserQuestion", {"questions": [ask]}, "", beside=answers),
    ]
    Path("s.jsonl").write_text("\n".join(lines) + "\n")
    mem.ok("extract", "s.jsonl")
    mem.ok("adr")
    text = next(Path("docs/adr").iterdir()).read_text()
    assert "# How are lists paged: keyset on (created_at, id)\n" in text
    assert "## Considered Options\n\n* keyset on (created_at, id)\n* OFFSET\n* cursors\n" in text
    assert 'Chosen option: "keyset on (created_at, id)".' in text
    assert "> How are lists paged? → keyset on (created_at, id)\n>\n> — person, " in text


def test_only_sure_decisions_are_written_unless_they_are_named(decided: Path, mem: Mem) -> None:
    assert adrs(mem, id_of(mem, "GraphQL")) == [("written", "0001-may")]
    assert adrs(mem, "--dir", "adr") == [("written", "0001-lis"), ("written", "0002-use")]
    assert mem("adr", "zzzz").code == 1
    assert mem("adr", "--dir", "../out").code == 2


def test_the_record_of_a_decision_that_is_gone_says_so(decided: Path, mem: Mem) -> None:
    mem.ok("adr")
    mem.ok("rm", id_of(mem, "JWT"))
    assert ("updated", "0002-use") in adrs(mem)
    assert "status: deprecated\n" in next(Path("docs/adr").glob("0002-*")).read_text()


def test_undo_takes_the_records_back(decided: Path, mem: Mem) -> None:
    mem.ok("adr")
    mem.ok("undo")
    assert not list(Path("docs/adr").iterdir())
