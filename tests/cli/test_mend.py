"""`mem doctor --fix` repairs what a merge without our driver leaves, and decides for nobody."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from memory_md.memory.model.entry import Archived, Entry
from memory_md.memory.model.relationship import Relationship
from memory_md.memory.rules.removed import purge_mark
from memory_md.memory.text.archive import HEADER
from memory_md.memory.text.learnings import render_line
from memory_md.memory.text.relationships import Edges, render

from ..conftest import Ran
from ..merge.histories import first_format_line, learned, seen_again
from .conftest import tree_of

Quick = Callable[..., Ran]
HEAD = "# Learnings\n\n"
DAY = date(2026, 2, 2)
QUEUE = learned("the queue is slow")
CACHE = learned("the cache is cold")


def in_json(edges: Sequence[Relationship]) -> str:
    return render(Edges(tuple(edges), is_sorted=False))


def lines(*entries: Entry) -> str:
    return "".join(f"- {first_format_line(entry)}\n" for entry in entries)


def numbers(quick: Quick, entry: Entry) -> tuple[int, str, list[str]]:
    """How often, when last, and in which tasks it was seen."""
    (found,) = quick("learnings", "show", entry.id, "--json").json["entries"]
    return found["seen"], found["last"], found["from"]


def conflict(ours: str, theirs: str, base: str | None = None) -> str:
    middle = "" if base is None else f"||||||| 1a2b3c4\n{base}"
    return f"<<<<<<< HEAD\n{ours}{middle}=======\n{theirs}>>>>>>> side\n"


def codes(ran: Ran) -> dict[str, bool]:
    return {finding["code"]: finding["fixable"] for finding in ran.json["findings"]}


@pytest.fixture
def learnings(repo: Path) -> Path:
    (repo / ".mem").mkdir()
    (repo / ".mem/.gitignore").write_text("local/\n", encoding="utf-8")
    return repo / "learnings.md"


# -- what must stay ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(HEAD + conflict("- mine\n", "- yours\n"), id="bullets"),
        pytest.param(HEAD + conflict("our prose\n", "their prose\n"), id="prose"),
        pytest.param(
            HEAD + conflict(lines(replace(QUEUE, text="a b")), lines(replace(QUEUE, text="c d"))),
            id="two wordings of one entry",
        ),
        pytest.param(
            HEAD + conflict(lines(QUEUE) + "\nours\n", lines(CACHE) + "\ntheirs\n"),
            id="entries beside a person's words",
        ),
        pytest.param(HEAD + "<<<<<<< HEAD\n" + lines(QUEUE), id="never closed"),
        pytest.param(
            HEAD + conflict(lines(QUEUE), conflict(lines(CACHE), "")), id="one in another"
        ),
    ],
)
def test_what_a_person_must_decide_is_left_alone(text: str, learnings: Path, quick: Quick) -> None:
    learnings.write_text(text, encoding="utf-8")
    ran = quick("doctor", "--fix", "--json")
    assert ran.code == 1
    assert codes(ran)["conflict"] is False
    assert learnings.read_text(encoding="utf-8") == text


def test_markers_in_a_fence_are_an_example(learnings: Path, quick: Quick) -> None:
    text = HEAD + f"```\n{conflict(lines(QUEUE), lines(CACHE))}```\n"
    learnings.write_text(text, encoding="utf-8")
    assert quick("doctor", "--fix").code == 0
    assert learnings.read_text(encoding="utf-8") == text


def test_two_wordings_of_one_id_are_both_kept(learnings: Path, quick: Quick) -> None:
    text = HEAD + lines(QUEUE, replace(QUEUE, text="the queue is quick"))
    learnings.write_text(text, encoding="utf-8")
    ran = quick("doctor", "--fix", "--json")
    assert codes(ran)["duplicate-id"] is False
    assert learnings.read_text(encoding="utf-8") == text


def test_without_being_asked_nothing_changes(learnings: Path, repo: Path, quick: Quick) -> None:
    learnings.write_text(HEAD + conflict(lines(QUEUE), lines(CACHE)), encoding="utf-8")
    (repo / "relationships.json").write_text(conflict("[]\n", "[ ]\n"), encoding="utf-8")
    before = tree_of(repo, local=True)
    ran = quick("doctor", "--json")
    assert codes(ran) == {"conflict": True, "relationships": True}
    assert tree_of(repo, local=True) == before


def test_an_entry_that_changed_since_it_was_removed_is_no_zombie(
    learnings: Path, repo: Path, quick: Quick
) -> None:
    gone = replace(QUEUE, archived=Archived("removed", DAY))
    (repo / ".mem/archive.md").write_text(HEADER + lines(gone), encoding="utf-8")
    learnings.write_text(HEAD + lines(replace(QUEUE, pinned=True)), encoding="utf-8")
    ran = quick("doctor", "--fix")
    assert (ran.code, ran.stdout) == (0, "")
    assert "the queue" in learnings.read_text(encoding="utf-8")


def test_a_persons_own_line_outlives_a_purge_until_they_say_so(
    learnings: Path, repo: Path, quick: Quick
) -> None:
    mark = f"<!-- mem-purged:{purge_mark('mine')} -->\n"
    (repo / ".mem/archive.md").write_text(HEADER + mark, encoding="utf-8")
    learnings.write_text(HEAD + "- mine\n", encoding="utf-8")
    assert codes(quick("doctor", "--fix", "--json")) == {"purged": False}
    assert learnings.read_text(encoding="utf-8") == HEAD + "- mine\n"


# -- what is repaired ----------------------------------------------------------------------------


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("base", [None, lines(QUEUE)], ids=["no base", "with its base"])
def test_a_conflict_of_entries_is_settled(
    base: str | None, newline: str, learnings: Path, quick: Quick
) -> None:
    ours, theirs = seen_again(QUEUE, "a", DAY), seen_again(QUEUE, "b", DAY)
    text = HEAD + conflict(lines(ours, CACHE), lines(theirs), base) + lines(learned("later"))
    learnings.write_bytes(text.replace("\n", newline).encode())
    assert codes(quick("doctor", "--json")) == {"conflict": True}
    ran = quick("doctor", "--fix")
    assert (ran.code, ran.stdout) == (0, "")
    after = learnings.read_bytes().decode()
    assert after.count("\r\n") == (after.count("\n") if newline == "\r\n" else 0)
    assert "seen=" not in after
    assert numbers(quick, QUEUE) == (3, "2026-02-02", ["t0", "a", "b"])
    assert [line[15:27] for line in after.split(newline)[2:5]] == [
        *("the queue is", "the cache is", "later <!-- m")
    ]


def test_an_entry_that_stands_there_twice_is_one(learnings: Path, quick: Quick) -> None:
    twice = lines(seen_again(QUEUE, "a", DAY), CACHE, seen_again(QUEUE, "b", DAY))
    learnings.write_text(HEAD + twice, encoding="utf-8")
    assert codes(quick("doctor", "--json")) == {"duplicate-id": True}
    assert quick("doctor", "--fix").code == 0
    after = learnings.read_text(encoding="utf-8")
    assert after.count("the queue") == 1
    assert numbers(quick, QUEUE) == (3, "2026-02-02", ["t0", "a", "b"])


def test_a_zombie_is_taken_out_again(learnings: Path, repo: Path, quick: Quick) -> None:
    gone = replace(QUEUE, archived=Archived("removed", DAY))
    archive = HEADER + lines(gone)
    (repo / ".mem/archive.md").write_text(archive, encoding="utf-8")
    learnings.write_text(HEAD + lines(QUEUE, CACHE), encoding="utf-8")
    assert codes(quick("doctor", "--json")) == {"zombie": True}
    ran = quick("doctor", "--fix")
    assert (ran.code, ran.stdout) == (0, "")
    assert learnings.read_text(encoding="utf-8") == HEAD + f"- {render_line(CACHE)}\n"
    assert (repo / ".mem/archive.md").read_text(encoding="utf-8") == archive.replace(" from=t0", "")
    assert numbers(quick, CACHE) == (1, "2026-02-01", ["t0"])
    assert "learning.removed" in (repo / ".mem/local/events.jsonl").read_text(encoding="utf-8")


def test_what_was_purged_goes_again(learnings: Path, repo: Path, quick: Quick) -> None:
    mark = f"<!-- mem-purged:{purge_mark(QUEUE.text)} -->\n"
    gone = replace(QUEUE, archived=Archived("removed", DAY))
    (repo / ".mem/archive.md").write_text(HEADER + lines(gone) + mark, encoding="utf-8")
    learnings.write_text(HEAD + lines(seen_again(QUEUE, "a", DAY), CACHE), encoding="utf-8")
    assert codes(quick("doctor", "--json")) == {"purged": True}
    ran = quick("doctor", "--fix")
    assert (ran.code, ran.stdout) == (0, "")
    assert learnings.read_text(encoding="utf-8") == HEAD + f"- {render_line(CACHE)}\n"
    assert (repo / ".mem/archive.md").read_text(encoding="utf-8") == HEADER + mark


@pytest.mark.parametrize("call", [("doctor", "--fix"), ("learnings", "add", "Cats sleep a lot")])
def test_evidence_of_what_was_purged_goes_again(
    call: tuple[str, ...], learnings: Path, repo: Path, quick: Quick
) -> None:
    said = {"id": QUEUE.id, "at": "2026-02-01T00:00:00Z", "task": "t9", "act": "said"}
    line = json.dumps({**said, "who": "agent", "quote": QUEUE.text})
    (repo / ".mem/evidence.jsonl").write_text(f"{line}\n", encoding="utf-8")
    mark = f"<!-- mem-purged:{purge_mark(QUEUE.text)} -->\n"
    (repo / ".mem/archive.md").write_text(HEADER + mark, encoding="utf-8")
    assert codes(quick("doctor", "--json")) == {"purged": True}
    assert quick(*call).code == 0
    assert "t9" not in (repo / ".mem/evidence.jsonl").read_text(encoding="utf-8")


def edge(source: str) -> Relationship:
    return Relationship("decision_file", source, "a.py", "", "s", f"2026-02-0{len(source)}")


def body(*sources: str) -> str:
    return in_json([edge(source) for source in sources]).removeprefix("[\n").removesuffix("]\n")


def test_edges_in_a_conflict_are_united(learnings: Path, repo: Path, quick: Quick) -> None:
    text = "[\n" + conflict(body("a", "bb"), body("a", "ccc")) + "]\n"
    path = repo / "relationships.json"
    path.write_text(text, encoding="utf-8")
    ran = quick("doctor", "--fix")
    assert (ran.code, ran.stdout) == (0, "")
    assert path.read_text(encoding="utf-8") == in_json([edge(s) for s in ("a", "bb", "ccc")])


def test_edges_that_are_no_json_on_one_side_are_left(
    learnings: Path, repo: Path, quick: Quick
) -> None:
    text = "[\n" + conflict(body("a"), "broken\n") + "]\n"
    path = repo / "relationships.json"
    path.write_text(text, encoding="utf-8")
    assert codes(quick("doctor", "--fix", "--json")) == {"relationships": False}
    assert path.read_text(encoding="utf-8") == text


def test_rows_of_the_diary_in_a_conflict_are_united(
    learnings: Path, repo: Path, quick: Quick
) -> None:
    head = "| Date | ID | Type | Summary | Status |\n|---|---|---|---|---|\n"
    one, done, two, three = (
        f"| 2026-02-0{id_} | T-{id_} | problem | it broke | {status} |\n"
        for id_, status in ((1, "pending"), (1, "done"), (2, "pending"), (3, "pending"))
    )
    path = repo / "ai/diary/index.md"
    path.parent.mkdir(parents=True)
    path.write_text(head + conflict(done + three, one + two), encoding="utf-8")
    assert codes(quick("doctor", "--json")) == {"conflict": True}
    ran = quick("doctor", "--fix")
    assert (ran.code, ran.stdout) == (0, "")
    assert path.read_text(encoding="utf-8") == head + done + two + three


@pytest.mark.parametrize(("is_base_shown", "times"), [(True, 5), (False, 4)])
def test_confirmations_that_both_sides_have_of_their_base_count_once(
    repo: Path, learnings: Path, quick: Quick, is_base_shown: bool, times: int
) -> None:
    def edge(times: int) -> str:
        names = '"caller": "a.py::f", "callee": "b.py::g", "source": "observation"'
        return f'{{{names}, "confidence": 0.7, "times_confirmed": {times}, "last_task": "t"}}\n'

    graph = repo / ".mem/callgraph.json"
    marked = conflict(edge(3), edge(4), edge(2) if is_base_shown else None)
    graph.write_text(f'{{"version": 1, "edges": [\n{marked}]}}\n', encoding="utf-8")
    learnings.write_text(HEAD, encoding="utf-8")
    assert quick("doctor", "--fix").code == 0
    (found,) = json.loads(graph.read_text(encoding="utf-8"))["edges"]
    assert found["times_confirmed"] == times


def test_a_clone_without_the_driver_is_repaired(repo: Path, quick: Quick) -> None:
    def git(*words: str, code: int = 0) -> None:
        assert subprocess.run(["git", *words], capture_output=True, check=False).returncode == code

    assert quick("init").code == 0
    for text in ("kept fact", "removed fact"):
        assert quick("learnings", "add", text).code == 0
    git("config", "--remove-section", "merge.mem")
    for branch, text in (("side", "side fact"), ("main", "main fact")):
        if branch == "side":
            git("add", "-A")
            git("commit", "-qm", "base")
        git("checkout", "-q", *(["-b"] if branch == "side" else []), branch)
        assert quick("learnings", "add", text).code == 0
        payload = {"decisions": [{"content": "Use one queue", "confidence": "high"}]}
        payload["files"] = [{"path": f"{branch}.py", "reason": "queue"}]
        assert quick("extract", "--session", branch, input=json.dumps(payload)).code == 0
        git("commit", "-qam", branch)
    listed = quick("learnings", "list", "--search", "removed", "--json").json["entries"]
    assert quick("learnings", "remove", listed[0]["id"]).code == 0
    git("add", "-A")
    git("commit", "-qm", "removed")
    git("merge", "-q", "side", code=1)
    assert "merge-driver" in codes(quick("doctor", "--json"))
    assert quick("doctor", "--fix").code == 0
    entries = quick("learnings", "list", "--json").json["entries"]
    assert {entry["text"]: entry["seen"] for entry in entries} == {
        "kept fact": 1,
        "side fact": 1,
        "main fact": 1,
        "Use one queue": 2,
        **{f"{branch}.py — queue": 1 for branch in ("side", "main")},
    }
    edges = json.loads((repo / "relationships.json").read_text(encoding="utf-8"))
    assert {item["target"] for item in edges} == {"side.py", "main.py"}


@pytest.fixture
def united(repo: Path, quick: Quick) -> Path:
    """learnings.md after a union: what `main` deleted is back beside what `side` edited."""

    def git(*words: str) -> None:
        subprocess.run(["git", *words], capture_output=True, check=True)

    path = repo / "learnings.md"
    path.write_text(HEAD + lines(QUEUE, CACHE), encoding="utf-8")
    git("add", "-A")
    git("commit", "-qm", "base")
    git("checkout", "-qb", "side")
    path.write_text(HEAD + lines(QUEUE, replace(CACHE, text="the cache is warm")), encoding="utf-8")
    git("commit", "-qam", "edited")
    git("checkout", "-q", "main")
    path.write_text(HEAD + lines(CACHE), encoding="utf-8")
    git("commit", "-qam", "deleted")
    (repo / ".git/info/attributes").write_text("* merge=union\n", encoding="utf-8")
    git("merge", "-q", "--no-edit", "side")
    return path


def test_what_a_person_typed_into_a_merge_is_not_merged_again(united: Path, quick: Quick) -> None:
    text = united.read_text(encoding="utf-8")
    for mine in (f"{text}- a line of mine\n", text.replace("the cache is warm", "my cache")):
        united.write_text(mine, encoding="utf-8")
        assert "plain-merge" not in codes(quick("doctor", "--json"))
        quick("doctor", "--fix")
        assert united.read_text(encoding="utf-8").count("the queue is slow") == 1


def test_a_union_of_lines_is_merged_again_as_the_driver_does(united: Path, quick: Quick) -> None:
    assert "the queue is slow" in united.read_text(encoding="utf-8")
    assert "plain-merge" in codes(quick("doctor", "--json"))
    assert quick("doctor", "--fix").code == 0
    left = [e["text"] for e in quick("learnings", "list", "--json").json["entries"]]
    assert left == ["the cache is warm"]
    assert "plain-merge" not in codes(quick("doctor", "--json"))
