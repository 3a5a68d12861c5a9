"""A memory with something of every sort in it, and the commands that write to it."""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import memory_md_cli
from memory_md_cli import entry, hook, main, process
from typer.main import get_command

import memory_md

NOON = "1770033600"
CORPUS = Path(__file__).resolve().parents[1] / "tests" / "corpus"
HAND_MADE = """# Learnings

Kept by the team. <!-- a remark -->

## Build

- Always run make lint before a commit
- Use tabs in Makefiles
  and nowhere else

| a | b |
|---|---|
| 1 | 2 |

## Found by agents

- [2025-12-30] Gotcha: The old importer drops empty rows
- [2025-06-01] Issue: The nightly job of 2025 runs twice
"""
INDEX = """# Diary

| Date | ID | Type | Summary | Files | Status | File |
|---|---|---|---|---|---|---|
| 2026-01-01 | TECH-1 | problem | It broke `src/app.py` | 1 | pending | [T](ai/diary/TECH-1.md) |
| 2026-01-02 | TECH-2 | success | It works again | 1 | done | - |

## Statuses

- pending, done
"""
ENTRY = """# TECH-1: the login broke

Files: src/app.py

## What failed

The cookie was read before it was set.

## Instead

Set it first.
"""
SPEC = "# Spec\n\n## Allowed Files\n\n- `src/app.py` (change)\n- `src/jwt.py`\n"
RECORD = "# 1. Record\n\n## Status\n\nAccepted\n\n## Context\n\nc\n\n## Decision\n\nd\n"
APP = "def login():\n    return check()\n\n\ndef check():\n    return 1\n"
HANDOFF = {
    "decisions": [{"id": "d1", "content": "Use JWT tokens for login", "confidence": "high"}],
    "files": [{"path": "src/jwt.py", "reason": "makes tokens"}],
    "risks": [{"category": "Security", "mitigation": "Use httpOnly cookies for tokens"}],
}
SECOND = {
    "decisions": [{"id": "d2", "content": "Keep sessions in Redis", "confidence": "medium"}],
    "files": [{"path": "src/app.py", "reason": "reads the cookie"}],
    "risks": [{"category": "Data", "mitigation": "Back up the sessions every hour"}],
}
SAID = (
    "Gotcha: the importer of the orders table drops rows silently.\n\n"
    "Gotcha: the exporter of invoices writes dates in local time.\n"
)
OBSERVED = [
    {
        "title": "t",
        "summary": "s",
        "files_touched": ["src/app.py"],
        "functions_changed": ["src/app.py:login", "src/app.py:check"],
    }
]
SETTINGS = '{\n  // mine\n  "model": "opus",\n  "hooks": {"Stop": []}\n}\n'


@dataclass(frozen=True, slots=True)
class Command:
    """What is called; `before` are calls that come before it, undisturbed."""

    name: str
    args: tuple[str, ...]
    stdin: str = ""
    before: tuple[tuple[tuple[str, ...], str], ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    erases: tuple[str, ...] = ()
    bare: bool = False  # in a folder without a memory


def hook_json(event: str, **more: object) -> str:
    """A payload of Claude Code's, as far as it matters."""
    return json.dumps({"session_id": "s1", "hook_event_name": event, "cwd": ".", **more})


def _commands() -> Iterator[Command]:
    yield Command("init", ("init", "--no-git"), bare=True)
    yield Command("extract-text", ("extract", "--session", "t9"), SAID)
    yield Command("extract-handoff", ("extract", "--session", "t9"), json.dumps(SECOND))
    for name in ("claude-session.jsonl", "codex-rollout.jsonl", "summary.md"):
        text = (CORPUS / "transcripts" / name).read_text(encoding="utf-8")
        short = name.partition("-")[0].partition(".")[0]
        yield Command(f"extract-{short}", ("extract", f"in/{name}"), files={f"in/{name}": text})
    yield Command(
        "extract-evicts",
        ("extract", "--session", "t9"),
        SAID,
        files={".mem/config.yaml": "eviction: {max_entries: 3, keep_entries: 2}\n"},
    )
    yield Command("add", ("learnings", "add", "A new one of a person"))
    yield Command("add-pinned", ("learnings", "add", "-c", "convention", "--pin", "Tabs only"))
    yield Command(
        "edit", ("learnings", "edit", "{JWT}", "Use JWT tokens for all"), erases=("JWT tokens",)
    )
    yield Command("remove", ("learnings", "remove", "{JWT}", "{cookies}"))
    yield Command("purge", ("learnings", "remove", "--purge", "{JWT}"), erases=("JWT tokens",))
    yield Command("restore", ("learnings", "restore", "{Ports}"))
    yield Command("confirm", ("learnings", "confirm", "{JWT}"))
    yield Command("reset", ("learnings", "reset", "{JWT}"))
    yield Command("pin", ("learnings", "pin", "{JWT}"))
    yield Command(
        "unpin", ("learnings", "unpin", "{JWT}"), before=((("learnings", "pin", "{JWT}"), ""),)
    )
    yield Command("merge", ("learnings", "merge", "{JWT}", "{cookies}"))
    notes = (CORPUS / "notes" / "CLAUDE.md").read_text(encoding="utf-8")
    yield Command("import", ("import", "in/CLAUDE.md"), files={"in/CLAUDE.md": notes})
    yield Command("prune", ("prune",), files={"learnings.md": HAND_MADE})
    yield Command(
        "diary-new", ("diary", "new", "TECH-9", "--type", "problem", "--summary", "It fell")
    )
    yield Command("diary-resolve", ("diary", "resolve", "TECH-1"))
    yield Command("adr-export", ("adr", "export"))
    yield Command("context", ("context",))
    yield Command("context-spec", ("context", "--spec", "in/spec.md"))
    yield Command("search", ("search", "tokens"))
    yield Command("graph-show", ("graph", "show", "--format", "html", "--output", "g.html"))
    yield Command("callgraph-scan", ("callgraph", "scan"))
    scanned = ((("callgraph", "scan"), ""),)
    seen = json.dumps(OBSERVED)
    yield Command("callgraph-heal", ("callgraph", "heal", "--session", "t9"), seen, before=scanned)
    yield Command("callgraph-decay", ("callgraph", "decay"), before=scanned)
    yield Command("doctor", ("doctor",))
    yield Command("doctor-fix", ("doctor", "--fix"), files={"learnings.md": _zombie()})
    yield Command("hook-start", ("hook", "claude-code"), hook_json("SessionStart"))
    yield Command(
        "hook-prompt",
        ("hook", "claude-code"),
        hook_json("UserPromptSubmit", prompt="the login tokens"),
    )
    session = (CORPUS / "transcripts" / "claude-session.jsonl").read_text(encoding="utf-8")
    for event in ("Stop", "PreCompact", "SubagentStop"):
        said = hook_json(event, transcript_path="in/s.jsonl")
        yield Command(
            f"hook-{event}", ("hook", "claude-code"), said, files={"in/s.jsonl": session * 3}
        )
    for agent, name in (
        ("claude-code", ".claude/settings.json"),
        ("codex", ".codex/config.toml"),
        ("gemini", ".gemini/settings.json"),
        ("cursor", ".cursor/hooks.json"),
        ("opencode", ""),
        ("agents-md", "AGENTS.md"),
    ):
        text = {"toml": "[hooks]\n[[hooks.Stop]]\n", "md": "# Agents\n\nBe kind.", "json": SETTINGS}
        files = {name: text[name.rpartition(".")[2]]} if name else {}
        yield Command(f"install-{agent}", ("install", agent), files=files)
        put = (((("install", agent), "")),)
        yield Command(f"uninstall-{agent}", ("uninstall", agent), files=files, before=put)
    sides = {
        "in/base": "# Learnings\n\n- a one\n",
        "in/ours": "# Learnings\n\n- a one\n- [2026-02-02] Fixed: b <!-- mem:k3v9q2xa -->\n",
        "in/theirs": "# Learnings\n\n- a one\n- [2026-02-02] Fixed: c <!-- mem:p0d7w1bz -->\n",
    }
    driver = ("merge-driver", "in/base", "in/ours", "in/theirs", "learnings.md")
    yield Command("merge-driver", driver, files=sides)


def _zombie() -> str:
    """What a hosting site's merge leaves: one entry with two lines."""
    line = "- [2026-02-02] Gotcha: The queue is slow <!-- mem:{} conf={} seen=2 -->\n"
    from memory_md.model.entry import entry_id

    id_ = entry_id("gotcha", "The queue is slow")
    return HAND_MADE + line.format(id_, 0.7) + line.format(id_, 0.6)


COMMANDS = tuple(_commands())


def make(root: Path, command: Command) -> dict[str, str]:
    """A memory for that command under `root`; the IDs of its entries, by a word of theirs."""
    root.mkdir(parents=True)
    for name, text in {**command.files, **({} if command.bare else WORK)}.items():
        _put(root / name, text)
    ids: dict[str, str] = {}
    if not command.bare:
        run(root, ("extract", "--session", "t1"), json.dumps(HANDOFF))
        ran = run(root, ("learnings", "add", "--json", "Ports below 1024 need root here"))
        run(root, ("learnings", "remove", json.loads(ran.stdout)["entries"][0]["id"]))
        for flags in ((), ("--archived",)):
            listing = run(root, ("learnings", "list", "--json", *flags)).stdout
            for item in json.loads(listing)["entries"]:
                for word in ("JWT", "cookies", "Ports"):
                    if word in item["text"]:
                        ids.setdefault(word, item["id"])
        if "learnings.md" in command.files:
            _put(root / "learnings.md", command.files["learnings.md"])
    for args, stdin in command.before:
        run(root, named(args, ids), stdin)
    return ids


WORK = {
    "learnings.md": HAND_MADE,
    "ai/diary/index.md": INDEX,
    "ai/diary/TECH-1.md": ENTRY,
    "src/app.py": APP,
    "src/jwt.py": "def make():\n    return 2\n",
    "in/spec.md": SPEC,
    "docs/adr/0001-record.md": RECORD,
}


def named(args: tuple[str, ...], ids: dict[str, str]) -> tuple[str, ...]:
    """The words of a call with IDs in the place of `{word}`."""
    return tuple(ids[arg[1:-1]] if arg.startswith("{") else arg for arg in args)


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


# -- running -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ran:
    """What a call gave."""

    code: int
    stdout: str
    stderr: str


class _Pipe(io.TextIOWrapper):
    def __init__(self, data: bytes = b"") -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8", errors="backslashreplace")

    def text(self) -> str:
        self.flush()
        raw = self.buffer
        assert isinstance(raw, io.BytesIO)
        return raw.getvalue().decode("utf-8", "replace")


@contextmanager
def streams(data: bytes) -> Iterator[tuple[_Pipe, _Pipe]]:
    """Standard streams of our own."""
    held = sys.stdin, sys.stdout, sys.stderr
    out, err = _Pipe(), _Pipe()
    sys.stdin, sys.stdout, sys.stderr = _Pipe(data), out, err
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = held


def import_all() -> None:
    """Import what commands import when they run, so that no child has to."""
    for package in (memory_md, memory_md_cli):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__") and ".mcp" not in found.name:
                importlib.import_module(found.name)


@cache
def _program(name: str) -> Callable[..., object]:
    return get_command(main.program([name]))


def _called(words: list[str]) -> int:
    """The exit code of the command line, whose parser is made once."""
    return process.guarded(lambda: _program(words[0])(words, standalone_mode=False))


def run(root: Path, args: tuple[str, ...], stdin: str = "") -> Ran:
    """Run the command line in this process, with `root` as the working directory."""
    os.chdir(root)
    words = list(args)
    with streams(stdin.encode("utf-8", "surrogatepass")) as (out, err):
        code = _called(words)
        return Ran(code, out.text(), err.text())


def child(
    root: Path, args: tuple[str, ...], stdin: str, out: Path, prepare: Callable[[], None]
) -> tuple[int, str, str]:
    """Run it in a child, after `prepare`: exit code (negative when killed), and what it said."""
    source, said, told = out / "stdin", out / "stdout", out / "stderr"
    source.write_bytes(stdin.encode("utf-8", "surrogatepass"))
    sys.stdout.flush()
    gc.collect(0)
    gc.freeze()  # or the child copies every page as soon as it looks for garbage
    pid = os.fork()
    if not pid:
        code = 99
        try:
            os.chdir(root)
            for number, path, flags in (
                (0, source, os.O_RDONLY),
                (1, said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
                (2, told, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
            ):
                descriptor = os.open(path, flags, 0o600)
                os.dup2(descriptor, number)
                os.close(descriptor)
            sys.stdin = open(0, encoding="utf-8", closefd=False)
            sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
            sys.stderr = open(2, "w", encoding="utf-8", closefd=False)
            called = entry.hook_call(list(args))
            prepare()
            if called is not None:
                hook.main(*called)
            code = _called(list(args))
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return code, said.read_text("utf-8", "replace"), told.read_text("utf-8", "replace")
