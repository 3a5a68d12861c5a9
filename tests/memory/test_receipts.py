"""Receipts: no text of the memory, bounded, and in nobody's way."""

from __future__ import annotations

import json
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from memory_md.files.layout import Layout
from memory_md.memory.disk import receipts
from memory_md.recall.model.block import Block, BlockLine, LeftOut
from memory_md.recall.model.left_out_reasons import BUDGET
from memory_md.recall.model.receipt import MOST_CHOICES, Receipt

AT = "2026-02-02T12:00:00.000Z"


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    root = tmp_path / "memory"
    root.mkdir()
    (root / "learnings.md").write_text("", encoding="utf-8")
    return Layout(root, root)


def a_block(shown: int = 1, left_out: int = 1) -> Block:
    lines = [
        BlockLine("Known Risks", "Secret words", f"shown{n:03}", 3.5, {"class": 2.0}, 7)
        for n in range(shown)
    ]
    out = [LeftOut(f"out{n:05}", BUDGET, "Secret words") for n in range(left_out)]
    edge = LeftOut("", BUDGET, "Secret words of an edge")
    return Block("Secret words", 40, 160, 500, tuple(lines), (*out, edge))


def a_receipt(at: str = AT, shown: int = 1, left_out: int = 1) -> Receipt:
    return Receipt.of(a_block(shown, left_out), at=at, max_chars=None)


def files_of(layout: Layout) -> list[Path]:
    return sorted(layout.local.glob("receipts*"))


def leave_many(root: Path, writer: int) -> None:
    for number in range(40):
        receipts.leave(Layout(root, root), a_receipt(f"{writer}-{number}", 5, 5))


def test_no_text_of_the_memory_is_in_it(layout: Layout) -> None:
    receipts.leave(layout, a_receipt())
    (path,) = files_of(layout)
    assert "Secret" not in path.read_text(encoding="utf-8")


def test_it_is_read_as_it_was_left(layout: Layout) -> None:
    receipts.leave(layout, a_receipt())
    assert receipts.read(layout, "shown000") == [a_receipt()]
    assert receipts.read(layout, "nobody00") == []


def test_only_the_last_ones_are_kept(layout: Layout) -> None:
    for number in range(200):
        receipts.leave(layout, a_receipt(f"{number}", 20, 100))
    assert sum(path.stat().st_size for path in files_of(layout)) < 600_000
    moments = [int(receipt.at) for receipt in receipts.read(layout, "shown000")]
    assert moments == list(range(moments[0], 200))
    assert len(moments) > 30


def test_of_very_many_candidates_it_says_how_many_it_does_not_tell(layout: Layout) -> None:
    receipts.leave(layout, a_receipt(left_out=5000))
    (path,) = files_of(layout)
    assert path.stat().st_size < 100_000
    (receipt,) = receipts.read(layout, "out04999")
    assert receipt.choice("out04999") is None
    assert len(receipt.choices) + receipt.untold == 5001
    assert len(receipt.choices) == MOST_CHOICES


def test_many_processes_leave_theirs_at_once(layout: Layout) -> None:
    with ProcessPoolExecutor(4) as pool:
        list(pool.map(leave_many, [layout.root] * 4, range(4)))
    (path,) = files_of(layout)
    # An empty line stands where one process saw another's half written.
    moments = {json.loads(line)["at"] for line in path.read_bytes().splitlines() if line}
    assert len(moments) == 160


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"shown000", id="no JSON"),
        pytest.param(b'"shown000"', id="no object"),
        pytest.param(b'{"at": 3, "shown000": 1}', id="another shape"),
        pytest.param(b"[" * 100_000 + b"shown000", id="deep"),
        pytest.param(b"\xff shown000", id="no UTF-8"),
        pytest.param(
            b'{"at":"x","budget":1,"tokens":1,"chars":1,"entries":[{"id":"shown000","score":[]}]}',
            id="ill-typed",
        ),
    ],
)
def test_a_line_that_is_none_of_ours_is_passed_over(layout: Layout, line: bytes) -> None:
    receipts.leave(layout, a_receipt())
    (path,) = files_of(layout)
    path.write_bytes(line + b"\n" + path.read_bytes())
    assert receipts.read(layout, "shown000") == [a_receipt()]


@pytest.mark.parametrize("kind", ["folder", "fifo", "link", "dangling local", "read-only"])
def test_what_stands_in_its_place_does_no_harm(layout: Layout, tmp_path: Path, kind: str) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"precious\n")
    if kind == "dangling local":
        layout.local.parent.mkdir()
        layout.local.symlink_to(tmp_path / "elsewhere")
    else:
        layout.local.mkdir(parents=True)
    place = layout.local / "receipts.jsonl"
    if kind == "folder":
        place.mkdir()
    elif kind == "fifo":
        os.mkfifo(place)
    elif kind == "link":
        place.symlink_to(precious)
    elif kind == "read-only":
        layout.local.chmod(0o500)
    receipts.leave(layout, a_receipt())
    if kind == "read-only":
        layout.local.chmod(0o700)
    assert precious.read_bytes() == b"precious\n"
    assert not (tmp_path / "elsewhere").exists()


def test_an_erased_entry_leaves_them_and_the_others_stay(layout: Layout) -> None:
    block = a_block(2, 2)
    contradicted = LeftOut("loser000", "contradicted by shown000")
    block = Block(block.text, 1, 1, 1, block.lines, (*block.left_out, contradicted))
    receipts.leave(layout, Receipt.of(block, at=AT, max_chars=None))
    receipts.leave(layout, Receipt.of(block, at=AT, max_chars=9))
    (path,) = files_of(layout)
    path.write_bytes(path.read_bytes() + b"broken shown000\n")
    receipts.erase(layout, {"shown000", "out00001"})
    assert b"shown000" not in path.read_bytes()
    assert b"out00001" not in path.read_bytes()
    first, second = receipts.read(layout, "shown001")
    assert (first.max_chars, second.max_chars) == (None, 9)
    choice = first.choice("loser000")
    assert choice is not None
    assert choice.reason == "contradicted by an erased entry"
