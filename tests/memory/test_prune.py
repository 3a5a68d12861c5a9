"""Laws of pruning, over cruel documents: twice is once, and what left stands in the archive."""

from __future__ import annotations

import tempfile
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from memory_md.memory.actions.prune import prune
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.disk.repo import Repo
from memory_md.memory.text.learnings import Document, block_text

from .documents import BLOCKS, CONFLICTS, ENTRIES, soups

OURS = (
    "- [2025-02-02] Fixed: the parser",
    "- [2026-02-01] Gotcha: the importer",
    " - [2025-02-02] Risk (a): the cache",
    "   - [2026-01-01] Issue: the queue\n     goes on",
    "* [2026-01-20] Decision: the \u2028 format\r",
    "- [2025-02-02] Scope: a.py <!-- mem:k3v9q2xa pin -->",
    "- by hand <!-- mem:p0d7w1bz last=2020-01-01 -->",
)
# An empty file is read several times, as somebody may just be saving it: none gets empty here.
SOUPS = soups(BLOCKS, ENTRIES, CONFLICTS, OURS * 5).map(
    lambda text: f"\ufeff# T\n{text[1:]}" if text.startswith("\ufeff") else f"# T\n{text}"
)
CONFIGS = st.sampled_from(["", "eviction: {max_entries: 1, keep_entries: 1}\n"])


def blocks(document: Document) -> Counter[str]:
    return Counter(block_text(document, placed) for placed in document.entries)


@given(SOUPS, CONFIGS)
def test_twice_is_once_and_what_left_is_in_the_archive(text: str, config: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".mem").mkdir()
        (root / ".mem/config.yaml").write_text(config, encoding="utf-8")
        (root / "learnings.md").write_bytes(text.encode())
        place = Workspace(root, datetime(2026, 2, 2, 12, tzinfo=UTC), str(root))
        before = Repo.at(root).snapshot().learnings
        rehearsed = prune(place, dry_run=True)
        assert (root / "learnings.md").read_bytes() == text.encode()
        pruned = prune(place)
        assert pruned == rehearsed
        after = Repo.at(root).snapshot()
        left = [item.entry for item in pruned.leaving]
        assert not any(entry.manual or entry.pinned for entry in left)
        assert sorted(p.entry.id for p in after.archive.entries) == sorted(e.id for e in left)
        assert blocks(after.learnings) + blocks(after.archive) == blocks(before)
        assert len(after.learnings.findings) == len(before.findings)
        files = [path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()]
        assert prune(place).leaving == ()
        assert [p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()] == files
