"""What is read without `json` is what `json` reads."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from memory_md.base.light_json import loads


def outcome(read: Callable[[bytes], object], data: bytes) -> object:
    """A text of the value, as NaN is not like itself; or the type of the error."""
    try:
        return repr(read(data))
    except (ValueError, RecursionError) as fault:
        return type(fault)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b'{"a": 1} x', id="more than one value"),
        pytest.param(b'{"a"', id="cut off"),
        pytest.param(b"nul", id="no value"),
        pytest.param(b'"\x01"', id="a control character"),
        pytest.param(b"[" * 100_000, id="too deep"),
        pytest.param(b"1" * 5_000, id="too many digits"),
        pytest.param(b"\xff", id="no UTF-8"),
        pytest.param(b' \r\n{"a": [1, -2.5e3, "\\u00fc", null, true]}\t\n', id="white space"),
        pytest.param(b'{"a": 1, "a": 2}', id="a key twice"),
        pytest.param(b"[NaN, Infinity, -Infinity, 1e999]", id="no numbers"),
        pytest.param(b'"\\ud800"', id="half a pair"),
        pytest.param(b"\xef\xbb\xbf{}", id="a byte order mark"),
        pytest.param('{"a": "ü"}'.encode("utf-16"), id="UTF-16"),
    ],
)
def test_it_reads_what_json_reads(data: bytes) -> None:
    assert outcome(loads, data) == outcome(json.loads, data)
