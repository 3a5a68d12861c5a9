"""What is plain means what PyYAML says it means; all else is not plain."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from memory_md.base.yaml_text import parse_plain

from ..rows import check_rows

NOT_PLAIN = {
    "a tab": "a:\tb",
    "a document mark": "---\na: 1",
    "a list": "a: [1, 2]",
    "items": "a:\n  - b",
    "quotes": 'a: "b"',
    "an alias": "a: &x 1",
    "a block": "a: |\n  b",
    "words over two lines": "a: b\n  c",
    "a third level": "a:\n  b:\n    c: 1",
    "another indentation": "a:\n  b: 1\n   c: 2",
    "keys below a value": "a: 1\n  b: 2",
    "an octal number": "a: 010",
    "a number below zero": "a: -1",
    "an exponent": "a: 1e3",
    "a clock": "a: 12:30:45",
    "a date": "a: 2026-01-01",
    "a yes": "a: Yes",
    "a nothing": "a: null",
    "a key that is a truth": "on: 1",
    "a colon in words": "a: b: c",
    "a hash in a word": "a: b#c",
    "no blank behind the colon": "a:b",
    "carriage returns": "a: 1\r\nb: 2",
    "letters of others": "a: ü",
    "braces in braces": "a: {b: {c: 1}}",
    "a byte order mark": "\ufeffa: 1",
}
PLAIN = {
    "eviction: {max_entries: 9, keep_share: 0.5}\n": {
        "eviction": {"max_entries": 9, "keep_share": 0.5}
    },
    "# ours\npaths:\n  # here\n  diary: notes/diary  # moved\n\nllm:\n    enabled: true\n": {
        "paths": {"diary": "notes/diary"},
        "llm": {"enabled": True},
    },
    "llm:\n  command: llm -m small\nempty:\n": {
        "llm": {"command": "llm -m small"},
        "empty": None,
    },
}


@check_rows("text", NOT_PLAIN.values(), ids=NOT_PLAIN)
def test_what_is_not_plain_is_left_alone(text: str) -> None:
    assert parse_plain(text) is None


@pytest.mark.parametrize(("text", "wanted"), PLAIN.items())
def test_what_is_plain_is_read(text: str, wanted: object) -> None:
    assert parse_plain(text) == wanted == yaml.safe_load(text)


_words = st.sampled_from(
    [
        "a",
        "b-c",
        "on",
        "No",
        "true",
        "null",
        "0",
        "10",
        "0.5",
        "007",
        "1.",
        "x y",
        "x/y.z",
        "#",
        "-",
    ]
)
_pair = st.tuples(_words, st.sampled_from([": ", ":", ":  "]), _words).map("".join)
_line = st.one_of(
    _pair,
    _words.map("{}:".format),
    st.tuples(_words, st.lists(_pair, max_size=3)).map(lambda p: f"{p[0]}: {{{', '.join(p[1])}}}"),
    st.text("ab:{}#,- \t10.", max_size=12),
)
_lines = st.lists(st.tuples(st.sampled_from(["", "", "  ", "   "]), _line).map("".join), max_size=6)


@given(_lines.map("\n".join))
@example("a:\n  b: 1\na:\n  c: 2")
@example("a: 1\na:\n")
@example("a:\n#\n  b: 1\nc: d #")
def test_what_is_plain_means_what_it_means(text: str) -> None:
    read = parse_plain(text)
    if read is not None:
        theirs = yaml.safe_load(text) or {}
        assert read == theirs
        assert repr(read) == repr(theirs)  # 1 is not 1.0, nor True


@pytest.mark.parametrize(
    "text", ["a: " + "x " * 50_000 + "!", "a: {" + "b: 1, " * 50_000, "a" * 300_000]
)
def test_a_long_line_is_not_plain(text: str) -> None:
    assert parse_plain(text) is None
