"""What tests of commands look at: the files of a repository, before and after."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

Tree = dict[str, bytes | str]


def tree_of(root: Path, *, local: bool = False) -> Tree:
    """Every file under a root with its bytes (links: where they lead), without `.git`.

    What lies in `.mem/local` is left out unless `local`.
    """
    found: Tree = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if name.startswith(".git/") or (name.startswith(".mem/local") and not local):
            continue
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


def left_over(root: Path) -> list[str]:
    """Temporary files that somebody forgot."""
    return [path.name for path in root.rglob("*") if "mem-tmp" in path.name]


def in_use(root: Path, days: int = 80) -> None:
    """Let a task have been extracted on each of the last days before noon of 2026-02-02."""
    log = root / ".mem" / "local" / "events.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    counts = {"stored": 1, "to_review": 0}
    with log.open("a", encoding="utf-8") as file:
        for ago in range(days, 0, -1):
            at = f"{date(2026, 2, 2) - timedelta(ago)}T12:00:00.000Z"
            event = {"at": at, "event": "learning.extraction_complete", "id": "", "task": f"d{ago}"}
            file.write(json.dumps({**event, "counts": counts}) + "\n")
