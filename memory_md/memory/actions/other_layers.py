"""What the other memories that are read with one know of a text: it is not stored twice."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from ..disk.repo import Repo, Snapshot
from ..rules.removed import REJECTED, purge_mark
from .workspace import Workspace

if TYPE_CHECKING:
    from ...extract.model import Action

# What becomes of a text, why, and the ID of the entry that says the same.
Known = tuple["Action", str, str]


class OtherLayers(Struct):
    """The memories beside the one that is written to, the nearest first; read at the first use."""

    place: Workspace
    repo: Repo
    read: list[tuple[str, Snapshot]] | None = None

    def find(self, kind: str, text: str) -> Known | None:
        """Return what they know of a text: taken out for good in one of them, or said in one."""
        if self.read is None:
            others = self.place.layers(self.repo)[1:]
            self.read = [(self.place.layer_name(one), one.snapshot()) for one in others]
        return (
            (_rejected(self.read, kind, text) or self._known_as(kind, text)) if self.read else None
        )

    def _known_as(self, kind: str, text: str) -> Known | None:
        from ...dedup.index import Index

        for name, snapshot in self.read or ():
            live = [placed.entry for placed in snapshot.learnings.entries]
            match = Index(live, threshold=self.repo.settings.dedup.threshold).compare(kind, text)
            if match and match.relation == "duplicate":
                return "unchanged", f"{name} knows it already", match.id
        return None


def _rejected(read: Sequence[tuple[str, Snapshot]], kind: str, text: str) -> Known | None:
    from ...dedup.folding import Rejected

    for name, snapshot in read:
        if purge_mark(text) in snapshot.purged:
            return "suppressed", f"a person purged this text in {name}", ""
        out = (placed.entry for placed in snapshot.archive.entries)
        rejected = Rejected(e for e in out if e.archived and e.archived.reason in REJECTED)
        found = rejected.find(kind, text)
        if found and found.archived:
            left = found.archived
            return "suppressed", f"{left.reason} on {left.on} in {name}", found.id
    return None
