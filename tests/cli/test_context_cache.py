"""What `mem` keeps of large files is disposable and never trusted over them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.msgpack import decode, encode

from memory_md.base.identity import entry_id
from memory_md.memory.model.entry import Entry
from memory_md.memory.text.learnings import parse, render_line
from memory_md.terms.term_index import packed, term_index

from ..conftest import Ran

Quick = Callable[..., Ran]
ASKED = ("context", "--query", "the parser of quarterly invoices", "--format", "json")


def large(repo: Path, fact: str) -> Path:
    texts = [f"Worker {number} of the queue restarts {number} times" for number in range(900)]
    entries = [Entry(entry_id("gotcha", t), "gotcha", t) for t in (*texts, fact)]
    path = repo / "learnings.md"
    lines = "".join(f"- {render_line(entry)}\n" for entry in entries)
    path.write_text(f"# Learnings\n\n{lines}", encoding="utf-8")
    (repo / ".mem" / "local").mkdir(parents=True, exist_ok=True)
    return path


def kept(repo: Path) -> Path:
    return repo / ".mem/local/parsed/learnings.md.msgpack"


def first(ran: Ran) -> str:
    assert ran.code == 0
    lines = sorted(ran.json["lines"], key=lambda line: -line["score"])
    return str(lines[0]["text"])


def test_the_second_call_says_what_the_first_said(repo: Path, quick: Quick) -> None:
    large(repo, "The parser of invoices drops the quarterly ones")
    one = quick(*ASKED)
    assert kept(repo).exists()
    two = quick(*ASKED)
    assert one.stdout == two.stdout
    assert "quarterly" in first(two)


def test_a_change_of_the_file_is_seen_at_once(repo: Path, quick: Quick) -> None:
    path = large(repo, "The parser of invoices drops the quarterly ones")
    quick(*ASKED)
    path.write_text(path.read_text("utf-8").replace("quarterly ones", "yearly ones"), "utf-8")
    assert first(quick(*ASKED)) == "The parser of invoices drops the yearly ones"


def test_a_branch_switch_is_seen_at_once(repo: Path, quick: Quick) -> None:
    path = large(repo, "The parser of invoices drops the quarterly ones")
    quick(*ASKED)
    before = path.read_bytes()
    path.unlink()
    assert quick(*ASKED).json["lines"] == []
    path.write_bytes(before)
    assert "quarterly" in first(quick(*ASKED))


@pytest.mark.parametrize(
    "data",
    [b"", b"\x90", b"\xa4text", b"\xc1", b"\xff\xfe", b"\x91" * 200_000],
    ids=["nothing", "a list", "a text", "no type", "numbers", "nested"],
)
def test_what_is_no_cache_is_read_anew(repo: Path, quick: Quick, data: bytes) -> None:
    large(repo, "The parser of invoices drops the quarterly ones")
    quick(*ASKED)
    kept(repo).write_bytes(data)
    assert "quarterly" in first(quick(*ASKED))


@pytest.mark.parametrize(
    "spoiled",
    [
        {"key": 1},
        {"key": "that of another text"},
        {"entries": [[1]]},
        {"entries": [[[1, 2, 3], 1, 2, 3]]},
        {"entries": [[["a", "odd", "t"], 1, 2, 3]]},
        {"entries": {"a": 1}},
        {"unreadable": 3},
        {"index": 1},
        {"index": b""},
        {"index": b"none"},
        {"index": packed(term_index(["the parser of quarterly invoices"]))},
    ],
    ids=str,
)
def test_a_cache_that_is_broken_is_read_anew(
    repo: Path, quick: Quick, spoiled: dict[str, object]
) -> None:
    large(repo, "The parser of invoices drops the quarterly ones")
    quick(*ASKED)
    kept(repo).write_bytes(encode({**decode(kept(repo).read_bytes()), **spoiled}))
    assert "quarterly" in first(quick(*ASKED))


def test_what_was_tampered_with_is_not_shown(repo: Path, quick: Quick) -> None:
    large(repo, "The parser of invoices drops the quarterly ones")
    quick(*ASKED)
    told = b"The parser of invoices drops the quarterly ones"
    forged = b"The parser of quarterly invoices is now removed"
    assert len(told) == len(forged)
    kept(repo).write_bytes(kept(repo).read_bytes().replace(told, forged))
    assert forged in kept(repo).read_bytes()
    assert first(quick(*ASKED)) == "The parser of invoices drops the quarterly ones"


def test_a_purged_text_leaves_it_too(repo: Path, quick: Quick) -> None:
    path = large(repo, "The parser of invoices drops the quarterly ones")
    quick(*ASKED)
    (found,) = [p for p in parse(path.read_text("utf-8"), "").entries if "invoices" in p.entry.text]
    assert quick("learnings", "remove", found.entry.id, "--purge").code == 0
    for file in (repo / ".mem").rglob("*"):
        assert not file.is_file() or b"quarterly" not in file.read_bytes(), file


def test_nothing_is_kept_of_a_small_memory_or_where_nothing_may_be_written(
    repo: Path, quick: Quick
) -> None:
    (repo / "learnings.md").write_text("- Always run make lint\n", encoding="utf-8")
    (repo / ".mem" / "local").mkdir(parents=True)
    quick("context")
    assert not kept(repo).exists()
    large(repo, "The parser of invoices drops the quarterly ones")
    (repo / ".mem/local/parsed").write_text("in the way", "utf-8")
    assert "quarterly" in first(quick(*ASKED))
