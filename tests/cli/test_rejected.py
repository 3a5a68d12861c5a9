"""What a person removed stays removed: disguised, brought back by a merge, searched for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_md.base.identity import entry_id

from ..conftest import Ran

Quick = Callable[..., Ran]
SAID = "Use httpOnly cookies instead of localStorage for session tokens"
ID = entry_id("convention", SAID)
LINE = f"- [2026-02-02] Convention: {SAID} <!-- mem:{ID} -->\n"

OTHERS = [
    pytest.param(
        "Keep session tokens for 30 minutes", "Keep session tokens for 45 minutes", id="number"
    ),
    pytest.param("Secrets are read in src/keys.py", "Secrets are read in src/keyz.py", id="file"),
    pytest.param(
        "Exports are synchronous calls", "Exports are asynchronous calls", id="the contrary"
    ),
]
DISGUISED = [
    pytest.param(SAID.replace("cookies", "cооkies"), id="Cyrillic"),
    pytest.param(SAID.replace("tokens", "tοkens"), id="Greek"),
    pytest.param(SAID.replace("session", "ｓｅｓｓｉｏｎ"), id="full width"),
    pytest.param(SAID.replace("tokens", "tok\u200bens"), id="invisible"),
    pytest.param(SAID.replace("cookies", "cokies"), id="typo"),
    pytest.param(SAID.upper(), id="case"),
    pytest.param(SAID.replace("session tokens", "sessiontokens"), id="space"),
]


def stated(quick: Quick, text: str, task: str = "t") -> list[str]:
    handoff = json.dumps({"decisions": [{"id": "d", "content": text, "confidence": "high"}]})
    items = quick("extract", "--json", "--session", task, input=handoff).json["items"]
    return [item["action"] for item in items]


def write(root: Path, text: str) -> None:
    (root / "learnings.md").write_bytes(text.encode())


@pytest.fixture
def removed(repo: Path, quick: Quick) -> Path:
    write(repo, f"# Learnings\n\n{LINE}- Sessions end at midnight\n")
    assert quick("learnings", "remove", ID, "--reason", "not true").code == 0
    return repo


# -- what must not happen ------------------------------------------------------------------------


@pytest.mark.parametrize(("gone", "said"), OTHERS)
def test_another_fact_is_learned(gone: str, said: str, repo: Path, quick: Quick) -> None:
    write(repo, f"# Learnings\n\n- Convention: {gone}\n")
    quick("learnings", "remove", entry_id("convention", gone))
    assert stated(quick, said) == ["inserted"]


@pytest.mark.parametrize("line", [f"- Convention: {SAID}\n", f"1. Convention: {SAID}\n"])
def test_a_line_that_a_person_writes_again_is_shown(line: str, removed: Path, quick: Quick) -> None:
    write(removed, f"# Learnings\n\n{line}")
    assert SAID in quick("context").stdout
    assert SAID in quick("search", "cookies", "--json").stdout


def test_what_a_person_adds_again_is_shown(removed: Path, quick: Quick) -> None:
    quick("learnings", "add", "-c", "convention", SAID)
    assert SAID in quick("context").stdout
    assert SAID in quick("search", "cookies", "--json").stdout


def test_what_was_evicted_is_still_found(repo: Path, quick: Quick) -> None:
    write(repo, f"# Learnings\n\n{LINE}")
    (repo / ".mem").mkdir(exist_ok=True)
    (repo / ".mem/config.yaml").write_text("eviction: {max_entries: 0, keep_entries: 0}\n", "utf-8")
    assert quick("prune", "--json").json["evicted"] == [ID]
    assert SAID in quick("search", "cookies", "--json").stdout


# -- what must -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", DISGUISED)
def test_a_disguise_does_not_pass(text: str, removed: Path, quick: Quick) -> None:
    assert stated(quick, text) == ["suppressed"]
    assert "1 entr" not in quick("context").stdout
    assert text not in (removed / "learnings.md").read_text("utf-8")


@pytest.mark.parametrize("text", DISGUISED[:4])
def test_nor_does_it_pass_a_purge(text: str, repo: Path, quick: Quick) -> None:
    write(repo, f"# Learnings\n\n{LINE}")
    quick("learnings", "remove", ID, "--purge")
    assert stated(quick, text) == ["suppressed"]


@pytest.mark.parametrize("more", ["", " manual", " pin"])
def test_a_line_brought_back_as_it_was_is_not_shown(more: str, repo: Path, quick: Quick) -> None:
    text = f"# Learnings\n\n{LINE.replace(' -->', f'{more} -->')}"
    write(repo, text)
    assert SAID in quick("context").stdout
    quick("learnings", "remove", ID)
    write(repo, text)  # as a backup, or a merge without the driver
    assert SAID not in quick("context").stdout
    assert SAID not in quick("search", "cookies", "--json").stdout
    assert SAID in quick("search", "cookies", "--archived", "--json").stdout
    assert "zombie" in {f["code"] for f in quick("doctor", "--json").json["findings"]}
    quick("learnings", "edit", ID, f"{SAID} always")
    assert SAID in quick("context").stdout


def test_remove_hides_from_search_and_archived_finds_it(removed: Path, quick: Quick) -> None:
    edge = {"type": "decision_file", "source": SAID, "target": "src/a.py"}
    (removed / "relationships.json").write_text(json.dumps([edge]), "utf-8")
    for query in ("cookies", "httpOnly localStorage", "src/a.py"):
        assert SAID not in quick("search", query, "--json").stdout
    assert SAID in quick("search", "cookies", "--archived", "--json").stdout
    assert SAID in quick("learnings", "list", "--archived", "--json").stdout
    assert SAID not in quick("learnings", "list", "--json").stdout
