"""`python -m benchmarks search FILE` asks about conversations in the shape of LoCoMo."""

from __future__ import annotations

from benchmarks.search import chats, evidence_of

SAYINGS = (
    "I adopted a puppy called Biscuit",
    "The pottery class starts in Lisbon",
    "My sister sold her sailing boat",
    "We planted tomatoes behind the shed",
    "The doctor said my knee will heal",
    "I quit the bakery last week",
    "The train to Oslo was late",
)
SAMPLE = {
    "conversation": {
        "speaker_a": "Ann",
        "speaker_b": "Bob",
        **{
            f"session_{number}": [
                {"speaker": "Ann", "dia_id": f"D{number}:1", "text": f"{text}, as you know."},
                {"speaker": "Bob", "dia_id": f"D{number}:2", "text": "Oh!"},
            ]
            for number, text in enumerate(SAYINGS, 1)
        },
        "session_1_date_time": "1:56 pm on 8 May, 2023",
    },
    "qa": [
        {"question": "What is the puppy called?", "evidence": ["D1:1"], "category": 4},
        {"question": "Where is the pottery class?", "evidence": ["D2:1; D9:4"], "category": 1},
        {"question": "What did Bob buy in Rome?", "evidence": ["D3:1"], "category": 5},
        {"question": "Why?", "evidence": [], "category": 2},
    ],
}


def test_evidence_names_the_sessions_of_its_turns() -> None:
    assert evidence_of({"evidence": ["D8:6; D9:17", "D:11:26", "D9:1"]}) == (
        "session_8.md",
        "session_9.md",
        "session_11.md",
    )


def test_only_questions_that_something_answers_count_and_recall_is_of_their_sessions() -> None:
    found = chats([SAMPLE])
    assert {row["questions"] for row in found.values()} == {2}
    for row in found.values():
        assert (row["recall@5"], row["recall@10"], row["MRR"]) == (0.75, 0.75, 1)
