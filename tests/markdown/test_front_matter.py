"""Front matter: where it ends, what stands in it, and what broken YAML costs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.yaml_text import Located
from memory_md.markdown.front_matter import (
    behind_front_matter,
    read_front_matter,
    split_front_matter,
)

from ..rows import check_rows


def plain(node: Located) -> Any:
    """The value without its lines."""
    if isinstance(node.value, Mapping):
        return {key: plain(value) for key, value in node.value.items()}
    if isinstance(node.value, str):
        return node.value
    return [plain(item) for item in node.value]


def values(text: str) -> dict[str, Any]:
    front = read_front_matter(text)
    assert front is not None
    return {key: plain(value) for key, value in front.values.items()}


NONE = {
    "empty": "",
    "plain text": "a: 1\n",
    "never closed": "---\na: 1\n",
    "a rule": "----\na: 1\n---\n",
    "indented": " ---\na: 1\n---\n",
    "below a line": "\n---\na: 1\n---\n",
    "words beside the mark": "--- # x\na: 1\n---\n",
}


@pytest.mark.parametrize("text", NONE.values(), ids=NONE.keys())
def test_this_has_no_front_matter(text: str) -> None:
    assert read_front_matter(text) is None
    assert split_front_matter(text) is None
    assert behind_front_matter(text) == (0, 1)


DEEP = "[" * 50_000
BOMB = "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]"

# Front matter, and what of it can be read.
READ: dict[str, tuple[str, dict[str, Any]]] = {
    "nothing": ("", {}),
    "a list is no mapping": ("- a\n- b", {}),
    "text is no mapping": ("only words", {}),
    "values as they are written": (
        "a: 007\nb: 2026-01-02\nc: yes\nd: 1.50\ne: ~",
        {"a": "007", "b": "2026-01-02", "c": "yes", "d": "1.50", "e": "~"},
    ),
    "lists and mappings": (
        "a: [x, y]\nb:\n  - z\nc:\n  d: e",
        {"a": ["x", "y"], "b": ["z"], "c": {"d": "e"}},
    ),
    "a number sign before a word is text": ("a: see #12", {"a": "see #12"}),
    "a comment": ("a: x # why\n# all\nb: y", {"a": "x", "b": "y"}),
    "quotes": ("a: 'it''s'\nb: \"x\\ty\"", {"a": "it's", "b": "x\ty"}),
    "one key that is broken": ("a: [x\nb: [y, z]", {"a": "[x", "b": ["y", "z"]}),
    "a colon in an item": (
        "a: [\nb:\n  - one: two: three\n  - four",
        {"a": "[", "b": [{"one": "two: three"}, "four"]},
    ),
    "an item that goes on": (
        "b:\n  - 'x' y\n    z\n  - choice: c\n    why: 'q' r",
        {"b": ["'x' y z", {"choice": "c", "why": "'q' r"}]},
    ),
    "keys below a broken key": (
        "b:\n  c:\n    - 'x' y\n  d:\n  - z",
        {"b": {"": [], "c": ["'x' y"], "d": ["z"]}},
    ),
    "brackets without end": (f"a: {DEEP}\nb: y", {"a": DEEP, "b": "y"}),
    "aliases are not resolved": (BOMB, {"a": ["x", "x"], "b": "&b [*a,*a]", "c": "&c [*b,*b]"}),
}


@check_rows(("front", "expected"), READ.values(), ids=READ.keys())
@check_rows("end", ["---", "...", "---  "])
def test_this_is_read(front: str, expected: dict[str, Any], end: str) -> None:
    text = f"---\n{front}\n{end}\nBody\n"
    assert values(text) == expected
    assert values("\ufeff" + text) == expected
    assert values(text.replace("\n", "\r\n")) == expected


def test_what_cannot_be_read_is_a_fault_with_its_line() -> None:
    front = read_front_matter("---\na: x\nb: [y\nc: z\n---\nBody\n")
    assert front is not None
    assert front.fault is not None
    assert front.fault.where == "front matter:4"
    assert front.string("c") == "z"


@pytest.mark.parametrize("front", ["a: x\n\nb:\n  - y\n  - z", "a: x\n\nb:\n  - 'y' y\n  - z"])
def test_values_know_their_line_in_the_document(front: str) -> None:
    read = read_front_matter(f"---\n{front}\n---\n")
    assert read is not None
    listed = read.get("B")
    assert listed is not None
    assert read.values["a"].line == 2
    assert [item.line for item in listed.value if isinstance(item, Located)] == [5, 6]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_body_and_its_line_are_kept(mark: str, newline: str) -> None:
    text = mark + "---\na: [\n---\n\n    code\n--- \nend  \n".replace("\n", newline)
    front = read_front_matter(text)
    assert front is not None
    assert front.body == "\n    code\n--- \nend  \n".replace("\n", newline)
    assert front.line == 4
    assert behind_front_matter(text) == (len(text) - len(front.body), 4)


@given(st.text(alphabet="ab:-[]{}'\"#&*!%@`\r\n\t |>?,\u2028\x85é7", max_size=60))
def test_any_front_matter_leaves_the_body(text: str) -> None:
    whole = f"---\n{text}\n---\nBody\n"
    front = read_front_matter(whole)
    assert front is not None
    assert whole.endswith(front.body)
    assert front.body.endswith("Body\n")
    assert whole.split("\n")[front.line - 1 :] == front.body.split("\n")


def test_the_library_is_loaded_only_where_there_is_front_matter() -> None:
    code = (
        "import sys; from memory_md.markdown.front_matter import read_front_matter as read;"
        "read('# Title\\n---\\n'); assert not {'yaml', 'frontmatter'} & set(sys.modules);"
        "read('---\\na: 1\\n---\\n'); assert 'frontmatter' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
