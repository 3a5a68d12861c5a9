"""The payload of a handoff: what is left out, then what is stated, then what is tied together."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.identity import identity_form, short_id
from memory_md.transcripts.detect import open_source
from memory_md.transcripts.model.events import Linked, Stated, Warned
from memory_md.transcripts.text.handoff import (
    handoff_events,
    handoffs_in,
    is_payload,
    payload_in,
)

from ..rows import check_rows

CORPUS = Path(__file__).parents[1] / "corpus" / "transcripts"


def stated(**payload: Any) -> list[tuple[str, str, str]]:
    return [
        (event.candidate.kind, event.candidate.qualifier, event.candidate.text)
        for event in handoff_events(payload)
        if isinstance(event, Stated)
    ]


def edges(**payload: Any) -> list[tuple[str, str, str, str]]:
    return [
        (edge.type, edge.source, edge.target, edge.label)
        for event in handoff_events(payload)
        if isinstance(event, Linked)
        for edge in [event.relationship]
    ]


def warned(**payload: Any) -> int:
    return sum(isinstance(event, Warned) for event in handoff_events(payload))


LEFT_OUT = [
    pytest.param({}, 0, id="nothing"),
    pytest.param({"decisions": None, "files": None, "risks": None}, 0, id="nulls"),
    pytest.param({"decisions": []}, 0, id="an empty list"),
    pytest.param({"decisions": "None"}, 1, id="a string for a list"),
    pytest.param({"decisions": {"id": "d"}}, 1, id="an object for a list"),
    pytest.param({"decisions": [None]}, 0, id="a null item"),
    pytest.param({"decisions": [7, True, ["x"]]}, 3, id="items of other types"),
    pytest.param({"decisions": ["", " \n"]}, 2, id="blank strings"),
    pytest.param({"decisions": [{"id": "d", "content": ""}]}, 1, id="blank content"),
    pytest.param({"decisions": [{"content": 5}]}, 1, id="content is a number"),
    pytest.param({"decisions": [{"content": "x", "confidence": "low"}]}, 0, id="low"),
    pytest.param({"decisions": [{"content": "x", "confidence": " LOW "}]}, 0, id="LOW"),
    pytest.param({"decisions": [{"content": "x", "confidence": 0.2}]}, 0, id="low as a number"),
    pytest.param({"files": [{"reason": "no path"}]}, 1, id="no path"),
    pytest.param({"files": [{"path": {"a": 1}}]}, 1, id="path is an object"),
    pytest.param({"risks": [{"category": "Security"}]}, 1, id="a category alone"),
]


@check_rows(("payload", "warnings"), LEFT_OUT)
def test_this_states_nothing(payload: dict[str, Any], warnings: int) -> None:
    assert stated(**payload) == []
    assert warned(**payload) == warnings


STATED = [
    pytest.param(
        {"decisions": [{"id": "d", "content": "Use UTC", "confidence": "high"}]},
        ("decision", "high", "Use UTC"),
        id="high",
    ),
    pytest.param(
        {"decisions": [{"content": "Use UTC", "confidence": "medium"}]},
        ("decision", "medium", "Use UTC"),
        id="medium",
    ),
    pytest.param({"decisions": ["Use UTC"]}, ("decision", "medium", "Use UTC"), id="string"),
    pytest.param(
        {"decisions": [{"content": "Use\n  UTC ", "confidence": "certain"}]},
        ("decision", "medium", "Use UTC"),
        id="unknown confidence, several lines",
    ),
    pytest.param(
        {"decisions": [{"content": "Use UTC", "confidence": None, "files": 3, "risks": "R"}]},
        ("decision", "medium", "Use UTC"),
        id="other fields of other types",
    ),
    pytest.param(
        {"files": [{"path": "a.c", "reason": "the table"}]},
        ("scope", "", "a.c — the table"),
        id="file",
    ),
    pytest.param({"files": [{"path": "a.c"}]}, ("scope", "", "a.c"), id="file without reason"),
    pytest.param({"files": ["a.c"]}, ("scope", "", "a.c"), id="file as a string"),
    pytest.param(
        {"risks": [{"category": "Drift", "description": "It drifts", "mitigation": "Calibrate"}]},
        ("risk", "Drift", "Calibrate"),
        id="risk",
    ),
    pytest.param(
        {"risks": [{"category": "Drift", "description": "It drifts", "mitigation": None}]},
        ("risk", "Drift", "It drifts"),
        id="risk without mitigation",
    ),
    pytest.param({"risks": ["Calibrate"]}, ("risk", "", "Calibrate"), id="risk as a string"),
]


@check_rows(("payload", "expected"), STATED)
def test_this_is_stated(payload: dict[str, Any], expected: tuple[str, str, str]) -> None:
    assert stated(**payload) == [expected]
    assert warned(**payload) == 0


def test_what_a_decision_starts_with_is_a_setting_of_its_grade() -> None:
    payload = {
        "decisions": [{"content": "a", "confidence": "high", "contradicts": "b"}, "c"],
        "files": ["a.c"],
    }
    found = [e.candidate for e in handoff_events(payload) if isinstance(e, Stated)]
    assert [c.confidence for c in found] == ["high", "medium", "first"]
    assert [c.contradicts for c in found] == ["b", "", ""]


D = [{"id": "d1", "content": "One"}, {"id": "d2", "content": "Two"}]
F = ["a.c", "b.c"]
R = [{"category": "Drift", "description": "It drifts"}]
D1_A = ("decision_file", "d1", "a.c", "One")
D1_B = ("decision_file", "d1", "b.c", "One")
D2_A = ("decision_file", "d2", "a.c", "Two")
D2_B = ("decision_file", "d2", "b.c", "Two")
A_R = ("file_risk", "a.c", "Drift", "It drifts")
B_R = ("file_risk", "b.c", "Drift", "It drifts")

EDGES = [
    pytest.param({"decisions": D}, [], id="decisions alone"),
    pytest.param({"files": F}, [], id="files alone"),
    pytest.param({"risks": R}, [], id="risks alone"),
    pytest.param({"decisions": D, "risks": R}, [], id="no files, no ties"),
    pytest.param({"decisions": D, "files": F}, [D1_A, D1_B, D2_A, D2_B], id="all with all"),
    pytest.param({"files": F, "risks": R}, [A_R, B_R], id="files with risks"),
    pytest.param(
        {"decisions": [D[0] | {"confidence": "low"}, D[1]], "files": F}, [D2_A, D2_B], id="low"
    ),
    pytest.param(
        {"decisions": [D[0] | {"files": ["b.c"]}, D[1]], "files": F}, [D1_B], id="tied to a file"
    ),
    pytest.param(
        {"decisions": [D[0] | {"files": [{"path": "z.c"}]}]},
        [("decision_file", "d1", "z.c", "One")],
        id="tied to a file not listed",
    ),
    pytest.param(
        {"decisions": [D[0] | {"files": []}], "files": F}, [D1_A, D1_B], id="empty ties are none"
    ),
    pytest.param({"files": F, "risks": [R[0] | {"files": ["a.c"]}]}, [A_R], id="risk tied"),
    pytest.param(
        {"decisions": [D[0] | {"risks": ["drift"]}], "risks": R},
        [("decision_risk", "d1", "Drift", "It drifts")],
        id="decision tied to a risk",
    ),
    pytest.param(
        {"decisions": [D[0] | {"risks": ["Other"]}], "risks": R},
        [("decision_risk", "d1", "Other", "")],
        id="decision tied to a risk not listed",
    ),
    pytest.param(
        {"decisions": [D[0] | {"confidence": "low", "risks": ["Drift"]}], "risks": R},
        [],
        id="low decision tied to a risk",
    ),
    pytest.param(
        {"files": ["a.c"], "risks": ["Calibrate"]},
        [("file_risk", "a.c", "Calibrate", "")],
        id="a risk without category",
    ),
    pytest.param(
        {"files": ["a.c"], "risks": [{"category": "Drift", "mitigation": "Calibrate"}]},
        [("file_risk", "a.c", "Calibrate", "")],
        id="a risk without description",
    ),
    pytest.param({"decisions": D[:1] * 2, "files": ["a.c"] * 2}, [D1_A], id="each edge once"),
]


@check_rows(("payload", "expected"), EDGES)
def test_edges(payload: dict[str, Any], expected: list[tuple[str, str, str, str]]) -> None:
    assert edges(**payload) == expected


def test_a_decision_without_an_id_gets_one_from_its_content() -> None:
    expected = short_id("decision", identity_form("Use UTC"))
    assert edges(decisions=["Use UTC"], files=["a.c"])[0][1] == expected
    assert edges(decisions=[{"id": 7, "content": "x"}], files=["a.c"])[0][1] == "7"


def test_too_many_edges_are_cut_with_a_warning() -> None:
    payload = {"decisions": [f"d{n}" for n in range(100)], "files": [f"f{n}" for n in range(100)]}
    assert len(edges(**payload)) == 5_000
    assert warned(**payload) == 1


def test_the_session_and_time_are_left_to_the_caller() -> None:
    (edge,) = (
        e.relationship
        for e in handoff_events({"files": ["a"], "risks": R})
        if isinstance(e, Linked)
    )
    assert (edge.session, edge.created_at) == ("", "")


NOT_OURS = [
    pytest.param({}, id="empty"),
    pytest.param([], id="list"),
    pytest.param({"project": "x", "next_tasks": ["y"]}, id="another's handoff"),
    pytest.param({"name": "x", "files": ["dist"], "scripts": {}}, id="a package's manifest"),
    pytest.param({"files": ["a.ts"], "compilerOptions": {}}, id="a compiler's configuration"),
    pytest.param({"risks": "none", "owner": "x"}, id="the right word, another shape"),
    pytest.param({"payload": {"size": 3}}, id="another payload"),
]


@pytest.mark.parametrize("value", NOT_OURS)
def test_this_is_no_payload(value: Any) -> None:
    assert payload_in(value) is None


OURS = [
    pytest.param({"decisions": []}, id="decisions alone"),
    pytest.param({"files": ["a"]}, id="files alone"),
    pytest.param({"files": ["a"], "sessionId": "s", "version": 1}, id="files in an envelope"),
    pytest.param({"risks": [], "owner": "x"}, id="risks and more"),
    pytest.param({"decisions": None}, id="null"),
    pytest.param({"handoffPayload": {"files": []}}, id="wrapped"),
]


@pytest.mark.parametrize("value", OURS)
def test_this_is_a_payload(value: Any) -> None:
    assert payload_in(value) is not None


def test_a_payload_knows_its_lines() -> None:
    events = open_source(str(CORPUS / "handoff.json")).events
    lines = [(event.line, event.candidate.kind) for event in events if isinstance(event, Stated)]
    assert lines == [(3, "decision"), (4, "decision"), (8, "scope"), (9, "scope"), (12, "risk")]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["id", "content", "confidence", "files", "risks", "path", "reason", "category"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(["decisions", "files", "risks"]), JSON))
def test_any_payload_is_read(payload: dict[str, Any]) -> None:
    list(handoff_events(payload))
    is_payload(payload)
    data = io.BytesIO(json.dumps(payload).encode())
    list(open_source("-", format="handoff", stdin=data).events)


# -- handoffs in an agent's text ---------------------------------------------------------------

ONE = '{"decisions": [{"id": "d1", "content": "Use {} and \\"pnpm\\"", "confidence": "high"}]}'
TWO = '{"risks": [{"category": "Drift", "description": "It drifts", "mitigation": "Calibrate"}]}'


def in_text(text: str) -> list[tuple[str, str, str]]:
    found, _ = handoffs_in(text, 1, exact_lines=True)
    return [
        (event.candidate.kind, event.candidate.qualifier, event.candidate.text)
        for event in found
        if isinstance(event, Stated)
    ]


NO_HANDOFFS = [
    pytest.param('{"files": ["a.c"], "name": "pkg"}', id="a manifest"),
    pytest.param('{"decisions": [], "risks": []}', id="empty lists"),
    pytest.param('{"decisions": ["Use pnpm"], "next_steps": []}', id="a foreign handoff"),
    pytest.param('{"handoff": {"from": "a", "decisions": ["Use pnpm"]}}', id="another foreign one"),
    pytest.param('{"decisions": [{"tool": "Bash", "decision": "allow"}]}', id="permissions"),
    pytest.param('{"results": [{"decisions": ["Use pnpm"]}]}', id="inside of other JSON"),
    pytest.param('[{"decisions": ["Use pnpm"]}]', id="in a list"),
    pytest.param('{"decisions": [{"content": "...", "confidence": "high"}]}', id="blanks"),
    pytest.param('{"decisions": ["<what was decided>"]}', id="blanks in angles"),
    pytest.param(f"For example: {ONE}", id="an example on the line"),
    pytest.param(f"A handoff looks like this:\n\n```json\n{ONE}\n```", id="an example above"),
    pytest.param(f"```python\n{ONE}\n```", id="code"),
    pytest.param(f"```json\npayload = {ONE}\n```", id="code in a fence"),
    pytest.param(f"<!-- {ONE} -->", id="a comment"),
    pytest.param('{"decisions": ["Use pnpm"', id="broken off"),
    pytest.param("**Decision:** Use pnpm", id="a label"),
    pytest.param("**Decision:** Use pnpm\n**Decision:** Use tox", id="labels"),
    pytest.param("**File:** a.c — the table", id="a file alone"),
    pytest.param("**File:** a.c\n**Line:** 4\n**Risk:** It drifts", id="a review"),
    pytest.param("**File:** a.c\n**Risk:** High", id="a level"),
    pytest.param("For example:\n\n**Decision:** Use pnpm (high confidence)", id="a bold example"),
    pytest.param("**Decision:** … (high confidence)\n**File:** path — why", id="a bold form"),
    pytest.param("**Status:** open\n**Decision:** Use pnpm (high confidence)", id="a record"),
    pytest.param("```\n**Decision:** Use pnpm (high confidence)\n```", id="a fence"),
    pytest.param("We wrote **Decision:** Use pnpm (high confidence)", id="in a sentence"),
]


@pytest.mark.parametrize("text", NO_HANDOFFS)
def test_no_handoff_is_seen_there(text: str) -> None:
    assert handoffs_in(text, 1, exact_lines=True) == ([], text)


FIRST = ("decision", "high", 'Use {} and "pnpm"')
SECOND = ("risk", "Drift", "Calibrate")
TABLE = ("scope", "", "a.c — the table")
WITH_HANDOFFS = [
    pytest.param(ONE, [FIRST], id="alone"),
    pytest.param(f"```json\n{ONE}\n```", [FIRST], id="fenced"),
    pytest.param(f"Done.\n\n~~~\n\n{ONE}\n~~~\n", [FIRST], id="fenced by tildes"),
    pytest.param(f"> All is done: {ONE}. Bye!", [FIRST], id="behind prose"),
    pytest.param(f'A {{set}} and {{"so" on. {ONE} then {TWO}', [FIRST, SECOND], id="several"),
    pytest.param(f"{ONE}\n\nAgain:\n{ONE}", [FIRST], id="the same twice"),
    pytest.param(f'{{"title": "x", "handoffPayload": {TWO}}}', [SECOND], id="wrapped"),
    pytest.param(
        "**Decision:** Use pnpm\nfor all packages (high confidence)\n**File:** `a.c` — the table\n"
        "**Risk (Drift):** It drifts\nMitigation: Calibrate",
        [
            ("decision", "high", "Use pnpm for all packages"),
            ("scope", "", "a.c — the table"),
            SECOND,
        ],
        id="bold",
    ),
    pytest.param(
        "**Decision:** Use pnpm **File:** a.c: the table **Risk:** It drifts",
        [("decision", "medium", "Use pnpm"), TABLE, ("risk", "", "It drifts")],
        id="bold on one line",
    ),
    pytest.param(
        "- **Decision:** Use pnpm\n  - Confidence: high\n\n- **Risk**: It drifts. Mitigation: Wait",
        [("decision", "high", "Use pnpm"), ("risk", "", "Wait")],
        id="bold in a list",
    ),
    pytest.param(
        '- **Decision:** "Use pnpm" (high confidence)\n- **File:** `a.c` - the table\n'
        "- **Risk:** Security - Keys leak into logs → Mitigation: Rotate the keys",
        [("decision", "high", "Use pnpm"), TABLE, ("risk", "Security", "Rotate the keys")],
        id="bold with quotes and arrows",
    ),
    pytest.param(
        "**Decision (low confidence):** Use pnpm\n\n**Decision:** Use tox\nReason: it is there",
        [("decision", "medium", "Use tox — it is there")],
        id="a low one",
    ),
]


@pytest.mark.parametrize(("text", "expected"), WITH_HANDOFFS)
def test_a_handoff_is_found_wherever_it_stands(
    text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert in_text(text) == expected
    _, rest = handoffs_in(text, 1, exact_lines=True)
    assert rest.count("\n") == text.count("\n")
    assert "pnpm" not in rest
    assert in_text(rest) == []


def test_what_stands_around_a_handoff_stays() -> None:
    assert handoffs_in(f"Before {ONE} after", 1, exact_lines=True)[1] == "Before  after"


def test_items_of_a_block_have_their_lines_and_ties() -> None:
    text = "Done.\n\n**Decision:** Use pnpm\n**File:** a.c\n"
    found, _ = handoffs_in(text, 11, exact_lines=True)
    assert [event.line for event in found if isinstance(event, Stated)] == [13, 14]
    (tie,) = (event.relationship for event in found if isinstance(event, Linked))
    assert (tie.type, tie.target, tie.label) == ("decision_file", "a.c", "Use pnpm")
    found, _ = handoffs_in(text, 11, exact_lines=False)
    assert {event.line for event in found} == {11}
