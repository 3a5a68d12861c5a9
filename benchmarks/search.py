"""How well `mem search --in` finds the file that answers a question, beside plain FTS5, in one run.

Needs the collection of real files: MEM_REALDATA, or ../shared/realdata beside the repository. The
questions are ours, in our own words; the odd ones were looked at when the ranking was tuned, the
even ones were not.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from memory_md.memory.actions.workspace import Workspace
from memory_md.recall.actions.search import find
from memory_md.terms.ranking import rank

_PARTS: Final = ("adr", "diary", "handoff", "learnings", "summary")
_LIMIT: Final = 20
_ENTRIES: Final = 10_000
_RUNS: Final = 5
_BOUND: Final = 4.0

# Files for a question, best first.
Ranker = Callable[[str], Sequence[str]]


def ours(folder: Path) -> Ranker:
    """The command itself, its reading of the folder included."""
    place = Workspace(folder, datetime(2026, 2, 2, 12, tzinfo=UTC))

    def ranked(question: str) -> Sequence[str]:
        found = find(place, question, folder=folder, limit=_LIMIT)
        return list(dict.fromkeys(result.path for result in found.results))

    return ranked


def fts5(folder: Path) -> Ranker:
    """SQLite's BM25 with its Porter stemmer; the words of the question joined by OR."""
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE t USING fts5(name UNINDEXED, body, tokenize='porter')")
    for path in sorted(folder.rglob("*.md")):
        body = path.read_text(encoding="utf-8", errors="replace")
        index.execute("INSERT INTO t VALUES (?, ?)", (path.relative_to(folder).as_posix(), body))

    def ranked(question: str) -> Sequence[str]:
        match = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", question))
        rows = index.execute(
            "SELECT name FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT ?", (match, _LIMIT)
        )
        return [row[0] for row in rows]

    return ranked


def measure(ranked: Ranker, asked: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Recall within 5 and 10 files, mean reciprocal rank, and milliseconds a question."""
    start = time.perf_counter()
    found = [(list(ranked(question)), path) for question, path in asked]
    took = time.perf_counter() - start
    places = [paths.index(path) + 1 if path in paths else 0 for paths, path in found]
    count = len(asked)
    return {
        "recall@5": sum(0 < place <= 5 for place in places) / count,
        "recall@10": sum(0 < place <= 10 for place in places) / count,
        "MRR": sum(1 / place for place in places if place) / count,
        "ms": 1000 * took / count,
    }


def entries_ratio() -> float:
    """Time to rank many short texts, in that of SQLite to index them and answer once."""
    texts = [
        f"The `handler_{i % 900}` of service {i % 7} retries {i % 50} times, because it may be cold"
        for i in range(_ENTRIES)
    ]

    def theirs() -> None:
        index = sqlite3.connect(":memory:")
        index.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize='porter')")
        index.executemany("INSERT INTO t VALUES (?)", ((text,) for text in texts))
        match = "handler_77 OR retry OR cold"
        index.execute("SELECT rowid, bm25(t) FROM t WHERE t MATCH ?", (match,)).fetchall()

    ratios = []
    for _ in range(_RUNS):
        ours = _seconds(lambda: rank("why does handler_77 retry when cold", texts))
        ratios.append(ours / _seconds(theirs))
    return statistics.median(ratios)


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> int:
    """Print a row for each ranking and half of the questions; 1 if one is slower than its bound."""
    ratio = entries_ratio()
    missed = ratio > _BOUND
    print(f"search: {_ENTRIES} short texts / FTS5 {ratio:.2f} {_BOUND:.1f}{' missed' * missed}")
    beside = Path(__file__).resolve().parents[2] / "shared" / "realdata"
    data = Path(os.environ.get("MEM_REALDATA") or beside)
    if not data.is_dir():
        print(f"search: no files at {data}; set MEM_REALDATA to their folder")
        return int(missed)
    questions = Path(__file__).with_name("search_questions.json").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for part in _PARTS:
            shutil.copytree(data / part, Path(folder, part))
        asked = [(q, path) for q, path in json.loads(questions) if Path(folder, path).is_file()]
        rankings = {"mem": ours(Path(folder)), "FTS5 porter": fts5(Path(folder))}
        print(f"search: {len(asked)} questions")
        halves = {"all": asked, "odd": asked[::2], "even": asked[1::2]}
        for half, some in halves.items():
            for name, ranked in rankings.items():
                row = measure(ranked, some)
                print(f"{name:>12} {half:>5}" + "".join(f"{k:>11} {v:.3f}" for k, v in row.items()))
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
