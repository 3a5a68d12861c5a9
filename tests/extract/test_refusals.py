"""What the person refuted, or the speaker dropped, is not remembered; anything else stays."""

from __future__ import annotations

import pytest

from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.transcripts.model.events import Event, Prose, Said

from ..rows import check_rows

CLAIM = "Root cause: `reset_pool` closes the pool twice when the worker stops early."
REDIS = "Decision: use Redis for the queue."


def kept(*turns: str) -> list[str]:
    """The texts kept of a conversation; the agent speaks first, then in turn with the person."""
    events: list[Event] = [
        Said(line, text) if line % 2 == 0 else Prose(line, text)
        for line, text in enumerate(turns, 1)
    ]
    return [candidate.text for candidate in read_events(events).candidates]


def stays(said: str, answer: str) -> bool:
    return any(text.startswith("`reset_pool`") for text in kept(CLAIM, said, answer))


NOT_REFUTED = {
    "no problem": ("no problem, go on", "You're right, going on."),
    "no, go on": ("no, go on", "OK."),
    "no worries": ("no worries", "Good point!"),
    "no idea": ("no idea what the pool is", "OK."),
    "no need": ("no need to stop the worker early, it's fine", "OK."),
    "no more": ("no more questions", "You're right."),
    "a file": ("wrong file, open the other", "You're right! Opening it."),
    "a branch": ("wrong branch, switch to main", "My mistake!"),
    "an order": ("nope, run the tests first", "You're right."),
    "an order to leave it": ("no, don't touch reset_pool", "You're right."),
    "a wish": ("No, I want to keep reset_pool", "You're right."),
    "how it should be": ("no, the button should be blue", "You're right!"),
    "agreement": ("no, that's fine", "You're right."),
    "a report": ("no, i haven't tried that", "You're right."),
    "a question": ("no, what about the worker?", "You're right."),
    "never mind": ("never mind", "You're right."),
    "yes": ("yes", "You're right, I was wrong."),
    "the agent holds on": ("no, it's the proxy", "The proxy is fine, I checked."),
    "half granted": (
        "no, it's the proxy",
        "You're right that the proxy is dead, but the pool is closed twice.",
    ),
    "a long message": ("no, it's the proxy. " + "And so on. " * 80, "You're right."),
}


@check_rows(("said", "answer"), NOT_REFUTED.values(), ids=NOT_REFUTED.keys())
def test_what_refutes_nothing_takes_nothing_back(said: str, answer: str) -> None:
    assert stays(said, answer)


def test_a_no_to_a_question_answers_it() -> None:
    assert kept(f"{CLAIM}\n\nDo you use docker?", "no, the pool runs on the worker", "OK.")


def test_only_the_turn_just_before_is_refuted() -> None:
    assert kept(CLAIM, "thanks", "Looking.", "no, reset_pool is fine", "You're right.")


def test_a_concession_takes_back_the_last_message_only() -> None:
    events = [Prose(1, CLAIM), Prose(2, "All is done."), Said(3, "no, it's red")]
    assert read_events([*events, Prose(4, "Sorry, you're right.")]).candidates


REFUTED = {
    "another cause, of the same": ("no, the pool is closed once, the kernel kills the worker", ""),
    "the name": ("That's wrong. reset_pool is never called", "Let me look."),
    "denied": ("no, it isn't reset_pool, it's the kernel", ""),
    "nothing to do with": ("No, it has nothing to do with `reset_pool`.", ""),
    "not true": ("not true, the pool is closed by the kernel", ""),
    "granted": ("no, it's the proxy", "You're right."),
    "that's wrong": ("no that's wrong, it's the proxy", "You're right, I was wrong."),
    "not the cause": ("that's not the cause, it's the proxy", "I was wrong."),
    "nope": ("nope, it's the proxy", "Good catch! Fixing it."),
    "incorrect": ("incorrect. the kernel kills it", "Apologies, you are correct."),
    "German": ("nein, es ist der Proxy", "Du hast recht."),
    "Russian": ("нет, это прокси", "Вы правы."),
    "Chinese": ("不对，是代理的问题", "你说得对。"),
}


@check_rows(("said", "answer"), REFUTED.values(), ids=REFUTED.keys())
def test_what_the_person_refuted_is_gone(said: str, answer: str) -> None:
    assert not stays(said, answer or "OK.")


def test_the_true_cause_stays_in_place_of_the_false_one() -> None:
    told = kept(
        "Root cause: `gen:types` rewrites the committed clients on every run.",
        "no, the issue is the formatter, not gen:types.",
        "You're right! The root cause is that the formatter rewrites the committed clients on every"
        " run, not `gen:types`.",
    )
    assert len(told) == 1
    assert "the formatter rewrites" in told[0]


def test_a_choice_that_the_person_turned_down_is_gone() -> None:
    assert kept("Decision: use npm for installs because CI has it.", "no, use pnpm, not npm") == [
        "Use pnpm, not npm"
    ]


@pytest.mark.parametrize(
    "later",
    [
        "Actually, no migration is needed.",
        "Forget that the queue exists: it is hidden.",
        "On second thought, I will also add a test.",
        "A paragraph of its own.\n\nScrap that.",
        "Ignore this warning: it is harmless.",
        "Correction: the port is 8080.",
    ],
)
def test_what_drops_nothing_leaves_the_line_above(later: str) -> None:
    assert kept(f"{REDIS}\n\n{later}")[0] == "use Redis for the queue."
