"""How well `mem context` picks the entries that a query, a file or a spec is about, in one run.

Beside it the block without a task, plain FTS5, and the newest entries. Needs the notes of teams in
the data. The questions are ours, in our own words, written before any answer was seen; the odd ones
were looked at when the ranking was tuned, the even ones were not. MEM_SHOW=1 prints the lines that
prompts would be answered with, to judge them by reading, and the questions that the block has no
line for.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from memory_md.base.identity import entry_id
from memory_md.base.token_estimate import estimate_tokens
from memory_md.memory.disk.read_only import Reading, read_layers
from memory_md.memory.disk.repo import Repo
from memory_md.memory.model.entry import FILE_LISTS, Entry
from memory_md.recall.actions.context import ContextLimits, build_block
from memory_md.recall.actions.task import NO_TASK, ContextTask, task_of
from memory_md.recall.model.block import Block
from memory_md.recall.rules.candidate_lines import entry_line
from memory_md.recall.rules.selection import fit_to_budget

from ._context_memories import NOW, Memory, Question, real_memories
from ._data import missing, path_of
from ._written import write_entries
from .budget import exact_counter

BUDGETS: Final = (150, 300, 500)
_WIDE: Final = 1_000_000  # a budget that leaves nothing out
_SIZES: Final = (150, 1_000, 10_000)
_RUNS: Final = 5
_SPEC: Final = "spec.md"

# The IDs of the entries in a block for this question and budget.
Chooser = Callable[[Question, int], Collection[str]]


class Asked:
    """A memory, read once, and the blocks that it gives."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._repo: Repo = memory.place.memory()
        self._reading: Reading = read_layers([self._repo])

    def block(self, budget: int, task: ContextTask, *, only_task: bool = True) -> Block:
        """The block for a task, as the hook chooses it."""
        limits = ContextLimits(budget, only_task=only_task)
        return build_block(self._repo, self._reading, limits, task, today=NOW.date())

    def task(self, one: Question) -> ContextTask:
        """What a question asks for."""
        if one.kind == "spec":
            Path(self.memory.root, _SPEC).write_text(one.text, encoding="utf-8")
        return task_of(
            self.memory.place,
            [self._repo],
            spec=_SPEC if one.kind == "spec" else None,
            files=(one.text,) if one.kind == "file" else (),
            query=one.text if one.kind == "query" else None,
        )

    def prompted(self, text: str, budget: int = 500) -> Block:
        """What a hook answers a prompt with."""
        return self.block(budget, self.task(Question("query", text, frozenset(), 1)))


def choosers(asked: Asked) -> dict[str, Chooser]:
    """The ways to choose that are compared."""
    memory = asked.memory
    without = {budget: _ids(asked.block(budget, NO_TASK)) for budget in BUDGETS}
    newest = [entry for entry in reversed(memory.entries) if entry.kind not in FILE_LISTS]
    latest = {budget: _filled(newest, budget) for budget in BUDGETS}
    ranked = fts5(newest)

    def by_words(one: Question, budget: int) -> Collection[str]:
        words = re.sub(r"\.\w{1,5}$", "", one.text) if one.kind == "file" else one.text
        return _filled(ranked(words), budget)

    return {
        "mem": lambda one, budget: _ids(asked.block(budget, asked.task(one))),
        "no query": lambda _, budget: without[budget],
        "FTS5 porter": by_words,
        "newest": lambda _, budget: latest[budget],
    }


def fts5(entries: Sequence[Entry]) -> Callable[[str], list[Entry]]:
    """SQLite's BM25 with its Porter stemmer, words joined by OR; then what has none of them."""
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize='porter')")
    index.executemany("INSERT INTO t VALUES (?)", ((entry.headline,) for entry in entries))

    def ranked(words: str) -> list[Entry]:
        match = " OR ".join(f'"{word}"' for word in dict.fromkeys(re.findall(r"\w+", words)))
        rows = index.execute("SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t)", (match,))
        found = [entries[row[0] - 1] for row in rows]
        ids = {entry.id for entry in found}
        return found + [entry for entry in entries if entry.id not in ids]

    return ranked


def _filled(entries: Iterable[Entry], budget: int) -> Collection[str]:
    lines = [entry_line(entry) for entry in list(entries)[:60]]
    return _ids(
        fit_to_budget(
            lines,
            (),
            budget=budget,
            max_chars=None,
            count=exact_counter() or estimate_tokens,
            printed=attrgetter("text"),
        )
    )


def _ids(block: Block) -> frozenset[str]:
    return frozenset(line.id for line in block.lines)


# Shares found, by kind of question, half, chooser and budget.
Found = dict[tuple[str, str, str, int], list[float]]


def measure(asked: Asked, found: Found, ranks: dict[tuple[str, str], list[float]]) -> None:
    """Add what a memory answers: the share of the wanted entries in each block, and ranks."""
    for name, choose in choosers(asked).items():
        for one in asked.memory.questions:
            for budget in BUDGETS:
                share = len(one.wanted & set(choose(one, budget))) / len(one.wanted)
                found[one.kind, one.half, name, budget].append(share)
    for one in asked.memory.questions:
        ranks[one.kind, one.half].append(reciprocal_rank(asked, one))


def reciprocal_rank(asked: Asked, one: Question) -> float:
    """One by the place of the first wanted entry, by score; lines that were left out count."""
    block = asked.block(_WIDE, asked.task(one))
    lines = [*block.lines, *block.left_out]
    lines.sort(key=lambda line: -line.score)
    places = [place for place, line in enumerate(lines, 1) if line.id in one.wanted]
    return 1 / places[0] if places else 0.0


def prompts(asked: Asked, nothing: Sequence[str]) -> dict[str, list[float]]:
    """Of what a hook answers prompts with: lines, recall and precision.

    The precision is by the wanted entries only, so it is the least that it can be.
    """
    found: dict[str, list[float]] = defaultdict(list)
    for prompt in nothing:
        found["lines where nothing matters"].append(len(asked.prompted(prompt).lines))
    for one in asked.memory.questions:
        if one.kind == "query":
            ids = [line.id for line in asked.prompted(one.text).lines]
            right = len(one.wanted & set(ids))
            found[f"lines {one.half}"].append(len(ids))
            found[f"recall {one.half}"].append(right / len(one.wanted))
            found[f"silent {one.half}"].append(not ids)
            if ids:
                found[f"precision {one.half}"].append(right / len(ids))
    return found


def speed(folder: Path) -> None:
    """Milliseconds of a query in process, and in the time of SQLite to index and answer once."""
    for size in _SIZES:
        texts = [
            f"The `handler_{i % 900}` of service {i % 7} retries {i % 50} times, as it may be cold"
            f" after {i} requests to src/part_{i % 300}/worker.py"
            for i in range(size)
        ]
        entries = [Entry(entry_id("note", text), "note", text) for text in texts]
        root = folder / f"speed-{size}"
        root.mkdir()
        write_entries(root, entries, lines=3)
        for number in range(300):
            path = root / f"src/part_{number}/worker.py"
            path.parent.mkdir(parents=True)
            path.touch()
        asked = Asked(Memory("speed", root, tuple(entries), ()))
        one = Question("query", "why does handler_77 retry when cold", frozenset(), 1)

        def ours(asked: Asked = asked, one: Question = one) -> None:
            asked.block(500, asked.task(one))

        def theirs(entries: Sequence[Entry] = entries) -> None:
            fts5(entries)("handler_77 retry cold")

        ours()
        took = statistics.median(_seconds(ours) for _ in range(_RUNS))
        by_sqlite = statistics.median(_seconds(theirs) for _ in range(_RUNS))
        print(f"context: {size:>6} entries {1000 * took:8.1f} ms, / FTS5 {took / by_sqlite:.2f}")


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _print_shares(found: Found, ranks: Mapping[tuple[str, str], Sequence[float]]) -> None:
    for kind in dict.fromkeys(key[0] for key in found):
        for half in ("odd", "even"):
            mrr = statistics.mean(ranks.get((kind, half)) or [0.0])
            asked = len(ranks.get((kind, half), ()))
            print(f"\n{kind}, {half}: {asked} answers, MRR {mrr:.3f}; share within tokens")
            for name in dict.fromkeys(key[2] for key in found):
                shares = [statistics.mean(found[kind, half, name, b] or [0.0]) for b in BUDGETS]
                row = "".join(f"{b:>8} {s:.3f}" for b, s in zip(BUDGETS, shares, strict=True))
                print(f"{name:>14}{row}")


def show(asked: Asked, nothing: Sequence[str]) -> None:
    """Print, for people: misses, and what prompts are answered with."""
    for one in asked.memory.questions:
        block = asked.block(_WIDE, asked.task(one))
        missing = one.wanted - _ids(asked.block(max(BUDGETS), asked.task(one)))
        print(f"\n{asked.memory.name} | {one.kind} {one.half} | {one.text[:150]!r}")
        for line in [*block.lines, *block.left_out] if missing else ():
            if line.id in missing:
                print(f"  MISSED {line.score} {dict(line.parts)} {line.text[:150]}")
        if one.kind == "query":
            _show_lines(asked.prompted(one.text), one.wanted)
    for prompt in nothing:
        print(f"\n{asked.memory.name} | nothing | {prompt}")
        _show_lines(asked.prompted(prompt), frozenset())


def _show_lines(block: Block, wanted: Collection[str]) -> None:
    for line in block.lines:
        print(f"  {'+' if line.id in wanted else '-'} {line.score} {line.text[:200]}")


def report(memories: Iterable[Memory], nothing: Sequence[str]) -> None:
    """Print the table of each kind of question, and what prompts are answered with."""
    found: Found = defaultdict(list)
    ranks: dict[tuple[str, str], list[float]] = defaultdict(list)
    told: dict[str, list[float]] = defaultdict(list)
    for memory in memories:
        asked = Asked(memory)
        if os.environ.get("MEM_SHOW"):
            show(asked, nothing)
            continue
        measure(asked, found, ranks)
        for name, values in prompts(asked, nothing).items():
            told[name] += values
    _print_shares(found, ranks)
    print("\nwhat a hook answers prompts with, mean")
    for name in sorted(told):
        print(f"{name:>28} {statistics.mean(told[name]):.3f} of {len(told[name])}")


def questions() -> dict[str, Any]:
    """The set: prompts, files and specs by file with the IDs they ask for, and idle prompts."""
    text = Path(__file__).with_name("context_questions.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def main() -> int:
    """Print speed and, where there are real files, shares; there is no bound to miss."""
    data = path_of("learnings")
    with tempfile.TemporaryDirectory() as folder:
        speed(Path(folder))
        if not data:
            print(f"context: {missing('learnings')}")
            return 0
        asked = questions()
        report(real_memories(data.parent, asked, Path(folder)), asked["nothing"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
