"""Plan summaries: what states nothing, then what does, with the line it stands on."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.markdown.front_matter import split_front_matter
from memory_md.transcripts.detect import open_source
from memory_md.transcripts.model.events import Edit, Prose, Stated, Warned
from memory_md.transcripts.text.summary import is_summary, summary_events

from ..rows import check_rows

CORPUS = Path(__file__).parents[1] / "corpus" / "transcripts"


def stated(front: str) -> list[tuple[str, str]]:
    return [
        (event.candidate.kind, event.candidate.text)
        for event in summary_events(f"---\n{front}\n---\nBody\n")
        if isinstance(event, Stated)
    ]


NOTHING = [
    pytest.param("key-decisions: []", id="empty list"),
    pytest.param("key-decisions: None", id="none"),
    pytest.param("key-decisions:", id="null"),
    pytest.param("key-decisions: ~", id="tilde"),
    pytest.param("key-decisions:\n  - None\n  - n/a\n  - \"\"\n  - '-'", id="items of nothing"),
    pytest.param("key-decisions:\n  - None - followed plan as specified", id="none, at length"),
    pytest.param("key-decisions: {}", id="empty mapping"),
    pytest.param("key-decisions:\n  - id: D-1", id="an id alone"),
    pytest.param("key-decisions:\n  - [a, b]", id="a list in the list"),
    pytest.param("tags: [decisions]\nprovides:\n  - A decision table", id="other keys"),
    pytest.param("nested:\n  key-decisions:\n    - Not at the top", id="not at the top"),
    pytest.param("tech-stack:\n  added: [libtide]\n  patterns: [Event loop]", id="plain names"),
]


@check_rows("front", NOTHING)
def test_this_states_nothing(front: str) -> None:
    assert stated(front) == []


STATED = [
    pytest.param('key-decisions:\n  - "Use: UTC"', ("decision", "Use: UTC"), id="quoted"),
    pytest.param("key_decisions:\n- Use UTC", ("decision", "Use UTC"), id="bare"),
    pytest.param("решения:\n  - Время в UTC", ("decision", "Время в UTC"), id="Russian"),
    pytest.param("关键决策: [x]\n决策:\n  - 用 UTC", ("decision", "用 UTC"), id="Chinese"),
    pytest.param("padrões:\n  - Uma fila", ("pattern", "Uma fila"), id="Portuguese"),
    pytest.param("decisions: [Use UTC]", ("decision", "Use UTC"), id="flow"),
    pytest.param("decisions: Use UTC", ("decision", "Use UTC"), id="a single string"),
    pytest.param(
        "decisions:\n  - Use UTC: one clock", ("decision", "Use UTC: one clock"), id="k:v"
    ),
    pytest.param("decisions:\n  - Fix #12 first", ("decision", "Fix #12 first"), id="#12"),
    pytest.param("decisions:\n  - Use UTC # later", ("decision", "Use UTC"), id="comment"),
    pytest.param("decisions:\n  - 007", ("decision", "007"), id="no number is made of it"),
    pytest.param(
        "decisions:\n  - >\n    Use UTC\n    everywhere",
        ("decision", "Use UTC everywhere"),
        id="folded",
    ),
    pytest.param(
        "decisions:\n  - id: d\n    choice: Use UTC\n    rationale: One clock",
        ("decision", "Use UTC — One clock"),
        id="choice and rationale",
    ),
    pytest.param(
        "decisions:\n  - {title: Use UTC, rationale: none}", ("decision", "Use UTC"), id="title"
    ),
    pytest.param("decisions:\n  clock: Use UTC", ("decision", "clock: Use UTC"), id="mapping"),
    pytest.param("patterns-established:\n  - One clock", ("pattern", "One clock"), id="pattern"),
    pytest.param(
        'tech_stack:\n  patterns:\n    - "Ring buffer: the writer never waits for the reader"',
        ("pattern", "Ring buffer: the writer never waits for the reader"),
        id="a pattern that explains itself",
    ),
]


@check_rows(("front", "expected"), STATED)
def test_this_is_stated(front: str, expected: tuple[str, str]) -> None:
    assert stated(front) == [expected]


def test_a_long_rationale_is_left_off() -> None:
    assert stated(f"decisions:\n  - choice: Use UTC\n    rationale: {'x' * 600}") == [
        ("decision", "Use UTC")
    ]


def test_a_summary_is_read_with_its_lines() -> None:
    events = list(open_source(str(CORPUS / "summary.md")).events)
    found = [(e.line, e.candidate.text) for e in events if isinstance(e, Stated)]
    assert found == [
        (4, "Badge stands beside #tide-log so that a swap cannot remove it"),
        (5, "Use one gauge: the second drifts"),
        (6, "Keep readings for a year — The harbour office asks for them"),
    ]
    assert [e for e in events if isinstance(e, Edit)] == [Edit(19, "src/gauge.c")]
    (body,) = (e for e in events if isinstance(e, Prose))
    assert (body.line, body.exact_lines) == (25, True)
    lines = (CORPUS / "summary.md").read_text(encoding="utf-8").split("\n")
    for offset, line in enumerate(body.text.split("\n")):
        assert line in ("", lines[body.line - 1 + offset])
    assert "injected" not in body.text
    assert "The end." in body.text


def test_front_matter_that_is_not_yaml_is_read_line_by_line() -> None:
    events = list(open_source(str(CORPUS / "summary-broken-yaml.md")).events)
    warning = events[0]
    assert isinstance(warning, Warned)
    assert "line by line" in warning.message
    assert [(e.line, e.candidate.text) for e in events if isinstance(e, Stated)] == [
        (6, "Tide table: computed at build time: no clock on the board"),
        (7, 'Use UTC everywhere, "local" only on screen'),
        (10, "One module per gauge, so that it's testable with a second line"),
        (21, "Ring buffers: the writer never waits, the reader may drop"),
    ]
    assert [e for e in events if isinstance(e, Edit)] == [
        Edit(14, "src/tide.c"),
        Edit(16, "docs/tide.md"),
    ]
    (body,) = (e for e in events if isinstance(e, Prose))
    assert body.line == 23


NOT_SUMMARIES = [
    pytest.param("# Plan\n\nkey-decisions: none", id="no front matter"),
    pytest.param("---\nkey-decisions:\n  - never closed\n", id="never closed"),
    pytest.param("---\ntitle: A page\n---\nkey-decisions: x", id="another page"),
    pytest.param("text\n---\nkey-decisions: []\n---\n", id="not at the start"),
]


@pytest.mark.parametrize("text", NOT_SUMMARIES)
def test_this_is_no_summary(text: str) -> None:
    assert not is_summary(text)


def test_every_real_summary_with_front_matter_states_its_decisions(realdata: Path) -> None:
    for path in sorted(realdata.glob("summary/*/*.md")):
        source = open_source(str(path))
        lines = path.read_text(encoding="utf-8").split("\n")
        events = list(source.events)
        if source.format == "summary":
            found = [e for e in events if isinstance(e, Stated)]
            assert [e for e in found if e.candidate.kind == "decision"]
            assert not [e for e in events if isinstance(e, Warned)]
            for event in found:
                assert "-" in lines[event.line - 1]


@given(st.text(alphabet="abd:-[]{}'\"#\n \t|>decisions", max_size=80))
def test_any_front_matter_is_read(text: str) -> None:
    whole = f"---\n{text}\nkey-decisions:\n{text}\n---\n{text}"
    events = list(summary_events(whole))
    assert all(1 <= event.line <= whole.count("\n") + 1 for event in events)
    assert split_front_matter(whole) is not None
