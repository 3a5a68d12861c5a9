"""Only what one task alone has said, and nobody has touched, may be taken out again."""

from __future__ import annotations

from datetime import date
from typing import Any

from msgspec.structs import replace

from memory_md.base.identity import entry_id
from memory_md.extract.model import Candidate
from memory_md.extract.rules.refuted_claims import restated, withdrawn
from memory_md.memory.model.entry import Entry

from ..rows import check_rows

TEXT = "Use Redis for the queue"
CLAIM = Candidate("decision", TEXT, line=7)
DAY = date(2026, 2, 2)
ENTRY = Entry(entry_id("decision", TEXT), "decision", TEXT, date=DAY, last=DAY, tasks=("s",))
STAYS: dict[str, dict[str, Any]] = {
    "a person wrote or confirmed it": {"manual": True, "confidence": 1.0},
    "a person edited it": {"text": "Use Redis for the jobs", "manual": True},
    "a person pinned it": {"pinned": True},
    "another session said so": {"tasks": ("t",)},
    "another session said so, too": {"tasks": ("s", "t"), "seen": 2},
    "others that are no longer named said so": {"seen": 6},
    "where it comes from is not known": {"tasks": ()},
    "it says something else under that ID": {"text": "Use Kafka for the queue"},
    "it is of another kind": {"kind": "convention"},
}


@check_rows("fields", STAYS.values(), ids=STAYS.keys())
def test_what_is_not_the_sessions_own_stays(fields: dict[str, Any]) -> None:
    live = {ENTRY.id: replace(ENTRY, **fields)}
    assert withdrawn(live, [CLAIM], said_again=(), tasks={"s"}) == {}


def test_what_the_session_says_again_stays() -> None:
    said_again = restated([CLAIM], [CLAIM])
    assert said_again == {ENTRY.id}
    assert withdrawn({ENTRY.id: ENTRY}, [CLAIM], said_again=said_again, tasks={"s"}) == {}


def test_what_the_session_alone_said_is_taken_out() -> None:
    live = {ENTRY.id: ENTRY, "other000": replace(ENTRY, id="other000", text="Use Kafka")}
    lowered = {**live, ENTRY.id: replace(ENTRY, confidence=0.2, by="other000", qualifier="high")}
    for entries in (live, lowered):
        assert withdrawn(entries, [CLAIM], said_again=(), tasks={"s"}) == {ENTRY.id: CLAIM}
