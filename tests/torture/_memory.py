"""A memory with something of every sort in it, and the commands that write to it."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from memory_md.base.identity import entry_id
from memory_md.memory.disk import journal

from ._running import run

NOON = "1770033600"
CORPUS = Path(__file__).resolve().parents[1] / "corpus"
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

- [2025-12-30] Gotcha: The old importer drops empty rows <!-- mem:rmtcq3un -->
- [2025-06-01] Issue: The nightly job of 2025 runs twice <!-- mem:wk5fcuhu -->
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
WAITS = json.dumps(
    {
        "session_id": "s7",
        "messages": [
            {"role": "user", "content": "Please avoid caching queries."},
            {"role": "assistant", "content": "The login is done."},
        ],
    }
)
TALK = [
    {"role": "user", "content": "Where does the queue of the mailer live?"},
    {"role": "assistant", "content": "It lives in Redis, since the mailer has no disk of its own."},
]
WAITING = entry_id("preference", "Avoid caching queries.")
DECIDED = "Decision: use Redis for the queue."
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
    late: dict[str, str] = field(default_factory=dict)  # put there after what comes before
    is_committed: bool = False  # to git, all but what is late


def hook_json(event: str, **more: object) -> str:
    """A payload of Claude Code's, as far as it matters."""
    return json.dumps({"session_id": "s1", "hook_event_name": event, "cwd": ".", **more})


def _of_extraction() -> Iterator[Command]:
    """What puts learnings in."""
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
    yield Command(
        "extract-withdraws",
        ("extract", "--session", "t9"),
        f"{DECIDED}\n\nDecision: do not use Redis for the queue.\n",
        before=((("extract", "--session", "t9"), DECIDED),),
    )


def _of_learnings() -> Iterator[Command]:
    """What a person does with them."""
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
    used = {".mem/local/events.jsonl": "".join(map(_used_on, range(70)))}
    yield Command("prune", ("prune",), files={"learnings.md": HAND_MADE}, late=used)
    few = {".mem/config.yaml": "eviction: {max_entries: 2, keep_entries: 1}\n"}
    taught = ((("extract", "--session", "t8"), SAID),)
    yield Command("prune-evidence", ("prune",), before=taught, late=few)
    yield Command("undo", ("undo",), before=taught, erases=("drops rows", "writes dates"))
    yield Command("undo-remove", ("undo",), before=((("learnings", "remove", "{JWT}"), ""),))
    yield Command("forget", ("forget", "--session", "t8"), before=taught)
    yield Command(
        "forget-purge",
        ("forget", "--session", "t8", "--purge"),
        before=taught,
        erases=("drops rows", "writes dates"),
    )
    waits = ((("extract", "--session", "t8"), WAITS),)
    talk = json.dumps({"session_id": "s8", "messages": TALK})
    talked = ((("extract",), talk),)
    other = talk.replace("s8", "s9").replace("mailer", "printer")
    yield Command("extract-talk", ("extract",), other, before=talked)
    yield Command("extract-waits", ("extract", "--session", "t9"), WAITS)
    yield Command("forget-talk", ("forget", "--session", "s8"), before=talked)
    yield Command("forget-talk-purge", ("forget", "--session", "s8", "--purge"), before=talked)
    for how in ("approve", "reject"):
        yield Command(f"review-{how}", ("review", f"--{how}", WAITING), before=waits)


def _used_on(ago: int) -> str:
    """The event of a task that was extracted so many days before today."""
    at = f"{dt.date(2026, 2, 2) - dt.timedelta(ago)}T09:00:00.000Z"
    event = {"at": at, "event": journal.COMPLETE, "id": "", "task": f"d{ago}"}
    return json.dumps({**event, "counts": {"stored": 1, "to_review": 0}}) + "\n"


def _of_layers() -> Iterator[Command]:
    """A memory of a package inside that of the repository, and an inbox that is shared."""
    nested = {"pkg/learnings.md": "# Learnings\n\n- The package keeps its own rules\n"}
    inner = ("--root", "pkg")
    yield Command("layers-extract", (*inner, "extract", "--session", "t9"), SAID, files=nested)
    yield Command("layers-context", (*inner, "context", "--query", "tokens"), files=nested)
    share = {".mem/config.yaml": "inbox: {share: true}\n"}
    yield Command("share-extract", ("extract", "--session", "t9"), WAITS, files=share)


def _of_other_files() -> Iterator[Command]:
    """What reads them, and what writes other files."""
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
    yield Command("page", ("page",))
    yield Command("page-output", ("page", "--output", "page.html"))
    yield Command("check", ("check",), late={"src/app.py": f"{APP}# changed\n"}, is_committed=True)
    yield Command("export", ("export", "--to", "AGENTS.md"), files={"AGENTS.md": "# Rules\n"})
    yield Command("doctor", ("doctor",))
    yield Command("doctor-fix", ("doctor", "--fix"), files={"learnings.md": _zombie()})
    sides = {
        "in/base": "# Learnings\n\n- a one\n",
        "in/ours": "# Learnings\n\n- a one\n- [2026-02-02] Fixed: b <!-- mem:k3v9q2xa -->\n",
        "in/theirs": "# Learnings\n\n- a one\n- [2026-02-02] Fixed: c <!-- mem:p0d7w1bz -->\n",
    }
    driver = ("merge-driver", "in/base", "in/ours", "in/theirs", "learnings.md")
    yield Command("merge-driver", driver, files=sides)


def _of_hooks() -> Iterator[Command]:
    """What an agent calls."""
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


def _of_agents() -> Iterator[Command]:
    """What is put into the settings of agents."""
    for agent, name in (
        ("claude-code", ".claude/settings.json"),
        ("codex", ".codex/config.toml"),
        ("gemini", ".gemini/settings.json"),
        ("qwen", ".qwen/settings.json"),
        ("copilot", ""),
        ("cursor", ".cursor/hooks.json"),
        ("opencode", ""),
        ("agents-md", "AGENTS.md"),
    ):
        text = {"toml": "[hooks]\n[[hooks.Stop]]\n", "md": "# Agents\n\nBe kind.", "json": SETTINGS}
        files = {name: text[name.rpartition(".")[2]]} if name else {}
        yield Command(f"install-{agent}", ("install", agent), files=files)
        put = (((("install", agent), "")),)
        yield Command(f"uninstall-{agent}", ("uninstall", agent), files=files, before=put)


def _zombie() -> str:
    """What a hosting site's merge leaves: one entry with two lines."""
    line = "- [2026-02-02] Gotcha: The queue is slow <!-- mem:{} conf={} seen=2 -->\n"
    id_ = entry_id("gotcha", "The queue is slow")
    return HAND_MADE + line.format(id_, 0.7) + line.format(id_, 0.6)


COMMANDS = (
    *_of_extraction(),
    *_of_learnings(),
    *_of_layers(),
    *_of_other_files(),
    *_of_hooks(),
    *_of_agents(),
)


def make(root: Path, command: Command) -> dict[str, str]:
    """A memory for that command under `root`; the IDs of its entries, by a word of theirs."""
    root.mkdir(parents=True)
    for name, text in {**command.files, **({} if command.bare else WORK)}.items():
        _put(root / name, text)
    ids = {} if command.bare else _ids(root)
    if not command.bare and "learnings.md" in command.files:
        _put(root / "learnings.md", command.files["learnings.md"])
    for args, stdin in command.before:
        run(root, named(args, ids), stdin)
    if command.is_committed:
        _commit(root)
    for name, text in command.late.items():
        _put(root / name, text)
    return ids


def _ids(root: Path) -> dict[str, str]:
    """Fill the memory with a few entries; their IDs by a word of theirs."""
    ids: dict[str, str] = {}
    run(root, ("extract", "--session", "t1"), json.dumps(HANDOFF))
    ran = run(root, ("learnings", "add", "--json", "Ports below 1024 need root here"))
    run(root, ("learnings", "remove", json.loads(ran.stdout)["entries"][0]["id"]))
    for flags in ((), ("--archived",)):
        listing = run(root, ("learnings", "list", "--json", *flags)).stdout
        for item in json.loads(listing)["entries"]:
            for word in ("JWT", "cookies", "Ports"):
                if word in item["text"]:
                    ids.setdefault(word, item["id"])
    return ids


_NAMED = ("-c", "user.name=a", "-c", "user.email=a@b.c")


def _commit(root: Path) -> None:
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run(["git", "-C", str(root), *_NAMED, *words], check=True, capture_output=True)


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
