"""A quick check before a pattern never hides what the pattern would find."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_md.extract.rules import labels
from memory_md.extract.rules.cues import TECH, holds
from memory_md.extract.rules.sentences import plain
from memory_md.extract.rules.statements import _PLANS, judge

from ..rows import check_rows

STATEMENTS = (
    "It turns out that `load_config` ignores the environment unless `APP_ENV` is set.",
    "the root cause is that `parse_row` returns None instead of raising, which breaks the export.",
    "I chose SQLite over Postgres because the tool runs on one machine only.",
    "wait, actually `MAX_ROWS` is 500, not 1000, because the proxy cuts the body off.",
)


@pytest.mark.parametrize("said", STATEMENTS)
def test_these_statements_are_taken_where_nothing_stands_before_them(said: str) -> None:
    assert judge(said[:1].upper() + said[1:]) is not None


@check_rows("opening", _PLANS)
@check_rows("said", STATEMENTS)
def test_a_plan_is_no_statement_whatever_comes_next(opening: str, said: str) -> None:
    for revising in (False, True):
        assert judge(f"{opening}{said}", revising=revising) is None


LEAD_IN = labels._LEAD_IN


@settings(max_examples=2 * settings().max_examples)
@given(st.from_regex(re.compile(LEAD_IN.pattern, LEAD_IN.flags)))
def test_one_of_the_cues_is_in_whatever_leads_in_to_a_list(text: str) -> None:
    assert LEAD_IN.search(text) is None or holds(text.casefold(), labels._LEADS_IN)


NAMES = st.text(alphabet=" abzABZ019_.,-/@#`()[]\nТй", max_size=24)
# As it was written before only its finding counted.
LONG = re.compile(
    r"`[^`]+`|\b\w+\(\)|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b\w+_\w+|\b[A-Z]{2,}[\w.-]*"
    r"|\b\w+\.[a-z]{1,5}\b|(?<![\w/])[\w.-]*/[\w./-]+|\bv?\d+\.\d+|\b[A-Z]\d+\b"
    r"|(?<!\w)--?[a-z][\w-]+|@[\w/-]+|#[\w-]{3,}"
)


@settings(max_examples=5 * settings().max_examples)
@given(NAMES)
def test_whatever_looks_like_a_name_of_the_code_is_technical(text: str) -> None:
    assert LONG.search(text) is None or TECH.search(text) is not None


# The same marks, looked for without a mark to begin with.
EMPHASIS = re.compile(
    r"(?<![/\w*])\*\*(?=[^\s/*])|(?<=[^\s/*])\*\*(?![/\w*])|(?<!\w)__(?=[^\W_])|(?<=[^\W_])__(?!\w)"
    r"|(?<![\w*/.])\*(?=[^\s*/.])|(?<=[^\s*/])\*(?![\w*/.])"
)


@settings(max_examples=5 * settings().max_examples)
@given(st.text(alphabet="ab */_.", max_size=16))
def test_emphasis_goes_wherever_it_stands(text: str) -> None:
    expected = EMPHASIS.sub("", text) if "*" in text or "__" in text else text
    assert plain(text) == expected


@settings(max_examples=5 * settings().max_examples)
@given(st.text(alphabet="* 1.a:(b)#-the", max_size=20))
def test_a_label_loses_what_it_opens_and_ends_with(text: str) -> None:
    name = text.replace("**", "").replace("__", "").strip()
    for pattern in (labels._ORNAMENT, labels._NUMBERING, labels._PARENTHESIS):
        name = pattern.sub("", name)
    name = labels._ARTICLE.sub("", labels._NUMBER.sub("", name.strip()))
    name = name.removesuffix(" is").removesuffix(" was").strip(" :：.!#*")
    assert labels.plain_label(text) == name.casefold()
