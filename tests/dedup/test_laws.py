"""Laws of comparing, on random lines: order never matters, a changed claim is never merged."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memory_md.dedup.index import Index, relation
from memory_md.dedup.wording import read_wording

from ..rows import check_rows

_WORDS = (
    "the cache worker retries uploads of invoices when `client_max` is set in src/app/main.py and"
    " tokens expire because staging differs from production; always lock rows before a deploy"
    " über кэш 缓存 UTF-8 v2.1 --force PathLike public private without escaping"
)
WORDS = st.sampled_from(_WORDS.split(" "))
LINES = st.lists(WORDS, min_size=4, max_size=16).map(" ".join)
ANY = st.text(max_size=80)


def kind_of(a: str, b: str) -> str:
    found = relation("note", a, "note", b)
    return found.relation if found else ""


@given(LINES | ANY, LINES | ANY)
def test_it_does_not_matter_which_comes_first(a: str, b: str) -> None:
    one, two = relation("note", a, "note", b), relation("note", b, "note", a)
    assert (one and (one.relation, one.score)) == (two and (two.relation, two.score))
    assert one is None or 0 <= one.score <= 1


@given(LINES | ANY)
def test_a_line_repeats_itself(line: str) -> None:
    found = relation("note", line, "note", line)
    assert found is not None
    assert (found.relation, found.score) == ("duplicate", 1.0)


@given(LINES, LINES, st.integers(0, 10**6), st.integers(0, 10**6))
def test_another_number_is_never_a_repeat(head: str, tail: str, old: int, new: int) -> None:
    assume(old != new)
    assert kind_of(f"{head} {old} {tail}", f"{head} {new} {tail}") != "duplicate"


@given(st.lists(WORDS, min_size=3, max_size=14), st.data(), st.sampled_from(["not", "never"]))
def test_a_denial_put_in_is_never_a_repeat(
    words: list[str], data: st.DataObject, deny: str
) -> None:
    place = data.draw(st.integers(0, len(words) - 1))
    denied = [*words[:place], deny, *words[place:]]
    assert kind_of(" ".join(words), " ".join(denied)) != "duplicate"


NAMES = st.sampled_from(
    ["`httpx`", "requests", "`Cache.get`", "redis", "src/a.py", "tabs", "Kafka"]
)


@given(NAMES, NAMES, st.sampled_from(["instead of", "rather than", "and not"]), LINES)
def test_operands_exchanged_are_never_a_repeat(x: str, y: str, over: str, rest: str) -> None:
    assume(x != y)
    a, b = f"Use {x} {over} {y} for {rest}", f"Use {y} {over} {x} for {rest}"
    assert kind_of(a, b) != "duplicate"


@check_rows(
    "text",
    [
        pytest.param("a" * 1_000_000, id="one word"),
        pytest.param("word " * 100_000, id="many words"),
        pytest.param("`" * 1_000_000, id="marks"),
        pytest.param("a." * 500_000, id="dots"),
        pytest.param("a-" * 500_000, id="hyphens"),
        pytest.param("缓存" * 300_000, id="one script"),
        pytest.param("1," * 300_000, id="numbers"),
        pytest.param("1-" * 300_000, id="ranges"),
        pytest.param("not " * 300_000, id="denials"),
        pytest.param("un" * 300_000, id="prefixes"),
        pytest.param(" " * 1_000_000 + "x", id="spaces"),
    ],
)
def test_hostile_lines_are_different_facts(text: str) -> None:
    assert Index().compare("note", text) is None
    assert relation("note", text, "note", text + " not") is None
    read_wording(text[:2_000])
    read_wording(text[-2_000:])
