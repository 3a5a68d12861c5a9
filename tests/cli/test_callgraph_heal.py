"""`mem callgraph heal`, `decay` and `show`, and what an extract adds: as a user runs them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_md import files
from memory_md.base.errors import MemError
from memory_md.callgraph.actions.together import together_lines
from memory_md.callgraph.disk import graph as store
from memory_md.callgraph.model.graph import STATIC, CallEdge
from memory_md.files.layout import IGNORE
from memory_md.memory.disk.repo import Repo

from ..conftest import Ran

Quick = Callable[..., Ran]

JWT = """class Tokens:
    def verify(self, token):
        return token


def issue(user):
    return user
"""
SESSION = """def refresh(token):
    return token


def close():
    return None
"""
VERIFY, ISSUE = "src/jwt.py::Tokens.verify", "src/jwt.py::issue"
REFRESH, CLOSE = "src/session.py::refresh", "src/session.py::close"


@pytest.fixture
def code(repo: Path) -> Path:
    (repo / "src").mkdir()
    (repo / "src/jwt.py").write_text(JWT, encoding="utf-8")
    (repo / "src/session.py").write_text(SESSION, encoding="utf-8")
    (repo / ".mem").mkdir()
    return repo


def observed(*functions: str) -> str:
    files = ["src/jwt.py", "src/session.py"]
    return json.dumps({"title": "t", "files_touched": files, "functions_changed": functions})


def edges(root: Path) -> dict[tuple[str, str], tuple[float, int]]:
    graph: Any = json.loads((root / ".mem/callgraph.json").read_text(encoding="utf-8"))
    assert graph["version"] == 1
    return {
        (edge["caller"], edge["callee"]): (edge["confidence"], edge["times_confirmed"])
        for edge in graph["edges"]
    }


def git(root: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)


def change(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new), encoding="utf-8")


# -- what must not happen ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "given", "says"),
    [
        pytest.param(["heal"], "{", "not valid JSON", id="broken"),
        pytest.param(["heal"], "some words", "not valid JSON", id="prose"),
        pytest.param(["heal"], b"\xff", "not UTF-8", id="binary"),
        pytest.param(["heal", "gone.json"], "", "no such file", id="no-such-file"),
        pytest.param(["heal", "--git=--output=evil"], "", "not a range", id="an-option"),
        pytest.param(["heal", "--git", "nope"], "", "no commits", id="no-commit"),
        pytest.param(["heal", "x.json", "--git", "HEAD"], "", "exclude", id="both"),
        pytest.param(["heal", "--session", " "], "", "--session", id="no-task"),
        pytest.param(["show", "verify"], "", "no call graph yet", id="no-graph"),
    ],
)
def test_a_mistake_is_told_and_nothing_is_made(
    code: Path, quick: Quick, words: list[str], given: str, says: str
) -> None:
    ran = quick("callgraph", *words, input=given)
    assert (ran.code != 0, ran.stdout) == (True, "")
    assert says in ran.stderr
    assert "hint:" in ran.stderr
    assert not (code / ".mem/callgraph.json").exists()
    assert not (code / "evil").exists()


@pytest.mark.parametrize(
    "graph",
    ['{"nodes": []}', "[]", "{", '{"version": 1, "edges": [7]}', "\ufeff<<<<<<< ours\n"],
)
def test_a_file_that_is_not_ours_is_never_written(code: Path, quick: Quick, graph: str) -> None:
    path = code / ".mem/callgraph.json"
    path.write_text(graph, encoding="utf-8")
    for words in (["heal"], ["decay"], ["show", "x"], ["scan"]):
        ran = quick("callgraph", *words, input=observed(VERIFY, REFRESH))
        assert ran.code == 1
        assert "mem: .mem/callgraph.json" in ran.stderr
    ran = quick("extract", input="Gotcha: the cache is never cleared on logout.")
    assert ran.code == 0
    assert "inserted" in ran.stdout
    assert "the call graph did not learn" in ran.stderr
    assert path.read_text(encoding="utf-8") == graph
    assert together_lines(Repo.at(code), ["src/jwt.py"]) == []


def test_an_ambiguous_or_unknown_function_is_told_with_those_that_fit(
    code: Path, quick: Quick
) -> None:
    (code / "src/session.py").write_text("def issue():\n    pass\n", encoding="utf-8")
    quick("callgraph", "heal", input=observed("jwt.py:issue", "session.py:issue"))
    several = quick("callgraph", "show", "issue")
    assert (several.code, several.stdout) == (1, "")
    assert "'issue' could be src/jwt.py::issue, src/session.py::issue" in several.stderr
    unknown = quick("callgraph", "show", "isue", "--json")
    assert (unknown.code, unknown.stdout) == (1, "")
    assert "near it: src/jwt.py::issue" in unknown.stderr
    missed = quick("callgraph", "heal", input=observed("issue", "nothing", VERIFY))
    assert missed.code == 0
    assert "'issue' was skipped: it could be" in missed.stderr
    assert "'nothing' was skipped: no such function" in missed.stderr


# -- what must -----------------------------------------------------------------------------------


def test_observations_discover_confirm_and_fade(code: Path, quick: Quick) -> None:
    first = quick(
        "callgraph", "heal", "--session", "t0", "--json", input=observed("verify", REFRESH)
    )
    assert (first.json["confirmed"], first.json["discovered"]) == (0, 1)
    again = quick("callgraph", "heal", "--session", "t0", "--json", input=observed(REFRESH, VERIFY))
    assert (again.json["confirmed"], again.json["discovered"]) == (0, 0)
    quick("callgraph", "heal", "--session", "t1", input=observed("refresh", "Tokens.verify"))
    assert edges(code) == {(VERIFY, REFRESH): (0.6525, 1)}
    for number in range(2, 11):
        quick("callgraph", "heal", "--session", f"t{number}", input="[]")
        quick("callgraph", "decay")
    assert edges(code) == {(VERIFY, REFRESH): (0.6525, 1)}
    quick("callgraph", "heal", "--session", "t11", input="[]")
    for _ in range(2):
        quick("callgraph", "decay")
        assert edges(code) == {(VERIFY, REFRESH): (0.6025, 1)}
    shown = quick("callgraph", "show", "verify", "--json").json
    assert shown == {
        "version": 1,
        "function": VERIFY,
        "callers": [],
        "callees": [],
        "changes_with": [
            {
                "function": REFRESH,
                "confidence": 0.6025,
                "times_confirmed": 1,
                "source": "observation",
            }
        ],
    }
    assert quick("callgraph", "show", "src/jwt.py::issue", "--json").json["changes_with"] == []
    piped = quick("callgraph", "show", "refresh").stdout
    assert piped == f"changes_with\t{VERIFY}\t0.60\t1\tobservation\n"


def test_without_files_names_are_looked_for_in_the_project(code: Path, quick: Quick) -> None:
    (code / "src/other.py").write_text("def close():\n    pass\n", encoding="utf-8")
    told = json.dumps({"functions_changed": ["Tokens.verify", "refresh", "close", "gone"]})
    ran = quick("callgraph", "heal", input=told)
    assert edges(code) == {(VERIFY, REFRESH): (0.6, 0)}
    assert f"'close' was skipped: it could be src/other.py::close, {CLOSE}" in ran.stderr
    assert "'gone' was skipped: no such function" in ran.stderr


def test_commits_are_tasks_and_a_rename_is_followed(code: Path, quick: Quick) -> None:
    git(code, "add", "-A")
    git(code, "commit", "-qm", "one")
    for number in range(2):
        change(
            code,
            "src/jwt.py",
            f"return token{' + 1' * number}",
            f"return token{' + 1' * (number + 1)}",
        )
        change(code, "src/session.py", "def close():", f"def close():\n    print({number})")
        git(code, "commit", "-qam", "more")
    ran = quick("callgraph", "heal", "--git", "HEAD~2..", "--json")
    assert [len(task) for task in ran.json["tasks"]] == [12, 12]
    assert edges(code) == {(VERIFY, CLOSE): (0.6525, 1)}
    quick("callgraph", "heal", "--git", "HEAD~1..HEAD")
    assert edges(code) == {(VERIFY, CLOSE): (0.6525, 1)}, "each commit counts once"
    git(code, "mv", "src/session.py", "src/sessions.py")
    change(code, "src/jwt.py", "return user", "return user.id")
    change(code, "src/sessions.py", "def refresh(token):", "def refresh(token, now):")
    git(code, "commit", "-qam", "renamed")
    quick("callgraph", "heal", "--git", "HEAD")
    moved = "src/sessions.py::"
    assert edges(code) == {
        (VERIFY, f"{moved}close"): (0.6525, 1),
        (ISSUE, f"{moved}refresh"): (0.6, 0),
    }
    lines = together_lines(Repo.at(code), ["src/jwt.py"])
    said = "`src/jwt.py` usually changes together with `src/sessions.py`"
    assert [line.text for line in lines] == [f"{said} (`Tokens.verify` ↔ `close`, 2 times)"]


def test_with_a_session_a_range_is_one_task(code: Path, quick: Quick) -> None:
    git(code, "add", "-A")
    git(code, "commit", "-qm", "one")
    change(code, "src/jwt.py", "return user", "return user.id")
    git(code, "commit", "-qam", "two")
    change(code, "src/session.py", "return None", "return 1")
    git(code, "commit", "-qam", "three")
    quick("callgraph", "heal", "--git", "HEAD~2..")
    assert not (code / ".mem/callgraph.json").exists(), "one function a commit is no pair"
    quick("callgraph", "heal", "--git", "HEAD~2..", "--session", "topic")
    assert edges(code) == {(ISSUE, CLOSE): (0.6, 0)}


def transcript(root: Path, session: str) -> str:
    """Two edits, as Claude Code writes them down, in a file each."""
    records: list[dict[str, object]] = []
    for number, (path, old, new) in enumerate(
        (
            ("src/jwt.py", "    return None", "    return user"),
            ("src/session.py", "def refresh():", "def refresh(token):"),
        )
    ):
        call = {"file_path": str(root / path), "old_string": old, "new_string": new}
        use = {"type": "tool_use", "id": f"t{number}", "name": "Edit", "input": call}
        answer = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "updated"}
        for role, block in (("assistant", use), ("user", answer)):
            records.append(
                {
                    "type": role,
                    "sessionId": session,
                    "cwd": str(root),
                    "uuid": f"{role}{number}",
                    "timestamp": "2026-02-02T10:00:00Z",
                    "message": {"role": role, "content": [block]},
                }
            )
    return "\n".join(map(json.dumps, records))


def test_an_extract_heals_only_where_there_is_a_graph(code: Path, quick: Quick) -> None:
    first, second = transcript(code, "s1"), transcript(code, "s2")
    assert quick("extract", input=first).code == 0
    assert not (code / ".mem/callgraph.json").exists()
    assert quick("callgraph", "heal", input=first).stdout.startswith(ISSUE)
    assert edges(code) == {(ISSUE, REFRESH): (0.6, 0)}
    quick("extract", input=first)
    assert edges(code) == {(ISSUE, REFRESH): (0.6, 0)}
    quick("extract", "--dry-run", input=second)
    assert edges(code) == {(ISSUE, REFRESH): (0.6, 0)}
    quick("extract", input=second)
    assert edges(code) == {(ISSUE, REFRESH): (0.6525, 1)}
    for number in range(11):
        quick("extract", "--session", f"x{number}", input="nothing new")
    assert edges(code) == {(ISSUE, REFRESH): (0.5525, 1)}, "an extract decays too"


def test_healing_that_fails_never_breaks_an_extract(
    code: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick("callgraph", "heal", input=observed(VERIFY, REFRESH))

    def broken(*_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("memory_md.callgraph.actions.tasks.functions_at", broken)
    ran = quick("extract", "--json", input=transcript(code, "s9"))
    assert ran.code == 0
    assert [item["action"] for item in ran.json["items"]] == ["inserted"]
    assert "did not learn from this: RecursionError: too deep" in ran.stderr
    assert "callgraph.failed" in (code / ".mem/local/events.jsonl").read_text(encoding="utf-8")


def test_a_path_that_is_no_utf8_does_not_spoil_the_file(code: Path) -> None:
    repo = Repo.at(code)
    odd = CallEdge("src/\udce9.py::f", REFRESH, STATIC, 1.0)
    store.transact(repo, lambda _: (store.GraphChange(edges=(odd,), create=True), None))
    assert store.load(repo.layout).edges == (odd,)
    assert together_lines(repo, ["src/\udce9.py", "src/\0"]) == []


def test_a_file_that_somebody_sorted_otherwise_is_read_too(code: Path, quick: Quick) -> None:
    quick("callgraph", "heal", "--session", "a", input=observed(VERIFY, REFRESH))
    quick("callgraph", "heal", "--session", "b", input=observed(VERIFY, REFRESH))
    path = code / ".mem/callgraph.json"
    expected = [line.text for line in together_lines(Repo.at(code), ["src/session.py"])]
    assert len(expected) == 1
    before = path.read_bytes()
    quick("callgraph", "heal", "--session", "b", input=observed(VERIFY, REFRESH))
    assert path.read_bytes() == before
    graph = json.loads(before)
    graph = {"note": "kept", **graph}
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(graph, indent=2).replace("\n", "\r\n").encode())
    assert [line.text for line in together_lines(Repo.at(code), ["src/session.py"])] == expected
    quick("callgraph", "heal", "--session", "c", input=observed(VERIFY, REFRESH))
    after = path.read_bytes()
    assert json.loads(after.removeprefix(b"\xef\xbb\xbf"))["note"] == "kept"
    assert after.startswith(b"\xef\xbb\xbf")
    assert after.count(b"\r\n") == after.count(b"\n") == 2


def test_a_scan_that_could_not_hide_the_graph_hides_it_the_next_time(
    code: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = files.replace

    def full(path: Path, tree: Path, data: bytes, *, name: str, **more: Any) -> None:
        if name == IGNORE:
            raise MemError("no space left on device", where=name)
        original(path, tree, data, name=name, **more)

    with monkeypatch.context() as disk:
        disk.setattr(files, "replace", full)
        assert quick("callgraph", "scan").code == 1
    assert quick("callgraph", "scan").code == 0
    assert "callgraph.json" in (code / IGNORE).read_text(encoding="utf-8").split("\n")


def test_the_graph_is_in_git_only_where_a_person_asks_for_it(code: Path, quick: Quick) -> None:
    git(code, "add", "-A")
    git(code, "commit", "-qm", "code")
    ignore, config = code / ".mem/.gitignore", code / ".mem/config.yaml"

    def seen() -> bool:
        quick("callgraph", "scan")
        (code / ".mem/callgraph.json").unlink()
        quick("callgraph", "scan")
        out = subprocess.run(
            ["git", "status", "--porcelain", "-uall"],
            cwd=code,
            capture_output=True,
            encoding="utf-8",
        )
        return ".mem/callgraph.json" in out.stdout

    assert not seen()
    assert ignore.read_text(encoding="utf-8") == "local/\ncallgraph.json\n"
    config.write_text("callgraph: {share: true}\n", encoding="utf-8")
    assert seen()
    assert ignore.read_text(encoding="utf-8") == "local/\n"
    git(code, "add", "-A")
    git(code, "commit", "-qm", "shared")
    # What git has already stays there.
    config.unlink()
    (code / "src/jwt.py").write_text(f"{JWT}\n\ndef last():\n    return issue(1)\n", "utf-8")
    assert seen()
    assert ignore.read_text(encoding="utf-8") == "local/\n"
