"""`mem hook cursor` where Cursor's command line names no transcript, and how one is found then."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from memory_md.agents.hook.cursor_files import find_transcript

from ..conftest import Mem
from .test_hook import MEMORY, context_of, gotcha, is_silent, learned, payload, wait_for

ID = "0a1b2c3d-1111-4222-8333-0123456789ab"
LONG = "/private/tmp/work-501/Users/ada/code/switchboard_of_the_mill/deeper/still"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder))
    return folder


def kept(home: Path, slug: str, *, nested: bool = False, name: str = ID) -> Path:
    """An empty transcript where Cursor would keep it."""
    folder = home / ".cursor" / "projects" / slug / "agent-transcripts"
    file = folder / name / f"{name}.jsonl" if nested else folder / f"{name}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    return file


def slug_of(folder: Path) -> str:
    return "".join(c if c.isalnum() else "-" for c in str(folder).lstrip("/"))


# -- where a transcript is not -----------------------------------------------------------------


@pytest.mark.parametrize(
    "conversation",
    ["", ".", "..", "-", f"../{ID}", f"x/../{ID}", "/etc/passwd", "a\0b", "é", "x" * 65, "C:x"],
)
def test_what_is_no_id_finds_nothing(conversation: str, home: Path) -> None:
    kept(home, "m")
    (home / ".cursor" / "projects" / "m" / f"{ID}.jsonl").touch()
    assert find_transcript(conversation, ["/m"]) == ""


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param("home-ada-other", id="another workspace"),
        pytest.param("home-ada", id="above"),
        pytest.param("home-ada-mill-wheel", id="below"),
        pytest.param("home-157e277", id="cut too short to tell"),
        pytest.param("", id="no slug"),
        pytest.param("---", id="only hyphens"),
    ],
)
def test_a_conversation_of_another_workspace_is_not_found(slug: str, home: Path) -> None:
    kept(home, slug)
    assert find_transcript(ID, ["/home/ada/mill", "", "/"]) == ""


def test_nothing_is_found_where_nothing_is(home: Path) -> None:
    assert find_transcript(ID, ["/m"]) == ""
    kept(home, "m").unlink()
    assert find_transcript(ID, ["/m"]) == ""
    assert find_transcript(ID, []) == ""


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_that_leads_out_is_refused(home: Path, tmp_path: Path) -> None:
    file = kept(home, "m")
    file.unlink()
    (tmp_path / "secret").touch()
    file.symlink_to(tmp_path / "secret")
    assert find_transcript(ID, ["/m"]) == ""
    outside = kept(tmp_path / "elsewhere", "n").parents[1]
    (home / ".cursor" / "projects" / "n").symlink_to(outside)
    assert find_transcript(ID, ["/n"]) == ""


# -- where it is -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("folder", "slug"),
    [
        pytest.param("/home/ada/mill", "home-ada-mill", id="plain"),
        pytest.param("/home/ada/my_mill.v2", "home-ada-my-mill-v2", id="all replaced"),
        pytest.param("/home/ada/my_mill.v2", "home-ada-my_mill.v2", id="only slashes replaced"),
        pytest.param("/home/ada/a--b", "home-ada-a--b", id="run kept"),
        pytest.param("/home/ada/a--b", "home-ada-a-b", id="run joined"),
        pytest.param("C:\\Users\\ada\\mill", "c-Users-ada-mill", id="drive"),
        pytest.param("C:\\Users\\ada\\mill", "C--Users-ada-mill", id="drive and colon"),
        pytest.param("/home/übung/x", "home-bung-x", id="not ASCII"),
        pytest.param(LONG, "private-tmp-work-501-Users-ada-code-switchbo-157e277", id="cut"),
    ],
)
@pytest.mark.parametrize("nested", [False, True], ids=["flat", "nested"])
def test_a_transcript_is_found_by_id_and_workspace(
    folder: str, slug: str, nested: bool, home: Path
) -> None:
    kept(home, slug, name="5e6f7a8b-0000-4222-8333-0123456789ab")
    file = kept(home, slug, nested=nested)
    assert find_transcript(ID, ["/elsewhere", folder]) == str(file)


def test_of_two_copies_the_newer_is_taken(home: Path) -> None:
    files = [kept(home, slug) for slug in ("home-a-b", "home-a_b")]
    for older, newer in (files, files[::-1]):
        os.utime(older, (1, 1))
        os.utime(newer, (2, 2))
        assert find_transcript(ID, ["/home/a/b"]) == str(newer)


# -- a whole conversation ----------------------------------------------------------------------


def said(number: int) -> list[dict[str, Any]]:
    """A prompt, a call and an answer, as Cursor writes them; two messages."""
    prompt = (
        f"<timestamp>Monday</timestamp>\n<attached_files>\n{gotcha(number + 100)}\n"
        f"</attached_files>\n<user_query>\nDo step {number}.\n</user_query>"
    )
    call = {"type": "tool_use", "name": "StrReplace", "input": {"path": f"src/step{number}.c"}}
    return [
        {"role": "user", "message": {"content": [{"type": "text", "text": prompt}]}},
        {
            "role": "assistant",
            "message": {"content": [{"type": "text", "text": "[REDACTED]"}, call]},
        },
        {
            "role": "assistant",
            "message": {"content": [{"type": "text", "text": f"{gotcha(number)}\n\n[REDACTED]"}]},
        },
    ]


def test_a_conversation_of_cursors_command_line_is_learned_from(
    mem: Mem, repo: Path, home: Path
) -> None:
    (repo / "learnings.md").write_text(MEMORY, encoding="utf-8")
    file = kept(home, slug_of(repo))
    env = {"HOME": str(home), "USERPROFILE": str(home)}

    def hook(moment: str, steps: int) -> Any:
        records = [record for step in range(steps) for record in said(step)]
        records.append({"type": "turn_ended", "status": "success"})
        file.write_text(
            "".join(json.dumps(r, separators=(",", ":")) + "\n" for r in records), encoding="utf-8"
        )
        given = json.loads(payload("cursor", moment, repo, session=ID))
        given["transcript_path"] = None
        (repo / "transcript.jsonl").unlink()
        return mem("hook", "cursor", input=json.dumps(given), env=env)

    assert "Token expiry" in context_of(hook("start", 0), "cursor")
    assert is_silent(hook("turn", 2))
    assert learned(repo) == MEMORY
    assert is_silent(hook("turn", 3))
    assert learned(repo).count("queue_") == 3
    assert is_silent(hook("turn", 5))
    assert learned(repo).count("queue_") == 3, "four messages are too few"
    assert is_silent(hook("end", 5))
    wait_for("queue_4", repo)
    assert "Modified files: src/step0.c, src/step1.c, src/step2.c <!--" in learned(repo)
    assert "Modified files: src/step3.c, src/step4.c <!--" in learned(repo)
    assert learned(repo).count("queue_") == 5, "an attached file said nothing"
    assert "seen=" not in learned(repo)
    again = mem("extract", str(file), "--json").json
    assert again["session"] == ID
    assert again["items"] == []
