"""How useful a context's lines were to a reader who had the task and the repository of that day.

The verdicts are in `labels/context_lines.jsonl`, without the texts. What is printed is the share of
useful ones among candidate sentences by how much of the task they say, of the lines that real
tasks were given, after fifteen real sessions in each repository, and of candidate lines of curated
notes by their part of the best line's score. Of the lines for prompts that the rules of today were
chosen on (`prompts`) it is told by what they go by; `fifth` is the look after that, at repositories
that nobody had read. Of agents' sentences for the requests that sessions began with, and for later
prompts (`openings`), it is told by how much of the task they hold; `sixth` is the look after that.
Of the best lines of all that was stored, whatever a context would print (`drawn`), of rules that
persons wrote for agents and real tasks (`rules`), and of notes that nobody named as an answer
(`notes`) it is told beside what.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

LABELS: Final = Path(__file__).parent / "labels" / "context_lines.jsonl"
_SHARES: Final = (0.2, 0.4, 0.5, 0.6, 0.7)
_LEAST_WORTH: Final = 0.25
_PARTS: Final = (0.3, 0.4, 0.5, 0.6, 0.9)
_HALF_CLEAR: Final = 0.5
_CLEAR: Final = 0.7


def main() -> int:
    """Print the shares."""
    rows = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]
    candidates = [row for row in rows if row["set"] == "candidates"]
    likely = [row for row in candidates if row["worth"] >= _LEAST_WORTH and row["own"] <= 0.8]
    for share in _SHARES:
        _tell(f"sentences, share {share} and more", [r for r in likely if r["share"] >= share])
    _of_prompts([row for row in rows if row["set"] == "prompts"])
    _of_openings([row for row in rows if row["set"] == "openings"])
    for name in ("first", "last", "third", "fourth", "fifth", "sixth"):
        for kind in ("entry", "preference", "edge", "file", "quote"):
            own = [row for row in rows if (row["set"], row["kind"]) == (name, kind)]
            _tell(f"{name} unseen tasks: {kind}", own)
    curated = [row for row in rows if row["set"] == "curated"]
    for name in ("drawn", "rules", "notes"):
        own = [row for row in rows if row["set"] == name]
        _tell(f"{name}: all", own)
        _tell(f"{name}: clear of the task", [row for row in own if row["clarity"] >= _CLEAR])
        _tell(f"{name}: told in many tasks", [row for row in own if row["seen"] > 1])
        _tell(f"{name}: always, never", [row for row in own if row["always"]])
    for part in _PARTS:
        some = [row for row in curated if row["part"] >= part and row["clarity"] >= _HALF_CLEAR]
        _tell(f"curated notes, {part} of the best and more", some)
    return 0


def _of_prompts(rows: Iterable[dict[str, Any]]) -> None:
    """Print the shares of sentences by the part of the prompt they say, of entries by relevance."""
    rows = list(rows)
    told = [row for row in rows if "share" in row and row["worth"] >= _LEAST_WORTH]
    for share in (0.6, 0.7, 0.8):
        some = [row for row in told if row["share"] >= share]
        _tell(f"prompts, sentence, share {share}", some)
        _tell(f"prompts, share {share}, under a heading", [row for row in some if row["heading"]])
    known = [row for row in rows if row["kind"] == "entry" and "relevance" in row]
    for least, most in ((0.35, 0.7), (0.7, 0.9), (0.9, 1.1)):
        some = [row for row in known if least <= row["relevance"] < most]
        _tell(f"prompts, entry, relevance from {least}", some)


def _of_openings(rows: Iterable[dict[str, Any]]) -> None:
    """Print the shares by the terms that sentence and task share, and how much of it they hold."""
    rows = list(rows)
    for kind in ("entry", "preference", "surest"):
        _tell(f"openings, {kind}", [row for row in rows if row["kind"] == kind])
    likely = [row for row in rows if row["kind"] == "quote" and _may_be_told(row)]
    for name, is_first in (("first", True), ("later", False)):
        own = [row for row in likely if row["opening"] is is_first]
        for shared, cover in ((3, 0.4), (4, 0.4), (5, 0.3), (5, 0.4)):
            some = [row for row in own if row["shared"] >= shared and row["cover"] >= cover]
            _tell(f"{name} prompt, {shared} terms, {cover} of it", some)


def _may_be_told(row: dict[str, Any]) -> bool:
    """Return whether a sentence is worth something, and of a session that is near the best."""
    return bool(
        row["near"] >= 0.7
        and row["said"] >= 250
        and row["worth"] >= 0.15
        and row["own"] <= 0.8
        and row["likeness"] >= 0.15
    )


def _tell(name: str, rows: Iterable[dict[str, Any]]) -> None:
    verdicts = [bool(row["useful"]) for row in rows]
    if verdicts:
        print(f"lines: {name:34} {sum(verdicts):3} useful of {len(verdicts):3}")
