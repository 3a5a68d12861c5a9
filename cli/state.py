"""What every command is given: the options before it, and from them where and when it acts."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from memory_md.base.errors import MemError, UsageError

if TYPE_CHECKING:
    from memory_md.memory.actions.workspace import Workspace


class State(Struct, frozen=True):
    """`root` is the option, as it was given."""

    root: str | None = None

    @property
    def place(self) -> Workspace:
        """Where and when an action is carried out."""
        return self.on()

    def on(self, *, is_own: bool = False, layered: bool | None = None) -> Workspace:
        """Return where and when; `is_own` and `layered` say which memories are meant.

        A `--help` does not pay for the import.
        """
        from memory_md.memory.actions.workspace import Workspace
        from memory_md.memory.model.command_call import Command

        from .calling_agent import calling_agent
        from .command_path import command_path
        from .own_folder import own_folder

        environment = os.environ.get("MEM_ROOT") or None
        command = Command(" ".join(command_path(sys.argv[1:])))
        own = own_folder()
        place = Workspace(_cwd(), _now(), self.root, environment, command, own)
        is_agent = bool(calling_agent())
        return replace(place, is_own=is_own, layered=layered, by_agent=is_agent)


def _cwd() -> Path:
    try:
        return Path.cwd()
    except OSError as fault:
        raise MemError(
            f"the working directory cannot be used: {(fault.strerror or str(fault)).lower()}",
            hint="change to a directory that is there",
        ) from None


def _now() -> datetime:
    """Return the time, or the one that SOURCE_DATE_EPOCH names for reproducible output."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch:
        try:
            return datetime.fromtimestamp(int(epoch), UTC)
        except (OverflowError, OSError, ValueError):
            raise UsageError(
                f"SOURCE_DATE_EPOCH is {epoch[:30]!r}", hint="it is a number of seconds"
            ) from None
    return datetime.now().astimezone()
