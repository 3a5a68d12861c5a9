"""Decision records of many hands are read; what `mem` wrote is known from what was edited."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.adr.model import Mark
from memory_md.adr.text.record import is_record_name, is_template_name, read_record, with_mark
from memory_md.adr.text.template import Filling, parse_template, render

from ..rows import check_rows

NYGARD = "# 7. Use {}\n\nDate: 2026-01-05\n\n## Status\n\n{}\n\n## Decision\n\nWe do.\n"


@check_rows(
    "name",
    [
        *(
            "README.md",
            "index.md",
            "template.md",
            "adr-template.md",
            "adr-template-bare-minimal.md",
        ),
        *(
            "0000-template.md",
            "000-adr-template.md",
            "adr000-template.md",
            "notes.txt",
            ".hidden.md",
            "0001-a.md.bak",
        ),
    ],
)
def test_no_record_is_called(name: str) -> None:
    assert not is_record_name(name)


@pytest.mark.parametrize(
    "name",
    ["0001-a.md", "0012-template-engine.md", "use-template.md", "1.md", "ADR-3 x.MD", "決定.md"],
)
def test_a_record_may_be_called(name: str) -> None:
    assert is_record_name(name)
    assert not is_template_name(name)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# Notes\n\nNothing was decided.\n", id="notes"),
        pytest.param("# How we write\n\n## Data\n\nNone.\n", id="a guide"),
        pytest.param("", id="empty"),
    ],
)
def test_a_file_without_number_and_decision_is_no_record(text: str) -> None:
    assert read_record("docs/adr/notes.md", text) is None


@check_rows(
    ("name", "text", "title", "status", "day"),
    [
        pytest.param(
            "0007-a.md",
            NYGARD.format("it", "Accepted"),
            "Use it",
            "accepted",
            "2026-01-05",
            id="Nygard",
        ),
        pytest.param(
            "0001-a.md",
            '---\nstatus: "accepted"\ndate: 2026-01-05\ndecision-makers: Ada\n---\n\n# Use it\n',
            "Use it",
            "accepted",
            "2026-01-05",
            id="MADR",
        ),
        pytest.param(
            "20260105-a.md",
            "# Use it\n\n- Status: draft <!-- optional -->\n",
            "Use it",
            "draft",
            "2026-01-05",
            id="log4brains",
        ),
        pytest.param(
            "001-a.md",
            "# ADR 001: Use it\n\n**Status:** Proposed\n**Date**: 5 Jan 2026\n",
            "Use it",
            "proposed",
            "5 Jan 2026",
            id="bold lines",
        ),
        pytest.param(
            "0003-a.md",
            "# ADR 0003: 採用する\n\n## ステータス\n\n承認\n\n## 決定\n\n- する\n",
            "採用する",
            "accepted",
            "",
            id="Japanese",
        ),
        pytest.param(
            "3-a.md",
            "# 3 - Benutzen\n\n| Status | Angenommen |\n|---|---|\n| Datum | 2026-01-05 |\n",
            "Benutzen",
            "accepted",
            "2026-01-05",
            id="a table",
        ),
        pytest.param(
            "0012-a.md", "# 12 factors for apps\n", "12 factors for apps", "", "", id="bare"
        ),
        pytest.param(
            "0012-use-the-thing.md", "No heading\n", "use the thing", "", "", id="no title"
        ),
        pytest.param(
            "0001-a.md",
            "# A\n\n## Options\n\n### Do not add status\n\n* Good, because lean\n",
            "A",
            "",
            "",
            id="a heading that speaks of a status",
        ),
        pytest.param(
            "0001-a.md",
            "# A\n\n```\nstatus: rejected\n```\n",
            "A",
            "",
            "",
            id="an example",
        ),
        pytest.param(
            "0001-a.md",
            "\ufeff# A\r\n\r\n## Status\r\n\r\nrejected\r\n",
            "A",
            "rejected",
            "",
            id="byte order mark and CRLF",
        ),
    ],
)
def test_a_record_is_read(name: str, text: str, title: str, status: str, day: str) -> None:
    record = read_record(name, text)
    assert record is not None
    assert (record.title, record.status, record.date) == (title, status, day)
    assert record.edited


@check_rows(
    ("status", "target"),
    [
        ("Superseded by [8. B](0008-b.md)", "0008-b.md"),
        ("Superceded by [8. B](0008-b.md)", "0008-b.md"),
        ("Accepted\n\nSuperseded by ADR-0008", "0008"),
        ("**Superseded by ADR 8**", "8"),
        ("Superseded by [ADR-8]", "8"),
        ("Superseded by 2 later changes", ""),
        ("Superseded by 2026-03-01-b", ""),
        ("Accepted\n\nSupersedes [6. B](0006-b.md)", ""),
        ("Accepted (its first part is superseded by [8](0008-b.md))", "0008-b.md"),
        ("Accepted", ""),
    ],
)
def test_what_came_after_is_read(status: str, target: str) -> None:
    record = read_record("0007-a.md", NYGARD.format("it", status))
    assert record is not None
    assert record.replaced_by == target


@given(st.text(max_size=300), st.sampled_from(["", "0001-a.md", "20260202-a.md", "x.md"]))
def test_nothing_fails_on_an_odd_file(text: str, name: str) -> None:
    read_record(name or "a.md", text)


def test_no_real_record_is_lost(realdata: Path) -> None:
    paths = sorted((realdata / "adr").rglob("*.md"))
    found = [read_record(path.name, path.read_text(encoding="utf-8")) for path in paths]
    assert len(found) == 10
    for record in found:
        assert record is not None
        assert record.number is not None
        assert record.title
        assert record.status in ("", "accepted")


# -- ours --------------------------------------------------------------------------------------

MARK = Mark("k3v9q2xa", "0123456789abcdef", "aaaaaaaa")
OURS = with_mark("# Use it\n\nText.\n", MARK)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(OURS.replace("Text", "Other"), id="a word"),
        pytest.param(f"{OURS}\nMore.\n", id="below"),
        pytest.param(f"Above.\n{OURS}", id="above"),
        pytest.param(OURS.replace("sha=", "sha=0"), id="the comment itself"),
        pytest.param(OURS.partition("<!--")[0], id="no comment"),
        pytest.param(OURS.replace("Text.", "<<<<<<< a\nText.\n=======\n>>>>>>> b"), id="conflict"),
    ],
)
def test_an_edit_is_noticed(text: str) -> None:
    record = read_record("0001-a.md", text)
    assert record is not None
    assert not record.ours


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(OURS, id="as written"),
        pytest.param(OURS.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(f"\ufeff{OURS}", id="byte order mark"),
        pytest.param(OURS.rstrip(), id="no final newline"),
        pytest.param(OURS.replace("Text.", "Text.  "), id="trailing blanks"),
    ],
)
def test_what_no_person_did_is_no_edit(text: str) -> None:
    record = read_record("0001-a.md", text)
    assert record is not None
    assert record.ours
    assert record.mark is not None
    assert record.mark.id == "k3v9q2xa"


# -- templates ---------------------------------------------------------------------------------

FILLED = Filling(
    "Use it",
    "superseded by [ADR-2](2.md)",
    "2026-02-02",
    7,
    "0007",
    {"context": "Why.", "decision": "It.", "consequences": "* Bad.", "status": "Accepted"},
)


@pytest.mark.parametrize(
    "text", ["", "# Title\n", "# Title\n\n## Context\n\n## Notes\n", "---\nstatus: x\n---\n# T\n"]
)
def test_no_template_is(text: str) -> None:
    assert parse_template(text) is None


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        pytest.param(
            "# NUMBER. TITLE\n\nDate: DATE\n\n## Status\n\nSTATUS\n\n## Context\n\nHere...\n\n"
            "## Decision\n\nHere...\n\n## Consequences\n\nHere...\n",
            "# 7. Use it\n\nDate: 2026-02-02\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n\n"
            "## Decision\n\nIt.\n\n## Consequences\n\n* Bad.\n",
            id="adr-tools",
        ),
        pytest.param(
            "# [short title]\n\n- Status: [draft | accepted] <!-- optional -->\n"
            "- Deciders: [list] <!-- optional -->\n- Team: Core\n- Date: [YYYY-MM-DD]\n\n"
            "Technical Story: [url]\n\n## Decision Drivers <!-- optional -->\n\n- [driver]\n\n"
            "## Decision Outcome\n\n### Positive Consequences\n\n- …\n\n"
            "### Negative Consequences\n",
            "# Use it\n\n- Status: superseded by [ADR-2](2.md)\n- Team: Core\n"
            "- Date: 2026-02-02\n\n## Decision Outcome\n\nIt.\n\n"
            "### Negative Consequences\n\n* Bad.\n",
            id="log4brains",
        ),
        pytest.param(
            "# ADR-{NNNN}: {title}\n\n**Status:** Proposed\n\n**Decision:**\n\n**Consequences:**\n",
            "# ADR-0007: Use it\n\n**Status:** Superseded by [ADR-2](2.md)\n\n"
            "**Decision:** It.\n\n**Consequences:**\n\n* Bad.\n",
            id="bold keys",
        ),
        pytest.param(
            "# ADR 0000: タイトル\n\n## 状態\n\n## 背景\n<!-- なぜ -->\n\n"
            "## 決定\n\n## 影響\n\n## 却下\n",
            "# ADR 0007: Use it\n\n## 状態\n\nAccepted\n\n## 背景\n\nWhy.\n\n## 決定\n\nIt.\n\n"
            "## 影響\n\n* Bad.\n",
            id="Japanese",
        ),
        pytest.param(
            "---\nstatus: proposed\ndate: \ntags: []\nlayout: adr\n---\n# <title>\n\n"
            "## Decision\n\n### Why\n\n### Outcome\n",
            '---\nstatus: "superseded by [ADR-2](2.md)"\ndate: 2026-02-02\nlayout: adr\n---\n'
            "# Use it\n\n## Decision\n\nIt.\n",
            id="front matter",
        ),
        pytest.param(
            "---\nid: adrs-adr000\ntitle: ADR000: [TITLE]\ndescription: for [TITLE]\n---\n\n"
            "<!-- Short. -->\n\n## Decision\n\n<!-- We will -->\n",
            '---\nid: adrs-adr007\ntitle: "ADR0007: Use it"\n---\n'
            "* Status: superseded by [ADR-2](2.md)\n\n## Decision\n\nIt.\n",
            id="a title in the front matter only",
        ),
        pytest.param(
            "# Title\n\n## Decision\n",
            "# Use it\n\n* Status: superseded by [ADR-2](2.md)\n\n## Decision\n\nIt.\n",
            id="nowhere for the status",
        ),
    ],
)
def test_a_template_is_filled(text: str, filled: str) -> None:
    template = parse_template(text)
    assert template is not None
    assert render(template, FILLED) == filled
    crlf = parse_template("\ufeff" + text.replace("\n", "\r\n"))
    assert crlf == template
