"""How tasks move the edges of the call graph: exact numbers, and laws."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from memory_md.base.settings import Limits
from memory_md.callgraph.model.graph import OBSERVED, STATIC, CallEdge, Ledger
from memory_md.callgraph.rules.healing import (
    MOST_FUNCTIONS,
    Healer,
    confirmed_confidence,
    decay,
    moved,
    replace_static,
    within_limits,
)
from memory_md.callgraph.text import as_json, edge_of, parse, render
from memory_md.merge.rules.three_way import merge_calls

from ..rows import check_rows

A, B, C, D = (f"src/{name}.py::{name}" for name in "abcd")
ALL = (A, B, C, D)
PAIR = CallEdge(A, B, OBSERVED, 0.6, last_task="t0")
CALL = CallEdge(A, B, STATIC, 1.0)


class Healed(Struct):
    """The graph after a task, and the edges that it confirmed and discovered."""

    edges: tuple[CallEdge, ...]
    ledger: Ledger
    confirmed: tuple[CallEdge, ...] = ()
    discovered: tuple[CallEdge, ...] = ()


def heal(
    edges: Sequence[CallEdge],
    ledger: Ledger,
    task: str,
    groups: Iterable[Collection[str]],
    existing: Collection[str],
) -> Healed:
    healer = Healer(edges, ledger)
    confirmed, discovered = healer.take(task, groups, existing)
    return Healed(healer.edges, healer.ledger, confirmed, discovered)


def after(*tasks: tuple[str, list[str]], edges: tuple[CallEdge, ...] = ()) -> Healed:
    """The graph after tasks that each changed some functions together."""
    done = Healed(edges, Ledger())
    for task, functions in tasks:
        done = heal(done.edges, done.ledger, task, [functions], ALL)
    return done


def idle(count: int, first: int = 1) -> list[tuple[str, list[str]]]:
    """So many tasks that changed nothing we know."""
    return [(f"idle{number}", []) for number in range(first, first + count)]


# -- what must not happen ------------------------------------------------------------------------

MANY = [f"src/a.py::f{number}" for number in range(MOST_FUNCTIONS + 1)]


@pytest.mark.parametrize(
    ("functions", "edges"),
    [
        pytest.param([], (), id="nothing-changed"),
        pytest.param([A], (), id="one-function"),
        pytest.param([A, A], (), id="one-function-twice"),
        pytest.param([A, "src/gone.py::x"], (), id="one-that-does-not-exist"),
        pytest.param([C, D], (PAIR,), id="another-pair-of-the-graph-is-left-alone"),
    ],
)
def test_no_edge_is_made_or_moved(functions: list[str], edges: tuple[CallEdge, ...]) -> None:
    known = {A, B}
    done = heal(edges, Ledger(), "t", [functions], known)
    assert (done.edges, done.confirmed, done.discovered) == (edges, (), ())


def test_a_mass_rename_says_nothing() -> None:
    assert heal((), Ledger(), "t", [MANY], MANY).edges == ()
    assert len(heal((), Ledger(), "t", [MANY[1:]], MANY).edges) == 30 * 29 / 2


def test_a_static_edge_is_never_lowered_and_gets_no_observed_twin() -> None:
    for functions in ([A, B], [B, A]):
        (edge,) = after(("t", functions), edges=(CALL,)).edges
        assert edge == replace(CALL, times_confirmed=1, last_task="t")
    assert decay(*_of(after(*idle(40), edges=(CALL,))))[0] == (CALL,)


def _of(done: Healed) -> tuple[tuple[CallEdge, ...], Ledger]:
    return done.edges, done.ledger


# -- the numbers ---------------------------------------------------------------------------------


@check_rows(
    ("before", "confirmed"),
    [
        (0.05, 0.185),
        (0.6, 0.6525),
        (0.6525, 0.697125),
        (0.697125, 0.735056),
        (0.735056, 0.767298),
        (0.94, 0.9415),
        (0.95, 0.95),
        (0.97, 0.97),
        (1.0, 1.0),
    ],
)
def test_a_confirmation_goes_15_percent_of_the_way_to_095(before: float, confirmed: float) -> None:
    assert confirmed_confidence(before) == pytest.approx(confirmed)


def test_a_pair_is_discovered_at_06_and_confirmed_from_then_on() -> None:
    done = after(("t1", [B, A]))
    assert done.discovered == (CallEdge(A, B, OBSERVED, 0.6, 0, "t1"),)
    done = after(("t1", [A, B]), ("t2", [B, A]), ("t3", [A, B]))
    assert done.edges == (CallEdge(A, B, OBSERVED, 0.697125, 2, "t3"),)


# Tasks after the one that showed the pair, and what is left of 0.6.
STALE = [(0, 0.6), (1, 0.6), (9, 0.6), (10, 0.55), (11, 0.5), (12, 0.45), (20, 0.05), (99, 0.05)]


@check_rows(("tasks", "left"), STALE)
def test_decay_begins_with_the_tenth_task_without_a_confirmation(tasks: int, left: float) -> None:
    done = after(("t0", [A, B]), *idle(tasks))
    edges, ledger, lowered = decay(done.edges, done.ledger)
    assert edges[0].confidence == pytest.approx(left)
    assert bool(lowered) == (left < 0.6)
    assert decay(edges, ledger) == (edges, ledger, ()), "twice in one task is once"


def test_nothing_decays_before_there_are_ten_tasks() -> None:
    old = replace(PAIR, last_task="of another machine")
    nine, ten = after(*idle(9), edges=(old,)), after(*idle(10), edges=(old,))
    assert decay(*_of(nine))[0] == (old,)
    assert decay(*_of(ten))[0] == (replace(old, confidence=0.55),)


def test_what_is_under_the_floor_is_not_lifted_to_it() -> None:
    low = replace(PAIR, confidence=0.01, last_task="")
    assert decay(*_of(after(*idle(30), edges=(low,))))[0] == (low,)


def test_what_an_edge_lost_is_taken_off_before_it_is_confirmed_again() -> None:
    done = after(("t0", [A, B]), *idle(11), ("t12", [A, B]))
    assert done.edges[0].confidence == pytest.approx(0.5 + 0.15 * 0.45)
    assert decay(*_of(done))[0] == done.edges


def test_a_task_met_again_is_no_new_task_but_is_new_again() -> None:
    done = after(("t0", [A, B]), *idle(9), ("t0", [A, B]), *idle(9, 10))
    assert done.ledger.count == 19
    assert decay(*_of(done))[0][0].confidence == 0.6


def test_what_happened_more_tasks_ago_than_are_remembered_has_faded_all_the_same() -> None:
    done = after(("t0", [A, B]), *idle(1500))
    assert len(done.ledger.tasks) <= 600
    edges, ledger, _ = decay(*_of(done))
    assert edges[0].confidence == 0.05
    assert heal(edges, ledger, "next", [], ()).ledger.tasks.keys() == {*ledger.tasks, "next"}


# -- laws ----------------------------------------------------------------------------------------

GROUP = st.lists(st.sampled_from([*ALL, "src/gone.py::x"]), max_size=4)
TASKS = st.lists(st.tuples(st.sampled_from(["s1", "s2", "s3", "s4"]), GROUP), max_size=30)
STARTS = st.sampled_from([(), (CALL,), (PAIR,), (CALL, replace(PAIR, last_task="s1"))])


@given(STARTS, st.lists(GROUP, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_observations_in_a_task_does_not_matter(
    edges: tuple[CallEdge, ...], groups: list[list[str]], random: object
) -> None:
    told = heal(edges, Ledger(), "t", groups, ALL)
    shuffled = [sorted(group, reverse=True) for group in reversed(groups)]
    assert heal(edges, Ledger(), "t", shuffled, ALL) == told
    apart = Healed(edges, Ledger())
    for group in groups:
        apart = heal(apart.edges, apart.ledger, "t", [group], ALL)
    assert sorted(map(repr, apart.edges)) == sorted(map(repr, told.edges))


@given(STARTS, TASKS)
def test_a_task_told_again_changes_no_edge(
    edges: tuple[CallEdge, ...], tasks: list[tuple[str, list[str]]]
) -> None:
    """Not even when others came between: each pair counts once in each task."""
    once = after(*tasks, edges=edges)
    assert after(*tasks, *tasks, edges=edges).edges == once.edges


@given(STARTS, TASKS, st.booleans())
def test_confidence_stays_within_its_bounds_and_counts_only_grow(
    edges: tuple[CallEdge, ...], tasks: list[tuple[str, list[str]]], decays: bool
) -> None:
    done, ledger = edges, Ledger()
    for number, (task, functions) in enumerate(tasks):
        before = {edge.key: edge for edge in done}
        healed = heal(done, ledger, f"{task} {number}", [functions], ALL)
        done, ledger = healed.edges, healed.ledger
        if decays:
            done, ledger, _ = decay(done, ledger)
        now = {edge.key: edge for edge in done}
        assert before.keys() <= now.keys()
        assert all(now[key].times_confirmed >= before[key].times_confirmed for key in before)
    assert all(0.05 <= edge.confidence <= 0.95 for edge in done if edge.source == OBSERVED)
    assert all(edge.confidence == 1 for edge in done if edge.source == STATIC)


@given(STARTS, st.lists(GROUP, max_size=40))
def test_it_does_not_matter_when_decay_is_run(
    edges: tuple[CallEdge, ...], groups: list[list[str]]
) -> None:
    late, always = Healed(edges, Ledger()), Healed(edges, Ledger())
    for number, group in enumerate(groups):
        late = heal(late.edges, late.ledger, str(number), [group], ALL)
        always = heal(always.edges, always.ledger, str(number), [group], ALL)
        kept, ledger, _ = decay(always.edges, always.ledger)
        always = Healed(kept, ledger)
    assert decay(*_of(late))[0] == always.edges


@given(STARTS, TASKS, TASKS, TASKS)
def test_two_branches_that_healed_merge_alike_both_ways(
    edges: tuple[CallEdge, ...],
    before: list[tuple[str, list[str]]],
    ours: list[tuple[str, list[str]]],
    theirs: list[tuple[str, list[str]]],
) -> None:
    base = after(*before, edges=edges).edges
    sides = [
        [as_json(edge) for edge in within_limits(after(*tasks, edges=base).edges, ROOM)]
        for tasks in ([], ours, theirs)
    ]
    merged = merge_calls(sides[0], sides[1], sides[2])
    assert merged == merge_calls(sides[0], sides[2], sides[1])
    written = [edge_of(edge) for edge in merged]
    assert within_limits(written, ROOM) == tuple(written), "sorted as we sort, each once"
    assert all(0.05 <= edge.confidence <= 1 for edge in written)
    text = render(merged, {"version": 1})
    assert parse(text, "").edges == tuple(merged)
    assert all(line.startswith(('{"caller": "', "]")) for line in text.split("\n")[1:-1])


# -- bounds and scans ----------------------------------------------------------------------------

ROOM = Limits(calls=100, observed=100)


def test_of_too_many_the_surest_stay_and_each_kind_has_its_own_room() -> None:
    names = [f"f.py::{name}" for name in "abcdefgh"]
    pairs = [
        CallEdge(*pair, OBSERVED, 0.6 + number / 100)
        for number, pair in enumerate(combinations(names, 2))
    ]
    kept = within_limits([*pairs, CALL], Limits(calls=1, observed=5))
    assert {edge.key for edge in kept} == {edge.key for edge in (CALL, *pairs[-5:])}
    assert list(kept) == sorted(kept, key=lambda edge: edge.key)
    assert within_limits([PAIR, replace(PAIR, caller=B, callee=A, confidence=0.7)], ROOM) == (
        replace(PAIR, caller=B, callee=A, confidence=0.7),
    )


def test_a_scan_replaces_the_calls_of_its_files_and_nothing_else() -> None:
    gone, kept = CallEdge(A, C, STATIC, 1.0), replace(CALL, times_confirmed=3, last_task="t")
    elsewhere = CallEdge(C, D, STATIC, 1.0)
    new = CallEdge(A, D, STATIC, 1.0)
    done = replace_static([gone, kept, elsewhere, PAIR], {"src/a.py"}, [CALL, new], ROOM)
    assert set(map(repr, done.edges)) == set(map(repr, (kept, elsewhere, new, PAIR)))
    assert (done.added, done.removed, done.left_out) == (1, 1, 0)


def test_observed_edges_follow_a_file_that_was_renamed() -> None:
    done = moved([PAIR, CALL], {"src/a.py": "lib/a.py"})
    assert done == (replace(PAIR, caller="lib/a.py::a"), CALL)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("confidence", "high"),
        ("confidence", True),
        ("confidence", 7),
        ("confidence", -1),
        ("times_confirmed", -2),
        ("times_confirmed", "x"),
        ("last_task", None),
    ],
)
def test_a_number_that_is_none_is_as_if_it_were_missing(field: str, value: object) -> None:
    edge = {**as_json(PAIR), "times_confirmed": 0, "last_task": "", "note": 1, field: value}
    read = edge_of(json.loads(json.dumps(edge)))
    assert read == replace(PAIR, last_task="", extra={"note": 1})
    assert as_json(read)["note"] == 1
