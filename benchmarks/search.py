"""How well `mem search --in` finds the file that answers a question, beside plain FTS5, in one run.

Needs the notes of teams in the data. The questions are ours, in our own words; the odd ones were
looked at when the ranking was tuned, the even ones were not.

`python -m benchmarks search FILE` asks about long conversations instead: a JSON list of samples in
the shape of LoCoMo (Maharana et al., 2024), such as locomo10.json. Each session becomes a Markdown
file; what answers a question are the sessions that its evidence names.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from memory_md.memory.actions.workspace import Workspace
from memory_md.recall.actions.search import find
from memory_md.terms.ranking import rank

from ._data import missing, path_of

_PARTS: Final = ("adr", "diary", "handoff", "learnings", "summary")
_LIMIT: Final = 20
_ENTRIES: Final = 10_000
_RUNS: Final = 5
_BOUND: Final = 4.0
_NEVER_SAID: Final = 5  # the category of questions that nothing answers
_FIGURES: Final = ("recall@5", "recall@10", "MRR")

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


def write_sessions(conversation: Mapping[str, Any], folder: Path) -> None:
    """Write each `session_N` of a conversation as session_N.md: its time, then its turns."""
    for key, turns in conversation.items():
        if not re.fullmatch(r"session_\d+", key) or not isinstance(turns, list):
            continue
        lines = [f"# {conversation.get(f'{key}_date_time', key)}"]
        for turn in turns:
            image = turn.get("blip_caption")
            shared = f" [shares {image}]" if image else ""
            lines.append(f"{turn['speaker']}: {turn.get('text', '')}{shared}")
        (folder / f"{key}.md").write_text("\n\n".join(lines) + "\n", encoding="utf-8")


def evidence_of(question: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the files of the sessions that answer a question: of turn "D3:11" it is session 3."""
    named = re.findall(r"D:?(\d+)", " ".join(map(str, question.get("evidence") or ())))
    return tuple(f"session_{number}.md" for number in dict.fromkeys(named))


def chats(samples: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, float]]:
    """Return by ranking how many questions were asked, and the means of the figures over them.

    Recall is the part of a question's sessions that is among the first. Questions about what was
    never said are left out.
    """
    totals: dict[str, dict[str, float]] = {}
    for sample in samples:
        asked = [
            (str(one["question"]), wanted)
            for one in sample["qa"]
            if one.get("category") != _NEVER_SAID and (wanted := evidence_of(one))
        ]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_sessions(sample["conversation"], folder)
            for ranking, ranked in {"mem": ours(folder), "FTS5 porter": fts5(folder)}.items():
                total = totals.setdefault(ranking, dict.fromkeys(("questions", *_FIGURES), 0.0))
                for question, wanted in asked:
                    found = list(ranked(question))
                    places = [found.index(file) + 1 for file in wanted if file in found]
                    total["questions"] += 1
                    total["recall@5"] += sum(place <= 5 for place in places) / len(wanted)
                    total["recall@10"] += sum(place <= 10 for place in places) / len(wanted)
                    total["MRR"] += 1 / min(places) if places else 0.0
    for total in totals.values():
        for figure in _FIGURES:
            total[figure] /= max(total["questions"], 1)
    return totals


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


def questions() -> list[tuple[str, str]]:
    """Return (question, the file that answers it), where the data have the file."""
    text = Path(__file__).with_name("search_questions.json").read_text(encoding="utf-8")
    return [(question, path) for question, path in json.loads(text) if path_of(path)]


def answered(asked: Sequence[tuple[str, str]]) -> dict[tuple[str, str], dict[str, float]]:
    """Return by (ranking, half of the questions) the figures of `measure`."""
    halves = {"all": asked, "odd": asked[::2], "even": asked[1::2]}
    with tempfile.TemporaryDirectory() as folder:
        for part in _PARTS:
            if there := path_of(part):
                shutil.copytree(there, Path(folder, part))
        rankings = {"mem": ours(Path(folder)), "FTS5 porter": fts5(Path(folder))}
        return {
            (name, half): measure(ranked, some)
            for half, some in halves.items()
            for name, ranked in rankings.items()
        }


def main(path: str = "") -> int:
    """Print a row for each ranking and half of the questions; 1 if one is slower than its bound.

    `path` is of conversations that are asked about instead.
    """
    if path:
        for name, row in chats(json.loads(Path(path).read_text(encoding="utf-8"))).items():
            print(f"{name:>12}" + "".join(f"{k:>11} {v:.3f}" for k, v in row.items()))
        return 0
    ratio = entries_ratio()
    missed = ratio > _BOUND
    print(f"search: {_ENTRIES} short texts / FTS5 {ratio:.2f} {_BOUND:.1f}{' missed' * missed}")
    asked = questions()
    if not asked:
        print(f"search: {missing('adr')}")
        return int(missed)
    print(f"search: {len(asked)} questions")
    for (name, half), row in answered(asked).items():
        print(f"{name:>12} {half:>5}" + "".join(f"{k:>11} {v:.3f}" for k, v in row.items()))
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
