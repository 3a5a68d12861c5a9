"""A person's rules are kept however they are put; orders for the work at hand are not."""

from __future__ import annotations

import pytest

from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.transcripts.model.events import Prose, Said

from ..rows import check_rows

PASSING = """
add a button
run the tests
make the header sticky
commit and push
good, run it
great! thanks
update the docs
please add type hints to utils.py
use type hints in this function
use camelCase in this file
use a modal in the settings page
use tabs for the settings page
use British flags for the language switch
can you use British spelling here?
write a function that returns snake_case names
create a script that never deletes files
remember me checkbox should be on the login page
remember when we fixed the parser?
remember, I want a login page
remember the bug from yesterday
remember: add a changelog entry for this one
remember that I'm on windows
remember that the user asked for a dark mode
do you remember the rule?
note the failing test in ci
note: the tests are failing right now
note: I pushed a fix to the branch
note: you can skip the docs
note: fix the readme too
for reference: here is the log
I told you already
I told you to add a button
I told you already: fix the test
as I said: run the tests
don't forget to run the tests
in this repo we have a bug in the parser
in this project I need a login page
in this repo there is a file called x.py
we never got that working
we never run into that before
we don't have time for that
we only need the first one
you should never have done that
you should always get a 200
tests must pass
tests should pass now
tests must be updated
the form must have a submit button
users must be able to log in
messages should be sorted by date
comments must not be empty
imports should be possible from CSV
hooks should fire when the user logs in
buttons must be blue
wrong. still fails
wrong, the build fails again
no! the page is blank
no, the tests are in tests/unit
no, the server is running
no, changes are fine
no, look at the second file, not the first
no, add the button to the header, not the footer
no, the issue is the formatter, not the generator
no, it's the proxy
always happy to help
always fails on my machine
always the same error
always crashing when I click
never works
never worked on windows
never a dull moment
"""


def preferences(
    text: str, *, acted: bool = True, kinds: tuple[str, ...] = ("preference",)
) -> list[str]:
    before = [Prose(1, "I had a look around.")] if acted else []
    told = read_events([*before, Said(2, text)]).candidates
    return [candidate.text for candidate in told if candidate.kind in kinds]


@check_rows("text", PASSING.strip().split("\n"))
def test_what_holds_for_the_moment_is_not_kept(text: str) -> None:
    assert preferences(text) == []


@pytest.mark.parametrize(
    "text",
    ["tests must be deterministic", "use British spelling in the UI", "no! ids are in hex"],
)
def test_before_the_agent_did_anything_it_is_the_request(text: str) -> None:
    assert preferences(text, acted=False) == []


@check_rows(
    ("text", "kept"),
    [
        ("remember: we deploy only from main.", "We deploy only from main."),
        ("Remember that we deploy only from main", "We deploy only from main"),
        ("note: the staging db is read-only", "The staging db is read-only"),
        ("keep in mind that the cron host runs in UTC", "The cron host runs in UTC"),
        (
            "I told you already: tests go next to the source file",
            "Tests go next to the source file",
        ),
        ("merk dir: wir deployen nur von main", "Wir deployen nur von main"),
        ("запомни: деплой только из main", "Деплой только из main"),
        ("In this repo we never squash merge", "In this repo we never squash merge"),
        ("we always rebase before we merge", "We always rebase before we merge"),
        ("you should never edit generated files", "Never edit generated files"),
        ("hi, never touch the word list please", "Never touch the word list"),
        ("always process files in order", "Always process files in order"),
    ],
)
def test_a_rule_is_kept(text: str, kept: str) -> None:
    assert preferences(text, kinds=("preference", "convention")) == [kept]
