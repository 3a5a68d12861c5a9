"""The law of growth: a text four times as long takes about four times the work.

Every function that reads what others wrote is run on hostile texts of lengths n, 2n and 4n. What is
compared are seconds of CPU, each the best of a few, of one function in one process; no bound is in
seconds. `growth.NAME` is one function.
"""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from ._works import WORKS, Work

BEST_OF = 3
# Linear work has a factor of 4, what sorts 4.5, what goes back to the beginning 16.
MOST_GROWTH = 9.0
LONG = 0.5  # seconds that no other run need confirm
TOO_QUICK = 0.004  # seconds that may be the clock's, or a cache's
HANGS = 60.0  # seconds after which a run is stopped


class _HangError(Exception):
    pass


def main(names: list[str], *, seconds: float, seed: int, folder: Path, given: Path | None) -> int:
    """Run every function (or those named) on each of its texts, however long it takes."""
    signal.signal(signal.SIGVTALRM, _hangs)
    works = [work for work in WORKS if not names or work.name in names]
    count = faults = 0
    for work in works:
        for text, factor in grown(work):
            count += 1
            if factor > MOST_GROWTH:
                faults += 1
                print(
                    f"growth: {work.name}, {text}: four times as long took {factor:.0f} times",
                    flush=True,
                )
    print(f"growth: {len(works)} functions, {count} texts, {faults} faults")
    return int(bool(faults))


def grown(work: Work) -> Iterator[tuple[str, float]]:
    """Each text's name, and by what factor the work grew from a length to four times that."""
    for name, text in work.texts.items():
        factor = growth(work.run, text, work.size)
        if factor > MOST_GROWTH:  # something else may have been at work
            factor = min(factor, growth(work.run, text, work.size))
        yield name, factor


def growth(run: Callable[[str], object], text: Callable[[int], str], size: int) -> float:
    """By what factor the work grows from n to 4n: as seen, or as from 2n to 4n, if that is less."""
    try:
        one, two, four = (_best(run, text, size * times) for times in (1, 2, 4))
    except _HangError:
        return float("inf")
    return min(four / max(one, TOO_QUICK), (four / max(two, 2 * TOO_QUICK)) ** 2)


def _best(run: Callable[[str], object], text: Callable[[int], str], size: int) -> float:
    """The least CPU seconds; each run gets a text of its own, since some results are kept."""
    best = seconds_of(run, text(size))
    for turn in range(1, BEST_OF if best < LONG else 1):
        best = min(best, seconds_of(run, text(size) + " " * turn))
    return best


def seconds_of(run: Callable[[str], object], text: str) -> float:
    gc.collect()
    gc.disable()
    signal.setitimer(signal.ITIMER_VIRTUAL, HANGS)
    began = time.process_time()
    try:
        run(text)
        return time.process_time() - began
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        gc.enable()


def _hangs(_signal: int, _frame: FrameType | None) -> None:
    raise _HangError
