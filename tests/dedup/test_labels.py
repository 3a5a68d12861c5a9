"""The figures on pairs that people labelled, where there are any."""

from __future__ import annotations

import json
from pathlib import Path

from memory_md.memory.lines import split_words

from .test_compare import relation

_NAMES = {"dup": "duplicate", "contradiction": "contradiction", "distinct": "different"}


def without_head(line: str) -> str:
    return split_words(line.removeprefix("- "))[3]


def test_duplicates_and_contradictions_are_found_as_promised(realdata: Path) -> None:
    rows = (realdata / "labels" / "dedup.jsonl").read_text(encoding="utf-8").splitlines()
    judged = [
        (_NAMES[row["label"]], relation(without_head(row["a"]), without_head(row["b"])))
        for row in map(json.loads, rows)
    ]
    for name, least_precision, least_recall in (
        ("duplicate", 0.93, 0.65),
        ("contradiction", 0.95, 0.45),
    ):
        right = judged.count((name, name))
        precision = right / max(1, sum(said == name for _, said in judged))
        recall = right / max(1, sum(label == name for label, _ in judged))
        assert precision >= least_precision, name
        assert recall >= least_recall, name
