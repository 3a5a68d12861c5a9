"""The Tab key offers commands, options, IDs and kinds, and nothing that a shell would carry out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran

Quick = Callable[..., Ran]
Tab = Callable[..., list[str]]

LEARNINGS = """# Learnings

- Decision (high): Use `$(touch pwned)` "and" 'so' [bold]on[/bold] $HOME; rm <!-- mem:aaaaaaa1 -->
- Gotcha: the key is AKIA4XQ7ZK2LMN9PQRST <!-- mem:aabbbbb2 manual -->
- Convention: Run make lint <!-- mem:ccccccc3 manual -->
"""
ARCHIVE = "# Archive\n\n- Note gone <!-- mem:ddddddd4 archived=2026-02-01 reason=removed -->\n"
DIARY = """| Date | ID | Type | Summary | Status |
|---|---|---|---|---|
| 2026-02-01 | T-1 | problem | it broke | pending |
| 2026-02-01 | T-2 | problem | it broke | done |
| 2026-02-01 | $(touch pwned) | problem | it broke | pending |
"""


@pytest.fixture
def memory(repo: Path) -> Path:
    for name, text in (
        ("learnings.md", LEARNINGS),
        (".mem/archive.md", ARCHIVE),
        ("ai/diary/index.md", DIARY),
    ):
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).write_text(text, encoding="utf-8")
    return repo


@pytest.fixture
def tab(quick: Quick, monkeypatch: pytest.MonkeyPatch) -> Tab:
    """What a shell gets for these words, of which the last is being typed."""

    def press(*words: str, shell: str = "bash") -> list[str]:
        line = " ".join(("mem", *words))
        monkeypatch.setenv("_MEM_COMPLETE", f"complete_{shell}")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        ran = quick()
        assert (ran.code, ran.stderr) == (0, "")
        return ran.stdout.split("\n")[:-1] if ran.stdout.strip() else []

    return press


@pytest.mark.parametrize("name", ["learnings.md", "ai/diary/index.md"])
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_cannot_be_read_offers_nothing(name: str, shell: str, memory: Path, tab: Tab) -> None:
    (memory / name).write_bytes(b"\xff\xfe\x00broken")
    words = ("learnings", "show", "a") if "learn" in name else ("diary", "resolve", "T")
    assert tab(*words, shell=shell) in ([], ["_files"])


def test_nor_does_a_place_without_a_memory(tmp_path: Path, tab: Tab) -> None:
    assert tab("--root", str(tmp_path), "why", "a") == []


OFFERED: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "command": (("lea",), ["learnings"]),
    "command of a group": (("learnings", "s"), ["show"]),
    "option": (("context", "--sp"), ["--spec"]),
    "option of a group's command": (("learnings", "list", "--min"), ["--min-confidence"]),
    "ID": (("learnings", "show", "aa"), ["aaaaaaa1", "aabbbbb2"]),
    "second ID": (("learnings", "merge", "ccccccc3", "aab"), ["aabbbbb2"]),
    "ID of why, archived": (("why", "d"), ["ddddddd4"]),
    "ID to restore": (("learnings", "restore", ""), ["ddddddd4"]),
    "no archived ID to edit": (("learnings", "edit", "d"), []),
    "kind": (("learnings", "list", "--kind", "dec"), ["decision"]),
    "kind, short": (("learnings", "add", "-c", "conv"), ["convention"]),
    "pending task": (("diary", "resolve", ""), ["T-1"]),
    "status": (("diary", "list", "--status", "p"), ["pending"]),
    "type of an edge": (("graph", "query", "--type", "file"), ["file_risk"]),
    "type in the diary": (("diary", "new", "X", "--type", "reg"), ["regression"]),
    "format": (("graph", "show", "--format", "m"), ["mermaid"]),
    "agent": (("install", "co"), ["codex", "copilot"]),
    "second agent": (("uninstall", "codex", "gi"), ["git", "git-history"]),
    "a file is the shell's business": (("extract", "le"), []),
}  # fmt: skip


@pytest.mark.parametrize("case", OFFERED)
def test_the_tab_key_offers_what_fits(case: str, memory: Path, tab: Tab) -> None:
    words, offered = OFFERED[case]
    assert tab(*words) == offered


def test_the_root_that_is_named_is_the_one(memory: Path, tab: Tab) -> None:
    assert tab("--root", str(memory / "src"), "why", "c") == []
    assert tab("--root", str(memory), "why", "c") == ["ccccccc3"]


WHAT_THEY_SAY = [
    (
        "aaaaaaa1\tDecision (high): Use \u2019(touch pwned)\u2019 \u201dand\u201d \u2019so\u2019 "
        "(bold)on(/b…"
    ),
    "aabbbbb2\tGotcha: the key is (redacted: AWS key)",
    "ccccccc3\tConvention: Run make lint",
    "ddddddd4\tNote gone",
]


def test_an_id_comes_with_what_it_stands_for(memory: Path, tab: Tab) -> None:
    assert tab("why", "", shell="fish") == WHAT_THEY_SAY


@pytest.mark.skipif(not shutil.which("zsh"), reason="no zsh here")
def test_zsh_carries_out_nothing_of_it(memory: Path, tab: Tab) -> None:
    for words in ((), ("learnings", "show"), ("diary", "resolve")):
        offered = "\n".join(tab(*words, "", shell="zsh"))
        script = (
            f"""_arguments() {{ local a=${{1#*: :}}; eval "ws=( ${{a[3,-3]}} )" }}\n{offered}"""
        )
        done = subprocess.run(["zsh", "-f"], input=script.encode(), capture_output=True, check=True)
        assert done.stderr == b""
    assert not (memory / "pwned").exists()


def script_of(shell: str, memory: Path) -> Path:
    environment = {**os.environ, "_MEM_COMPLETE": f"source_{shell}"}
    program = Path(sys.executable).with_name("mem")
    found = subprocess.run([program], env=environment, capture_output=True, check=True)
    path = memory.parent / f"mem.{shell}"
    path.write_bytes(found.stdout)
    return path


def in_shell(*words: str, memory: Path, typed: str = "") -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "TERM": "dumb", "LANG": "C.UTF-8"}
    done = subprocess.run(
        words, input=typed.encode(), env=environment, cwd=memory, capture_output=True, check=True
    )
    return done.stdout.decode()


@pytest.mark.skipif(not shutil.which("fish"), reason="no fish here")
def test_fish_shows_it(memory: Path) -> None:
    script = script_of("fish", memory)
    told = in_shell("fish", "-N", "-c", f"source {script}; complete -C 'mem why '", memory=memory)
    assert told.split("\n")[:-1] == WHAT_THEY_SAY
    assert not (memory / "pwned").exists()


@pytest.mark.skipif(not shutil.which("zsh"), reason="no zsh here")
def test_zsh_shows_it(memory: Path) -> None:
    """Its function runs; `_arguments` stands for zsh's, which evaluates the list in this way."""
    script = script_of("zsh", memory)
    typed = f"""
compdef() {{ : }}
words=(mem why ''); CURRENT=3
source {script}
_arguments() {{ local a=${{1#*: :}}; eval "ws=( ${{a[3,-3]}} )"; print -rl -- $ws; }}
_mem_completion
"""
    told = in_shell("zsh", "-f", memory=memory, typed=typed)
    lines = [line.replace("\\:", ":").replace(":", "\t", 1) for line in told.split("\n")[:-1]]
    assert lines == WHAT_THEY_SAY
    assert not (memory / "pwned").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_one_that_it_can_read(
    shell: str, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_MEM_COMPLETE", f"source_{shell}")
    script = quick().stdout
    assert "_MEM_COMPLETE=complete_" in script
    if shutil.which(shell) and sys.platform != "win32":
        subprocess.run([shell, "-n"], input=script.encode(), check=True)
