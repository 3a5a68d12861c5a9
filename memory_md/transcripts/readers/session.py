"""The session that a transcript belongs to, as its records name it."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.events import Event, Session


class FirstSession:
    """The first id and directory that records name, yielded once."""

    def __init__(self) -> None:
        self.id = ""
        self.cwd = ""
        self._line = 0
        self._is_over = False

    def met(self, line: int, name: object, cwd: object) -> None:
        """Note the id and the directory of a record, where they are strings."""
        if not self.id and isinstance(name, str) and name:
            self.id, self._line = name, line
        if not self.cwd and isinstance(cwd, str) and cwd:
            self.cwd, self._line = cwd, self._line or line

    def event(self) -> Iterator[Event]:
        """Yield the session the first time that anything is known of it."""
        if not self._is_over and (self.id or self.cwd):
            self._is_over = True
            yield Session(self._line, self.id, self.cwd)
