"""`mem callgraph`: edges by scanning, what tasks confirm and add, and what decays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_md.callgraph import graph

from ..conftest import Mem, git

KEYS = "def sign(key):\n    return key\n"
JWT = "from keys import sign\n\n\ndef issue(user):\n    return sign(user)\n"
WEB = "def session(user):\n    return user\n"
FILES = {"keys.py": KEYS, "jwt.py": JWT, "web.py": WEB}


@pytest.fixture
def scanned(memory: Path, mem: Mem) -> Path:
    for name, text in FILES.items():
        Path(name).write_text(text)
    git("add", "-A")
    git("commit", "-qm", "first")
    mem.ok("callgraph", "scan")
    return memory


def heal(mem: Mem, task: str, *names: str) -> dict[str, Any]:
    text = json.dumps({"title": "t", "summary": "s", "functions_changed": names})
    ran = mem.ok("callgraph", "heal", "-", "--session", task, "--json", input=text)
    return dict(ran.json["tasks"][0])


def confidence(mem: Mem, one: str = "issue", other: str = "web.py::session") -> float | None:
    shown = mem.ok("callgraph", "show", one, "--json").json["changes_with"]
    return next((edge["confidence"] for edge in shown if edge["function"] == other), None)


# -- must not happen ------------------------------------------------------------------------------


def test_a_function_that_does_not_exist_or_that_two_files_have_makes_no_edge(
    scanned: Path, mem: Mem
) -> None:
    Path("two.py").write_text(WEB)
    mem.ok("callgraph", "scan")
    assert heal(mem, "t1", "issue", "gone")["discovered"] == 0
    assert heal(mem, "t2", "issue", "session")["discovered"] == 0
    assert heal(mem, "t3", "issue", "two.py::session")["discovered"] == 1


def test_a_change_of_more_than_20_functions_makes_no_new_edge(scanned: Path, mem: Mem) -> None:
    names = [f"f{number}" for number in range(19)]
    Path("many.py").write_text("".join(f"def {name}(): pass\n" for name in names))
    mem.ok("callgraph", "scan")
    done = heal(mem, "t1", "issue", "sign", *names)
    assert (done["confirmed"], done["discovered"]) == (1, 0)
    assert heal(mem, "t2", "sign", *names)["discovered"] == 190


def test_a_task_confirms_a_pair_once(scanned: Path, mem: Mem) -> None:
    assert heal(mem, "t1", "issue", "session")["discovered"] == 1
    heal(mem, "t2", "issue", "sign")
    assert heal(mem, "t1", "session", "issue") == {"task": "t1", "confirmed": 0, "discovered": 0}
    assert confidence(mem) == 0.6


def test_an_extract_that_cannot_heal_is_an_extract(
    scanned: Path, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, "heal", lambda *_: 1 / 0)
    ran = mem.ok("extract", "-", "--json", input="Decision: Tokens live for 15 minutes\n")
    assert ran.json["counts"] == {"inserted": 1}
    assert "division by zero" in ran.json["warnings"][0]


@pytest.mark.parametrize("name", ["nothing", "s"])
def test_a_name_that_means_nothing_is_an_error_with_a_hint(
    name: str, scanned: Path, mem: Mem
) -> None:
    ran = mem("callgraph", "show", name)
    assert (ran.code, ran.stdout) == (1, "")
    assert ran.stderr == f"mem: {name}: is no function of the last scan\nhint: mem callgraph scan\n"


# -- must happen ----------------------------------------------------------------------------------


def test_a_scan_finds_calls_and_forgets_those_that_are_gone(scanned: Path, mem: Mem) -> None:
    shown = mem.ok("callgraph", "show", "sign").stdout
    assert shown.splitlines() == ["caller  jwt.py::issue"]
    Path("jwt.py").write_text(WEB.replace("session", "issue"))
    Path("odd.py").write_text("def (")
    ran = mem.ok("callgraph", "scan")
    assert ran.stdout == "3 files, 3 functions, 0 edges (0 added, 1 removed)\n"
    assert ran.stderr == "mem: warning: odd.py: cannot be read as Python\n"
    assert mem.ok("callgraph", "show", "sign").stdout == ""


def test_confirming_follows_the_formula_and_never_lowers(scanned: Path, mem: Mem) -> None:
    heal(mem, "t0", "issue", "session")
    expected = 0.6
    for number in range(1, 5):
        heal(mem, f"t{number}", "session", "issue")
        expected += 0.15 * (0.95 - expected)
        assert confidence(mem) == pytest.approx(expected, abs=1e-6)
    heal(mem, "static", "issue", "sign")
    assert confidence(mem, "sign", "jwt.py::issue") == 1.0
    mem.ok("callgraph", "scan")
    assert confidence(mem, "sign", "jwt.py::issue") == 1.0  # still known as confirmed


def test_what_ten_tasks_do_not_confirm_loses_005_a_task_down_to_005(
    scanned: Path, mem: Mem
) -> None:
    heal(mem, "t1", "issue", "session")
    for number in range(2, 11):
        heal(mem, f"t{number}", "sign", "nothing")
        assert mem.ok("callgraph", "decay", "--json").json["decayed"] == 0
    heal(mem, "t11", "sign", "nothing")
    for _ in range(2):  # once a task
        mem.ok("callgraph", "decay")
        assert confidence(mem) == pytest.approx(0.55)
    for number in range(12, 15):
        heal(mem, f"t{number}", "sign", "nothing")
    assert mem.ok("callgraph", "decay").stdout == "1 edges lowered after 14 tasks\n"
    assert confidence(mem) == pytest.approx(0.4)
    for number in range(15, 40):
        heal(mem, f"t{number}", "sign", "nothing")
    mem.ok("callgraph", "decay")
    assert confidence(mem) == pytest.approx(0.05)
    assert confidence(mem, "sign", "jwt.py::issue") is None


def session(folder: Path, at: str = "2026-02-02T11:59:00Z") -> str:
    """Return a transcript in which an agent edited two files."""
    edits = [
        {"type": "tool_use", "id": f"e{number}", "name": "Write", "input": {"file_path": name}}
        for number, name in enumerate(("jwt.py", "web.py"))
    ]
    content = [{"type": "text", "text": "Done."}, *edits]
    done = [{"type": "tool_result", "tool_use_id": one["id"], "content": "ok"} for one in edits]
    both = {"sessionId": "s1", "timestamp": at, "cwd": str(folder)}
    records = [
        {**both, "type": role, "message": {"role": role, "content": what}}
        for role, what in (("assistant", content), ("user", done))
    ]
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def changed(scanned: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a commit of the day before, and a change of all three functions."""
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-02-01T12:00:00Z")
    git("commit", "-q", "--amend", "-m", "first")
    for name, text in FILES.items():
        Path(name).write_text(text.replace("    return", "    # why\n    return"))
    return scanned


def test_a_session_heals_by_what_git_says_changed_in_its_files(changed: Path, mem: Mem) -> None:
    for _ in range(2):
        mem.ok("extract", "-", input=session(changed))
        assert confidence(mem) == 0.6
    assert confidence(mem, "sign", "jwt.py::issue") is None  # keys.py was changed by another


def test_a_session_of_long_ago_says_nothing_of_what_changed_since(changed: Path, mem: Mem) -> None:
    mem.ok("extract", "-", input=session(changed, "2026-01-02T11:59:00Z"))
    assert confidence(mem) is None


@pytest.mark.parametrize("verb", [("callgraph", "heal"), ("extract",)])
def test_a_commit_heals_by_its_functions(changed: Path, mem: Mem, verb: tuple[str, ...]) -> None:
    git("commit", "-qam", "second")
    mem.ok(*verb, "--git", "HEAD")
    assert confidence(mem) == 0.6
    assert confidence(mem, "sign", "jwt.py::issue") == 1.0
