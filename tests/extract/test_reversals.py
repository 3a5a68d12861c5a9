"""A claim that the session itself denies later is not kept; what only looks opposed stays."""

from __future__ import annotations

from memory_md.extract.rules.events_to_candidates import SourceContent, read_events
from memory_md.transcripts.model.events import Event, Prose, Said

from ..rows import check_rows

REDIS = "Decision: use Redis for the queue."
TLS = "The root cause of the crash is the TLS version of the client."


def read(*texts: str, person: bool = False) -> SourceContent:
    """The agent says each text in a message of its own; a `person` says the last."""
    events: list[Event] = [Prose(line, text) for line, text in enumerate(texts, 1)]
    if person:
        events[-1] = Said(len(texts), texts[-1])
    return read_events(events)


def kept(*texts: str, person: bool = False) -> list[str]:
    return [candidate.text for candidate in read(*texts, person=person).candidates]


STAYS = {
    "another place": (REDIS, "Decision: do not use Redis for sessions."),
    "another place, after all": (REDIS, "We are not using Redis for sessions after all."),
    "another place, no longer": (REDIS, "The dashboard no longer uses Redis."),
    "another place, decided against": (REDIS, "We decided against Redis for the cache."),
    "in tests only": (
        "Decision: use Redis in production.",
        "Decision: do not use Redis in tests.",
    ),
    "in tests, any more": (REDIS, "We do not use Redis for the queue in tests any more."),
    "where it holds comes after": (REDIS, "We no longer use Redis for the queue, but only in CI."),
    "where it holds stands in parentheses": (REDIS, "The queue no longer uses Redis (in tests)."),
    "where it holds, after a comma": (
        REDIS,
        "We no longer use Redis for the queue, at least in CI.",
    ),
    "on the server, on the client": (
        "Decision: validate input with zod on the server.",
        "We are not validating input with zod on the client after all.",
    ),
    "on the server, on the client, flatly": (
        "Decision: validate all input with zod on the server.",
        "Decision: do not validate all input with zod on the client.",
    ),
    "another version": ("Decision: support Python 3.11.", "We dropped support for Python 3.8."),
    "another host": (
        "Architecture: the worker reads jobs from SQS.",
        "The scheduler no longer reads jobs from SQS.",
    ),
    "each on its own system": (
        "Convention: use `spawn` rather than `fork` on macOS.",
        "Convention: use `fork` rather than `spawn` on Linux.",
    ),
    "another choice, for another thing": (
        "Decision: use Postgres instead of Redis for the queue.",
        "Decision: use Redis instead of Postgres for the sessions.",
    ),
    "another file type": (
        "Convention: use tabs in Makefiles.",
        "Convention: never use tabs in Python files.",
    ),
    "another method": (
        "Decision: enable the cache for GET requests.",
        "Decision: disable the cache for POST requests.",
    ),
    "another condition": (
        "Gotcha: the API returns 404 when the user is missing.",
        "Gotcha: the API does not return 404 when the user is disabled.",
    ),
    "under a heading of its own": (
        "Decision: use Redis for the queue.",
        "## The small hosts\n\nDecision: do not use Redis for the queue.",
    ),
    "after all, as a reason": (REDIS, "After all, no queue is shared by the workers."),
    "a question": (REDIS, "Should we not use Redis for the queue after all?"),
    "a bug that is gone": (
        "Gotcha: the importer retries failed rows forever.",
        "The importer no longer retries failed rows forever.",
    ),
    "scrapped, but which": (
        f"{REDIS}\n\nDecision: keep sessions in Redis for a week.",
        "Fine.",
        "Scrap that: no Redis.",
    ),
    "scrapped, something else": (REDIS, "Fine.", "Scrap that: no Kafka."),
    "not the cause, as a condition": (
        TLS,
        "If the crash does not come from the TLS version, look at the proxy.",
    ),
    "not the cause, asked": (TLS, "It was not the TLS version?"),
    "not the cause, but another thing": (TLS, "It was not the proxy; the header is there."),
    "not the cause of the next trouble": (
        TLS,
        "The cause of the slow start is the DNS lookup of the `proxy`, which waits 5 s.",
        "It was not the TLS version; the resolver has no cache.",
    ),
    "one word that anything may be": (TLS, "It was not clear; the log is empty."),
}


@check_rows("person", [False, True], ids=["agent", "person"])
@check_rows("texts", STAYS.values(), ids=STAYS.keys())
def test_what_is_only_alike_takes_nothing_back(texts: tuple[str, ...], person: bool) -> None:
    reading = read(*texts, person=person)
    assert reading.refuted == ()
    assert {c.text for c in read(texts[0]).candidates} <= {c.text for c in reading.candidates}


def test_an_order_of_a_person_is_no_claim_that_could_be_taken_back() -> None:
    events = [Said(1, "Always use Redis for the queue."), Prose(2, "We no longer use it.")]
    assert [c.kind for c in read_events(events).candidates] == ["preference"]


def test_in_one_text_a_heading_between_two_decisions_parts_them() -> None:
    told = "Decision: use Redis for the queue.\n\n{}Decision: do not use Redis for the queue.\n"
    for heading, count in (("## Small hosts\n\n", 2), ("**Small hosts**\n\n", 2), ("", 1)):
        found = read_events([Prose(1, told.format(heading), exact_lines=True)]).candidates
        assert len(found) == count, heading


OPPOSITE = "Decision: do not use Redis for the queue."


def test_of_a_decision_and_its_opposite_the_later_wins() -> None:
    reading = read(REDIS, "Gotcha: `cron` has no PATH of its own.", OPPOSITE)
    assert "use Redis for the queue." not in [c.text for c in reading.candidates]
    assert [(c.text, c.line) for c in reading.refuted] == [("use Redis for the queue.", 3)]
    assert any("`cron`" in c.text for c in reading.candidates)


NOT_IT = [
    "It was not the TLS version; the proxy strips the header.",
    "It wasn't the TLS version.",
    "Turns out it's not the TLS version: the proxy strips the header.",
    "The TLS version was not the cause.",
    "The problem is not the TLS version but the proxy.",
    "It had nothing to do with the TLS version.",
]


@check_rows("person", [False, True], ids=["agent", "person"])
@check_rows("said", NOT_IT)
def test_a_cause_that_was_none_is_taken_back(said: str, person: bool) -> None:
    reading = read(TLS, said, person=person)
    assert TLS not in [candidate.text for candidate in reading.candidates]
    assert [(c.text, c.line) for c in reading.refuted] == [(TLS, 2)]


def test_a_claim_that_was_made_twice_is_taken_back_twice() -> None:
    for claim, denial in ((TLS, NOT_IT[0]), (REDIS, OPPOSITE)):
        for texts in ((claim, claim, "Hm.", denial), (f"{claim}\n\n{claim}", claim, denial)):
            reading = read(*texts)
            assert claim not in {f"Decision: {c.text}" for c in reading.candidates}
            assert len(reading.refuted) == 1


def test_in_one_text_only_what_stands_above_is_taken_back() -> None:
    denial = "It was not the TLS version; the proxy strips the header."
    for text, count in ((f"{TLS}\n\n{denial}\n", 1), (f"{denial}\n\n{TLS}\n", 0)):
        for exact in (True, False):
            refuted = read_events([Prose(7, text, exact_lines=exact)]).refuted
            assert [c.line for c in refuted] == [9 if exact else 7][:count]


def test_what_is_said_again_after_its_denial_stands_and_was_taken_back() -> None:
    reading = read(REDIS, OPPOSITE, REDIS)
    assert "use Redis for the queue." in [c.text for c in reading.candidates]
    assert [c.text for c in reading.refuted] == [
        "use Redis for the queue.",
        "do not use Redis for the queue.",
    ]
