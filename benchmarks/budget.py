"""Whether 1,000 random memories keep the budget, and how much of it they use.

XML is held to the limits only: with its tags a line may be longer than the room that is left. The
exact part needs the extra `memory-md[tokens]`; without it only the estimate is held to itself.
"""

from __future__ import annotations

import random
import statistics
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter

from memory_md.base.settings import Context
from memory_md.base.token_estimate import Count, estimate_tokens
from memory_md.recall.disk.tokenizer import VOCABULARIES, vocabulary
from memory_md.recall.model.block import Block
from memory_md.recall.model.left_out_reasons import BUDGET, OVER_CHARS
from memory_md.recall.rules.candidate_lines import candidate_lines
from memory_md.recall.rules.selection import fit_to_budget
from memory_md.recall.text.formats import to_xml

from ._memories import SCRIPTS, random_memory

MEMORIES = 1000
EXACT_LEAST = 0.85
ESTIMATED_LEAST = 0.75
_PRINTED: dict[str, Callable[[Block], str]] = {"md": attrgetter("text"), "xml": to_xml}


def exact_counter() -> Count | None:
    """Return the larger count of the vocabularies, None where they are not installed."""
    counts = [count for name in VOCABULARIES if (count := vocabulary(name))]
    if len(counts) < len(VOCABULARIES):
        return None
    return lambda text: max(count(text) for count in counts)


@dataclass(slots=True)
class Tally:
    """What was seen of one way of counting; shares are of the limit that stopped the block."""

    over: int = 0
    split: int = 0
    used: list[float] = field(default_factory=list)
    least: list[float] = field(default_factory=list)


def measure(seeds: range, count: Count, truths: list[Count]) -> dict[tuple[str, str], Tally]:
    """By format and script: blocks over a limit by any of `truths`, lines that are not whole."""
    found: dict[tuple[str, str], Tally] = defaultdict(Tally)
    for seed in seeds:
        entries, edges = random_memory(seed)
        chance = random.Random(seed)
        budget = chance.choice((150, 150, 237, 300, 420, 500, 500, 1200))
        max_chars = chance.choice((None, None, None, 700, 1800, 10_000))
        lines, left_out = candidate_lines(entries, edges, settings=Context())
        for name, printed in _PRINTED.items():
            block = fit_to_budget(
                lines, left_out, budget=budget, max_chars=max_chars, count=count, printed=printed
            )
            text = printed(block)
            tally = found[name, SCRIPTS[seed % len(SCRIPTS)]]
            tokens = [truth(text) for truth in truths]
            chars = len(text) / max_chars if max_chars else 0.0
            tally.over += max(tokens) > budget or chars > 1
            whole = {line.text for line in lines}
            tally.split += not all(line.text in whole for line in block.lines)
            more = any(left.reason in (BUDGET, OVER_CHARS) for left in block.left_out)
            if more and len(block.lines) > 1:  # one line may be all that there is room for
                tally.used.append(max(max(tokens) / budget, chars))
    return found


def main() -> int:
    """Print a table for each way of counting; 1 if a promise is broken."""
    truths = [count for name in VOCABULARIES if (count := vocabulary(name))]
    exact = exact_counter()
    bad = _report("estimate, by itself", estimate_tokens, [estimate_tokens], ESTIMATED_LEAST)
    if exact is None:
        print("no tokenizer installed (memory-md[tokens]): the exact part is skipped")
        return 1 if bad else 0
    bad += _report("estimate, by " + " and ".join(VOCABULARIES), estimate_tokens, truths, 0.0)
    bad += _report("exact, by " + " and ".join(VOCABULARIES), exact, truths, EXACT_LEAST)
    return 1 if bad else 0


def _report(title: str, count: Count, truths: list[Count], least: float) -> int:
    found = measure(range(MEMORIES), count, truths)
    print(f"\n{title}: {MEMORIES} memories\n{'':<15} blocks over   used: least  mean  under")
    bad = 0
    for name, script in sorted(found):
        tally = found[name, script]
        under = sum(share < least for share in tally.used)
        bad += tally.over + tally.split + (under if name == "md" else 0)
        used = tally.used or [1.0]
        print(
            f"{name:<4}{script:<11} {len(tally.used):>6} {tally.over:>4}         "
            f"{min(used):5.2f} {statistics.mean(used):5.2f} {under:>6}"
        )
    return bad
