"""How evidence moves confidence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.settings import Confidence
from memory_md.memory.model.entry import Entry
from memory_md.memory.rules.confidence import boosted, confirmed, contradicted, penalised

NUMBERS = Confidence()
UNIT = st.floats(0, 1)


def test_five_more_tasks() -> None:
    values = [0.5]
    for _ in range(5):
        values.append(boosted(values[-1], NUMBERS))
    assert [round(value, 4) for value in values] == [0.5, 0.59, 0.662, 0.7196, 0.7657, 0.8025]


def test_evidence_alone_never_passes_the_ceiling() -> None:
    value = 0.5
    for _ in range(200):
        value = boosted(value, NUMBERS)
    assert value <= 0.95


@given(UNIT)
def test_a_boost_never_lowers_and_a_penalty_never_raises(confidence: float) -> None:
    assert confidence <= boosted(confidence, NUMBERS) <= max(confidence, 0.95)
    assert min(confidence, 0.1) <= penalised(confidence, NUMBERS) <= confidence


PENALTIES = [(0.7, 0.4), (0.95, 0.65), (0.5, 0.2), (0.4, 0.1), (0.2, 0.1), (0.1, 0.1), (0.05, 0.05)]


@pytest.mark.parametrize(("before", "after"), PENALTIES)
def test_a_contradiction(before: float, after: float) -> None:
    entry = Entry("aaaaaaaa", "note", "x", confidence=before)
    assert contradicted(entry, "bbbbbbbb", NUMBERS) == Entry(
        "aaaaaaaa", "note", "x", confidence=after, by="bbbbbbbb"
    )


@pytest.mark.parametrize("said", [{"manual": True, "confidence": 1.0}, {"pinned": True}])
def test_a_persons_word_is_not_lowered(said: dict[str, object]) -> None:
    entry = Entry("aaaaaaaa", "note", "x", **said)  # type: ignore[arg-type]
    after = contradicted(entry, "bbbbbbbb", NUMBERS)
    assert (after.confidence, after.by) == (entry.confidence, "bbbbbbbb")


def test_confirmed_is_certain_and_a_persons() -> None:
    entry = confirmed(Entry("aaaaaaaa", "note", "x", confidence=0.2))
    assert (entry.confidence, entry.manual) == (1.0, True)
