"""`mem review` at a terminal: decide about one candidate after another, and take it back."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ...base.errors import RefusedError
from ...base.identity import identity_form
from ...memory.actions.edit import confirm, edit
from ...memory.actions.remove import remove
from ...memory.actions.undo import undo
from ...memory.actions.workspace import Workspace
from ...memory.model.entry import Entry
from ..model import Case
from .waiting import approve, list_waiting, reject


class Waiting(Struct, frozen=True):
    """What waits, the oldest first, and the entries that are near to it, by ID."""

    cases: tuple[Case, ...]
    entries: Mapping[str, Entry]
    warnings: tuple[str, ...] = ()


def waiting(place: Workspace) -> Waiting:
    """Return what waits for a person."""
    found = list_waiting(place)
    live = place.memory().snapshot().learnings.by_id() if found.waiting else {}
    near = {near.id for case in found.waiting for near in case.near}
    entries = {id_: live[id_].entry for id_ in near if id_ in live}
    return Waiting(found.waiting, entries, found.warnings)


def keep(place: Workspace, cases: Sequence[Case]) -> tuple[str, ...]:
    """Approve them, and confirm those that are entries of a person; return what to tell.

    Raises MemError.
    """
    own, others = _apart(cases)
    warnings = confirm(place, own).warnings if own else ()
    return (*warnings, *(approve(place, others).warnings if others else ()))


def keep_as(place: Workspace, case: Case, text: str) -> tuple[str, ...]:
    """Approve a candidate in a person's words, which are theirs then; return what to tell.

    Raises MemError.
    """
    one = case.pending
    keep(place, [case])
    live = place.memory().snapshot().learnings.by_id()
    form = identity_form(one.text)
    same = [id_ for id_, placed in live.items() if identity_form(placed.entry.text) == form]
    return edit(place, one.id if one.id in same else same[0], text, whole=True).warnings


def drop(place: Workspace, cases: Sequence[Case]) -> tuple[str, ...]:
    """Reject them, and take out those that are entries of a person; return what to tell.

    Raises MemError.
    """
    own, others = _apart(cases)
    warnings = remove(place, own, reason="replaced").warnings if own else ()
    return (*warnings, *(reject(place, others).warnings if others else ()))


def _apart(cases: Sequence[Case]) -> tuple[list[str], list[str]]:
    own = [c.pending.id for c in cases if any(n.relation == "replaced" for n in c.near)]
    return own, [c.pending.id for c in cases if c.pending.id not in own]


def take_back(place: Workspace, name: str, at: str) -> None:
    """Undo that command of that moment. Raises RefusedError where it is not the last one."""
    last = undo(place, dry_run=True)
    if last.reason or (last.command, last.at) != (name, at):
        raise RefusedError(
            last.reason or "something else changed the memory since then",
            hint="`mem undo --dry-run` shows what was last",
        )
    undo(place)
