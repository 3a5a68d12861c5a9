"""A simulated year: what is met again stays, and of the rest what is worth most.

`python -m benchmarks year [TASKS]`. Each task finds 0 to 40 new things, with two idle months in the
year. Ten lessons are said by three tasks and then met again every 20 tasks. At the end the memory
is compared with a perfect observer, who has forgotten nothing that was ever stored and keeps the
100 entries of the least days × weight / (confidence × seen).
"""

from __future__ import annotations

import io
import tempfile
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from memory_md.base.settings import Settings
from memory_md.extract.actions.extract import extract
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.rules.confidence import boosted

from ._lessons import lesson

_START: Final = date(2026, 1, 1)
_IDLE: Final = (4, 8)  # months
_AGAIN: Final = 20
_SEVERAL: Final = 3
BOUND: Final = 0.9


class Scale(Struct, frozen=True):
    """How much there is of all: a year in small has caps in small."""

    lessons: int = 10
    most_found: int = 40
    best: int = 100
    config: str = ""


FULL: Final = Scale()
SMALL: Final = Scale(
    3, 10, 25, "eviction: {max_entries: 38, keep_entries: 30}\nextract: {per_task: 3}\n"
)


class Observed(Struct):
    """What a perfect observer knows of an entry."""

    confidence: float
    seen: int
    last: date


class Year(Struct, frozen=True):
    """How often a lesson was missing after a task, and how many of the best are there at the end.

    `stored` counts all entries ever stored, `live` those at the end, `early` the times that a
    lesson was missing before a third task had said it.
    """

    missing: int
    early: int
    kept: float
    stored: int
    live: int


def year(folder: Path, tasks: int = 300, scale: Scale = FULL, seed: int = 0) -> Year:
    """Live a year of so many tasks in a memory under `folder`."""
    random = Random(seed)
    (folder / ".mem").mkdir()
    (folder / ".mem" / "config.yaml").write_text(scale.config, encoding="utf-8")
    (folder / "learnings.md").write_text("# Learnings\n", encoding="utf-8")
    days = sorted(random.choices(_days(), k=tasks))
    lessons = [lesson(random) for _ in range(scale.lessons)]
    known: dict[str, Observed] = {}
    ids: set[str] = set()
    missing = early = 0
    for number, day in enumerate(days):
        met = [text for n, text in enumerate(lessons) if _is_met(number - 2 * n)]
        said = [lesson(random) for _ in range(random.randint(0, scale.most_found))]
        for text, id_ in _extract(folder, day, f"task-{number}", met + said):
            _observe(known, id_, day)
            if any(one.endswith(text) for one in met):
                ids.add(id_)
        lost = [known[id_] for id_ in ids - _live(folder)]
        early += sum(one.seen < _SEVERAL for one in lost)
        missing += sum(one.seen >= _SEVERAL for one in lost)
    best = sorted(known, key=lambda id_: _score(known[id_], days))[: scale.best]
    live = _live(folder)
    return Year(missing, early, len(live.intersection(best)) / len(best), len(known), len(live))


def _is_met(tasks: int) -> bool:
    """Whether a lesson is met so many tasks after the first that said it.

    Three say it at first: what fewer said gives way to 150 newer things, as the score has it.
    """
    return 0 <= tasks < _SEVERAL or (tasks > 0 and tasks % _AGAIN == 0)


def _days() -> list[date]:
    every = (_START + timedelta(days=n) for n in range(365))
    return [day for day in every if day.month not in _IDLE]


def _extract(folder: Path, day: date, task: str, lines: list[str]) -> list[tuple[str, str]]:
    """Let one task say these lines; (text, ID) of each entry that it stored or met."""
    now = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    source = io.BytesIO("\n".join(lines).encode())
    place = Workspace(folder, now, str(folder))
    result, errors = extract(place, ["-"], session=task, stdin=source)
    if errors:
        raise errors[0]
    return [
        (item.text, item.existing_id or item.id)
        for item in result.items
        if item.action in ("inserted", "merged", "revived")
    ]


def _observe(known: dict[str, Observed], id_: str, day: date) -> None:
    seen = known.get(id_)
    if seen is None:
        known[id_] = Observed(0.5, 1, day)
    else:
        confidence = boosted(seen.confidence, Settings().confidence)
        known[id_] = Observed(confidence, seen.seen + 1, day)


def _score(one: Observed, days: list[date]) -> float:
    """What the entry is worth least by: days of use since, by what speaks for it."""
    age = len({day for day in days if day > one.last})
    return age * Settings().weights.project / (one.confidence * one.seen)


def _live(folder: Path) -> set[str]:
    text = (folder / "learnings.md").read_text(encoding="utf-8")
    return {part[:8] for part in text.split("<!-- mem:")[1:]}


def main(tasks: str = "300") -> int:
    """Print whether the lessons stayed, and how many of the best entries are there."""
    with tempfile.TemporaryDirectory() as folder:
        found = year(Path(folder), int(tasks))
    print(f"a year of {tasks} tasks: {found.stored:,} entries stored, {found.live} at the end")
    print(f"  times that a lesson of three tasks or more was missing: {found.missing}, must be 0")
    print(f"  times that a lesson of one or two tasks was missing: {found.early}")
    print(f"  of the 100 that a perfect observer keeps: {found.kept:.0%}, at least {BOUND:.0%}")
    return 0 if found.kept >= BOUND and not found.missing else 1
