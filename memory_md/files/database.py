"""The one opener of `mem.db`: all that stays on this machine, in tables with a bound each.

The file may be deleted at any time. One that is damaged or foreign is renamed to `mem.db.damaged`
and made anew; one that git tracks, or a link, is not read. Where the folder cannot be written, a
copy in memory takes the place of the file: it is read all the same, and what is written is lost.
"""

import contextlib
import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

from ..base.errors import MemError, RefusedError
from .layout import Place, make_local
from .reading import NO_WAIT, resolve

# A file with a table that other words made is foreign: a new table costs nothing, the change of
# an existing one costs everybody what the file holds.
_SCHEMA: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE inbox (id TEXT PRIMARY KEY, at TEXT, task TEXT, json TEXT);
CREATE TABLE receipts (at TEXT, task TEXT, ids TEXT, json TEXT);
CREATE TABLE undo (number INTEGER PRIMARY KEY, worktree TEXT, at TEXT, command TEXT, summary TEXT,
 files BLOB);
CREATE TABLE purged (hash TEXT PRIMARY KEY);
CREATE TABLE sessions (task TEXT PRIMARY KEY, at TEXT, format TEXT, source TEXT, title TEXT,
 bytes INTEGER);
CREATE VIRTUAL TABLE said USING fts5(text, task UNINDEXED, number UNINDEXED, speaker UNINDEXED,
 at UNINDEXED, tokenize='unicode61 remove_diacritics 2');
CREATE TABLE model_calls (at TEXT, name TEXT, task TEXT, tokens INTEGER);
CREATE TABLE verdicts (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE sources (worktree TEXT, source TEXT, position INTEGER, at TEXT, json TEXT,
 PRIMARY KEY (worktree, source));
CREATE TABLE functions (path TEXT, name TEXT, PRIMARY KEY (path, name));
CREATE TABLE calls (caller TEXT, callee TEXT, source TEXT, confidence REAL,
 times_confirmed INTEGER, last INTEGER, PRIMARY KEY (caller, callee, source));
CREATE TABLE call_tasks (task TEXT PRIMARY KEY, number INTEGER, pairs TEXT);
CREATE TABLE hooks (conversation TEXT PRIMARY KEY, at TEXT, root TEXT, agent TEXT, session TEXT,
 transcript TEXT, json TEXT);
CREATE TABLE hook_log (at TEXT, event TEXT, session TEXT, what TEXT);
CREATE TABLE installed (path TEXT PRIMARY KEY, before BLOB, after BLOB, folders TEXT);
"""
TABLES: Final = {
    statement.partition("TABLE ")[2].split()[0]: statement.strip().replace("\n", "")
    for statement in _SCHEMA.split(";")[:-1]
}
# The oldest rows over these bounds go; the other tables have none.
MOST_ROWS: Final = {
    "inbox": 200,
    "receipts": 2000,
    "undo": 20,
    "model_calls": 2000,
    "verdicts": 5000,
    "sources": 5000,
    "functions": 200_000,
    "calls": 200_000,
    "call_tasks": 2000,
    "hooks": 200,
    "hook_log": 500,
}
_NAME: Final = ".mem/local/mem.db"
_DAMAGED: Final = "mem.db.damaged"
_MARK: Final = 0x6D656D64  # "memd", the application_id
_BUSY_SECONDS: Final = 2.0
_DAMAGES: Final = frozenset({11, 24, 26})  # SQLITE_CORRUPT, FORMAT, NOTADB
# What a killed process wrote stays; only after a loss of power may the file prove damaged. To wait
# for the disk would cost each hook the time of a start.
_SETTINGS: Final = """\
PRAGMA trusted_schema = OFF;
PRAGMA secure_delete = ON;
PRAGMA synchronous = OFF;
PRAGMA temp_store = MEMORY;
"""
# Never fails, also where the last string is not closed.
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)


class Database:
    """An open database; with no `path`, or if not `is_kept`, in memory: what is written is lost.

    All methods raise MemError where another process writes for two seconds, or the disk is full.
    """

    def __init__(self, path: Path | None, *, is_kept: bool = False) -> None:
        self.path = path
        self.is_kept = is_kept
        self._connection = self._opened()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Drop the oldest rows that are over the bounds, and close the file."""
        with contextlib.suppress(MemError):
            for name, most in MOST_ROWS.items() if self._connection.total_changes else ():
                over = f"SELECT rowid FROM {name} ORDER BY rowid DESC LIMIT -1 OFFSET ?"
                self.change(f"DELETE FROM {name} WHERE rowid IN ({over})", [most])
        self._connection.close()

    def rows(self, sql: str, args: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Carry out a statement; where the file proves damaged, once more in a new one."""
        try:
            return self._connection.execute(sql, args).fetchall()
        except sqlite3.DatabaseError as fault:
            if not self.is_kept or not _is_damaged(fault):
                raise _failure(fault) from fault
        is_inside = self._connection.in_transaction
        self._connection.close()
        self._set_aside()
        self._connection = self._opened()
        if is_inside:
            self._connection.execute("BEGIN IMMEDIATE")
        return self._connection.execute(sql, args).fetchall()

    def change(self, sql: str, args: Sequence[Any] = ()) -> None:
        """Insert, update or delete."""
        self.rows(sql, args)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all changes inside or none."""
        self.change("BEGIN IMMEDIATE")
        try:
            yield
            self.change("COMMIT")
        except BaseException:
            self._connection.rollback()
            raise

    def purge(self, contains: Callable[[str], bool]) -> None:
        """Delete each row with a text that `contains` what is purged, and all its bytes.

        Asked are all values, and the strings of JSON in them; what is compressed is not.
        """
        if self.path and not self.is_kept and os.path.exists(self.path):
            raise MemError("cannot be written, so nothing is purged from it", where=_NAME)
        with self.transaction():
            for name in TABLES:
                for row, *values in self.rows(f"SELECT rowid, * FROM {name}"):
                    if any(contains(text) for value in values for text in _texts(value)):
                        self.change(f"DELETE FROM {name} WHERE rowid = ?", [row])
        self.change("PRAGMA synchronous = FULL")
        self.change("VACUUM")
        if self.path:
            self.path.with_name(_DAMAGED).unlink(missing_ok=True)

    def _opened(self) -> sqlite3.Connection:
        address = f"{self.path.as_uri()}?mode=rw" if self.path else ""
        for _ in range(2) if self.is_kept else ():
            try:
                return _connected(address)
            except sqlite3.DatabaseError as fault:
                if not _is_damaged(fault):
                    raise _failure(fault) from fault
            self._set_aside()
        with contextlib.suppress(sqlite3.DatabaseError):
            return _connected(":memory:", self.path)
        return _connected(":memory:")

    def _set_aside(self) -> None:
        """Rename the file that proved damaged, and make an empty one."""
        assert self.path
        try:
            self.path.replace(self.path.with_name(_DAMAGED))
            _make_private(self.path)  # an empty file, beside which SQLite deletes an old journal
        except OSError as fault:
            raise _failure(fault) from fault


def open_database(place: Place, *, write: bool, tracked: Callable[[Path], bool]) -> Database:
    """Open the database of a memory, whatever the file is.

    Without `write` nothing is made where the root has no `.mem`. `tracked` says whether git
    tracks a file; it is asked only where there is one. Raises MemError only with `write`, where
    another process writes for too long.
    """
    try:
        path = resolve(place.database, place.local_tree, _NAME)
        is_there = os.path.exists(path)
        is_used = write or is_there or os.path.isdir(place.root / ".mem")
        is_odd = os.path.islink(place.database) or (is_there and not os.path.isfile(path))
        if not is_used or is_odd or (is_there and tracked(path)):
            return Database(None)
        with contextlib.suppress(MemError):
            make_local(place)
        return Database(path, is_kept=_make_private(path))
    except MemError as fault:
        if write and not isinstance(fault, RefusedError):
            raise
        return Database(None)


def scratch() -> sqlite3.Connection:
    """Return an empty database in memory."""
    return sqlite3.connect(":memory:", isolation_level=None)


def _connected(address: str, copied: Path | None = None) -> sqlite3.Connection:
    """Return a database with all tables, and what the file `copied` holds."""
    connection = sqlite3.connect(address, _BUSY_SECONDS, isolation_level=None, uri=True)
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        if copied:
            source = f"{copied.as_uri()}?mode=ro&immutable=1"
            with contextlib.closing(sqlite3.connect(source, uri=True)) as file:
                file.backup(connection)
        connection.executescript(_SETTINGS)
        missing = _missing_tables(connection)
        if missing:
            mark = f"PRAGMA application_id = {_MARK}"
            connection.executescript(";".join(["BEGIN IMMEDIATE", *missing, mark, "COMMIT"]))
    except BaseException:
        connection.close()
        raise
    return connection


def _missing_tables(connection: sqlite3.Connection) -> list[str]:
    """Return the statements that make what is missing. Raises NotSupportedError if foreign."""
    made = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql <> ''"))
    is_ours = connection.execute("PRAGMA application_id").fetchone() == (_MARK,)
    is_changed = any(made.get(name, ddl) != ddl for name, ddl in TABLES.items())
    if is_changed or (made and not is_ours):
        raise sqlite3.NotSupportedError("made by another program")
    # Another process may be making them as well.
    return [
        ddl.replace("TABLE", "TABLE IF NOT EXISTS", 1)
        for name, ddl in TABLES.items()
        if name not in made
    ]


def _make_private(path: Path) -> bool:
    """Make the file, for its owner only; return whether it can be written."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | NO_WAIT, 0o600))
        os.chmod(path, 0o600)
    except OSError:
        return False
    return os.access(path.parent, os.W_OK)


def _texts(value: object) -> Iterator[str]:
    """Give a value as text, and the strings of JSON in it."""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    yield text
    for found in _STRING.finditer(text):
        with contextlib.suppress(ValueError):
            yield json.loads(found[0], strict=False)


def _is_damaged(fault: Exception) -> bool:
    code = getattr(fault, "sqlite_errorcode", 0)
    return isinstance(fault, sqlite3.NotSupportedError) or code & 0xFF in _DAMAGES


def _failure(fault: Exception) -> MemError:
    return MemError(f"cannot be used: {fault}", where=_NAME, hint="try again; it may be deleted")
