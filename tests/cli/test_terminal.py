"""`mem` on a terminal: what a person sees there, and what their editor does."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_md.base.identity import entry_id

from .terminal import on_terminal

pytest.importorskip("pty", reason="no pseudo-terminals here")

GOTCHA = "The pump stalls at night"
ID = entry_id("gotcha", GOTCHA)
LEARNINGS = f"# Learnings\n\n- [2026-02-02] Gotcha: {GOTCHA} <!-- mem:{ID} from=T1 -->\n"
DIARY = (
    "| Date | ID | Type | Summary | Status |\n|---|---|---|---|---|\n"
    "| 2026-02-01 | T-1 | problem | it broke | done |\n"
)


@pytest.fixture
def memory(repo: Path) -> Path:
    (repo / "learnings.md").write_text(LEARNINGS, encoding="utf-8")
    (repo / "ai" / "diary").mkdir(parents=True)
    (repo / "ai" / "diary" / "index.md").write_text(DIARY, encoding="utf-8")
    return repo


@pytest.mark.parametrize("call", ["learnings list", "diary list", "search pump", "doctor"])
def test_without_colours_nothing_steers_the_terminal(call: str, memory: Path) -> None:
    code, shown = on_terminal(memory, *call.split(), NO_COLOR="1")
    assert (code, "\x1b" in shown) == (0, False)


def test_an_editor_that_is_left_as_it_was_vouches_for_nothing(memory: Path) -> None:
    code, shown = on_terminal(memory, "learnings", "edit", ID, EDITOR="true", VISUAL="")
    assert (code, shown.split()) == (0, ["nothing", "was", "changed"])
    assert (memory / "learnings.md").read_text(encoding="utf-8") == LEARNINGS


def test_a_terminal_has_colours(memory: Path) -> None:
    assert "\x1b[" in on_terminal(memory, "learnings", "list", NO_COLOR="")[1]


def test_the_editor_changes_the_entry(memory: Path) -> None:
    code, _ = on_terminal(memory, "learnings", "edit", ID, EDITOR="sed -i s/night/noon/", VISUAL="")
    line = (memory / "learnings.md").read_text(encoding="utf-8").splitlines()[-1]
    assert (code, "at noon" in line, " manual" in line) == (0, True, True)
