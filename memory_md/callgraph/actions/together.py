"""Find the lines of a context: files that usually change with those of the task."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.errors import MemError
from ...memory.disk.repo import Repo
from ...recall.model.block import BlockLine
from ..disk import graph as store
from ..rules import together as rules


def together_lines(repo: Repo, files: Sequence[str]) -> list[BlockLine]:
    """Return the lines for files relative to the root; none without a readable graph.

    A file that was removed from the work tree is not named.
    """
    if not files:
        return []
    root = repo.layout.root
    try:
        edges = store.evidence_of(repo.layout, files)
        return rules.together_lines(edges, files, exists=lambda path: (root / path).exists())
    except (MemError, OSError, ValueError):  # ValueError: a NUL in a path
        return []
