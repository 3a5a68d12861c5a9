"""A quick check before a pattern never hides what the pattern would find."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_md.base.sparse_regex import BEFORE_TREE, MayBegin
from memory_md.extract.rules import (
    labels,
    person_retractions,
    proposals,
    refuted_claims,
    rulings,
    statements,
)
from memory_md.extract.rules import sentences as splitting
from memory_md.extract.rules.blocks import TextBlock
from memory_md.extract.rules.cues import TECH, holds
from memory_md.extract.rules.refuted_claims import CORRECTION
from memory_md.extract.rules.sentences import plain, sentences
from memory_md.extract.rules.statements import _PLANS, judge, stated

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


OPENINGS = tuple(
    re.compile(one.pattern, one.flags)
    for one in (
        CORRECTION,
        statements._OPENING,
        statements._DISCOVERY,
        statements._DIAGNOSIS,
        statements._CHOSE,
    )
)
for _ in range(BEFORE_TREE):
    statements._may_open("")
BEHIND = (
    *(
        "It ran. ",
        "It ran.",
        "it ran?) ",
        "It ran!”",
        "跑了。",
        "Use `x`:",
        "Use `x`.`y` ran.`z`. ",
    ),
    *("1) ", "It ran. 12. ", "", " ", "No (it ran.) ", 'It said: "no." '),
)


@settings(max_examples=5 * settings().max_examples)
@given(st.sampled_from(BEHIND), st.sampled_from(BEHIND))
def test_a_sentence_that_may_open_a_statement_is_seen_in_its_text(first: str, next_: str) -> None:
    text = f"{first}{next_}So it is".lstrip()
    told = map(statements._may_open, sentences(text))
    assert statements._may_open.in_parts(text) or not any(told)


OFFERS = ("I propose to use ", "Then we should always log ", "my suggestion: keep ", "Shall we ")
for _ in range(BEFORE_TREE):
    proposals._may_offer("")


@settings(max_examples=5 * settings().max_examples)
@given(
    st.lists(
        st.tuples(st.sampled_from((*BEHIND, "\n", "\n- **")), st.sampled_from(OFFERS)), max_size=4
    )
)
def test_the_quick_check_of_proposals_hides_none(parts: list[tuple[str, str]]) -> None:
    text = "".join(f"{behind}{offer}`parse_row` in **each** worker pool" for behind, offer in parts)
    told = list(proposals.offers(text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proposals, "_may_offer", MayBegin(re.compile("")))
        assert told == list(proposals.offers(text))


ORDINARY = (
    "I opened the page of the module and read its tests.",
    "The server answers in the order in which the requests came.",
    "Someone renamed `load_rows` when the table moved.",
    "Some tests run twice as long as the others do.",
)


@settings(max_examples=5 * settings().max_examples)
@given(st.sampled_from(OPENINGS).flatmap(st.from_regex))
def test_whatever_opens_a_statement_may_open_one(text: str) -> None:
    opens = any(one.match(text) for one in OPENINGS)
    assert statements._may_open(text) or not opens


@check_rows("said", ORDINARY * 2)
def test_an_ordinary_sentence_opens_none(said: str) -> None:
    assert not statements._may_open(said)
    assert not statements.revises(said)


def test_nor_does_one_of_several() -> None:
    assert not statements._may_open.in_parts(" ".join(ORDINARY))


PARTS = (
    *STATEMENTS,
    *ORDINARY,
    *("I was wrong.", "**Actually**, it is `b`.", "1. Found: `a_b` is never closed anywhere.\x07"),
    *("It is actually `a_b` that the reader closes.", "Otherwise it fails.", "Hm.", "(e.g. this)"),
    *("So the cause was  the `a_b` of the driver.", "[P1] Missing await — src/db.py:44 It hangs."),
    *("This turned out to be the reader, not the writer.", "__Note__: we use `a_b` because."),
)


@settings(max_examples=5 * settings().max_examples)
@given(st.lists(st.sampled_from(PARTS), max_size=5))
def test_the_quick_check_of_sentences_hides_no_statement(parts: list[str]) -> None:
    text = " ".join(parts)
    told = list(stated(TextBlock("paragraph", text, 0), text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(statements, "_may_open", MayBegin(re.compile("")))
        assert told == list(stated(TextBlock("paragraph", text, 0), text))


class _Everything:
    def __contains__(self, _: object) -> bool:
        return True


WORDS = ("Etc", "approx", "fig", "(e.g", "is", "no", "I", "\n3", "\tx", "read", "figs", "a`b`", "é")


@settings(max_examples=5 * settings().max_examples)
@given(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", ".", ". ", ". A"]))))
def test_the_quick_check_of_abbreviations_moves_no_end(words: list[tuple[str, str]]) -> None:
    text = "".join(f"{word}{end}" for word, end in words)
    told = list(sentences(text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "_ENDS_OF_ABBREVIATIONS", _Everything())
        assert told == list(sentences(text))


@settings(max_examples=5 * settings().max_examples)
@given(
    st.sampled_from([re.compile(one.pattern, one.flags) for one in refuted_claims._NOT_THE_CAUSE])
    .flatmap(st.from_regex)
    .map(str.lower)
)
def test_whatever_denies_a_cause_may_deny_one(text: str) -> None:
    denied = any(one.match(text) for one in refuted_claims._NOT_THE_CAUSE)
    assert refuted_claims.denies(text) or not denied


TAKING_BACK = (
    "Forget what I said about the retries.",
    "The rule that tests mock the clock no longer applies.",
    "The rule that tests mock the clock no\nlonger applies.",
    "The cache of rows is **no** **longer** used.",
    "Correction: the limit is 250 rows, not 100.",
    "From now on we use uv instead of pip.",
    "We moved from `pip` to `uv`, and the cache is in `/var`.",
    "Keep `rows` behind a flag when two workers start at once.",
    '"The limit is 100" is no longer true?',
    "我之前说的关于缓存的话是错的。",
)


@settings(max_examples=2 * settings().max_examples)
@given(st.lists(st.tuples(st.sampled_from(TAKING_BACK), st.sampled_from((" ", "\n", "\n- ", "")))))
def test_the_quick_check_of_messages_hides_nothing_taken_back(
    parts: list[tuple[str, str]],
) -> None:
    hides_nothing_taken_back("".join(f"{said}{end}" for said, end in parts))


@check_rows("said", TAKING_BACK)
def test_the_quick_check_of_one_sentence_hides_nothing_taken_back(said: str) -> None:
    hides_nothing_taken_back(said)


def hides_nothing_taken_back(text: str) -> None:
    told = list(person_retractions.taken_back(text, 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(person_retractions, "may_hold", lambda *_: True)
        assert told == list(person_retractions.taken_back(text, 1))


def test_it_spares_the_sentences_of_an_ordinary_message() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(person_retractions, "sentences", None)
        assert not list(person_retractions.taken_back("Add a test for the parser.", 1))


MARKED = (
    *("the error in", "still broken", "we were using", "now it", "see it", "I think", "yesterday"),
    *("`a`", "a.b", "foo/bar()", "x=y", "not", "it", "was", "maybe", ", ", "。"),
)


@settings(max_examples=5 * settings().max_examples)
@given(st.lists(st.tuples(st.sampled_from(MARKED), st.sampled_from((" ", "")))))
def test_a_name_of_code_hides_no_mark_beside_it(parts: list[tuple[str, str]]) -> None:
    text = "".join(f"{said}{end}" for said, end in parts)
    marks = rulings.marks_of.__wrapped__(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulings, "may_hold", lambda *_: True)
        assert marks == rulings.marks_of.__wrapped__(text)
