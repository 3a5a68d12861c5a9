"""Lines with a label and no content are not kept; those that look like them are."""

from __future__ import annotations

import pytest

from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows

CLOSED = "the pool is closed twice when the worker stops early."


def kept(text: str) -> list[str]:
    return [candidate.text for candidate in read_events([Prose(1, text)]).candidates]


@check_rows(
    "text",
    [
        "Gotcha: unknown fields are dropped silently by the parser",
        "Gotcha: pending jobs are lost when the worker restarts",
        "Gotcha: [slug] routes are matched before static ones",
        "Decision: ask for confirmation before a delete, since it cannot be undone",
        "Decision: let the server render the page because the client is slow",
        "Gotcha: we can't run migrations in a transaction because MySQL commits each by itself",
        "Decision: let the user pick the theme",
        "Decision: ask the user for a name before the first push",
        "Decision: we will use Postgres for the queue",
        "Decision: I will keep the old endpoint for a year",
        "Decision: use polling because web sockets are not available.",
        "Decision: used polling because web sockets are not available on the free plan",
        "Decision: what the client sends is stored unparsed",
        "Decision: use grep because ripgrep is not installed on the build hosts of the customer",
    ],
)
def test_what_says_something_is_kept(text: str) -> None:
    assert kept(text) == [text.split(": ", 1)[1]]


@check_rows(
    "text",
    [
        "Decision: <what was decided>",
        "Decision: [what and why]",
        "Gotcha: {{describe it}}",
        "Gotcha: describe the trap here",
        "Decision: what was decided and why",
        "Root cause: not yet known, probably the cache",
        "Root cause: still unclear, the logs say nothing",
        "Ursache: noch unklar, vermutlich der Cache",
        "Note: I couldn't run the linter because ruff is not installed.",
    ],
)
def test_what_says_nothing_is_not_kept(text: str) -> None:
    assert kept(text) == []


@check_rows(
    "label",
    [
        "Root cause:",
        "Root cause of the crash:",
        "Root cause for the crash:",
        "**Root cause of the crash:**",
        "The real cause of the hang:",
        "Root cause found:",
        "Found the root cause:",
        "✅ Root cause identified:",
        "Root cause -",
    ],
)
def test_a_root_cause_may_say_what_of(label: str) -> None:
    assert kept(f"{label} {CLOSED}") == [CLOSED]


@pytest.mark.parametrize(
    "text",
    [
        "Possible root cause of the crash: the pool may be closed twice.",
        "Root cause of the crash is unknown: the logs are gone.",
        "Error - the pool is closed",
        "Decision-making is slow",
    ],
)
def test_what_is_no_cause_and_no_label_is_not_kept(text: str) -> None:
    assert kept(text) == []


def test_a_dash_may_stand_for_the_colon() -> None:
    assert kept("Decision - use Postgres for the queue") == ["use Postgres for the queue"]
    assert kept("- Gotcha – the API returns cents") == ["the API returns cents"]
