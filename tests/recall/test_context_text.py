"""The block as Markdown, JSON and XML."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from memory_md.recall.model.block import (
    GOTCHAS,
    ISSUES,
    RISKS,
    Block,
    BlockLine,
    LeftOut,
)
from memory_md.recall.text.formats import block_text, to_dict, to_xml

LINES = (
    BlockLine(RISKS, 'a & "b" <c>', id="k3v9q2xa", score=3.5, parts={"pinned": 0.0}, tokens=7),
    BlockLine(ISSUES, "TECH-1 (2026-01-01, HIGH): x → y"),
    BlockLine(GOTCHAS, "first"),
)
BLOCK = Block(block_text(LINES), 40, len(block_text(LINES)), 500, LINES, (LeftOut("x", "budget"),))


def test_markdown_is_the_text() -> None:
    assert BLOCK.text.endswith("## Known Issues (from diary)\n- TECH-1 (2026-01-01, HIGH): x → y\n")


def test_json_has_every_line_in_the_order_it_is_printed() -> None:
    found = json.loads(json.dumps(to_dict(BLOCK)))
    assert list(found) == ["version", "text", "tokens", "chars", "budget", "lines", "left_out"]
    assert [line["section"] for line in found["lines"]] == [GOTCHAS, RISKS, ISSUES]
    assert found["lines"][1] == {
        "section": RISKS,
        "text": 'a & "b" <c>',
        "id": "k3v9q2xa",
        "score": 3.5,
        "parts": {"pinned": 0.0},
        "tokens": 7,
    }
    assert found["left_out"] == [{"id": "x", "reason": "budget"}]


def test_xml_is_a_document_of_sections_and_lines() -> None:
    root = ET.fromstring(to_xml(BLOCK))
    assert (root.tag, root.attrib["budget"]) == ("memory", "500")
    assert [section.attrib["name"] for section in root] == [GOTCHAS, RISKS, ISSUES]
    line = root[1][0]
    assert (line.text, line.attrib) == ('a & "b" <c>', {"id": "k3v9q2xa", "score": "3.5"})


def test_nothing_said_is_nothing_printed() -> None:
    empty = Block("", 0, 0, 500)
    assert to_xml(empty) == ""
    assert to_dict(empty)["lines"] == []


@given(st.text())
def test_any_text_is_well_formed_xml(text: str) -> None:
    lines = (BlockLine(GOTCHAS, text, id=text),)
    root = ET.fromstring(to_xml(Block("x", 1, 1, 1, lines)))
    assert root[0][0].tag == "line"
