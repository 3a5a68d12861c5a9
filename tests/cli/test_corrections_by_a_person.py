"""What a person says to be so, where the agent said otherwise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .test_taking_back import Quick, chat

AGENT = "A The upload limit is 10 MB, so I wrote that into the documents."


def kept(quick: Quick, text: str, agent: str = AGENT) -> list[str]:
    said = chat("s1", "U Write the documents of uploads.", agent, f"U {text}", "A Changed.")
    items = json.loads(quick("extract", "--json", input=said).stdout)["items"]
    return [f"{one['kind']}: {one['text']}" for one in items if one["action"] == "inserted"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Correction: add a test for the upload limit.", id="order"),
        pytest.param("Correction: I meant the other file of the uploads.", id="what was meant"),
        pytest.param("Correction: the upload limit is your task, not his.", id="who does it"),
        pytest.param("Correction: is the upload limit 50 MB?", id="question"),
        pytest.param("Correction: maybe the upload limit is 50 MB.", id="guess"),
        pytest.param("Correction: for this task the upload limit is 50 MB.", id="this task"),
        pytest.param("Correction: it is 50 MB.", id="names nothing"),
        pytest.param("The upload limit of the page looks odd.", id="no correction"),
        pytest.param("No, the upload page is empty.", id="a fault"),
        pytest.param("No, the login button is blue.", id="a no to nothing that was said"),
    ],
)
def test_is_no_correction_to_keep(repo: Path, quick: Quick, text: str) -> None:
    assert kept(quick, text) == []


@pytest.mark.parametrize(
    "opening",
    ["Correction: ", "Small correction: ", "No, ", "Actually, ", "Wrong: ", "That is wrong. "],
)
def test_a_correction_is_kept(repo: Path, quick: Quick, opening: str) -> None:
    text = f"{opening}the upload limit is 50 MB."
    assert kept(quick, text) == ["convention: The upload limit is 50 MB."]


def test_a_correction_says_what_to_use(repo: Path, quick: Quick) -> None:
    text = "Correction: use `pnpm`, not npm."
    assert kept(quick, text) == ["preference: Use `pnpm`, not npm."]


def test_only_the_correction_of_a_label_stays(repo: Path, quick: Quick) -> None:
    agent = "A Gotcha: the upload limit is 10 MB."
    text = "Correction: the upload limit is 50 MB."
    assert kept(quick, text, agent) == ["convention: The upload limit is 50 MB."]


# -- within one session ----------------------------------------------------------------------------

LINES = ["a line a message", "one line"]


def inserted(quick: Quick, is_long: bool, *said: str) -> list[str]:
    text = chat("s1", *said)
    ran = quick("extract", "--json", input=text if is_long else json.dumps(json.loads(text)))
    return [one["text"] for one in ran.json["items"] if one["action"] == "inserted"]


@pytest.mark.parametrize("is_long", [True, False], ids=LINES)
@pytest.mark.parametrize(
    ("first", "then"),
    [
        pytest.param(
            "Decision: the cache lives in Redis for all workers.",
            "I misspoke: the cache lives in Redis for all workers, forget that.",
            id="misspoken",
        ),
        pytest.param(
            "Convention: run `make proto` after each change of the schema files.",
            "By the way, we no longer run `make proto` after each change of the schema files.",
            id="no longer",
        ),
    ],
)
def test_what_is_taken_back_in_the_same_words_is_not_kept(
    repo: Path, quick: Quick, first: str, then: str, is_long: bool
) -> None:
    assert inserted(quick, is_long, f"U {first}", "A Noted.", f"U {then}", "A Noted.") == []


@pytest.mark.parametrize("is_long", [True, False], ids=LINES)
def test_what_replaces_something_of_the_same_session_is_as_sure_as_that_was(
    repo: Path, quick: Quick, is_long: bool
) -> None:
    new = "We moved from Jenkins to GitHub Actions for deploying the API."
    said = ("U Decision: we deploy the API with Jenkins.", "A Noted.", f"U {new}", "A Noted.")
    assert inserted(quick, is_long, *said) == [new]


# -- proposals that a person confirms --------------------------------------------------------------

OFFER = "the webhook sender retries five times and then parks the event in `dead_letters`"


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        pytest.param(f"I propose that {OFFER}.", "Hm, not sure, let me think.", id="not confirmed"),
        pytest.param(f"I propose that {OFFER}.", "No.", id="refused"),
        pytest.param("I propose that I look at `dead_letters` first.", "Yes.", id="a step"),
        pytest.param("I suggest the tests of `queue.py` are run first.", "Yes.", id="a chore"),
        pytest.param("I suggest that it keeps `dead_letters` for a week.", "Yes.", id="it"),
    ],
)
def test_is_no_decision(repo: Path, quick: Quick, offer: str, answer: str) -> None:
    assert inserted(quick, True, "U Webhooks?", f"A {offer}", f"U {answer}", "A Good.") == []


@pytest.mark.parametrize(
    "opening", ["I propose that ", "I suggest ", "My proposal: ", "Proposal: "]
)
def test_a_proposal_about_a_thing_is_decided_with_a_yes(
    repo: Path, quick: Quick, opening: str
) -> None:
    said = (f"A {opening}{OFFER}.", "U Exactly, do that.", "A Good.")
    expected = f"{OFFER[:1].upper()}{OFFER[1:]}."
    assert inserted(quick, True, "U How should webhooks be retried?", *said) == [expected]


def test_a_preference_that_names_the_first_line_of_something_is_kept(
    repo: Path, quick: Quick
) -> None:
    text = "I prefer small commits with the reason in the first line."
    assert inserted(quick, True, f"U {text}", "A Noted.") == [text.replace("I prefer", "Prefer")]
