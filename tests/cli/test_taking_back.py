"""What a person takes back or replaces in a session, by `tests/extract/taking_back.txt`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Ran

Quick = Callable[..., Ran]
ROWS = Path(__file__).parents[1] / "extract/taking_back.txt"


def rows() -> Iterator[Any]:
    for block in ROWS.read_text(encoding="utf-8").split("\n[")[1:]:
        head, *lines = block.split("\n")
        name, _, expected = head.partition("] ")
        told = [line for line in lines if line[:2] in ("M ", "P ", "U ", "A ")]
        yield pytest.param(told, expected, id=name)


def chat(session: str, *said: str) -> str:
    roles = {"U": "user", "A": "assistant"}
    turns = [{"role": roles[one[0]], "content": one[2:]} for one in said]
    return json.dumps({"session_id": session, "messages": turns}, indent=1)


def carry_out(quick: Quick, told: list[str]) -> str:
    """Store what is known, hold the conversation, and tell what became of it."""
    ids = []
    for number, one in enumerate(told):
        if one[0] == "M":
            said = chat(f"earlier-{number}", "U What should be kept?", f"A {one[2:]}")
            item = quick("extract", "--json", input=said).json["items"][0]
            ids.append(item["id"])
        elif one[0] == "P":
            kind, _, text = one[2:].partition(": ")
            added = quick("learnings", "add", "--json", "-c", kind.lower(), text)
            ids.append(added.json["entries"][0]["id"])
    talk = [one for one in told if one[0] in "UA"]
    assert quick("extract", input=chat("later", *talk)).code == 0
    live = {one["id"]: one for one in quick("learnings", "list", "--json").json["entries"]}
    gone = [n for n, id_ in enumerate(ids, 1) if id_ not in live]
    reasons = archived(quick) if gone else {}
    for number in gone:
        assert reasons[ids[number - 1]].startswith("retracted"), reasons
    shown = json.loads(quick("context", "--format", "json", "--budget", "4000").stdout)
    lines = {line["id"] for line in shown["lines"]}
    old = [n for n, id_ in enumerate(ids, 1) if id_ in live and id_ not in lines]
    waiting = quick("review", "--json").json["candidates"]
    asked = sorted(
        ids.index(near["id"]) + 1
        for case in waiting
        for near in case["near"]
        if near["relation"] == "retracted"
    )
    parts = (("gone", gone), ("old", old), ("asked", asked))
    return " ".join(f"{name} {' '.join(map(str, ns))}" for name, ns in parts if ns) or "stays"


@pytest.mark.parametrize(("told", "expected"), list(rows()))
def test_what_a_person_takes_back(repo: Path, quick: Quick, told: list[str], expected: str) -> None:
    assert carry_out(quick, told) == expected


# -- and what becomes of it ------------------------------------------------------------------------

REDIS = "Use Redis for the session store because Postgres was too slow."
FORGET = "U Forget what I said about Redis for the session store."


def stored(quick: Quick, *told: str) -> list[str]:
    """Store each in a session of its own; their IDs."""
    ids = []
    for number, one in enumerate(told):
        said = chat(f"first-{number}", "U What should be kept?", f"A {one}")
        ids.append(quick("extract", "--json", input=said).json["items"][0]["id"])
    return ids


def archived(quick: Quick) -> dict[str, str]:
    listed = quick("learnings", "list", "--archived", "--json").json["entries"]
    return {one["id"]: one["archived"]["reason"] for one in listed if one.get("archived")}


def test_what_was_taken_back_is_named_with_the_words_of_the_person(
    repo: Path, quick: Quick
) -> None:
    (id_,) = stored(quick, f"Decision: {REDIS}")
    ran = quick("extract", input=chat("later", FORGET, "A Understood."))
    assert f"withdrawn    {id_}  Decision: {REDIS}" in ran.stdout
    assert archived(quick) == {id_: f"retracted: {FORGET[2:]}"}
    assert "retracted" in quick("why", id_).stdout
    assert REDIS not in quick("context", "--query", "Redis session store").stdout


def test_it_stays_out_when_it_is_said_again(repo: Path, quick: Quick) -> None:
    (id_,) = stored(quick, f"Decision: {REDIS}")
    quick("extract", input=chat("later", FORGET))
    again = quick("extract", "--json", input=chat("third", "U Store?", f"A Decision: {REDIS}")).json
    assert [item["action"] for item in again["items"]] == ["suppressed"]
    quick("learnings", "restore", id_)
    assert [e["id"] for e in quick("learnings", "list", "--json").json["entries"]] == [id_]


def test_reading_it_again_takes_nothing_else_out(repo: Path, quick: Quick) -> None:
    ids = stored(quick, f"Decision: {REDIS}", "Gotcha: The Redis of the job queue has no password.")
    for _ in range(2):
        quick("extract", input=chat("later", FORGET))
    assert archived(quick).keys() == {ids[0]}
    assert quick("review", "--json").json["candidates"] == []


def test_a_dry_run_takes_nothing_back(repo: Path, quick: Quick) -> None:
    (id_,) = stored(quick, f"Decision: {REDIS}")
    ran = quick("extract", "--dry-run", input=chat("later", FORGET))
    assert f"would withdraw {id_}" in ran.stdout.replace("  ", " ")
    assert archived(quick) == {}


def test_what_is_taken_back_in_the_same_session_is_not_kept(repo: Path, quick: Quick) -> None:
    said = ("U How do we keep sessions?", f"A Decision: {REDIS}", FORGET, "A Understood.")
    ran = quick("extract", "--json", input=chat("one", *said)).json
    assert ran["items"] == []


def test_i_misspoke_takes_back_the_message_before(repo: Path, quick: Quick) -> None:
    said = ("U Always put migrations into db/steps, never into src.", "A Fine.")
    (rule,) = quick("extract", "--json", input=chat("one", *said)).json["items"]
    more = (*said, "U I misspoke.", "A All right.")
    quick("extract", input=chat("one", *more))
    assert archived(quick).keys() == {rule["id"]}


def asked(quick: Quick) -> dict[str, Any]:
    quick("learnings", "add", "-c", "decision", "Retry failed payments three times.")
    quick("extract", input=chat("later", "U Forget what I said about retrying failed payments."))
    (question,) = quick("review", "--json").json["candidates"]
    assert question["text"] == "Forget what I said about retrying failed payments."
    return dict(question)


def test_a_person_says_that_their_own_line_goes(repo: Path, quick: Quick) -> None:
    question = asked(quick)
    assert "may take back" in quick("review", "--list").stdout
    assert quick("review", "--approve", question["id"]).code == 0
    assert list(archived(quick)) == [question["near"][0]["id"]]
    assert quick("review", "--json").json["candidates"] == []


def test_a_person_says_that_their_own_line_stays(repo: Path, quick: Quick) -> None:
    question = asked(quick)
    assert quick("review", "--reject", question["id"]).code == 0
    quick("extract", input=chat("later", "U Forget what I said about retrying failed payments."))
    assert quick("review", "--json").json["candidates"] == []
    assert len(quick("learnings", "list", "--json").json["entries"]) == 1


def test_a_question_is_settled_when_the_line_has_gone(repo: Path, quick: Quick) -> None:
    question = asked(quick)
    quick("learnings", "remove", question["near"][0]["id"])
    assert quick("review", "--json").json["candidates"] == []


def test_what_can_mean_several_is_approved_for_none(repo: Path, quick: Quick) -> None:
    stored(
        quick,
        "Decision: Retry failed payments three times.",
        "Convention: Each retry of the payments provider is logged in the audit table.",
    )
    quick("extract", input=chat("later", "U Forget what I said about retries of payments."))
    (question,) = quick("review", "--json").json["candidates"]
    ran = quick("review", "--approve", question["id"])
    assert ran.code == 2
    assert "mem learnings remove" in ran.stderr
    assert archived(quick) == {}


def test_a_question_never_becomes_an_entry(repo: Path, quick: Quick) -> None:
    question = asked(quick)
    again = chat("third", "U Store this.", f"A Note: {question['text']}")
    quick("extract", input=again)
    assert len(quick("learnings", "list", "--json").json["entries"]) == 1


def test_a_fork_of_the_session_takes_nothing_back_twice(repo: Path, quick: Quick) -> None:
    (id_,) = stored(quick, f"Decision: {REDIS}")
    turns = (FORGET, "A Understood, I will not rely on it.")
    quick("extract", input=chat("later", *turns))
    quick("learnings", "restore", id_)
    quick("extract", input=chat("fork", *turns, "U And the port?", "A It is 8443."))
    assert archived(quick) == {}


JENKINS = "Deploy the API with Jenkins from the main branch."
MOVED = "U From now on we deploy the API with GitHub Actions instead of Jenkins."


@pytest.mark.parametrize("bare", [False, True], ids=["added", "written in an editor"])
def test_what_a_person_replaces_by_speech_gives_way_though_they_wrote_it(
    repo: Path, quick: Quick, bare: bool
) -> None:
    if bare:
        (repo / "learnings.md").write_text(f"# Learnings\n\n- Decision: {JENKINS}\n", "utf-8")
    else:
        quick("learnings", "add", "-c", "decision", JENKINS)
    quick("extract", input=chat("later", MOVED, "A Understood."))
    old, new = quick("learnings", "list", "--json").json["entries"]
    assert (old["text"], old["confidence"], old["manual"]) == (JENKINS, 1.0, True)
    for told in (
        quick("context").stdout,
        quick("context", "--query", "deploy the API").stdout,
        quick("search", "deploy API Jenkins main branch").stdout,
    ):
        assert "Jenkins from the main branch" not in told
        assert "GitHub Actions" in told
    (pair,) = quick("review", "--json").json["candidates"]
    assert (pair["id"], pair["near"]) == (old["id"], [{"id": new["id"], "relation": "replaced"}])
    assert f"is replaced by {new['id']}" in quick("review", "--list").stdout
    quick("learnings", "confirm", old["id"])
    assert "Jenkins from the main branch" in quick("context").stdout


def test_what_was_replaced_gives_way_in_a_second_clone(repo: Path, quick: Quick) -> None:
    for number in range(9):
        said = chat(f"first-{number}", f"U What number {number}?", f"A Decision: {JENKINS}")
        quick("extract", input=said)
    quick("extract", input=chat("later", MOVED, "A Understood."))
    shutil.rmtree(repo / ".mem/local")
    assert "Jenkins from the main branch" not in quick("context").stdout
