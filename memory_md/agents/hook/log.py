"""What hooks did and what went wrong with them: `.mem/local/hooks.log`, and nowhere else."""

from __future__ import annotations

import contextlib

from ...base.errors import MemError
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from . import notes as hook_notes
from .payload import Moment


def note(place: Workspace, repo: Repo, moment: Moment, said: str) -> None:
    """Add a line to the log: when, which hook, what."""
    hook_notes.log(
        repo.layout, f"{place.instant} {moment.agent} {moment.event} {moment.session}: {said}"
    )


def note_fault(place: Workspace, moment: Moment, fault: BaseException) -> None:
    """Note what went wrong, where there is a memory to note it in."""
    with contextlib.suppress(MemError, OSError):
        repo = place.find()
        if repo and repo.layout.local.is_dir():
            told = str(fault) if isinstance(fault, MemError) else f"{type(fault).__name__}: {fault}"
            note(place, repo, moment, f"error: {told}")
