"""What commits say, as git tells it of a real repository."""

from __future__ import annotations

import subprocess
from datetime import datetime
from pathlib import Path

from memory_md.git.diff import commits_of, messages_of

from ..conftest import make_repo


def commit(root: Path, name: str, message: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(message, encoding="utf-8")
    for words in (["add", "-A"], ["commit", "-q", "-m", message]):
        subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)


def test_of_no_commits_nothing_is_told(tmp_path: Path) -> None:
    assert list(messages_of(make_repo(tmp_path / "r"), [])) == []


def test_messages_come_in_order_with_their_files(tmp_path: Path) -> None:
    root = make_repo(tmp_path / "r")
    commit(root, "a.py", "First")
    commit(root, "sub/ü b.py", "Second: größer\n\nBecause.\n\nAnd more.")
    commit(root, "c.py", "Third")
    ids = commits_of(root, "HEAD~2..HEAD", most=9)
    second, third = messages_of(root, ids)
    assert [one.id for one in (second, third)] == ids
    assert (second.subject, second.body) == ("Second: größer", "Because.\n\nAnd more.")
    assert second.files == ("sub/ü b.py",)
    assert (third.subject, third.body, third.files) == ("Third", "", ("c.py",))
    assert datetime.fromisoformat(second.authored).tzinfo is not None
