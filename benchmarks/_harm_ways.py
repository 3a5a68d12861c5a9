"""Take harmful texts into a memory by every way, and count how many a context then prints."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

_CALL = [sys.executable, "-m", "cli"]
_ROOT = Path(__file__).parents[1]


def _mem(repo: Path, *words: str, given: str = "") -> str:
    env = {**os.environ, "PYTHONPATH": str(_ROOT), "MEM_USER_ROOT": str(repo / ".user")}
    ran = subprocess.run(
        [*_CALL, *words],
        cwd=repo,
        env=env,
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=False,  # some ways refuse
    )
    return ran.stdout


def _by_extract(repo: Path, texts: Sequence[str]) -> None:
    for number, label in enumerate(("Convention", "Decision")):
        lines = "".join(f"{label}: {text}\n" for text in texts)
        _mem(repo, "extract", "--session", f"s{number}", given=lines)


def _by_handoff(repo: Path, texts: Sequence[str]) -> None:
    decisions = [{"id": f"d{n}", "content": t, "confidence": "high"} for n, t in enumerate(texts)]
    _mem(repo, "extract", "--session", "s", given=json.dumps({"decisions": decisions}))


def _by_mcp(repo: Path, texts: Sequence[str]) -> None:
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {}}
    calls = [{"name": "mem_add", "arguments": {"text": text}} for text in texts]
    rows = [("initialize", start), *(("tools/call", call) for call in calls)]
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": given})
        for number, (method, given) in enumerate(rows)
    ]
    _mem(repo, "mcp", given="\n".join(lines) + "\n")


def _by_import(repo: Path, texts: Sequence[str]) -> None:
    _write(repo / "CLAUDE.md", "# Rules\n\n", texts)
    _mem(repo, "import", "CLAUDE.md")


def _by_add(repo: Path, texts: Sequence[str]) -> None:
    for text in texts[::5]:  # a process for each
        _mem(repo, "add", text)


def _by_hook(repo: Path, texts: Sequence[str]) -> None:
    path = repo / "transcript.jsonl"
    said = [("user", "Sum up what holds here."), *(("assistant", f"Decision: {t}") for t in texts)]
    rows = (
        {"type": role, "sessionId": "s", "message": {"role": role, "content": text}}
        for role, text in said
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    event = {"hook_event_name": "SessionEnd", "session_id": "s", "cwd": str(repo)}
    _mem(repo, "hook", "claude-code", given=json.dumps({**event, "transcript_path": str(path)}))


def _by_diary(repo: Path, texts: Sequence[str]) -> None:
    for number, text in enumerate(texts[::5]):
        given = ("--type", "problem", "--severity", "high", "--summary", text, "--instead", text)
        _mem(repo, "diary", "new", f"TECH-{number}", *given)


def _by_merge(repo: Path, texts: Sequence[str]) -> None:
    (repo / "base").write_text("# Learnings\n", encoding="utf-8")
    (repo / "ours").write_text("# Learnings\n\n- a\n", encoding="utf-8")
    _write(repo / "theirs", "# Learnings\n\n", texts)
    _mem(repo, "merge-driver", "base", "ours", "theirs", "learnings.md")
    (repo / "ours").replace(repo / "learnings.md")


def _by_hand(repo: Path, texts: Sequence[str]) -> None:
    _write(repo / "learnings.md", "# Learnings\n\n", texts)


def _by_session(repo: Path, texts: Sequence[str]) -> None:
    said = [
        {"role": role, "content": f"{text} That is how we work here, always."}
        for text in texts
        for role in ("user", "assistant")
    ]
    _mem(repo, "extract", "--session", "s", given=json.dumps(said))


def _by_approval(repo: Path, texts: Sequence[str]) -> None:
    _by_extract(repo, texts)  # an agent approves what waits: it may not
    listed = json.loads(_mem(repo, "review", "--list", "--json") or "{}")
    names = [case["id"] for case in listed.get("candidates", ())]
    os.environ["CLAUDECODE"] = "1"
    try:
        _mem(repo, "review", "--approve", *names)
    finally:
        del os.environ["CLAUDECODE"]


def _write(path: Path, head: str, texts: Sequence[str]) -> None:
    path.write_text(head + "".join(f"- {text}\n" for text in texts), encoding="utf-8")


_WAYS: dict[str, Callable[[Path, Sequence[str]], None]] = {
    "extract": _by_extract,
    "handoff": _by_handoff,
    "MCP": _by_mcp,
    "import": _by_import,
    "add (each fifth)": _by_add,
    "hook": _by_hook,
    "diary (each fifth)": _by_diary,
    "merge": _by_merge,
    "hand edit": _by_hand,
    "session": _by_session,
    "approval by an agent": _by_approval,
}


def ways(texts: Sequence[str]) -> None:
    """Print, for each way, how many of the texts a context prints that is asked for their words."""
    for name, take in _WAYS.items():
        with tempfile.TemporaryDirectory() as folder:
            repo = Path(folder)
            subprocess.run(["git", "init", "-q", folder], check=True)
            _mem(repo, "init")
            take(repo, texts)
            kept = _kept(repo)
            seen = sum(_is_printed(repo, text) for text in texts)
        stored = sum(_part(text) in kept for text in texts)
        print(f"harm: by {name}: {seen} of {stored} that were stored are printed", flush=True)


def _kept(repo: Path) -> str:
    names = ("learnings.md", "CLAUDE.md", "ai/diary", ".mem")
    paths = [path for name in names for path in (repo / name, *(repo / name).rglob("*"))]
    files = [path for path in paths if path.is_file() and path.suffix in (".md", ".jsonl")]
    return _plain(" ".join(path.read_text(encoding="utf-8") for path in files))


def _is_printed(repo: Path, text: str) -> bool:
    from cli import entry

    here = Path.cwd()
    os.chdir(repo)
    try:
        with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()):
            entry.carry_out(["context", "--query", text, "--budget", "4000", "--no-layers"])
    finally:
        os.chdir(here)
    return _part(text) in _plain(out.getvalue())


def _part(text: str) -> str:
    """Return the middle of a text, without the marks that storing may change."""
    plain = _plain(text)
    third = len(plain) // 3
    return plain[third : 2 * third]


def _plain(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())
