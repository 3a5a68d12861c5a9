"""Where the data lie that this repository does not hold: texts of others, histories, sessions.

MEM_REALDATA names one folder or several (as PATH does); without it, ../shared/realdata beside the
repository is looked at. Nothing is ever fetched. What a benchmark looks for:

* labels/extract*.jsonl, labels/dedup.jsonl: labelled passages and pairs (`extract`, `dedup`)
* labels/persons_texts.jsonl: texts of persons.jsonl, {"digest", "text", "before"} (`persons`)
* sde/tasks.jsonl, sde/decoys.jsonl: chats with and without decisions (`decisions`, `neighbours`)
* adr, diary, handoff, learnings, summary: notes of teams (`search`, `context`)
* diary/specs: specs with a list of allowed files (`diary`)
* transcripts: sessions of agents (`speed`)
* harmless_texts.json: the texts of labels/harmless.json, a list of {"text"} (`harm`)
* locomo10.json: long conversations in the shape of LoCoMo (`search`)
* repositories: git repositories (`anchors`; `files` by the names of `replays`)
* replays: a folder of sessions for each repository (`replay`, `files`)
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

VARIABLE: Final = "MEM_REALDATA"
_BESIDE: Final = Path(__file__).resolve().parents[2] / "shared" / "realdata"


def folders() -> list[Path]:
    """Return the folders that are there."""
    named = os.environ.get(VARIABLE, "").split(os.pathsep)
    given = [Path(name) for name in named if name] or [_BESIDE]
    return [folder for folder in given if folder.is_dir()]


def path_of(name: str) -> Path | None:
    """Return the first file or folder of that name."""
    return next((path for one in folders() if (path := one / name).exists()), None)


def missing(name: str) -> str:
    """Return what to say where it is not there."""
    return f"no data given: no {name} in the folders of {VARIABLE}"
