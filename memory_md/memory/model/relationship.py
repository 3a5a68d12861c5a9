"""An edge between a decision, a file and a risk."""

from collections.abc import Mapping
from typing import Any, Final, Literal, cast

from msgspec import Struct, field

RelationshipType = Literal["decision_file", "file_risk", "decision_risk"]

RELATIONSHIP_TYPES: Final = ("decision_file", "file_risk", "decision_risk")


class Relationship(Struct, frozen=True):
    """One edge. `created_at` is ISO 8601 in UTC; `extra` holds fields that are not ours."""

    type: RelationshipType
    source: str
    target: str
    label: str = ""
    session: str = ""
    created_at: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The file at one of its ends, with forward slashes; empty if neither is a file."""
        named = {"decision_file": self.target, "file_risk": self.source}.get(self.type, "")
        return named.replace("\\", "/").removeprefix("./")

    @property
    def texts(self) -> tuple[str, ...]:
        """What it says in words; a purge must reach all of it."""
        return tuple(text for text in (self.label, self.source, self.target) if text)

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes two edges the same edge."""
        return (self.type, self.source, self.target)


def relationship_type(name: str) -> RelationshipType | None:
    """The type of that name, or None if it is not one of ours."""
    return cast(RelationshipType, name) if name in RELATIONSHIP_TYPES else None


class EdgeCounts(Struct, frozen=True):
    """How many edges a change touched."""

    added: int = 0
    refreshed: int = 0
    evicted: int = 0
