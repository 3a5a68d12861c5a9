"""`mem search` finds words in the memory and in folders, takes none for syntax, writes nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran
from .conftest import tree_of

Quick = Callable[..., Ran]

LEARNINGS = """# Learnings

## Auth

- [2026-02-02] Decision (high): Use JWT tokens for authentication
- [2026-01-20] Gotcha: Token refresh fails when the clock of the container drifts
- Always run `make lint` before committing
"""
EDGES = """[
  {
    "type": "decision_file",
    "source": "Use JWT tokens",
    "target": "src/auth/jwt.ts",
    "sessionId": "t1",
    "createdAt": "2026-02-02T00:00:00Z"
  },
  {
    "type": "file_risk",
    "source": "src/auth/session.ts",
    "target": "Cookie theft",
    "sessionId": "t1",
    "createdAt": "2026-02-02T00:00:00Z"
  }
]
"""
INDEX = """# Diary

| Date | ID | Type | Summary | Status | File |
|---|---|---|---|---|---|
| 2026-01-11 | BUG-7 | problem | Worker hung on shutdown | pending | ai/diary/2026-01-11-BUG-7.md |
"""
ENTRY = """# BUG-7

## Cause

The queue was never drained, so the executor waited for it for ever.
"""


@pytest.fixture
def memory(repo: Path) -> Path:
    (repo / "learnings.md").write_text(LEARNINGS, encoding="utf-8")
    (repo / "relationships.json").write_text(EDGES, encoding="utf-8")
    diary = repo / "ai" / "diary"
    diary.mkdir(parents=True)
    (diary / "index.md").write_text(INDEX, encoding="utf-8")
    (diary / "2026-01-11-BUG-7.md").write_text(ENTRY, encoding="utf-8")
    return repo


def test_it_writes_nothing(memory: Path, quick: Quick) -> None:
    before = tree_of(memory, local=True)
    assert quick("search", "token").code == 0
    assert quick("search", "token", "--in", "ai").code == 0
    assert tree_of(memory, local=True) == before


@pytest.mark.parametrize("query", ["", "  ", "?!", '"', "--- ***"])
def test_a_query_without_words_is_a_usage_error(memory: Path, quick: Quick, query: str) -> None:
    ran = quick("search", "--", query)
    assert (ran.code, ran.stdout) == (2, "")
    assert "the query has no words" in ran.stderr


@pytest.mark.parametrize(
    "query",
    [
        '"token refresh"',
        "token AND refresh NOT NEAR(",
        "text:token* refresh^",
        "'; DROP TABLE t; -- token refresh",
        "token\trefresh\n(((",
        "%s {0} token refresh \\",
    ],
)
def test_no_sign_is_syntax(memory: Path, quick: Quick, query: str) -> None:
    ran = quick("search", "--json", "--", query)
    assert ran.code == 0
    assert ran.json["results"][0]["text"].startswith("Token refresh fails")


def test_nothing_found_is_said_and_is_no_failure(memory: Path, quick: Quick) -> None:
    ran = quick("search", "zeppelin")
    assert (ran.code, ran.stdout, ran.stderr) == (0, "", "nothing found\n")
    assert quick("search", "zeppelin", "--json").json == {"version": 1, "results": []}


def test_an_edge_that_an_entry_says_whole_is_told_once_and_no_id_is_looked_through(
    repo: Path, quick: Quick
) -> None:
    said = "Decision: Uploads in `src/upload.py` are at most 50 MB, because the relay cuts them."
    quick("extract", "--session", "s1", input=said)
    (id_,) = (one["id"] for one in quick("list", "--json").json["entries"])
    edges = (repo / "relationships.json").read_text(encoding="utf-8")
    assert f'"source": "{id_}"' in edges

    def kinds(query: str) -> list[str]:
        results = quick("search", query, "--json").json["results"]
        return [one["kind"] for one in results if one["kind"] != "session"]

    assert kinds("uploads relay") == ["decision"]
    assert kinds(id_) == []
    other = edges.replace("src/upload.py", "src/relay.py").replace("`src/relay.py`", "the relay")
    (repo / "relationships.json").write_text(other, encoding="utf-8")
    assert sorted(kinds("uploads relay")) == ["decision", "relationship"]
    (edge,) = (r for r in quick("search", "relay", "--json").json["results"] if "→" in r["text"])
    assert edge["text"].endswith("cuts them. → src/relay.py")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "clock drift",
            ("learnings.md", 6, "gotcha", "Learnings > Auth", "Token refresh fails when"),
        ),
        ("lint", ("learnings.md", 7, "note", "Learnings > Auth", "Always run `make lint`")),
        (
            "cookie theft",
            ("relationships.json", 11, "relationship", "", "src/auth/session.ts → Cookie theft"),
        ),
        ("worker hung", ("ai/diary/index.md", 5, "diary", "Diary", "Worker hung on shutdown")),
        (
            "why did the executor wait",
            ("ai/diary/2026-01-11-BUG-7.md", 5, "diary", "BUG-7 > Cause", "The queue was never"),
        ),
    ],
    ids=["entry", "manual entry", "edge", "row of the diary", "entry of the diary"],
)
def test_it_looks_everywhere(
    memory: Path, quick: Quick, query: str, expected: tuple[str, int, str, str, str]
) -> None:
    first = quick("search", query, "--json").json["results"][0]
    assert list(first) == ["id", "path", "line", "heading", "kind", "text", "score"]
    path, line, kind, heading, text = expected
    assert (first["path"], first["line"], first["kind"]) == (path, line, kind)
    assert first["heading"] == heading
    assert first["text"].startswith(text)
    assert first["score"] > 0


def test_an_entry_has_the_id_that_list_shows(memory: Path, quick: Quick) -> None:
    listed = {
        entry["text"]: entry["id"] for entry in quick("learnings", "list", "--json").json["entries"]
    }
    found = quick("search", "lint", "--json").json["results"][0]
    assert found["id"] == listed[found["text"]]


def test_the_archive_is_searched_and_says_so(memory: Path, quick: Quick) -> None:
    id_ = quick("search", "clock drift", "--json").json["results"][0]["id"]
    assert quick("learnings", "remove", id_, "--reason", "no longer true").code == 0
    first = quick("search", "clock drift", "--archived", "--json").json["results"][0]
    assert (first["path"], first["id"], first["active"]) == (".mem/archive.md", id_, False)
    assert first["archived"] == {"reason": "removed: no longer true", "date": "2026-02-02"}
    assert "\tgotcha (removed)\t" in quick("search", "clock drift", "--archived").stdout


def test_a_live_entry_goes_before_the_same_words_in_the_archive(memory: Path, quick: Quick) -> None:
    id_ = quick("search", "clock drift", "--json").json["results"][0]["id"]
    quick("learnings", "remove", id_)
    text = "Token refresh fails when the clock of the laptop drifts"
    quick("learnings", "add", text, "-c", "gotcha")
    results = quick("search", "token refresh clock drift", "--archived", "--json").json["results"]
    assert [result["path"] for result in results[:2]] == ["learnings.md", ".mem/archive.md"]


def test_a_fault_in_one_file_costs_that_file_only(memory: Path, quick: Quick) -> None:
    (memory / "relationships.json").write_text("{", encoding="utf-8")
    ran = quick("search", "lint", "--json")
    assert ran.json["results"][0]["path"] == "learnings.md"
    assert "relationships.json:1" in ran.stderr


# -- any folder --------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of conversations, in a place that is no memory."""
    place = tmp_path / "notes"
    place.mkdir()
    monkeypatch.chdir(tmp_path)
    filler = "Ann: So it goes.\n\nBob: Yes, so it does.\n\n" * 30
    for name, said in {
        "2026-01-03": "Ann: I signed up for a rowing class yesterday.",
        "2026-01-09": "Bob: The rowing club has a new boat, a boat for eight.",
        "2026-01-20": "Ann: We adopted a dog, she is called Juno.",
    }.items():
        text = f"# {name}\n\n## Morning\n\n{filler}{said}\n\n{filler}"
        (place / f"{name}.md").write_text(text, encoding="utf-8")
    return place


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("When did Ann sign up for rowing?", "2026-01-03.md"),
        ("who has a new boat", "2026-01-09.md"),
        ("What is the name of the adopted dog?", "2026-01-20.md"),
        ("20 January", "2026-01-20.md"),
    ],
)
def test_the_file_that_answers_is_first(folder: Path, quick: Quick, query: str, name: str) -> None:
    results = quick("search", query, "--in", folder, "--json").json["results"]
    assert results[0]["path"] == name
    scores = [result["score"] for result in results]
    assert scores == sorted(scores, reverse=True)


def test_each_file_is_told_once_before_any_is_told_twice(folder: Path, quick: Quick) -> None:
    found = quick("search", "ann rowing boat dog", "--in", folder, "--json", "--limit", "9").json
    paths = [result["path"] for result in found["results"]]
    assert len(set(paths[:3])) == 3
    assert paths.count(paths[0]) == 1 or len(paths) > 3


def test_a_result_says_where_and_under_which_heading(folder: Path, quick: Quick) -> None:
    (first,) = quick("search", "Juno", "--in", "notes", "--json", "--limit", "1").json["results"]
    lines = (folder / first["path"]).read_text(encoding="utf-8").split("\n")
    assert "Juno" in lines[first["line"] - 1]
    assert (first["kind"], first["id"]) == ("section", None)
    assert first["heading"] == "2026-01-20 > Morning"
    assert first["text"] == "Ann: We adopted a dog, she is called Juno."


def test_in_a_pipe_a_result_is_a_line(folder: Path, quick: Quick) -> None:
    ran = quick("search", "--in", "notes", "Juno")
    where, kind, id_, heading, text = ran.stdout.rstrip("\n").split("\t")
    assert where.startswith("notes/2026-01-20.md:")
    assert (kind, id_, heading) == ("section", "", "2026-01-20 > Morning")
    assert text.startswith("Ann: We adopted")


def test_what_a_file_says_cannot_steer_the_terminal(folder: Path, quick: Quick) -> None:
    (folder / "x.md").write_text(
        "# \x1b[2JHead\x07\n\n\x1b]0;pwned\x07zeppelin\u202e\n", encoding="utf-8"
    )
    ran = quick("search", "zeppelin", "--in", "notes")
    assert "zeppelin" in ran.stdout
    assert not any(sign in ran.stdout for sign in "\x1b\x07\u202e")


@pytest.mark.parametrize("name", ["nowhere", "notes/2026-01-03.md"])
def test_what_is_no_folder_is_a_usage_error(folder: Path, quick: Quick, name: str) -> None:
    ran = quick("search", "boat", "--in", name)
    assert ran.code == 2
    assert ran.stderr.startswith(f"mem: {name}: is not a folder")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_what_was_passed_over_is_noted(folder: Path, quick: Quick) -> None:
    (folder / "link.md").symlink_to(folder.parent)
    ran = quick("search", "boat", "--in", "notes")
    assert ran.code == 0
    assert "mem: warning: link.md: a link out of the folder, passed over" in ran.stderr


def test_without_memory_and_folder_there_is_nothing_to_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: Quick
) -> None:
    monkeypatch.chdir(tmp_path)
    assert quick("search", "boat").code == 2


@pytest.mark.parametrize("colour", [True, False])
def test_on_a_terminal_words_are_emphasised_where_there_are_colours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], colour: bool
) -> None:
    from memory_md_cli import output

    monkeypatch.setattr(output, "in_colour", lambda: colour)
    monkeypatch.setenv("COLUMNS", "30")
    text = "The \x1b[2Jqueue was never drained, so it waited"
    output.show_marked("a.md:3", "Cause", text, [(8, 13), (24, 31)])
    shown = capsys.readouterr().out
    assert ("\x1b[1mdrained\x1b[0m" in shown) is colour
    assert "\x1b[2J" not in shown
    plain = re.sub(r"\x1b\[\d*m", "", shown)
    sign = "\N{REPLACEMENT CHARACTER}"
    assert plain == f"a.md:3  Cause\n  The {sign}[2Jqueue was never\n  drained, so it waited\n"
