"""An event as a sentence: nothing of another type is believed, and every event of ours is told."""

from __future__ import annotations

from datetime import UTC, timedelta, timezone
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from memory_md.memory.text.event_sentences import (
    begins,
    event_words,
    local_time,
    moved_unseen,
    shown,
)

from ..rows import check_rows

ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=5,
)
KEYS = ("task", "old", "new", "reason", "source", "by", "existing_id")
NAMES = (
    *("inserted", "merged", "contradicted", "revived", "skipped", "suppressed"),
    *("evicted", "expired", "removed", "edited", "of a later version"),
)
VALUES = st.fixed_dictionaries({}, optional=dict.fromkeys(("confidence", "text", "line"), ODD))


@given(
    st.sampled_from(NAMES),
    st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, ODD | VALUES)),
)
def test_no_value_of_a_wrong_type_stops_it(name: str, values: dict[str, Any]) -> None:
    event = {"at": "x", "event": f"learning.{name}", "id": "k3v9q2xa", **values}
    words = event_words(event)
    assert words
    assert "\n" not in words
    moved_unseen([event, event])
    begins([event])


HALF, MORE = {"confidence": 0.5}, {"confidence": 0.59}
EVENTS = [
    ("inserted", {"task": "t", "new": HALF}, "learned in task t at 0.50"),
    ("inserted", {"new": {"confidence": 1.0}}, "written by a person at 1.00"),
    ("merged", {"task": "t", "old": HALF, "new": MORE}, "seen again in task t: 0.50 → 0.59"),
    ("merged", {"old": HALF, "new": HALF, "reason": "b"}, "made one with b by a person"),
    (
        "revived",
        {"task": "t", "old": {"confidence": 0.45}, "new": {"confidence": 0.55}},
        "seen again in task t and shown again: 0.45 → 0.55",
    ),
    (
        "revived",
        {"task": "t", "old": HALF, "new": MORE, "reason": "it had been evicted on 2026-01-01"},
        "seen again in task t and brought back, as it had been evicted on 2026-01-01: 0.50 → 0.59",
    ),
    (
        "evicted",
        {"task": "t", "reason": "too many"},
        "evicted, so it went to the archive in task t: too many",
    ),
    (
        "skipped",
        {"task": "t", "reason": "scored 0.20, under 0.3"},
        "not taken in task t: scored 0.20, under 0.3",
    ),
    (
        "suppressed",
        {"task": "t", "reason": "removed"},
        "said again, but kept out in task t: removed",
    ),
    (
        "contradicted",
        {"task": "t", "by": "b", "old": MORE, "new": MORE},
        "contradicted by b in task t",
    ),
    ("edited", {"old": HALF, "new": HALF, "reason": "pinned"}, "pinned by a person"),
]


@check_rows(("name", "values", "words"), EVENTS, ids=[e[2][:30] for e in EVENTS])
def test_an_event_is_told(name: str, values: dict[str, Any], words: str) -> None:
    event = {"at": "x", "event": f"learning.{name}", "id": "k3v9q2xa", **values}
    assert event_words(event) == words


def test_a_confidence_just_under_the_line_does_not_look_as_if_it_were_on_it() -> None:
    assert (shown(0.499), shown(0.5), shown(0.7657), shown(0.66)) == (
        "0.499",
        "0.50",
        "0.766",
        "0.66",
    )


def test_a_moment_is_told_in_the_persons_own_time() -> None:
    assert (
        local_time("2026-02-02T23:30:00.000Z", timezone(timedelta(hours=2))) == "2026-02-03 01:30"
    )
    assert local_time("yesterday", UTC) == "yesterday"
