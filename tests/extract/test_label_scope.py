"""A label reaches over its wrapped lines, and not over what else is said below it."""

from __future__ import annotations

import pytest

from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

WHOLE = [
    pytest.param(
        "Gotcha: tests need REDIS_URL set.\nWithout it they hang forever.",
        id="what the label says goes on",
    ),
    pytest.param(
        "Gotcha: the parser reads the claim only where the token has one, whatever the\n"
        "options say. We decided that the gate refuses such a token because it never ends.",
        id="wrapped before the end of a sentence",
    ),
    pytest.param(
        "Gotcha: the parser reads the claim only where the token has one, in the header.\n"
        "We decided that the gate refuses such a token because it never ends.",
        id="the next word had no room",
    ),
    pytest.param(
        "Decision: keep the queue in Postgres.\nbecause one more service is not worth it.",
        id="a small letter",
    ),
    pytest.param(
        "Gotcha: the importer only works with\nPostgres because it needs its locks.",
        id="a name, behind a word that goes on",
    ),
    pytest.param(
        "Gotcha: the importer cannot read what\nCMake writes because that has no header.",
        id="a name with two capitals",
    ),
    pytest.param(
        "Convention: every migration has a down step.\nNever edit one that was merged.",
        id="an order that belongs to it",
    ),
]

APART = [
    pytest.param(
        "Gotcha: the linter only reads the root pyproject.toml.\n"
        "We decided to use SQLite for the index because it needs no server.",
        [
            ("gotcha", "the linter only reads the root pyproject.toml."),
            ("decision", "Decided to use SQLite for the index because it needs no server."),
        ],
        id="another finding",
    ),
    pytest.param(
        "Decision: use SQLite for the index.\nThe tests pass now.",
        [("decision", "use SQLite for the index.")],
        id="a report",
    ),
    pytest.param(
        "Decision: use SQLite for the index.\nLet me know if you want the other one.",
        [("decision", "use SQLite for the index.")],
        id="words to the reader",
    ),
    pytest.param(
        "Decision: keep the queue in Postgres.\nIt is there anyway.\n"
        "The root cause was that the pool kept connections of another tenant.",
        [
            ("decision", "keep the queue in Postgres. It is there anyway."),
            ("issue", "The root cause was that the pool kept connections of another tenant."),
        ],
        id="after what belongs to it",
    ),
    pytest.param(
        "Gotcha: the linter only reads the root pyproject.toml\n"
        "We decided to use SQLite for the index because it needs no server\n"
        "The root cause was that the pool kept connections of another tenant",
        [
            ("gotcha", "the linter only reads the root pyproject.toml."),
            ("decision", "Decided to use SQLite for the index because it needs no server."),
            ("issue", "The root cause was that the pool kept connections of another tenant"),
        ],
        id="a line each, without full stops",
    ),
    pytest.param(
        "We decided to use Redis for the queue because Postgres locks too long\n"
        "The root cause was that the cache key lacks the tenant",
        [
            ("decision", "Decided to use Redis for the queue because Postgres locks too long."),
            ("issue", "The root cause was that the cache key lacks the tenant"),
        ],
        id="a line each, without labels",
    ),
]


@pytest.mark.parametrize("text", WHOLE)
def test_what_belongs_to_the_label_stays_with_it(text: str) -> None:
    (only,) = read_prose(Prose(1, text))
    _, _, rest = text.partition(": ")
    assert only.text == " ".join(rest.split())


@pytest.mark.parametrize(("text", "told"), APART)
def test_what_is_said_below_is_on_its_own(text: str, told: list[tuple[str, str]]) -> None:
    assert [(one.kind, one.text) for one in read_prose(Prose(1, text))] == told


def test_each_knows_its_line() -> None:
    text = (
        "Gotcha: the linter only reads the root pyproject.toml.\n"
        "We decided to use SQLite for the index because it needs no server."
    )
    assert [one.line for one in read_prose(Prose(7, text, exact_lines=True))] == [7, 8]
