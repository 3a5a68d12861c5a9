"""The diary on the command line: what is not written or shown, then rows, files and levels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ..conftest import Mem

INDEX = Path("ai/diary/index.md")
HEADER = "| Date | ID | Type | Summary | Debug | Files | Status |\n|---|---|---|---|---|---|---|\n"
RUSSIAN = "| Дата | ID | Тип | Суть | Status | Файл |\n|---|---|---|---|---|---|\n"


def write(name: str, text: str) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return name


def index(*rows: str, header: str = HEADER) -> None:
    write(str(INDEX), f"# Diary\n\n{header}" + "".join(f"{row}\n" for row in rows))


def row(id_: str, summary: str, *, status: str = "pending", kind: str = "problem") -> str:
    return f"| 2026-03-02 | {id_} | {kind} | {summary} | 1 | 2 | {status} |"


def spec(*files: str, name: str = "specs/NEW-1.md", body: str = "") -> str:
    listed = "".join(f"- `{file}`\n" for file in files)
    return write(name, f"# A task\n\n{body}\n\n## Allowed Files\n{listed}")


def relevant(mem: Mem, path: str) -> dict[str, Any]:
    found = mem.ok("diary", "relevant", "--spec", path, "--json").json
    return {one["id"]: one for one in found["entries"]}


def levels(mem: Mem, path: str) -> dict[str, str]:
    return {id_: one["level"] for id_, one in relevant(mem, path).items()}


# -- new and resolve ----------------------------------------------------------------------------


def add(mem: Mem, id_: str = "TECH-9", *args: str) -> dict[str, Any]:
    words = ("--type", "problem", "--summary", "jq: invalid | flag", *args)
    return dict(mem.ok("diary", "new", id_, *words, "--json").json)


def test_the_same_pending_row_is_not_added_twice(memory: Path, mem: Mem) -> None:
    assert add(mem)["action"] == "inserted"
    before = INDEX.read_bytes()
    assert add(mem)["action"] == "unchanged"
    assert INDEX.read_bytes() == before
    assert len(list(INDEX.parent.glob("*TECH-9*"))) == 1


def test_a_new_row_stands_below_the_newest_and_nothing_else_moves(memory: Path, mem: Mem) -> None:
    index(row("A-1", "one"), "\n## Types: problem", row("A-2", "two `a|b`"), "\nThe end.")
    before = INDEX.read_text()
    add(mem, "TECH-9", "--file", "src/a.py", "--why", "old jq", "--instead", "use --arg")
    after = INDEX.read_text()
    line = "| 2026-02-02 | TECH-9 | problem | jq: invalid \\| flag | 0 | `src/a.py` | pending |\n"
    assert after.replace(line, "") == before
    assert after.index("two `a|b`") < after.index(line) < after.index("The end.")
    text = Path("ai/diary/2026-02-02-TECH-9-problem.md").read_text()
    assert "## What to do instead\nuse --arg" in text
    assert "- `src/a.py`" in text


def test_a_row_has_the_columns_of_its_table(memory: Path, mem: Mem) -> None:
    index("| 2026-02-01 | FIX-1 | problem | x | ожидает | ai/diary/a.md |", header=RUSSIAN)
    added = add(mem)["entry"]
    link = f"[2026-02-02-TECH-9-problem.md]({added['file']})"
    last = INDEX.read_text().splitlines()[-1]
    assert last == f"| 2026-02-02 | TECH-9 | problem | jq: invalid \\| flag | pending | {link} |"


def test_crlf_and_a_missing_final_newline_are_kept(memory: Path, mem: Mem) -> None:
    INDEX.write_bytes((HEADER + row("A-1", "one")).replace("\n", "\r\n").encode())
    add(mem)
    lines = INDEX.read_bytes().split(b"\n")
    assert all(line.endswith(b"\r") for line in lines[:-1])
    assert b"TECH-9" in lines[-1]


def test_a_file_is_named_as_the_root_sees_it(memory: Path, mem: Mem) -> None:
    write("src/a.py", "")
    args = ("--type", "problem", "--summary", "x", "--file", "a.py", "--json")
    added = mem.ok("diary", "new", "A-1", *args, cwd=memory / "src").json["entry"]
    assert added["files"] == ["src/a.py"]
    assert "| `src/a.py` |" in INDEX.read_text()


def test_a_diary_without_table_gets_one(memory: Path, mem: Mem) -> None:
    write(str(INDEX), "# Our diary\n\nWords.\n")
    add(mem)
    assert INDEX.read_text().startswith("# Our diary\n\nWords.\n\n| Date | ID |")
    INDEX.unlink()
    add(mem, "TECH-10")
    assert [one["id"] for one in mem.ok("diary", "list", "--json").json["entries"]] == ["TECH-10"]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("../x", "--type", "p", "--summary", "s"), "ID"),
        (("A-1", "--type", "p", "--summary", " "), "empty"),
        (("A-1", "--type", "p", "--summary", "s", "--date", "3.2.2026"), "date"),
    ],
)
def test_what_no_row_can_hold_is_a_usage_error(
    memory: Path, mem: Mem, args: tuple[str, ...], word: str
) -> None:
    before = INDEX.read_bytes()
    ran = mem("diary", "new", *args)
    assert ran.code == 2
    assert word in ran.stderr
    assert INDEX.read_bytes() == before


def test_a_table_that_cannot_say_whose_row_it_is_is_left_alone(memory: Path, mem: Mem) -> None:
    index("| 2026-01-01 | A-1 | x |", header="| Date | ID | Summary |\n|---|---|---|\n")
    before = INDEX.read_bytes()
    ran = mem("diary", "new", "TECH-9", "--type", "problem", "--summary", "y")
    assert ran.code == 1
    assert "columns ID and Status" in ran.stderr
    assert INDEX.read_bytes() == before
    assert not list(INDEX.parent.glob("*TECH-9*"))


def test_secrets_and_private_words_are_written_nowhere(memory: Path, mem: Mem) -> None:
    key = "ghp_" + "a1B2c3D4" * 4 + "e5F6"
    args = ("--type", "problem", "--summary", f"token {key} <private>Ada</private>", "--why", key)
    mem.ok("diary", "new", "A-1", *args)
    text = "".join(path.read_text() for path in INDEX.parent.iterdir())
    assert key not in text
    assert "Ada" not in text


def test_resolve_sets_the_pending_rows_of_its_ids_done_and_nothing_else(
    memory: Path, mem: Mem
) -> None:
    index(
        row("A-1", "still pending", status="Pending"),
        row("A-2", "two"),
        row("A-1", "three", status="waits"),
        row("A-1", "four"),
    )
    before = INDEX.read_text().splitlines()
    done = mem.ok("diary", "resolve", "a-1", "--json").json["entries"]
    assert [one["summary"] for one in done] == ["still pending", "four"]
    after = INDEX.read_text().splitlines()
    changed = [line for line, old in zip(after, before, strict=True) if line != old]
    assert changed == [
        row("A-1", "still pending", status="done"),
        row("A-1", "four", status="done"),
    ]


def test_an_unknown_id_resolves_nothing(memory: Path, mem: Mem) -> None:
    index(row("A-1", "one"))
    before = INDEX.read_bytes()
    assert mem("diary", "resolve", "A-1", "A-9").code == 1
    assert INDEX.read_bytes() == before


def test_undo_takes_back_the_row_and_the_file(memory: Path, mem: Mem) -> None:
    before = INDEX.read_bytes()
    add(mem)
    mem.ok("undo")
    assert INDEX.read_bytes() == before
    assert [path.name for path in INDEX.parent.iterdir()] == ["index.md"]


def test_undo_refuses_where_the_index_changed_since(memory: Path, mem: Mem) -> None:
    add(mem)
    INDEX.write_text(INDEX.read_text() + row("A-2", "a person's") + "\n")
    assert mem("undo").code == 1
    assert "a person's" in INDEX.read_text()


# -- relevant -----------------------------------------------------------------------------------


def test_without_a_diary_or_memory_the_allowed_files_are_said_all_the_same(
    repo: Path, mem: Mem
) -> None:
    found = mem.ok("diary", "relevant", "--spec", spec("src/a.py"), "--json").json
    allowed = [{"path": "src/a.py", "glob": False, "new": False}]
    said = {"version": 1, "spec": "specs/NEW-1.md", "allowed_files": allowed, "entries": []}
    assert found == said
    assert mem("diary", "relevant", "--spec", "specs/none.md").code == 1


def test_what_is_resolved_is_not_shown_and_a_later_success_hides_no_failure(
    memory: Path, mem: Mem
) -> None:
    index(
        row("A-1", "src/a.py broke", status="done"),
        row("A-2", "src/a.py loops"),
        row("A-2", "src/a.py is fast", kind="success"),
        row("A-3", "src/a.py is fine", kind="success"),
    )
    found = relevant(mem, spec("src/a.py"))
    assert list(found) == ["A-2", "A-3"]
    assert found["A-2"]["constraints"] == ["A-2 (2026-03-02): src/a.py loops"]
    assert found["A-3"]["constraints"] == []


@pytest.mark.parametrize(
    ("said", "allowed", "level"),
    [
        ("`src/auth/a.py` fails", "src/auth/a.py", "HIGH"),
        ("auth/a.py fails", "src/auth/a.py", "HIGH"),
        ("a.py fails", "src/auth/a.py", "HIGH"),
        ("src/auth/a.py fails", "src/auth/*.py", "HIGH"),
        ("src/auth/a.py fails", "src/auth/", "HIGH"),
        ("src/auth/b.py fails", "src/auth/a.py", "MEDIUM"),
        ("callback.py fails", "src/callback_sync.py", "MEDIUM"),
        ("a.pyc fails", "src/auth/a.py", "SKIP"),
        ("lib/README.md is old", "README.md", "SKIP"),
        ("the fault is elsewhere", "src/auth/a.py", "SKIP"),
    ],
)
def test_a_task_matters_by_the_files_that_it_names(
    memory: Path, mem: Mem, said: str, allowed: str, level: str
) -> None:
    index(row("A-1", said))
    assert levels(mem, spec(allowed, "docs/other.txt")) == {"A-1": level}


def test_a_bare_name_that_fits_two_allowed_files_is_no_allowed_file(memory: Path, mem: Mem) -> None:
    index(row("A-1", "conftest.py closes too early"))
    assert levels(mem, spec("tests/a/conftest.py", "tests/b/conftest.py")) == {"A-1": "MEDIUM"}


def test_a_file_that_nearly_all_tasks_name_makes_medium_at_most(memory: Path, mem: Mem) -> None:
    index(*(row(f"A-{n}", f"x{n} broke, `CHANGELOG.md` and db.py too") for n in range(4)))
    assert set(levels(mem, spec("CHANGELOG.md", "db.py")).values()) == {"MEDIUM"}


def test_a_library_an_identifier_or_a_name_of_the_spec_makes_medium(memory: Path, mem: Mem) -> None:
    write("pyproject.toml", '[project]\nname = "x"\ndependencies = ["httpx>=0.27", "click"]\n')
    write("packages/web/package.json", '{"dependencies": {"@acme/date-fns": "1"}}')
    index(
        row("A-1", "httpx times out"),
        row("A-2", "Date fns is slow"),
        row("A-3", "`parse_row` drops the last cell"),
        row("A-4", "the Redis cluster lost keys"),
        row("A-5", "users click twice"),
        row("A-6", "NEVER do that in mode x"),
        row("A-7", "the `mode` was lost"),
    )
    body = (
        "We use httpx, click and date-fns. Call `parse_row` and ask Redis after each cell."
        " We NEVER wait in `mode` y."
    )
    write(".mem/config.yaml", "diary:\n  last: 9\n")
    skipped = ("A-5", "A-6")
    wanted = {f"A-{n}": "SKIP" if f"A-{n}" in skipped else "MEDIUM" for n in range(1, 8)}
    assert levels(mem, spec("src/a.py", body=body)) == wanted


def test_the_task_of_the_spec_itself_is_high(memory: Path, mem: Mem) -> None:
    index(row("TECH-22", "tests were red"), row("TECH-2", "lint was red"))
    found = levels(mem, spec("src/a.py", name="specs/TECH-22-again.md"))
    assert found == {"TECH-22": "HIGH", "TECH-2": "SKIP"}


def test_only_the_last_tasks_count_and_the_config_says_how_many(memory: Path, mem: Mem) -> None:
    index(*(row(f"A-{n}", "x") for n in range(8)))
    assert list(levels(mem, spec("a.py"))) == [f"A-{n}" for n in range(3, 8)]
    write(".mem/config.yaml", "diary:\n  last: 2\n")
    assert list(levels(mem, spec("a.py"))) == ["A-6", "A-7"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            (
                "## Problem\n- Writes race.\n\n## Context\n- Error: `database is\n  locked`\n"
                "- Files: src/a.py\n- Attempts: 2\n- Resolution: one writer\n"
            ),
            "src/a.py fails — `database is locked` → one writer",
        ),
        ("## Root cause\nNo lock.\n## How to avoid\nUse flock.\n", "… — No lock → Use flock."),
        ("**Причина:** режим\n**Правило:** strict\nвсегда\n", "… — режим → strict всегда"),
        ("## Почему\nнет\n\n## Вместо этого\n1. Раз\n2. Два\n", "… — нет → Раз; Два"),
    ],
)
def test_an_entry_file_says_what_failed_why_and_what_to_do_instead(
    memory: Path, mem: Mem, text: str, line: str
) -> None:
    index(row("A-1", "src/a.py fails"))
    write("ai/diary/2026-03-02-A-1-problem.md", f"# A-1\n\n{text}")
    found = relevant(mem, spec("src/a.py"))["A-1"]
    assert found["file"] == "ai/diary/2026-03-02-A-1-problem.md"
    assert found["constraints"] == [f"A-1 (2026-03-02): {line.replace('…', 'src/a.py fails')}"]


def test_the_file_of_a_row_is_its_own_and_not_that_of_a_longer_id(memory: Path, mem: Mem) -> None:
    index(row("A-2", "see [notes](2026-03-02-notes.md)"), row("A-22", "x"), row("A-3", "y"))
    for name in ("2026-03-02-notes.md", "2026-03-02-A-22-problem.md", "old-A-3.md"):
        write(f"ai/diary/{name}", "text")
    files = [one["file"] for one in mem.ok("diary", "list", "--json").json["entries"]]
    names = ["2026-03-02-notes.md", "2026-03-02-A-22-problem.md", "old-A-3.md"]
    assert files == [f"ai/diary/{name}" for name in names]


def test_emphasis_is_no_part_of_an_id_and_a_name_keeps_its_signs(memory: Path, mem: Mem) -> None:
    index(
        "| 2026-02-01 | **A-1** | _Problem_ | __init__.py is empty | 1 | `b.py`, c.py | Pending |"
    )
    (found,) = mem.ok("diary", "list", "--json").json["entries"]
    assert (found["id"], found["type"], found["status"]) == ("A-1", "problem", "pending")
    assert (found["summary"], found["files"]) == (
        "__init__.py is empty",
        ["b.py", "c.py", "__init__.py"],
    )


def test_a_link_out_of_the_work_tree_is_not_read(memory: Path, mem: Mem, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("## Why\nsecret words\n")
    index("| 2026-02-01 | A-1 | problem | src/a.py | pending | ../secret.md |", header=RUSSIAN)
    assert "secret words" not in mem.ok("diary", "relevant", "--spec", spec("src/a.py")).stdout


def test_a_real_index_is_read_whole(memory: Path, mem: Mem, realdata: Path) -> None:
    text = (realdata / "diary/september/index.md").read_text()
    write(str(INDEX), text)
    rows = mem.ok("diary", "list", "--json").json["entries"]
    assert len(rows) == sum(line.startswith("| 2") for line in text.splitlines())
    assert {one["type"] for one in rows} == {"success", "problem", "advisory", "reflect"}
