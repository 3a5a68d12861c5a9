"""What becomes of a candidate: first what is kept out or left alone, then what is kept."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.base.identity import identity_form, short_id
from memory_md.base.settings import Extract, Limits, Settings
from memory_md.extract.model import Candidate, Source
from memory_md.memory.model.entry import Archived, Entry
from memory_md.memory.rules.remember import Known, Verdict, judge, not_taken, source_keys
from memory_md.memory.rules.removed import purge_mark

from ..rows import check_rows

DAY = date(2026, 2, 9)
OLD_DAY = date(2026, 2, 2)
SETTINGS = Settings()
TEXT = "Retry only idempotent calls"


def entry(text: str = TEXT, kind: str = "learning", **fields: object) -> Entry:
    base = Entry(short_id(kind, identity_form(text)), kind, text, date=OLD_DAY, last=OLD_DAY)
    return replace(base, **{"tasks": ("old",), **fields})  # type: ignore[arg-type]


def known(*live: Entry, archived: tuple[Entry, ...] = (), **fields: object) -> Known:
    return Known({e.id: e for e in live}, {e.id: e for e in archived}, **fields)  # type: ignore[arg-type]


def verdict(
    memory: Known,
    candidate: Candidate | None = None,
    *,
    task: str = "new",
    settings: Settings = SETTINGS,
) -> Verdict:
    candidate = candidate or Candidate("learning", TEXT)
    return judge(candidate, Source("-", 1), memory, task=task, today=DAY, settings=settings)


def gone(reason: str, note: str = "", **fields: object) -> Entry:
    return entry(archived=Archived(reason, OLD_DAY, note), **fields)


BARE = entry(confidence=1.0, manual=True, tasks=())

NOT_KEPT = [
    pytest.param(known(), Candidate("learning", TEXT, score=0.29), "skipped", "0.29", id="weak"),
    pytest.param(known(purged=[purge_mark(TEXT)]), None, "suppressed", "purged", id="purged"),
    pytest.param(
        known(purged=[purge_mark(TEXT)]),
        Candidate("gotcha", TEXT.upper() + "."),
        "suppressed",
        "purged",
        id="purged, another kind and case",
    ),
    pytest.param(known(archived=(gone("removed"),)), None, "suppressed", "removed", id="removed"),
    pytest.param(
        known(archived=(gone("removed", "not so"),)), None, "suppressed", "not so", id="with a note"
    ),
    pytest.param(known(archived=(gone("merged"),)), None, "suppressed", "merged", id="merged"),
    pytest.param(
        known(replace(entry("Other words"), id=entry().id)),
        None,
        "suppressed",
        "edited",
        id="edited by a person",
    ),
    pytest.param(
        known(entry(tasks=("old", "new"))), None, "unchanged", "this task", id="same task"
    ),
    pytest.param(
        known(entry(), tasks=[(entry().id, "new")]),
        None,
        "unchanged",
        "this task",
        id="same task, beyond the five",
    ),
    pytest.param(
        known(archived=(gone("evicted", tasks=("new",)),)),
        None,
        "unchanged",
        "this task",
        id="evicted, same task",
    ),
    pytest.param(
        known(archived=(gone("withdrawn", tasks=("new",)),)),
        None,
        "unchanged",
        "withdrawn",
        id="withdrawn, same task",
    ),
    pytest.param(known(BARE, bare=[BARE.id]), None, "unchanged", "a person", id="a person's line"),
]


@check_rows(("memory", "candidate", "action", "reason"), NOT_KEPT)
def test_nothing_is_changed(
    memory: Known, candidate: Candidate | None, action: str, reason: str
) -> None:
    made = verdict(memory, candidate)
    assert (made.outcome.action, made.entry, made.other) == (action, None, None)
    assert reason in made.outcome.reason


@pytest.mark.parametrize(("tasks", "restated"), [(("old",), ()), (("new",), (entry().id,))])
def test_what_was_withdrawn_and_is_said_anew_counts_as_the_first_time(
    tasks: tuple[str, ...], restated: tuple[str, ...]
) -> None:
    old = gone("withdrawn", tasks=tasks, confidence=0.2)
    made = verdict(known(archived=(old,), restated=restated))
    assert made.outcome.action == "revived"
    assert made.entry == entry(tasks=("new",), last=DAY)
    assert made.replaced == old


def test_what_is_new_is_inserted_as_it_will_be_written() -> None:
    made = verdict(known(), Candidate("risk", " Use\n `x` <!-- y ", "a(b)", confidence=0.8))
    assert made.outcome.action == "inserted"
    assert made.entry == Entry(
        id=short_id("risk", identity_form("Use `x` &lt;!-- y")),
        kind="risk",
        text="Use `x` &lt;!-- y",
        qualifier="a[b]",
        date=DAY,
        last=DAY,
        confidence=0.8,
        tasks=("new",),
    )


def test_seen_in_five_more_tasks() -> None:
    now = entry()
    values = []
    for task in "abcde":
        made = verdict(known(now), task=task)
        assert (made.outcome.action, made.replaced) == ("merged", now)
        assert made.entry is not None
        now = made.entry
        values.append(round(now.confidence, 4))
    assert values == [0.59, 0.662, 0.7196, 0.7657, 0.8025]
    assert (now.seen, now.last, now.date, now.tasks) == (6, DAY, OLD_DAY, ("old", *"abcde"))


MERGED = [
    pytest.param(0.45, {}, "revived", 0.55, id="crosses 0.5 upwards"),
    pytest.param(0.1, {}, "merged", 0.27, id="stays below"),
    pytest.param(0.5, {}, "merged", 0.59, id="begins at 0.5"),
    pytest.param(0.95, {}, "merged", 0.95, id="at the ceiling"),
    pytest.param(0.99, {}, "merged", 0.99, id="above the ceiling"),
    pytest.param(1.0, {"manual": True}, "merged", 1.0, id="manual"),
    pytest.param(0.4, {"manual": True}, "revived", 0.51, id="manual and unsure"),
    pytest.param(0.5, {"pinned": True}, "merged", 0.59, id="pinned"),
]


@check_rows(("before", "fields", "action", "after"), MERGED)
def test_seen_again_in_another_task(
    before: float, fields: dict[str, object], action: str, after: float
) -> None:
    made = verdict(known(entry(confidence=before, **fields)))
    assert made.entry is not None
    assert (made.outcome.action, made.entry.confidence, made.entry.seen) == (action, after, 2)
    assert made.outcome.existing_id == made.entry.id


def test_an_older_tools_line_is_boosted() -> None:
    made = verdict(known(entry(tasks=()), bare=[entry().id]))
    assert made.outcome.action == "merged"


def test_the_words_that_stand_are_kept() -> None:
    made = verdict(known(entry()), Candidate("learning", TEXT.upper() + "."))
    assert made.entry is not None
    assert made.entry.text == TEXT


def test_the_day_does_not_go_back() -> None:
    made = verdict(known(entry(last=date(2027, 1, 1))))
    assert made.entry is not None
    assert made.entry.last == date(2027, 1, 1)


@pytest.mark.parametrize(("most", "tasks"), [(5, ("old", "new")), (1, ("old",))])
def test_so_many_tasks_are_kept(most: int, tasks: tuple[str, ...]) -> None:
    made = verdict(known(entry()), settings=replace(SETTINGS, limits=Limits(evidence_lines=most)))
    assert made.entry is not None
    assert made.entry.tasks == tasks


@pytest.mark.parametrize("reason", ["evicted", "expired"])
def test_what_was_taken_out_by_itself_comes_back(reason: str) -> None:
    old = gone(reason, confidence=0.3)
    made = verdict(known(archived=(old,)))
    assert made.outcome.action == "revived"
    assert made.replaced is not None
    assert made.entry is not None
    assert made.replaced.id == old.id
    assert (made.entry.archived, made.entry.confidence, made.entry.seen) == (None, 0.43, 2)


def test_another_kind_is_another_entry() -> None:
    assert verdict(known(entry()), Candidate("gotcha", TEXT)).outcome.action == "inserted"


def test_the_least_score_is_a_setting() -> None:
    settings = replace(SETTINGS, extract=Extract(min_confidence=0.6))
    assert verdict(known(), settings=settings).outcome.action == "skipped"


# -- contradictions ------------------------------------------------------------------------------

OLD = entry("Use MongoDB for sessions", "decision", qualifier="high", confidence=0.7)
NAMES = [
    pytest.param(OLD.id, id="ID"),
    pytest.param("use `mongodb` for sessions.", id="text"),
    pytest.param("Decision (high): Use MongoDB for sessions", id="whole line"),
]


@pytest.mark.parametrize("name", NAMES)
def test_the_contradicted_entry_is_found(name: str) -> None:
    made = verdict(known(OLD), Candidate("decision", "Use Postgres", contradicts=name))
    assert made.entry is not None
    assert (made.outcome.action, made.outcome.existing_id) == ("contradicted", OLD.id)
    assert made.other == replace(OLD, confidence=0.4, by=made.entry.id)
    assert made.entry.confidence == 0.5


LOWERED = [
    pytest.param({"confidence": 0.7}, 0.4, id="0.7"),
    pytest.param({"confidence": 0.2}, 0.1, id="not under the floor"),
    pytest.param({"confidence": 1.0, "manual": True}, 1.0, id="manual"),
    pytest.param({"confidence": 0.7, "pinned": True}, 0.7, id="pinned"),
]


@pytest.mark.parametrize(("fields", "after"), LOWERED)
def test_how_far_it_is_lowered(fields: dict[str, object], after: float) -> None:
    old = replace(OLD, **fields)  # type: ignore[arg-type]
    made = verdict(known(old), Candidate("decision", "Use Postgres", contradicts=old.id))
    assert made.other is not None
    assert made.entry is not None
    assert (made.other.confidence, made.other.by) == (after, made.entry.id)


@pytest.mark.parametrize("name", ["zzzzzzzz", "something nobody said", "", TEXT])
def test_a_contradiction_of_nothing_is_an_insertion(name: str) -> None:
    made = verdict(known(OLD), Candidate("learning", TEXT, contradicts=name))
    assert (made.outcome.action, made.other) == ("inserted", None)


# -- modified files ------------------------------------------------------------------------------


def files(*paths: str) -> Candidate:
    return Candidate("modified_files", ", ".join(paths))


def test_of_one_task_only_new_files_count() -> None:
    old = entry("a.py, b.py", "modified_files", tasks=("new",))
    made = verdict(known(old), files("b.py", "c.py"))
    assert made.entry is not None
    assert (made.outcome.action, made.entry.text) == ("inserted", "c.py")


def test_files_of_one_task_named_again_change_nothing() -> None:
    old = entry("a.py, b.py", "modified_files", tasks=("new",))
    assert verdict(known(old), files("b.py", "a.py")).outcome.action == "unchanged"
    gone_now = replace(old, archived=Archived("evicted", OLD_DAY))
    assert verdict(known(archived=(gone_now,)), files("a.py")).outcome.action == "unchanged"


def test_files_of_another_task_are_seen_again() -> None:
    old = entry("a.py, b.py", "modified_files")
    assert verdict(known(old), files("a.py", "b.py")).outcome.action == "merged"


def test_what_an_earlier_run_took_is_taken_off() -> None:
    assert not_taken(files("a", "b"), source_keys(files("a"))) == files("b")
    assert not_taken(files("a", "b"), source_keys(files("b", "a"))) is None
    said = Candidate("learning", TEXT)
    assert not_taken(said, set()) is said
    assert not_taken(said, set(source_keys(said))) is None
    keys = source_keys(files("a.py", "b.py"))
    assert len(set(keys)) == 2
    assert not any("a.py" in key for key in keys), "they are kept in a file, hashed"


# -- laws ----------------------------------------------------------------------------------------

TEXTS = st.sampled_from(["use x", "Use X.", "use `y`", "z", "Use -v", "use -V"])
CANDIDATES = st.builds(
    Candidate,
    st.sampled_from(["learning", "decision", "modified_files"]),
    TEXTS,
    score=st.sampled_from([0.2, 0.5, 0.9]),
    contradicts=st.sampled_from(["", "z", "use x"]),
)


@given(st.lists(CANDIDATES, max_size=8), st.sampled_from(["a", "b"]))
def test_the_same_source_twice_changes_nothing(candidates: list[Candidate], task: str) -> None:
    live: dict[str, Entry] = {}
    for candidate in candidates:
        made = verdict(Known(live), candidate, task=task)
        live |= {e.id: e for e in (made.entry, made.other) if e}
    for candidate in candidates:
        made = verdict(Known(live), candidate, task=task)
        assert (made.entry, made.other) == (None, None)
        assert made.outcome.action in {"unchanged", "skipped"}


POLICY = entry("Refunds take 14 days and cost nothing", "decision")
BESIDE = entry("Refunds are booked by the night job", "decision")
AMENDED = Candidate("decision", "Amended refund policy: 30 days, free of charge", amends=True)


def lowered(made: Verdict) -> dict[str, float]:
    """The entries that the verdict lowers, and to what."""
    pairs = [made.other, *(new for new, _ in made.also)]
    return {one.id: one.confidence for one in pairs if one is not None}


@pytest.mark.parametrize(
    ("candidate", "found", "expected"),
    [
        pytest.param(replace(AMENDED, amends=False), [POLICY.id], {}, id="does not say so"),
        pytest.param(AMENDED, [], {}, id="amends nothing known"),
        pytest.param(AMENDED, [POLICY.id], {POLICY.id: 0.2}, id="one"),
        pytest.param(AMENDED, [POLICY.id, BESIDE.id], {POLICY.id: 0.2, BESIDE.id: 0.2}, id="two"),
    ],
)
def test_an_amendment_lowers_what_it_amends_and_only_that(
    candidate: Candidate, found: list[str], expected: dict[str, float]
) -> None:
    memory = known(POLICY, BESIDE, replaced_by=lambda _text: found)
    made = verdict(memory, candidate)
    assert made.entry is not None
    assert made.entry.confidence == 0.5
    assert lowered(made) == expected
    assert made.outcome.action == ("contradicted" if expected else "inserted")


def test_an_amendment_does_not_lower_what_a_person_wrote() -> None:
    mine = replace(POLICY, manual=True, confidence=1.0)
    made = verdict(known(mine, replaced_by=lambda _text: [mine.id]), AMENDED)
    assert lowered(made) == {mine.id: 1.0}
    assert made.other is not None
    assert made.other.by == made.outcome.id


def test_an_amendment_that_waits_lowers_nothing_yet() -> None:
    made = verdict(
        known(POLICY, replaced_by=lambda _text: [POLICY.id]), replace(AMENDED, score=0.35)
    )
    assert (made.outcome.action, lowered(made)) == ("to_review", {})
    assert made.pending is not None
    assert made.pending.amends
