"""A session that grows takes back what an earlier run stored of it, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from ..conftest import Mem, Ran
from .conftest import tree_of

Quick = Callable[..., Ran]
SESSION = "5e551011-0000-4000-8000-000000000000"
TLS = "The timeouts are caused by the TLS version of the client, which the server refuses."
PROXY = "The timeouts are caused by the proxy, which strips the `Host` header."
LEARNED = f"I learned that t{TLS[1:]}"
NO = "no, it was not the TLS version; the proxy strips the header"


def grown(path: Path, *said: str) -> Path:
    """A transcript in which the agent and the person take turns; the agent begins."""
    lines = []
    for number, text in enumerate(said):
        if text in (TLS, PROXY):
            text = f"I learned that {text[0].lower()}{text[1:]}"
        role = "user" if number % 2 else "assistant"
        content = text if number % 2 else [{"type": "text", "text": text}]
        row = {"type": role, "uuid": f"u{number}", "sessionId": SESSION, "cwd": "/work"}
        lines.append(json.dumps(row | {"message": {"role": role, "content": content}}))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def listed(quick: Quick, *flags: str) -> list[str]:
    return [e["text"] for e in quick("learnings", "list", "--json", *flags).json["entries"]]


TOUCHED = {
    "confirmed": ("confirm",),
    "pinned": ("pin",),
    "edited": ("edit", "The timeouts are caused by the TLS version, on old hosts"),
}


@pytest.mark.parametrize("words", TOUCHED.values(), ids=TOUCHED.keys())
def test_what_a_person_touched_stays(
    repo: Path, quick: Quick, log: Path, words: tuple[str, ...]
) -> None:
    (item,) = quick("extract", "--json", grown(log, TLS)).json["items"]
    verb, *rest = words
    assert quick("learnings", verb, item["id"], *rest).code == 0
    before = listed(quick)
    ran = quick("extract", "--json", grown(log, TLS, NO, PROXY)).json
    assert "withdrawn" not in ran
    assert listed(quick) == [*before, PROXY]


def test_what_another_session_said_stays(repo: Path, quick: Quick, log: Path) -> None:
    quick("extract", "--session", "other", input=f"{LEARNED}\n")
    quick("extract", grown(log, TLS))
    assert "withdrawn" not in quick("extract", "--json", grown(log, TLS, NO, PROXY)).json
    assert listed(quick) == [TLS, PROXY]


def test_a_dry_run_takes_nothing_out(repo: Path, quick: Quick, log: Path) -> None:
    quick("extract", grown(log, TLS))
    before = tree_of(repo, local=True)
    ran = quick("extract", "--dry-run", grown(log, TLS, NO, PROXY))
    assert "would withdraw " in ran.stdout
    assert tree_of(repo, local=True) == before


def test_what_a_person_brings_back_is_not_taken_out_again(
    repo: Path, quick: Quick, log: Path
) -> None:
    (item,) = quick("extract", "--json", grown(log, TLS)).json["items"]
    quick("extract", grown(log, TLS, NO, PROXY))
    (back,) = quick("learnings", "restore", "--json", item["id"]).json["entries"]
    assert (back["manual"], back["confidence"]) == (True, 1.0)
    assert "withdrawn" not in quick("extract", "--json", grown(log, TLS, NO, PROXY, "Done.")).json
    assert listed(quick) == [PROXY, TLS]


def test_a_growing_session_takes_back_what_it_refutes(repo: Path, mem: Mem, log: Path) -> None:
    (old,) = mem("extract", "--json", grown(log, TLS)).json["items"]
    ran = mem("extract", grown(log, TLS, NO, PROXY))
    inserted, taken = ran.stdout.splitlines()
    assert inserted.startswith("inserted ")
    assert taken == f"withdrawn    {old['id']}  Learning: {TLS}  [taken back at {log}:2]"
    (gone,) = mem("learnings", "list", "--archived", "--json").json["entries"]
    assert gone["id"] == old["id"]
    assert gone["archived"]["reason"] == "withdrawn: its session took it back"
    said = mem("why", old["id"]).stdout
    assert f"withdrawn in task {SESSION}: its session took it back" in said


def test_half_a_withdrawal_is_finished_and_told_once(repo: Path, quick: Quick, log: Path) -> None:
    quick("extract", grown(log, TLS))
    before = tree_of(repo, local=True)
    quick("extract", grown(log, TLS, NO, PROXY))
    evidence = (repo / ".mem/evidence.jsonl").read_text(encoding="utf-8")
    assert evidence.count('"withdrawn"') == 1
    for name in before.keys() - {".mem/evidence.jsonl"}:  # it is written first
        (repo / name).write_bytes(cast(bytes, before[name]))
    (repo / ".mem/archive.md").unlink()
    quick("extract", log)
    assert listed(quick) == [PROXY]
    evidence = (repo / ".mem/evidence.jsonl").read_text(encoding="utf-8")
    assert evidence.count('"withdrawn"') == 1


def test_it_is_told_once_and_again_changes_nothing(repo: Path, quick: Quick, log: Path) -> None:
    (old,) = quick("extract", "--json", grown(log, TLS)).json["items"]
    path = grown(log, TLS, NO, PROXY)
    first = quick("extract", "--json", path).json
    assert first["withdrawn"] == [old["id"]]
    (item,) = [one for one in first["items"] if one["action"] == "withdrawn"]
    assert (item["id"], item["kind"], item["text"]) == (old["id"], "learning", old["text"])
    assert item["source"] == {"path": str(path), "line": 2}
    before = tree_of(repo)
    assert quick("extract", "--json", path).json["items"] == []
    for again in (path, grown(log, TLS)):  # an older copy of the session is no news either
        assert "withdrawn" not in quick("extract", "--json", again).json
        assert tree_of(repo) == before
    assert quick("doctor").code == 0


def test_what_it_says_again_comes_back_once(repo: Path, quick: Quick, log: Path) -> None:
    (old,) = quick("extract", "--json", grown(log, TLS)).json["items"]
    quick("extract", grown(log, TLS, NO, PROXY))
    path = grown(log, TLS, NO, PROXY, "please look again", f"I looked again.\n\n{LEARNED}")
    (item,) = quick("extract", "--json", path).json["items"]
    assert (item["action"], item["id"], item["confidence"]) == ("revived", old["id"], 0.5)
    assert quick("extract", "--json", path).json["items"] == []


def test_another_session_may_learn_it_anew(repo: Path, quick: Quick, log: Path) -> None:
    (old,) = quick("extract", "--json", grown(log, TLS)).json["items"]
    quick("extract", grown(log, TLS, NO, PROXY))
    (item,) = quick("extract", "--session", "b", "--json", input=f"{LEARNED}\n").json["items"]
    assert (item["action"], item["id"], item["confidence"]) == ("revived", old["id"], 0.5)
    (entry,) = quick("learnings", "list", "--search", "TLS", "--json").json["entries"]
    assert (entry["seen"], entry["from"]) == (1, ["b"])


def test_the_removal_gives_back_the_bytes_there_were(repo: Path, quick: Quick, log: Path) -> None:
    path = repo / "learnings.md"
    path.write_bytes(b"# Learnings\r\n\r\n- Ours <!-- a -->\r\n\r\nProse without an end")
    before = path.read_bytes()
    quick("extract", grown(log, TLS))
    assert path.read_bytes() != before
    assert quick("extract", "--json", grown(log, TLS, NO)).json["withdrawn"]
    assert path.read_bytes() == before


def test_the_denial_takes_the_place_of_the_decision_it_denies(repo: Path, quick: Quick) -> None:
    first = "Decision: use Redis for the queue.\n"
    later = f"{first}\nDecision: do not use Redis for the queue.\n"
    (old,) = quick("extract", "--session", "s", "--json", input=first).json["items"]
    ran = quick("extract", "--session", "s", "--json", input=later).json
    assert [item["action"] for item in ran["items"]] == ["inserted", "withdrawn"]
    assert ran["withdrawn"] == [old["id"]]
    context = quick("context").stdout
    assert "do not use Redis" in context
    assert context.count("use Redis for") == 1
