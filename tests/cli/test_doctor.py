"""`mem doctor` names everything that is wrong, and mends only what is safe to mend."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from memory_md_cli.commands.doctor import show

from memory_md.doctor.model import Finding

from ..conftest import Ran
from .conftest import tree_of

Quick = Callable[..., Ran]
KEYS = {"code", "severity", "path", "line", "message", "hint", "fixable"}


def found(count: int, code: str = "stale", hint: str = "do this") -> list[Finding]:
    words = "of the files it names none is left, which takes more than one line to say in full"
    name = "a/rather/long/path/to/the/memory/learnings.md"
    return [Finding(code, "info", name, n, f"{words} ({n})", hint) for n in range(1, count + 1)]


def test_a_terminal_shows_sixty_findings_on_few_lines(capsys: pytest.CaptureFixture[str]) -> None:
    show([*found(57), *found(3, "held-back", "say it\x1b[31m as a fact")])
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert max(map(len, shown.split("\n"))) <= 80
    assert len(shown.split("\n")) < 60
    assert "… and 47 more; mem doctor --ci shows all" in shown
    assert shown.count("do this") == 1


def test_each_finding_is_a_line_in_a_pipe(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_text("- a\n- a\n- b <!-- mem:x -->\n", encoding="utf-8")
    ran = quick("doctor")
    assert [line.split(": ")[:2] for line in ran.stdout.splitlines()] == [
        ["learnings.md:3", "error"],
        ["  hint", "correct it in an editor, or delete the comment to make the entry yours"],
        ["learnings.md:2", "info"],
        ["  hint", "delete one of the two, or word it differently"],
    ]
    assert ran.stderr == "1 error, 1 info\n"


def test_it_changes_nothing_unasked(repo: Path, quick: Quick) -> None:
    (repo / ".mem").mkdir()
    (repo / "learnings.md").write_text("- a <!-- mem:x -->\n", encoding="utf-8")
    before = tree_of(repo, local=True)
    assert quick("doctor").code == 1
    assert tree_of(repo, local=True) == before


def test_every_fault_of_every_file_is_named_at_once(repo: Path, quick: Quick) -> None:
    (repo / ".mem").mkdir()
    (repo / ".mem/config.yaml").write_text("nonsense: 1\n", encoding="utf-8")
    (repo / ".mem/archive.md").write_text("- a b <!-- mem:y -->\n", encoding="utf-8")
    (repo / "relationships.json").write_text("[\n{]\n", encoding="utf-8")
    (repo / "learnings.md").write_text(
        "- a <!-- mem:x -->\n- b <!-- mem:aaaaaaaa -->\n- b <!-- mem:aaaaaaaa -->\n"
        "<<<<<<< ours\n- c\n=======\n- d\n>>>>>>> theirs\n",
        encoding="utf-8",
    )
    ran = quick("doctor", "--json")
    assert ran.code == 1
    findings = ran.json["findings"]
    assert all(set(finding) == KEYS for finding in findings)
    named = {(finding["path"], finding["line"]) for finding in findings}
    assert named >= {
        (".mem/config.yaml", 1),
        (".mem/archive.md", 1),
        ("relationships.json", 2),
        ("learnings.md", 1),
        ("learnings.md", 3),
        ("learnings.md", 4),
    }
    assert all(finding["hint"] for finding in findings)


def test_a_config_that_is_no_yaml_is_a_finding(repo: Path, quick: Quick) -> None:
    (repo / ".mem").mkdir()
    (repo / ".mem/config.yaml").write_text("a: [", encoding="utf-8")
    ran = quick("doctor", "--json")
    assert ran.code == 1
    (finding,) = ran.json["findings"]
    assert finding["path"] == ".mem/config.yaml"
    assert finding["hint"]


def test_what_is_safe_to_mend_is_mended(repo: Path, quick: Quick) -> None:
    (repo / ".mem").mkdir()
    (repo / "learnings.md").write_text("- a b c\n", encoding="utf-8")
    assert quick("doctor").code == 0
    assert quick("doctor", "--ci").code == 1
    assert quick("doctor", "--fix").code == 0
    assert quick("doctor", "--ci").code == 0
    assert (repo / ".mem/.gitignore").read_text(encoding="utf-8") == "local/\n"


def test_where_no_memory_was_begun_nothing_is_called_well(repo: Path, quick: Quick) -> None:
    ran = quick("doctor")
    assert (ran.code, ran.stdout) == (0, "")
    assert "mem init" in ran.stderr
    assert "well" not in ran.stderr


def test_all_is_well_in_a_good_memory(repo: Path, quick: Quick) -> None:
    assert quick("learnings", "add", "One to remember").code == 0
    ran = quick("doctor")
    assert (ran.code, ran.stdout, ran.stderr) == (0, "", "all is well\n")
