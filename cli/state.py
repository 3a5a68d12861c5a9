"""What every command is given: where it was called, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memory_md.actions.place import Place


@dataclass(frozen=True, slots=True)
class State:
    """The options before the command, the working directory and the time."""

    cwd: Path
    now: datetime
    root: str | None = None
    environment: str | None = None

    @property
    def place(self) -> Place:
        """The same for the actions, whose import a `--help` need not pay."""
        from memory_md.actions.place import Place

        return Place(self.cwd, self.now, self.root, self.environment)
