"""`mem graph`: questions are answered, drawings are written, and nobody's file is overwritten."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Mem, Ran
from .conftest import tree_of

Quick = Callable[..., Ran]

PAYLOAD = {
    "decisions": [
        {
            "id": "d1",
            "content": "Use JWT tokens for authentication",
            "confidence": "high",
            "files": ["src/auth/jwt.ts", "src/middleware.ts"],
        },
        {"id": "d2", "content": "Rotate refresh tokens", "files": ["src/auth/jwt.ts"]},
    ],
    "risks": [
        {
            "category": "Security",
            "description": "Token exposure in localStorage",
            "mitigation": "Use httpOnly cookies",
            "files": ["src/auth/jwt.ts"],
        }
    ],
}


@pytest.fixture
def memory(repo: Path, quick: Quick) -> Path:
    assert quick("extract", "--session", "t1", input=json.dumps(PAYLOAD)).code == 0
    return repo


# -- what must not happen ----------------------------------------------------------------------

BROKEN = [
    pytest.param("[\n{]\n", "relationships.json:2", "line 2, column 2", id="no JSON"),
    pytest.param('{"nodes": []}', "relationships.json: ", "another tool", id="of another tool"),
]


@pytest.mark.parametrize(("text", "where", "what"), BROKEN)
@pytest.mark.parametrize("args", [("query",), ("show",), ("show", "-o", "g.html")], ids=" ".join)
def test_a_file_that_is_not_ours_is_named_and_left(
    repo: Path, quick: Quick, text: str, where: str, what: str, args: tuple[str, ...]
) -> None:
    (repo / "relationships.json").write_text(text, encoding="utf-8")
    ran = quick("graph", *args)
    assert (ran.code, ran.stdout) == (1, "")
    assert where in ran.stderr
    assert what in ran.stderr
    assert "hint: " in ran.stderr
    assert tree_of(repo, local=True) == {"relationships.json": text.encode()}


KEPT = [
    pytest.param("README.md", "not one that `mem` wrote", id="a file of a person"),
    pytest.param("learnings.md", "belongs to the memory", id="learnings.md"),
    pytest.param("relationships.json", "belongs to the memory", id="relationships.json"),
    pytest.param(".mem/config.yaml", "belongs to the memory", id="in .mem"),
    pytest.param("ai/diary/index.md", "belongs to the memory", id="the diary"),
    pytest.param(".git/config", "leads into .git", id="in .git"),
    pytest.param("out/graph.html", "leads out of the work tree", id="through a link"),
    pytest.param("link.html", "leads out of the work tree", id="a link"),
    pytest.param("src", "is a directory", id="a folder"),
]


@pytest.mark.parametrize(("name", "why"), KEPT)
def test_an_output_that_would_cost_something_is_refused(
    memory: Path, quick: Quick, tmp_path: Path, name: str, why: str
) -> None:
    (memory / "README.md").write_text("# Mine\n", encoding="utf-8")
    (memory / "src").mkdir()
    outside = tmp_path / "outside"
    outside.mkdir()
    (memory / "out").symlink_to(outside)
    (memory / "link.html").symlink_to(outside / "x.html")
    before = tree_of(memory)
    ran = quick("graph", "show", "--format", "html", "--output", name)
    assert (ran.code, ran.stdout) == (1, "")
    assert why in ran.stderr
    assert "hint: " in ran.stderr
    assert tree_of(memory) == before
    assert list(outside.iterdir()) == []


USAGE = [
    pytest.param(("query", "--type", "imports"), "decision_file", id="a type"),
    pytest.param(("query", "--from", "d1"), "both ends", id="one end"),
    pytest.param(
        ("query", "--from", "d1", "--to", "d2", "--source", "x"), "once for each", id="both"
    ),
    pytest.param(("query", "--from", "tokens", "--to", "d2"), "decision:d1 (Use", id="several"),
    pytest.param(("query", "--from", "d1", "--to", "use jwt"), "decision:d1", id="the same"),
    pytest.param(("show", "--format", "png"), "mermaid", id="a format"),
]


@pytest.mark.parametrize(("args", "hint"), USAGE)
def test_a_question_that_makes_no_sense_is_a_usage_error(
    memory: Path, quick: Quick, args: tuple[str, ...], hint: str
) -> None:
    ran = quick("graph", *args)
    assert (ran.code, ran.stdout) == (2, "")
    assert hint in ran.stderr.split("hint: ")[1]


def test_asking_changes_nothing(memory: Path, quick: Quick) -> None:
    before = tree_of(memory)
    for args in (("query",), ("query", "--from", "d1", "--to", "d2"), ("show",)):
        assert quick("graph", *args).code == 0
    assert tree_of(memory) == before


# -- questions ---------------------------------------------------------------------------------


def edges(ran: Ran) -> list[tuple[str, str]]:
    assert ran.code == 0, ran
    assert ran.json["version"] == 1
    return [(edge["source"], edge["target"]) for edge in ran.json["relationships"]]


JWT, MIDDLE = "src/auth/jwt.ts", "src/middleware.ts"
QUESTIONS = [
    pytest.param(("--target", JWT), [("d1", JWT), ("d2", JWT)], id="decisions of a file"),
    pytest.param(("--target", "jwt.ts"), [("d1", JWT), ("d2", JWT)], id="by the end of a path"),
    pytest.param(("--target", "src/*.ts"), [("d1", MIDDLE)], id="by a glob"),
    pytest.param(("--source", "d1"), [("d1", JWT), ("d1", MIDDLE)], id="files of a decision"),
    pytest.param(("--source", "use jwt"), [("d1", JWT), ("d1", MIDDLE)], id="by its words"),
    pytest.param(
        ("--source", JWT, "--type", "file_risk"), [(JWT, "Security")], id="risks of a file"
    ),
    pytest.param(("--type", "file-risk"), [(JWT, "Security")], id="by type alone"),
    pytest.param(("--source", "nobody"), [], id="nothing"),
    pytest.param(("--source", "d2", "--target", MIDDLE), [], id="no edge between them"),
]


@pytest.mark.parametrize(("args", "expected"), QUESTIONS)
def test_a_question_is_answered(
    memory: Path, quick: Quick, args: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    ran = quick("graph", "query", *args, "--json")
    assert edges(ran) == expected
    assert bool(ran.stderr) == (not expected), "what was not found is said"


def test_an_edge_is_shown_as_its_file_has_it(memory: Path, quick: Quick) -> None:
    stored = json.loads((memory / "relationships.json").read_text(encoding="utf-8"))
    assert quick("graph", "query", "--json").json == {"version": 1, "relationships": stored}


def test_in_a_pipe_an_edge_is_a_line(memory: Path, quick: Quick) -> None:
    ran = quick("graph", "query", "--type", "file_risk")
    fields = ran.stdout.removesuffix("\n").split("\t")
    assert fields[:5] == ["file_risk", JWT, "Security", "Token exposure in localStorage", "t1"]
    assert fields[5].startswith("2026-02-02T12:00:00")


def test_a_name_of_several_is_answered_for_all_and_said(memory: Path, quick: Quick) -> None:
    ran = quick("graph", "query", "--source", "tokens")
    assert (ran.code, ran.stdout.count("\n")) == (0, 3)
    assert "decision:d1 (Use JWT" in ran.stderr
    assert "decision:d2" in ran.stderr


def test_an_end_that_cannot_be_is_explained(memory: Path, quick: Quick) -> None:
    ran = quick("graph", "query", "--source", "Security")
    assert (ran.code, ran.stdout) == (0, "")
    assert ran.stderr == "no such edge leads from risk:Security\n"


def test_an_entry_id_names_its_decision(memory: Path, quick: Quick) -> None:
    entries = quick("learnings", "list", "--kind", "decision", "--json").json["entries"]
    ran = quick("graph", "query", "--source", entries[1]["id"], "--json")
    assert edges(ran) == [("d2", JWT)]


def test_a_path_counts_from_where_one_stands(
    memory: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    (memory / "src" / "auth").mkdir(parents=True)
    monkeypatch.chdir(memory / "src" / "auth")
    assert edges(quick("graph", "query", "--target", "../middleware.ts", "--json")) == [
        ("d1", MIDDLE)
    ]
    assert edges(quick("graph", "query", "--target", str(memory / MIDDLE), "--json")) == [
        ("d1", MIDDLE)
    ]


def test_ways_between_two_nodes(memory: Path, quick: Quick) -> None:
    ran = quick("graph", "query", "--from", "d2", "--to", "security", "--json")
    assert ran.json == {"version": 1, "paths": [["d2", JWT, "Security"]]}
    assert quick("graph", "query", "--from", "d1", "--to", "d2").stdout == f"d1\t{JWT}\td2\n"
    none = quick("graph", "query", "--from", "d1", "--to", "nobody", "--json")
    assert (none.code, none.json["paths"]) == (0, [])
    assert "'nobody'" in none.stderr


def test_an_empty_graph_is_said_kindly(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_text("# Learnings\n", encoding="utf-8")
    for args in (("query",), ("query", "--source", "x"), ("show",)):
        ran = quick("graph", *args)
        assert (ran.code, ran.stdout) == (0, "")
        assert "no relationships yet" in ran.stderr
    assert quick("graph", "query", "--json").json["relationships"] == []
    assert "No relationships yet" in quick("graph", "show", "--format", "mermaid").stdout


# -- drawings ----------------------------------------------------------------------------------


def test_show_draws_a_tree(memory: Path, mem: Mem) -> None:
    ran = mem("graph", "show")
    assert (ran.code, ran.stderr) == (0, "")
    assert ran.stdout == (
        "Memory graph: 2 decisions, 2 files, 1 risk, 4 edges\n"
        "\n"
        "src/auth/jwt.ts\n"
        "├─ decision  Rotate refresh tokens (2026-02-02)\n"
        "├─ decision  Use JWT tokens for authentication (2026-02-02)\n"
        "└─ risk      Security: Token exposure in localStorage (2026-02-02)\n"
        "\n"
        "src/middleware.ts\n"
        "└─ decision  Use JWT tokens for authentication (2026-02-02)\n"
    )


def test_what_became_of_a_decision_is_shown(memory: Path, quick: Quick) -> None:
    entries = quick("learnings", "list", "--kind", "decision", "--json").json["entries"]
    assert quick("learnings", "remove", entries[1]["id"]).code == 0
    assert "Rotate refresh tokens [removed]" in quick("graph", "show").stdout


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("g.html", "<!doctype html>"),
        ("g.mmd", "%% Memory graph"),
        ("docs/g.md", "```mermaid\n"),
        ("g.dot", "// Memory graph"),
        ("g.txt", "Memory graph"),
    ],
)
def test_the_ending_tells_the_format_and_a_drawing_is_replaced(
    memory: Path, quick: Quick, name: str, begins: str
) -> None:
    for _ in range(2):
        ran = quick("graph", "show", "--output", name)
        assert (ran.code, ran.stdout) == (0, "")
        assert ran.stderr == f"{name}: 2 decisions, 2 files, 1 risk, 4 edges\n"
    before = (memory / name).stat()
    assert (memory / name).read_text(encoding="utf-8").startswith(begins)
    assert quick("graph", "show", "--output", name).code == 0
    assert (memory / name).stat().st_mtime_ns == before.st_mtime_ns
    assert quick("graph", "show", "--format", "text", "--output", name).code == 0
    assert (memory / name).read_text(encoding="utf-8").startswith("Memory graph: ")


def test_no_folder_is_made_outside_of_the_work_tree(
    memory: Path, quick: Quick, tmp_path: Path
) -> None:
    ran = quick("graph", "show", "-o", str(tmp_path / "typo" / "g.html"))
    assert ran.code == 1
    assert "hint: create it first" in ran.stderr
    assert not (tmp_path / "typo").exists()


def test_an_output_may_lie_anywhere(memory: Path, quick: Quick, tmp_path: Path) -> None:
    assert quick("graph", "show", "-o", str(tmp_path / "g.html")).code == 0
    assert (tmp_path / "g.html").read_text(encoding="utf-8").endswith("</html>\n")
