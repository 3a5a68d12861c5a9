"""The database `.mem/local/sessions.db`: its schema, how it is opened, and what may go wrong.

    sessions    number, the session's name, its task and source, the time of its newest passage, and
                how many passages, tokens and bytes of text it has
    passages    id (the session's number, shifted, and its place), two keys by which it is known
                again, and its values; see `Passage`
    terms       FTS5 without content: the tokens of each passage, made by `tokens`, not by SQLite
    meta        `scheme`: how these tokens were made

A commit is a session with one message, by the speaker "commit". Commits have numbers of their own,
from `FIRST_COMMIT` on, so that a search of what was said passes them over.

It has a write-ahead log: with eight writers that also read, no reader waits, where with a rollback
journal one in fifty found the database locked for 250 ms. A file of another version, or a damaged
one, is replaced by a new one.
"""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from ...base.errors import MemError, RefusedError
from ...files import make_directory, make_private_file, resolve
from ...files.layout import LOCAL, SESSIONS, Layout
from ...files.local_folder import make_local_folder
from ...git.tracked import may_be_tracked, tracked_files
from ...memory.disk.local import SQLITE_FILES, delete_sessions
from . import index

if TYPE_CHECKING:
    from sqlite3 import Connection, DatabaseError

_APPLICATION: Final = 0x6D656D73  # "mems"
_READER_SECONDS: Final = 0.25  # that a reader waits for a writer
_WRITER_SECONDS: Final = 5.0
_DAMAGED: Final = frozenset({11, 24, 26})  # SQLITE_CORRUPT, FORMAT, NOTADB
_BUSY: Final = frozenset({5, 6})  # SQLITE_BUSY, LOCKED
_ESCAPED: Final = {ord("%"): "%25", ord("?"): "%3f", ord("#"): "%23"}  # in a URI
_VERSION: Final = 1
_SHIFT: Final = 20  # bits of a passage's id that are its place in the session
FIRST_COMMIT: Final = 1 << 32
SAID: Final = range(1, FIRST_COMMIT)  # numbers of sessions
COMMITS: Final = range(FIRST_COMMIT, 1 << 42)

_SCHEMA: Final = f"""\
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE sessions (number INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE, task TEXT,
    source TEXT, at TEXT, passages INTEGER, tokens INTEGER, bytes INTEGER);
CREATE TABLE passages (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE,
    content BLOB NOT NULL UNIQUE, message TEXT, turn INTEGER, at TEXT, speaker TEXT, text TEXT,
    files TEXT, weight REAL, tokens INTEGER, line INTEGER);
CREATE VIRTUAL TABLE terms USING fts5 (body, content='', columnsize=0, detail=none,
    tokenize="ascii tokenchars '{index.SIGNS}'")"""
_TABLES: Final = tuple(_SCHEMA.split(";\n"))
_OURS: Final = frozenset({"meta", "sessions", "passages", "terms"})
_FTS: Final = frozenset(f"terms_{name}" for name in ("data", "idx", "config", "docsize"))
Result = TypeVar("Result")


class BusyError(MemError):
    """Another process is writing."""


class DamagedError(MemError):
    """The file is no database of ours."""


def path_of(layout: Layout) -> Path:
    """Where the database is, whether or not it is there."""
    return layout.root / SESSIONS


def exists(layout: Layout) -> bool:
    """Whether there is a file in its place."""
    return path_of(layout).exists()


def session_number(passage: int) -> int:
    """The number of the session that a passage with this id belongs to."""
    return passage >> _SHIFT


def first_id(session: int) -> int:
    """The id of the first passage that a session with this number can have."""
    return session << _SHIFT


def last_id(session: int) -> int:
    """The id of its last one."""
    return ((session + 1) << _SHIFT) - 1


# -- opening it ----------------------------------------------------------------------------------


@contextlib.contextmanager
def reading(layout: Layout) -> Iterator[Connection | None]:
    """Open it to read; None where it is not there, or is empty.

    `vocabulary` tells in how many passages a token stands.

    Raises BusyError, DamagedError, and MemError for what cannot or must not be read.
    """
    path = _checked(layout)
    if path is None:
        yield None
        return
    with _connected(path, _READER_SECONDS) as db:
        if not _is_made(db):
            yield None
            return
        db.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, terms, 'row')")
        db.execute("PRAGMA query_only = ON")
        yield db


def write(layout: Layout, work: Callable[[Connection], Result]) -> tuple[Result, tuple[str, ...]]:
    """Make the database where there is none, do the work in it, and say what was made anew.

    The work makes its own transactions. It is done again in a new database where the old one turns
    out to be damaged. Raises BusyError, and MemError for what cannot or must not be written.
    """
    if not layout.local.is_dir():
        make_local_folder(layout)
    make_directory(layout.local, layout.tree, name=LOCAL)
    _checked(layout)
    try:
        return _write(layout, work), ()
    except DamagedError as fault:
        _replace_damaged(layout)
        warning = f"{fault}; a new one was made, and the sessions kept before are lost"
        return _write(layout, work), (warning,)


def update(
    layout: Layout, work: Callable[[Connection], Result]
) -> tuple[Result | None, tuple[str, ...]]:
    """Do the work only where there is a database: as `write`, else None."""
    return write(layout, work) if exists(layout) else (None, ())


def _write(layout: Layout, work: Callable[[Connection], Result]) -> Result:
    path = resolve(path_of(layout), layout.tree, SESSIONS)
    try:
        make_private_file(path, layout.tree)
    except OSError as fault:
        raise MemError(f"cannot be written: {fault.strerror}", where=SESSIONS) from None
    with _connected(path, _WRITER_SECONDS) as db:
        _prepare(db)
        db.execute("PRAGMA synchronous = NORMAL")  # a crash of the machine may cost the newest
        return work(db)


def _replace_damaged(layout: Layout) -> None:
    """Delete a damaged database, unless another process has done so already."""
    from ...files import lock

    with lock.hold(layout.local / "sessions.lock", layout.tree):
        try:
            with reading(layout) as db:
                if db is not None and db.execute("PRAGMA quick_check").fetchone() == ("ok",):
                    db.execute("SELECT count(*) FROM terms WHERE terms MATCH 'a'").fetchone()
                    for _ in db.execute("SELECT * FROM passages"):  # is all of it UTF-8?
                        pass
                    return
        except MemError:
            pass
        with contextlib.suppress(OSError):
            delete_sessions(layout)


def _checked(layout: Layout) -> Path | None:
    """The database's real path; None where there is none. Raises RefusedError."""
    path = resolve(path_of(layout), layout.tree, SESSIONS)
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise MemError(f"cannot be read: {fault.strerror}", where=SESSIONS) from None
    if not stat.S_ISREG(mode):
        raise RefusedError("is not a regular file", where=SESSIONS, hint="delete it")
    if any(path.with_name(path.name + end).is_symlink() for end in SQLITE_FILES[1:]):
        raise RefusedError("has a link beside it", where=SESSIONS, hint="delete the link")
    if may_be_tracked(layout.tree, path.name) and tracked_files(layout.root, SESSIONS):
        raise RefusedError(
            "is tracked by git, so it is not read: anybody could have put it into the repository",
            where=SESSIONS,
            hint=f"git rm --cached {SESSIONS}",
        )
    return path


@contextlib.contextmanager
def _connected(path: Path, seconds: float) -> Iterator[Connection]:
    """Open the file, and turn SQLite's errors into ours."""
    import sqlite3

    db = None
    try:
        # As `as_uri` writes it, which takes 3 ms to load.
        uri = path.absolute().as_posix().lstrip("/").translate(_ESCAPED)
        name = f"file:///{uri}?mode=rw"
        db = sqlite3.connect(name, timeout=seconds, isolation_level=None, uri=True)
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA secure_delete = ON")
        yield db
    except sqlite3.DatabaseError as fault:
        raise _as_ours(fault) from None
    except UnicodeDecodeError as fault:
        raise _damaged(str(fault)) from None
    finally:
        if db is not None:
            db.close()


def _as_ours(fault: DatabaseError) -> MemError:
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    if code in _BUSY:
        return busy()
    if code in _DAMAGED or "decode to UTF-8" in str(fault):  # that one is Python's, without a code
        return _damaged(str(fault))
    return MemError(
        f"cannot be used: {fault}", where=SESSIONS, hint="delete it: mem makes a new one"
    )


def _damaged(why: str) -> DamagedError:
    return DamagedError(
        f"is damaged ({why})", where=SESSIONS, hint="delete it: mem makes a new one"
    )


# -- its schema ----------------------------------------------------------------------------------


def _is_made(db: Connection) -> bool:
    """Whether the tables are there, False in an empty file. Raises DamagedError if not ours."""
    found = db.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    if not found:
        return False
    # Only now: who makes the tables gives them their version in the same transaction.
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if db.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
        raise _damaged("it is not ours")
    if version != _VERSION:
        raise _damaged(f"its version is {version}, not {_VERSION}")
    names = {name for kind, name, _ in found if kind == "table"}
    others = {kind for kind, _, sql in found if kind != "table" and sql}
    own = {sql for _, name, sql in found if name in _OURS}
    if others or not names <= _OURS | _FTS or own != set(_TABLES):
        raise _damaged("its tables are not ours")
    return True


def _prepare(db: Connection) -> None:
    """Make the tables in an empty file, and bring the tokens up to date."""
    import sqlite3

    is_new = not _is_made(db)
    if is_new:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
    with contextlib.suppress(sqlite3.OperationalError):  # somebody is in it: the next one does it
        db.execute("PRAGMA journal_mode = WAL")
    if is_new:
        with transaction(db):
            if not _is_made(db):  # another process may have come first
                for table in _TABLES:
                    db.execute(table)
                db.execute("INSERT INTO meta VALUES ('scheme', ?)", (index.scheme(),))
                db.execute(f"PRAGMA application_id = {_APPLICATION}")
                db.execute(f"PRAGMA user_version = {_VERSION}")
    known = db.execute("SELECT value FROM meta WHERE key = 'scheme'").fetchone()
    if known != (index.scheme(),):
        with transaction(db):
            index.rebuild(db)
            db.execute("INSERT OR REPLACE INTO meta VALUES ('scheme', ?)", (index.scheme(),))


def shrink_log(db: Connection) -> bool:
    """Write all of the log into the database and empty it; whether nobody was in the way."""
    return not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]


def busy() -> BusyError:
    """The error for what another process keeps us from."""
    return BusyError("is being used by another process", where=SESSIONS, hint="try again")


@contextlib.contextmanager
def transaction(db: Connection) -> Iterator[None]:
    """Write all of it or nothing; it waits for other writers at its beginning only."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
