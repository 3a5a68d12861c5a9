"""What a person looks at to decide about a candidate of the inbox."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, to_builtins

from ..memory.model.entry import Entry
from ..memory.model.pending import Pending

Relation = Literal["duplicate", "contradiction", "amended", "retracted", "replaced"]


class Near(Struct, frozen=True):
    """An entry that is near to a candidate: it says the same in other words, or contradicts it.

    Or it gives way to the candidate, or is what a person may have taken back.
    """

    id: str
    relation: Relation


class Case(Struct, frozen=True):
    """A candidate that waits, and the entries of the memory that are near to it."""

    pending: Pending
    near: tuple[Near, ...] = ()

    @property
    def json(self) -> dict[str, Any]:
        """The shape in which programs and the page see it."""
        one = self.pending
        return {
            "id": one.id,
            "kind": one.kind,
            "text": one.text,
            "reason": one.reason,
            "confidence": round(one.confidence, 4),
            "evidence": [to_builtins(one.evidence(one.id))] if one.at else [],
            "near": [to_builtins(near) for near in self.near],
        }


class Reviewed(Struct, frozen=True):
    """What was decided in one call, and what waits after it, the oldest first.

    `entries` are those that are near to what waits, by ID.
    """

    waiting: tuple[Case, ...]
    entries: Mapping[str, Entry]
    approved: tuple[Pending, ...] = ()
    rejected: tuple[Pending, ...] = ()
    warnings: tuple[str, ...] = ()
