"""The one opener of `mem.db`: all that stays on this machine, in tables with a bound each.

The file may be deleted at any time. One that is damaged or foreign is renamed to `mem.db.damaged`
and made anew; one that git tracks, or a link, is not read. Where the folder cannot be written, a
copy in memory takes the place of the file: it is read all the same, and what is written is lost.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..base.errors import MemError, RefusedError
from .layout import Place, make_local
from .reading import NO_WAIT, resolve

if TYPE_CHECKING:
    from sqlite3 import Connection


@dataclass(frozen=True, slots=True)
class Table:
    """The statement that makes a table, and its bounds: the oldest rows go first; 0 is none."""

    ddl: str
    most_rows: int = 0
    most_bytes: int = 0
    sized: str = ""  # the column whose bytes are counted


# A file with a table that other words made is foreign: a new table costs nothing, the change of
# an existing one costs everybody what the file holds.
TABLES: Final = {
    "meta": Table("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)"),
    "inbox": Table("CREATE TABLE inbox (id TEXT PRIMARY KEY, at TEXT, task TEXT, json TEXT)", 200),
    "receipts": Table("CREATE TABLE receipts (at TEXT, task TEXT, ids TEXT, json TEXT)", 2000),
    "undo": Table(
        "CREATE TABLE undo (number INTEGER PRIMARY KEY,"
        " worktree TEXT, at TEXT, command TEXT, summary TEXT, files BLOB)",
        20,
        64 << 20,
        "files",
    ),
    "purged": Table("CREATE TABLE purged (hash TEXT PRIMARY KEY)"),
    "sessions": Table(
        "CREATE TABLE sessions (task TEXT PRIMARY KEY, at TEXT, format TEXT, source TEXT,"
        " title TEXT, bytes INTEGER)",
    ),
    "said": Table(
        "CREATE VIRTUAL TABLE said USING fts5(text, task UNINDEXED, number UNINDEXED,"
        " speaker UNINDEXED, at UNINDEXED, tokenize='unicode61 remove_diacritics 2')",
    ),
    "verdicts": Table("CREATE TABLE verdicts (key TEXT PRIMARY KEY, value TEXT)", 5000),
    "sources": Table(
        "CREATE TABLE sources (worktree TEXT, source TEXT, position INTEGER, at TEXT, json TEXT,"
        " PRIMARY KEY (worktree, source))",
        5000,
    ),
}
_NAME: Final = ".mem/local/mem.db"
_MARKS: Final = {"application_id": 0x6D656D64, "user_version": 1}  # "memd"
_BUSY_SECONDS: Final = 2.0
_DAMAGED: Final = frozenset({11, 24, 26})  # SQLITE_CORRUPT, FORMAT, NOTADB
# What a killed process wrote stays; only after a loss of power may the file prove damaged. To wait
# for the disk would cost each hook the time of a start.
_SETTINGS: Final = """\
PRAGMA trusted_schema = OFF;
PRAGMA secure_delete = ON;
PRAGMA synchronous = OFF;
PRAGMA temp_store = MEMORY;
"""


class _ForeignError(Exception):
    """A database that we did not make."""


def open_database(place: Place, *, write: bool, tracked: Callable[[Path], bool]) -> Database:
    """Open the database of a memory, whatever the file is.

    Without `write` nothing is made where the root has no `.mem`. `tracked` says whether git
    tracks a file; it is asked only where there is one. Raises MemError only with `write`, where
    another process writes for too long.
    """
    try:
        path = resolve(place.database, place.local_tree, _NAME)
        is_there = os.path.exists(path)
        if os.path.islink(place.database) or (is_there and tracked(path)):
            return Database(None)
        if write or os.path.isdir(place.root / ".mem"):
            with contextlib.suppress(MemError):
                make_local(place)
        elif not is_there:
            return Database(None)
        return Database(path, is_kept=_make_private(path))
    except RefusedError:
        return Database(None)
    except MemError:
        if write:
            raise
        return Database(None)


class Database:
    """An open database; with no `path`, or if not `is_kept`, in memory: what is written is lost.

    All methods raise MemError where another process writes for two seconds, or the disk is full.
    """

    def __init__(self, path: Path | None, *, is_kept: bool = False) -> None:
        self.path = path
        self.is_kept = is_kept and path is not None
        self._file: tuple[int, int] | None = None  # of the file that is open, whatever its name
        self._touched = set[str]()
        self._connection = self._opened()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def rows(self, sql: str, args: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return self._run(sql, args)

    def change(self, sql: str, args: Sequence[Any] = ()) -> None:
        """Insert, update or delete; afterwards the table is within its bounds."""
        with self.transaction():
            self._run(sql, args)
            into = re.match(r"(?:INSERT|REPLACE)\b[\w\s]*\bINTO\s+(\w+)", sql, re.IGNORECASE)
            self._touched |= {into[1]} if into else set()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all changes inside or none; a transaction inside another is a part of it."""
        if self._connection.in_transaction:
            yield
            return
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            for table in self._touched:
                self.bound(table)
            self._run("COMMIT")
        except BaseException:
            self._connection.rollback()
            raise
        finally:
            self._touched.clear()

    def bound(self, name: str) -> None:
        """Drop the oldest rows that are over the bounds of a table."""
        table = TABLES[name]
        if table.most_rows:
            over = f"SELECT rowid FROM {name} ORDER BY rowid DESC LIMIT -1 OFFSET ?"
            self._run(f"DELETE FROM {name} WHERE rowid IN ({over})", [table.most_rows])
        if table.most_bytes:
            total = f"SUM(LENGTH({table.sized})) OVER (ORDER BY rowid DESC)"
            over = (
                f"SELECT row FROM (SELECT rowid AS row, {total} AS sum FROM {name}) WHERE sum > ?"
            )
            self._run(f"DELETE FROM {name} WHERE rowid IN ({over})", [table.most_bytes])

    def purge(self, contains: Callable[[str], bool]) -> None:
        """Delete each row with a text that `contains` what is purged, and all its bytes.

        Asked are texts, blobs, compressed (RFC 1950) or not, and the strings of JSON in either.
        """
        if self.path and not self.is_kept and os.path.exists(self.path):
            raise MemError("cannot be written, so nothing is purged from it", where=_NAME)
        with self.transaction():
            for name in TABLES:
                for row, *values in self._run(f"SELECT rowid, * FROM {name}"):
                    if any(contains(text) for value in values for text in _texts(value)):
                        self._run(f"DELETE FROM {name} WHERE rowid = ?", [row])
        self._run("PRAGMA synchronous = FULL")
        self._run("VACUUM")
        if self.path:
            _damaged(self.path).unlink(missing_ok=True)

    def _run(
        self, sql: str, args: Sequence[Any] = (), *, is_new: bool = False
    ) -> list[tuple[Any, ...]]:
        """Carry out a statement; where the file proves damaged, once more in a new one."""
        from sqlite3 import DatabaseError

        try:
            return self._connection.execute(sql, args).fetchall()
        except DatabaseError as fault:
            if is_new or not self.is_kept or not _is_damaged(fault):
                raise _failure(fault) from fault
        is_inside = self._connection.in_transaction
        self._connection.close()
        self._set_aside()
        self._connection = self._opened()
        if is_inside:
            self._run("BEGIN IMMEDIATE", is_new=True)
        return self._run(sql, args, is_new=True)

    def _opened(self) -> Connection:
        from sqlite3 import DatabaseError

        if self.path is None or not self.is_kept:
            return _copied(self.path)
        address = f"{self.path.as_uri()}?mode=rw"
        for _ in range(2):
            try:
                self._file = _number(self.path)
                return _prepared(_connected(address))
            except (DatabaseError, _ForeignError) as fault:
                if not _is_damaged(fault):
                    raise _failure(fault) from fault
            self._set_aside()
        return _copied(None)

    def _set_aside(self) -> None:
        """Rename the file that proved damaged and make an empty one, unless another process did."""
        assert self.path
        try:
            if _number(self.path) == self._file:
                self.path.replace(_damaged(self.path))
            _make_private(self.path)  # an empty file, beside which SQLite deletes an old journal
        except OSError as fault:
            raise _failure(fault) from fault


def _connected(address: str) -> Connection:
    import sqlite3

    connection = sqlite3.connect(address, _BUSY_SECONDS, isolation_level=None, uri=True)
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection


def _prepared(connection: Connection) -> Connection:
    """Return the connection, checked, with all tables; else close it and raise why."""
    try:
        connection.executescript(_SETTINGS)
        missing = _missing_tables(connection)
        if missing:
            connection.execute("BEGIN IMMEDIATE")
            for ddl in missing:  # another process may be making them as well
                connection.execute(ddl.replace("TABLE", "TABLE IF NOT EXISTS", 1))
            for mark, value in _MARKS.items():
                connection.execute(f"PRAGMA {mark} = {value}")
            connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _missing_tables(connection: Connection) -> list[str]:
    """Return the statements that make what is missing. Raises _ForeignError."""
    made = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql <> ''"))
    marks = {mark: connection.execute(f"PRAGMA {mark}").fetchone()[0] for mark in _MARKS}
    is_new = not made and not any(marks.values())
    if not is_new and marks != _MARKS:
        raise _ForeignError
    if any(made.get(name, table.ddl) != table.ddl for name, table in TABLES.items()):
        raise _ForeignError
    return [table.ddl for name, table in TABLES.items() if name not in made]


def _copied(path: Path | None) -> Connection:
    """Return a database in memory, with what the file holds that cannot be written."""
    from sqlite3 import DatabaseError

    if path:
        with contextlib.suppress(DatabaseError, _ForeignError):
            memory = _connected(":memory:")
            with contextlib.closing(_connected(f"{path.as_uri()}?mode=ro&immutable=1")) as file:
                file.backup(memory)
            return _prepared(memory)
    return _prepared(_connected(":memory:"))


def _make_private(path: Path) -> bool:
    """Make the file, for its owner only; return whether it can be written."""
    flags = os.O_RDWR | os.O_CREAT | NO_WAIT | getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(path, flags, 0o600)
    except OSError:
        return False
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise RefusedError("is not a regular file", where=_NAME, hint="delete it")
        if mode & 0o077 and os.name != "nt":
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)
    return os.access(path.parent, os.W_OK)


def _texts(value: object) -> Iterator[str]:
    """Give the text of a value, of its lines of JSON, and of the strings in them."""
    import json
    import zlib

    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    if isinstance(value, bytes):
        with contextlib.suppress(zlib.error):
            value = zlib.decompress(value)
        value = value.decode("utf-8", "replace")
    if isinstance(value, str):
        yield value
        for text in {value, *value.split("\n")}:
            if text.lstrip()[:1] in {"{", "[", '"'}:
                with contextlib.suppress(ValueError, RecursionError):
                    yield from _texts(json.loads(text))


def _damaged(path: Path) -> Path:
    return path.with_name(f"{path.name}.damaged")


def _number(path: Path) -> tuple[int, int] | None:
    with contextlib.suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def _is_damaged(fault: Exception) -> bool:
    code = getattr(fault, "sqlite_errorcode", 0)
    return isinstance(fault, _ForeignError) or code & 0xFF in _DAMAGED


def _failure(fault: Exception) -> MemError:
    return MemError(f"cannot be used: {fault}", where=_NAME, hint="try again; it may be deleted")
