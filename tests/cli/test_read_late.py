"""A session that is read after a newer one changes nothing of what the newer one says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..conftest import Quick

OLD, NEW = "2026-01-05", "2026-01-20"
TALK = (
    "U `retry.py` gives up after the first timeout, customers complain",
    "A It does, there is one attempt. How often should it try again, and how long between?",
    "U {0} attempts, {1} seconds apart, never for payments",
    "A Done: {0} attempts, {1} seconds apart; payments fail at once.",
)
LIMIT = ("U What is the limit?", "A Decision: The upload limit in `src/upload.py` is {0} MB.")
RULE = ("U From now on the upload limit is {0} MB.", "A Noted.")


def chat(session: str, day: str, *turns: str) -> str:
    """A transcript of Claude Code: what the person (U) and the agent (A) said that day."""
    roles = {"U": "user", "A": "assistant"}
    lines = (
        {
            "type": roles[one[0]],
            "uuid": f"{session}-{minute}",
            "sessionId": session,
            "timestamp": f"{day}T10:{minute:02}:00.000Z",
            "cwd": "/project",
            "message": {"role": roles[one[0]], "content": [{"type": "text", "text": one[2:]}]},
        }
        for minute, one in enumerate(turns)
    )
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def shown(quick: Quick, query: str) -> str:
    return quick("context", "--query", query, "--budget", "500").stdout


@pytest.mark.parametrize("turns", [LIMIT, RULE], ids=["a closing line", "a person's ruling"])
@pytest.mark.parametrize("order", [(OLD, NEW), (NEW, OLD)], ids=["in order", "the older late"])
def test_of_two_that_say_otherwise_the_newer_is_shown(
    repo: Path, quick: Quick, turns: tuple[str, ...], order: tuple[str, str]
) -> None:
    for day in order:
        value = {OLD: "10", NEW: "50"}[day]
        ran = quick("extract", input=chat(day, day, *(one.format(value) for one in turns)))
    told = shown(quick, "the upload limit in src/upload.py")
    assert "10 MB" not in told
    assert "50 MB" in told
    assert "contradicts" in ran.stdout
    assert ("what was said later holds" in ran.stdout) == (order[-1] == OLD)


def test_an_older_talk_does_not_take_the_place_of_a_newer_one(repo: Path, quick: Quick) -> None:
    for day, values in ((NEW, ("5", "40")), (OLD, ("3", "20"))):
        quick("extract", input=chat(day, day, *(one.format(*values) for one in TALK)))
    (repo / ".mem/local/sessions.db").unlink()
    told = shown(quick, "attempts of retry.py after a timeout")
    assert "3 attempts" not in told
    assert "5 attempts" in told


def test_what_a_person_took_back_before_it_was_said_stays(repo: Path, quick: Quick) -> None:
    redis = "A Decision: Use Redis for the session store because Postgres was too slow."
    back = "U Forget what I said about Redis for the session store."
    quick("extract", input=chat("new", NEW, "U Which store?", redis))
    quick("extract", input=chat("old", OLD, back, "A Understood."))
    assert "Use Redis" in shown(quick, "session store Redis")
    assert quick("review", "--json").json["candidates"] == []
    quick("extract", input=chat("newest", "2026-01-25", back, "A Understood."))
    assert "Use Redis" not in shown(quick, "session store Redis")


def test_what_a_newer_session_says_again_holds_against_what_lies_between(
    repo: Path, quick: Quick
) -> None:
    for day, value in ((OLD, "50"), ("2026-01-25", "50"), (NEW, "10")):
        quick("extract", input=chat(day, day, *(one.format(value) for one in LIMIT)))
    told = shown(quick, "the upload limit in src/upload.py")
    assert "10 MB" not in told
    assert "50 MB" in told
