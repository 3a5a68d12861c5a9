"""Choices, plans, proofs, markers and handoffs: what each becomes, and what becomes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from memory_md.extract.chosen import approved_plans, chosen_answers
from memory_md.extract.handoffs import handoff_entries, handoff_ties
from memory_md.extract.observed import marker_sentences, proved_fixes
from memory_md.transcripts.model import Choice, Edit, Handoff, Plan, Run, Session
from memory_md.transcripts.readers.handoff import payload_in
from memory_md.transcripts.recorder import Recorder


def answered(question: str, options: tuple[str, ...], chosen: tuple[str, ...]) -> Session:
    builder = Recorder("test")
    builder.add(Choice, question, options, chosen)
    return builder.build()


# -- choices --------------------------------------------------------------------------------------

NO_ANSWERS = [("Other",), ("which one do we have now?",), ("どれだっけ",), ("Skip",), ()]


@pytest.mark.parametrize("chosen", NO_ANSWERS)
def test_an_answer_that_picks_nothing_is_no_decision(chosen: tuple[str, ...]) -> None:
    assert list(chosen_answers(answered("Which database?", ("Postgres", "MySQL"), chosen))) == []


def test_a_chosen_answer_is_a_persons_decision_with_what_was_not_chosen() -> None:
    options = ("Postgres (Recommended)", "MySQL", "Other")
    (one,) = chosen_answers(answered("Which database do we use?", options, options[:1]))
    candidate = one.candidate
    assert candidate.text == "Which database do we use: Postgres (over MySQL)"
    assert (candidate.kind, candidate.who, candidate.conf) == ("decision", "person", 0.8)


def test_several_chosen_answers_are_one_decision() -> None:
    options = ("lint", "types", "tests")
    (one,) = chosen_answers(answered("What runs in CI?", options, ("lint", "tests")))
    assert one.candidate.text == "What runs in CI: lint, tests (over types)"


# -- plans ----------------------------------------------------------------------------------------

PLAN = "# Plan\n\nDecision: Keep sessions in Redis\n\n1. We will use cursor paging\n2. Add a test\n"


def planned(*, approved: bool) -> Session:
    builder = Recorder("test")
    builder.add(Plan, PLAN, approved=approved)
    return builder.build()


def test_a_rejected_plan_is_nothing() -> None:
    assert list(approved_plans(planned(approved=False))) == []


def test_the_decisions_of_an_approved_plan_are_kept() -> None:
    found = [one.candidate for one in approved_plans(planned(approved=True))]
    assert [one.text for one in found] == ["Keep sessions in Redis", "We will use cursor paging"]
    assert {(one.act, one.conf) for one in found} == {("approved", 0.7)}


# -- proofs ---------------------------------------------------------------------------------------


def session_of(*steps: tuple[str, Any]) -> Session:
    builder = Recorder("test")
    for kind, value in steps:
        if kind == "fail":
            builder.add(Run, value, 1, "KeyError: 'tenant'")
        elif kind == "pass":
            builder.add(Run, value, 0)
        else:
            builder.add(Edit, value)
    return builder.build()


NOT_PROVED = [
    [("fail", "pytest"), ("pass", "pytest")],
    [("fail", "pytest"), ("edit", "a.py")],
    [("edit", "a.py"), ("pass", "pytest")],
    [("fail", "pytest"), ("edit", "a.py"), ("pass", "ls")],
    [("edit", "a.py"), ("fail", "pytest"), ("pass", "pytest")],
]


@pytest.mark.parametrize("steps", NOT_PROVED)
def test_what_no_passing_command_proves_is_no_fix(steps: list[tuple[str, str]]) -> None:
    assert list(proved_fixes(session_of(*steps))) == []


def test_a_failure_that_passes_after_an_edit_is_a_fix_that_waits() -> None:
    steps = [("fail", "pytest -q"), ("edit", "src/cache.py"), ("pass", "pytest -q")]
    (one,) = proved_fixes(session_of(*steps))
    assert one.candidate.text == "`pytest -q`: KeyError: 'tenant' — changed `src/cache.py`"
    assert one.waits
    assert one.failure == "`pytest -q`: KeyError: 'tenant'"


# -- markers --------------------------------------------------------------------------------------


def agent_said(text: str) -> Session:
    builder = Recorder("test")
    builder.say("agent", text)
    return builder.build()


UNMARKED = [
    "I will note that `a.py` needs a test.",
    "Decided to look at it tomorrow?",
    "Note: it works now.",
    "The tests pass.",
    "```\nNote: `a.py` is slow\n```",
]


@pytest.mark.parametrize("text", UNMARKED)
def test_what_names_nothing_or_is_planned_is_no_marker_sentence(text: str) -> None:
    assert list(marker_sentences(agent_said(text))) == []


MARKED = [
    ("I learned that the proxy drops long headers.", "learning"),
    ("Turns out that `fs.watch` misses renames on macOS.", "learning"),
    ("We decided to keep the old endpoint.", "decision"),
    ("The root cause was a stale lock in `src/lock.py`.", "issue"),
    ("See also: `docs/paging.md` for the cursor rules.", "pattern"),
]


@pytest.mark.parametrize(("text", "kind"), MARKED)
def test_a_marker_sentence_waits_whole(text: str, kind: str) -> None:
    (one,) = marker_sentences(agent_said(f"All done. {text} Bye."))
    assert (one.candidate.kind, one.candidate.text) == (kind, text)
    assert one.waits


def test_a_bold_marker_loses_its_signs_and_the_quote_is_what_was_said() -> None:
    said = "**Root cause:** the lock in `src/**/lock.py` is stale."
    (one,) = marker_sentences(agent_said(said))
    assert one.candidate.text == "Root cause: the lock in `src/**/lock.py` is stale."
    assert one.candidate.quote in said


def test_the_first_three_of_a_session_are_kept() -> None:
    text = "\n".join(f"Note: `f{n}.py` is generated by the build." for n in range(5))
    assert len(list(marker_sentences(agent_said(text)))) == 3


# -- handoffs -------------------------------------------------------------------------------------


def handoff(payload: dict[str, Any], *, is_final: bool = True) -> Handoff:
    whole = payload_in(payload)
    assert whole is not None
    return Handoff(1, whole, is_final)


WHOLE = {
    "decisions": [
        {
            "id": "d1",
            "content": "Use JWT",
            "confidence": "high",
            "files": ["a.py"],
            "risks": ["Auth"],
        },
        {"content": "Maybe Redis", "confidence": "low"},
        "Page by cursor",
    ],
    "files": [{"path": "a.py", "reason": "tokens"}, "b.py"],
    "risks": [
        {"category": "Auth", "description": "Theft", "mitigation": "httpOnly", "files": ["a.py"]}
    ],
}


def test_decisions_files_and_risks_become_entries() -> None:
    found = [one.candidate for one in handoff_entries(handoff(WHOLE))]
    assert [(one.kind, one.qualifier, one.text, one.conf) for one in found] == [
        ("decision", "high", "Use JWT", 0.8),
        ("decision", "medium", "Page by cursor", 0.6),
        ("scope", "", "a.py — tokens", 0.5),
        ("scope", "", "b.py", 0.5),
        ("risk", "Auth", "httpOnly", 0.5),
    ]


def test_a_handoff_in_an_answer_is_no_surer_than_a_line() -> None:
    found = handoff_entries(handoff(WHOLE, is_final=False))
    assert {one.candidate.conf for one in found} == {0.5}


def test_edges_are_exactly_what_the_payload_ties() -> None:
    ties = {tie[:3] for tie in handoff_ties(handoff(WHOLE), {})}
    assert ties == {
        ("decision_file", "d1", "a.py"),
        ("decision_risk", "d1", "Auth"),
        ("file_risk", "a.py", "Auth"),
    }


def test_where_nothing_is_tied_each_goes_with_each() -> None:
    payload = {
        "decisions": ["Use JWT"],
        "files": ["a.py", "b.py"],
        "risks": [{"category": "x", "description": "y"}],
    }
    kinds = [tie[0] for tie in handoff_ties(handoff(payload), {})]
    assert sorted(kinds) == ["decision_file"] * 2 + ["file_risk"] * 2
