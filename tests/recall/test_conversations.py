"""What an earlier talk about the files at hand came to: what must not be told stands first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_md.recall.rules.conversations import (
    is_clear,
    is_talk,
    likely,
    of_one_matter,
    told_turns,
)
from memory_md.sessions.model import FoundPassage, FoundSession, Passage
from tests.conftest import Mem

TALK = (
    ("person", "Late rows land in today's partition, see pipelines/orders.py."),
    ("agent", "They could go to a side table instead, or be dropped and counted. What is late?"),
    ("person", "2. 72h. call it quarantine_late. nothing gets dropped ever"),
    ("agent", "Done: rows later than 72 hours are written to `quarantine_late`. 14 tests pass."),
    ("person", "k"),
)
BUG = "The dashboard of last month changed: late rows vanish or land in the wrong partition."


def talk(
    *turns: tuple[str, str], score: float = 10.0, at: str = "2026-10-19", number: int = 1
) -> FoundSession:
    passages = tuple(
        Passage("s1", "person" if who == "person" else "agent", text, at=at) for who, text in turns
    )
    return FoundSession("s1", "t1", "", at, score, (), passages, number)


def match(score: float, *, terms: tuple[str, ...] = (), has_file: bool = False) -> FoundSession:
    passage = FoundPassage(Passage("s", "person", "text"), 1.0, 0.2, terms, has_file)
    return FoundSession(f"s{score}", "t", "", "2026-10-19", score, (passage,))


def told(*talks: FoundSession) -> list[str]:
    return [one.text for one in told_turns(talks)]


def test_work_on_many_files_and_what_an_agent_says_to_itself_are_no_talk() -> None:
    many = ("agent", "Read `src/a.py`, `src/b.py`, `src/c.py` and `src/d.py`.")
    steps = [("agent", f"Now I look at step {number}.") for number in range(12)]
    assert not is_talk(talk(*TALK, many))
    assert not is_talk(talk(*TALK, *steps))
    assert not is_talk(talk())
    assert is_talk(talk(*TALK))


def test_neither_the_first_words_nor_a_bare_yes_nor_a_question_are_told() -> None:
    assert told(talk(TALK[0], ("agent", "Shall I look into it?"), ("person", "yes"))) == []
    assert told(talk(TALK[0], ("agent", "ok"), ("person", "What about the closed months?"))) == []


def test_closing_lines_of_a_report_are_not_told_again_beside_their_entries() -> None:
    report = (
        "Done: each retry logs the numbers of its rows.\n\n"
        "Decision: stream the rows of a file, because files reach 4 GB.\n"
        "- **Gotcha:** the proxy drops connections after 30 s of silence.\n"
    )
    assert (
        told(talk(*TALK[:3], ("agent", report)))[1]
        == "Done: each retry logs the numbers of its rows."
    )


def test_an_answer_comes_first_then_what_was_done_then_what_was_proposed() -> None:
    assert told(talk(*TALK)) == [
        "2. 72h. call it quarantine_late. nothing gets dropped ever",
        "Done: rows later than 72 hours are written to `quarantine_late`. 14 tests pass.",
        "They could go to a side table instead, or be dropped and counted.",
    ]


def test_what_a_newer_talk_speaks_of_is_not_told_from_the_older_one() -> None:
    older = talk(
        ("person", "There is no upper bound for fines."),
        ("agent", "They could count open days."),
        ("person", "Open days are lovely for Christmas. At most 10 euros for each late item."),
    )
    newer = talk(
        ("person", "The bound of 10 euros for each item is too much for a mum with six books."),
        ("agent", "Then one for the whole account."),
        ("person", "Five euros for the account, however many items are late."),
        number=2,
    )
    assert told(newer, older) == [
        "Five euros for the account, however many items are late.",
        "Open days are lovely for Christmas.",
    ]


def test_a_session_that_names_the_file_is_asked_where_the_best_does_not() -> None:
    best, named, far = match(14.0), match(12.0, has_file=True), match(6.0, has_file=True)
    assert likely([]) == []
    assert likely([best, named, far]) == [best, named]
    crowd = [match(14.0 - number, has_file=True) for number in range(4)]
    assert likely(crowd) == crowd[:1]


@pytest.mark.parametrize(
    ("one", "other", "clear"),
    [
        (match(20.0, terms=("a",)), 5.0, False),  # little of what was asked
        (match(20.0, terms=("a", "b")), 15.0, False),  # another is nearly as good
        (match(20.0, terms=("a", "b")), 5.0, True),
        (match(20.0, has_file=True), 19.0, True),
    ],
)
def test_a_session_without_the_file_is_clear_only_far_ahead_and_with_much_of_the_task(
    one: FoundSession, other: float, clear: bool
) -> None:
    weights = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 3.0}
    assert is_clear(one, [match(other)], weights) is clear


def test_of_sessions_of_one_matter_the_newest_comes_first() -> None:
    first, later = talk(score=100.0), talk(score=20.0, number=2)
    assert of_one_matter([first, later, talk(score=17.0, number=3)]) == [later, first]


def chat(mem: Mem, folder: Path, name: str, *turns: tuple[str, str]) -> None:
    roles = {"person": "user", "agent": "assistant"}
    said = [{"role": roles[who], "content": text} for who, text in turns]
    (folder / name).write_text(json.dumps(said), encoding="utf-8")
    mem("extract", name)


def test_who_gives_the_file_is_told_what_was_answered_in_a_chat_about_it(
    repo: Path, mem: Mem
) -> None:
    mem("init")
    chat(mem, repo, "a.json", *TALK)
    other = ("agent", "The colour of the button comes from the theme, not from the page itself.")
    chat(mem, repo, "b.json", ("person", "Why is the button blue?"), other, ("person", "thanks"))
    for entries in ("learnings.md", "relationships.json"):
        (repo / entries).unlink()  # which tell the answer for any task
    asked = ("context", "--query", BUG)
    assert "quarantine_late" not in mem(*asked).stdout
    block = mem(*asked, "--file", "pipelines/orders.py").stdout
    assert 'user: "2. 72h. call it quarantine_late. nothing gets dropped ever"' in block
    assert "button" not in block
