"""A process in which one write step goes wrong: no space, no right to write, or we are shot.

A step is a call of `os` that changes a disk: opening for writing, writing, syncing, renaming and so
on, and a statement of SQL that writes. `install` puts the shim into this process for good, so it
belongs into a child.
"""

from __future__ import annotations

import errno
import os
import re
import signal
import sqlite3
from collections.abc import Callable
from typing import Any, Final

from memory_md.files import replacing

WATCHED: Final = (
    *("open", "write", "fsync", "chmod", "replace", "rename", "link", "unlink", "remove", "mkdir"),
    *("rmdir", "ftruncate", "truncate", "close"),
)
ERRORS: Final = {
    "enospc": errno.ENOSPC,
    "eio": errno.EIO,
    "eacces": errno.EACCES,
    "erofs": errno.EROFS,
    "full": errno.ENOSPC,
}
# `torn` is killed in the midst of a write, `kill` before a step, `done` behind it. `enospc`, `eio`
# and `eacces` fail once; with `full` and `erofs` every later step fails too.
MODES: Final = ("kill", "torn", "done", "enospc", "eio", "eacces", "erofs", "full")
_SQLITE: Final = {  # what SQLite says of each
    "enospc": (13, "database or disk is full"),
    "full": (13, "database or disk is full"),
    "eio": (10, "disk I/O error"),
    "eacces": (8, "attempt to write a readonly database"),
    "erofs": (8, "attempt to write a readonly database"),
}
_SQL_WRITES: Final = re.compile(
    r"\s*(?:INSERT|DELETE|UPDATE|CREATE (?!.*\btemp\.)|DROP|BEGIN|COMMIT|VACUUM"
    r"|PRAGMA (?:wal_checkpoint|journal_mode|incremental_vacuum|application_id =|user_version =))"
)
_LASTING: Final = ("erofs", "full")
_RENAMES: Final = ("replace", "rename", "link", "exchange")
_FREES: Final = ("unlink", "remove", "rmdir", "close", "ftruncate", "truncate")
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

Replaced = Callable[[str], None]


class Shim:
    """Counts steps, and lets the chosen one go wrong; `replaced` is told of each new content."""

    def __init__(self, step: int = 0, mode: str = "", replaced: Replaced | None = None) -> None:
        self.step, self.mode, self.replaced = step, mode, replaced
        self.count = 0
        self.ours: set[int] = set()
        self.real = {name: getattr(os, name) for name in WATCHED}

    def install(self) -> None:
        """Take the place of the functions of `os`."""
        for name in WATCHED:
            setattr(os, name, self._function(name))
        self.real["exchange"] = replacing.exchange
        replacing.exchange = self._function("exchange")
        connect = sqlite3.connect
        database = self._database()

        def connected(*args: Any, **kwargs: Any) -> sqlite3.Connection:
            return connect(*args, **{"factory": database, **kwargs})

        sqlite3.connect = connected  # type: ignore[assignment]

    def _database(self) -> type[sqlite3.Connection]:
        """A connection whose statements that write are steps."""
        shim = self

        class Database(sqlite3.Connection):
            def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
                return shim.stated(sql, lambda: sqlite3.Connection.execute(self, sql, *args))

            def executemany(self, sql: str, *args: Any) -> sqlite3.Cursor:
                return shim.stated(sql, lambda: sqlite3.Connection.executemany(self, sql, *args))

        return Database

    def stated(self, sql: str, work: Callable[[], sqlite3.Cursor]) -> sqlite3.Cursor:
        """Run a statement, unless it is the step that goes wrong."""
        if not _SQL_WRITES.match(sql):
            return work()
        self.count += 1
        if self.step and self._is_hit("sql"):
            if self.mode == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            if self.mode in _SQLITE:
                code, words = _SQLITE[self.mode]
                fault = sqlite3.OperationalError(words)
                fault.sqlite_errorcode = code
                raise fault
        cursor = work()
        if self.mode == "done" and self.count == self.step:
            os.kill(os.getpid(), signal.SIGKILL)
        return cursor

    def _function(self, name: str) -> Callable[..., Any]:
        real = self.real[name]

        def call(*args: Any, **kwargs: Any) -> Any:
            if not self._is_step(name, args):
                return real(*args, **kwargs)
            self.count += 1
            if self.step and self._is_hit(name):
                self._go_wrong(name, args)
            result = real(*args, **kwargs)
            self._after(name, args, result)
            return result

        return call

    def _is_step(self, name: str, args: tuple[Any, ...]) -> bool:
        if name == "open":
            path = args[0]
            flags = args[1] if len(args) > 1 else 0
            return bool(flags & _WRITES) and path != os.devnull
        if name in ("write", "ftruncate", "close"):
            return args[0] in self.ours
        return True

    def _is_hit(self, name: str) -> bool:
        if self.mode in _LASTING and self.count >= self.step:
            return not (
                self.mode == "full" and name in (*_FREES, "replace", "rename", "exchange", "chmod")
            )
        return self.count == self.step

    def _go_wrong(self, name: str, args: tuple[Any, ...]) -> None:
        real = self.real
        if self.mode == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.mode == "torn" and name == "write":
            real["write"](args[0], bytes(args[1])[: len(args[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        if self.mode in ERRORS and name != "close":
            if self.mode in ("enospc", "full") and name == "write":
                # As a disk does: what fits is written, and nothing more.
                real["write"](args[0], bytes(args[1])[: len(args[1]) // 2])
            raise OSError(ERRORS[self.mode], os.strerror(ERRORS[self.mode]), _named(args))

    def _after(self, name: str, args: tuple[Any, ...], result: Any) -> None:
        if name == "open":
            self.ours.add(result)
        elif name == "close":
            self.ours.discard(args[0])
        elif name in _RENAMES and self.replaced:
            self.replaced(os.fspath(args[1]))
        if self.mode == "done" and self.count == self.step:
            os.kill(os.getpid(), signal.SIGKILL)


def _named(args: tuple[Any, ...]) -> str | None:
    return os.fspath(args[0]) if isinstance(args[0], str | os.PathLike) else None
