"""What becomes of a candidate that says in other words, or otherwise, what an entry says."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from memory_md.base.identity import entry_id
from memory_md.base.settings import Settings
from memory_md.dedup.index import Match
from memory_md.extract.model import Candidate, Source
from memory_md.memory.model.entry import Archived, Entry
from memory_md.memory.rules.remember import Known, Verdict, judge
from memory_md.memory.rules.removed import was_removed

from ..rows import check_rows

DAY, OLD_DAY = date(2026, 2, 9), date(2026, 2, 2)
OTHER_WORDS = "Calls that are idempotent may be retried, no others"


def entry(text: str = "Retry only idempotent calls", **fields: object) -> Entry:
    base = Entry(entry_id("learning", text), "learning", text, date=OLD_DAY, last=OLD_DAY)
    return replace(base, **{"tasks": ("old",), **fields})  # type: ignore[arg-type]


def gone(reason: str, note: str = "", **fields: object) -> Entry:
    return entry(archived=Archived(reason, OLD_DAY, note), **fields)


ENTRY = entry()


def verdict(
    *live: Entry,
    archived: tuple[Entry, ...] = (),
    relation: str = "duplicate",
    task: str = "new",
    **fields: object,
) -> Verdict:
    """What becomes of the other words, where they are like `ENTRY` by that relation."""
    memory = Known(
        {e.id: e for e in live},
        {e.id: e for e in archived},
        alike=lambda _kind, _text: Match(ENTRY.id, relation, 0.93, "because"),  # type: ignore[arg-type]
        **fields,  # type: ignore[arg-type]
    )
    candidate = Candidate("learning", OTHER_WORDS)
    return judge(candidate, Source("-", 1), memory, task=task, today=DAY, settings=Settings())


KEEP = entry("The words that were kept")
INTO_KEEP = gone("merged", f"into {KEEP.id}")
BETWEEN = replace(
    entry("Between"), archived=Archived("merged", OLD_DAY, f"into {KEEP.id}"), tasks=("old",)
)

NOTHING = [
    pytest.param({"archived": (gone("removed", "no"),)}, "suppressed", "removed", id="removed"),
    pytest.param({"archived": (gone("merged"),)}, "suppressed", "merged", id="merged into nothing"),
    pytest.param({"archived": (INTO_KEEP,)}, "suppressed", "merged", id="merged, then lost"),
    pytest.param(
        {"archived": (INTO_KEEP, replace(KEEP, archived=Archived("removed", OLD_DAY)))},
        "suppressed",
        "merged",
        id="merged, then removed",
    ),
    pytest.param(
        {"archived": (gone("evicted", tasks=("new",)),)}, "unchanged", "this task", id="same task"
    ),
]


@pytest.mark.parametrize(("memory", "action", "reason"), NOTHING)
def test_what_is_archived_stays_there(
    memory: dict[str, tuple[Entry, ...]], action: str, reason: str
) -> None:
    made = verdict(**memory)  # type: ignore[arg-type]
    assert (made.outcome.action, made.entry, made.other) == (action, None, None)
    assert reason in made.outcome.reason
    assert "(because)" in made.outcome.reason


def test_a_persons_line_is_left_as_it_is() -> None:
    theirs = entry(manual=True, confidence=1.0)
    made = verdict(theirs, bare=[theirs.id])
    assert (made.outcome.action, made.entry) == ("unchanged", None)


def test_the_same_task_in_other_words_is_no_news() -> None:
    made = verdict(entry(tasks=("new",)))
    assert (made.outcome.action, made.entry) == ("unchanged", None)


def test_what_contradicts_an_archived_entry_is_new() -> None:
    made = verdict(archived=(gone("evicted"),), relation="contradiction")
    assert (made.outcome.action, made.other) == ("inserted", None)


def test_one_source_does_not_contradict_itself() -> None:
    made = verdict(ENTRY, relation="contradiction", fresh=[ENTRY.id])
    assert (made.outcome.action, made.other) == ("inserted", None)


def test_other_words_are_seen_again_and_the_old_ones_stay() -> None:
    made = verdict(ENTRY)
    assert made.entry is not None
    assert (made.outcome.action, made.outcome.existing_id) == ("merged", ENTRY.id)
    assert (made.entry.text, made.entry.confidence, made.entry.seen) == (ENTRY.text, 0.59, 2)
    assert made.outcome.reason == "because"


def test_other_words_revive_a_weak_entry() -> None:
    assert verdict(entry(confidence=0.45)).outcome.action == "revived"


@pytest.mark.parametrize("reason", ["evicted", "expired"])
def test_other_words_bring_back_what_left_by_itself(reason: str) -> None:
    made = verdict(archived=(gone(reason),))
    assert made.entry is not None
    assert (made.outcome.action, made.entry.id) == ("revived", ENTRY.id)
    assert made.entry.archived is None


@pytest.mark.parametrize("between", [(), (BETWEEN,)], ids=["at once", "over another"])
def test_what_was_merged_speaks_for_the_entry_it_became(between: tuple[Entry, ...]) -> None:
    into = between[0].id if between else KEEP.id
    made = verdict(KEEP, archived=(gone("merged", f"into {into}"), *between))
    assert made.entry is not None
    assert (made.outcome.action, made.outcome.existing_id) == ("merged", KEEP.id)
    assert made.entry.seen == 2


def test_merges_in_a_circle_end() -> None:
    one, other = entry("one"), entry("other")
    ring = (
        gone("merged", f"into {one.id}"),
        replace(one, archived=Archived("merged", OLD_DAY, f"into {other.id}")),
        replace(other, archived=Archived("merged", OLD_DAY, f"into {one.id}")),
    )
    assert verdict(archived=ring).outcome.action == "suppressed"


@pytest.mark.parametrize(
    ("fields", "after"),
    [
        pytest.param({"confidence": 0.7}, 0.4, id="0.7"),
        pytest.param({"confidence": 0.2}, 0.1, id="not under the floor"),
        pytest.param({"confidence": 1.0, "manual": True}, 1.0, id="manual"),
        pytest.param({"confidence": 0.7, "pinned": True}, 0.7, id="pinned"),
    ],
)
def test_what_says_otherwise_is_added_and_lowers_the_old(
    fields: dict[str, object], after: float
) -> None:
    made = verdict(entry(**fields), relation="contradiction")
    assert made.entry is not None
    assert made.other is not None
    assert (made.outcome.action, made.outcome.existing_id) == ("contradicted", ENTRY.id)
    assert made.outcome.reason == "because"
    assert (made.entry.confidence, made.entry.text) == (0.5, OTHER_WORDS)
    assert (made.other.confidence, made.other.by) == (after, made.entry.id)


ZOMBIES = [
    pytest.param(
        entry(manual=True, bare=True),
        gone("removed", manual=True),
        False,
        id="a person's, typed again",
    ),
    pytest.param(ENTRY, gone("evicted"), False, id="evicted"),
    pytest.param(ENTRY, None, False, id="not in the archive"),
    pytest.param(entry(tasks=("b",), pinned=True), gone("removed"), False, id="pinned apart"),
    pytest.param(entry(pinned=True), gone("removed"), False, id="pinned since"),
    pytest.param(ENTRY, gone("removed", "why"), True, id="removed"),
    pytest.param(entry(confidence=0.9, seen=2), gone("removed"), True, id="its evidence has grown"),
    pytest.param(entry(seen=2, tasks=("a", "b")), gone("removed"), True, id="learned apart"),
    pytest.param(ENTRY, gone("merged"), True, id="merged"),
    pytest.param(replace(ENTRY, extra=(("gap", ""),)), gone("removed"), True, id="another key"),
]


@check_rows(("live", "archived", "expected"), ZOMBIES)
def test_what_a_merge_brought_back_is_known(
    live: Entry, archived: Entry | None, expected: bool
) -> None:
    assert was_removed(live, archived) is expected


def test_what_a_merge_brought_back_is_not_boosted() -> None:
    made = verdict(ENTRY, archived=(gone("removed", "no"),))
    assert (made.outcome.action, made.entry) == ("suppressed", None)
