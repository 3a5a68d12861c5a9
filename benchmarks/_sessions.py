"""Sessions of an invented project that fill a database; words as frequent as in a language."""

from __future__ import annotations

import random
from itertools import accumulate, count
from pathlib import Path

from memory_md.files.layout import Layout
from memory_md.sessions.disk import database, keeping
from memory_md.sessions.model import Passage

_WORDS = 40_000
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def write_sessions(root: Path, megabytes: int) -> str:
    """Fill the database of a memory; return a question of which some sessions speak."""
    chance = random.Random(7)
    layout = Layout(root, root)
    words = ["".join(chance.choices(_LETTERS, k=chance.randint(2, 10))) for _ in range(_WORDS)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(_WORDS)))
    files = [f"src/{one}/{two}.py" for one in words[:50] for two in words[100:120]]
    for session in count():
        passages = [
            Passage(
                f"session-{session}",
                "agent" if turn % 3 else "person",
                " ".join(chance.choices(words, cum_weights=weights, k=chance.randint(8, 160))),
                turn=turn,
                at=f"2026-01-{session % 28 + 1:02}T10:00:00Z",
                message=f"{session}-{turn}",
                files=tuple(chance.choices(files, k=chance.randint(0, 3))),
            )
            for turn in range(chance.randint(20, 400))
        ]
        bound = megabytes << 20
        kept = keeping.keep(layout, passages, now="2026-02-02T12:00:00Z", most_bytes=bound)
        size = database.path_of(layout).stat().st_size
        if kept.dropped or kept.warnings or size > 0.97 * bound:
            break
    return " ".join([*words[30:40], *chance.sample(words[500:], 6)])
