"""Closing lines in the forms in which agents write them, and prose that only looks like one."""

from __future__ import annotations

import pytest

from memory_md.extract.labelled import labelled_lines

NOTHING = [
    "The decision: we could use Postgres?",
    "Fixed the login bug and ran the tests.",
    "Risk: none",
    "Gotcha: does the cache need a tenant?",
    "## Issue\n\nThe build was broken since Monday.",
    "We took a decision (high): hm.",
    "```python\n# Fixed: the parser\nx = 1\n```",
    "Decision:",
    "Fact: n/a",
    "Schema: the tables of the app",
    "Fixed: src/api/auth.ts",
]


@pytest.mark.parametrize("message", NOTHING)
def test_prose_is_no_closing_line(message: str) -> None:
    assert labelled_lines(message) == []


TEXT = "The cache key of `lookup` must hold the tenant"
FORMS = [
    f"Gotcha: {TEXT}",
    f"- Gotcha: {TEXT}",
    f"* **Gotcha**: {TEXT}",
    f"1. **Gotcha:** {TEXT}",
    f"**Gotcha: {TEXT}**",
    f"`Gotcha:` {TEXT}",
    f"`Gotcha` — {TEXT}",
    f"**Gotcha** — {TEXT}",
    f"Gotcha - {TEXT}",
    f"💡 Gotcha: {TEXT}",
    f"> Gotcha: {TEXT}",
    f"GOTCHA: {TEXT}",
    f"```\nGotcha: {TEXT}\n```",
    f"## Gotchas\n\n- {TEXT}",
    f"**Gotchas:**\n* {TEXT}",
    "Gotcha: The cache key of `lookup`\n  must hold the tenant",
    "Gotcha: The cache key of `lookup` must\nhold the tenant",
    f"注意: {TEXT}",
]


@pytest.mark.parametrize("form", FORMS)
def test_a_line_is_read_word_for_word_in_any_form(form: str) -> None:
    (one,) = labelled_lines(f"I fixed the lookup and ran the tests.\n\n{form}\n")
    assert (one.kind, one.text) == ("gotcha", TEXT)


QUALIFIED = [
    "Risk (Security): {}",
    "**Risk (Security)**: {}",
    "- **Risk** (Security): {}",
    "`Risk (Security):` {}",
]


@pytest.mark.parametrize("form", QUALIFIED)
def test_a_qualifier_stands_in_parentheses(form: str) -> None:
    (one,) = labelled_lines(form.format("Cookies are readable by scripts"))
    assert (one.kind, one.qualifier) == ("risk", "Security")


def test_what_is_indented_below_a_line_belongs_to_it_and_no_more() -> None:
    message = "Decision: Use JWT tokens\n  - short-lived\n  - no refresh\nDone, all tests pass.\n"
    (one,) = labelled_lines(message)
    assert one.text == "Use JWT tokens short-lived no refresh"


def test_lines_keep_their_order() -> None:
    message = (
        "Decision (high): Use JWT tokens\nFixed: the login loop\nFact: staging is reset nightly"
    )
    assert [one.kind for one in labelled_lines(message)] == ["decision", "fixed", "fact"]
