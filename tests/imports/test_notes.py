"""Which lines of notes are imported, and how they read alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.imports.importing import read_notes
from memory_md.imports.notes import notes_in
from memory_md.memory.model import LONGEST_TEXT


def texts(text: str) -> list[str]:
    return [note.text for note in notes_in(text) if not note.reason]


LEFT_OUT = {
    "about the file": "This file provides guidance to Claude Code when working here.",
    "a link": "- [Guide](docs/guide.md) — how we work",
    "a pointer": "See [the guide](docs/guide.md) for more.",
    "an imported file": "@AGENTS.md",
    "a task": "- [ ] never do this",
    "struck out": "- ~~Never use yarn~~",
    "an introduction of nothing": "These are the rules:",
    "a comment": "<!-- - never this -->",
    "a quote": "> - never this",
    "a code block": "```js\n- never this\n```",
    "a tree": "```\n├── src\n└── docs\n```",
    "a section of links": "## References\n\n- the style guide of the company",
    "a section below one of links": "## Links\n\n### Internal\n\n- the style guide of the company",
    "a placeholder": "- [describe the rule here]",
    "a word": "- Rules",
}


@pytest.mark.parametrize("text", LEFT_OUT.values(), ids=LEFT_OUT)
def test_what_is_no_note_is_left_out(text: str) -> None:
    assert texts(f"# Project\n\n{text}\n") == []


NOTES = {
    "an item": ("- Never push to main", ["Never push to main"]),
    "a paragraph": ("The API listens on port 8080.", ["The API listens on port 8080."]),
    "a heading that it needs": (
        "## develop\n- Contains the latest changes",
        ["develop: Contains the latest changes"],
    ),
    "a heading that says the same": (
        "## Index rules\n- Add an index concurrently",
        ["Add an index concurrently"],
    ),
    "a general heading": ("## Project rules\n- Run the linter", ["Run the linter"]),
    "a heading that forbids": ("## Don't\n- use `eval`", ["Don't: use `eval`"]),
    "a heading above it": (
        "## Python\n### Don't\n- use `eval`",
        ["Python, Don't: use `eval`"],
    ),
    "a bold line": ("**Naming:**\n\n- PascalCase for classes", ["Naming: PascalCase for classes"]),
    "a sign that forbids": ("- ❌ `var` in new code", ["Don't: `var` in new code"]),
    "a sign that says nothing": ("- ✅ Use `unknown` instead", ["Use `unknown` instead"]),
    "a date": ("- **2026-03-30** — Exports need a BOM", ["Exports need a BOM"]),
    "the rest of an item": (
        "- Never use floats.\n\n  Amounts are cents.",
        ["Never use floats. Amounts are cents."],
    ),
    "items below it": (
        "- Order of imports:\n  - standard library\n  - own modules",
        ["Order of imports: standard library; own modules"],
    ),
    "an introduction with pieces": (
        "The order is:\n\n1. lint\n2. test",
        ["The order is: lint; test"],
    ),
    "an introduction with sentences": (
        "In tests:\n\n- Never call the payment API\n- Always close the files that you open",
        ["In tests: Never call the payment API", "In tests: Always close the files that you open"],
    ),
    "code below an item": ("- Format:\n  ```sh\n  make fmt\n  ```", ["Format: `make fmt`"]),
    "code below a line": ("Test with:\n\n```\nmake test\n```", ["Test with: `make test`"]),
    "a line that looks like a row": ("| No sleep here |", []),
    "a row": ("| Rule | Why |\n|--|--|\n| No sleep here | slow |", ["No sleep here — slow"]),
    "a lesson": (
        "## A restart lost jobs\n\n**Problem:** it was in memory\n\n**Fix:** keep it in Redis",
        ["A restart lost jobs: Problem: it was in memory Fix: keep it in Redis"],
    ),
    "a reason": (
        "Change staging first.\n\n**Why:** production went down",
        ["Change staging first. Why: production went down"],
    ),
    "Japanese": ("- npmではなくpnpmを使う", ["npmではなくpnpmを使う"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), NOTES.values(), ids=NOTES)
def test_a_note_reads_alone(text: str, expected: list[str]) -> None:
    assert texts(f"# Project\n\n{text}\n") == expected


@pytest.mark.parametrize(
    ("front", "globs"),
    [
        ("globs: src/**/*.tsx, lib/*.ts", ("src/**/*.tsx", "lib/*.ts")),
        ("globs: *.test.ts,*.spec.ts", ("*.test.ts", "*.spec.ts")),
        ("globs: src/{api,db}/**/*.ts", ("src/{api,db}/**/*.ts",)),
        ('globs: ["db/**/*.sql", "db/**/*.py"]', ("db/**/*.sql", "db/**/*.py")),
        ('applyTo: "**/*.py,**/*.pyi"', ("**/*.py", "**/*.pyi")),
        ("paths:\n  - src/auth/**", ("src/auth/**",)),
        ("globs: **/*", ()),
        ("globs:", ()),
    ],
)
def test_the_globs_of_a_rule_are_kept(front: str, globs: tuple[str, ...]) -> None:
    text = f"---\ndescription: a\n{front}\nalwaysApply: false\n---\n- Never log tokens.\n"
    notes, found = read_notes("rules/a.mdc", text)
    assert (found, [(note.text, note.line) for note in notes]) == (
        globs,
        [("Never log tokens.", text.count("\n"))],
    )


def test_a_label_is_the_kind() -> None:
    (note,) = notes_in("- **Risk (Security):** Cookies leak\n")
    assert (note.kind, note.qualifier, note.text) == ("risk", "Security", "Cookies leak")
    assert [note.kind for note in notes_in("## Decisions\n- Use Redis for jobs\n")] == ["decision"]


def test_notes_of_a_folder_are_about_its_files() -> None:
    assert read_notes("web/AGENTS.md", "- Never log tokens.\n")[1] == ("web/**",)
    assert read_notes(".claude/CLAUDE.md", "- Never log tokens.\n")[1] == ()


DECISION = """\
# 3. Use Redis

## Status

{}

## Context

Jobs got lost.

## Decision

Redis holds jobs.
"""
MADR = """\
---
status: accepted
---
# Use Redis

## Context and Problem Statement

Jobs got lost.

## Decision Outcome

Redis holds jobs.

### Consequences

* Good, because it is fast
"""


@pytest.mark.parametrize("status", ["Rejected", "Superseded by ADR 7", "Deprecated", "Proposed"])
def test_a_decision_that_does_not_hold_is_left_out(status: str) -> None:
    (note,) = read_notes("docs/adr/0003-redis.md", DECISION.format(status))[0]
    assert note.reason


@pytest.mark.parametrize(
    "text",
    [
        DECISION.format("Accepted"),
        "# ADR 003: Use Redis\n\n**Status:** Accepted\n\n**Decision:** Redis holds jobs.\n",
        MADR,
        "# 0003: Use Redis\n\n## 背景\n\nx\n\n## 決定\n\nRedis holds jobs.\n",
    ],
)
def test_a_decision_is_its_title_and_what_was_decided(text: str) -> None:
    (note,) = read_notes("docs/adr/0003-redis.md", text)[0]
    assert (note.kind, note.text, note.reason) == (
        "decision",
        "Use Redis: Redis holds jobs.",
        "",
    )


PIECES = st.sampled_from(
    ["# a\n", "- b\n", "  - c:\n", "\n", "text:\n", "```sh\n", "| a | b |\n|--|--|\n", "**x:** y\n"]
)


@given(st.lists(PIECES | st.text(max_size=12), max_size=30).map("".join))
def test_any_text_can_be_read(text: str) -> None:
    for note in read_notes("a.md", text)[0]:
        assert note.reason or 0 < len(note.text) <= LONGEST_TEXT + 90
        assert 0 < note.line <= text.count("\n") + 1
