"""JSON is read strictly and safely."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.errors import UnreadableError
from memory_md.base.json_text import parse_json

REFUSED: list[tuple[str | bytes, str, str]] = [
    ("", "line 1, column 1", "x.json:1"),
    ("[\n\n1 2]", "line 3", "x.json:3"),
    ("<<<<<<< ours\n[]", "not valid JSON", "x.json:1"),
    ('{"a": 1', "line 1, column 8", "x.json:1"),
    ("[1] [2]", "line 1, column 5", "x.json:1"),
    ("NaN", "NaN is no number", "x.json"),
    ("[-Infinity]", "-Infinity is no number", "x.json"),
    ("[1e999]", "1e999 is no number", "x.json"),
    ('{"b": {"c": 1, "c": 2}}', "'c' stands twice", "x.json"),
    ("[" * 50_000, "nested more than 100 deep", "x.json"),
    ('{"a":' * 50_000, "nested more than 100 deep", "x.json"),
    ("[" * 101 + "]" * 101, "nested more than 100 deep", "x.json"),
    ("1" * 5000, "5000 digits", "x.json"),
    (b'"\xff"', "not UTF-8", "x.json"),
    (" " * 20_000_001, "more than 20,000,000 bytes", "x.json"),
]


@pytest.mark.parametrize(("data", "reason", "where"), REFUSED, ids=[r[1] for r in REFUSED])
def test_this_is_refused(data: str | bytes, reason: str, where: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_json(data, where="x.json")
    assert reason in caught.value.message
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ('{"a": [1, 2.5, null, true]}', {"a": [1, 2.5, None, True]}),
        (b'\xef\xbb\xbf["\xc3\xa9"]', ["é"]),
        (r'"\ud83d\ude00"', "😀"),
        (r'{"\ud800": ["a\udc00"]}', {"\ufffd": ["a\ufffd"]}),
        (r'"\\ud800"', r"\ud800"),
        (f'["{"[" * 5000}", "\\"["]', ["[" * 5000, '"[']),
    ],
)
def test_this_is_read(data: str | bytes, value: object) -> None:
    assert parse_json(data, where="x.json") == value


def test_a_hundred_deep_is_read() -> None:
    assert parse_json("[" * 100 + "]" * 100, where="x.json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=5), inner, max_size=3
    ),
    max_leaves=8,
)  # fmt: skip


@given(JSON)
def test_what_is_written_is_read_back(value: object) -> None:
    assert parse_json(json.dumps(value).encode(), where="x.json") == value
