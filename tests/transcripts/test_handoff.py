"""Handoffs as files and in what an agent says."""

import json

import pytest

from memory_md.base.errors import UnreadableError
from memory_md.transcripts.readers.handoff import handoffs_in

from .session_parts import reader_of

read, recognise = reader_of("handoff")
PAYLOAD = {
    "decisions": [
        {
            "id": 7,
            "content": "Use  cork",
            "confidence": "High",
            "files": "a.py",
            "replaces": ["d1"],
        },
        "Paint it",
        {"confidence": "high"},
        None,
    ],
    "files": ["src/a.py", {"path": "`b.py`", "reason": "the\nvalve"}],
    "risks": ["Turn slowly", {"category": "Safety", "description": "It bursts"}],
}


def test_a_payload_has_one_shape_whatever_was_written() -> None:
    (found,) = read(json.dumps(PAYLOAD)).handoffs
    assert found.is_final
    nothing: dict[str, list[str]] = {"files": [], "risks": [], "replaces": [], "contradicts": []}
    assert found.payload["decisions"] == [
        {
            **nothing,
            "id": "7",
            "content": "Use cork",
            "confidence": "high",
            "files": ["a.py"],
            "replaces": ["d1"],
        },
        {**nothing, "content": "Paint it", "confidence": "medium"},
    ]
    assert found.payload["files"] == [
        {"path": "src/a.py"},
        {"path": "b.py", "reason": "the valve"},
    ]
    assert found.payload["risks"] == [
        {"mitigation": "Turn slowly", "files": []},
        {"category": "Safety", "description": "It bursts", "files": []},
    ]


@pytest.mark.parametrize(
    "text",
    [
        '{"files": ["a.py"], "compilerOptions": {}}',
        '{"tasks": [{"files": ["a.py"]}]}',
        '{"decisions": "use cork", "status": "x"}',
        '["decisions"]',
        '{"decisions": [',
        "Decision: cork.",
    ],
)
def test_what_is_no_handoff_is_not_recognised_and_refused(text: str) -> None:
    assert not recognise(text)
    with pytest.raises(UnreadableError):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"risks": []}',
        '{"title": "x", "files": ["a.py"]}',
        '{"handoffPayload": {"files": []}, "other": 1}',
        '```json\n{"decisions": []}\n```\n',
    ],
)
def test_any_of_the_lists_may_be_missing_or_empty(text: str) -> None:
    assert recognise(text)
    assert len(read(text).handoffs) == 1


SAID = '{"decisions": ["use cork"]}'
NOT_SAID = [
    ("in code", f"```python\nx = {SAID}\n```"),
    ("in a line", f"It printed {SAID}"),
    ("with blanks", '{"decisions": ["..."]}'),
    ("with a blank of its own", '{"risks": [{"category": "<category>", "mitigation": "x"}]}'),
    ("with other keys", '{"decisions": ["x"], "compilerOptions": {}}'),
    ("files only", '{"files": ["a.py"]}'),
    ("cut off", '{"decisions": ["use cork"'),
    ("inside of other JSON", f'{{"a": {SAID}}}'),
]


@pytest.mark.parametrize("text", [row[1] for row in NOT_SAID], ids=[row[0] for row in NOT_SAID])
def test_an_answer_does_not_state(text: str) -> None:
    assert handoffs_in(text) == []


@pytest.mark.parametrize(
    "text",
    [
        f"Done.\n\n```json\n{SAID}\n```\nBye.",
        f"My handoff:\n{SAID}",
        f'{{"a": 1}}\n{{ broken\n{SAID}',
        f"```python\nx\n```\n{SAID}",
        f'{{"handoffPayload": {SAID}}}',
    ],
)
def test_an_answer_states(text: str) -> None:
    (found,) = handoffs_in(text)
    assert [decision["content"] for decision in found["decisions"]] == ["use cork"]
