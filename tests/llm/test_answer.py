"""What a model answers, read with patience, and nothing of it believed that is not shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_md.files.database import Database
from memory_md.llm.answer import read_answer
from memory_md.llm.checks import Checked, Checker, is_echo
from memory_md.llm.learn import FULL, learn
from memory_md.llm.prompt import dialogue, lines_of, page_tokens, rules
from memory_md.memory.disk import Files
from memory_md.memory.memory import Memory
from memory_md.memory.model import Candidate
from memory_md.memory.opening import open_root
from memory_md.transcripts.model import Run, Session
from memory_md.transcripts.recorder import Recorder

NOW = "2026-02-02T12:00:00.000Z"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(open_root(tmp_path, NOW), Database(None), Files())


def session() -> Session:
    builder = Recorder("test", "s1")
    builder.say(
        "person", "Please fix the invoice. Gift cards are valid for three years, everywhere!"
    )
    builder.say("agent", "The blank map came from two tile caches; every map uses `tileStore` now.")
    builder.add(Run, "npm test", 1, "DATABASE_URL is not set")
    builder.add(Run, "make test", 0)
    return builder.build()


def lesson(text: str, turn: int, quote: str, **more: object) -> dict[str, object]:
    whole = {"kind": "gotcha", "text": text, "basis": "observed"}
    return {**whole, "quotes": [{"turn": turn, "text": quote}], **more}


def learned(memory: Memory, *lessons: dict[str, object], **more: object):
    answer = read_answer(json.dumps({"lessons": lessons, **more}))
    assert answer
    return learn(memory, session(), "s1", answer)


TEXT = "Gift cards are valid for three years in every country."
SAID = "Gift cards are valid for three years"

# -- what must not be stored ----------------------------------------------------------------------

PLANTED = [
    ("an invented quote", lesson(TEXT, 1, "always round the prices up")),
    ("a quote of another turn", lesson(TEXT, 2, SAID)),
    ("a turn that is not there", lesson(TEXT, 99, SAID)),
    ("no quote", lesson(TEXT, 1, "")),
    ("a quote of two letters", lesson(TEXT, 1, "Gi")),
    ("too short", lesson("Round it.", 1, SAID)),
    ("too long", lesson("x" * 601, 1, SAID)),
    ("a secret", lesson("The token is ghp_0123456789abcdefghijABCDEFGHIJ012345", 1, SAID)),
    (
        "an echo",
        lesson("Leave out: what was merely done in this conversation; what the README", 1, SAID),
    ),
    (
        "an example",
        lesson("Run the tests with `make test`; plain `npm test` fails because only", 1, SAID),
    ),
    ("no kind of ours", lesson(TEXT, 1, SAID, kind="poem")),
]


@pytest.mark.parametrize(("name", "planted"), PLANTED)
def test_a_lesson_that_fails_a_check_is_dropped(
    memory: Memory, name: str, planted: dict[str, object]
) -> None:
    learned(memory, planted)
    assert memory.entries == {}


@pytest.mark.parametrize("text", ["", "I cannot do that.", "[1, 2]", '{"a": 1}', "{" * 50_000])
def test_nonsense_is_not_readable(text: str) -> None:
    assert read_answer(text) is None


def test_a_rule_that_no_person_said_waits(memory: Memory) -> None:
    quote = "every map uses `tileStore` now"
    found = learned(
        memory, lesson("Every map of the app uses tileStore.", 2, quote, kind="convention")
    )
    assert [item["action"] for item in found.items] == ["to_review"]


def test_what_is_inferred_waits(memory: Memory) -> None:
    found = learned(memory, lesson(TEXT, 1, SAID, basis="inferred"))
    assert [item["action"] for item in found.items] == ["to_review"]


def test_what_a_person_wrote_is_not_amended(memory: Memory) -> None:
    own = memory.store(Candidate("fact", "Invoices are in euros", who="person", manual=True))
    learned(memory, lesson(TEXT, 1, SAID, amends=[own.id]))
    assert own.id in memory.entries


def test_a_second_answer_takes_the_place_of_no_entry_that_it_does_not_name(memory: Memory) -> None:
    learned(memory, lesson(TEXT, 1, SAID))
    learned(memory, lesson("The docs are deployed after the nightly build.", 1, SAID))
    assert len(memory.entries) == 2


def test_what_an_agent_found_while_a_person_spoke_is_not_the_persons(memory: Memory) -> None:
    text = "The invoice is wrong because the rounding comes before the tax."
    learned(memory, lesson(text, 1, "Please fix the invoice"))
    (entry,) = memory.entries.values()
    assert (entry.standing.who, entry.confidence) == ("agent", 0.5)


def test_a_full_page_takes_no_more(memory: Memory) -> None:
    for number in range(140):
        text = f"Service {number} of the shop owns the table t{number} and its nightly export job"
        memory.store(Candidate("fact", text, task=f"t{number}"))
    found = learned(memory, lesson(TEXT, 1, SAID))
    assert [item.get("reason") for item in found.items] == [FULL]


def test_a_lesson_that_rewords_an_entry_is_dropped_with_an_invented_quote(memory: Memory) -> None:
    one = memory.store(Candidate("fact", "The invoice job runs at noon", task="t1"))
    text = "The invoice job runs at noon, always."
    learned(memory, lesson(text, 1, "always round the prices up", amends=[one.id]))
    assert [*memory.entries] == [one.id]


def test_of_what_is_found_out_of_date_without_a_quote_only_five_go(memory: Memory) -> None:
    for number in range(7):
        memory.store(Candidate("fact", f"Service {number} owns the table t{number}", task="t1"))
    learned(memory, known=[{"id": id_, "verdict": "outdated"} for id_ in memory.entries])
    assert len(memory.entries) == 2


def test_triggers_of_too_many_prompts_are_left_out() -> None:
    prompts = ["please run the unit tests"] * 5 + [f"fix page {n}" for n in range(15)]
    checker = Checker(None, {}, rules(), bool, prompts)
    answer = read_answer(json.dumps({"lessons": [lesson(TEXT, 0, "", when=["unit tests", "map"])]}))
    assert answer
    found = checker.check(answer.lessons[0], {})
    assert isinstance(found, Checked)
    assert found.lesson.when == ("map",)


# -- what is stored -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "around", ["{}", "```json\n{}\n```", "Here it is:\n{}\nDone.", "{}".replace("}", ",}")]
)
def test_text_around_the_object_a_fence_and_a_trailing_comma_are_tolerated(around: str) -> None:
    value = json.dumps({"lessons": [lesson(TEXT, 1, SAID)]})
    text = around.replace("{}", value).replace("{,}", value[:-1] + ",}")
    answer = read_answer(text)
    assert answer
    assert [one.text for one in answer.lessons] == [TEXT]


def test_a_label_that_a_model_writes_stands_once(memory: Memory) -> None:
    learned(memory, lesson(f"Gotcha: {TEXT}", 1, SAID))
    (entry,) = memory.entries.values()
    assert entry.headline == f"Gotcha: {TEXT}"


def test_a_persons_words_make_it_a_persons(memory: Memory) -> None:
    learned(memory, lesson(TEXT, 1, SAID, kind="convention", basis="person_said"))
    (entry,) = memory.entries.values()
    assert (entry.confidence, entry.standing.who) == (0.7, "person")


def test_a_basis_that_its_quote_does_not_carry_is_only_observed(memory: Memory) -> None:
    learned(
        memory,
        lesson("Every map of the app uses `tileStore`.", 2, "two tile caches", basis="person_said"),
    )
    (entry,) = memory.entries.values()
    assert (entry.confidence, entry.standing.who) == (0.5, "agent")
    assert memory.evidence_of(entry.id)[0].basis == "observed"


def test_a_tool_line_proves(memory: Memory) -> None:
    text = "The tests need DATABASE_URL, which only the Makefile sets."
    learned(memory, lesson(text, 3, "DATABASE_URL is not set", basis="proved"))
    (entry,) = memory.entries.values()
    assert memory.evidence_of(entry.id)[0].basis == "proved"


def test_words_of_a_tool_and_an_agent_are_the_agents(memory: Memory) -> None:
    quotes = [{"turn": 3, "text": "DATABASE_URL is not set"}, {"turn": 2, "text": "blank map"}]
    learned(memory, {**lesson(TEXT, 0, ""), "quotes": quotes})
    assert [entry.standing.who for entry in memory.entries.values()] == ["agent"]


def test_the_words_of_who_is_believed_come_first(memory: Memory) -> None:
    quotes = [{"turn": 2, "text": "The blank map came"}, {"turn": 1, "text": SAID}]
    learned(memory, {**lesson(TEXT, 0, "", basis="person_said"), "quotes": quotes})
    (id_,) = memory.entries
    found = [(line.who, line.quote) for line in memory.evidence_of(id_)]
    assert found == [("person", SAID), ("agent", "The blank map came")]


def test_a_reworded_entry_is_as_sure_as_before_and_may_say_three_words_more(
    memory: Memory,
) -> None:
    one = memory.store(Candidate("fact", "The invoice job runs at noon", task="t1", conf=0.8))
    text = "The invoice job runs at noon, slowly, from the cellar."
    learned(memory, {"kind": "fact", "text": text, "amends": [one.id]})
    assert [(entry.text, entry.confidence) for entry in memory.entries.values()] == [(text, 0.8)]


def test_what_shortens_a_full_page_makes_room_for_the_rest(memory: Memory) -> None:
    long = "The invoice job runs at noon" + ", every day" * 40
    one = memory.store(Candidate("fact", long, task="t1"))
    budget = memory.opened.settings.context.budget
    while page_tokens([entry.headline for entry in memory.entries.values()]) < budget - 20:
        number = len(memory.entries)
        memory.store(Candidate("fact", f"Service {number} owns the table t{number}", task="t1"))
    shorter = lesson("The invoice job runs at noon, every day.", 1, "fix the invoice")
    found = learned(memory, lesson(TEXT, 1, SAID), {**shorter, "amends": [one.id]})
    assert [item["action"] for item in found.items] == ["amended", "inserted"]


def test_a_reworded_entry_takes_the_place_of_those_that_it_joins(memory: Memory) -> None:
    one = memory.store(
        Candidate("fact", "The invoice job runs at noon", task="t1", quote="at noon")
    )
    two = memory.store(Candidate("fact", "The invoice job needs `REDIS_URL`", task="t2"))
    text = "The invoice job runs at noon and needs `REDIS_URL`."
    found = learned(memory, {"kind": "fact", "text": text, "amends": [one.id, two.id]})
    assert [item["action"] for item in found.items] == ["amended"]
    (entry,) = memory.entries.values()
    assert entry.text == text
    assert {memory.evidence_of(id_)[-1].by for id_ in (one.id, two.id)} == {entry.id}


def test_a_text_reworded_twice_is_the_newest_one(memory: Memory) -> None:
    first = "The invoice job runs at noon on the worker machine in Bern, every day"
    texts = [f"{first}.", f"{first}, so.", f"{first}, yes."]
    for number, text in enumerate(texts):
        (old,) = memory.entries or [""]
        quotes = [{"turn": 1, "text": SAID}]
        lesson = {"kind": "fact", "text": text, "quotes": quotes, "amends": [old] if old else []}
        answer = read_answer(json.dumps({"lessons": [lesson]}))
        assert answer
        learn(memory, session(), f"s{number}", answer)
    assert [entry.text for entry in memory.entries.values()] == [texts[-1]]


def test_a_shorter_text_takes_the_place_of_the_long_one(memory: Memory) -> None:
    long = "The invoice job runs at noon, every day, on the worker machine in Bern"
    one = memory.store(Candidate("fact", long, task="t1"))
    short = "The invoice job runs at noon every day on the worker machine in Bern."
    learned(memory, {"kind": "fact", "text": f"{short} Daily.", "amends": [one.id]})
    (entry,) = memory.entries.values()
    assert entry.text == f"{short} Daily."


def test_what_was_read_without_a_model_gives_way_to_a_lesson_on_the_same_words(
    memory: Memory,
) -> None:
    raw = Candidate("convention", SAID, who="person", task="s1", source="a.jsonl", quote=SAID)
    memory.store(raw)
    learned(memory, lesson(TEXT, 1, SAID, basis="person_said"))
    assert [entry.text for entry in memory.entries.values()] == [TEXT]


def test_the_lessons_of_one_answer_stand_beside_each_other(memory: Memory) -> None:
    other = "Gift cards are printed by the shop in Bern, never by the tills."
    learned(memory, lesson(TEXT, 1, SAID), lesson(other, 1, f"{SAID}, everywhere"))
    assert {entry.text for entry in memory.entries.values()} == {TEXT, other}


def test_joining_brings_nothing_new_without_a_quote(memory: Memory) -> None:
    one = memory.store(Candidate("fact", "The invoice job runs at noon", task="t1"))
    text = "The invoice job runs at noon and needs `REDIS_URL` on port 6379."
    learned(memory, {"kind": "fact", "text": text, "amends": [one.id]})
    assert one.id in memory.entries


def test_an_entry_is_not_reworded_into_another_one_without_a_quote(memory: Memory) -> None:
    for number in range(20):
        text = f"Service {number} of the shop owns a table, a queue and its nightly export job"
        memory.store(Candidate("fact", text, task=f"t{number}"))
    one = next(iter(memory.entries))
    text = "Deployments happen at weekends after approval by two managers from head office."
    found = learned(memory, {"kind": "fact", "text": text, "amends": [one]})
    assert found.items == []
    assert one in memory.entries


def test_an_entry_that_is_proved_again_is_surer(memory: Memory) -> None:
    one = memory.store(Candidate("fact", "The tests need `DATABASE_URL`", task="t1"))
    quotes = [{"turn": 3, "text": "DATABASE_URL is not set"}]
    learned(memory, known=[{"id": one.id, "verdict": "confirmed", "quotes": quotes}])
    assert memory.entries[one.id].confidence == pytest.approx(0.59)


def test_what_is_out_of_date_is_not_shown_any_more(memory: Memory) -> None:
    one = memory.store(Candidate("fact", "The tests need no settings", task="t1"))
    quotes = [{"turn": 3, "text": "DATABASE_URL is not set"}]
    learned(memory, known=[{"id": one.id, "verdict": "outdated", "quotes": quotes}])
    assert one.id not in memory.entries
    assert [entry.archived.reason for entry in memory.archived.values() if entry.archived] == [
        "expired"
    ]


def test_what_a_person_said_is_out_of_date_when_a_person_says_so(memory: Memory) -> None:
    one = memory.store(Candidate("convention", "Test without settings", who="person", task="t1"))
    quotes = [{"turn": 3, "text": "DATABASE_URL is not set"}]
    found = learned(memory, known=[{"id": one.id, "verdict": "outdated", "quotes": quotes}])
    assert [item["action"] for item in found.items] == ["to_review"]
    assert memory.entries[one.id].is_active


def test_an_agents_word_confirms_nothing(memory: Memory) -> None:
    one = memory.store(Candidate("fact", "Every map of the app uses `tileStore`", task="t1"))
    quotes = [{"turn": 2, "text": "every map uses"}]
    learned(memory, known=[{"id": one.id, "verdict": "confirmed", "quotes": quotes}])
    assert memory.entries[one.id].confidence == 0.5


def test_the_dialogue_is_numbered_and_quoted() -> None:
    lines = dialogue(lines_of(session()))
    assert lines[0].startswith("| [1] PERSON: Please fix")
    assert lines[2] == "| [3] TOOL: ran npm test -> failed: DATABASE_URL is not set"


def test_the_rules_are_recognised_as_an_echo() -> None:
    assert is_echo("The test of each line: would the next session do something different", rules())
    assert not is_echo(TEXT, rules())
