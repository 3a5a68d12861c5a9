"""Where and when an action is carried out, and the memory that is found there."""

import contextlib
from collections.abc import Sequence
from datetime import UTC, date, datetime
from os.path import normpath
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.errors import NoMemoryError, RefusedError, UsageError
from ...files.layout import CONFIG, is_memory, memories_above
from ..disk.repo import Repo, Snapshot
from ..model.command_call import Command
from ..model.entry import Entry
from ..text.learnings import Document


class Workspace(Struct, frozen=True):
    """The working directory, the root as an option and as the environment name it, and the time.

    `own` is the folder of the person's own memory, "" where none is known, and `is_own` says that
    only that one is meant. `layered` says whether the memories above the nearest one are read with
    it; None: unless a root is named. `by_agent` says that an agent runs the command.
    """

    cwd: Path
    now: datetime
    root: str | None = None
    environment: str | None = None
    command: Command = field(default_factory=Command)
    own: str = ""
    is_own: bool = False
    layered: bool | None = None
    by_agent: bool = False

    @property
    def today(self) -> date:
        """The day of an action, local to the person."""
        return self.now.date()

    @property
    def instant(self) -> str:
        """The moment of an action, ISO 8601 in UTC with milliseconds."""
        moment = self.now.astimezone(UTC).isoformat(timespec="milliseconds")
        return moment.replace("+00:00", "Z")

    def find(self) -> Repo | None:
        """The memory here, or None. Raises UsageError where the person's own has no place."""
        if self.is_own and not self.own:
            raise UsageError(
                "no folder for your own memory is known", hint="name one in MEM_USER_ROOT"
            )
        if self.is_own:
            found: Repo | None = Repo.at(Path(self.own))
        else:
            found = Repo.find(self.cwd, self.root, self.environment)
        self.command.at = self.instant
        return replace(found, command=self.command) if found else None

    def layers(self, nearest: Repo | None) -> tuple[Repo, ...]:
        """All memories that are read as one with the nearest: it, those above, the person's own."""
        repos = [nearest] if nearest else []
        layered = self.layered
        if layered is None:
            layered = not (self.root or self.environment)
        if self.is_own or not layered:
            return tuple(repos)
        if nearest:
            repos += map(Repo.at, memories_above(nearest.layout))
        own = Path(self.own)
        if self.own and is_memory(own) and all(own != repo.layout.root for repo in repos):
            repos.append(Repo.at(own))
        return tuple(repos)

    def layer_name(self, repo: Repo) -> str:
        """What people call the memory: the person's own, else its folder in the work tree."""
        root, tree = repo.layout.root.resolve(), repo.layout.tree
        if self.own and root == Path(self.own).resolve():
            return "your own"
        return "the repository" if root == tree else root.relative_to(tree).as_posix()

    def memory(self) -> Repo:
        """The memory here. Raises NoMemoryError."""
        found = self.find()
        if found is None:
            raise NoMemoryError
        return found

    def from_root(self, repo: Repo, path: str) -> str:
        """A path from here as the root sees it; one that is not below the root, as it is."""
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            if (here := self.cwd / path).exists():
                return here.resolve().relative_to(repo.layout.root.resolve()).as_posix()
        return path

    def check_link(self, repo: Repo, path: str) -> None:
        """A file that a person names may lie anywhere; one in the work tree may not lead out of it.

        It is the repository's, which must not make us read what is not its own. Raises
        RefusedError.
        """
        tree = repo.layout.tree
        try:
            real = (self.cwd / path).resolve()
            here = Path(normpath(self.cwd / path))
            leads_out = path != "-" and here.is_relative_to(tree) and not real.is_relative_to(tree)
        except (OSError, ValueError, RuntimeError):
            return  # opening it will say what is wrong
        if leads_out:
            raise RefusedError(
                "is a link that leads out of the work tree, so it is not followed",
                where=path,
                hint=f"if that is what you want, name where it leads: {real}",
            )


class Listed(Struct, frozen=True):
    """An entry, and the file and line (from 1) it stands on; `path` is relative to the root."""

    entry: Entry
    path: str
    line: int


def listed(document: Document, path: str) -> list[Listed]:
    """All entries of a document, with their places."""
    return [Listed(placed.entry, path, placed.line) for placed in document.entries]


def warnings_of(repo: Repo, snapshot: Snapshot | None = None) -> tuple[str, ...]:
    """What was passed over in the config and the files, a line each."""
    faults = tuple(f"{CONFIG}: {fault}" for fault in repo.faults)
    return faults + (unreadable_in(snapshot) if snapshot else ())


def unreadable_in(snapshot: Snapshot) -> tuple[str, ...]:
    """What could not be read in learnings.md and the archive, a line each."""
    findings = (*snapshot.learnings.findings, *snapshot.archive.findings)
    return tuple(f"{finding.where}: {finding.message}" for finding in findings)


def names(entries: Sequence[Entry]) -> str:
    """The entries by ID and beginning, for a message."""
    from ...safety.printable_text import redacted

    return ", ".join(f"{entry.id} ({redacted(entry.text)[:40]})" for entry in entries)
