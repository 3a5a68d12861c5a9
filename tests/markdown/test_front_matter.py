"""Front matter: its values as they are written, and what is not read."""

from __future__ import annotations

from typing import Any

import pytest

from memory_md.markdown.front_matter import front_matter_end, read_front_matter


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# T\n---\na: 1\n---\n",
        "---\na: 1\n",
        "--- x\na: 1\n---\n",
        "---\n---\n",
        "\n---\n---\n",
    ],
)
def test_there_is_none_and_nothing_is_wrong(text: str) -> None:
    assert read_front_matter(text) == ({}, "")


@pytest.mark.parametrize(
    ("inner", "values"),
    [
        ("a: 007\nb: 2026-01-02\nc: yes\nd:", {"a": "007", "b": "2026-01-02", "c": "yes", "d": ""}),
        ("a: [x, y]\nb:\n- z # said\n", {"a": ["x", "y"], "b": ["z"]}),
        ("globs: **/*.py, *.ts", {"globs": "**/*.py, *.ts"}),
        ("paths:\n  - *.py\n  - 'a'", {"paths": ["*.py", "a"]}),
        ("description: Use it: it's good", {"description": "Use it: it's good"}),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_values_are_texts_lists_and_mappings(
    inner: str, values: dict[str, Any], newline: str
) -> None:
    text = f"\ufeff---\n{inner}\n---\nbody: no\n".replace("\n", newline)
    assert read_front_matter(text) == (values, "")
    assert text[front_matter_end(text) :].rstrip() == "body: no"


def test_aliases_are_not_unfolded() -> None:
    bomb = "k0: &k0 [x, x]\n" + "".join(
        f"k{level}: &k{level} [*k{level - 1}, *k{level - 1}]\n" for level in range(1, 30)
    )
    values, _ = read_front_matter(f"---\n{bomb}---\n")
    assert len(str(values)) < 1000


@pytest.mark.parametrize(
    "inner",
    [
        "- a\n- b",
        "just words",
        "a: [",
        "a: " + "[" * 16_000,
        "x" * 70_000,
    ],
    ids=["a list", "words", "open", "deep", "long"],
)
def test_what_cannot_be_read_is_empty_with_a_reason(inner: str) -> None:
    values, fault = read_front_matter(f"---\n{inner}\n---\n")
    assert values == {}
    assert fault
