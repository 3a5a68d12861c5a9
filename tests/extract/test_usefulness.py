"""How useful a reader finds a line without the session: what is stored, waits or is passed over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.useful import is_gated, is_stored, rows, share
from memory_md.base.settings import Extract
from memory_md.extract.model import Candidate
from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.extract.rules.usefulness import usefulness, weighed
from memory_md.transcripts.model.events import Prose

SURE = Extract().sure
RULE = "Every query in `packages/db` takes the tenant's id, because the pool is shared."
TROUBLE = "The list in `page.tsx` was empty, its key was read at line 84."
ASKED = "Never touch `vendor/`, it is synced from upstream."


def prose(kind: str, text: str, score: float = 0.65) -> Candidate:
    return Candidate(kind, text, score=score)


def person(text: str, score: float) -> Candidate:
    return Candidate("preference", text, score=score, origin="person")


def test_a_convention_is_stored_and_a_trouble_of_the_session_waits() -> None:
    assert weighed(prose("convention", RULE)).score >= SURE
    assert weighed(prose("issue", RULE)).score < SURE
    assert usefulness(prose("convention", RULE)) > 3 * usefulness(prose("issue", TROUBLE))


def test_the_model_alone_makes_no_issue_or_learning_sure() -> None:
    for kind in ("issue", "learning"):
        assert 0 < weighed(prose(kind, RULE)).score < SURE


def test_what_is_hardly_ever_of_use_does_not_even_wait() -> None:
    assert weighed(prose("issue", TROUBLE, 0.35)).score == 0.0


def test_what_says_outright_what_it_is_stays_as_it_is() -> None:
    fixed = Candidate("fixed", TROUBLE, score=0.35, origin="proved")
    stated = Candidate("issue", TROUBLE, score=0.6, stated=True)
    labelled = prose("gotcha", TROUBLE, 0.8)
    for one in (fixed, stated, labelled, person(ASKED, 0.8)):
        assert weighed(one) == one


def test_what_stands_under_decisions_is_stored_in_whatever_words() -> None:
    text = "## Decisions\n\n- **Count in Redis, not in the process.** Four workers run.\n"
    (found,) = read_events([Prose(1, text)]).candidates
    assert (found.kind, found.score >= SURE) == ("decision", True)


@pytest.mark.parametrize(
    "item",
    [
        "500 configurations per batch",
        "29 tasks for 5 agents",
        "**Route group, or conditional nav?** Clean: `(app)/+layout.svelte` has its own.",
    ],
)
def test_what_asks_or_tells_nobody_else_anything_waits_also_under_decisions(item: str) -> None:
    (found,) = read_events([Prose(1, f"## Decisions\n\n- {item}\n")]).candidates
    assert (found.kind, found.score < SURE) == ("decision", True)


def test_what_stands_below_another_heading_under_decisions_waits() -> None:
    text = "- **Count in Redis, not in the process.** Four workers run.\n"
    below = "## Decisions\n\n### Why the counters move\n\n"
    (direct,) = read_events([Prose(1, f"## Decisions\n\n**Counters:**\n\n{text}")]).candidates
    (found,) = read_events([Prose(1, below + text)]).candidates
    assert (found.kind, direct.score >= SURE, found.score >= SURE) == ("decision", True, False)


@pytest.mark.parametrize(
    ("heading", "is_sure"), [("Принятые решения", True), ("Решение", False), ("Решения", False)]
)
def test_a_russian_heading_that_may_mean_solutions_makes_nothing_sure(
    heading: str, is_sure: bool
) -> None:
    text = f"## {heading}\n\n- Хранить `created_at` в UTC, потому что серверы в разных зонах.\n"
    (found,) = read_events([Prose(1, text)]).candidates
    assert (found.kind, found.score >= SURE) == ("decision", is_sure)


def test_a_sentence_of_a_person_that_is_no_rule_by_its_shape_is_never_sure() -> None:
    assert weighed(person(ASKED, 0.35)).score < SURE


@given(st.text(), st.sampled_from(("prose", "person", "turn", "proved", "unsure")))
def test_any_text_has_a_usefulness(text: str, origin: str) -> None:
    one = Candidate("learning", text, score=0.5, origin=origin)  # type: ignore[arg-type]
    assert 0 < usefulness(one) < 1


def test_of_judged_candidates_more_of_what_is_stored_is_useful_and_less_is_wrong() -> None:
    judged = [row for row in rows() if row["set"] == "items" and row["route"] != "closing"]
    stored = [row for row in judged if is_stored(row)]
    before = [row for row in judged if row["stored"]]
    bad = ("wrong", "unintelligible")

    assert len(stored) >= 100
    assert share(stored, ("useful",)) >= share(before, ("useful",)) + 0.1
    assert share(stored, bad) <= share(before, bad) - 0.1


def test_what_the_model_stores_of_agents_is_mostly_useful_and_seldom_wrong() -> None:
    gated = [row for row in rows() if row["set"] == "many" and is_gated(row)]
    stored = [row for row in gated if is_stored(row)]
    assert len(stored) >= 100
    assert share(stored, ("useful",)) >= max(0.5, 2.5 * share(gated, ("useful",)))
    assert share(stored, ("wrong", "unintelligible")) <= 0.1


def test_both_verdicts_of_a_line_count() -> None:
    twice = {"verdict": "useful", "again": "trivial"}
    assert share([twice, {"verdict": "useful"}], ("useful",)) == pytest.approx(2 / 3)
