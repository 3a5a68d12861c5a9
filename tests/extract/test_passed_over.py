"""What a source holds that is no learning is named with the reason; what is learned is not."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from memory_md.base.identity import identity_form
from memory_md.base.settings import Extract
from memory_md.extract.model import Candidate
from memory_md.extract.rules.events_to_candidates import SourceContent, read_events
from memory_md.extract.rules.passed_over import PassedOver, why_noise
from memory_md.transcripts.model.events import Event, Prose, Said, Shown, Stated

from ..rows import check_rows

FACT = "the importer drops rows that hold a semicolon"


def read(*events: Event, settings: Extract | None = None) -> SourceContent:
    found: Iterable[Event] = events
    return read_events(found, settings=settings or Extract())


KEPT = [
    pytest.param(f"Gotcha: {FACT}", id="a label"),
    pytest.param("The retry loop hangs because `fetch_all` never closes its socket.", id="a cause"),
    pytest.param("Nothing of note here.", id="prose with nothing in it"),
    pytest.param("Does the importer drop rows?", id="a question without a label"),
    pytest.param("Let me look at the importer.", id="narration without a label"),
    pytest.param("```\nGotcha: does it?\n```", id="code"),
]


@check_rows(("text",), KEPT)
def test_nothing_is_passed_over(text: str) -> None:
    reading = read(Prose(1, text))
    assert (reading.skipped, dict(reading.skip_counts)) == ((), {})


WHY = [
    ("does the importer drop rows?", "a question"),
    ("请问会丢行吗？", "a question"),
    ("please run the importer again", "an order"),
    ("you should run the importer again", "an order"),
    ("make sure the importer ran", "an order"),
    ("I'll look at the importer next", "a plan"),
    ("the importer needs to be fixed", "a plan"),
    ("all 12 tests pass now", "a status report"),
    ("✅ importer", "a status report"),
    ("Added a test for the importer", "a status report"),
    ("let me check the importer first", "narration"),
    ("first the importer reads the rows", "narration"),
    ("the importer might drop rows", "a guess"),
    ("the importer currently drops rows", "true for the moment only"),
    ("the importer drops your rows", "said to the person"),
    ("none", "says nothing"),
    ("not yet known", "says nothing"),
    ("as mentioned above, the importer drops rows", "points at what is not there later"),
    ("importer", "no whole statement"),
    ("AKIAIOSFODNN7EXAMPLE", "nothing but a secret"),
]


@check_rows(("text", "reason"), WHY)
def test_a_labelled_line_that_is_noise_says_which(text: str, reason: str) -> None:
    assert why_noise(text) == reason


READ = [
    ("does the importer drop rows?", "a question"),
    ("I'll look at the importer next", "a plan"),
    ("please run the importer again", "an order"),
    ("let me check the importer first", "narration"),
    ("all 12 tests pass now", "a status report"),
]


@check_rows(("text", "reason"), READ)
def test_it_is_read_from_a_source_with_its_line(text: str, reason: str) -> None:
    reading = read(Prose(5, f"Gotcha: {FACT}\n\nGotcha: {text}", exact_lines=True))
    assert [one.text for one in reading.candidates] == [FACT]
    assert [(one.text, one.line, one.reason) for one in reading.skipped] == [(text, 7, reason)]
    assert reading.skip_counts == {reason: 1}


def test_items_under_a_heading_that_say_nothing_are_named_too() -> None:
    text = f"## Gotchas\n\n- {FACT}\n- does the importer drop rows?\n- ✅ importer\n"
    reading = read(Prose(1, text))
    assert [one.text for one in reading.candidates] == [FACT]
    assert [one.reason for one in reading.skipped] == ["a question", "a status report"]


def stated(text: str, kind: str = "gotcha", score: float = 0.9) -> Stated:
    return Stated(1, Candidate(kind, text, score=score))


LONG = "the importer drops rows and " * 30
OTHERS = [
    ([stated(FACT, score=0.2)], "scored too little"),
    ([stated(LONG)], "too long"),
    ([stated("AKIAIOSFODNN7EXAMPLE")], "nothing but a secret"),
    (
        [Shown(1, frozenset((identity_form(FACT),))), Prose(2, f"Gotcha: {FACT}")],
        "the memory itself had shown it",
    ),
    (
        [
            Prose(1, "The root cause is the TLS version of the client, which the server refuses."),
            Said(2, "no, it was not the TLS version; the proxy strips the header"),
        ],
        "taken back later in the source",
    ),
]


@check_rows(("events", "reason"), OTHERS)
def test_what_is_kept_out_for_another_reason_is_named_too(events: list[Event], reason: str) -> None:
    reading = read(*events)
    assert reading.candidates == ()
    assert [one.reason for one in reading.skipped] == [reason]


def test_each_text_counts_once_and_no_more_than_200_are_kept() -> None:
    passed = PassedOver()
    for number in range(300):
        passed.note(f"text {number}", 300 - number, "a plan")
        passed.note(f"text {number}", 1, "a plan")
    found = passed.in_order()
    assert len(found) == 200
    assert [one.line for one in found] == sorted(one.line for one in found)
    assert passed.counts["a plan"] >= 300
