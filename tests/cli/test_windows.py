"""The branches for Windows, run here in a Python that looks as there (`as_windows.py`).

What this cannot show: paths with drive letters, its own shells, and its locks. The workflow
`systems.yml` is for hosts that have it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from memory_md_cli import review_keys

from memory_md.agents.known import items_of

from ..conftest import Ran, run_script
from .test_hook import payload

SCRIPT = Path(__file__).with_name("as_windows.py")
EXAMPLE = Path(__file__).parents[2] / "examples" / "session.jsonl"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the whole suite runs there")
Run = Callable[..., Ran]


@pytest.fixture
def windows(repo: Path, tmp_path: Path) -> Run:
    """`mem` as on Windows, with a console of Western Europe."""

    def run(*args: str, stdin: str = "", **env: str) -> Ran:
        whole = {**os.environ, "PATHEXT": "", "APPDATA": str(tmp_path), **env}
        done = run_script(SCRIPT, *args, given=stdin.encode(), env=whole)
        assert b"a bug in mem" not in done.stderr, done.stderr
        return Ran(args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


def test_what_a_person_does_in_a_day(windows: Run, repo: Path) -> None:
    assert "set     merge.mem.driver" in windows("init").stdout
    assert windows("extract", str(EXAMPLE)).stdout.count("inserted") == 5
    assert "Käse → „frisch“" in windows("add", "-c", "convention", "Käse → „frisch“").stdout
    assert "Käse → „frisch“" in (repo / "learnings.md").read_text(encoding="utf-8")
    assert "options={" in windows("context", "--file", "src\\auth\\jwt.py").stdout
    for words in (
        ("search", "token"),
        ("why", "77c8kh2h"),
        ("review",),
        ("page",),
        ("callgraph", "scan"),
        ("undo",),
        ("doctor",),
        (),
    ):
        ran = windows(*words)
        assert ran.code == 0, ran


def test_hooks_are_for_the_shell_that_an_agent_has_there(windows: Run, repo: Path) -> None:
    agents = {"claude-code": ".claude/settings.json", "gemini": ".gemini/settings.json"}
    assert windows("install", *agents).code == 0
    for agent, name in agents.items():
        hooks = json.loads((repo / name).read_text(encoding="utf-8"))["hooks"]
        first = hooks["SessionStart"][0]["hooks"][0]["command"]
        assert first.startswith("if (Get-Command" if agent == "gemini" else "command -v ")
    assert items_of("claude-code", "win32") == items_of("claude-code", "linux")
    assert windows("install", "--check").code == 0
    assert windows("uninstall", *agents).stdout.count("deleted") == 2


def test_a_hook_answers_and_its_end_goes_on_without_it(windows: Run, repo: Path) -> None:
    (repo / "learnings.md").write_text("# Learnings\n\n- Use `make lint`\n", encoding="utf-8")
    start = windows("hook", "claude-code", stdin=payload("claude-code", "start", repo))
    assert "make lint" in start.json["hookSpecificOutput"]["additionalContext"]
    windows("hook", "claude-code", stdin=payload("claude-code", "end", repo))
    for _ in range(300):
        if "queue_1" in (repo / "learnings.md").read_text(encoding="utf-8"):
            return
        time.sleep(0.1)
    pytest.fail("the detached process kept nothing")


EDIT = """
import runpy, sys
runpy.run_path(sys.argv[1])["pretend"]()
from memory_md.files.scratch import edit_text
print(edit_text("Use make"))
"""


def test_an_editor_in_a_folder_with_a_blank_is_started(tmp_path: Path) -> None:
    editor = tmp_path / "Program Files" / "editor"
    editor.parent.mkdir()
    editor.write_text('#!/bin/sh\nprintf "Use \\"make lint\\"\\r\\n" >"$2"\n', encoding="utf-8")
    editor.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", EDIT, SCRIPT],
        env={**os.environ, "EDITOR": f'"{editor}" --wait'},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == 'Use "make lint"\n'


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        pytest.param("k", "k", id="a key"),
        pytest.param("\xe0Kd", "d", id="an arrow to the left, which sends K"),
        pytest.param("\x00Sd", "d", id="a key of the number block"),
        pytest.param("\x1a", "q", id="the end of a file"),
    ],
)
def test_only_a_typed_key_is_one(typed: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    left = iter(typed)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(getwch=lambda: next(left)))
    monkeypatch.setattr(sys, "platform", "win32")
    assert review_keys.read_key("kd") == key


def test_control_c_ends_the_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(getwch=lambda: "\x03"))
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(KeyboardInterrupt):
        review_keys.read_key("k")
