"""A memory to which nothing is written: what a dry run changes instead of the real one."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import field
from msgspec.structs import replace

from .repo import Change, Repo, Result, Snapshot


class DryRun(Repo, frozen=True):
    """A memory whose transactions are only remembered, so that each sees those before it."""

    changes: list[Change] = field(default_factory=list)

    @classmethod
    def of(cls, repo: Repo) -> DryRun:
        """Return a dry run of that memory."""
        return cls(repo.layout, repo.settings, repo.faults)

    def snapshot(self, *, with_edges: bool = False) -> Snapshot:
        """What the files would say; raises as `Repo.snapshot`."""
        snapshot = Repo.snapshot(self, with_edges=with_edges)
        for change in self.changes:
            snapshot = _after(snapshot, change)
        return snapshot

    def transact(
        self, compute: Callable[[Snapshot], tuple[Change, Result]], *, with_edges: bool = False
    ) -> Result:
        """Compute a change, remember it, and give its result. No file and no lock is touched."""
        snapshot = self.snapshot(with_edges=with_edges)
        change, result = compute(snapshot)
        if change.edges == snapshot.edges:  # which may be none because none were read
            change = replace(change, edges=None)
        self.changes.append(change)
        return result


def _after(snapshot: Snapshot, change: Change) -> Snapshot:
    if change.learnings:
        data = change.learnings.text.encode("utf-8", "surrogateescape")
        missing = not data and snapshot.learnings_data is None
        snapshot = replace(
            snapshot, learnings=change.learnings, learnings_data=None if missing else data
        )
    if change.archive:
        snapshot = replace(snapshot, archive=change.archive)
    return replace(snapshot, edges=change.edges) if change.edges else snapshot
