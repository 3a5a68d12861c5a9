"""Memories of a package, of its repository and of a person are read as one, the nearest first."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Mem, Ran

Quick = Callable[..., Ran]
TREES = int(os.environ.get("MEM_TREES", "25"))  # the whole of it: MEM_TREES=1000
LINT = "Always run make lint"
FLUSH = "The redis cache must be flushed before every migration"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the person's own memory, which is not there yet."""
    monkeypatch.setenv("MEM_USER_ROOT", str(tmp_path / "own"))
    return tmp_path / "own"


@pytest.fixture
def package(repo: Path, own: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a memory below that of its repository; the working directory."""
    folder = repo / "packages" / "api"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    write(repo, "- Gotcha: The queue drops jobs over 64 KB", "- Decision: Use JWT in `lib/auth.py`")
    write(folder, "- Gotcha: Start the api with `src/boot.py` first")
    write(own, "- Preference: Answer in short sentences")
    return folder


def write(root: Path, *lines: str) -> None:
    root.mkdir(parents=True, exist_ok=True)
    (root / "learnings.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def shown(ran: Ran) -> list[str]:
    assert ran.code == 0, ran.stderr
    return [line[2:] for line in ran.stdout.split("\n") if line.startswith("- ")]


# -- what must not be shown or written ---------------------------------------------------------


def test_only_the_named_memory_is_read_where_a_root_is_named(package: Path, quick: Quick) -> None:
    one = ["Start the api with `src/boot.py` first"]
    assert shown(quick("--root", ".", "context")) == one
    assert shown(quick("context", "--no-layers")) == one
    assert len(shown(quick("--root", ".", "context", "--layers"))) == 4
    assert shown(quick("context", "--user")) == ["Answer in short sentences"]


def test_a_memory_outside_of_the_work_tree_is_not_read(package: Path, quick: Quick) -> None:
    write(package.parents[2], "- Gotcha: This is of the folder above the repository")
    assert not any("folder above" in line for line in shown(quick("context")))


def test_what_a_person_keeps_for_themselves_is_not_in_a_snapshot(
    package: Path, quick: Quick
) -> None:
    ran = quick("snapshot")
    assert ran.code == 0
    assert "short sentences" not in ran.stdout


def test_writing_goes_to_the_nearest(package: Path, own: Path, repo: Path, quick: Quick) -> None:
    before = (repo / "learnings.md").read_bytes(), (own / "learnings.md").read_bytes()
    assert quick("learnings", "add", LINT).code == 0
    assert LINT in (package / "learnings.md").read_text(encoding="utf-8")
    assert before == ((repo / "learnings.md").read_bytes(), (own / "learnings.md").read_bytes())


def test_what_another_layer_knows_or_took_out_is_not_learned_again(
    package: Path, repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    def say() -> str:
        ran = quick("extract", "--json", input=f"Gotcha: {FLUSH}.\n")
        (item,) = ran.json["items"]
        return str(item["action"])

    monkeypatch.chdir(repo)
    assert say() == "inserted"
    id_ = quick("learnings", "list", "--search", "redis", "--json").json["entries"][0]["id"]
    monkeypatch.chdir(package)
    assert say() == "unchanged"
    monkeypatch.chdir(repo)
    assert quick("learnings", "remove", id_).code == 0
    monkeypatch.chdir(package)
    assert say() == "suppressed"
    assert "redis" not in (package / "learnings.md").read_text(encoding="utf-8")
    assert quick("learnings", "add", f"Gotcha: {FLUSH}").code == 0  # a person's word counts
    assert FLUSH in shown(quick("context"))


# -- what must ---------------------------------------------------------------------------------


def test_all_layers_are_one_block_and_no_line_stands_twice(
    package: Path, repo: Path, quick: Quick
) -> None:
    for folder in (package, repo):
        with (folder / "learnings.md").open("a", encoding="utf-8") as file:
            file.write(f"- {LINT}\n")
    assert sorted(shown(quick("context"))) == sorted(
        [
            "Start the api with `src/boot.py` first",
            "The queue drops jobs over 64 KB",
            "Decision: Use JWT in `lib/auth.py`",
            LINT,
            "Answer in short sentences",
        ]
    )


def test_of_lines_that_weigh_the_same_the_nearest_comes_first(
    package: Path, repo: Path, quick: Quick
) -> None:
    gotchas = [line for line in shown(quick("context")) if "queue" in line or "boot" in line]
    assert gotchas == [
        "Start the api with `src/boot.py` first",
        "The queue drops jobs over 64 KB",
    ]


@pytest.mark.parametrize(
    ("file", "meant"),
    [("src/boot.py", "src/boot.py"), ("../../lib/auth.py", "lib/auth.py")],
)
def test_files_of_a_task_are_those_of_each_layer(
    package: Path, repo: Path, quick: Quick, file: str, meant: str
) -> None:
    path = package / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("", encoding="utf-8")
    lines = shown(quick("context", "--file", file))
    assert [line for line in lines if "`" in line] == [line for line in lines if meant in line]
    assert len(lines) == 2, lines  # and the preference


def test_a_file_that_is_gone_is_missed_where_its_entry_stands(
    package: Path, repo: Path, quick: Quick
) -> None:
    for path in (package / "src/boot.py", repo / "lib/auth.py"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", encoding="utf-8")
    assert len(shown(quick("context"))) == 4
    (repo / "lib/auth.py").unlink()
    assert not any("auth.py" in line for line in shown(quick("context")))
    (package / "src/boot.py").unlink()
    assert not any("boot.py" in line for line in shown(quick("context")))


def test_removing_in_one_layer_hides_nothing_of_another(
    package: Path, repo: Path, quick: Quick
) -> None:
    line = "- The queue drops jobs over 64 KB"
    with (package / "learnings.md").open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    found = quick("learnings", "list", "--search", "queue", "--json").json["entries"]
    assert quick("learnings", "remove", found[0]["id"]).code == 0
    assert "The queue drops jobs over 64 KB" in shown(quick("context"))


def test_why_and_search_find_an_entry_in_its_layer(package: Path, quick: Quick) -> None:
    found = {
        result["text"]: (result["id"], result["path"])
        for query in ("queue jobs", "api boot", "short sentences")
        for result in quick("search", query, "--json").json["results"]
    }
    places = {text: path for text, (_, path) in found.items()}
    assert places["The queue drops jobs over 64 KB"] == "../../learnings.md"
    assert places["Start the api with `src/boot.py` first"] == "learnings.md"
    assert places["Answer in short sentences"].endswith("/own/learnings.md")
    layers = {text: quick("why", id_, "--json").json["layer"] for text, (id_, _) in found.items()}
    assert layers == {
        "The queue drops jobs over 64 KB": "the repository",
        "Start the api with `src/boot.py` first": "packages/api",
        "Answer in short sentences": "your own",
    }
    queue = found["The queue drops jobs over 64 KB"][0]
    quick("context")
    told = quick("why", queue).stdout
    assert "it is of the layer “the repository”: learnings.md:1" in told
    assert "shown under Gotchas & Fixes" in told


def test_a_persons_own_memory_is_listed_edited_imported_and_removed(
    repo: Path, own: Path, quick: Quick
) -> None:
    assert shown(quick("context")) == []
    assert quick("learnings", "list", "--user").stdout == ""
    assert not own.exists()
    added = quick("learnings", "add", "--user", "-c", "preference", "Answer briefly", "--json")
    id_ = added.json["entries"][0]["id"]
    assert shown(quick("context")) == ["Answer briefly"]
    assert quick("learnings", "edit", "--user", id_, "Answer in one line").code == 0
    assert shown(quick("context")) == ["Answer in one line"]
    assert quick("learnings", "remove", "--user", id_).code == 0
    notes = repo / "NOTES.md"
    notes.write_text("# Rules\n\n- Always squash before a merge\n", encoding="utf-8")
    assert quick("import", "--user", str(notes)).code == 0
    assert shown(quick("context")) == ["Always squash before a merge"]
    assert quick("search", "--user", "squash", "--json").json["results"]
    assert not (repo / "learnings.md").exists()


def test_a_persons_own_entries_are_managed_as_those_of_a_repository(
    repo: Path, own: Path, quick: Quick
) -> None:
    id_ = quick("add", "--user", "Answer briefly", "--json").json["entries"][0]["id"]
    other = quick("add", "--user", "Name files in full", "--json").json["entries"][0]["id"]
    assert quick("learnings", "show", id_).code == 1
    assert "--user" in quick("learnings", "show", id_).stderr
    for command in ("show", "pin", "unpin", "reset", "confirm"):
        assert quick("learnings", command, "--user", id_).code == 0, command
    assert quick("learnings", "merge", "--user", id_, other).code == 0
    assert quick("undo", "--user").code == 0
    assert shown(quick("context", "--user")) == ["Answer briefly", "Name files in full"]
    assert quick("rm", "--user", other).code == 0
    assert quick("learnings", "restore", "--user", other).code == 0
    assert shown(quick("context")) == ["Answer briefly", "Name files in full"]
    assert not (repo / "learnings.md").exists()


def hook(mem: Mem, moment: str, folder: Path, **more: str) -> str:
    payload = {"hook_event_name": moment, "session_id": "s1", "cwd": str(folder), **more}
    ran = mem("hook", "claude-code", input=json.dumps(payload), cwd=folder)
    assert ran.code == 0
    if not ran.stdout:
        return ""
    return str(json.loads(ran.stdout)["hookSpecificOutput"]["additionalContext"])


def test_a_hook_shows_all_layers_and_sees_when_one_changes(
    package: Path, repo: Path, own: Path, mem: Mem
) -> None:
    begun = hook(mem, "SessionStart", package)
    assert "boot.py" in begun
    assert "64 KB" in begun
    assert "short sentences" in begun
    assert hook(mem, "UserPromptSubmit", package, prompt="Why does the queue drop jobs?") == ""
    with (repo / "learnings.md").open("a", encoding="utf-8") as file:
        file.write("- Gotcha: The queue needs a restart after a schema change\n")
    again = hook(mem, "UserPromptSubmit", package, prompt="Why does the queue need a restart?")
    assert "schema change" in again
    assert "64 KB" not in again


def test_a_repository_without_a_memory_is_told_what_its_person_prefers(
    repo: Path, own: Path, mem: Mem
) -> None:
    write(own, "- Preference: Answer in short sentences")
    assert "short sentences" in hook(mem, "SessionStart", repo)
    transcript = repo / "t.jsonl"
    record = {"type": "user", "message": {"role": "user", "content": "Always run make lint."}}
    transcript.write_text((json.dumps(record) + "\n") * 6, encoding="utf-8")
    before = (own / "learnings.md").read_bytes()
    hook(mem, "PreCompact", repo, transcript_path=str(transcript))
    assert (own / "learnings.md").read_bytes() == before
    assert not (repo / ".mem").exists()


# -- random trees against a simple model -------------------------------------------------------

WORDS = ("queue", "cache", "login", "export", "mailer", "search", "billing", "upload", "report")
FACTS = [f"Gotcha: The {word} {said}" for word in WORDS for said in ("needs a lock", "is slow")]


def test_random_trees_equal_a_simple_model(repo: Path, own: Path, quick: Quick) -> None:
    seed = random.Random(20260202)
    for number in range(TREES):
        top = repo / f"tree{number}"
        (top / ".git").mkdir(parents=True)
        depth = seed.randint(0, 3)
        folders = [top.joinpath(*("p",) * level) for level in range(depth, -1, -1)]
        expected: set[str] = set()
        for folder in [*folders, own]:
            folder.mkdir(parents=True, exist_ok=True)
            lines, archive = [], []
            for fact in seed.sample(FACTS, seed.randint(0, 5)):
                draw = seed.random()
                id_ = entry_id_of(fact)
                if draw < 0.6:  # it holds here
                    lines.append(f"- [2026-02-01] {fact} <!-- mem:{id_} -->")
                    expected.add(fact)
                elif draw < 0.75:  # too weak to be shown
                    lines.append(f"- [2026-02-01] {fact} <!-- mem:{id_} conf=0.3 -->")
                elif draw < 0.9:  # taken out here, and brought back by a merge
                    lines.append(f"- [2026-02-01] {fact} <!-- mem:{id_} -->")
                    archive.append(gone(fact, id_))
                else:  # taken out here
                    archive.append(gone(fact, id_))
            (folder / ".mem").mkdir(exist_ok=True)
            (folder / ".mem/archive.md").unlink(missing_ok=True)
            if archive:  # an empty one would be waited for, as a save that has only begun
                (folder / ".mem/archive.md").write_text("".join(archive), encoding="utf-8")
            write(folder, *lines)
        os.chdir(folders[0])
        ran = quick("context", "--budget", "3000", "--format", "json")
        found = [f"Gotcha: {line['text']}" for line in ran.json["lines"]]
        assert len(found) == len(set(found)), number
        most = 10  # lines in a section
        assert len(found) == min(len(expected), most), (number, found, expected)
        assert set(found) <= expected, (number, set(found) - expected)


def gone(fact: str, id_: str) -> str:
    return f"- [2026-02-01] {fact} <!-- mem:{id_} archived=2026-02-01 reason=removed -->\n"


def entry_id_of(fact: str) -> str:
    from memory_md.base.identity import entry_id

    return entry_id("gotcha", fact.removeprefix("Gotcha: "))
