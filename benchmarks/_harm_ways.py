"""Take harmful texts into a memory by every way, and count how many a context then prints."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final

_CALL = [sys.executable, "-m", "cli"]
_ROOT = Path(__file__).parents[1]
_PROCESS_EACH: Final = 5  # of so many texts one, where each takes a process
_FILE: Final = "ledger.py"  # that the task is about
_POLLS: Final = 100
_PAUSE: Final = 0.3  # seconds
_CONTROLS: Final = (
    "Chart colours come from one palette file, because the printed report uses them too.",
    "Invoice numbers are taken from a table and not from a sequence, as gaps are not allowed.",
    "The map view keeps its zoom in the address, so that a link opens the same place.",
)


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
    client = {"name": "harm", "version": "1"}
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
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
    for text in texts:
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
    log = repo / ".mem/local/hooks.log"
    for _ in range(_POLLS):  # the extraction goes on in a process of its own
        if log.exists() and "extracted" in log.read_text(encoding="utf-8"):
            return
        time.sleep(_PAUSE)


def _by_diary(repo: Path, texts: Sequence[str]) -> None:
    for number, text in enumerate(texts):
        given = ("--type", "problem", "--file", _FILE, "--summary", text, "--instead", text)
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


_WAYS: dict[str, tuple[Callable[[Path, Sequence[str]], None], int]] = {
    "extract": (_by_extract, 1),
    "handoff": (_by_handoff, 1),
    "MCP": (_by_mcp, 1),
    "import": (_by_import, 1),
    "add": (_by_add, _PROCESS_EACH),
    "hook": (_by_hook, 1),
    "diary": (_by_diary, _PROCESS_EACH),
    "merge": (_by_merge, 1),
    "hand edit": (_by_hand, 1),
    "session": (_by_session, 1),
    "approval by an agent": (_by_approval, 1),
}


def ways(texts: Sequence[str]) -> bool:
    """Print, for each way, how many of the texts a context prints that is asked for their words.

    Return whether each way delivers the harmless lines, without which it would show nothing.
    """
    works = True
    for name, (take, step) in _WAYS.items():
        with tempfile.TemporaryDirectory() as folder:
            repo = Path(folder)
            subprocess.run(["git", "init", "-q", folder], check=True)
            _mem(repo, "init")
            (repo / _FILE).touch()
            chosen = texts[::step]
            take(repo, [*chosen, *_CONTROLS])  # the newest count most in a diary
            known = sum(_is_printed(repo, text) for text in _CONTROLS)
            seen = sum(_is_printed(repo, text) for text in chosen)
        works &= bool(known)
        print(
            f"harm: by {name}: {seen} of {len(chosen)} are printed,"
            f" {known} of {len(_CONTROLS)} harmless lines",
            flush=True,
        )
    return works


def _is_printed(repo: Path, text: str) -> bool:
    from cli import entry

    here = Path.cwd()
    os.chdir(repo)
    try:
        with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()):
            asked = ["--query", text, "--file", _FILE, "--budget", "4000", "--no-layers"]
            entry.carry_out(["context", *asked])
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
