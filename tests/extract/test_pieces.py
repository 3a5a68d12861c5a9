"""A growing transcript that is read in pieces gives what it gives at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_md.base.errors import MemError
from memory_md.extract.extract import extract, read_sources
from memory_md.memory.opening import open_root

from ..conftest import REALDATA

LESSONS = REALDATA / "lessons"
SESSIONS = sorted(LESSONS.glob("*/raw/*.jsonl"), key=lambda path: path.stat().st_size)[:12]
NOW = "2026-02-02T12:00:00.000Z"
CUTS = (0.3, 0.7, 1.0)


def extracted(root: Path, pieces: list[bytes]) -> list[str]:
    """The lines of the memory, and what waits, after these pieces of one transcript."""
    (root / ".mem").mkdir(parents=True)
    opened = open_root(root, NOW)
    for data in pieces:
        reads, _, _ = read_sources([("session.jsonl", data)])
        extract(opened, reads)
    text = (root / "learnings.md").read_text() if (root / "learnings.md").exists() else ""
    with opened.database() as database:
        waiting = [row[0] for row in database.rows("SELECT id FROM inbox")]
    return sorted([*text.split("\n"), *waiting])


@pytest.mark.parametrize("path", SESSIONS or [None], ids=lambda path: path.name if path else "none")
def test_pieces_give_what_the_whole_gives(path: Path | None, tmp_path: Path) -> None:
    if path is None:
        pytest.skip(f"the collection of real sessions is not at {LESSONS}")
    data = path.read_bytes()
    pieces = [data[: int(len(data) * cut)] for cut in CUTS]
    assert extracted(tmp_path / "a", pieces) == extracted(tmp_path / "b", [data])


def test_a_piece_that_ends_in_the_middle_of_a_line_is_read(tmp_path: Path) -> None:
    if not SESSIONS:
        pytest.skip(f"the collection of real sessions is not at {LESSONS}")
    data = SESSIONS[0].read_bytes()
    for end in range(0, len(data), max(len(data) // 15, 1)):
        try:
            read_sources([("session.jsonl", data[: end + 7])], task="t")
        except MemError:
            pytest.fail("a transcript that grows was refused")
