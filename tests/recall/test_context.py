"""Laws of the block, prompts that bring nothing, and entries at the place where they matter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.tokens import estimate_tokens
from memory_md.memory.memory import Memory
from memory_md.memory.model import Candidate, Entry, Standing
from memory_md.memory.opening import Opened, open_root
from memory_md.memory.writing import changing
from memory_md.recall.block import EARLIER, SECTIONS, BlockLine, fitted, text_of
from memory_md.recall.candidates import STANDING, RankedEntry, in_order
from memory_md.recall.context import Task, at_place, context, matching, window_budget

from ..conftest import Mem

IDLE = (
    *("", "ok", "Continue.", "thanks, looks good", "yes", "go ahead", "do it", "lgtm", "try again"),
    *("perfect, next", "great job", "nice, thank you!", "what do you think?", "run it", "wait"),
    *("ja, mach das", "继续", "d'accord, continue", "sí, sigue", "sounds good, please proceed"),
)
Remember = Callable[..., Opened]


@pytest.fixture
def remember(mem: Mem, memory: Path) -> Remember:
    def stored(*texts: str, **fields: object) -> Opened:
        opened = open_root(memory, "2026-02-02T12:00:00.000Z")

        def work(memory: Memory) -> None:
            for text in texts:
                memory.store(Candidate("gotcha", text, task="t", **fields))  # type: ignore[arg-type]

        changing(opened, "test", work)
        return opened

    return stored


lines = st.builds(
    BlockLine, st.sampled_from([name for name, _ in SECTIONS]), st.text(min_size=1, max_size=300)
)


@given(st.lists(lines, max_size=40), st.integers(1, 1500), st.booleans(), st.booleans())
def test_no_block_is_over_its_budget_and_every_line_is_whole(
    found: list[BlockLine], budget: int, fence: bool, brief: bool
) -> None:
    block = fitted(found, budget, fence=fence, brief=brief)
    assert block.tokens == estimate_tokens(block.text) <= budget
    assert block.text == text_of(block.lines, fence=fence, brief=brief)
    assert all(line in found for line in block.lines)


@given(st.lists(lines, max_size=20))
def test_all_lines_are_in_where_there_is_room(found: list[BlockLine]) -> None:
    assert list(fitted(found, 1_000_000).lines) == found


def test_a_line_behind_one_that_is_too_long_is_in_and_the_budget_is_used_up() -> None:
    long, short = BlockLine(EARLIER, "too long " * 90), BlockLine(EARLIER, "short")
    assert fitted([long, short], 60).lines == (short,)
    block = fitted([short], 1000)
    assert fitted([short], block.tokens) == replace(block, budget=block.tokens)


def test_of_equal_entries_that_of_the_nearest_memory_comes_first() -> None:
    found = [RankedEntry(Entry(str(n), "gotcha", "Caches are gob files"), n) for n in (1, 0)]
    assert max(found, key=lambda one: one.rank).layer == 0


def test_persons_standing_words_leave_half_of_the_room_for_a_turn_of_the_others() -> None:
    person = Standing(who="person")
    rules = [Entry(f"r{n}", "convention", f"Rule {n} of all", standing=person) for n in range(20)]
    other = Entry("other", "gotcha", "Uploads retry twice")
    found = [RankedEntry(entry) for entry in (*rules, other)]
    ids = [line.id for line in in_order(found, sum(one.line.tokens for one in found[:20]))]
    assert 8 <= ids.index("other") <= 10
    assert sorted(ids) == sorted(one.entry.id for one in found)


@pytest.mark.parametrize(
    ("kind", "who", "is_standing"),
    [("convention", "person", True), ("convention", "agent", False), ("gotcha", "person", False)],
)
def test_what_stands_is_a_persons_word_on_how_to_work(
    kind: str, who: str, is_standing: bool
) -> None:
    entry = Entry("a", kind, "Uploads retry twice", standing=Standing(who=who))
    assert (RankedEntry(entry).tier == STANDING) is is_standing


def test_what_fits_best_has_room_first() -> None:
    entries = [Entry(str(n), "gotcha", "Uploads retry twice") for n in range(3)]
    found = [RankedEntry(entry, words_score=n / 4) for n, entry in enumerate(entries)]
    assert [line.id for line in in_order(found, 10**4)] == ["2", "1", "0"]


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_window_gives_from_150_to_500_tokens(window: int, used: int) -> None:
    assert 150 <= window_budget(window, used) <= 500


# -- a prompt ---------------------------------------------------------------------------------


@pytest.mark.parametrize("prompt", IDLE)
def test_an_idle_prompt_brings_nothing(remember: Remember, prompt: str) -> None:
    opened = remember(
        "the next job runs the good tests twice", "continue a run with make go", "继续 before 确认"
    )
    assert matching(opened, prompt).text == ""


def test_a_prompt_brings_what_it_calls_for_once_and_within_its_budget(remember: Remember) -> None:
    opened = remember(
        "uploads retry twice, so the handler must be idempotent",
        "the parser lives in src/parse.py and reads no tabs",
        *(
            f"uploads of kind {number} go to bucket{number} over the slow line"
            for number in range(40)
        ),
    )
    block = matching(opened, "Why does the handler see uploads twice?")
    assert block.lines[0].text.startswith("uploads retry twice")
    assert block.tokens <= 400
    again = matching(opened, "Why does the handler see uploads twice?", without=block.ids)
    assert not set(again.ids) & set(block.ids)
    assert [one.text[:10] for one in matching(opened, "tidy src/parse.py").lines] == ["the parser"]


def test_a_trigger_brings_its_entry(remember: Remember) -> None:
    remember("Bun only, never pnpm", when=("run the unit tests",))
    opened = remember("Caches are gob files", "Segments are sorted by name")
    assert matching(opened, "please run all unit tests").lines[0].text == "Bun only, never pnpm"


def test_what_the_agent_loads_by_itself_is_left_out(remember: Remember) -> None:
    opened = remember("Never edit the lock file by hand", "Uploads retry twice")
    block = context(
        opened, Task(), loaded="# Rules\n\n- **Never** edit the lock file\n  by hand.\n"
    )
    assert [line.text for line in block.lines] == ["Uploads retry twice"]
    assert [reason for _, reason in block.left_out] == ["the agent loads it by itself"]


def test_a_short_line_is_not_left_out_for_words_that_hold_it(remember: Remember) -> None:
    opened = remember("Use uv")
    assert context(opened, Task(), loaded="Never use uv here, but pip.").ids


def test_a_file_alone_is_enough_of_a_prompt(remember: Remember) -> None:
    opened = remember("x.py reads no tabs")
    assert matching(opened, "look at x.py").ids
    assert not matching(opened, "look at tabs").ids


# -- a place ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("src/other.py", []),
        ("src/pay.py.bak", []),
        ("docs/pay.md", []),
        ("src/pay.py", ["src/pay.py rounds twice"]),
        ("{root}/src/pay.py", ["src/pay.py rounds twice"]),
        ("web/app.css", ["No colours outside of *.css"]),
        ("lib/queue.go", ["Jobs are taken in order"]),
    ],
)
def test_a_file_brings_what_names_it(remember: Remember, path: str, found: list[str]) -> None:
    remember("Jobs are taken in order", files=("lib/queue.go",))
    opened = remember("src/pay.py rounds twice", "No colours outside of *.css", "Run make lint")
    place = path.replace("{root}", str(opened.place.root))
    assert [entry.text for entry in at_place(opened, path=place)] == found


def test_an_error_brings_what_speaks_of_it(remember: Remember) -> None:
    opened = remember(
        "After `database is locked` stop the watcher: it holds the file", "Run make lint"
    )
    assert at_place(opened, error="exit status 1") == []
    found = at_place(opened, error="sqlite3.OperationalError: database is locked")
    assert [entry.text[:10] for entry in found] == ["After `dat"]
    assert at_place(opened, error="database is locked", without=[found[0].id]) == []


def test_an_error_brings_nothing_that_shares_two_of_its_many_words(remember: Remember) -> None:
    opened = remember("The database of the watcher is in the cellar")
    words = "importer invoices printer gateway schema queue token cursor retry deploy"
    assert at_place(opened, error=f"database watcher {words}") == []
    assert at_place(opened, error="database watcher")


def test_of_two_entries_about_a_file_the_surer_fit_comes_first(remember: Remember) -> None:
    opened = remember("No floats in *.py", "src/pay.py rounds twice")
    found = at_place(opened, path="src/pay.py", limit=1)
    assert [entry.text for entry in found] == ["src/pay.py rounds twice"]


def test_a_place_brings_two_at_most(remember: Remember) -> None:
    opened = remember(*(f"src/pay.py needs step {number}" for number in range(5)))
    assert len(at_place(opened, path="src/pay.py")) == 2
    assert len(at_place(opened, path="src/pay.py", limit=4)) == 4
