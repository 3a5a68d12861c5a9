"""`mem prune`, and the end of an extract: what must stay where it is, then what leaves and how."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from memory_md.base.identity import entry_id

from ..conftest import Ran
from .conftest import in_use, tree_of

Quick = Callable[..., Ran]
NEW = "Gotcha: the importer drops rows that hold a semicolon\n"
NOTHING = "nothing to archive: no entry has expired, and there is room\n"
# It is noon of 2026-02-02: 60 days ago was 2025-12-04.
PLAIN = "- [2025-11-19] Gotcha: the old importer drops empty rows"
OLD_ID = entry_id("gotcha", "the old importer drops empty rows")
OLD = f"{PLAIN} <!-- mem:{OLD_ID} -->\n"
FEW = "eviction: {max_entries: 5, keep_entries: 4}\n"


def write(root: Path, text: str, name: str = "learnings.md") -> Path:
    path = root / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    return path


def line(number: int, day: str = "2026-01-20", more: str = "") -> str:
    """An entry of 50 bytes, or of `more`."""
    said = f"table t{number:03} drops {more}".strip()
    return f"- [{day}] {said} <!-- mem:{entry_id('note', said)} -->\n"


def ids(root: Path, quick: Quick, *, archived: bool = False) -> list[str]:
    where = ["--archived"] if archived else []
    return [item["id"] for item in quick("learnings", "list", "--json", *where).json["entries"]]


# -- what must not happen ------------------------------------------------------------------------

STAYS = [
    pytest.param("# Learnings\n\nProse.\n", id="no entries"),
    pytest.param(OLD.replace("2025-11-19", "2025-12-04"), id="60 days"),
    pytest.param("- always run make lint\n- a b c d\n", id="written by hand"),
    pytest.param("- [2020-01-01] Keep it simple\n", id="by hand, with a date"),
    pytest.param("- [2020-01-01] Gotcha: x y <!-- mem:k3v9q2xa -->\n", id="edited"),
    pytest.param(PLAIN + f" <!-- mem:{OLD_ID} manual -->\n", id="confirmed"),
    pytest.param(PLAIN + f" <!-- mem:{OLD_ID} pin -->\n", id="pinned"),
    pytest.param(PLAIN + f" <!-- mem:{OLD_ID} conf=2 -->\n", id="malformed comment"),
    pytest.param((PLAIN + f" <!-- mem:{OLD_ID} -->\n") * 2, id="one ID on two lines"),
    pytest.param(f"<<<<<<< a\n{OLD}=======\n- z\n>>>>>>> b\n", id="merge conflict"),
    pytest.param(f"```\n{OLD}```\n", id="in a fence"),
    pytest.param(f"{PLAIN}\n", id="by hand, with a date and a label"),
    pytest.param(
        f"{PLAIN}\n  - and what a person noted under it <!-- mem:{OLD_ID} -->\n", id="nested"
    ),
    pytest.param("".join(f"- rule {n} of the house {'x' * 900}\n" for n in range(40)), id="long"),
]


@pytest.mark.parametrize("text", STAYS)
def test_with_nothing_to_do_not_even_a_lock_is_taken(repo: Path, quick: Quick, text: str) -> None:
    in_use(repo)
    path = write(repo, text)
    before, when = tree_of(repo, local=True), path.stat().st_mtime_ns
    ran = quick("prune")
    assert (ran.code, ran.stdout, ran.stderr.splitlines(keepends=True)[-1]) == (0, "", NOTHING)
    assert quick("prune", "--json").json == {"version": 1, "evicted": [], "expired": []}
    assert (tree_of(repo, local=True), path.stat().st_mtime_ns) == (before, when)


def test_a_dry_run_prints_the_same_and_writes_nothing(repo: Path, quick: Quick) -> None:
    in_use(repo)
    write(repo, FEW, ".mem/config.yaml")
    path = write(repo, OLD + "".join(map(line, range(9))))
    before, when = tree_of(repo, local=True), path.stat().st_mtime_ns
    dry, dry_json = quick("prune", "--dry-run"), quick("prune", "--dry-run", "--json")
    assert (tree_of(repo, local=True), path.stat().st_mtime_ns) == (before, when)
    assert dry.stderr == "dry run: nothing was written\n"
    for name, data in before.items():
        (repo / name).write_bytes(data if isinstance(data, bytes) else b"")
    real = quick("prune", "--json")
    assert real.json == dry_json.json
    assert len(real.json["evicted"]) == 5
    assert dry.stdout.splitlines()[0] == (
        f"expired {OLD_ID}  Gotcha: the old importer drops empty rows  "
        "[not seen for 74 days of use]"
    )
    assert dry.stdout.splitlines()[1].endswith("[over 5 entries: score 19.2]")


def test_only_what_leaves_is_taken_out(repo: Path, quick: Quick) -> None:
    in_use(repo)
    hand = "# Notes\r\n\r\n* by hand\r\n    more\r\n\r\n| a | b |\r\n|---|---|\r\n"
    pinned = line(900, "2020-01-01").replace(" -->", " pin -->")
    rest = f"\ufeff---\r\nx: 1\r\n---\r\n{hand}# Learnings\r\n\r\n{pinned}"
    last = line(1).rstrip()
    path = write(repo, f"{rest}{OLD}{last}".replace("\r\n", "\n").replace("\n", "\r\n"))
    assert quick("prune", "--json").json["expired"] == [OLD_ID]
    assert path.read_bytes() == f"{rest}{last}".replace("\r\n", "\n").replace("\n", "\r\n").encode()
    archive = (repo / ".mem/archive.md").read_text(encoding="utf-8")
    assert archive.splitlines()[-1] == (
        f"{PLAIN} <!-- mem:{OLD_ID} archived=2026-02-02 reason=expired -->"
    )


def test_edges_stay(repo: Path, quick: Quick) -> None:
    in_use(repo)
    edge = {"type": "decision_file", "source": OLD_ID, "target": "a.py", "label": "the old"}
    path = write(repo, json.dumps([edge]), "relationships.json")
    decision = OLD.replace("Gotcha", "Decision")
    id_ = entry_id("decision", "the old importer drops empty rows")
    write(repo, f"# Learnings\n\n{decision}".replace(OLD_ID, id_))
    before = path.read_bytes()
    assert len(quick("prune", "--json").json["expired"]) == 1
    assert path.read_bytes() == before


def test_an_extract_that_finds_nothing_and_has_nothing_to_take_out_writes_nothing(
    repo: Path, quick: Quick
) -> None:
    write(repo, line(1))
    write(repo, "sessions: {keep: false}\n", ".mem/config.yaml")
    before = tree_of(repo, local=True)
    assert quick("extract", "--json", input="Thanks.\n").json["items"] == []
    assert tree_of(repo, local=True) == before


def test_what_a_person_removed_stays_out_though_a_merge_brought_it_back(
    repo: Path, quick: Quick
) -> None:
    in_use(repo)
    write(repo, f"# Learnings\n\n{OLD}")
    quick("learnings", "remove", OLD_ID, "--reason", "not true")
    write(repo, f"# Learnings\n\n{OLD}")
    assert quick("prune", "--json").json["expired"] == [OLD_ID]
    (archived,) = quick("learnings", "list", "--archived", "--json").json["entries"]
    assert archived["archived"] == {"reason": "removed: not true", "date": "2026-02-02"}
    said = PLAIN.partition("] ")[2]
    (item,) = quick("extract", "--json", "--session", "t", input=said).json["items"]
    assert item["action"] == "suppressed"


def test_an_entry_of_which_the_archive_says_something_else_is_left_alone(
    repo: Path, quick: Quick
) -> None:
    write(repo, f"# Learnings\n\n{OLD}")
    words = f"- what it said once <!-- mem:{OLD_ID} archived=2026-01-01 reason=removed -->\n"
    archive = write(repo, words, ".mem/archive.md")
    assert quick("prune", "--json").json["expired"] == []
    assert archive.read_text(encoding="utf-8") == words


def test_what_cannot_be_taken_out_is_told_and_does_not_hold_up_the_others(
    repo: Path, quick: Quick
) -> None:
    in_use(repo)
    stuck = f"* b\n - [2025-02-02] Risk: q2 <!-- mem:{entry_id('risk', 'q2 ```')} -->\n  ```"
    path = write(repo, OLD + stuck)
    ran = quick("prune", "--json")
    assert ran.json["expired"] == [OLD_ID]
    assert "learnings.md:3: " in ran.stderr
    assert path.read_text(encoding="utf-8") == stuck


def test_a_repository_that_rests_forgets_nothing(repo: Path, quick: Quick) -> None:
    write(repo, f"# Learnings\n\n{OLD}")
    in_use(repo, 60)
    assert quick("prune").stderr == NOTHING
    quick("extract", "--session", "t", input=NEW)
    assert ids(repo, quick, archived=True) == [OLD_ID], "the day of this task is one more"


def test_days_of_use_are_known_in_another_clone(repo: Path, quick: Quick) -> None:
    write(repo, f"# Learnings\n\n{OLD}")
    days = [date(2026, 2, 2) - timedelta(ago) for ago in range(70, 9, -1)]
    known = {"id": "aaaaaaaa", "act": "said", "who": "agent"}
    lines = [{**known, "at": f"{day}T12:00:00Z", "task": f"t{day}"} for day in days]
    lines[0] |= {"commit": "c0ffee"}
    text = "".join(json.dumps(one) + "\n" for one in lines)
    path = write(repo, text, ".mem/evidence.jsonl")
    assert quick("prune").stderr == NOTHING, "60 days of use, and one of history"
    path.write_text(text.replace("commit", "other"), encoding="utf-8")
    assert quick("prune", "--json").json["expired"] == [OLD_ID]


def test_what_a_run_stored_it_does_not_evict(repo: Path, quick: Quick) -> None:
    write(repo, FEW, ".mem/config.yaml")
    write(repo, "# Learnings\n\n" + "".join(map(line, range(4))))
    said = "".join(f"Gotcha: `load_{n}` of table t{n} drops rows\n" for n in range(9))
    answer = quick("extract", "--json", "--session", "t", input=said).json
    assert [item["action"] for item in answer["items"]] == ["inserted"] * 9
    assert set(answer["evicted"]).isdisjoint(item["id"] for item in answer["items"])
    assert len(ids(repo, quick)) == 9


def test_what_a_killed_run_stored_its_repetition_does_not_evict(repo: Path, quick: Quick) -> None:
    quick("extract", "--session", "t1", input="Gotcha: `tar` keeps the owner of each file.\n")
    given = ("extract", "--session", "t2")
    text = "Gotcha: `make` caches the fixtures of each run.\nGotcha: `npm ci` needs a lock file.\n"
    quick(*given, input=text)  # as if it had been killed before it looked for what is too much
    config = "eviction: {max_entries: 2, keep_entries: 1}\n"
    (repo / ".mem/config.yaml").write_text(config, encoding="utf-8")
    quick(*given, input=text)
    left = {entry["text"] for entry in quick("learnings", "list", "--json").json["entries"]}
    assert left == {"`make` caches the fixtures of each run.", "`npm ci` needs a lock file."}


def test_no_memory_is_told(tmp_path: Path, quick: Quick, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = quick("prune")
    assert (ran.code, ran.stdout) == (2, "")


# -- what leaves ---------------------------------------------------------------------------------


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_extract_over_150_entries_leaves_120(repo: Path, quick: Quick, newline: str) -> None:
    write(repo, "eviction: {max_bytes: 100000}\n", ".mem/config.yaml")
    text = "# Learnings\n\n" + "".join(map(line, range(150)))
    path = write(repo, text.replace("\n", newline))
    assert quick("prune").stderr == NOTHING
    answer = quick("extract", "--json", "--session", "t", input=NEW).json
    assert len(answer["evicted"]) == 31
    assert answer["items"][0]["id"] not in answer["evicted"], "what is new goes last"
    assert len(ids(repo, quick)) == 120
    assert sorted(answer["evicted"]) == sorted(ids(repo, quick, archived=True))
    gone = quick("learnings", "list", "--archived", "--json").json["entries"]
    assert {(item["archived"]["reason"], item["active"]) for item in gone} == {("evicted", False)}
    kept = path.read_bytes().decode()
    assert kept.startswith(text.replace("\n", newline)[: len("# Learnings\n\n")])
    assert kept.count(newline) == kept.count("\n") == 122
    log = (repo / ".mem/local/events.jsonl").read_text(encoding="utf-8").splitlines()
    events = [json.loads(row) for row in log][2:]
    assert [event["id"] for event in events] == answer["evicted"]
    assert {(event["event"], event["task"]) for event in events} == {("learning.evicted", "t")}
    assert events[0]["reason"] == "over 150 entries: score 20.8"
    assert events[0]["old"] == {"confidence": 0.5, "seen": 1, "last": "2026-01-20"}
    assert quick("prune").stderr == NOTHING


def test_over_16384_bytes_of_text_80_percent_stay(repo: Path, quick: Quick) -> None:
    hand = f"- by hand {'é' * 5000}\n"
    path = write(repo, hand + "".join(line(n, more="é" * 100) for n in range(75)))
    bytes_of = {
        item["id"]: len(row.partition("<!--")[0].encode()) + 1
        for item, row in zip(
            quick("learnings", "list", "--json").json["entries"],
            path.read_text(encoding="utf-8").splitlines(True),
            strict=True,
        )
    }
    size = sum(bytes_of.values()) - len(hand.encode()) - 1
    assert size > 16_384
    for id_ in quick("prune", "--json").json["evicted"]:
        assert size > 0.8 * 16_384, "not one too many"
        size -= bytes_of[id_]
    assert size <= 0.8 * 16_384
    assert len(path.read_bytes()) - len(hand.encode()) > 0.8 * 16_384, "comments do not count"


def test_the_end_of_an_extract_that_finds_nothing_is_one_too(repo: Path, quick: Quick) -> None:
    in_use(repo)
    write(repo, f"# Learnings\n\n{OLD}")
    answer = quick("extract", "--json", input="Thanks.\n").json
    assert (answer["items"], answer["evicted"]) == ([], [])
    assert (ids(repo, quick), ids(repo, quick, archived=True)) == ([], [OLD_ID])


def test_an_extract_says_how_many_left(repo: Path, quick: Quick) -> None:
    in_use(repo)
    write(repo, FEW, ".mem/config.yaml")
    write(repo, OLD + "".join(map(line, range(6))))
    dry = quick("extract", "--dry-run", "--session", "t", input=NEW)
    assert tree_of(repo).keys() == {"learnings.md", ".mem/config.yaml"}
    ran = quick("extract", "--session", "t", input=NEW)
    assert ran.stdout == dry.stdout.replace("would insert", "inserted    ")
    assert ran.stdout.splitlines()[1] == "archive                3 evicted, 1 expired"


def test_a_dry_run_of_two_sources_is_what_the_real_run_does(
    repo: Path, quick: Quick, tmp_path: Path
) -> None:
    write(repo, FEW, ".mem/config.yaml")
    write(repo, "".join(map(line, range(5))))
    payload = {"decisions": ["Use JWT tokens for login"], "files": ["src/jwt.py"]}
    one = write(tmp_path, json.dumps(payload), "one.json")
    two = write(tmp_path, NEW, "two.md")
    args = ("extract", "--json", one, two, one)
    before = tree_of(repo, local=True)
    dry = quick(*args, "--dry-run").json
    assert tree_of(repo, local=True) == before
    assert quick(*args).json == dry
    assert [item["action"] for item in dry["items"]] == [*["inserted"] * 3, *["unchanged"] * 2]
    assert len(dry["evicted"]) == 3, "the scope does not count"


# -- what comes back -----------------------------------------------------------------------------


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_was_evicted_is_restored_with_its_bytes_and_stays(
    repo: Path, quick: Quick, newline: str
) -> None:
    write(repo, FEW, ".mem/config.yaml")
    text = (line(0, "2026-01-02") + "".join(map(line, range(1, 6)))).replace("\n", newline)
    path = write(repo, text)
    evicted = quick("prune", "--json").json["evicted"]
    rows = {row.partition("mem:")[2][:8]: row for row in text.splitlines(True)}
    assert quick("learnings", "restore", evicted[0]).code == 0
    (back,) = [row for row in path.read_bytes().decode().splitlines(True) if evicted[0] in row]
    assert back.replace(" last=2026-02-02", "") == rows[evicted[0]]
    answer = quick("extract", "--json", "--session", "t", input=NEW).json
    assert len(answer["evicted"]) == 2, "there are six again"
    assert evicted[0] not in answer["evicted"]


def test_what_has_expired_is_restored_and_stays(repo: Path, quick: Quick) -> None:
    in_use(repo)
    write(repo, f"# Learnings\n\n{OLD}")
    quick("prune")
    (back,) = quick("learnings", "restore", OLD_ID, "--json").json["entries"]
    assert (back["last"], back["confidence"], back["manual"]) == ("2026-02-02", 0.5, False)
    assert quick("prune").stderr == NOTHING


def test_what_was_removed_and_restored_is_as_it_was(repo: Path, quick: Quick) -> None:
    path = write(repo, f"# Learnings\n\n{line(1)}")
    before = path.read_bytes()
    (id_,) = ids(repo, quick)
    quick("learnings", "remove", id_)
    quick("learnings", "restore", id_)
    assert path.read_bytes() == before


@pytest.mark.parametrize("day", ["2025-11-19", "2026-01-20"], ids=["expired", "evicted"])
def test_what_is_met_again_comes_back(repo: Path, quick: Quick, day: str) -> None:
    in_use(repo)
    caps = "eviction: {max_entries: 0, keep_entries: 0}\n" if day > "2026" else ""
    config = write(repo, caps, ".mem/config.yaml")
    write(repo, f"# Learnings\n\n{OLD}".replace("2025-11-19", day))
    quick("prune")
    assert ids(repo, quick) == []
    config.write_text("", encoding="utf-8")
    said = PLAIN.partition("] ")[2]
    (item,) = quick("extract", "--json", "--session", "t", input=said).json["items"]
    assert (item["action"], item["id"], item["confidence"]) == ("revived", OLD_ID, 0.59)
    assert (ids(repo, quick), ids(repo, quick, archived=True)) == ([OLD_ID], [])


def test_an_entry_leaves_and_returns_with_all_its_lines(repo: Path, quick: Quick) -> None:
    in_use(repo)
    said = "the old importer drops empty rows and the rows below them"
    id_ = entry_id("gotcha", said)
    text = f"{PLAIN} <!-- mem:{id_} -->\n  and the rows\n  below them\n"
    path = write(repo, f"{text}- by hand\n")
    assert quick("prune", "--json").json["expired"] == [id_]
    assert path.read_text(encoding="utf-8") == "- by hand\n"
    quick("learnings", "restore", id_)
    back = path.read_text(encoding="utf-8").removeprefix("- by hand\n")
    assert back == text


# -- doctor --------------------------------------------------------------------------------------


def test_doctor_tells_of_too_many_entries_and_pins(repo: Path, quick: Quick) -> None:
    write(repo, FEW, ".mem/config.yaml")
    pinned = [line(100 + n).replace(" -->", " pin -->") for n in range(11)]
    write(repo, "".join([*map(line, range(6)), *pinned]))
    ran = quick("doctor", "--json")
    found = {f["code"]: f for f in ran.json["findings"]}
    assert ran.code == 0
    assert found["over-cap"]["severity"] == "info"
    assert "6 extracted entries (" in found["over-cap"]["message"]
    assert (found["pins"]["severity"], found["pins"]["line"]) == ("warning", 17)
    quick("prune")
    assert "over-cap" not in {f["code"] for f in quick("doctor", "--json").json["findings"]}
