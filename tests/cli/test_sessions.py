"""What was said in earlier sessions, as a person meets it: searched, forgotten, switched off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_md.base.identity import entry_id
from memory_md.files.layout import SESSIONS, Layout
from memory_md.sessions.actions import is_forgotten
from memory_md.sessions.disk import keeping

from ..conftest import Quick
from ..sessions.store import all_bytes, keep, said, texts

# What `mem forget --json` says where nothing rests on the session.
NOTHING = {
    "version": 1,
    "entries": [],
    "archived": 0,
    "edges": 0,
    "waiting": 0,
    "passages": 0,
    "receipts": 0,
    "events": 0,
    "records": [],
    "blocks": [],
}
LEARNED = "Gotcha: The zeppelin API rounds overages down, so pass `ceil=True`.\n"
FILES = {"decisions": [{"content": "Use JWT tokens", "confidence": "high", "files": ["src/a.py"]}]}


@pytest.fixture
def layout(repo: Path) -> Layout:
    return Layout(repo, repo)


def ids(quick: Quick, *words: str) -> list[str]:
    return [entry["id"] for entry in quick("learnings", "list", "--json", *words).json["entries"]]


def learn(quick: Quick, session: str, text: str = LEARNED) -> str:
    """Extract one entry; its ID."""
    done = quick("extract", "-", "--session", session, "--json", input=text)
    assert done.code == 0, done.stderr
    return str(done.json["items"][0]["id"])


# -- what must not happen ------------------------------------------------------------------------


def test_nothing_is_made_where_nothing_was_said(quick: Quick, layout: Layout) -> None:
    quick("init")
    quick("learnings", "add", "Use the zeppelin.")
    assert quick("search", "zeppelin").code == 0
    done = quick("forget", "--session", "nobody")
    assert done.code == 0
    assert "nothing is known of 'nobody', so nothing was forgotten" in done.stderr
    assert not (layout.root / SESSIONS).exists()


@pytest.mark.parametrize("words", [(), ("--session", "s", "--source", "f")], ids=["none", "both"])
def test_one_session_or_source_is_named(quick: Quick, repo: Path, words: tuple[str, ...]) -> None:
    quick("init")
    assert quick("forget", *words).code == 2


def test_what_another_task_or_a_person_says_stays(quick: Quick, layout: Layout) -> None:
    both = learn(quick, "one")
    assert learn(quick, "two") == both
    mine = learn(quick, "one", "Gotcha: The blimp API rounds overages up, so pass `floor=True`.\n")
    quick("learnings", "confirm", mine)
    done = quick("forget", "--session", "one", "--json")
    assert done.json == NOTHING | {"passages": 2}
    assert set(ids(quick)) == {both, mine}


def test_a_dry_run_changes_nothing(quick: Quick, layout: Layout) -> None:
    entry = learn(quick, "one")
    keep(layout, said("one", "The zeppelin is round."))
    before = (layout.root / "learnings.md").read_bytes()
    done = quick("forget", "--session", "one", "--dry-run", "--json")
    assert done.json == NOTHING | {"entries": [entry], "passages": 2, "events": 1}
    assert (layout.root / "learnings.md").read_bytes() == before
    assert texts(layout) == [LEARNED.strip(), "The zeppelin is round."]
    assert not is_forgotten(layout, "one")


def test_no_name_of_what_is_forgotten_is_noted(quick: Quick, layout: Layout) -> None:
    quick("init")
    quick("forget", "--session", "the-acme-deal")
    quick("forget", "--source", "/somewhere/the-acme-deal.jsonl")
    for path in layout.local.rglob("*"):
        assert not path.is_file() or b"acme" not in path.read_bytes()


@pytest.mark.parametrize("command", ["search", "context"])
def test_a_damaged_database_stops_no_command(quick: Quick, layout: Layout, command: str) -> None:
    learn(quick, "one")
    (layout.root / SESSIONS).write_bytes(b"damage" * 4000)
    words = ("--query", "zeppelin") if command == "context" else ("zeppelin",)
    done = quick(command, *words)
    assert done.code == 0
    assert "zeppelin" in done.stdout


def test_a_secret_that_was_kept_before_its_shape_was_known_is_not_printed(
    quick: Quick, layout: Layout
) -> None:
    import sqlite3
    from contextlib import closing

    learn(quick, "one")
    keep(layout, said("s", "The zeppelin has a key."))
    secret = "AKIA" + "IOSFODNN7QRSTUVW"
    with closing(sqlite3.connect(layout.root / SESSIONS)) as db, db:
        db.execute("UPDATE passages SET text = text || ?", (f" It is {secret}.\x1b[31m",))
    for words in (("search", "zeppelin"), ("search", "zeppelin", "--json")):
        done = quick(*words)
        assert secret not in done.stdout
        assert "\x1b" not in done.stdout


# -- what must -----------------------------------------------------------------------------------


def test_a_search_finds_what_was_said(quick: Quick, layout: Layout) -> None:
    entry = learn(quick, "one")
    text = "No waiver for the zeppelin.\nAny overage bills at least one block."
    at = "2026-01-19T10:00:00Z"
    keep(layout, said("s1", text, speaker="person", at=at, source="logs/a.jsonl", line=12))
    first, *others = quick("search", "zeppelin overages", "--json").json["results"]
    assert first["id"] == entry
    (second,) = (other for other in others if other["id"] != "one")
    assert second == {
        "id": "s1",
        "path": "logs/a.jsonl",
        "line": 12,
        "heading": "2026-01-19, person",
        "kind": "session",
        "text": "No waiver for the zeppelin. Any overage bills at least one block.",
        "score": second["score"],
    }
    assert first["score"] > second["score"] > 0


def test_sessions_leave_room_for_the_memory(quick: Quick, layout: Layout) -> None:
    for number in range(5):
        learn(quick, "one", LEARNED.replace("API", f"API number {number}"))
    keep(layout, *(said(f"s{n}", f"Overages of the zeppelin, {n}.") for n in range(30)))
    found = quick("search", "overages zeppelin", "--json").json["results"]
    assert len(found) == 10
    assert sum(result["kind"] == "session" for result in found) == 5


def test_forgetting_takes_all_that_rests_on_a_session(quick: Quick, layout: Layout) -> None:
    entry = learn(quick, "one")
    (decision, *_) = quick(
        "extract", "-", "--session", "one", "--json", input=json.dumps(FILES)
    ).json["items"]
    keep(layout, said("one", "The zeppelin is round."), said("two", "It is not."))
    done = quick("forget", "--session", "one", "--json").json
    assert {entry, decision["id"]} <= set(done["entries"])
    assert (done["edges"], done["passages"]) == (1, 2)
    assert ids(quick) == []
    archived = quick("learnings", "list", "--archived", "--json").json["entries"]
    assert {one["archived"]["reason"] for one in archived} == {"forgotten"}
    assert quick("graph", "query", "--json").json["relationships"] == []
    assert texts(layout) == ["It is not."]
    assert is_forgotten(layout, "one")
    assert not is_forgotten(layout, "two")
    assert quick("doctor", "--json").code == 0


def test_who_tries_to_forget_sees_what_would_go(repo: Path, quick: Quick) -> None:
    entry = learn(quick, "one")
    for options, verb in (((), "archive"), (("--purge",), "purge")):
        told = quick("forget", "--session", "one", "--dry-run", *options).stdout
        assert told.split("\n")[0].startswith(f"would {verb} {entry}  Gotcha: ")
        assert "would delete" in told
        assert "archived" not in told
    assert quick("forget", "--session", "one", "--purge").stdout.split("\n")[0] == f"purged {entry}"


def test_what_is_forgotten_can_be_learned_from_another_session(
    quick: Quick, layout: Layout
) -> None:
    entry = learn(quick, "one")
    quick("forget", "--session", "one")
    assert learn(quick, "two") == entry
    assert ids(quick) == [entry]


def test_a_source_is_forgotten_by_its_file(quick: Quick, repo: Path, layout: Layout) -> None:
    (repo / "out.md").write_text(LEARNED, encoding="utf-8")
    entry = quick("extract", "out.md", "--json").json["items"][0]["id"]
    keep(layout, said("any", "The zeppelin is round.", source="out.md"), said("x", "Other."))
    done = quick("forget", "--source", "out.md", "--json").json
    assert (done["entries"], done["passages"]) == ([entry], 2)
    assert texts(layout) == ["Other."]
    assert is_forgotten(layout, str((repo / "out.md").resolve()))


def test_purging_a_session_erases_it_everywhere(quick: Quick, layout: Layout) -> None:
    entry = learn(quick, "one")
    quick("context", "--query", "zeppelin")
    keep(layout, said("one", "The zeppelin is round."))
    done = quick("forget", "--session", "one", "--purge", "--json").json
    counts = {"passages": 2, "receipts": 1, "events": 1}
    assert done == NOTHING | {"entries": [entry]} | counts
    assert b"zeppelin" not in all_bytes(layout)
    for path in layout.root.rglob("*"):
        if path.is_file() and ".git" not in path.parts:
            assert b"zeppelin" not in path.read_bytes(), path


def test_purging_an_entry_erases_what_was_said_of_it(quick: Quick, layout: Layout) -> None:
    entry = learn(quick, "one")
    keep(layout, said("one", f"I see.\n\n{LEARNED}"), said("one", "Something else."))
    assert quick("learnings", "remove", "--purge", entry).code == 0
    assert texts(layout) == ["Something else."]
    assert b"zeppelin" not in all_bytes(layout)


def test_purging_twice_from_an_interrupted_run_ends_well(quick: Quick, layout: Layout) -> None:
    entry = learn(quick, "one")
    keep(layout, said("one", LEARNED))
    assert keeping.erase(layout, [LEARNED]) == 1
    assert quick("learnings", "remove", "--purge", entry).code == 0


def test_switched_off_the_database_is_deleted_by_the_next_that_writes(
    quick: Quick, repo: Path, layout: Layout
) -> None:
    quick("init")
    keep(layout, said("one", "The zeppelin is round."))
    (repo / ".mem/config.yaml").write_text("sessions: {keep: false}\n", encoding="utf-8")
    assert quick("search", "zeppelin", "--json").json["results"] == []
    assert (repo / SESSIONS).exists()
    quick("learnings", "add", "Use the airship.")
    assert not list(layout.local.glob("sessions.db*"))


@pytest.mark.parametrize("words", [("init",), ("install", "claude-code")], ids=["init", "install"])
def test_it_is_told_that_sessions_are_kept(
    quick: Quick, repo: Path, words: tuple[str, ...]
) -> None:
    told = quick(*words).stderr
    assert told.count(SESSIONS) == 1
    assert "sessions: {keep: false}" in told
    (repo / ".mem").mkdir(exist_ok=True)
    (repo / ".mem/config.yaml").write_text("sessions: {keep: false}\n", encoding="utf-8")
    assert SESSIONS not in quick(*words).stderr


def test_a_forgotten_session_is_not_read_again(quick: Quick, repo: Path, layout: Layout) -> None:
    learn(quick, "one")
    (repo / "out.md").write_text(LEARNED.replace("zeppelin", "blimp"), encoding="utf-8")
    quick("extract", "out.md")
    quick("forget", "--session", "one")
    quick("forget", "--source", "out.md")
    for again in (("-", "--session", "one"), ("out.md",), ("out.md", "--session", "new")):
        done = quick("extract", *again, "--json", input=LEARNED)
        assert done.code == 0
        assert done.json["items"] == []
        assert "forgotten" in done.json["warnings"][0]
    assert ids(quick) == []
    assert texts(layout) == []


def test_the_story_of_a_forgotten_entry_says_so(quick: Quick, layout: Layout) -> None:
    entry = learn(quick, "one")
    quick("forget", "--session", "one")
    told = quick("why", entry).stdout
    assert "taken out by a person with all of its session" in told
    assert "not shown; said again in another task, it comes back" in told


def test_what_is_extracted_is_kept_without_a_name_that_is_a_secret(
    quick: Quick, layout: Layout
) -> None:
    secret = "AKIA" + "IOSFODNN7QRSTUVW"
    quick("extract", "-", "--session", secret, input=LEARNED)
    assert texts(layout) == [LEARNED.strip()]
    assert secret.encode() not in all_bytes(layout)


def test_what_waited_for_a_second_task_waits_no_more(quick: Quick, layout: Layout) -> None:
    quick("init")
    inbox = layout.local / "inbox.jsonl"
    lines = []
    for task in ("one", "two"):
        text = f"The zeppelin of {task} rounds down"
        row = {"id": entry_id("gotcha", text), "kind": "gotcha", "text": text, "task": task}
        lines.append(json.dumps({**row, "at": "2026-02-02T11:00:00.000Z"}) + "\n")
    inbox.write_text("".join(lines), encoding="utf-8")
    quick("forget", "--session", "one")
    left = inbox.read_text(encoding="utf-8")
    assert "zeppelin of two" in left
    assert "zeppelin of one" not in left


def test_why_finds_the_session_that_a_context_quotes(repo: Path, quick: Quick) -> None:
    text = "Decision: drain the queue in batches of 200, as the broker cuts longer ones.\n"
    chat = [("user", "Drain the queue."), ("assistant", text)]
    turns = json.dumps([{"role": who, "content": words} for who, words in chat])
    assert quick("extract", "--session", "task-9", input=turns).code == 0
    found = quick("why", "task-9", "--json").json
    assert found["session"]["task"] == "task-9"
    assert len(found["entries"]) == 1
    assert "learned" in quick("why", "task-").stdout
    assert quick("why", "other").code == 1


def told_of_overage(quick: Quick, prompt: str) -> str:
    """The context for a task on overages, after a session that began with this prompt."""
    turns = [{"role": "user", "content": prompt}, {"role": "assistant", "content": "I will look."}]
    quick("extract", "--session", "s1", input=json.dumps(turns))
    return quick("context", "--query", "overage billing waiver").stdout


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Please fix the overage page. It must show the waiver.", id="an order"),
        pytest.param("Must the overage of the waiver page be billed?", id="a question"),
        pytest.param("The overage page shows a waiver of the block.", id="what is"),
    ],
)
def test_a_first_prompt_that_rules_nothing_is_not_quoted(
    repo: Path, quick: Quick, text: str
) -> None:
    assert told_of_overage(quick, text) == ""


def test_a_ruling_that_opens_a_session_is_quoted(repo: Path, quick: Quick) -> None:
    ruling = "No waiver for overage. Any overage bills at least one block."
    assert ruling in told_of_overage(quick, ruling)
