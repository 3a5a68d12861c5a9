"""Which memory a command is about, at which moment, and who calls it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from memory_md.base import moment
from memory_md.base.errors import NoMemoryError, NotFoundError, RefusedError, UnreadableError
from memory_md.files.layout import find_root
from memory_md.memory.memory import Memory
from memory_md.memory.opening import Opened, open_root, person_root

from .output import warn

# Agents set a variable for the commands that they run. Each is asked for by its exact name:
# people's own settings share the prefixes.
_AGENT_VARIABLES: Final = (
    *("CLAUDECODE", "CODEX_SANDBOX", "COPILOT_CLI", "CURSOR_AGENT", "GEMINI_CLI"),
    *("OPENCODE", "QWEN_CODE"),
)
# What `--root` named, for all of a process.
root_option: list[str] = []


def now() -> str:
    """Return the moment in ISO 8601, UTC, to the millisecond; `SOURCE_DATE_EPOCH` can set it."""
    return moment.now(os.environ)


def input_bytes(name: str) -> bytes:
    """Return what a file holds; "-" is standard input. Raises MemError."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except FileNotFoundError:
        raise NotFoundError("no such file", where=name, hint="name a file, or -") from None
    except OSError as fault:
        raise UnreadableError(f"cannot be read: {fault.strerror}", where=name) from None


def find() -> Path | None:
    """Return the root of the memory, None where there is none. Raises UsageError."""
    option = root_option[-1] if root_option else None
    return find_root(Path.cwd(), option, os.environ.get("MEM_ROOT"))


def opened(*, user: bool = False, make: bool = False, quiet: bool = False) -> Opened:
    """Open the memory, or the person's own one, which `make` makes. Raises NoMemoryError."""
    if user:
        root = person_root()
        if make:
            root.mkdir(mode=0o700, parents=True, exist_ok=True)
            (root / ".mem").mkdir(exist_ok=True)
        return open_root(root, now(), root)
    found = find()
    if found is None:
        raise NoMemoryError
    return opened_at(found, quiet=quiet)


def opened_at(root: Path, *, quiet: bool = False) -> Opened:
    """Open the memory at that root; say what its config has wrong."""
    result = open_root(root, now(), person_root())
    if not quiet:
        warn(result.faults)
    return result


@contextmanager
def reading(*, user: bool = False) -> Iterator[Memory]:
    """Read the memory, and say what of it cannot be read; its database is open meanwhile."""
    here = opened(user=user)
    with here.database() as database:
        memory = Memory.read(here, database)
        warn(f"{one.where}: {one.message}" for one in memory.problems)
        yield memory


def calling_agent() -> str:
    """Return the variable that says that an agent runs this command; "" where none does."""
    return next((name for name in _AGENT_VARIABLES if os.environ.get(name)), "")


def refuse_agents(command: str) -> None:
    """Raise RefusedError where an agent calls what only a person may do."""
    if name := calling_agent():
        raise RefusedError(
            f"`{command}` is for a person, and {name} is set, so an agent runs it",
            hint=f"run `{command}` yourself, in a terminal of your own",
        )
