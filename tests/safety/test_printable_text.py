"""A secret that stands in a file is not printed, and what is no secret is printed as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.safety.printable_text import may_hold_secret, without_secrets
from memory_md.safety.secrets.redact import redact

from ..rows import check_rows
from .test_redact import NAMED, SHAPED, UNTOUCHED

FOUND = {**{name: secret for name, (secret, _) in SHAPED.items()}, **NAMED}


def _text(case: object) -> str:
    return case if isinstance(case, str) else str(case[0])  # type: ignore[index]


@check_rows("name", FOUND)
def test_no_secret_is_passed_over_by_the_quick_check(name: str) -> None:
    text = _text(FOUND[name])
    for one in (text, " ".join(text.split())):
        assert may_hold_secret(one) or not redact(one)[1]


@given(st.text(alphabet="ab1Z_-=: /pswdketon.", max_size=60))
def test_nor_one_in_any_other_text(text: str) -> None:
    assert may_hold_secret(text) or not redact(text)[1]


@check_rows("name", UNTOUCHED)
def test_what_is_no_secret_is_shown_as_it_is(name: str) -> None:
    assert without_secrets(UNTOUCHED[name]) == UNTOUCHED[name]


@pytest.mark.parametrize(
    "line",
    [
        "Always run `make lint` before committing",
        "Use httpOnly cookies instead of localStorage",
        "Token expiration not checked on every request in src/auth/jwt.ts",
        "the cache key is the tenant and the path",
        "`test_user_can_log_in_twice` needs two workers and 30 s",
        "用 pnpm，不要用 npm",
    ],
)
def test_an_ordinary_line_is_not_even_looked_at(line: str) -> None:
    assert not may_hold_secret(line)


def test_what_is_left_opens_nothing() -> None:
    token = "npm_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cFxy12"
    assert without_secrets(f"{token}: mine") == r"\[redacted: npm token]: mine"
