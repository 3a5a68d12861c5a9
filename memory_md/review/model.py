"""What a person looks at to decide about a candidate of the inbox."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ..memory.model.pending import Pending

Relation = Literal["duplicate", "contradiction", "amended"]


class Near(Struct, frozen=True):
    """An entry that says the same in other words, says otherwise, or gives way to the candidate."""

    id: str
    relation: Relation


class Case(Struct, frozen=True):
    """A candidate that waits, and the entries of the memory that are near to it."""

    pending: Pending
    near: tuple[Near, ...] = ()


class Reviewed(Struct, frozen=True):
    """What was decided in one call, and what waits after it, the oldest first."""

    waiting: tuple[Case, ...]
    approved: tuple[Pending, ...] = ()
    rejected: tuple[Pending, ...] = ()
    warnings: tuple[str, ...] = ()
