"""The page `fuzzed.md`: how long each parser was fuzzed, and what that found, a row for each.

`make torture` writes a row where a parser had ten minutes or more; nobody types them.
"""

from __future__ import annotations

import datetime as dt
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).with_name("fuzzed.md")
LEAST_SECONDS = 600.0  # of CPU, for a row
_COLUMNS = ("parser", "inputs", "MB", "CPU seconds", "ms/KB at most", "faults", "day", "commit")
_HEAD = f"""# Fuzzing: the last ten minutes of each parser

`make torture-fuzz.NAME ARGS="--seconds 600"` writes the row of that parser; one without a row has
not had ten minutes. Faults are those of that run: each was mended after it, and the input that
showed it stands in `FOUND` of `test_torture.py`, where it does not take seconds.

| {" | ".join(_COLUMNS)} |
|---|{"---:|" * 5}---|---|
"""


@dataclass(frozen=True, slots=True)
class Count:
    """What one run of a parser came to; `slowest` is seconds for a KB."""

    parser: str
    inputs: int
    size: int
    seconds: float
    slowest: float
    faults: int

    def __str__(self) -> str:
        told = f"{self.inputs:,} inputs, {self.size / 1e6:.1f} MB, {self.seconds:.0f} s"
        return (
            f"fuzz.{self.parser}: {told}, slowest {self.slowest * 1000:.1f} ms/KB,"
            f" {self.faults} faults"
        )

    def row(self, day: str, commit: str) -> str:
        cells = (
            *(self.parser, f"{self.inputs:,}", f"{self.size / 1e6:,.0f}", f"{self.seconds:.0f}"),
            *(f"{self.slowest * 1000:.1f}", f"{self.faults}", day, commit or "–"),
        )
        return f"| {' | '.join(cells)} |\n"


def keep(count: Count, names: Iterable[str], *, page: Path = PAGE) -> None:
    """Put the row of a run that was long enough into the page; rows stand in order of `names`."""
    if count.seconds < LEAST_SECONDS:
        return
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    rows = {line.split(" ")[1]: f"{line}\n" for line in text.split("\n") if line.startswith("| ")}
    rows[count.parser] = count.row(f"{dt.datetime.now(dt.UTC):%Y-%m-%d}", _commit())
    page.write_text(_HEAD + "".join(rows[name] for name in names if name in rows), encoding="utf-8")


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(
        command, cwd=PAGE.parent, capture_output=True, check=False, encoding="utf-8"
    )
    return done.stdout.strip()
