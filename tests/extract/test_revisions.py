"""A claim revised later is stored once, as revised; unrelated claims leave each other alone."""

from __future__ import annotations

import pytest

from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows

JOBS = "Gotcha: the upload queue holds 100 jobs."


def kept(*texts: str) -> list[str]:
    reading = read_events([Prose(line, text) for line, text in enumerate(texts, 1)])
    return [candidate.text for candidate in reading.candidates]


NOT_REVISED = {
    "other-subject": (JOBS, "Actually, the download cache holds 250 files."),
    "other-limit": (
        "Gotcha: the rate limit of the API is 90 calls a minute.",
        "Actually, the upload limit of the proxy is 5 MB.",
    ),
    "sounds-alike": (
        "Gotcha: the billing service returns an empty list for large buckets.",
        "Actually, the quota service returns an empty list for large invoices.",
    ),
    "other-name": (
        "Gotcha: `load()` returns `None`, not an empty list.",
        "Actually, `save()` returns `None` for an empty list.",
    ),
    "narration": (JOBS, "Actually, let me look at the upload queue again."),
    "question": (JOBS, "Actually, does the upload queue hold 100 jobs?"),
    "guess": (JOBS, "Actually, the upload queue may hold 250 jobs, I think."),
    "plan": (JOBS, "Actually, we should make the upload queue hold 250 jobs."),
    "pronoun": (JOBS, "Actually, it works with the upload queue."),
    "status": (JOBS, "Actually, the upload queue holds all jobs as expected."),
    "not-said-to-correct": (JOBS, "The upload queue holds 250 jobs on the large hosts."),
    "other-shelf": (
        "Decision: store images in `s3` because they are large",
        "On second thought, store logs in `loki` because they grow.",
    ),
}


@check_rows("texts", NOT_REVISED.values(), ids=NOT_REVISED.keys())
def test_what_does_not_revise_erases_nothing(texts: tuple[str, str]) -> None:
    assert kept(*texts)[0] == kept(texts[0])[0]


def test_two_facts_that_differ_by_a_number_both_stay() -> None:
    texts = ("Gotcha: port 8080 is the proxy's.", "Gotcha: port 8081 is the proxy's twin's.")
    assert len(kept(*texts)) == 2


@check_rows(
    "later",
    [
        pytest.param("Actually, the upload queue holds 250 jobs.", id="actually"),
        pytest.param("The upload queue actually holds 250 jobs.", id="actually, inside"),
        pytest.param("I was wrong: the upload queue holds 250 jobs.", id="I was wrong"),
        pytest.param("I was wrong about it. The upload queue holds 250 jobs.", id="two sentences"),
        pytest.param("Correction: the upload queue holds 250 jobs.", id="correction"),
        pytest.param("**Correction:** the upload queue holds 250 jobs.", id="bold correction"),
        pytest.param("Turns out the upload queue holds not 100 but 250 jobs.", id="turns out"),
        pytest.param("Gotcha: the upload queue holds 250 jobs, not 100.", id="denies the number"),
        pytest.param("That was wrong. The upload queue holds 250 jobs.", id="that was wrong"),
    ],
)
def test_a_strong_claim_gives_way_to_its_revision(later: str) -> None:
    found = kept(JOBS, "Gotcha: `cron` has no PATH of its own.", later)
    assert len(found) == 2
    assert "`cron`" in found[0]
    assert "250" in found[1]


def test_a_revision_inherits_what_the_claim_was() -> None:
    events = [Prose(1, JOBS), Prose(2, "Correction: the upload queue holds 250 jobs.")]
    (candidate,) = read_events(events).candidates
    assert (candidate.kind, candidate.score, candidate.line) == ("gotcha", 0.8, 2)


def test_a_choice_thought_over_is_the_second_choice() -> None:
    assert kept(
        "Decision: keep sessions in `redis` because two servers share them",
        "On second thought, we keep sessions in `postgres` because two servers share them.",
    ) == ["We keep sessions in `postgres` because two servers share them."]


def test_a_revision_of_nothing_that_was_kept_is_not_kept() -> None:
    assert kept("Actually, the upload queue holds 250 jobs.") == []
