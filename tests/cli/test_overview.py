"""`mem` alone shows where one stands, and the short commands do what their long forms do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran

Quick = Callable[..., Ran]


def test_without_a_memory_it_names_the_command_that_makes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: Quick
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = quick()
    assert ran.code == 0
    assert "there is no memory here yet" in ran.stdout
    assert "  mem init " in ran.stdout
    assert list(tmp_path.iterdir()) == []


def test_it_says_how_much_is_kept_how_much_waits_and_what_comes_next(
    repo: Path, quick: Quick
) -> None:
    (repo / "CLAUDE.md").write_text("# Rules\n\n- Run make lint first\n", encoding="utf-8")
    quick("add", "Use JWT tokens for login")
    waits = "The build fails without network because `make` asks the index for `setuptools`."
    quick("extract", "--session", "t1", input=waits)
    shown = quick().stdout
    assert "1 entry in learnings.md, 1 of them yours" in shown
    assert "0 of 150 extracted entries, 0.0 of 16 KB" in shown
    assert "  mem import CLAUDE.md " in shown
    assert "  mem review " in shown
    assert len(shown.splitlines()) <= 24
    assert max(map(len, shown.replace(str(repo), "").splitlines())) <= 80


def test_notes_that_were_imported_and_our_own_block_are_not_offered_again(
    repo: Path, quick: Quick
) -> None:
    (repo / "CLAUDE.md").write_text("- Run make lint first\n", encoding="utf-8")
    quick("install", "agents-md")
    assert "mem import CLAUDE.md" in quick().stdout
    quick("import", "CLAUDE.md")
    (repo / "AGENTS.md").write_text("", encoding="utf-8")
    assert "mem import" not in quick().stdout


def test_short_commands_do_what_their_long_forms_do(repo: Path, quick: Quick) -> None:
    id_ = quick("add", "Use JWT tokens", "--json").json["entries"][0]["id"]
    assert quick("list").stdout == quick("learnings", "list").stdout == quick("learnings").stdout
    assert quick("edit", id_, "Use session cookies").code == 0
    assert "Use session cookies" in (repo / "learnings.md").read_text(encoding="utf-8")
    assert quick("rm", id_).stdout == f"removed {id_}  Use session cookies\n"
    assert quick("undo").code == 0
    assert id_ in quick("list").stdout


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("add", "--content", "Use tabs"), 'the text is an argument: mem add "TEXT"'),
        (("learnings", "show", "--id", "k3v9"), "the ID is an argument: mem learnings show ID"),
        (("graph", "show", "-o", "x.pdf"), "or say --format"),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_a_wrong_call_is_told_the_right_one(
    repo: Path, quick: Quick, words: tuple[str, ...], hint: str
) -> None:
    ran = quick(*words)
    assert ran.code == 2
    assert hint in ran.stderr.splitlines()[-1]
    assert not (repo / "x.pdf").exists()


def test_a_file_of_the_wrong_kind_is_sent_to_the_right_command(repo: Path, quick: Quick) -> None:
    (repo / "CLAUDE.md").write_text("- Run make lint first\n", encoding="utf-8")
    assert "mem import takes them over" in quick("extract", "CLAUDE.md").stderr
    (repo / "out.jsonl").write_text('{"type": "user"}\n{"type": "user"}\n', encoding="utf-8")
    assert "mem extract" in quick("compact", "out.jsonl", "--window", "8000").stderr
