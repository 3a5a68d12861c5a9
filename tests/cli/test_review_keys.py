"""`mem review` on a terminal: single keys decide about one candidate after another."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memory_md.base.identity import entry_id
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.disk.inbox import write_inbox
from memory_md.memory.model.pending import Pending

from ..conftest import Ran
from ..rows import check_rows
from . import terminal
from .conftest import tree_of

pytest.importorskip("pty", reason="no pseudo-terminals here")

NOON = datetime(2026, 2, 2, 12, tzinfo=UTC)
Quick = Callable[..., Ran]
HANGS = "The retry loop hangs because `fetch_all` never closes its socket"
SLOW = "The nightly `report` job is slow because the cursor fetches each row by itself"
SKIPS = "The `load_rows` parser skips headers because the file is read twice"
LATE = "The mailer sends twice because its lock is on the wrong row"
TEXTS = (HANGS, SLOW, SKIPS, LATE)
IDS = tuple(entry_id("learning", text) for text in TEXTS)
OLD = "Tokens live for 15 minutes in `login`"
NEW = "Tokens live for 30 minutes in `login`"


def waiting_memory(root: Path, *more: Pending) -> None:
    """Four candidates that wait, the first three of one session."""
    place = Workspace(root, NOON, root=str(root))
    repo = place.memory()
    with repo.without_undo().writing():
        write_inbox(repo.layout, repo.settings.inbox, {one.id: one for one in (*inbox(), *more)})


def inbox() -> Sequence[Pending]:
    tasks = ("jobs", "jobs", "jobs", "mail")
    return [
        Pending(
            entry_id("learning", text),
            "learning",
            text,
            f"2026-02-0{day}T08:00:00.000Z",
            task,
            source="chat.json",
            line=day,
            reason="not sure enough",
            quote=f"I think that {text[0].lower()}{text[1:]}.",
        )
        for day, (text, task) in enumerate(zip(TEXTS, tasks, strict=True), 1)
    ]


def on_terminal(root: Path, typed: str, **environment: str) -> tuple[int, str]:
    """What a person sees who types these keys when they are asked."""
    return terminal.on_terminal(root, "review", typed=typed, after="help >", **environment)


def texts(quick: Quick, *flags: str) -> list[str]:
    return [entry["text"] for entry in quick("learnings", "list", "--json", *flags).json["entries"]]


def left(quick: Quick) -> list[str]:
    return [one["text"] for one in quick("review", "--json").json["candidates"]]


# -- what must not happen --------------------------------------------------------------------------


def test_without_a_terminal_nobody_is_asked(repo: Path, quick: Quick) -> None:
    waiting_memory(repo)
    before = tree_of(repo, local=True)
    ran = quick("review", input="kkkk")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.stdout.splitlines()] == [*IDS]
    assert tree_of(repo, local=True) == before


def test_keys_that_decide_nothing_change_nothing(repo: Path) -> None:
    waiting_memory(repo)
    before = tree_of(repo, local=True)
    for typed in ("\x04", "x1\x1b[A\x1b?luq", "usxslllll"):
        code, shown = on_terminal(repo, typed)
        assert (code, shown.rstrip().endswith("4 wait")) == (0, True), (typed, shown)
    assert tree_of(repo, local=True) == before


def test_an_agent_is_refused_before_anything_is_shown(repo: Path) -> None:
    waiting_memory(repo)
    code, shown = on_terminal(repo, "", CLAUDECODE="1")
    assert (code, "fetch_all" in shown) == (1, False)


def test_an_editor_that_leaves_nothing_or_fails_decides_nothing(repo: Path, quick: Quick) -> None:
    waiting_memory(repo)
    for editor in ("truncate -s0", "no-such-editor"):
        code, _ = on_terminal(repo, "eq", EDITOR=editor, VISUAL="")
        assert code == 0
    assert (texts(quick), left(quick)) == ([], [*TEXTS])


def test_text_from_a_session_does_not_steer_the_terminal(repo: Path) -> None:
    evil = "Ring \x1b]0;owned\x07 the \u202ebell in `f.py`"
    one = Pending(
        entry_id("learning", evil), "learning", evil, "2026-02-01", "\x1b[2Jt", quote=evil
    )
    waiting_memory(repo, one)
    for colours in ("1", ""):
        _, shown = on_terminal(repo, "lllllq", NO_COLOR=colours)
        assert not {"\x07", "\u202e"} & set(shown)
        assert "\x1b]" not in shown
        assert "\x1b[2J" not in shown
        assert ("\x1b" in shown) is not bool(colours)


def test_what_another_command_changed_since_is_not_undone(repo: Path, quick: Quick) -> None:
    waiting_memory(repo)
    editor = repo / "editor.sh"
    editor.write_text(f'"{sys.executable}" -m memory_md_cli learnings add mine\n', encoding="utf-8")
    # The editor changes the memory while it is open, and leaves nothing.
    editor.write_text(editor.read_text(encoding="utf-8") + ': > "$1"\n', encoding="utf-8")
    _, shown = on_terminal(repo, "keuq", EDITOR=f"sh {editor}", VISUAL="")
    assert "something else changed the memory" in shown
    assert {*texts(quick)} == {HANGS, "mine"}


# -- what the keys do ------------------------------------------------------------------------------

KEYS: list[Any] = [
    pytest.param("lkdq", [SLOW], [SKIPS], [HANGS, LATE], "1 kept, 1 dropped, 2 wait", id="each"),
    pytest.param("KdKD", [HANGS, SKIPS], [SLOW, LATE], [], "nothing waits for review", id="all"),
    pytest.param("kduudq", [], [HANGS], [SLOW, SKIPS, LATE], "1 dropped", id="two undone, drop"),
    pytest.param("sdusklq", [HANGS, SLOW, SKIPS], [], [LATE], "3 kept, 1 waits", id="session"),
    pytest.param("slkq", [LATE], [], [HANGS, SLOW, SKIPS], "1 kept, 3 wait", id="session later"),
]


@check_rows("typed,kept,dropped,waits,told", KEYS)
def test_each_key_does_what_it_says(
    repo: Path, quick: Quick, typed: str, kept: Any, dropped: Any, waits: Any, told: str
) -> None:
    for file in (*repo.glob("*.md"), *repo.glob(".mem/*.*")):
        file.unlink()
    waiting_memory(repo)
    code, shown = on_terminal(repo, typed)
    assert (code, told in shown) == (0, True), shown
    assert sorted(texts(quick)) == sorted(kept)
    assert sorted(texts(quick, "--archived")) == sorted(dropped)
    assert left(quick) == waits


def test_each_candidate_is_shown_with_its_evidence_and_what_it_contradicts(
    repo: Path, quick: Quick
) -> None:
    quick("learnings", "add", "-c", "decision", OLD)
    at = "2026-02-05T08:00:00.000Z"
    waiting_memory(
        repo, Pending(entry_id("decision", NEW), "decision", NEW, at, "late", who="person")
    )
    _, shown = on_terminal(repo, "llllq", NO_COLOR="1")
    for words in (
        *("1 of 5", "session jobs, 2 more of it", "said by an agent on 2026-02-01, chat.json:1"),
        *(
            "waits: not sure enough",
            "I think that the retry loop",
            "5 of 5",
            "a person on 2026-02-05",
        ),
        f"contradicts {entry_id('decision', OLD)} (confidence 1.00, yours)",
        f"Decision: {OLD}",
    ):
        assert words in shown, words
    assert max(map(len, shown.splitlines())) <= 80


def test_the_editor_words_what_is_kept(repo: Path, quick: Quick) -> None:
    waiting_memory(repo)
    code, _ = on_terminal(
        repo, "eq", EDITOR="sed -i 's/retry/RETRY/; s/Learning/Gotcha/'", VISUAL=""
    )
    (entry,) = quick("learnings", "list", "--json").json["entries"]
    assert (code, entry["text"], entry["kind"]) == (0, HANGS.replace("retry", "RETRY"), "gotcha")
    assert (entry["manual"], entry["confidence"], entry["from"]) == (True, 1.0, ["jobs"])
    assert on_terminal(repo, "eq", EDITOR="true", VISUAL="")[0] == 0
    assert {
        one["text"]: one["manual"] for one in quick("learnings", "list", "--json").json["entries"]
    }[SLOW] is False


def test_an_edit_is_undone_as_one(repo: Path, quick: Quick) -> None:
    waiting_memory(repo)
    on_terminal(repo, "euq", EDITOR="sed -i s/retry/RETRY/", VISUAL="")
    assert (texts(quick), left(quick)) == ([], [*TEXTS])


def test_where_nothing_waits_it_says_so(repo: Path) -> None:
    (repo / "learnings.md").write_text("# Learnings\n", encoding="utf-8")
    code, shown = on_terminal(repo, "")
    assert (code, shown.split()) == (0, ["nothing", "waits", "for", "review"])
