"""What stays on the machine: disposable, bounded, and gone without a trace when purged."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memory_md.base.errors import MemError
from memory_md.files import database
from memory_md.files.database import MOST_ROWS, TABLES, Database, open_database
from memory_md.files.layout import Place, place_of

SECRET = 'the "secret" of Zoë'


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".mem").mkdir()
    return place_of(tmp_path)


@contextlib.contextmanager
def opened(place: Place, *, write: bool = True, is_tracked: bool = False) -> Iterator[Database]:
    with open_database(place, write=write, tracked=lambda _: is_tracked) as found:
        yield found


def verdicts(place: Place) -> list[str]:
    with opened(place, write=False) as found:
        return [key for (key,) in found.rows("SELECT key FROM verdicts ORDER BY rowid")]


def note(found: Database, key: str, value: str = "") -> None:
    found.change("INSERT OR REPLACE INTO verdicts VALUES (?, ?)", (key, value))


# -- what must not happen ----------------------------------------------------------------------


def not_sqlite(path: Path) -> None:
    path.write_bytes(b"no database at all, but long enough to have a header" * 99)


def cut_short(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 + 99)


def overwritten(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:200] + b"\xff" * (len(data) - 200))


def foreign(path: Path) -> None:
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE inbox (x)")


def with_other_columns(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE inbox")
        other.execute("CREATE TABLE inbox (id, at)")


def with_a_view(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE inbox")
        other.execute("CREATE VIEW inbox AS SELECT 1 AS id, 2 AS at, 3 AS task, 4 AS json")


DAMAGES = [
    not_sqlite,
    cut_short,
    overwritten,
    foreign,
    with_other_columns,
    with_a_view,
]


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_or_foreign_file_is_set_aside_and_made_anew(
    place: Place, damage: Callable[[Path], None], write: bool
) -> None:
    with opened(place) as found:
        note(found, "before")
    damage(place.database)
    data = place.database.read_bytes()
    aside = place.database.with_name("mem.db.damaged")
    aside.write_bytes(b"an older one")
    with opened(place, write=write) as found:
        assert found.rows("SELECT * FROM inbox") == []
        note(found, "after")
    assert verdicts(place) == ["after"]
    assert aside.read_bytes() == data


@pytest.mark.parametrize("is_inside", [False, True])
def test_a_file_that_proves_damaged_in_use_is_made_anew(place: Place, is_inside: bool) -> None:
    with opened(place) as found:
        for number in range(300):
            note(found, str(number), "x" * 500)
        with contextlib.closing(sqlite3.connect(place.database)) as other:
            pages = other.execute("PRAGMA page_count").fetchone()[0]
            size = other.execute("PRAGMA page_size").fetchone()[0]
        with place.database.open("r+b") as file:
            for page in range(1, pages):
                file.seek(page * size)
                file.write(b"\xff" * 64)
        found.rows("PRAGMA shrink_memory")
        with found.transaction() if is_inside else contextlib.nullcontext():
            assert found.rows("SELECT * FROM verdicts") == []
            note(found, "after")
    assert verdicts(place) == ["after"]
    assert place.database.with_name("mem.db.damaged").exists()


def test_a_journal_of_the_damaged_file_is_not_played_back(place: Place) -> None:
    with opened(place):
        pass
    journal = place.database.with_name("mem.db-journal")
    not_sqlite(place.database)
    journal.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"x" * 2000)
    with opened(place) as found:
        note(found, "after")
    assert verdicts(place) == ["after"]


def test_a_file_that_git_tracks_is_not_read(place: Place) -> None:
    with opened(place) as found:
        note(found, "theirs")
    data = place.database.read_bytes()
    with opened(place, is_tracked=True) as found:
        assert found.rows("SELECT * FROM verdicts") == []
        note(found, "ours")
        assert found.rows("SELECT key FROM verdicts") == [("ours",)]
    assert place.database.read_bytes() == data


def test_git_is_asked_only_where_there_is_a_file(place: Place) -> None:
    with open_database(place, write=True, tracked=lambda _: pytest.fail("asked")):
        pass


@pytest.mark.parametrize("link", [".mem", ".mem/local", ".mem/local/mem.db"])
def test_a_link_is_not_read(tmp_path: Path, link: str) -> None:
    other = place_of(tmp_path / "other")
    with opened(other) as found:
        note(found, "theirs")
    data = other.database.read_bytes()
    tree = tmp_path / "tree"
    (tree / link).parent.mkdir(parents=True)
    (tree / link).symlink_to(other.root / link)
    with opened(place_of(tree)) as found:
        assert found.rows("SELECT * FROM verdicts") == []
        note(found, "ours")
    assert other.database.read_bytes() == data


def test_a_link_in_the_git_directory_of_a_bare_repository_is_not_read(tmp_path: Path) -> None:
    other = place_of(tmp_path / "other")
    with opened(other) as found:
        note(found, "theirs")
    local = tmp_path / "bare" / "mem"
    local.mkdir(parents=True)
    (local.parent / "mem.db").write_bytes(other.database.read_bytes())
    (local / "mem.db").symlink_to(local.parent / "mem.db")
    with opened(Place(tmp_path, tmp_path, local, local.parent)) as found:
        assert found.rows("SELECT * FROM verdicts") == []


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_what_is_no_plain_file_is_not_read(place: Place, make: Callable[[Path], None]) -> None:
    place.local.mkdir()
    make(place.database)
    with opened(place) as found:
        note(found, "ours")
    assert not place.database.is_file()


def test_a_reading_command_makes_nothing_where_there_is_no_memory(tmp_path: Path) -> None:
    (tmp_path / "learnings.md").touch()
    with opened(place_of(tmp_path), write=False) as found:
        note(found, "lost")
        assert found.rows("SELECT key FROM verdicts") == [("lost",)]
    assert [p.name for p in tmp_path.iterdir()] == ["learnings.md"]


def test_a_writer_that_holds_the_file_is_no_damage(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_BUSY_SECONDS", 0.05)
    with opened(place) as found, opened(place) as other, found.transaction():
        note(found, "theirs")
        with pytest.raises(MemError, match="locked"):
            note(other, "ours")
    assert verdicts(place) == ["theirs"]
    assert not place.database.with_name("mem.db.damaged").exists()


def test_a_mistake_in_a_query_is_no_damage(place: Place) -> None:
    with opened(place) as found:
        note(found, "kept")
        with pytest.raises(MemError):
            found.rows("SELECT * FROM nothing")
    assert verdicts(place) == ["kept"]


def test_a_transaction_that_fails_changes_nothing(place: Place) -> None:
    with opened(place) as found:
        note(found, "before")

        def change() -> None:
            with found.transaction():
                note(found, "inside")
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            change()
        note(found, "after")
    assert verdicts(place) == ["before", "after"]


KILLED = """
import os, signal, sys
from pathlib import Path
from memory_md.files.database import open_database
from memory_md.files.layout import place_of
place = place_of(Path(sys.argv[1]))
with open_database(place, write=True, tracked=lambda _: False) as found:
    found.change("INSERT INTO verdicts VALUES ('kept', '')")
    with found.transaction():
        for number in range(3000):
            found.change("INSERT INTO verdicts VALUES (?, ?)", (str(number), "x" * 2000))
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_writer_leaves_what_it_had_finished(place: Place) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(place.root)], check=False)
    assert verdicts(place) == ["kept"]
    assert not place.database.with_name("mem.db.damaged").exists()


# -- a folder that cannot be written -----------------------------------------------------------

READER = """
import os, sqlite3, sys
from pathlib import Path
from memory_md.files.database import open_database
from memory_md.files.layout import place_of
os.setgid(65534)
os.setuid(65534)
for write in (False, True):
    with open_database(place_of(Path(sys.argv[1])), write=write, tracked=lambda _: False) as found:
        found.change("INSERT INTO verdicts VALUES ('lost', '')")
        print(*[key for (key,) in found.rows("SELECT key FROM verdicts")])
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root becomes somebody else")
@pytest.mark.parametrize("has_file", [True, False])
def test_where_the_folder_cannot_be_written_the_file_is_read(has_file: bool) -> None:
    with tempfile.TemporaryDirectory() as name:  # pytest's own are closed to others
        place = place_of(Path(name))
        with opened(place) as found:
            note(found, "kept")
        for path in (place.root, place.local):
            path.chmod(0o755)
        place.database.chmod(0o644)
        if not has_file:
            place.database.unlink()
        names = sorted(path.name for path in place.local.iterdir())
        command = [sys.executable, "-c", READER, name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.stdout == ("kept lost\n" if has_file else "lost\n") * 2, done.stderr
        assert sorted(path.name for path in place.local.iterdir()) == names


def test_what_cannot_be_written_cannot_be_purged(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(place) as found:
        note(found, SECRET)
    monkeypatch.setattr(database, "_make_private", lambda _: False)
    with opened(place) as found:
        assert found.rows("SELECT key FROM verdicts") == [(SECRET,)]
        with pytest.raises(MemError, match="nothing is purged"):
            found.purge(lambda text: SECRET in text)


# -- a purge -----------------------------------------------------------------------------------

LINE = json.dumps({"quote": SECRET}) + "\n"
HOLDERS = {
    "a text": SECRET,
    "a part": f"- [2026-02-02] {SECRET} <!-- mem:k3v9q2xa -->\n",
    "JSON": json.dumps([{"deep": {"text": SECRET}}]),
    "a key of JSON": json.dumps({SECRET: 1}),
    "lines of JSON": "{}\n" + LINE,
    "bytes": SECRET.encode(),
    "JSON that is cut off": LINE[:-2],
}


@pytest.mark.parametrize("value", HOLDERS.values(), ids=HOLDERS)
@pytest.mark.parametrize("table", TABLES)
def test_a_purge_leaves_no_byte_of_it(place: Place, table: str, value: str | bytes) -> None:
    with opened(place) as found:
        columns = [name for _, name, *_ in found.rows(f"PRAGMA table_info({table})")]
        first = 1 if table == "undo" else 0
        for column in range(first, len(columns)):
            row: list[object] = [f"other {column} {name}" for name in columns]
            row[:first] = [None] * first
            row[column] = value
            found.change(f"INSERT INTO {table} VALUES ({','.join('?' * len(columns))})", row)
        note(found, "innocent", "x" * 5000)
        place.database.with_name("mem.db.damaged").write_bytes(SECRET.encode())
        found.purge(lambda text: SECRET in text)
        kept = [] if table != "verdicts" else [("innocent",)]
        assert found.rows(f"SELECT {columns[0]} FROM {table}") == kept
        assert found.rows("SELECT key FROM verdicts") == [("innocent",)]
        needles = {SECRET.encode(), json.dumps(SECRET)[1:-1].encode()}
        for path in place.local.iterdir():
            assert not [needle for needle in needles if needle in path.read_bytes()], path


def test_a_purge_erases_what_was_deleted_before(place: Place) -> None:
    with opened(place) as found:
        note(found, SECRET)
        found.rows("PRAGMA secure_delete = OFF")
        found.change("DELETE FROM verdicts")
        assert SECRET.encode() in place.database.read_bytes()
        found.purge(lambda text: SECRET in text)
    assert SECRET.encode() not in place.database.read_bytes()


# -- what must happen --------------------------------------------------------------------------


def test_it_is_for_its_owner_only(place: Place) -> None:
    with opened(place):
        pass
    place.database.chmod(0o644)
    place.local.chmod(0o755)
    with opened(place) as found:
        assert found.rows("PRAGMA trusted_schema") == [(0,)]
        assert found.rows("PRAGMA secure_delete") == [(1,)]
    assert stat.S_IMODE(place.database.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.local.stat().st_mode) == 0o700


@pytest.mark.parametrize("table", MOST_ROWS)
def test_the_oldest_rows_over_the_bound_go(
    place: Place, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    monkeypatch.setitem(MOST_ROWS, table, 3)
    with opened(place) as found:
        columns = len(found.rows(f"PRAGMA table_info({table})"))
        insert = f"INSERT OR REPLACE INTO {table} VALUES ({','.join('?' * columns)})"
        for number in (1, 2, 3, 4):
            found.change(insert, [number] * columns)
        found.change(insert, [2 if table not in {"undo", "receipts"} else 5] * columns)
    with opened(place) as found:
        newest = [row[0] for row in found.rows(f"SELECT * FROM {table} ORDER BY rowid")]
        expected = [3, 4, 5] if table in {"undo", "receipts"} else [3, 4, 2]
        assert [int(value) for value in newest] == expected
        with found.transaction():
            for number in range(10, 20):
                found.change(insert, [number] * columns)
    with opened(place) as found:
        assert found.rows(f"SELECT COUNT(*) FROM {table}") == [(3,)]


def test_the_bounds_are_those_of_the_contract() -> None:
    expected = {"inbox": 200, "receipts": 2000, "undo": 20, "verdicts": 5000, "sources": 5000}
    assert {**MOST_ROWS, **expected} == MOST_ROWS


def test_a_new_table_is_added_to_the_file_that_is_there(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(place) as found:
        note(found, "kept")
    monkeypatch.setitem(TABLES, "new", "CREATE VIRTUAL TABLE new USING fts5 (text)")
    for _ in range(2):
        with opened(place) as found:
            found.change("INSERT INTO new VALUES ('some words')")
    with opened(place) as found:
        found.purge(lambda text: "words" in text)
        assert found.rows("SELECT * FROM new") == []
    assert verdicts(place) == ["kept"]
