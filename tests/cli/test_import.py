"""`mem import` and `mem export`: notes of other files become entries, entries a marked block."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ..conftest import Mem

RULES = "# Shop\n\n## Git Workflow Rules\n\n- Never push to main\n- Squash the commits\n"


def texts(mem: Mem) -> list[str]:
    return [one["text"] for one in mem.ok("list", "--json").json["entries"]]


def items(mem: Mem, *args: str) -> list[dict[str, Any]]:
    return list(mem.ok("import", *args, "--json").json["items"])


# -- must not happen ------------------------------------------------------------------------------


def test_importing_twice_changes_nothing(memory: Path, mem: Mem) -> None:
    Path("CLAUDE.md").write_text(RULES)
    mem.ok("import", "CLAUDE.md")
    before = {path: path.read_bytes() for path in memory.rglob(".mem/*") if path.is_file()}
    assert {one["action"] for one in items(mem, "CLAUDE.md")} == {"unchanged"}
    assert before == {path: path.read_bytes() for path in before}
    assert Path("CLAUDE.md").read_text() == RULES


def test_lines_that_share_words_with_their_heading_are_not_known_already(
    memory: Path, mem: Mem
) -> None:
    mem.ok("add", "Convention: Git workflow, main branch: never commit to develop")
    Path("a.md").write_text("## Main branch rules\n- Never commit to main\n- Tag each release\n")
    Path("b.md").write_text(
        "## Branches\n- Never commit to main directly\n- Never commit to test\n"
    )
    assert {one["action"] for one in items(mem, "a.md", "b.md")} <= {"inserted", "merged"}
    assert len(texts(mem)) >= 4


def test_lines_of_one_file_that_are_much_alike_all_stand(memory: Path, mem: Mem) -> None:
    Path("CLAUDE.md").write_text(
        "## Words that are long and the same in each of the lines\n"
        "- Sheet: `Costs`, rows: 27, read for the unit of each thing\n"
        "- Sheet: `Works`, rows: 1139, read for the unit of each thing\n"
        "- Never read the sheet `Costs` as a whole\n"
        "- Always read the sheet `Costs` as a whole\n"
    )
    assert [one["action"] for one in items(mem, "CLAUDE.md")] == ["inserted"] * 4
    assert len(texts(mem)) == 4


def test_what_a_person_took_out_stays_out(memory: Path, mem: Mem) -> None:
    Path("CLAUDE.md").write_text(RULES)
    first = items(mem, "CLAUDE.md")[0]
    mem.ok("rm", first["id"])
    assert items(mem, "CLAUDE.md")[0]["action"] == "suppressed"


def test_a_dry_run_and_a_link_list_store_nothing(memory: Path, mem: Mem) -> None:
    Path("CLAUDE.md").write_text(RULES)
    Path("MEMORY.md").write_text("# Index\n\n- [Git](git.md) — our branches\n")
    assert len(items(mem, "CLAUDE.md", "--dry-run")) == 2
    assert [one["reason"] for one in items(mem, "MEMORY.md")] == ["a link"]
    assert texts(mem) == []


def test_our_own_block_and_files_are_not_imported(memory: Path, mem: Mem) -> None:
    mem.ok("add", "Use `uv`")
    Path("AGENTS.md").write_text("- Never push to main\n")
    mem.ok("export", "--to", "AGENTS.md")
    assert [one["text"] for one in items(mem, "AGENTS.md")] == ["Never push to main"]
    ran = mem("import", "learnings.md")
    assert (ran.code, "own file" in ran.stderr) == (1, True)


@pytest.mark.parametrize("name", ["missing.md", "data.json", "binary.md"])
def test_a_file_without_notes_is_reported_and_the_others_are_kept(
    memory: Path, mem: Mem, name: str
) -> None:
    Path("data.json").write_text('{"a": 1}')
    Path("binary.md").write_bytes(b"\0\1")
    Path("CLAUDE.md").write_text(RULES)
    ran = mem("import", name, "CLAUDE.md")
    assert (ran.code, len(texts(mem))) == (1, 2)
    assert name in ran.stderr


def test_a_file_elsewhere_is_not_overwritten(memory: Path, mem: Mem, tmp_path: Path) -> None:
    mem.ok("add", "Use `uv`")
    outside = tmp_path / "AGENTS.md"
    outside.write_text("theirs\n")
    assert mem("export", "--to", str(outside)).code == 1
    assert outside.read_text() == "theirs\n"
    assert mem("export", "--to", "learnings.md").code == 1


# -- must happen ----------------------------------------------------------------------------------


def test_a_folder_of_rules_and_decisions_is_imported(memory: Path, mem: Mem) -> None:
    for name, text in (
        (".cursor/rules/a.mdc", "---\nglobs: web/**\n---\n- Never fetch data in a component\n"),
        ("docs/adr/0001-redis.md", "# 1. Use Redis\n\n## Decision\n\nRedis holds the jobs.\n"),
        ("docs/guide.md", "- Not a file of notes by its name\n"),
        ("web/CLAUDE.md", "- Use `fetch` from `api.ts`\n"),
    ):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    ran = mem.ok("import", ".", "--json").json
    assert ran["sources"] == [".cursor/rules/a.mdc", "docs/adr/0001-redis.md", "web/CLAUDE.md"]
    entries = mem.ok("list", "--json").json["entries"]
    assert [(one["kind"], one["text"], one["paths"]) for one in entries] == [
        ("convention", "Never fetch data in a component", ["web/**"]),
        ("decision", "Use Redis: Redis holds the jobs.", []),
        ("convention", "Use `fetch` from `api.ts`", ["web/**"]),
    ]
    assert {one["confidence"] for one in entries} == {0.7}


def test_a_secret_is_redacted(memory: Path, mem: Mem) -> None:
    Path("CLAUDE.md").write_text("- The token is ghp_" + "a1B2" * 9 + " for CI runs\n")
    mem.ok("import", "CLAUDE.md")
    assert "ghp_" not in Path("learnings.md").read_text()


def test_export_writes_a_block_keeps_the_rest_and_writes_only_changes(
    memory: Path, mem: Mem
) -> None:
    Path("AGENTS.md").write_text("# Agents\n\nBe kind.\n")
    mem.ok("add", "Never push to main")
    assert mem.ok("export", "--to", "AGENTS.md").stdout == "updated  AGENTS.md  1 entries\n"
    text = Path("AGENTS.md").read_text()
    assert text.startswith("# Agents\n\nBe kind.\n")
    assert "- Never push to main\n" in text
    assert mem.ok("export", "--to", "AGENTS.md").stdout.startswith("unchanged")
    printed = mem.ok("export", "--to", "AGENTS.md", "--print").stdout
    assert printed in text
    mem.ok("add", "Use `uv`")
    mem.ok("export", "--to", "AGENTS.md")
    assert Path("AGENTS.md").read_text().count("mem-export: begin") == 1
