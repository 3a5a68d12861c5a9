"""`mem merge-driver`, as a command and as what git calls in real repositories."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from memory_md.memory.model.relationship import Relationship
from memory_md.memory.rules.removed import purge_mark
from memory_md.memory.text.archive import HEADER
from memory_md.memory.text.learnings import parse
from memory_md.memory.text.relationships import Edges, render
from memory_md.merge.actions.driver import driver_command

from ..conftest import Mem, Ran
from ..merge.histories import faults, first_format_line, history, learned

Quick = Callable[..., Ran]
HEAD = "# Learnings\n\n"
QUEUE = learned("the queue is slow").id
ROOTS = 12
COMMAND = "mem merge-driver %O %A %B %P"


def in_json(edges: Sequence[Relationship]) -> str:
    return render(Edges(tuple(edges), is_sorted=False))


def line(text: str, task: str = "t0") -> str:
    return f"- {first_format_line(learned(text, task))}\n"


def git(*words: str, cwd: Path | None = None, code: int = 0) -> str:
    done = subprocess.run(["git", *words], capture_output=True, cwd=cwd, check=False)
    text = (done.stdout + done.stderr).decode()
    assert done.returncode == code, (words, text)
    return text


Driver = Callable[..., Ran]


@pytest.fixture
def driver(tmp_path: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """Runs the driver over three texts; what it leaves in OURS is its standard output."""
    monkeypatch.chdir(tmp_path)

    def run(base: str, ours: str, theirs: str, path: str = "learnings.md") -> Ran:
        names = [".merge_file_a", ".merge_file_b", ".merge_file_c"]
        for name, text in zip(names, (base, ours, theirs), strict=True):
            Path(name).write_bytes(text.encode())
        ran = quick("merge-driver", *names, path)
        assert ran.stdout == ""
        return replace(ran, stdout=Path(names[1]).read_bytes().decode())

    return run


# -- what must not happen ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data"),
    [
        pytest.param("base", None, id="no base"),
        pytest.param("theirs", None, id="no theirs"),
        pytest.param("theirs", b"\xff\xfe- a\0", id="UTF-16"),
        pytest.param("theirs", b"- a\0b\n", id="binary"),
    ],
)
def test_a_failure_is_129_and_leaves_ours_alone(
    name: str, data: bytes | None, tmp_path: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"base": b"- b\n", "ours": b"- o\n", "theirs": b"- t\n"}
    for file, content in files.items():
        Path(file).write_bytes(content)
    Path(name).unlink() if data is None else Path(name).write_bytes(data)
    ran = quick("merge-driver", "base", "ours", "theirs", "learnings.md")
    assert ran.code == 129
    assert ran.stderr.startswith("mem: ")
    assert Path("ours").read_bytes() == files["ours"]


@pytest.mark.parametrize("names", [(), ("b", "o", "t"), ("b", "o", "t", "p", "x")])
def test_a_call_that_is_not_gits_is_no_conflict_either(
    names: tuple[str, ...], tmp_path: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "bot":
        Path(name).write_text(name, encoding="utf-8")
    assert quick("merge-driver", *names).code == 129
    assert Path("o").read_text(encoding="utf-8") == "o"


def test_a_bug_of_ours_is_129_too(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("memory_md.merge.actions.driver.merge_texts", broken)
    ran = driver("- b\n", "- o\n", "- t\n")
    assert (ran.code, ran.stdout) == (129, "- o\n")
    assert "boom" in ran.stderr


def test_a_file_that_is_no_json_is_a_conflict_of_lines_and_loses_nothing(driver: Driver) -> None:
    base = in_json([edge("a", "2026-02-01")])
    ran = driver(base, "[\n  broken ours\n", "[\n  broken theirs\n", "relationships.json")
    assert ran.code == 1
    assert "broken ours" in ran.stdout
    assert "broken theirs" in ran.stdout
    ran = driver(base, base.replace("}", "]"), base + "\n", "relationships.json")
    assert ran.code == 129
    assert ran.stdout == base.replace("}", "]")


def test_words_that_both_sides_changed_are_a_conflict_with_both(driver: Driver) -> None:
    base = HEAD + line("the queue is slow") + line("another")
    ours = base.replace("is slow", "is quick")
    theirs = base.replace("is slow", "is dead").replace("from=t0", "seen=2 from=t0,t1", 1)
    ran = driver(base, ours, theirs)
    assert ran.code == 1
    assert ran.stdout == HEAD + (
        "<<<<<<< ours\n"
        f"- [2026-02-01] the queue is quick <!-- mem:{QUEUE} seen=2 from=t0,t1 manual -->\n"
        "=======\n"
        f"- [2026-02-01] the queue is dead <!-- mem:{QUEUE} seen=2 from=t0,t1 -->\n"
        ">>>>>>> theirs\n"
    ) + line("another")


def test_a_bullet_and_prose_that_both_changed_are_conflicts(driver: Driver) -> None:
    base = HEAD + "prose\n\n- mine\n" + line("the queue is slow")
    ours = base.replace("prose", "our prose").replace("- mine", "- mine, ours")
    theirs = base.replace("prose", "their prose").replace("- mine", "- mine, theirs")
    ran = driver(base, ours, theirs)
    assert ran.code == 1
    assert ran.stdout.count("<<<<<<< ours\n") == 2
    for text in ("our prose", "their prose", "- mine, ours", "- mine, theirs"):
        assert f"{text}\n" in ran.stdout
    assert parse(ran.stdout, "").by_id()[QUEUE].bullet.conflicted is False


def test_a_text_that_one_side_purged_is_not_in_the_merged_archive(driver: Driver) -> None:
    gone = (
        f"- {first_format_line(learned('a secret'))[:-4]} archived=2026-02-02 reason=removed -->\n"
    )
    mark = f"<!-- mem-purged:{purge_mark('a secret')} -->\n"
    base = HEADER + gone
    theirs = HEADER + gone.replace("from=t0", "seen=2 from=t0,t1")
    for texts in ((base, HEADER + mark, theirs), (base, theirs, HEADER + mark)):
        ran = driver(*texts, ".mem/archive.md")
        assert (ran.code, ran.stdout) == (0, HEADER + mark)


# -- what must -----------------------------------------------------------------------------------


def test_what_both_sides_learned_is_there_once(driver: Driver) -> None:
    ours = HEAD + line("the queue is slow", "a") + line("only ours", "a")
    theirs = HEAD + line("only theirs", "b") + line("the queue is slow", "b")
    ran = driver(HEAD, ours, theirs)
    assert ran.code == 0
    assert ran.stdout.count("the queue is slow") == 1
    assert "conf=0.59 seen=2 from=a,b" in ran.stdout
    assert "only ours" in ran.stdout
    assert "only theirs" in ran.stdout
    assert driver(HEAD, theirs, ours).stdout == ran.stdout


def test_a_bare_entry_to_which_both_sides_gave_a_comment_is_one(driver: Driver) -> None:
    bare = "- [2026-02-01] Fixed: the queue is slow\n"
    id_ = parse(bare, "").entries[0].entry.id
    ours, theirs = (
        f"{bare[:-1]} <!-- mem:{id_} conf=0.59 seen=2 from={task} -->\n" for task in "ab"
    )
    ran = driver(HEAD + bare, HEAD + ours, HEAD + theirs)
    both = f"{bare[:-1]} <!-- mem:{id_} conf=0.662 seen=3 from=a,b -->\n"
    assert (ran.code, ran.stdout) == (0, HEAD + both)
    ran = driver(HEAD + bare + line("x y"), HEAD + ours + line("x y"), HEAD + line("x y"))
    assert (ran.code, ran.stdout) == (0, HEAD + ours + line("x y"))


@pytest.mark.parametrize("text", ["", "- a\n"], ids=["all of it", "with a bullet"])
def test_bullets_that_both_added_are_all_kept(text: str, driver: Driver) -> None:
    ran = driver(HEAD + text, f"{HEAD}{text}- b\n- c\n", f"{HEAD}{text}- c\n- d\n  more\n")
    assert (ran.code, ran.stdout) == (0, f"{HEAD}{text}- b\n- c\n- d\n  more\n")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n"], ids=["open end", "closed"])
def test_the_way_a_file_is_written_is_kept(newline: str, end: str, driver: Driver) -> None:
    base, ours, theirs = (
        "\ufeff" + text.rstrip("\n").replace("\n", newline) + end.replace("\n", newline)
        for text in (HEAD + line("a b"), HEAD + line("a b") + line("c d"), HEAD + line("e f"))
    )
    ran = driver(base, ours, theirs)
    assert ran.code == 0
    expected = HEAD + line("c d") + line("e f")
    lines = (expected if end else expected.rstrip("\n")).split("\n")
    assert sorted(ran.stdout.removeprefix("\ufeff").split(newline)) == sorted(lines)
    assert ran.stdout.startswith("\ufeff")


def test_a_line_end_that_one_side_changed_is_not_a_change_of_all_lines(driver: Driver) -> None:
    base = HEAD + "prose\n\n" + line("a b")
    ran = driver(base, base.replace("\n", "\r\n"), base + line("c d"))
    assert (ran.code, ran.stdout) == (0, (base + line("c d")).replace("\n", "\r\n"))


def test_a_path_may_be_anything(driver: Driver) -> None:
    for path in ("-x/learnings.md", "a b/[x].md", "docs/ключ.md", "../outside.md", "/abs.md"):
        ran = driver(HEAD, HEAD + line("a b"), HEAD + line("c d"), path)
        assert ran.code == 0, ran
        assert "a b" in ran.stdout
        assert "c d" in ran.stdout


def test_the_null_device_is_an_empty_base(driver: Driver, quick: Quick) -> None:
    driver("", HEAD + line("a b"), HEAD + line("c d"))
    Path("ours").write_text(HEAD + line("a b"), encoding="utf-8")
    Path("theirs").write_text(HEAD + line("c d"), encoding="utf-8")
    assert quick("merge-driver", os.devnull, "ours", "theirs", "learnings.md").code == 0
    assert "c d" in Path("ours").read_text(encoding="utf-8")


def test_configured_paths_and_numbers_are_followed(driver: Driver) -> None:
    Path(".mem").mkdir()
    Path(".mem/config.yaml").write_text(
        "paths: {relationships: notes.json}\nlimits: {tasks: 2}\n", encoding="utf-8"
    )
    ran = driver(HEAD, HEAD + line("a b", "x,y"), HEAD + line("a b", "z"))
    assert ran.code == 0
    ours, theirs = (in_json([edge(name, "2026-02-01")]) for name in "ab")
    ran = driver("[]\n", ours, theirs, "notes.json")
    assert ran.code == 0
    assert [item["source"] for item in json.loads(ran.stdout)] == ["a", "b"]


# -- edges, rows, calls, logs --------------------------------------------------------------------


def edge(source: str, day: str, session: str = "s", **extra: object) -> Relationship:
    created = f"{day}T12:00:00.000Z"
    return Relationship("decision_file", source, "src/a.py", "", session, created, extra)


def test_edges_are_united_newest_last(driver: Driver) -> None:
    base = [edge("a", "2026-02-01"), edge("b", "2026-02-01"), edge("c", "2026-02-01")]
    ours = [base[1], base[2], edge("d", "2026-02-04"), edge("a", "2026-02-05", "s2", x=1)]
    theirs = [base[0], base[2], edge("e", "2026-02-03"), edge("b", "2026-02-06", "s3", y=2)]
    expected = [base[2], theirs[2], ours[2], ours[3], theirs[3]]
    for one, other in ((ours, theirs), (theirs, ours)):
        ran = driver(in_json(base), in_json(one), in_json(other), "relationships.json")
        assert (ran.code, ran.stdout) == (0, in_json(expected))


def test_an_edge_removed_on_one_side_goes_unless_the_other_met_it_again(driver: Driver) -> None:
    base = [edge("a", "2026-02-01"), edge("b", "2026-02-01")]
    theirs = [base[0], edge("b", "2026-02-02", "s2"), edge("c", "2026-02-02")]
    ran = driver(in_json(base), in_json([]), in_json(theirs), "relationships.json")
    assert (ran.code, ran.stdout) == (0, in_json(theirs[1:]))


TABLE = "| Date | ID | Type | Summary | Status |\n|---|---|---|---|---|\n"
LEGEND = "\n## Types\n\nproblem, success\n"


def row(id_: str, status: str = "pending", summary: str = "it broke") -> str:
    return f"| 2026-02-0{id_} | T-{id_} | problem | {summary} | {status} |\n"


def test_rows_of_the_diary_are_united_and_done_wins(driver: Driver) -> None:
    base = TABLE + row("1") + row("2") + LEGEND
    ours = TABLE + row("1", "done") + row("2") + row("3") + row("4") + LEGEND
    theirs = TABLE + row("1", summary="it broke badly") + row("2", "done") + row("3") + row("5")
    theirs += LEGEND
    expected = TABLE + row("1", "done", "it broke badly") + row("2", "done")
    expected += row("3") + row("4") + row("5") + LEGEND
    for one, other in ((ours, theirs), (theirs, ours)):
        ran = driver(base, one, other, "ai/diary/index.md")
        assert (ran.code, ran.stdout) == (0, expected)


def test_a_cell_that_both_sides_worded_anew_is_a_conflict(driver: Driver) -> None:
    base = TABLE + row("1") + row("2")
    ours, theirs = (base.replace("broke |", f"{word} |", 1) for word in ("leaks", "hangs"))
    ran = driver(base, ours, theirs, "ai/diary/index.md")
    assert ran.code == 1
    marked = "<<<<<<< ours\n" + row("1", summary="it leaks") + "=======\n"
    marked += row("1", summary="it hangs") + ">>>>>>> theirs\n"
    assert ran.stdout == TABLE + marked + row("2")


def calls(*edges: dict[str, object]) -> str:
    lines = ",\n".join(json.dumps(one) for one in edges)
    return f'{{"version": 1, "edges": [\n{lines}\n]}}\n'


def call(
    caller: str, confidence: float, times: int, task: str, **more: object
) -> dict[str, object]:
    return {
        "caller": caller,
        "callee": "b.g",
        "source": "observation",
        "confidence": confidence,
        "times_confirmed": times,
        "last_task": task,
        **more,
    }


def test_edges_of_the_call_graph_add_up(driver: Driver) -> None:
    base = calls(call("a.f", 0.6, 1, "t1"), call("c.f", 0.6, 0, "t1"))
    ours = calls(call("a.f", 0.6525, 2, "t2"), call("c.f", 0.6, 0, "t1"), call("d.f", 0.6, 0, "t2"))
    theirs = calls(call("a.f", 0.6525, 2, "t3", note="x"), call("e.f", 0.6, 0, "t3"))
    expected = calls(
        call("a.f", 0.705, 3, "t3", note="x"), call("d.f", 0.6, 0, "t2"), call("e.f", 0.6, 0, "t3")
    )
    for one, other in ((ours, theirs), (theirs, ours)):
        ran = driver(base, one, other, ".mem/callgraph.json")
        assert (ran.code, ran.stdout) == (0, expected)


def test_lines_of_the_archived_edges_are_united(driver: Driver) -> None:
    a, b, c, d = (json.dumps({letter: 1}) + "\n" for letter in "abcd")
    ran = driver(a + b, a + b + c, b + d, ".mem/archive-relationships.jsonl")
    assert (ran.code, ran.stdout) == (0, b + c + d)


# -- git itself ----------------------------------------------------------------------------------


@pytest.fixture
def clone(repo: Path) -> Path:
    """A repository whose every learnings.md is merged by the driver."""
    git("config", "merge.mem.driver", COMMAND)
    (repo / ".gitattributes").write_text("*.md merge=mem\n*.json merge=mem\n", encoding="utf-8")
    return repo


def commit(name: str) -> None:
    git("add", "-A")
    git("commit", "-q", "--allow-empty", "-m", name)


def test_histories_in_a_real_repository_merge_clean(clone: Path) -> None:
    random = Random("1")
    told = {f"m{number}": history(random) for number in range(ROOTS)}

    def put(which: str) -> None:
        for name, one in told.items():
            (clone / name).mkdir(exist_ok=True)
            data = getattr(one, which).text.encode()
            (clone / name / "learnings.md").write_bytes(data)
        commit(which)

    put("base")
    git("branch", "side")
    put("ours")
    git("checkout", "-q", "side")
    put("theirs")
    git("checkout", "-q", "main")
    git("merge", "-q", "-m", "both", "side")
    for name, one in told.items():
        merged = (clone / name / "learnings.md").read_bytes().decode()
        assert not list(faults(one, merged)), one.texts


def test_rebase_cherry_pick_and_stash_are_merges_too(repo: Path, quick: Quick) -> None:
    assert quick("init").code == 0
    commit("base")
    git("checkout", "-q", "-b", "side")
    for name in ("queue", "cache"):
        assert quick("learnings", "add", f"the {name} of the side").code == 0
        commit(f"side {name}")
    git("checkout", "-q", "main")
    assert quick("learnings", "add", "main fact").code == 0
    commit("main")
    git("cherry-pick", "side~1")
    assert texts(quick) == {"main fact", "the queue of the side"}
    assert quick("learnings", "add", "stashed fact").code == 0
    git("stash", "-q")
    assert quick("learnings", "add", "later fact").code == 0
    commit("later")
    git("stash", "pop", "-q")
    expected = {"main fact", "the queue of the side", "stashed fact", "later fact"}
    assert texts(quick) == expected
    commit("popped")
    git("checkout", "-q", "side")
    git("rebase", "-q", "main")
    assert texts(quick) == expected | {"the cache of the side"}
    assert quick("doctor").stdout == ""


def test_what_was_removed_stays_out_though_another_branch_learned_it_too(
    repo: Path, quick: Quick
) -> None:
    handoff = json.dumps({"decisions": [{"content": "Use one queue", "confidence": "high"}]})
    assert quick("init").code == 0
    commit("base")
    git("checkout", "-q", "-b", "side")
    assert quick("extract", "--session", "side", input=handoff).code == 0
    commit("side")
    git("checkout", "-q", "main")
    assert quick("extract", "--session", "main", input=handoff).code == 0
    (entry,) = quick("learnings", "list", "--json").json["entries"]
    assert quick("learnings", "remove", entry["id"]).code == 0
    commit("removed")
    git("merge", "-q", "-m", "both", "side")
    assert "one queue" not in quick("context").stdout
    assert quick("doctor", "--fix").stdout == ""
    assert texts(quick) == set()
    assert quick("extract", "--session", "again", input=handoff).code == 0
    assert texts(quick) == set()


def texts(quick: Quick) -> set[str]:
    return {entry["text"] for entry in quick("learnings", "list", "--json").json["entries"]}


def test_five_worktrees_come_together(
    repo: Path, tmp_path: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert quick("init").code == 0
    for fact in ("kept by all", "removed by one", "seen by all"):
        assert quick("learnings", "add", fact).code == 0
    handoff = json.dumps({"decisions": [{"content": "Use one queue", "confidence": "high"}]})
    assert quick("extract", "--session", "s0", input=handoff).code == 0
    commit("base")
    for number in range(5):
        path = tmp_path / f"tree{number}"
        git("worktree", "add", "-q", "-b", f"branch{number}", str(path))
        monkeypatch.chdir(path)
        assert quick("learnings", "add", f"fact of {number}").code == 0
        assert quick("extract", "--session", f"s{number + 1}", input=handoff).code == 0
        if number == 2:
            gone = quick("learnings", "list", "--search", "removed", "--json").json["entries"][0]
            assert quick("learnings", "remove", gone["id"]).code == 0
        commit(f"tree {number}")
    monkeypatch.chdir(repo)
    for number in range(5):
        git("merge", "-q", "-m", "both", f"branch{number}")
    listed = quick("learnings", "list", "--json").json["entries"]
    facts = {entry["text"]: entry for entry in listed}
    assert facts.keys() == {f"fact of {n}" for n in range(5)} | {
        *("kept by all", "seen by all", "Use one queue")
    }
    assert facts["Use one queue"]["seen"] == 6
    assert facts["Use one queue"]["from"] == ["s0", "s1", "s2", "s3", "s4", "s5"]
    assert len(quick("learnings", "list", "--archived", "--json").json["entries"]) == 1
    assert quick("doctor").stdout == ""


def two_sides(quick: Quick) -> None:
    """Two branches that each learned something, without a `mem` on the PATH of git."""
    assert quick("init").code == 0
    commit("base")
    git("checkout", "-q", "-b", "side")
    assert quick("learnings", "add", "side fact").code == 0
    commit("side")
    git("checkout", "-q", "main")
    assert quick("learnings", "add", "main fact").code == 0
    commit("main")


def path_of_git() -> str:
    found = shutil.which("git")
    assert found
    return str(Path(found).parent)


def test_without_mem_git_merges_lines_and_keeps_both(
    repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_sides(quick)
    git("config", "merge.mem.driver", driver_command(repo / "no-such-folder"))
    monkeypatch.setenv("PATH", path_of_git())
    git("merge", "-q", "-m", "both", "side", code=1)
    text = (repo / "learnings.md").read_text(encoding="utf-8")
    assert "side fact" in text
    assert "main fact" in text
    assert quick("doctor", "--fix").code == 0
    assert texts(quick) == {"side fact", "main fact"}


def test_a_git_that_has_no_mem_on_its_path_finds_the_one_that_set_it_up(
    repo: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_sides(quick)
    monkeypatch.setenv("PATH", path_of_git())
    git("merge", "-q", "-m", "both", "side")
    assert texts(quick) == {"side fact", "main fact"}


@pytest.mark.parametrize("name", ["it's", "50%"])
def test_a_folder_that_cannot_be_quoted_is_not_named(name: str, tmp_path: Path) -> None:
    scripts = tmp_path / name
    scripts.mkdir()
    (scripts / "mem-md").touch()
    assert name not in driver_command(scripts)
    assert driver_command(scripts) == driver_command(tmp_path)


def test_the_driver_starts_as_a_process(mem: Mem, tmp_path: Path) -> None:
    for name, text in (("b", HEAD), ("o", HEAD + line("a b")), ("t", HEAD + line("c d"))):
        (tmp_path / name).write_text(text, encoding="utf-8")
    ran = mem("merge-driver", "b", "o", "t", "learnings.md", cwd=tmp_path)
    assert (ran.code, ran.stdout, ran.stderr) == (0, "", "")
