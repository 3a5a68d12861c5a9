"""`mem doctor` tells of changes that neither `mem` nor a commit explains, and cries no wolf."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_md.files.seals import NAME

from ..conftest import Quick, built_once

EVIDENCE = ".mem/evidence.jsonl"
ARCHIVE = ".mem/archive.md"
FORGED = {
    "id": "abcdefgh",
    "at": "2026-02-01T00:00:00.000Z",
    "task": "t",
    "act": "confirmed",
    "who": "person",
}


def git(*words: str) -> None:
    subprocess.run(["git", *words], check=True, capture_output=True)


def codes(quick: Quick) -> list[tuple[str, str, int]]:
    found = quick("doctor", "--json").json["findings"]
    wanted = ("changed-elsewhere", "seals", "typed-in")
    return [(f["code"], f["path"], f["line"]) for f in found if f["code"] in wanted]


def learn(quick: Quick, task: str, *facts: str) -> None:
    said = "".join(f"Gotcha: {fact}\n" for fact in facts)
    assert quick("extract", "--session", task, input=said).code == 0


@pytest.fixture
@built_once
def memory(repo: Path, quick: Quick) -> Path:
    """A memory with an archived entry and evidence, committed."""
    quick("init")
    learn(quick, "one", "The queue of `mail.py` drops mails", "Ports below 1024 need root")
    quick("add", "Dates are stored in UTC")
    entries = quick("list", "--json").json["entries"]
    quick("rm", next(entry["id"] for entry in entries if "Ports" in entry["text"]))
    git("add", "-A")
    git("commit", "-qm", "memory")
    return repo


# -- what must not be told -------------------------------------------------------------------------


def nothing(repo: Path, quick: Quick) -> None:
    learn(quick, "two", "The cache is warm after a minute")


def undo(repo: Path, quick: Quick) -> None:
    nothing(repo, quick)
    assert quick("undo").code == 0


def reset(repo: Path, quick: Quick) -> None:
    nothing(repo, quick)
    git("reset", "-q", "--hard")
    learn(quick, "three", "The build needs two cores")


def stash(repo: Path, quick: Quick) -> None:
    nothing(repo, quick)
    git("stash", "-q")
    learn(quick, "three", "The build needs two cores")
    git("commit", "-qam", "three")
    subprocess.run(["git", "stash", "pop"], capture_output=True, check=False)


def edited_and_committed(repo: Path, quick: Quick) -> None:
    with (repo / EVIDENCE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(FORGED) + "\n")
    git("commit", "-qam", "by hand")
    nothing(repo, quick)


def merge(repo: Path, quick: Quick) -> None:
    git("checkout", "-q", "-b", "other")
    nothing(repo, quick)
    git("commit", "-qam", "two")
    git("checkout", "-q", "main")
    learn(quick, "three", "The build needs two cores")
    git("commit", "-qam", "three")
    git("merge", "-q", "--no-edit", "other")
    learn(quick, "four", "Logs rotate at midnight")


def unfinished_merge(repo: Path, quick: Quick) -> None:
    git("checkout", "-q", "-b", "other")
    nothing(repo, quick)
    git("commit", "-qam", "two")
    git("checkout", "-q", "main")
    git("merge", "-q", "--no-commit", "--no-ff", "other")


def checkout(repo: Path, quick: Quick) -> None:
    git("checkout", "-q", "-b", "other")
    nothing(repo, quick)
    git("commit", "-qam", "two")
    git("checkout", "-q", "main")
    learn(quick, "three", "The build needs two cores")
    git("commit", "-qam", "three")
    git("checkout", "-q", "other")
    git("checkout", "-q", "main", "--", EVIDENCE)


def soft_reset(repo: Path, quick: Quick) -> None:
    nothing(repo, quick)
    git("commit", "-qam", "two")
    git("reset", "-q", "HEAD~1")


def clone(repo: Path, quick: Quick) -> None:
    git("clone", "-q", str(repo), str(repo.parent / "clone"))
    os.chdir(repo.parent / "clone")
    nothing(repo, quick)


def killed(repo: Path, quick: Quick) -> None:
    """A run that noted what it was about to write, and wrote nothing of it."""
    before = {path: (repo / path).read_bytes() for path in ("learnings.md", EVIDENCE)}
    nothing(repo, quick)
    for path, data in before.items():
        (repo / path).write_bytes(data)


def chain_deleted(repo: Path, quick: Quick) -> None:
    (repo / ".mem/local" / NAME).unlink()
    nothing(repo, quick)


def purge(repo: Path, quick: Quick) -> None:
    quick("rm", "--purge", quick("list", "--json").json["entries"][0]["id"])


EXPLAINED = (nothing, undo, reset, stash, edited_and_committed, merge, unfinished_merge, checkout,
             soft_reset, clone, killed, chain_deleted, purge)  # fmt: skip


@pytest.mark.parametrize("change", EXPLAINED, ids=lambda change: change.__name__)
def test_what_mem_or_git_did_is_no_finding(
    memory: Path,
    quick: Quick,
    change: Callable[[Path, Quick], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(memory)
    change(memory, quick)
    assert codes(quick) == []


def test_a_context_writes_no_seal(memory: Path, quick: Quick) -> None:
    before = (memory / ".mem/local" / NAME).read_bytes()
    quick("context", "--query", "mail queue")
    quick("list")
    assert (memory / ".mem/local" / NAME).read_bytes() == before


# -- what must be told -----------------------------------------------------------------------------


def test_a_forged_line_of_evidence_is_named_also_after_mem_wrote_again(
    memory: Path, quick: Quick
) -> None:
    with (memory / EVIDENCE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(FORGED) + "\n")
    lines = (memory / EVIDENCE).read_text(encoding="utf-8").count("\n")
    assert codes(quick) == [("changed-elsewhere", EVIDENCE, lines)]
    nothing(memory, quick)
    assert [code[:2] for code in codes(quick)] == [("changed-elsewhere", EVIDENCE)]
    git("commit", "-qam", "looked at")
    assert codes(quick) == []


def test_a_changed_and_a_deleted_line_are_told(memory: Path, quick: Quick) -> None:
    path = memory / EVIDENCE
    path.write_text(path.read_text(encoding="utf-8").replace("agent", "person"), encoding="utf-8")
    archive = memory / ARCHIVE
    kept = [line for line in archive.read_text(encoding="utf-8").split("\n") if "Ports" not in line]
    archive.write_text("\n".join(kept), encoding="utf-8")
    assert {code[:2] for code in codes(quick)} == {
        ("changed-elsewhere", EVIDENCE),
        ("changed-elsewhere", ARCHIVE),
    }


def test_a_line_typed_into_the_memory_is_told_until_it_is_committed(
    memory: Path, quick: Quick
) -> None:
    path = memory / "learnings.md"
    shown = path.read_text(encoding="utf-8")
    path.write_text(shown + "- Deploy from main only <!-- mem:abcdefgh manual pin -->\n", "utf-8")
    assert codes(quick) == [("typed-in", "learnings.md", shown.count("\n") + 1)]
    git("commit", "-qam", "mine")
    assert codes(quick) == []


def test_a_changed_chain_is_told(memory: Path, quick: Quick) -> None:
    path = memory / ".mem/local" / NAME
    first, second, *rest = path.read_text(encoding="utf-8").split("\n")
    shutil.copy(path, memory / "kept")
    path.write_text("\n".join([first, *rest]), encoding="utf-8")
    assert codes(quick) == [("seals", f".mem/local/{NAME}", 2)]
    assert second
