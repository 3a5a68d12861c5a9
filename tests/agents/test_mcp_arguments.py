"""What a client may send to a tool, told as a schema and checked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from memory_md.agents.mcp.tools import Argument, checked, schema_of
from memory_md.base.errors import UsageError

from ..rows import check_rows

ARGUMENTS = (
    Argument("text", "string", "A text.", True, 1, 5),
    Argument("limit", "integer", "A limit.", False, 1, 9),
    Argument("share", "number", "A share.", least=0, most=1),
    Argument("dry", "boolean", "Whether."),
    Argument("files", "array", "Paths.", most=2),
    Argument("sort", "string", "A sort.", choices=("a", "b")),
)


@check_rows(
    ("given", "said"),
    [
        pytest.param(None, "text is missing", id="nothing"),
        pytest.param({}, "text is missing", id="an empty object"),
        pytest.param({"text": None}, "text is missing", id="null for what is required"),
        pytest.param({"text": ""}, "at least 1 characters", id="too short"),
        pytest.param({"text": "abcdef"}, "at most 5 characters", id="too long"),
        pytest.param({"text": 5}, "text must be a text", id="a number for a text"),
        pytest.param({"text": ["a"]}, "text must be a text", id="a list for a text"),
        pytest.param({"text": "a", "limit": True}, "whole number", id="true for a number"),
        pytest.param({"text": "a", "limit": "3"}, "whole number", id="a text for a number"),
        pytest.param({"text": "a", "limit": 2.5}, "whole number", id="a fraction"),
        pytest.param({"text": "a", "limit": 0}, "at least 1", id="too small"),
        pytest.param({"text": "a", "limit": 10**30}, "at most 9", id="far too large"),
        pytest.param({"text": "a", "share": float("nan")}, "a number", id="NaN"),
        pytest.param({"text": "a", "share": float("inf")}, "at most 1", id="infinity"),
        pytest.param({"text": "a", "dry": "yes"}, "true or false", id="a text for a boolean"),
        pytest.param({"text": "a", "dry": 1}, "true or false", id="1 for a boolean"),
        pytest.param({"text": "a", "files": [1]}, "a list of texts", id="a list of numbers"),
        pytest.param({"text": "a", "files": ["a"] * 3}, "at most 2 items", id="too many"),
        pytest.param({"text": "a", "sort": "c"}, "one of: a, b", id="no such choice"),
        pytest.param({"text": "a", "pin": True}, "no argument 'pin'", id="an unknown argument"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_would(given: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        checked(ARGUMENTS, given)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        pytest.param({"limit": None}, {}, id="null is as if it were not there"),
        pytest.param({"limit": 3.0}, {"limit": 3}, id="3.0 is whole"),
        pytest.param({"share": 1}, {"share": 1}, id="a whole number is a number"),
        pytest.param({"files": "a.py"}, {"files": ["a.py"]}, id="one for a list of one"),
        pytest.param({"sort": "b"}, {"sort": "b"}, id="a choice"),
        pytest.param({"dry": False}, {"dry": False}, id="false is said"),
    ],
)
def test_what_fits_is_taken(given: Any, taken: Any) -> None:
    assert checked(ARGUMENTS, {"text": "a", **given}) == {"text": "a", **taken}


def test_a_lone_surrogate_never_reaches_a_file() -> None:
    assert checked(ARGUMENTS, {"text": "a\ud800"}) == {"text": "a?"}


def test_the_schema_is_plain() -> None:
    schema = schema_of(ARGUMENTS)
    assert schema["required"] == ["text"]
    assert schema["additionalProperties"] is False
    properties = schema["properties"]
    assert properties["text"] == {
        "type": "string",
        "description": "A text.",
        "minLength": 1,
        "maxLength": 5,
    }
    assert properties["files"]["items"] == {"type": "string"}
    assert properties["share"]["maximum"] == 1
    assert properties["sort"]["enum"] == ["a", "b"]
