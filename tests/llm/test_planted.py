"""Of 200 lessons whose quotes are not true, none is stored and none waits."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from memory_md.files.database import Database
from memory_md.llm.answer import read_answer
from memory_md.llm.learn import learn
from memory_md.llm.prompt import rules
from memory_md.memory.disk import Files
from memory_md.memory.memory import Memory
from memory_md.memory.opening import open_root
from memory_md.transcripts.model import Run, Session
from memory_md.transcripts.recorder import Recorder

THINGS = ("invoice", "gift card", "importer", "night job", "map", "search index", "login", "queue")
SAID = (
    "the {} must answer within two seconds in every shop",
    "the {} loses its last row when the disk is full",
    "we keep the {} behind a flag until the audit is over",
    "the {} reads its limits from `limits.toml`, nowhere else",
)


def session() -> Session:
    builder = Recorder("test", "s1")
    for number, thing in enumerate(THINGS * len(SAID)):
        speaker = "person" if number % 2 else "agent"
        builder.say(speaker, SAID[number // len(THINGS)].format(thing))
    builder.add(Run, "make nightly", 1, "disk is full: 3 rows lost")
    return builder.build()


def planted() -> list[tuple[str, dict[str, object]]]:
    random = Random(5)
    turns = session().turns
    given = [line.strip("- ") for line in rules().split("\n") if len(line) > 120]
    found: list[tuple[str, dict[str, object]]] = []
    for number in range(50):
        turn, other = random.sample(turns, 2)
        words = turn.text.split()
        shuffled = " ".join(random.sample(words, len(words)))
        line = random.choice(given)
        start = random.randrange(0, len(line) - 100)
        text = f"In the shop of branch {number} {turn.text}."
        for name, lesson, quote in (
            ("invented", text, (turn.number, f"{shuffled} again")),
            ("of another turn", text, (other.number, turn.text)),
            ("of no turn", text, (99 + number, turn.text)),
            ("an echo", line[start : start + 100], (turn.number, turn.text)),
        ):
            quotes = [{"turn": quote[0], "text": quote[1]}]
            value = {"kind": "fact", "text": lesson, "basis": "person_said", "quotes": quotes}
            found.append((f"{name} {number}", value))
    return found


PLANTED = planted()


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    root = open_root(tmp_path, "2026-02-02T12:00:00.000Z")
    return Memory(root, Database(None), Files())


def test_no_planted_lesson_is_stored_or_waits(memory: Memory) -> None:
    lessons = [lesson for _, lesson in PLANTED]
    for at in range(0, len(lessons), 50):
        answer = read_answer(json.dumps({"lessons": lessons[at : at + 50]}))
        assert answer
        found = learn(memory, session(), "s1", answer)
        assert found.items == []
        assert len(found.dropped) == 50
    assert len(lessons) == 200
    assert memory.entries == {}


def test_with_their_true_quotes_the_same_texts_are_stored(memory: Memory) -> None:
    turn = session().turns[0]
    quotes = [{"turn": turn.number, "text": turn.text}]
    lesson = {"kind": "fact", "text": f"In the shop {turn.text}.", "quotes": quotes}
    answer = read_answer(json.dumps({"lessons": [lesson]}))
    assert answer
    assert [item["action"] for item in learn(memory, session(), "s1", answer).items] == ["inserted"]
