"""Where and when an action is carried out, and the memory that is found there."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import UTC, date, datetime
from os.path import normpath
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.errors import RefusedError
from ...files.layout import CONFIG
from ..disk.repo import NoMemoryError, Repo, Snapshot
from ..model.command_call import Command
from ..model.entry import Entry
from ..text.learnings import Document


class Workspace(Struct, frozen=True):
    """The working directory, the root as an option and as the environment name it, and the time."""

    cwd: Path
    now: datetime
    root: str | None = None
    environment: str | None = None
    command: Command = field(default_factory=Command)

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
        """The memory here, or None."""
        found = Repo.find(self.cwd, self.root, self.environment)
        self.command.at = self.instant
        return replace(found, command=self.command) if found else None

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
    told = tuple(f"{CONFIG}: {fault}" for fault in repo.faults)
    return told + (unreadable_in(snapshot) if snapshot else ())


def unreadable_in(snapshot: Snapshot) -> tuple[str, ...]:
    """What could not be read in learnings.md and the archive, a line each."""
    findings = (*snapshot.learnings.findings, *snapshot.archive.findings)
    return tuple(f"{finding.where}: {finding.message}" for finding in findings)


def names(entries: Sequence[Entry]) -> str:
    """The entries by ID and beginning, for a message."""
    from ...safety.shown import redacted

    return ", ".join(f"{entry.id} ({redacted(entry.text)[:40]})" for entry in entries)
