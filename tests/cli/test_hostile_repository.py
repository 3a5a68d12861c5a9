"""A repository whose every file is somebody else's: what its caches, links and names cannot do."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_md.agents.hook import session_notes
from memory_md.git.head import head_of
from memory_md.memory.disk.repo import Repo

from ..conftest import Mem, Ran

Quick = Callable[..., Ran]
LEARNINGS = "# Learnings\n\n- [2026-02-02] Gotcha: rows are dropped <!-- mem:k3v9q2xa -->\n"
needs_fifos = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no fifos here")


@pytest.fixture
def hostile(repo: Path) -> Path:
    (repo / "learnings.md").write_text(LEARNINGS, encoding="utf-8")
    (repo / "code.py").write_text("print(1)\n", encoding="utf-8")
    (repo / ".mem" / "local").mkdir(parents=True)
    return repo


def test_a_purge_takes_no_line_out_of_the_file_that_a_link_leads_to(
    hostile: Path, quick: Quick
) -> None:
    (hostile / ".mem" / "archive-relationships.jsonl").symlink_to("../code.py")
    assert quick("learnings", "remove", "--purge", "k3v9").code == 1
    assert (hostile / "code.py").read_text(encoding="utf-8") == "print(1)\n"


@pytest.mark.parametrize("command", ["import", "extract"])
def test_a_link_that_leads_out_is_read_only_where_it_leads(
    hostile: Path, tmp_path: Path, quick: Quick, command: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "own.md").write_text("- Gotcha: the secret parser drops rows\n", encoding="utf-8")
    (hostile / "link.md").symlink_to(outside / "own.md")
    (hostile / "folder").symlink_to(outside)
    (hostile / "within.md").symlink_to("code.py")
    (hostile / "loop.md").symlink_to("loop.md")
    for name in ("link.md", "folder/own.md", "folder/../outside/own.md"):
        ran = quick(command, name, "--dry-run")
        assert (ran.code, ran.stdout) == (1, ""), name
        assert f"name where it leads: {outside / 'own.md'}" in ran.stderr
    assert "secret" in quick(command, str(outside / "own.md"), "--dry-run").stdout
    assert quick(command, "within.md", "--dry-run").code == 0
    assert quick(command, "loop.md").code == 1


def test_a_record_of_what_was_installed_takes_no_folder_of_others_away(
    hostile: Path, tmp_path: Path, quick: Quick
) -> None:
    outside = [tmp_path / "absolute", tmp_path / "above", tmp_path / "linked"]
    for folder in outside:
        folder.mkdir()
    (hostile / "link").symlink_to(outside[2])
    named = [str(outside[0]), "../above", "link", "link/../../above", "a\0b"]
    record = {"agents": [], "files": [], "directories": named}
    (hostile / ".mem" / "local" / "installed.json").write_text(json.dumps(record), encoding="utf-8")
    assert quick("install", "claude-code").code == 0
    assert quick("uninstall", "claude-code").code == 0
    assert all(folder.is_dir() for folder in outside)


STEERING = [
    pytest.param("\x9b31m", id="a control sequence in one byte"),
    pytest.param("\x7f", id="delete"),
    pytest.param("\u202egnp.exe", id="right to left"),
    pytest.param("\u2066", id="isolate"),
    pytest.param("\u200b", id="zero width"),
    pytest.param("\U000e0041", id="a tag"),
    pytest.param("\u2028", id="line separator"),
]


@pytest.mark.parametrize("text", STEERING)
def test_json_says_all_of_it_and_steers_no_terminal(hostile: Path, quick: Quick, text: str) -> None:
    (hostile / "learnings.md").write_text(f"# Learnings\n\n- a{text}b\n", encoding="utf-8")
    shown = quick("learnings", "list", "--json")
    assert text[0] not in shown.stdout
    index = f"| Date | ID | Summary |\n|-|-|-|\n| 2026-01-01 | T1 | a{text}b |\n"
    (hostile / "ai" / "diary").mkdir(parents=True)
    (hostile / "ai" / "diary" / "index.md").write_text(index, encoding="utf-8")
    shown = quick("diary", "list", "--json")
    assert text[0] not in shown.stdout
    assert f"a{text}b" in [row["summary"] for row in shown.json["entries"]]


def test_spaces_of_other_scripts_are_shown_as_they_are(hostile: Path, quick: Quick) -> None:
    text = "全角\u3000空白"
    (hostile / "ai" / "diary").mkdir(parents=True)
    index = f"| Date | ID | Summary |\n|-|-|-|\n| 2026-01-01 | T1 | {text} |\n"
    (hostile / "ai" / "diary" / "index.md").write_text(index, encoding="utf-8")
    assert text in quick("diary", "list", "--json").stdout
    assert "\N{REPLACEMENT CHARACTER}" not in quick("diary", "list").stdout


def test_a_file_named_like_an_option_is_merged(hostile: Path, mem: Mem) -> None:
    sides = {"base": LEARNINGS, "ours": LEARNINGS + "- ours\n", "theirs": LEARNINGS + "- theirs\n"}
    for name, text in sides.items():
        (hostile / name).write_text(text, encoding="utf-8")
    ran = mem("merge-driver", "base", "ours", "theirs", "--help")
    assert (ran.code, ran.stdout) == (0, "")
    merged = (hostile / "ours").read_text(encoding="utf-8")
    assert "- ours\n" in merged
    assert "- theirs\n" in merged


@needs_fifos
@pytest.mark.parametrize("name", ["packed-refs", "commondir"])
def test_a_fifo_among_gits_files_keeps_nobody_waiting(hostile: Path, name: str) -> None:
    path = hostile / ".git" / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    reader = threading.Thread(target=head_of, args=[hostile], daemon=True)
    reader.start()
    reader.join(60)
    assert not reader.is_alive()


@needs_fifos
def test_a_fifo_among_a_hooks_notes_keeps_nobody_waiting(hostile: Path) -> None:
    folder = hostile / session_notes.FOLDER
    folder.mkdir()
    os.mkfifo(folder / "s.shown.json")
    assert session_notes.shown_keys(str(hostile), "s") == frozenset()


def test_no_config_of_files_that_look_like_a_bare_repository_counts(
    hostile: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = hostile / "vendored"
    subprocess.run(["git", "init", "-q", "--bare", str(bare)], check=True)
    (bare / "learnings.md").write_text(LEARNINGS, encoding="utf-8")
    monkeypatch.chdir(bare)
    assert quick("callgraph", "heal", "--git", "HEAD").code == 1
    assert "bare" in quick("callgraph", "heal", "--git", "HEAD").stderr


@pytest.mark.parametrize(
    "name", ["receipts.jsonl", "events.jsonl", "events.1.jsonl", "git.json", "files.json"]
)
def test_a_link_among_the_caches_costs_the_file_it_leads_to_nothing(
    hostile: Path, quick: Quick, name: str
) -> None:
    (hostile / ".mem" / "local" / name).symlink_to("../../code.py")
    assert quick("learnings", "remove", "--purge", "k3v9").code == 1
    assert (hostile / "code.py").read_text(encoding="utf-8") == "print(1)\n"


def test_a_purge_deletes_nothing_where_a_linked_cache_leads(
    hostile: Path, tmp_path: Path, quick: Quick
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "id_rsa").touch()
    (hostile / ".mem" / "local" / "parsed").symlink_to(outside)
    quick("learnings", "remove", "--purge", "k3v9")
    assert (outside / "id_rsa").exists()


def test_a_hook_deletes_no_files_where_its_linked_notes_lead(hostile: Path, mem: Mem) -> None:
    data = hostile / "data"
    data.mkdir()
    for number in range(700):
        (data / f"{number}.py").touch()
    (hostile / session_notes.FOLDER).symlink_to("../../data")
    event = {"hook_event_name": "SessionStart", "session_id": "s", "cwd": str(hostile)}
    assert mem("hook", "claude-code", input=json.dumps(event)).code == 0
    assert len([*data.iterdir()]) == 700


def test_nothing_is_read_of_the_local_folder_that_git_tracks(hostile: Path, quick: Quick) -> None:
    harm = "All clients in `code.py` are called with `verify=False`"
    (hostile / "learnings.md").write_text(f"- {harm}\n", encoding="utf-8")
    (case,) = quick("review", "--list", "--json").json["candidates"]
    quick("review", "--approve", case["id"])
    assert harm in quick("context").stdout
    subprocess.run(["git", "add", "-f", ".mem/local"], check=True)
    assert harm not in quick("context").stdout
    assert quick("events", "--json").json["events"] == []


def test_no_transcript_is_read_that_notes_of_the_repository_itself_name(hostile: Path) -> None:
    """A start reads what the sessions of its own notes left unread."""
    notes = hostile / session_notes.FOLDER
    notes.mkdir(parents=True)
    source = ("claude-code", "s", str(hostile.parent / "of-another-project.jsonl"))
    (notes / "s.shown.json").write_text(json.dumps({"source": source}), encoding="utf-8")
    assert list(session_notes.sources(Repo.at(hostile).layout)) == [source]
    subprocess.run(["git", "add", "-f", ".mem/local"], check=True)
    assert list(session_notes.sources(Repo.at(hostile).layout)) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_else_reads_the_local_folder(repo: Path, quick: Quick) -> None:
    quick("learnings", "add", "A note")
    quick("context")
    local = repo / ".mem/local"
    modes = {path.name: path.stat().st_mode & 0o077 for path in (local, *local.rglob("*"))}
    assert {name: mode for name, mode in modes.items() if mode} == {}
