"""`mem learnings`: what a person does with entries, end to end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory_md.base.identity import entry_id

from ..conftest import Ran
from .conftest import tree_of

Quick = Callable[..., Ran]
LEARNINGS = """# Learnings

- [2026-02-02] Decision (high): Use JWT tokens <!-- mem:{jwt} conf=0.8 from=task-1 -->
- [2026-02-02] Risk (Security): Use httpOnly cookies <!-- mem:{risk} seen=3 conf=0.662 -->
- Always run `make lint`
  before committing

  Even on Fridays.
- [2026-02-02] Fixed: Token expiry was not checked <!-- mem:{fixed} pin -->
"""
KEYS = [
    *("id", "kind", "label", "qualifier", "class", "text", "date", "last", "confidence", "seen"),
    *("from", "pinned", "manual", "active", "path", "line"),
]


@pytest.fixture
def ids(repo: Path) -> dict[str, str]:
    """IDs by name, of the entries in a learnings.md that stands there."""
    from memory_md.base.identity import identity_form, short_id

    made = {
        "jwt": short_id("decision", identity_form("Use JWT tokens")),
        "risk": short_id("risk", identity_form("Use httpOnly cookies")),
        "fixed": short_id("fixed", identity_form("Token expiry was not checked")),
    }
    (repo / "learnings.md").write_text(LEARNINGS.format(**made), encoding="utf-8")
    lint = "Always run `make lint` before committing Even on Fridays."
    return {**made, "lint": short_id("note", identity_form(lint))}


def text_of(repo: Path) -> str:
    return (repo / "learnings.md").read_text(encoding="utf-8")


def entries(quick: Quick, *args: str) -> list[dict[str, Any]]:
    ran = quick("learnings", "list", "--json", *args)
    assert ran.code == 0, ran
    found: list[dict[str, Any]] = ran.json["entries"]
    return found


def by_id(quick: Quick, id_: str, *args: str) -> dict[str, Any]:
    (found,) = [entry for entry in entries(quick, *args) if entry["id"] == id_]
    return found


# -- what must not happen ----------------------------------------------------------------------


def test_a_command_that_only_reads_changes_nothing(
    repo: Path, quick: Quick, ids: dict[str, str]
) -> None:
    before = tree_of(repo, local=True)
    for args in (
        ("learnings", "list"),
        ("learnings", "list", "--archived", "--json"),
        ("learnings", "show", ids["jwt"]),
        ("learnings", "show", ids["lint"], "--json"),
        ("why", ids["jwt"]),
        ("events", "--json"),
        ("doctor",),
    ):
        assert quick(*args).code == 0, args
    assert tree_of(repo, local=True) == before
    assert quick("context").code == 0
    left = tree_of(repo, local=True)
    receipt = {".mem/local/receipts.jsonl", ".mem/local/.gitignore"}
    assert {name: data for name, data in left.items() if name not in receipt} == before


def test_what_was_removed_stays_out(repo: Path, quick: Quick) -> None:
    said = "Gotcha: the importer drops rows that hold a semicolon\n"
    (item,) = quick("extract", "--json", "--session", "a", input=said).json["items"]
    ran = quick("learnings", "remove", item["id"], "--reason", "no longer so -- really")
    assert ran.code == 0
    for session in ("a", "b", "c"):
        (again,) = quick("extract", "--json", "--session", session, input=said).json["items"]
        assert again["action"] == "suppressed"
        assert "no longer so -- really" in again["reason"]
    assert entries(quick) == []
    (gone,) = entries(quick, "--archived")
    assert gone["active"] is False
    assert gone["archived"]["reason"].startswith("removed")
    assert gone["archived"]["date"] == "2026-02-02"


def test_a_purged_text_is_in_no_file_and_cannot_come_back(repo: Path, quick: Quick) -> None:
    handoff = json.dumps(
        {
            "decisions": [
                {"content": "Keep the vault behind door zebra-seven", "confidence": "high"}
            ],
            "files": [{"path": "src/vault.py", "reason": "opens it"}],
        }
    )
    assert quick("extract", "--session", "a", input=handoff).code == 0
    (entry,) = entries(quick, "--kind", "decision")
    (repo / ".learnings.md.mem-tmp").write_text("zebra-seven, cut off by a kill", encoding="utf-8")
    quick("learnings", "edit", entry["id"], "--confidence", "0.9")
    quick("learnings", "remove", entry["id"])
    assert "zebra-seven" in (repo / ".mem/archive.md").read_text(encoding="utf-8")
    ran = quick("learnings", "remove", "--purge", entry["id"])
    assert ran.code == 0, ran
    assert "zebra" not in ran.stdout
    for session in ("a", "b"):
        items = quick("extract", "--json", "--session", session, input=handoff).json["items"]
        assert "inserted" not in {i["action"] for i in items if i["kind"] == "decision"}
    found = [
        name for name, data in tree_of(repo, local=True).items() if b"zebra-seven" in bytes(data)
        if isinstance(data, bytes)
    ]  # fmt: skip
    assert found == []
    assert [e["kind"] for e in entries(quick)] == ["scope"]


def test_the_eleventh_pin_is_refused_with_the_ten(repo: Path, quick: Quick) -> None:
    lines = "".join(f"- Something to remember, number {n}\n" for n in range(11))
    (repo / "learnings.md").write_text(lines, encoding="utf-8")
    every = [entry["id"] for entry in entries(quick)]
    assert quick("learnings", "pin", *every[:10]).code == 0
    before = text_of(repo)
    for args in (("pin", every[10]), ("add", "--pin", "One more pinned")):
        ran = quick("learnings", *args)
        assert ran.code == 1
        assert all(id_ in ran.stderr for id_ in every[:10])
        assert text_of(repo) == before
    assert quick("learnings", "pin", every[3]).code == 0, "it is pinned already"


@pytest.mark.parametrize(
    ("args", "code", "word"),
    [
        pytest.param(("show", "zzzzzzzz"), 1, "zzzzzzzz", id="unknown shown"),
        pytest.param(("pin", "zzzzzzzz"), 1, "zzzzzzzz", id="unknown pinned"),
        pytest.param(("remove", "{jwt}", "zzzzzzzz"), 1, "zzzzzzzz", id="one of two unknown"),
        pytest.param(("restore", "{jwt}"), 1, "learnings", id="restored but live"),
        pytest.param(("merge", "{jwt}", "{jwt}"), 2, "itself", id="merged into itself"),
        pytest.param(("merge", "{jwt}", "zzzzzzzz"), 1, "zzzzzzzz", id="unknown merged"),
        pytest.param(
            ("edit", "{jwt}", "--confidence", "7"), 2, "between 0 and 1", id="confidence of 7"
        ),
        pytest.param(("edit", "{jwt}", ""), 2, "empty", id="edited to nothing"),
    ],
)
def test_what_cannot_be_done_changes_nothing(
    repo: Path, quick: Quick, ids: dict[str, str], args: tuple[str, ...], code: int, word: str
) -> None:
    before = tree_of(repo)
    ran = quick("learnings", *(arg.format(**ids) for arg in args))
    assert ran.code == code, ran
    assert word in ran.stderr
    assert "\nhint: " in ran.stderr
    assert ran.stdout == ""
    after = tree_of(repo)
    after.pop(".mem/.gitignore", None)
    assert after == before


def test_what_was_written_in_the_editor_is_kept_where_it_cannot_be_saved(
    repo: Path, quick: Quick, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from memory_md_cli.commands import learnings

    words = "a thought of an hour " * 500
    monkeypatch.setattr(learnings, "text_from_editor", lambda *_: words)
    ran = quick("learnings", "edit", ids["jwt"])
    assert ran.code == 1
    kept = Path(ran.stderr.split("kept in ")[1].strip())
    assert words in kept.read_text(encoding="utf-8")
    kept.unlink()


def test_an_id_that_begins_several_is_refused_with_all_of_them(repo: Path, quick: Quick) -> None:
    lines = "- One thing <!-- mem:aaaabbbb manual -->\n- Other <!-- mem:aaaacccc manual -->\n"
    (repo / "learnings.md").write_text(lines, encoding="utf-8")
    ran = quick("learnings", "remove", "aaaa")
    assert ran.code == 2
    assert "aaaabbbb" in ran.stderr
    assert "aaaacccc" in ran.stderr
    assert quick("learnings", "remove", "AAAAB").code == 0
    assert "Other" in text_of(repo)


def test_an_archived_entry_is_not_pinned_but_its_place_is_told(
    repo: Path, quick: Quick, ids: dict[str, str]
) -> None:
    quick("learnings", "remove", ids["jwt"])
    ran = quick("learnings", "pin", ids["jwt"])
    assert ran.code == 1
    assert "archive" in ran.stderr


# -- what must happen --------------------------------------------------------------------------


def test_the_list_has_the_shape_that_was_promised(quick: Quick, ids: dict[str, str]) -> None:
    ran = quick("learnings", "list", "--json")
    assert list(ran.json) == ["version", "entries"]
    assert ran.json["version"] == 1
    assert [list(entry) for entry in ran.json["entries"]] == [KEYS] * 4
    assert ran.json["entries"][0] == {
        "id": ids["jwt"],
        "kind": "decision",
        "label": "Decision",
        "qualifier": "high",
        "class": "project",
        "text": "Use JWT tokens",
        "date": "2026-02-02",
        "last": "2026-02-02",
        "confidence": 0.8,
        "seen": 1,
        "from": ["task-1"],
        "pinned": False,
        "manual": False,
        "active": True,
        "path": "learnings.md",
        "line": 3,
    }
    lint = ran.json["entries"][2]
    assert (lint["id"], lint["kind"], lint["label"]) == (ids["lint"], "note", "")
    assert (lint["confidence"], lint["manual"], lint["date"]) == (1.0, True, None)


@pytest.mark.parametrize(
    ("args", "names"),
    [
        (("--kind", "fixed"), ["fixed"]),
        (("-c", "security"), ["risk"]),
        (("-c", "project"), ["jwt", "risk", "lint", "fixed"]),
        (("--min-confidence", "0.7"), ["jwt", "lint"]),
        (("--search", "TOKEN"), ["jwt", "fixed"]),
        (("--search", "nowhere"), []),
        (("--archived",), []),
    ],
)
def test_the_list_is_filtered(
    quick: Quick, ids: dict[str, str], args: tuple[str, ...], names: list[str]
) -> None:
    assert [e["id"] for e in entries(quick, *args)] == [ids[name] for name in names]


def test_in_a_pipe_the_list_is_a_line_an_entry(quick: Quick, ids: dict[str, str]) -> None:
    lines = quick("learnings", "list").stdout.splitlines()
    assert lines[0] == f"{ids['jwt']}\t0.80\tDecision (high): Use JWT tokens"
    assert len(lines) == 4


def test_an_entry_goes_and_comes_back_with_all_its_lines(
    repo: Path, quick: Quick, ids: dict[str, str]
) -> None:
    assert quick("learnings", "remove", ids["lint"]).code == 0
    assert "Fridays" not in text_of(repo)
    assert "Fridays" in (repo / ".mem/archive.md").read_text(encoding="utf-8")
    ran = quick("learnings", "restore", ids["lint"], "--json")
    assert ran.json["entries"][0]["id"] == ids["lint"]
    assert ran.json["entries"][0]["active"] is True
    back = text_of(repo)
    assert "- Always run `make lint`" in back
    assert "\n  before committing\n\n  Even on Fridays.\n" in back
    assert by_id(quick, ids["lint"])["confidence"] == 1.0
    assert entries(quick, "--archived") == []


def test_what_was_edited_comes_back_as_edited_though_another_branch_had_removed_it(
    repo: Path, quick: Quick, ids: dict[str, str]
) -> None:
    """A merge leaves the edited entry beside the archived text from before the edit."""
    assert quick("learnings", "remove", ids["jwt"]).code == 0
    archive = (repo / ".mem/archive.md").read_bytes()
    assert quick("learnings", "restore", ids["jwt"]).code == 0
    assert quick("learnings", "edit", ids["jwt"], "Decision: Use JWT tokens of an hour").code == 0
    (repo / ".mem/archive.md").write_bytes(archive)
    gone = quick("learnings", "remove", ids["jwt"], "--json").json["entries"][0]
    assert (gone["id"], gone["text"]) == (ids["jwt"], "Use JWT tokens of an hour")
    back = quick("learnings", "restore", ids["jwt"], "--json").json["entries"][0]
    assert (back["id"], back["text"]) == (ids["jwt"], "Use JWT tokens of an hour")
    assert [entry["text"] for entry in entries(quick, "--archived")] == ["Use JWT tokens"]


def test_adding_and_removing_gives_back_the_bytes(repo: Path, quick: Quick) -> None:
    for text in (
        "# Learnings\n\n- a b c",
        "x\r\n\r\n- a b c\r\n",
        "# Notes\n\nprose",
        "- a b\n\n\n",
    ):
        (repo / "learnings.md").write_bytes(text.encode())
        (added,) = quick("learnings", "add", "A new line", "--json").json["entries"]
        assert quick("learnings", "remove", added["id"]).code == 0
        assert (repo / "learnings.md").read_bytes() == text.encode()
        quick("learnings", "remove", "--purge", added["id"])
        (repo / ".mem/archive.md").unlink()


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("confirm", "{risk}"), {"confidence": 1.0, "manual": True}),
        (("reset", "{jwt}"), {"confidence": 0.5}),
        (("pin", "{jwt}"), {"pinned": True}),
        (("unpin", "{fixed}"), {"pinned": False}),
        (("edit", "{jwt}", "--confidence", "0.7"), {"confidence": 0.7}),
        (("edit", "{jwt}", "Use opaque tokens"), {"text": "Use opaque tokens", "manual": True}),
        (("edit", "{jwt}", "-c", "gotcha"), {"kind": "gotcha", "text": "Use JWT tokens"}),
    ],
)
def test_an_entry_is_changed_and_nothing_else(
    repo: Path, quick: Quick, ids: dict[str, str], args: tuple[str, ...], expected: dict[str, Any]
) -> None:
    quick("learnings", "pin", ids["risk"])  # a command that writes moves the first format
    before = text_of(repo).splitlines()
    ran = quick("learnings", *(arg.format(**ids) for arg in args), "--json")
    assert ran.code == 0, ran
    (entry,) = ran.json["entries"]
    assert list(entry)[: len(KEYS)] == KEYS
    assert {key: entry[key] for key in expected} == expected
    changed = [line for line in text_of(repo).splitlines() if line not in before]
    assert len(changed) == (args[0] != "reset"), "a confidence is no matter of the line"
    assert all(entry["id"] in line for line in changed)
    again = text_of(repo)
    quick("learnings", *(arg.format(**ids) for arg in args))
    assert text_of(repo) == again, "twice is once"


def test_every_command_takes_the_beginning_of_an_id(quick: Quick, ids: dict[str, str]) -> None:
    start = ids["jwt"][:4]
    for verb in ("show", "confirm", "reset", "pin", "unpin", "remove", "restore"):
        assert quick("learnings", verb, start).code == 0, verb


def test_adding_the_same_again_confirms_it(quick: Quick, repo: Path) -> None:
    for _ in range(2):
        ran = quick("learnings", "add", "-c", "risk", "--qualifier", "Cost", "Spot VMs vanish")
        assert ran.code == 0
    (entry,) = entries(quick)
    assert (entry["kind"], entry["qualifier"], entry["manual"]) == ("risk", "Cost", True)


def test_what_a_person_edits_in_the_file_counts_as_theirs(
    repo: Path, quick: Quick, ids: dict[str, str]
) -> None:
    edited = text_of(repo).replace("Use JWT tokens", "Use JWT tokens of 15 minutes")
    (repo / "learnings.md").write_text(edited, encoding="utf-8")
    entry = by_id(quick, ids["jwt"])
    assert (entry["manual"], entry["confidence"]) == (True, 1.0)
    said = json.dumps({"decisions": [{"content": "Use JWT tokens", "confidence": "high"}]})
    assert quick("extract", input=said).code == 0
    assert text_of(repo) == edited


def test_entries_are_merged_into_one(quick: Quick, ids: dict[str, str]) -> None:
    ran = quick("learnings", "merge", ids["jwt"], ids["risk"], ids["fixed"], "--json")
    (entry,) = ran.json["entries"]
    assert (entry["id"], entry["seen"], entry["pinned"]) == (ids["jwt"], 5, True)
    assert {e["id"] for e in entries(quick, "--archived")} == {ids["risk"], ids["fixed"]}
    assert len(entries(quick)) == 2


def test_what_is_merged_into_an_entry_no_longer_contradicts_it(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_text(
        "- Use tabs <!-- mem:aaaaaaaa by=bbbbbbbb -->\n- Use spaces <!-- mem:bbbbbbbb -->\n",
        encoding="utf-8",
    )
    assert quick("learnings", "merge", "aaaaaaaa", "bbbbbbbb").code == 0
    assert "by=" not in (repo / "learnings.md").read_text(encoding="utf-8")


def test_every_change_leaves_an_event(repo: Path, quick: Quick, ids: dict[str, str]) -> None:
    quick("learnings", "remove", ids["jwt"])
    quick("learnings", "restore", ids["jwt"])
    quick("learnings", "pin", ids["jwt"])
    lines = (repo / ".mem/local/events.jsonl").read_text(encoding="utf-8").splitlines()
    events = [json.loads(line) for line in lines]
    assert [e["event"] for e in events] == [
        "learning.removed",
        "learning.revived",
        "learning.edited",
    ]
    assert {e["id"] for e in events} == {ids["jwt"]}


A, B, C = (
    entry_id("gotcha", text)
    for text in (
        "The pump stalls at night",
        "The pump stops after midnight",
        "The valve is slow",
    )
)
MERGED = f"""# Learnings

- [2026-02-02] Gotcha: The pump stalls at night <!-- mem:{A} conf=0.59 seen=2 from=T1,T2 -->
- [2026-02-03] Gotcha: The pump stops after midnight <!-- mem:{B} conf=0.7 seen=2 from=T2,T3 pin -->
- [2026-02-02] Gotcha: The valve is slow <!-- mem:{C} conf=0.8 seen=4 from=T1 -->
"""


@pytest.mark.parametrize(
    ("others", "seen"),
    [
        pytest.param((B,), 3, id="a task that met both is one task"),
        pytest.param((C,), 6, id="not all tasks are known"),
    ],
)
def test_a_merged_entry_was_seen_in_the_tasks_of_all(
    repo: Path, quick: Quick, others: tuple[str, ...], seen: int
) -> None:
    (repo / "learnings.md").write_text(MERGED, encoding="utf-8")
    (entry,) = quick("learnings", "merge", A, *others, "--json").json["entries"]
    assert entry["seen"] == seen


def test_the_newest_task_of_a_merged_entry_is_the_last(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_text(MERGED, encoding="utf-8")
    for keep, other in ((A, B), (B, C)):
        (entry,) = quick("learnings", "merge", keep, other, "--json").json["entries"]
        assert entry["from"] == ["T1", "T2", "T3"]
        quick("learnings", "restore", other)


def test_what_was_merged_comes_back_and_what_it_went_into_is_as_before(
    repo: Path, quick: Quick
) -> None:
    (repo / "learnings.md").write_text(MERGED, encoding="utf-8")
    before = numbers(quick)
    quick("learnings", "merge", A, B, C)
    ran = quick("learnings", "restore", B, C)
    assert (ran.code, ran.stderr) == (0, "")
    assert text_of(repo) == re.sub(r" (conf|seen|from)=\S+", "", MERGED)
    assert numbers(quick) == before
    assert "as before a merge" in quick("why", A).stdout


def numbers(quick: Quick) -> list[list[Any]]:
    """What the evidence tells of each entry, and its pin."""
    names = ("id", "confidence", "seen", "last", "from", "pinned", "manual")
    return [[entry[name] for name in names] for entry in entries(quick)]


@pytest.mark.parametrize("between", ["confirmed", "no log", "a log of another"])
def test_where_that_is_not_known_it_is_said(repo: Path, quick: Quick, between: str) -> None:
    path, log = repo / "learnings.md", repo / ".mem/local/events.jsonl"
    path.write_text(MERGED, encoding="utf-8")
    quick("learnings", "merge", A, B)
    if between == "confirmed":
        quick("learnings", "confirm", A)
    elif between == "no log":
        log.unlink()
    else:
        told = log.read_text(encoding="utf-8").replace('"new": {', '"now": {')
        log.write_text(told, encoding="utf-8")
    kept = text_of(repo).splitlines()[2]
    ran = quick("learnings", "restore", B)
    assert ran.code == 0
    assert f"{A} keeps its pin" in ran.stderr
    assert kept in text_of(repo)
