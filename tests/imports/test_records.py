"""Decision records as notes: of one that holds what was decided is taken, of a dead one nothing."""

from __future__ import annotations

import pytest

from memory_md.extract.model import Candidate
from memory_md.imports.rules.markdown_notes import read_notes


def taken(text: str) -> list[tuple[str, str]]:
    return [(note.kind, note.text) for note in read_notes(text) if isinstance(note, Candidate)]


REST = (
    "\n\n## Context\n\nThe team must never lose a tide reading.\n\n"
    "## Decision\n\nTide readings are kept in one Postgres table.\n\n"
    "## Consequences\n\n- Always one more backup to run before a release\n"
)
DECIDED = [("decision", "Tides — Tide readings are kept in one Postgres table.")]


@pytest.mark.parametrize(
    "status",
    [
        pytest.param("## Status\n\nSuperseded by [8](0008-x.md)", id="section"),
        pytest.param("- Status: rejected", id="bullet"),
        pytest.param("**Status:** ❌ Deprecated", id="bold"),
        pytest.param("| Status | Date |\n|--|--|\n| Withdrawn | 2026-01-01 |", id="column"),
        pytest.param("## Статус\n\nЗаменено на 8", id="Russian"),
        pytest.param("## Estado\n\nReemplazado por 8", id="Spanish"),
        pytest.param("## ステータス\n\n廃止", id="Japanese"),
    ],
)
def test_nothing_is_taken_of_a_decision_that_does_not_hold(status: str) -> None:
    assert taken(f"# 7. Tides\n\n{status}{REST}") == []


@pytest.mark.parametrize(
    "status",
    [
        pytest.param("## Status\n\nAccepted\n\nSupersedes [6](0006-x.md)", id="section"),
        pytest.param("## Status\n\nProposed | **Accepted** | Rejected", id="choices"),
        pytest.param("- Status: accepted", id="bullet"),
        pytest.param("Date: 2026-01-01", id="none"),
    ],
)
def test_of_a_record_only_what_was_decided_is_taken(status: str) -> None:
    assert taken(f"# 7. Tides\n\n{status}{REST}") == DECIDED


def test_a_file_with_a_heading_for_decisions_is_no_record() -> None:
    text = (
        "# Port\n\n## Decisions\n\n- We keep tides in Postgres\n\n## Testing\n\n- Always run make\n"
    )
    assert len(taken(text)) == 2


def test_what_follows_because_is_one_with_it() -> None:
    text = "# T\n\n## Decision\n\nWe keep the quay layout, because\n\n* it is flat\n* it is old\n"
    assert taken(text) == [("decision", "We keep the quay layout, because: it is flat; it is old")]


def test_a_y_statement_is_a_decision() -> None:
    said = (
        "In the context of tides, facing lost readings, we decided for Postgres to achieve"
        " safety, accepting one more service."
    )
    assert taken(f"# 13. Postgres\n\n{said}\n") == [("decision", said)]


def test_who_decided_is_not_what_was_decided() -> None:
    text = "# Tides\n\n**Decision Owner:** Ada\n\n**Decision:** Tides are kept in Postgres.\n"
    found = read_notes(text, path="docs/adr/0001-tides.md")
    assert found[0].text == "Tides are kept in Postgres."
