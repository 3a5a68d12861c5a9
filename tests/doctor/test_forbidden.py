"""What an entry forbids: lines that are harmless first, then lines that break a rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.doctor.forbidden import forbidden_by, uses
from memory_md.memory.labels import split_label

from .check_cases import BREACHES, HARMLESS

NO_RULE = [
    "Prefer `httpx` over `requests`",
    "Never call `load` without the lock",
    "Avoid `useEffect` when a derived value will do",
    "Never use `float` for money",
    "Don't rename `load_config`",
    "Don't use it",
    "`any` is used instead of unknown types by default",
    "Tests should not call `network`",
    "No tests, no merge",
    "Logging is not allowed in tests",
]
# Only code spans and commands are looked for, and a rule for one place forbids nothing.
MISSED = {
    "Do not use `any` in TypeScript",
    "No `console.log` in production code",
    "Never use `time.sleep` in tests",
    "Convention: Use Decimal instead of float for amounts",
    "Preference: Use dayjs, not moment",
    "Stop using lodash",
    "Don't use !important",
    "We no longer use jQuery",
    "In `src/web/`, never import `psycopg`",
    "Never use `process.env` outside `src/env.ts`",
    "Nobody may call `db.session.commit()` in `app/views/`",
}


def breaks(rule: str, path: str, line: str) -> bool:
    found = forbidden_by(split_label(rule)[2])
    return any(uses(one, path, line) for one in found)


@pytest.mark.parametrize("text", NO_RULE)
def test_a_condition_a_wish_and_a_rule_for_others_forbid_nothing(text: str) -> None:
    assert forbidden_by(text) == []


@pytest.mark.parametrize(("rule", "path", "line"), HARMLESS)
def test_a_line_that_does_something_else_is_harmless(rule: str, path: str, line: str) -> None:
    assert not breaks(rule, path, line)


@pytest.mark.parametrize(("rule", "path", "line"), BREACHES)
def test_a_line_that_does_what_is_forbidden_breaks_the_rule(
    rule: str, path: str, line: str
) -> None:
    assert breaks(rule, path, line) is (rule not in MISSED)


PIECES = st.sampled_from(
    ["never ", "use ", "don't ", "`a`", "`git push`", " instead of ", "in `src/`", ",", ". ", "no "]
)


@given(st.lists(PIECES | st.text(max_size=5), max_size=30).map("".join), st.text(max_size=80))
def test_any_text_and_line_can_be_asked(text: str, line: str) -> None:
    for one in forbidden_by(text):
        uses(one, "src/a.py", line)
