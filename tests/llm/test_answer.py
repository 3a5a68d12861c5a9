"""A model's answer may be anything: what is not meant is not read into it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.base.settings import Extract
from memory_md.llm.model import CLOSING, OPENING, AnswerItem, ModelError
from memory_md.llm.text.answer import MOST_ITEMS, read_answer

from ..rows import check_rows

LIMITS = Extract()
TEXT = "the importer drops rows that hold a semicolon"
ITEM = {"category": "gotcha", "content": TEXT, "confidence": 0.6, "contradicts": None}
SAID = AnswerItem("gotcha", TEXT, 0.6)


def item(**changes: object) -> str:
    return json.dumps([{**ITEM, **changes}])


# -- what must not be ---------------------------------------------------------------------------

NOTHING = [
    pytest.param("", id="nothing"),
    pytest.param(" \n\t\ufeff", id="blank"),
    pytest.param("I could not find anything worth keeping.", id="prose"),
    pytest.param("I can't help with that.", id="refusal in prose"),
    pytest.param("null", id="null"),
    pytest.param("42", id="a number"),
    pytest.param('"text"', id="a string"),
    pytest.param("{}", id="an empty object"),
    pytest.param("The list is empty: [] as you see", id="brackets in prose"),
    pytest.param("int a[] = {1, 2};", id="code"),
    pytest.param('["one", "two"]', id="an array of texts"),
    pytest.param('[{"type": "error", "message": "overloaded"}]', id="another array"),
    pytest.param('{"error": {"message": "no"}}', id="an error object"),
    pytest.param('{"a": [{"content": "x"}], "b": [{"content": "y"}]}'.replace("content", "x"),
                 id="two arrays of something"),
    pytest.param(json.dumps([ITEM])[:-20], id="cut off"),
    pytest.param("[" * 100_000, id="depth"),
    pytest.param('[{"content":' * 50_000, id="depth of objects"),
    pytest.param("[{" * 90_000, id="openings"),
    pytest.param('[{"category": "gotcha", "content": ' + "9" * 6000 + "}]", id="a huge number"),
    pytest.param("x" * 200_001, id="too long"),
    pytest.param("<html><body>502</body></html>", id="HTML"),
    pytest.param("\x1b[2K\x1b[1G", id="escapes alone"),
    pytest.param(f"{OPENING}\n[{json.dumps(ITEM)}]\n{CLOSING}\n", id="the prompt, repeated"),
]  # fmt: skip


@check_rows("text", NOTHING)
def test_this_is_no_answer(text: str) -> None:
    with pytest.raises(ModelError):
        read_answer(text, LIMITS)


LEFT_OUT = [
    pytest.param(item(category="fixed"), "category is none of", id="a kind that is no category"),
    pytest.param(item(category=["gotcha"]), "category", id="a list as category"),
    pytest.param(item(category=None), "category", id="no category"),
    pytest.param(item(content=7), "content is not a text", id="a number as content"),
    pytest.param(item(content=None), "content is not a text", id="no content"),
    pytest.param(item(content="too short"), "9 characters, not 10 to 600", id="short"),
    pytest.param(item(content=" \n- Gotcha:  tiny "), "4 characters", id="short, when bare"),
    pytest.param(item(content="x" * 601), "601 characters", id="long"),
    pytest.param(item(confidence=7), "not from 0 to 1", id="confidence of 7"),
    pytest.param(item(confidence=-0.1), "not from 0 to 1", id="under 0"),
    pytest.param(item(confidence=True), "is not a number", id="truth"),
    pytest.param(item(confidence="high"), "is not a number", id="a word"),
    pytest.param(item(confidence="nan"), "not from 0 to 1", id="nan in words"),
    pytest.param(item(confidence=float("nan")), "not from 0 to 1", id="NaN"),
    pytest.param(item(confidence=float("inf")), "not from 0 to 1", id="Infinity"),
    pytest.param(item(confidence=10**400), "not from 0 to 1", id="an integer beyond floats"),
    pytest.param(item().replace("0.6", "1e999"), "not from 0 to 1", id="an exponent too large"),
    pytest.param(f'["x", {item()[1:]}', "is not an object", id="a text among the items"),
    pytest.param(f"[[], {item()[1:]}", "is not an object", id="an array among the items"),
]


@check_rows(("text", "why"), LEFT_OUT)
def test_an_item_is_left_out_with_a_reason(text: str, why: str) -> None:
    answer = read_answer(text, LIMITS)
    assert len(answer.left_out) == 1
    assert why in answer.left_out[0]
    assert answer.items in ((), (SAID,))


def test_no_more_items_than_anybody_wants() -> None:
    many = [{**ITEM, "content": f"{TEXT} {number}"} for number in range(MOST_ITEMS + 7)]
    answer = read_answer(json.dumps(many), LIMITS)
    assert len(answer.items) == MOST_ITEMS
    assert answer.left_out == (f"7 items after the first {MOST_ITEMS}",)


# -- what must be -------------------------------------------------------------------------------

PLAIN = json.dumps([ITEM])
READ = [
    pytest.param(PLAIN, id="as asked"),
    pytest.param(json.dumps([ITEM], indent=4), id="over lines"),
    pytest.param(f"```json\n{PLAIN}\n```", id="in a fence"),
    pytest.param(f"```\n{PLAIN}", id="in a fence left open"),
    pytest.param(f"Here is what I found:\n\n{PLAIN}\n\nAnything else? [y/n]", id="amid prose"),
    pytest.param(f'I saw [1] and {{"a": 1}} first. {PLAIN}', id="after other JSON"),
    pytest.param(f"<think>[{{}}] or {item(content=TEXT + ' maybe')}?</think>{PLAIN}", id="drafts"),
    pytest.param(PLAIN[:-2] + ",},]", id="commas at the end"),
    pytest.param(f"{PLAIN[:-1]},\n]\nDone, [as] you asked.", id="a comma, and prose behind"),
    pytest.param(json.dumps({"learnings": [ITEM]}), id="under a key"),
    pytest.param(json.dumps(ITEM), id="one object"),
    pytest.param("\ufeff\r\n" + PLAIN + "\r\n", id="byte order mark and CRLF"),
    pytest.param(f"\x1b[?25l\x1b[1m{PLAIN}\x1b[0m", id="colours"),
    pytest.param(f"{OPENING}\n[{{}}]\n{CLOSING}\n{PLAIN}", id="behind the prompt"),
    pytest.param(item(category=" Gotcha "), id="a category in capitals"),
    pytest.param(item(content=f"Gotcha: {TEXT}"), id="the category again"),
    pytest.param(item(content=f"- [gotcha] {TEXT}\n"), id="a bullet and the category"),
    pytest.param(item(content=TEXT.replace(" ", "\n  ")), id="content over lines"),
    pytest.param(item(content=f"\x1b[31m{TEXT}\x07"), id="controls in it"),
    pytest.param(item(confidence="0.6"), id="confidence in quotes"),
    pytest.param(item(extra={"deep": [[[]]]}), id="more keys"),
    pytest.param(item(contradicts="none"), id="nothing contradicted, in words"),
    pytest.param(item(contradicts=[]), id="nothing contradicted, as a list"),
    pytest.param(item(contradicts=7), id="a number contradicted"),
]


@check_rows("text", READ)
def test_what_is_meant_is_read(text: str) -> None:
    answer = read_answer(text, LIMITS)
    assert answer.items == (SAID,)
    assert answer.left_out == ()


def test_without_a_confidence_it_is_even() -> None:
    text = json.dumps([{"category": "gotcha", "content": TEXT}])
    assert read_answer(text, LIMITS).items == (replace(SAID, confidence=0.5),)


@pytest.mark.parametrize(
    "value", ["k3v9q2xa", ["k3v9q2xa"], {"id": "k3v9q2xa", "content": "x"}, " k3v9q2xa\n"]
)
def test_an_entry_is_named(value: object) -> None:
    (said,) = read_answer(item(contradicts=value), LIMITS).items
    assert said.contradicts == "k3v9q2xa"


EMPTY = ["[]", "[ ]\n", "```json\n[]\n```", "Nothing to keep.\n\n[]", '{"learnings": []}', "`[]`"]


@pytest.mark.parametrize("text", EMPTY)
def test_nothing_to_keep_is_an_answer(text: str) -> None:
    assert read_answer(text, LIMITS).items == ()


# -- laws ---------------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
ITEMS = st.fixed_dictionaries(
    {}, optional={key: VALUES | st.just(value) for key, value in ITEM.items()}
)


@given(st.lists(ITEMS, max_size=5), st.text(max_size=40), st.text(max_size=40))
def test_any_answer_is_read_or_refused(items: list[object], before: str, after: str) -> None:
    try:
        answer = read_answer(f"{before}{json.dumps(items)}{after}", LIMITS)
    except ModelError:
        return
    for said in answer.items:
        assert LIMITS.min_chars <= len(said.content) <= LIMITS.max_chars
        assert 0 <= said.confidence <= 1
        assert "\n" not in said.content
