"""Summaries with front matter."""

from pathlib import Path

import pytest

from .session_parts import reader_of

read, recognise = reader_of("summary")

FRONT = """---
phase: 3
key-decisions:
  - "Use cork: rubber swells"
  - None - followed the plan
  - id: 7
    choice: Paint it
    rationale: rust
    confidence: high
patterns_established: ["Valves stand beside pumps"]
gotchas:
  - The seal needs water
decisions: []
tags: [pump]
key_files:
  created: [src/pump.py]
  modified:
    - path: src/valve.py
    - all the docs (many)
---
"""
BODY = "# Pump\n\nIt.\n\n## Decisions Made\n\n- BAD\n\n**Issue:** BAD\n"


def test_each_item_is_a_labelled_line() -> None:
    session = read(FRONT + BODY)
    (turn,) = session.turns
    assert turn.speaker == "agent"
    assert turn.text.splitlines() == [
        "Decision: Use cork: rubber swells",
        "Decision (high): Paint it — rust",
        "Pattern: Valves stand beside pumps",
        "Gotcha: The seal needs water",
    ]
    assert [edit.path for edit in session.edits] == ["src/pump.py", "src/valve.py"]


@pytest.mark.parametrize(
    "text",
    [
        "---\nstatus: accepted\ndecision-makers: [ada]\n---\n# ADR\n",
        "---\nfiles_modified:\n  - a.py\ntags: [x]\n---\n",
        "---\ndecision: cork\n---\n",
        "# Decisions\n\nkey-decisions:\n  - x\n",
        "---\nnever closed\nkey-decisions:\n",
    ],
)
def test_other_documents_are_not_recognised(text: str) -> None:
    assert not recognise(text)


def test_other_languages_name_the_lists_too() -> None:
    text = "---\nEntscheidungen:\n  - Kork nehmen\n---\n"
    assert recognise(text)
    assert read(text).turns[0].text == "Decision: Kork nehmen"


def test_front_matter_that_cannot_be_read_costs_a_warning_only() -> None:
    session = read("---\nkey-decisions: [a: {b\n---\nGotcha: turn.\n")
    assert (session.turns, len(session.warnings)) == ((), 1)


def test_real_summaries_are_read(realdata: Path) -> None:
    counts = {}
    for path in sorted((realdata / "summary").rglob("*.md")):
        if recognise(text := path.read_text()):
            session = read(text)
            lines = session.turns[0].text.splitlines()
            counts[path.name] = len(lines), len(session.edits)
    assert counts == {
        "47-01-SUMMARY.md": (5, 2),
        "54-02-SUMMARY.md": (6, 2),
        "67-01-SUMMARY.md": (7, 27),
        "04-02-SUMMARY.md": (6, 5),
        "07-03-SUMMARY.md": (3, 3),
    }
