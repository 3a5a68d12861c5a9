"""A line that a person deletes in an editor stays out on that branch: by the CLI and real git."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_md.base.identity import entry_id

from ..conftest import Ran, built_once

Quick = Callable[..., Ran]
SAID = "the importer drops rows that hold a semicolon"
OTHER = "the exporter writes dates without a time zone"
ID, OTHER_ID = entry_id("gotcha", SAID), entry_id("gotcha", OTHER)


class Life:
    """A person's hand, git, and one task after another."""

    def __init__(self, quick: Quick, repo: Path) -> None:
        self.quick, self.repo, self.tasks = quick, repo, 0
        self.path = repo / "learnings.md"

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.repo, capture_output=True, check=True, encoding="utf-8"
        )
        return done.stdout

    def commit(self, *words: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "c", *words)

    def learn(self, said: str = SAID) -> str:
        """What becomes of the sentence in a task of its own."""
        self.tasks += 1
        ran = self.quick(
            "extract", "--json", "--session", f"t{self.tasks}", input=f"Gotcha: {said}\n"
        )
        (item,) = ran.json["items"]
        return f"{item['action']} {item.get('reason', '')}".strip()

    def delete(self, id_: str = ID) -> None:
        lines = self.path.read_text("utf-8").splitlines(keepends=True)
        self.path.write_text("".join(line for line in lines if id_ not in line), "utf-8")

    def learned(self) -> str:
        assert self.learn().startswith("inserted")
        return ID


@pytest.fixture
@built_once
def memory(quick: Quick, repo: Path) -> Path:
    (repo / "README").write_text("x\n", "utf-8")
    quick("init")
    Life(quick, repo).commit()
    return repo


@pytest.fixture
def life(quick: Quick, memory: Path) -> Life:
    return Life(quick, memory)


KEPT_OUT = "suppressed its line was deleted in an editor"


# -- what is not deleted -------------------------------------------------------------------------


def test_what_undo_took_out_was_not_deleted_whether_committed_or_not(life: Life) -> None:
    life.learned()
    life.commit()
    assert life.quick("undo").code == 0
    life.commit()
    assert life.learn().startswith("inserted")
    life.delete()
    assert life.learn() == KEPT_OUT, "undone once, learned again, and then deleted by hand"


@pytest.mark.parametrize("back", [["undo"], ["learnings", "restore", ID]])
def test_what_came_back_after_a_committed_removal_is_met_again(life: Life, back: list[str]) -> None:
    life.learned()
    life.commit()
    assert life.quick("learnings", "remove", ID).code == 0
    life.commit()
    assert life.quick(*back).code == 0
    assert life.learn() == "merged"
    life.commit()
    assert life.learn() == "merged"


def test_a_branch_that_never_had_the_line_may_learn_it(life: Life) -> None:
    life.git("checkout", "-qb", "other")
    life.git("checkout", "-q", "main")
    life.learned()
    life.commit()
    life.delete()
    life.commit()
    assert life.learn() == KEPT_OUT
    life.git("checkout", "-q", "other")
    assert life.learn().startswith("inserted")


def test_switching_branches_deletes_nothing(life: Life) -> None:
    life.git("branch", "other")
    life.learned()
    life.commit()
    life.git("checkout", "-q", "other")
    assert life.learn(OTHER).startswith("inserted")
    life.commit()
    assert life.learn().startswith("inserted")
    life.commit()
    life.git("checkout", "-q", "main")
    assert life.learn().startswith("merged")
    assert life.learn(OTHER).startswith("inserted")


@pytest.mark.parametrize(
    "taken",
    [
        ["stash"],
        ["stash", "push", "--", "learnings.md"],
        ["stash", "-u"],
        ["reset", "-q", "--hard"],
    ],
    ids=" ".join,
)
def test_what_git_took_away_uncommitted_is_not_deleted(taken: list[str], life: Life) -> None:
    life.learned()
    life.git(*taken)
    assert ID not in life.path.read_text("utf-8")
    assert life.learn().startswith("inserted")


def test_what_a_branch_carried_over_and_git_took_is_not_deleted(life: Life) -> None:
    life.learned()
    life.git("checkout", "-qb", "other")
    life.git("reset", "-q", "--hard")
    life.git("checkout", "-q", "main")
    assert life.learn().startswith("inserted")


def test_a_commit_that_was_reset_away_deleted_nothing(life: Life) -> None:
    life.learned()
    life.commit()
    life.git("reset", "-q", "--hard", "HEAD~1")
    assert life.learn().startswith("inserted")


def test_an_older_commit_checked_out_deleted_nothing(life: Life) -> None:
    life.learned()
    life.commit()
    life.git("checkout", "-q", "--detach", "HEAD~1")
    assert life.learn().startswith("inserted")


def test_what_a_person_writes_or_adds_again_always_counts(life: Life) -> None:
    life.learned()
    life.delete()
    assert life.learn() == KEPT_OUT
    life.path.write_text(f"{life.path.read_text('utf-8')}- Gotcha: {SAID}\n", "utf-8")
    assert life.learn().startswith("unchanged")
    life.delete(SAID)
    added = life.quick("learnings", "add", f"Gotcha: {SAID}", "--json").json["entries"][0]
    assert added["id"] == ID
    assert life.learn().startswith("merged")


def test_a_bullet_without_a_comment_that_was_deleted_is_no_tombstone(life: Life) -> None:
    life.path.write_text(f"# Learnings\n\n- Gotcha: {SAID}\n", "utf-8")
    life.commit()
    assert life.learn(OTHER).startswith("inserted")
    life.delete(SAID)
    life.commit()
    assert life.learn().startswith("inserted")


def test_what_mem_took_out_itself_comes_back_as_ever(life: Life) -> None:
    life.learned()
    life.commit()
    config = life.repo / ".mem/config.yaml"
    config.write_text("eviction: {max_entries: 0, keep_entries: 0}\n", "utf-8")
    life.quick("prune")
    config.write_text("", "utf-8")
    life.commit()
    assert life.learn().startswith("revived")


def test_notes_that_a_repository_ships_are_not_read(life: Life) -> None:
    life.learned()
    life.delete()
    assert life.learn() == KEPT_OUT
    life.git("add", "-f", ".mem/local/lines.json", ".mem/local/history.json")
    assert life.learn().startswith("inserted")


def test_a_merge_deletes_nothing(life: Life) -> None:
    life.git("checkout", "-qb", "other")
    life.learned()
    life.commit()
    life.git("checkout", "-q", "main")
    (life.repo / "README").write_text("y\n", "utf-8")
    life.commit()
    life.git("merge", "-q", "-m", "m", "other")
    assert life.learn().startswith("merged")
    life.git("reset", "-q", "--hard", "HEAD~1")
    assert life.learn().startswith("inserted")


# -- what is -------------------------------------------------------------------------------------


@pytest.mark.parametrize("stored", [True, False], ids=["committed", "never committed"])
@pytest.mark.parametrize("after", [True, False], ids=["and committed", "and not committed"])
def test_a_deleted_line_does_not_come_back(stored: bool, after: bool, life: Life) -> None:
    life.learned()
    assert life.learn(OTHER).startswith("inserted")
    if stored:
        life.commit()
    life.delete()
    if after and stored:
        life.commit()
    for _ in range(3):
        assert life.learn() == KEPT_OUT
    assert ID not in life.path.read_text("utf-8")
    assert life.learn(OTHER).startswith("merged")
    events = life.quick("events", "--json").json["events"]
    assert [e["id"] for e in events if e["event"] == "learning.suppressed"] == [ID] * 3


def test_nor_does_it_in_other_words_or_under_another_label(life: Life) -> None:
    life.learned()
    life.commit()
    life.delete()
    life.commit()
    assert life.learn("The importer drops rows that hold a `semicolon`.") == KEPT_OUT
    ran = life.quick("extract", "--json", "--session", "x", input=f"Convention: {SAID}\n")
    assert [item["action"] for item in ran.json["items"]] == ["suppressed"]


def test_the_deletion_holds_in_another_clone_and_work_tree(life: Life, tmp_path: Path) -> None:
    life.learned()
    life.commit()
    life.delete()
    life.commit()
    for words in (["clone", "-q", "."], ["worktree", "add", "-q", "-b", "w"]):
        other = tmp_path / f"other-{words[0]}"
        life.git(*words, str(other))
        os.chdir(other)
        assert Life(life.quick, other).learn() == KEPT_OUT


def test_a_shallow_clone_knows_what_it_has(life: Life, tmp_path: Path) -> None:
    life.learned()
    life.commit()
    life.delete()
    life.commit()
    for depth, wanted in ((1, "inserted"), (2, KEPT_OUT)):
        other = tmp_path / f"depth-{depth}"
        life.git("clone", "-q", "--depth", str(depth), f"file://{life.repo}", str(other))
        os.chdir(other)
        assert Life(life.quick, other).learn().startswith(wanted)


def test_a_moved_file_keeps_its_past(life: Life) -> None:
    life.learned()
    assert life.learn(OTHER).startswith("inserted")
    life.commit()
    life.delete()
    life.commit()
    (life.repo / "docs").mkdir()
    life.git("mv", "learnings.md", "docs/notes.md")
    (life.repo / ".mem/config.yaml").write_text("paths: {learnings: docs/notes.md}\n", "utf-8")
    life.commit()
    life.path = life.repo / "docs/notes.md"
    assert life.learn() == KEPT_OUT
    life.delete(OTHER_ID)
    assert life.learn(OTHER) == KEPT_OUT


def test_what_a_branch_deleted_before_it_was_merged_stays_out(life: Life) -> None:
    life.git("checkout", "-qb", "other")
    life.learned()
    life.commit()
    life.delete()
    life.commit()
    life.git("checkout", "-q", "main")
    life.git("merge", "-q", "--no-ff", "-m", "m", "other")
    assert life.learn() == KEPT_OUT


def test_commits_of_other_files_do_not_bring_it_back(life: Life) -> None:
    life.learned()
    (life.repo / "README").write_text("y\n", "utf-8")
    life.git("commit", "-qm", "y", "README")
    life.delete()
    (life.repo / "README").write_text("z\n", "utf-8")
    life.git("commit", "-qm", "z", "--amend", "README")
    assert life.learn() == KEPT_OUT


def test_git_restore_counts_as_a_persons_hand(life: Life) -> None:
    life.learned()
    life.git("restore", "learnings.md")
    assert life.learn() == KEPT_OUT


def test_it_is_so_where_there_is_no_git(life: Life) -> None:
    shutil.rmtree(life.repo / ".git")
    life.learned()
    life.delete()
    assert life.learn() == KEPT_OUT


def test_a_purged_text_stands_in_none_of_the_notes(life: Life) -> None:
    life.learned()
    assert life.learn(OTHER).startswith("inserted")
    life.commit()
    assert life.learn(OTHER).startswith("merged")
    life.quick("learnings", "remove", "--purge", ID)
    life.commit()
    assert life.learn(OTHER).startswith("merged")
    for path in (life.repo / ".mem").rglob("*"):
        if path.is_file():
            assert SAID.encode() not in path.read_bytes(), path
