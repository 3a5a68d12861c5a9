"""Duplicates and contradictions on labelled pairs, beside rapidfuzz alone, and how long they take.

Pairs of our own lie in tests/corpus/dedup, many of them tempting: two facts of one thing that are
both true. Those of real repositories, where there are any, lie in the data. MEM_VERBOSE=1 lists
the wrong pairs.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from rapidfuzz import fuzz

from memory_md.dedup.index import Index, relation
from memory_md.memory.model.entry import Entry

from ._data import missing, path_of

Pair = dict[str, Any]

_ROOT: Final = Path(__file__).resolve().parents[1]
_LABELS: Final = ("dup", "contradiction", "distinct")
ENTRIES: Final = 10_000
MOST_MS: Final = 25.0


def ours(pair: Pair) -> str:
    found = relation("decision", pair["a"], "decision", pair["b"])
    if found is None:
        return "distinct"
    return "dup" if found.relation == "duplicate" else "contradiction"


def plain(ratio: Callable[[str, str], float]) -> Callable[[Pair], str]:
    """What a first attempt is: alike enough letter by letter is the same."""

    def judge(pair: Pair) -> str:
        return "dup" if ratio(pair["a"].lower(), pair["b"].lower()) >= 90 else "distinct"

    return judge


def measure(pairs: list[Pair], judge: Callable[[Pair], str]) -> Counter[tuple[str, str]]:
    """How often a label was given (label, answer)."""
    return Counter((pair["label"], judge(pair)) for pair in pairs)


def scores(found: Counter[tuple[str, str]], label: str) -> tuple[float, float, float]:
    """Precision, recall and F1 of one label."""
    right = found[label, label]
    given = sum(count for (_, answer), count in found.items() if answer == label)
    there = sum(count for (truth, _), count in found.items() if truth == label)
    precision, recall = right / given if given else 1.0, right / there if there else 1.0
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


def sets() -> Iterator[tuple[str, list[Pair]]]:
    folder = _ROOT / "tests" / "corpus" / "dedup"
    for name, path in (
        ("own, first set", folder / "first.jsonl"),
        ("own, second set", folder / "second.jsonl"),
        ("own, third set, the rules were made on it", folder / "third.jsonl"),
        ("own, fourth set, kept back while they were made", folder / "fourth.jsonl"),
        ("amendments of teams' notes", folder / "fifth.jsonl"),
        ("the same of other teams, kept back until the last", folder / "sixth.jsonl"),
        ("many shapes in eleven languages", folder / "seventh.jsonl"),
        ("real", path_of("labels/dedup.jsonl")),
    ):
        if path:
            with path.open(encoding="utf-8") as lines:
                yield name, [json.loads(line) for line in lines]
        else:
            print(f"dedup: {missing('labels/dedup.jsonl')}")


def show(name: str, pairs: list[Pair]) -> None:
    print(f"\ndedup: {name}, {len(pairs)} pairs")
    columns = [f"{label} {part}" for label in _LABELS[:2] for part in ("P", "R", "F1")]
    print(f"{'':>18}" + "".join(f"{column:>18}" for column in columns))
    for who, judge in (
        ("mem", ours),
        ("token_sort_ratio", plain(fuzz.token_sort_ratio)),
        ("WRatio", plain(fuzz.WRatio)),
    ):
        found = measure(pairs, judge)
        values = [value for label in _LABELS[:2] for value in scores(found, label)]
        print(f"{who:>18}" + "".join(f"{value:>18.3f}" for value in values))
    found = measure(pairs, ours)
    for label in _LABELS:
        answers = ", ".join(f"{found[label, answer]} {answer}" for answer in _LABELS)
        print(f"{label:>18} judged as: {answers}")
    if os.environ.get("MEM_VERBOSE"):
        for pair in pairs:
            if (answer := ours(pair)) != pair["label"]:
                print(f"  {pair['label']} judged {answer} ({pair['subtype']})")
                print(f"    {pair['a']}\n    {pair['b']}")


def entries(count: int) -> Iterator[Entry]:
    """Lines as a memory holds them: many about few things, with some words that nearly all have."""
    things = ("cache", "worker", "parser", "ledger", "mailer", "router", "indexer", "gateway")
    verbs = ("retries", "drops", "locks", "reads", "flushes", "validates", "renders", "merges")
    objects = ("rows", "tokens", "uploads", "invoices", "sessions", "webhooks", "images", "drafts")
    for n in range(count):
        thing, verb, what = things[n % 8], verbs[n // 8 % 8], objects[n // 64 % 8]
        text = (
            f"The {thing} {verb} {what} of tenant group g{n % 997} within {n % 61 + 2} seconds"
            f" unless `flag_{n}` is set in config/{thing}/{n % 89}.yaml, because the "
            f"{objects[n % 7]} may arrive late in production"
        )
        yield Entry(f"{n:08d}", "learning", text)


def timed(memory: list[Entry]) -> tuple[float, float]:
    """Return the milliseconds that one candidate takes: the median, and of 19 in 20 at most."""
    begun = time.perf_counter()
    index = Index(memory)
    built = (time.perf_counter() - begun) * 1000
    texts = [entry.text.replace("may arrive", "can come in") for entry in memory[:: ENTRIES // 50]]
    texts += [f"{text} and nobody has asked for it" for text in texts[:50]]
    taken = []
    for text in texts:
        begun = time.perf_counter()
        index.compare("learning", text)
        taken.append((time.perf_counter() - begun) * 1000)
    print(f"\ndedup: {len(memory)} entries indexed in {built:.0f} ms")
    return statistics.median(taken), statistics.quantiles(taken, n=20)[-1]


def main() -> int:
    for name, pairs in sets():
        show(name, pairs)
    middle, slow = timed(list(entries(ENTRIES)))
    fine = slow <= MOST_MS
    print(
        f"dedup: one candidate: median {middle:.1f} ms, p95 {slow:.1f} ms, at most {MOST_MS:g}:"
        f" {'ok' if fine else 'TOO SLOW'}"
    )
    return int(not fine)


if __name__ == "__main__":
    sys.exit(main())
