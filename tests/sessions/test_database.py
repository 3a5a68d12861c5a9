"""A database that is damaged, locked, of another version, of somebody else, or half written."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from memory_md.base.errors import MemError
from memory_md.files.layout import SESSIONS, Layout
from memory_md.sessions.disk import database, keeping
from memory_md.sessions.disk.index import scheme

from ..conftest import make_repo
from .store import found, keep, layout_of, said, search, texts

ROUND = said("s", "Round up, always.")


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return layout_of(tmp_path / "memory")


def place_for(layout: Layout) -> Path:
    path = database.path_of(layout)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def execute(layout: Layout, *statements: str) -> None:
    with closing(sqlite3.connect(place_for(layout), isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


# -- what is not ours, or no longer whole ----------------------------------------------------------


def no_database(layout: Layout) -> None:
    place_for(layout).write_bytes(b"not a database at all, " * 400)


def cut_off(layout: Layout) -> None:
    keep(layout, *(said("s", f"Thing {n} is round.") for n in range(400)))
    path = place_for(layout)
    path.write_bytes(path.read_bytes()[:9000])


def overwritten(layout: Layout) -> None:
    keep(layout, *(said("s", f"Thing {n} is round.") for n in range(400)))
    path = place_for(layout)
    data = bytearray(path.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    path.write_bytes(data)


def newer(layout: Layout) -> None:
    keep(layout, said("s", "Thing one is round."))
    execute(layout, "PRAGMA user_version = 99")


def of_another_program(layout: Layout) -> None:
    execute(layout, "CREATE TABLE notes (text TEXT)", "PRAGMA user_version = 1")


def with_a_trigger(layout: Layout) -> None:
    keep(layout, said("s", "Thing one is round."))
    execute(
        layout,
        "CREATE TRIGGER spy AFTER INSERT ON passages BEGIN UPDATE passages SET text = 'x'; END",
    )


def with_a_view(layout: Layout) -> None:
    keep(layout, said("s", "Thing one is round."))
    execute(layout, "CREATE VIEW spy AS SELECT * FROM passages")


def with_other_columns(layout: Layout) -> None:
    keep(layout, said("s", "Thing one is round."))
    execute(layout, "ALTER TABLE passages ADD COLUMN spy TEXT")


BROKEN = [
    *(no_database, cut_off, overwritten, newer, of_another_program, with_a_trigger, with_a_view),
    with_other_columns,
]


@pytest.mark.parametrize("damage", BROKEN, ids=lambda damage: damage.__name__)
def test_a_damaged_one_costs_answers_and_no_more(
    layout: Layout, damage: Callable[[Layout], None]
) -> None:
    damage(layout)
    before = place_for(layout).read_bytes()
    searched = search(layout, "round")
    assert searched.sessions == ()
    assert len(searched.warnings) == 1
    assert SESSIONS in searched.warnings[0]
    assert place_for(layout).read_bytes() == before  # who reads, changes nothing


@pytest.mark.parametrize("damage", BROKEN, ids=lambda damage: damage.__name__)
def test_the_next_writer_makes_a_new_one(layout: Layout, damage: Callable[[Layout], None]) -> None:
    damage(layout)
    kept = keep(layout, ROUND)
    assert kept.added == 1
    assert len(kept.warnings) == 1
    assert texts(layout) == ["Round up, always."]
    assert keep(layout, ROUND).warnings == ()
    assert len(found(layout, "round")) == 1


@pytest.mark.parametrize("damage", BROKEN, ids=lambda damage: damage.__name__)
def test_erasing_leaves_nothing_of_a_damaged_one(
    layout: Layout, damage: Callable[[Layout], None]
) -> None:
    damage(layout)
    assert keeping.erase(layout, ["Thing one is round."]) == 0
    assert texts(layout) == []
    assert b"Thing" not in place_for(layout).read_bytes()


def test_a_text_that_is_no_utf_8_is_damage_too(layout: Layout) -> None:
    keep(layout, ROUND, said("s", "Thing one is round."))
    execute(layout, "UPDATE passages SET text = CAST(x'66ff' AS TEXT) WHERE text LIKE 'Thing%'")
    assert "is damaged" in search(layout, "thing round").warnings[0]
    keeping.erase(layout, ["Thing one is round."])
    assert texts(layout) == []


def test_an_empty_file_is_a_database_that_was_just_begun(layout: Layout) -> None:
    place_for(layout).write_bytes(b"")
    assert search(layout, "round").warnings == ()
    assert keep(layout, ROUND).warnings == ()


def test_an_index_whose_words_were_made_otherwise_is_made_anew(layout: Layout) -> None:
    keep(layout, ROUND, said("s", "Another thing."))
    execute(
        layout,
        "INSERT INTO terms (terms) VALUES ('delete-all')",
        "UPDATE meta SET value = 'of old' WHERE key = 'scheme'",
    )
    assert keep(layout, said("t", "One more.")).warnings == ()
    assert len(found(layout, "rounding")) == 1
    with closing(sqlite3.connect(place_for(layout))) as db:
        assert db.execute("SELECT value FROM meta").fetchall() == [(scheme(),)]


def test_tracked_by_git_it_is_not_read(tmp_path: Path) -> None:
    root = make_repo(tmp_path / "repo")
    layout = layout_of(root)
    keep(layout, ROUND)
    assert found(layout, "round")
    subprocess.run(["git", "add", "-f", SESSIONS], cwd=root, check=True)
    assert "tracked" in search(layout, "round").warnings[0]
    assert "tracked" in keep(layout, said("s", "More.")).warnings[0]
    with pytest.raises(MemError, match="tracked"):
        keeping.forget(layout, ["s"])


@pytest.mark.parametrize("name", ["sessions.db", "sessions.db-journal", "sessions.db-wal"])
def test_a_link_is_not_followed(layout: Layout, tmp_path: Path, name: str) -> None:
    target = tmp_path / "elsewhere"
    target.write_bytes(b"")
    keep(layout, ROUND)
    (layout.local / name).unlink(missing_ok=True)
    (layout.local / name).symlink_to(target)
    assert search(layout, "round").warnings
    assert keep(layout, said("s", "More.")).warnings
    assert target.read_bytes() == b""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_not_waited_for(layout: Layout) -> None:
    os.mkfifo(place_for(layout))
    assert search(layout, "round").warnings
    assert keep(layout, ROUND).warnings


# -- others at the same time -----------------------------------------------------------------------


@pytest.fixture
def locked(layout: Layout) -> Iterator[Layout]:
    """A memory whose database another process is writing and does not finish."""
    keep(layout, ROUND)
    with closing(sqlite3.connect(place_for(layout), isolation_level=None)) as db:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("BEGIN EXCLUSIVE")
        db.execute("UPDATE passages SET turn = 9")
        yield layout


def test_nobody_who_reads_waits_for_a_writer(layout: Layout) -> None:
    keep(layout, ROUND)
    with closing(sqlite3.connect(place_for(layout), isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        db.execute("DELETE FROM passages")
        assert len(found(layout, "round")) == 1


def test_a_locked_one_costs_answers_and_no_more(locked: Layout) -> None:
    searched = search(locked, "round")
    assert searched.sessions == ()
    assert "another process" in searched.warnings[0]


def test_what_cannot_be_kept_for_a_lock_is_told(
    locked: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_WRITER_SECONDS", 0.1)
    kept = keep(locked, said("s", "More."))
    assert kept.added == 0
    assert "another process" in kept.warnings[0]
    with pytest.raises(MemError, match="another process"):
        keeping.erase(locked, ["Round up, always."])


def write_many(root: Path, writer: int) -> int:
    layout = Layout(root, root)
    added = 0
    for number in range(25):
        common = said("common", f"All of them say thing {number}.")
        kept = keep(layout, said(f"s{writer}", f"Writer {writer} says thing {number}."), common)
        assert not kept.warnings, kept.warnings
        assert not search(layout, "thing").warnings
        added += kept.added
    return added


def test_eight_writers_lose_nothing(layout: Layout) -> None:
    roots, numbers = [layout.root] * 8, range(8)
    with ProcessPoolExecutor(8) as pool:
        assert sum(pool.map(write_many, roots, numbers)) == 9 * 25
    assert sorted(texts(layout)) == sorted(
        [f"Writer {w} says thing {n}." for w in range(8) for n in range(25)]
        + [f"All of them say thing {n}." for n in range(25)]
    )
    with closing(sqlite3.connect(place_for(layout))) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        counted = "SELECT sum(passages) FROM sessions"
        assert db.execute(counted).fetchone() == (9 * 25,)


WRITER = """
import sys
from pathlib import Path
from tests.sessions.store import keep, layout_of, said
layout = layout_of(Path(sys.argv[1]))
for number in range(100_000):
    assert keep(layout, said("s", f"This is thing {number}.")).added == 1
    print(number, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="nobody is killed like this")
@pytest.mark.parametrize("after", [0, 1, 7])
def test_what_was_written_outlives_a_killed_writer(layout: Layout, after: int) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(layout.root)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert writer.stdout
    told = [int(writer.stdout.readline()) for _ in range(after + 1)][-1]
    writer.send_signal(signal.SIGKILL)
    rest, _ = writer.communicate()
    told = max([told, *map(int, rest.split())])
    kept = keep(layout, said("s", "After all."))
    assert (kept.added, kept.warnings) == (1, ())
    *before, last = texts(layout)
    assert last == "After all."
    assert before[: told + 1] == [f"This is thing {number}." for number in range(told + 1)]
    assert len(before) <= told + 2
    assert len(found(layout, f"thing {told}")) > 0


@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_tracked_by_any_version_of_the_index_it_is_not_read(tmp_path: Path, version: str) -> None:
    root = make_repo(tmp_path / "repo")
    layout = layout_of(root / "deep")
    layout = Layout(layout.root, root)
    keep(layout, ROUND)
    (root / "deep/.mem/local/sessions.da").write_bytes(b"")
    git = ["git", "-c", f"index.version={version}"]
    subprocess.run([*git, "add", "-f", "deep/.mem/local/sessions.da"], cwd=root, check=True)
    assert found(layout, "round")
    subprocess.run([*git, "add", "-f", f"deep/{SESSIONS}"], cwd=root, check=True)
    subprocess.run([*git, "update-index", "--index-version", version], cwd=root, check=True)
    assert "tracked" in search(layout, "round").warnings[0]
