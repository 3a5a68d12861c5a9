"""The tools that keep what a model learned: `mem_add`, `mem_extract`.

What a model says is evidence. Nothing here makes an entry a person's, pins it or reads a file.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping
from typing import Any

from ...extract.actions.extract import extract as extracted
from ...extract.actions.stated import state
from ...extract.model import Extraction, Outcome
from ...memory.actions.workspace import Workspace
from ...memory.model.entry import headline
from ...recall.actions.shapes import extraction_json
from .answer import Answer, harmless, harmless_json

Given = Mapping[str, Any]


def add(place: Workspace, task: str, shown: Collection[str], given: Given) -> Answer:
    """What became of the one fact."""
    result = state(
        place,
        given["text"],
        task=task,
        category=given.get("category"),
        qualifier=given.get("qualifier", ""),
        contradicts=given.get("contradicts", ""),
        shown=shown,
    )
    return _answer(result)


def extract(place: Workspace, task: str, given: Given) -> Answer:
    """What became of each thing that the text says."""
    is_dry = given.get("dry_run", False)
    result, errors = extracted(
        place,
        ["-"],
        session=given.get("session", task),
        min_confidence=given.get("min_confidence"),
        dry_run=is_dry,
        stdin=io.BytesIO(given["text"].encode()),
    )
    if errors:
        raise errors[0]
    return _answer(result, "dry run: nothing was kept" if is_dry else "")


def _answer(result: Extraction, note: str = "") -> Answer:
    lines = [_told(item) for item in result.items] or ["nothing new worth keeping"]
    if left := len(result.evicted) + len(result.expired):
        lines.append(f"{left} of the least sure entries went into the archive")
    lines += [f"warning: {harmless(said)}" for said in result.warnings]
    if note:
        lines.append(note)
    data = {"version": 1, **harmless_json(extraction_json(result))}
    return Answer("\n".join(lines), data, warnings=result.warnings)


def _told(item: Outcome) -> str:
    said = harmless(headline(item.kind, item.qualifier, item.text))
    reason = f" ({harmless(item.reason)})" if item.reason else ""
    confidence = "" if item.action in {"skipped", "suppressed"} else f" {item.confidence:.2f}"
    return f"{item.action} {item.existing_id or item.id}{confidence}: {said}{reason}"
