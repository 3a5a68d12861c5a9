"""Where a decision record says its status and its day: first what says neither."""

from __future__ import annotations

import pytest

from memory_md.adr.text.record import read_record

from ..rows import check_rows


def read(text: str) -> tuple[str, str, str]:
    record = read_record("0007-tides.md", text)
    assert record is not None
    return record.title, record.status, record.date


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("## Status\n\n- [ ] Accepted\n- [ ] Rejected\n", id="no box ticked"),
        pytest.param("| Stage | State |\n|--|--|\n| Rollout | Accepted |\n", id="another table"),
        pytest.param("| Status | Date |\n|--|--|\n", id="a table without rows"),
        pytest.param("```\nStatus: Accepted | Date: 2026-01-05\n```\n", id="fenced"),
    ],
)
def test_says_neither(text: str) -> None:
    assert read(f"# 7. Tides\n\n{text}") == ("Tides", "", "")


@check_rows(
    ("text", "status", "day"),
    [
        pytest.param(
            "## Status\n- [ ] Proposed\n- [x] Accepted\n- [ ] Rejected\n", "accepted", "", id="box"
        ),
        pytest.param(
            "## Status\n\nProposed | **Accepted** | Rejected\n", "accepted", "", id="bold"
        ),
        pytest.param("## Status\n\nAccepted - see 1. and - 2.\n", "accepted", "", id="a sentence"),
        pytest.param(
            "## Status\n\n| Stage | State |\n|--|--|\n| Status | Accepted ✅ |\n| Use | Later |\n",
            "accepted",
            "",
            id="a row of a table",
        ),
        pytest.param(
            "| Status | Date | Who |\n|--|--|--|\n| Rejected | 2026-01-05 | Ann |\n",
            "rejected",
            "2026-01-05",
            id="columns",
        ),
        pytest.param(
            "Date: 2026-01-05 | Status: Accepted | Who: Ann\n",
            "accepted",
            "2026-01-05",
            id="a line",
        ),
        pytest.param("📆 Date: 2026-01-05\n", "", "2026-01-05", id="a symbol"),
        pytest.param("Date: 05.01.2026\n", "", "2026-01-05", id="day first"),
        pytest.param("日付: 2026年1月5日\n", "", "2026-01-05", id="Japanese day"),
        pytest.param("Date: 2026/1/5\n", "", "2026-01-05", id="slashes"),
        pytest.param("Date: 31.31.2026\n", "", "31.31.2026", id="no day"),
    ],
)
def test_status_and_day(text: str, status: str, day: str) -> None:
    assert read(f"# 7. Tides\n\n{text}") == ("Tides", status, day)


def test_a_title_on_the_second_level_counts_where_it_numbers_the_record() -> None:
    assert read("## ADR-7: Tides\n\n### Status\n\nAccepted\n")[0] == "Tides"
    assert read("## Background\n\nx\n")[0] == "tides"
