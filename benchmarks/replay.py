"""What a memory would have been worth to past sessions, and how much of that is chance.

`python -m benchmarks replay FOLDER…`: each folder holds the sessions of one repository. Each is
replayed as `mem replay` does it. Beside it, the control: each session is judged with the lines that
the session at the same place in the next folder was told. What is credited there is chance.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from memory_md.base.errors import MemError
from memory_md.memory.actions.workspace import Workspace
from memory_md.replay.actions import counts, replay_turns
from memory_md.replay.rules import ReplayedSession, Turn, credited

MOST_BY_CHANCE: Final = 0.02

Pair = tuple[ReplayedSession, Sequence[Turn]]


def main(*folders: str) -> int:
    """A line for each folder, one for all, and the control; 1 if chance earns too much."""
    if not folders:
        print("replay: name folders, each with the sessions of one repository")
        return 0
    place = Workspace(Path("/"), datetime.now(UTC))
    found: list[list[Pair]] = []
    for folder in folders:
        try:
            pairs, _ = replay_turns(place, [folder])
        except MemError as error:
            print(f"{folder}: {error}", file=sys.stderr)
            continue
        found.append(pairs)
        print(_line(Path(folder).name, [one for one, _ in pairs]))
    everything = [one for pairs in found for one, _ in pairs]
    print(_line("all", everything))
    by_chance = counts([one for place in range(len(found)) for one in shuffled(found, place)])
    share = by_chance["credited"] / max(by_chance["told"], 1)
    print(f"other repositories' lines: {by_chance['told']} told, {share:.1%} credited")
    return int(share > MOST_BY_CHANCE)


def shuffled(found: Sequence[Sequence[Pair]], place: int) -> list[ReplayedSession]:
    """Return the sessions of one folder, each with all that any session of the next was told."""
    other = found[(place + 1) % len(found)] if len(found) > 1 else ()
    lines = {told.text: told for session, _ in other for told in session.told}
    told = [type(one)(one.id, one.text) for one in lines.values()]
    return [
        ReplayedSession(session.session, session.path, credited(told, turns))
        for session, turns in found[place]
    ]


def _line(name: str, sessions: Sequence[ReplayedSession]) -> str:
    found = counts(sessions)
    return f"{name}: {len(sessions)} sessions, " + ", ".join(f"{n} {v}" for n, v in found.items())
