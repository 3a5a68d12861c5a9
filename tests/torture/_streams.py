"""Standard streams in memory, for a call of the command line in this process; tests use it."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Pipe(io.TextIOWrapper):
    """One of them: what is written to it can be read back; it may pass for a terminal."""

    def __init__(self, data: bytes = b"", *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8", errors="backslashreplace")
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def text(self) -> str:
        self.flush()
        raw = self.buffer
        assert isinstance(raw, io.BytesIO)
        return raw.getvalue().decode("utf-8", "replace")


@contextmanager
def streams(data: bytes, *, terminal: bool = False) -> Iterator[tuple[Pipe, Pipe]]:
    """Put `data` into standard input; gives output and error, which may pass for a terminal."""
    held = sys.stdin, sys.stdout, sys.stderr
    out, err = Pipe(terminal=terminal), Pipe(terminal=terminal)
    sys.stdin, sys.stdout, sys.stderr = Pipe(data), out, err
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = held
