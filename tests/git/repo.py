"""A real repository in a folder, with nobody's settings."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ENV = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_AUTHOR_DATE": "2026-02-02T01:30:00+02:00",
    "GIT_COMMITTER_DATE": "2026-02-02T01:30:00+02:00",
}


def git(where: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=where, env=ENV, capture_output=True, check=False)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout.decode().strip()


def make_repo(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    git(path, "init", "-q", "-b", "main")
    return path


def text(seed: str, lines: int = 20) -> str:
    """Content that is like no other seed's."""
    return "".join(f"{seed} {n} {seed * 3}\n" for n in range(lines))


def commit(tree: Path, message: str = "x", **files: str | None) -> str:
    """Write files (`None` removes one), commit all, return the ID; `__` in a name is a slash."""
    for name, content in files.items():
        put(tree, name.replace("__", "/"), content)
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "--allow-empty", "--allow-empty-message", "-m", message)
    return git(tree, "rev-parse", "HEAD")


def put(tree: Path, name: str, content: str | None) -> None:
    path = tree / name
    if content is None:
        path.unlink()
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


def move(tree: Path, old: str, new: str) -> None:
    (tree / new).parent.mkdir(parents=True, exist_ok=True)
    git(tree, "mv", "--", old, new)
