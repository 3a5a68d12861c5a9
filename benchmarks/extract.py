"""How well `mem extract` finds what is worth keeping, beside naive marker patterns, on one run.

Needs labelled passages: the files that are named, or those of the data. A line of such a file is a
JSON object {text, spans: [{span, kind, grade: must|nice}]}; a passage without spans holds nothing
worth keeping.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any, Final

from memory_md.base.settings import Extract
from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.transcripts.model.events import Prose, Said

from ._data import missing, path_of

Items = list[tuple[str, str]]
Passage = dict[str, Any]

_TOKEN: Final = re.compile(r"[a-z0-9_]+|[\u3400-\u9fff]")
_LEAST: Final = 0.5
_FITTING: Final = {
    "learning/gotcha": {"learning", "gotcha", "convention", "dependency", "architecture"},
    "decision": {"decision", "architecture", "preference"},
    "issue/fix": {"issue", "fixed"},
    "pattern/reference": {"pattern", "convention", "architecture", "learning"},
}
# What a first attempt looks like: a marker word anywhere, and the rest of the line.
_NAIVE: Final = {
    "learning": (
        r"(?:learned|discovered|found out|realized|noticed)[:.]?\s*(.+)",
        r"(?:pattern|approach|technique)[:.]?\s*(.+)",
        r"(?:tip|trick|gotcha|note)[:.]?\s*(.+)",
    ),
    "decision": (
        r"(?:decided|chose|selected|picked)[:.]?\s*(.+)",
        r"(?:using|will use|went with)[:.]?\s*(.+)",
        r"(?:because|since|rationale)[:.]?\s*(.+)",
    ),
    "issue": (
        r"(?:issue|problem|bug|error|failed|broken)[:.]?\s*(.+)",
        r"(?:workaround|fix|solution)[:.]?\s*(.+)",
        r"(?:warning|caution|careful)[:.]?\s*(.+)",
    ),
    "pattern": (
        r"(?:file|path)[:.]?\s*`([^`]+)`",
        r"(?:pattern found|see also|reference)[:.]?\s*(.+)",
    ),
}


def ours(passage: Passage) -> Items:
    """Return what `mem` stores of a passage; what waits in its inbox does not count."""
    return _found(passage, Extract().sure)


def with_inbox(passage: Passage) -> Items:
    """Return what `mem` stores of a passage, and what waits in its inbox."""
    return _found(passage, Extract().min_confidence)


def _found(passage: Passage, least: float) -> Items:
    """Read a passage; what a person said is read behind the message that it answers."""
    text, before = passage["text"], passage.get("before") or ""
    events: list[Prose | Said] = [Prose(2, text)]
    if passage.get("role") == "user":
        events = [*[Prose(1, before)] * bool(before), Said(2, text)]
    reading = read_events(events)
    found = [c for c in reading.candidates if c.line >= 2]
    return [(c.kind, c.text) for c in found if c.score >= least]


def by_patterns(passage: Passage) -> Items:
    """Return what marker patterns find in a passage."""
    return naive(passage["text"])


def naive(text: str) -> Items:
    """Return (kind, text) of all that marker patterns find."""
    found: dict[tuple[str, str], None] = {}
    for kind, patterns in _NAIVE.items():
        for pattern in patterns:
            for match in re.finditer(pattern, text, re.IGNORECASE):
                content = match[1].strip()
                if 10 < len(content) < 500:
                    found.setdefault((kind, content))
    return list(found)


def tokens(text: str) -> Counter[str]:
    return Counter(_TOKEN.findall(text.lower()))


def overlap(one: str, two: str) -> float:
    """F1 of two texts as multisets of tokens, 0 to 1."""
    first, second = tokens(one), tokens(two)
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 0.0


def measure(passages: list[Passage], extract: Callable[[Passage], Items]) -> dict[str, float]:
    """Return the shares by name; nan where there is nothing to take a share of."""
    items = hits = fitting = spans = recalled = must = must_recalled = empty = clean = 0
    for passage in passages:
        labels = passage["spans"]
        found = extract(passage)
        reached: set[int] = set()
        for kind, text in found:
            scores = [overlap(text, label["span"]) for label in labels]
            near = [place for place, score in enumerate(scores) if score >= _LEAST]
            reached |= set(near)
            hits += bool(near)
            if near:
                best = labels[max(near, key=scores.__getitem__)]
                fitting += kind in _FITTING[best["kind"]]
        items += len(found)
        spans += len(labels)
        recalled += len(reached)
        graded = [place for place, label in enumerate(labels) if label["grade"] == "must"]
        must += len(graded)
        must_recalled += len(reached & set(graded))
        empty += not labels
        clean += not labels and not found
    precision = hits / items if items else nan
    recall = recalled / spans if spans else nan
    both = precision + recall
    return {
        "precision": precision,
        "recall": recall,
        "F1": 2 * precision * recall / both if both > 0 else 0.0,
        "recall (must)": must_recalled / must if must else nan,
        "kind": fitting / hits if hits else nan,
        "clean": clean / empty if empty else nan,
    }


def main(*files: str) -> int:
    """A table for each file of labels, or for the usual one; 2 for a file that is not there."""
    usual = path_of("labels/extract.jsonl")
    if not files and not usual:
        print(f"extract: {missing('labels/extract.jsonl')}")
        return 0
    for path in [Path(name) for name in files] or [usual or Path()]:
        if not path.is_file():
            print(f"extract: no file {path}", file=sys.stderr)
            return 2
        with path.open(encoding="utf-8") as lines:
            _report([json.loads(line) for line in lines if line.strip()], path)
    return 0


def _report(passages: list[dict[str, Any]], path: Path) -> None:
    ways = {"mem": ours, "with inbox": with_inbox, "naive": by_patterns}
    rows = {name: measure(passages, way) for name, way in ways.items()}
    print(f"extract: {len(passages)} passages of {path.name}")
    print("".join(f"{name:>15}" for name in ("", *rows["mem"])))
    for name, row in rows.items():
        print(f"{name:>15}" + "".join(f"{value:>15.3f}" for value in row.values()))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
