"""Random lessons as agents tell them, each about a symbol of its own; one seed, one series."""

from __future__ import annotations

from random import Random
from typing import Final

_PARTS: Final = tuple(first + vowel for first in "bcdfghjklmnprstvwz" for vowel in "aeiou")
_FOLDERS: Final = ("src/auth", "src/billing", "src/net", "app/views", "lib/queue", "jobs", "tools")
_WHAT: Final = (
    "drops the last row of a batch",
    "keeps its socket open after a fork",
    "reads the clock twice and may go back in time",
    "needs the lock of the parent before its own",
    "returns an empty list where the server is busy",
    "rounds halves to even and so loses cents",
    "writes its file before the directory is flushed",
    "retries a request that is not idempotent",
    "compares paths without regard to case",
    "counts bytes where the caller expects characters",
)
_WHY: Final = (
    "because the client hides its errors",
    "since the importer was split",
    "when two workers start at once",
    "on every leap day",
    "unless the cache is warm",
    "as the driver never closes its cursors",
)


def lesson(random: Random) -> str:
    """Return one labelled line; about every second names a file."""
    symbol = "_".join("".join(random.choices(_PARTS, k=2)) for _ in range(2))
    path = f"{random.choice(_FOLDERS)}/{''.join(random.choices(_PARTS, k=2))}.py"
    where = f" in {path}" if random.random() < 0.5 else ""
    label = random.choice(("Decision", "Decision", "Risk", "Gotcha", "Gotcha", "Convention"))
    what, why = random.choice(_WHAT), random.choice(_WHY)
    if label == "Decision":
        return f"Decision: Keep `{symbol}`{where} behind a flag {why}, though it {what}"
    if label == "Convention":
        return f"Convention: Call `{symbol}`{where} through its wrapper {why}"
    return f"{label}: `{symbol}`{where} {what} {why}"
