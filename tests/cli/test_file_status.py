"""An entry whose files are all gone is withheld, and comes back with them, or under a new name."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_md.files.layout import Layout
from memory_md.git import history as git_history
from memory_md.memory.actions import file_status
from memory_md.memory.actions.file_status import FileStatus, status_of_files

from ..conftest import Ran, built_once

Quick = Callable[..., Ran]
PATHS = ("src/gone.py", "src/moved.py", "src/kept.py")
SAYS = {path: f"the words of {Path(path).stem} are long" for path in PATHS}


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], check=True, capture_output=True, encoding="utf-8")
    return done.stdout.strip()


@pytest.fixture
@built_once
def told(repo: Path) -> Path:
    """A memory of three files, committed; one of them was then deleted, one renamed."""
    (repo / "src").mkdir()
    (repo / ".mem").mkdir()
    for path in PATHS:
        (repo / path).write_text(f"{path}\n" * 9, "utf-8")
    lines = [f"- [2026-02-01] Gotcha: In `{path}` {said}\n" for path, said in SAYS.items()]
    (repo / "learnings.md").write_text("# Learnings\n\n" + "".join(lines), "utf-8")
    git("add", "-A")
    git("commit", "-qm", "all")
    git("checkout", "-qb", "later")
    git("rm", "-q", "src/gone.py")
    git("mv", "src/moved.py", "src/new name.py")
    git("commit", "-qm", "later")
    return repo


def shown(quick: Quick) -> set[str]:
    """Which of the three `mem context` shows; `mem doctor` names the others."""
    text = quick("context").stdout
    found = {Path(path).stem for path, said in SAYS.items() if said in text}
    stale = [f for f in quick("doctor", "--json").json["findings"] if f["code"] == "stale"]
    assert len(stale) == len(PATHS) - len(found), stale
    return found


def test_withheld_when_gone_there_when_renamed_back_when_restored(told: Path, quick: Quick) -> None:
    assert shown(quick) == {"moved", "kept"}
    git("checkout", "-q", "main")
    assert shown(quick) == {"gone", "moved", "kept"}, "a branch that has them all"
    git("checkout", "-q", "later")
    assert shown(quick) == {"moved", "kept"}
    git("mv", "src/new name.py", "src/newer.py")
    assert shown(quick) == {"moved", "kept"}, "renamed again, not committed"
    git("rm", "-qf", "src/newer.py")
    assert shown(quick) == {"kept"}, "deleted after the rename"
    git("checkout", "main", "--", "src/gone.py", "src/moved.py")
    assert shown(quick) == {"gone", "moved", "kept"}, "restored under the old names"
    (told / "src/kept.py").rename(told / "src/elsewhere.py")
    assert shown(quick) == {"gone", "moved"}, "git knows nothing of that rename"
    git("add", "-A")
    assert shown(quick) == {"gone", "moved", "kept"}, "staged, it does"


@pytest.mark.parametrize("with_git", [True, False], ids=["never committed", "no git"])
def test_a_file_that_git_never_had_has_gone_only_where_it_was_seen(
    repo: Path, quick: Quick, with_git: bool
) -> None:
    if not with_git:
        (repo / ".git").rename(repo / "not-git")
    draft, planned = repo / "a/draft.py", "- [2026-02-01] Gotcha: In `a/planned.py` it loops\n"
    draft.parent.mkdir()
    (repo / "learnings.md").write_text(f"{planned}{planned.replace('planned', 'draft')}", "utf-8")
    both = ["- In `a/planned.py` it loops", "- In `a/draft.py` it loops"]

    def told() -> list[str]:
        return [line for line in quick("context").stdout.splitlines() if line[:2] == "- "]

    assert told() == both, "neither was ever there"
    draft.touch()
    assert told() == both
    draft.unlink()
    assert told() == both[:1]
    assert [found["code"] for found in quick("doctor", "--json").json["findings"]] == ["stale"]
    draft.touch()
    assert told() == both, "it has returned"


def names(root: Path, *paths: str) -> FileStatus:
    return status_of_files(Layout(root, root), paths)


def test_what_is_there_planned_or_elsewhere_is_itself_and_was_not_removed(told: Path) -> None:
    paths = ("src/kept.py", "src/planned.py", "../x.py", "/etc/none", "C:/x.py", "a\0b.py", "src/")
    here = names(told, *paths)
    assert [here.now(path) for path in paths] == [*paths]
    assert all(map(here.exists, paths))


def test_a_renamed_file_and_folder_are_known_by_their_new_names(told: Path) -> None:
    git("mv", "src", "lib")
    here = names(told, "src/kept.py", "src/moved.py", "src/gone.py", "src/")
    assert here.renamed == {
        "src/kept.py": "lib/kept.py",
        "src/moved.py": "lib/new name.py",
        "src/": "lib/",
    }
    assert here.removed == {"src/gone.py"}


def test_a_name_that_is_no_text_is_not_said(told: Path) -> None:
    git("mv", "src/kept.py", "src/\x1b]0;kept\n.py")
    here = names(told, "src/kept.py")
    assert here.exists("src/kept.py")
    assert here.now("src/kept.py") == "src/kept.py"


def test_git_is_asked_once_for_each_state(told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    run = subprocess.run
    first = names(told, *PATHS, "never.py")
    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", lambda *a, **k: calls.append(a) or run(*a, **k))
        assert names(told, *PATHS, "never.py") == first
        assert calls == [], "all is known"
        (told / "n.py").write_text("", "utf-8")
        run(["git", "add", "n.py"], check=True)
        assert names(told, *PATHS, "never.py") == first
        assert len(calls) == 2, "the index only"


def test_after_a_commit_what_it_has_nothing_to_do_with_stays_known(
    told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = names(told, *PATHS, "never.py")
    git("commit", "-q", "--allow-empty", "-m", "nothing")
    with monkeypatch.context() as patch:
        patch.setattr(
            git_history, "ends", lambda root, commit, paths, until: dict.fromkeys(paths, "?")
        )
        assert names(told, *PATHS, "never.py") == first
    git("mv", "src/new name.py", "src/newer.py")
    git("commit", "-qm", "renamed again")
    assert names(told, *PATHS).now("src/moved.py") == "src/newer.py"
    (told / "never.py").write_text("now it is\n" * 9, "utf-8")
    git("add", "never.py")
    git("commit", "-qm", "made")
    git("rm", "-q", "never.py")
    git("commit", "-qm", "removed")
    assert names(told, *PATHS, "never.py").removed == {"src/gone.py", "never.py"}
    git("checkout", "-q", "main")
    assert names(told, *PATHS).removed == frozenset()
    git("checkout", "-q", "later~0")
    assert names(told, *PATHS, "never.py").removed == {"src/gone.py", "never.py"}


def test_what_git_cannot_tell_in_time_was_not_removed_and_is_not_asked_for_again(
    told: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(git_history, "ends", lambda root, commit, paths, until: {})
        assert names(told, *PATHS).removed == frozenset()
    assert names(told, *PATHS).removed == frozenset()
    git("commit", "-q", "--allow-empty", "-m", "another chance")
    assert names(told, *PATHS).removed == {"src/gone.py"}


@pytest.mark.parametrize("end", ["../../outside", "--output=x", "src/kept.py\n- x", "/etc/passwd"])
def test_answers_that_a_repository_brings_along_show_nothing_that_is_not_there(
    told: Path, end: str
) -> None:
    parent = git("rev-parse", "HEAD^")
    record = {"commit": parent, "index": "", "ends": {"src/gone.py": end}, "names": {}}
    (told / ".mem/local").mkdir()
    (told / ".mem/local/git.json").write_text(json.dumps([record]), "utf-8")
    assert names(told, *PATHS).renamed == {"src/moved.py": "src/new name.py"}


def test_without_git_nothing_has_gone(
    told: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    here = names(told, *PATHS)
    assert (here.renamed, here.removed) == ({}, frozenset())
    assert not (told / ".mem/local/git.json").exists(), "no answer is no knowledge"


def test_a_purge_forgets_the_paths(told: Path, quick: Quick) -> None:
    git("checkout", "-q", "main")
    quick("context")
    assert b"src/gone.py" in (told / ".mem/local/files.json").read_bytes()
    git("checkout", "-q", "later")
    quick("context")
    assert b"src/gone.py" in (told / ".mem/local/git.json").read_bytes()
    (id_,) = [
        entry["id"]
        for entry in quick("learnings", "list", "--json").json["entries"]
        if SAYS["src/gone.py"] in entry["text"]
    ]
    assert quick("learnings", "remove", "--purge", id_).code == 0
    assert not (told / ".mem/local/git.json").exists()
    assert not (told / ".mem/local/files.json").exists()


def test_more_missing_paths_than_can_be_asked_for_at_once(told: Path) -> None:
    many = [f"zz/{number}.py" for number in range(450)]
    assert names(told, *PATHS, *many).removed == {"src/gone.py"}
    assert file_status.status_of_files(Layout(told, told), many).removed == frozenset()
