"""Exact token counts are kept line by line: the vocabularies are loaded for new lines alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks._memories import random_memory
from memory_md.base.token_estimate import Count
from memory_md.files.layout import Layout
from memory_md.recall.disk import tokenizer
from memory_md.recall.disk.tokenizer import kept_counter

from .test_budget import SEEDS, allowed, truths

__all__ = ["allowed", "truths"]
NOT_AT_LINE_ENDS = "a.\n\n\nb!\n/etc/passwd\n  c \n\n### D\n- e/\n//f"


def texts() -> list[str]:
    blocks = []
    for seed in SEEDS:
        entries, _ = random_memory(seed)
        lines = [f"- {entry.text}" for entry in entries]
        blocks.append("## Workspace Learnings\n\n" + "\n".join(lines) + "\n")
    return [*blocks, NOT_AT_LINE_ENDS, "", "\n", "\n\n", "no end"]


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    (tmp_path / ".mem/local/parsed").mkdir(parents=True)
    return Layout(tmp_path, tmp_path)


def test_lines_counted_apart_come_to_the_count_of_the_whole(
    layout: Layout, truths: list[Count], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = [max(count(text) for count in truths) for text in texts()]
    with kept_counter(layout) as count:
        assert [count(text) for text in texts()] == wanted
    monkeypatch.setattr(tokenizer, "vocabulary", None)  # is not asked for again
    with kept_counter(layout) as count:
        assert [count(text) for text in texts()] == wanted
