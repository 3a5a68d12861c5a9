"""A person's corrections become preferences; their requests do not."""

from __future__ import annotations

import pytest

from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.transcripts.model.events import Prose, Said

from ..rows import check_rows


def preferences(text: str, *, agent_acted: bool = True) -> list[str]:
    before = [Prose(1, "I had a look around.")] if agent_acted else []
    reading = read_events([*before, Said(2, text)])
    return [c.text for c in reading.candidates if c.kind == "preference"]


@check_rows(
    "text",
    [
        pytest.param("Add a login page with a password reset.", id="request"),
        pytest.param("Use the new API client in the importer.", id="request that says use"),
        pytest.param("can you always show the total?", id="question"),
        pytest.param("never mind, I found it myself", id="never mind"),
        pytest.param("I have never seen this error before", id="never in a report"),
        pytest.param("no, the other one", id="pointing"),
        pytest.param("no, do it again", id="again"),
        pytest.param("No, revert that.", id="revert"),
        pytest.param("no", id="bare no"),
        pytest.param("don't worry about it", id="don't worry"),
        pytest.param("don't push yet", id="don't yet"),
        pytest.param("Don't do that.", id="don't that"),
        pytest.param("don't you think the cache is the problem?", id="don't you think"),
        pytest.param("no problem, go on with the second task", id="no problem"),
        pytest.param("maybe use redis instead of memcached?", id="maybe"),
        pytest.param("I think we want redis rather than memcached, not sure", id="not sure"),
        pytest.param("yes, looks good, ship it", id="praise"),
        pytest.param("> always use tabs\nwhat does that line mean", id="quoted"),
        pytest.param("```\nnever: true\nalways use root\n```\nwhy is this here?", id="fenced"),
        pytest.param("the tests always fail on Mondays", id="always in a report"),
        pytest.param("Always take them from the settings.", id="unresolved them"),
        pytest.param("Never " + "very " * 300 + "long", id="pasted"),
        pytest.param("In the future will be extended to polygons.", id="a wish for later"),
        pytest.param("Do not do any work, discuss the options.", id="no work"),
        pytest.param(
            "Don't make any changes yet, because I want to see the plan.", id="no changes"
        ),
        pytest.param("Do not write any code, only explain how the cache works.", id="no code"),
    ],
)
def test_what_is_no_correction_gives_no_preference(text: str) -> None:
    assert preferences(text) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Don't change the public API.", id="don't"),
        pytest.param("Use ruff instead of flake8 for the new module.", id="instead"),
        pytest.param("no, use pnpm", id="no before anything was done"),
    ],
)
def test_the_first_request_is_no_correction(text: str) -> None:
    assert preferences(text, agent_acted=False) == []


@check_rows(
    ("text", "kept"),
    [
        pytest.param("no, use pnpm", ["Use pnpm"], id="no, use"),
        pytest.param("No. Use pnpm here, not npm.", ["Use pnpm here, not npm."], id="no. use"),
        pytest.param("nope - don't mock the database", ["Don't mock the database"], id="nope"),
        pytest.param(
            "don't add comments that repeat the code",
            ["Don't add comments that repeat the code"],
            id="don't",
        ),
        pytest.param(
            "Please always run the linter before you commit.",
            ["Always run the linter before you commit."],
            id="always",
        ),
        pytest.param(
            "ok. let's use podman instead of docker. it works the same way.",
            ["Use podman instead of docker."],
            id="let's use",
        ),
        pytest.param(
            "Yes, but don't hard-code ports. Always read them from the settings.",
            ["Don't hard-code ports. Always read them from the settings."],
            id="two sentences of one rule",
        ),
        pytest.param(
            "Do NOT use moment. Only use the built-in dates.",
            ["Do NOT use moment. Only use the built-in dates."],
            id="what instead, in the next sentence",
        ),
        pytest.param(
            "don't write SQL by hand\nuse the query builder",
            ["Don't write SQL by hand Use the query builder"],
            id="what instead, on the next line",
        ),
        pytest.param(
            "Don't rename the columns. Use them?",
            ["Don't rename the columns."],
            id="then a question",
        ),
        pytest.param(
            "Don't rename the columns. Add a test for the view.",
            ["Don't rename the columns."],
            id="then another task",
        ),
        pytest.param("No, I prefer named exports.", ["Prefer named exports."], id="I prefer"),
        pytest.param(
            "From now on, write the migration first.",
            ["From now on, write the migration first."],
            id="from now on",
        ),
        pytest.param(
            "no, you should always run the linter first",
            ["Always run the linter first"],
            id="one order with always in it",
        ),
        pytest.param(
            "нет, используй poetry вместо pip", ["Используй poetry вместо pip"], id="Russian"
        ),
    ],
)
def test_a_correction_is_a_preference(text: str, kept: list[str]) -> None:
    assert preferences(text) == kept


@check_rows(
    "text",
    [
        "We never deploy with just kubectl",
        "Always fail rather than guess",
        "Always use just for tasks, never make",
        "Never just trust the client, check on the server too",
        "Always run two checks before a push: 1. the linter, 2. the types",
        "-v should always print the small table",
        "--json must never print the progress bar",
    ],
    ids=str,
)
def test_no_word_of_a_rule_is_taken_out_of_its_middle(text: str) -> None:
    said = read_events([Prose(1, "I had a look around."), Said(2, text)])
    assert text in [one.text for one in said.candidates]


@check_rows("bullet", ["- ", "-", "* ", "• ", "– "], ids=str)
def test_a_bullet_is_no_word_of_a_rule(bullet: str) -> None:
    assert preferences(f"{bullet}Never commit to main directly.") == [
        "Never commit to main directly."
    ]


def test_a_standing_rule_counts_in_the_first_message_too() -> None:
    assert preferences("Never commit to main directly.", agent_acted=False) == [
        "Never commit to main directly."
    ]


@check_rows(
    "said, kind",
    [
        pytest.param("Convention: tests live next to the code in `src/`", "convention", id="rule"),
        pytest.param("- Decision: one queue for `stt` and `tts`", "decision", id="in a list"),
        pytest.param("**Project:** one Postgres serves all three tenants", "project", id="bold"),
        pytest.param("Project: Billing", "", id="a name"),
        pytest.param("fix: tests live next to the code", "", id="a commit"),
        pytest.param("Preference: none for this task", "", id="none"),
    ],
)
def test_what_a_person_puts_behind_a_label_of_theirs_is_kept(said: str, kind: str) -> None:
    reading = read_events([Prose(1, "I had a look around."), Said(2, f"Thanks!\n{said}")])
    assert [(c.kind, c.score) for c in reading.candidates] == ([(kind, 0.8)] if kind else [])


def test_what_a_person_reminds_of_behind_an_order_waits() -> None:
    reading = read_events(
        [
            Prose(1, "Done."),
            Said(2, "Build the plan for me. Remember to look at the `planner` repository too."),
        ]
    )
    assert all(c.score < 0.4 for c in reading.candidates)
