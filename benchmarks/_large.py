"""A memory of any size, the same each time: entries, edges, diary and a spec that concerns some."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from memory_md.base.identity import entry_id
from memory_md.memory.model.entry import Entry

from ._written import write_entries

SPEC: Final = "spec.md"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_THINGS: Final = _words("""
token session parser cache queue worker migration index router schema client retry header cookie
webhook upload invoice ledger tenant cursor batch shard replica fixture socket buffer scheduler
lock event stream
""")
_VERBS: Final = _words("""
expires fails returns drops repeats blocks needs breaks ignores keeps writes reads skips warns leaks
refuses overwrites validates caches truncates
""")
_KINDS: Final = _words("""
gotcha decision convention risk pattern fixed learning preference architecture dependency
modified_files
""")
_LAST_DAY: Final = date(2026, 2, 1)
_SPEC: Final = """# Make the refresh of a token try again

The session's token must be refreshed before it expires. The retry queue keeps the cookie, and the
router drops stale sessions. The webhook client is used as it is.

## Allowed Files

1. `src/token/session_0.py`
2. `src/router/cookie_3.py`
3. `src/retry/*.py`
"""


def write_memory(folder: Path, *, entries: int, lines: int, edges: int, rows: int) -> None:
    """Write it there, with room for more, so that nothing is evicted; `lines` are of an entry."""
    chance = random.Random(7)
    known = list(_entries(chance, entries))
    (folder / ".mem").mkdir()
    (folder / "ai/diary").mkdir(parents=True)
    texts = {
        ".mem/config.yaml": "eviction: {max_entries: 99999, max_bytes: 99999999}\n",
        "relationships.json": json.dumps(list(_edges(chance, known, edges)), indent=2) + "\n",
        "ai/diary/index.md": "\n".join(_rows(chance, rows)) + "\n",
        SPEC: _SPEC,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    write_entries(folder, known, lines=lines)


def _path(chance: random.Random) -> str:
    return f"src/{chance.choice(_THINGS)}/{chance.choice(_THINGS)}_{chance.randrange(300)}.py"


def _claim(chance: random.Random) -> str:
    thing, other, verb = chance.choice(_THINGS), chance.choice(_THINGS), chance.choice(_VERBS)
    return f"The {thing} {other} {verb} when the {chance.choice(_THINGS)} {chance.choice(_VERBS)}"


def _entries(chance: random.Random, count: int) -> Iterator[Entry]:
    for number in range(count):
        kind = chance.choice(_KINDS)
        text = f"{_claim(chance)} {number} times"
        if kind == "modified_files":
            text = ", ".join(_path(chance) for _ in range(3))
        elif number % 3 == 0:
            text += f", see `{_path(chance)}`"
        elif number % 5 == 0:
            text += f" because `{chance.choice(_THINGS)}_{number}` is None"
        day = _LAST_DAY - timedelta(days=number % 50)
        yield Entry(
            entry_id(kind, text),
            kind,
            text,
            date=day,
            last=day,
            confidence=chance.choice((0.4, 0.5, 0.59, 0.662, 0.8)),
        )


def _edges(chance: random.Random, known: list[Entry], count: int) -> Iterator[dict[str, str]]:
    for number in range(count):
        text = chance.choice(known).text
        yield {
            "type": "decision_file",
            "source": text,
            "target": _path(chance),
            "label": text,
            "sessionId": f"task-{number % 40}",
            "createdAt": "2026-02-01T00:00:00Z",
        }


def _rows(chance: random.Random, count: int) -> Iterator[str]:
    yield "# Diary\n\n| Date | ID | Type | Summary | Files | Status |\n|---|---|---|---|---|---|"
    for number in range(count):
        kind = "problem" if number % 3 else "success"
        status = "pending" if number % 2 else "done"
        said = f"{_claim(chance)} in `{_path(chance)}`"
        yield f"| 2026-01-{number % 28 + 1:02} | T-{number} | {kind} | {said} | 2 | {status} |"
