"""What stands between `<private>` and `</private>` is kept in no file, whichever way it came in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran

Quick = Callable[..., Ran]
SAID = "the queue <private>ZEBRA</private> of `mail.py` is drained first"
BLOCK = "the queue <private>\n- ZEBRA\n</private> of `mail.py`"


def add(repo: Path, quick: Quick) -> Ran:
    return quick("learnings", "add", SAID)


def edit(repo: Path, quick: Quick) -> Ran:
    (entry,) = quick("learnings", "add", "--json", "A note").json["entries"]
    return quick("learnings", "edit", entry["id"], SAID)


def import_(repo: Path, quick: Quick) -> Ran:
    (repo.parent / "CLAUDE.md").write_text(f"# Rules\n\n- Always {SAID}\n- {BLOCK}\n", "utf-8")
    return quick("import", str(repo.parent / "CLAUDE.md"))


def diary(repo: Path, quick: Quick) -> Ran:
    told = ("--summary", SAID, "--why", BLOCK, "--instead", SAID)
    return quick("diary", "new", "T-1", "--type", "problem", *told)


def text(repo: Path, quick: Quick) -> Ran:
    return quick("extract", input=f"Gotcha: {SAID}\n")


def handoff(repo: Path, quick: Quick) -> Ran:
    risk = {"category": "Security", "description": SAID, "mitigation": SAID}
    decision = {"id": "d", "content": SAID, "confidence": "high", "files": ["mail.py"]}
    return quick("extract", input=json.dumps({"decisions": [decision], "risks": [risk]}))


WAYS = (add, edit, import_, diary, text, handoff)


@pytest.mark.parametrize("agent", ["", "1"], ids=["person", "agent"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_it_is_kept_nowhere(
    repo: Path,
    quick: Quick,
    monkeypatch: pytest.MonkeyPatch,
    way: Callable[[Path, Quick], Ran],
    agent: str,
) -> None:
    monkeypatch.setenv("CLAUDECODE", agent)
    ran = way(repo, quick)
    assert "ZEBRA" not in ran.stdout
    held = [path for path in repo.rglob("*") if path.is_file() and b"ZEBRA" in path.read_bytes()]
    assert held == []
    kept = [path for path in repo.rglob("*.md") if "mail.py" in path.read_text(encoding="utf-8")]
    assert kept or (way is edit and agent)
