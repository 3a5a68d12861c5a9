"""No command that is killed, finds the disk full, or meets an editor that saves loses a line."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Mem, git

FAULTY = Path(__file__).with_name("faulty.py")
PROSE = "# Learnings\n\nThese words are a person's.\n\n- Always run make lint\n"


@pytest.fixture
def folder(tmp_path: Path, mem: Mem, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a repository whose memory holds twelve lines and one in the archive."""
    repo = tmp_path / "folder/repo"
    repo.mkdir(parents=True)
    git("init", "-q", "--template=", "-b", "main", cwd=repo)
    monkeypatch.setenv("MEM_USER_ROOT", str(tmp_path / "folder/own"))
    monkeypatch.chdir(repo)
    mem.ok("init")
    items = "".join(f"- Decision: Line {n}\n" for n in range(11))
    Path("learnings.md").write_text(PROSE + items)
    mem.ok("add", "Use JWT tokens")
    mem.ok("add", "Use cookies")
    mem.ok("rm", id_of(mem, "Use cookies"))
    return tmp_path / "folder"


def id_of(mem: Mem, text: str, *args: str) -> str:
    entries = mem.ok("list", text, *args, "--json").json["entries"]
    return str(entries[0]["id"])


def faults(how: str, folder: Path, following: list[str], *command: str) -> list[dict[str, Any]]:
    """Return what was found after a fault at each step of a command, the last time after none."""
    done = subprocess.run(
        [sys.executable, str(FAULTY), how, str(folder), "|".join(following), *command],
        capture_output=True,
        check=True,
        text=True,
        timeout=120,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(found: dict[str, Any], before: dict[str, str], target: str, new: str = "") -> None:
    """Nothing but the target has moved, and that is somewhere."""
    others = {id_: text for id_, text in before.items() if id_ != target}
    for state in (found, found["after"]):
        assert state["problems"] == [], found
        assert others.items() <= state["entries"].items(), found
        both = {**state["archived"], **state["entries"], **found["own"]}
        if target:
            assert both.get(target) in {before.get(target, new), new} - {""}, found
    assert found["next"] == 0, found
    assert PROSE.split("- ")[0] in found["learnings"]
    if target:  # it stands once, whatever the process had done
        both = found["learnings"] + found["archive"]
        assert both.count(f"mem:{target}") <= 1, found


COMMANDS = {
    "add": (["add", "A new line"], ""),
    "edit": (["edit", "JWT", "Use session tokens"], "Use JWT tokens"),
    "rm": (["rm", "JWT"], "Use JWT tokens"),
    "rm of a person's own line": (["rm", "Line 7"], "Line 7"),
    "restore": (["rm", "--restore", "cookies"], "Use cookies"),
    "to the own memory": (["edit", "JWT", "--user"], "Use JWT tokens"),
}


@pytest.mark.parametrize(
    ("how", "name"),
    [*(("kill", name) for name in COMMANDS), *(("full", name) for name in list(COMMANDS)[:3])],
)
def test_a_fault_at_any_step_loses_no_line(how: str, name: str, folder: Path, mem: Mem) -> None:
    words, text = COMMANDS[name]
    archived = ["--archived"] if name == "restore" else []
    target = id_of(mem, text, *archived) if text else ""
    words = [target if word in {"JWT", "Line 7", "cookies"} else word for word in words]
    listed = [*mem.ok("list", "--json").json["entries"]]
    listed += mem.ok("list", "--archived", "--json").json["entries"] if archived else []
    before = {entry["id"]: entry["text"] for entry in listed}
    found = faults(how, folder, ["add", "The next line"], *words)
    for one in found:
        check(one, before, target, "Use session tokens")
        assert one["code"] in ({0, -9} if how == "kill" else {0, 1}), one
    assert found[-1]["code"] == 0
    assert len(found) > (8 if how == "kill" else 4)


def test_an_undo_that_is_killed_can_be_made_again(folder: Path, mem: Mem) -> None:
    target = id_of(mem, "Use JWT tokens")
    before = Path("learnings.md").read_text()
    mem.ok("rm", target)
    for one in faults("kill", folder, ["undo"], "undo"):
        assert one["problems"] == [] == one["after"]["problems"]
        assert target in {**one["entries"], **one["archived"]}
        if one["code"]:
            assert one["next"] == 0, one
            assert one["learnings"] == before or target in one["after"]["entries"]


def test_a_purge_that_is_killed_can_be_made_again(folder: Path, mem: Mem) -> None:
    target = id_of(mem, "Use JWT tokens")
    entries = mem.ok("list", "--json").json["entries"]
    others = {entry["id"]: entry["text"] for entry in entries if entry["id"] != target}
    for one in faults("kill", folder, ["rm", "--purge", target], "rm", "--purge", target):
        assert one["problems"] == []
        assert others.items() <= one["after"]["entries"].items()
        assert target not in {**one["after"]["entries"], **one["after"]["archived"]}
        assert one["after"]["copies"] == 0, one  # they would hold the text


# -- an editor that saves meanwhile -------------------------------------------------------------


@contextmanager
def editor(path: Path, how: str) -> Iterator[list[str]]:
    """Let a person save one more line again and again; give those that were saved."""
    saved, end = list[str](), threading.Event()

    def work() -> None:
        while not end.wait(0.02):
            line = f"A person's line {len(saved)}."
            text = path.read_text() + f"\n{line}\n"
            beside = path if how == "in place" else path.with_name("learnings.md~")
            beside.write_text(text)
            beside.replace(path)
            saved.append(line)

    thread = threading.Thread(target=work)
    thread.start()
    yield saved
    end.set()
    thread.join()


@pytest.mark.parametrize("how", ["in place", "by rename"])
def test_no_line_that_an_editor_saves_while_mem_writes_is_lost(
    how: str, memory: Path, mem: Mem
) -> None:
    path = memory / "learnings.md"
    with editor(path, how) as saved:
        for number in range(100):
            mem.ok("add", f"Read n{number}.py first")
            if number > 4 and len(saved) > 6:
                break
    text = path.read_text()
    assert len(saved) > 6
    assert [line for line in saved if line not in text] == []
