"""The part of a hook that reads the transcript: extracts, and at the end of a session asks a model.

A session that ended is read by a process of its own, which nobody waits for: it waits until the
transcript has settled, as some agents write its end a moment later.
"""

import json
import os
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Final

from ..extract.extract import Read, extract, read_sources
from ..memory.opening import Opened
from . import notes
from .hook import new_messages
from .payload import Call
from .table import COMPACTION, END

_SECONDS, _DETACHED_SECONDS = 1.0, 10.0  # for the lock
_SETTLED_SECONDS, _MOST_SETTLING = 1.5, 15.0
_LEAST: Final = 2  # messages in all


def learn_detached(call: Call, folder: str) -> None:
    """Read a session to its end; then ask the model where the person allowed one."""
    from .serve import opened_for

    _wait_until_settled(call.transcript)
    opened = opened_for(folder)
    if opened is None:
        return
    reads = learn(opened, call, seconds=_DETACHED_SECONDS)
    if call.moment == END and call.is_own and opened.settings.llm.use != "off":
        from ..llm.judge import judge_session

        for read in reads:
            asked = judge_session(opened, read.session, read.task)
            with opened.database(write=True) as database:
                for said in (*asked.warnings, f"the model: {len(asked.learned.items)} items"):
                    notes.log(database, opened, call, said)


def learn(opened: Opened, call: Call, *, seconds: float = _SECONDS) -> list[Read]:
    """Extract what a conversation said, and note how far it was read; return what was read."""
    with opened.database() as database:
        note = notes.load(database, call.key) or {}
    new, total, place = new_messages(call, note)
    if total < _LEAST or not new:
        return []
    if call.messages is None:
        source, format_ = (call.transcript, Path(call.transcript).read_bytes()), "auto"
    else:
        data = json.dumps(call.messages, ensure_ascii=False).encode("utf-8", "replace")
        source, format_ = (call.session, data), "messages"
    reads, _, faults = read_sources([source], format_)
    own = "" if call.is_own else call.key
    tasks = [own or one.session.id or call.session or one.task for one in reads]
    reads = [replace(one, task=task, is_seen=True) for one, task in zip(reads, tasks, strict=True)]
    items = extract(opened, reads, seconds=seconds)["items"] if reads else []
    counts = Counter(item["action"] for item in items)
    with opened.database(write=True) as database:
        note = notes.load(database, call.key) or {}  # another hook may have changed it meanwhile
        # What the conversation said itself is no news to it, until a compaction.
        ids = [one for item in items for one in (item["id"], item.get("existing_id")) if one]
        said = [] if call.moment == COMPACTION else ids
        note["read"] = [place, total]
        note["kept"] = list(dict.fromkeys([*note.get("kept", []), *said]))
        notes.save(database, opened, call, note)
        told = [f"{count} {action}" for action, count in counts.items()] or ["nothing"]
        for line in (f"extracted: {', '.join(told)}", *(f"error: {one}" for one in faults)):
            notes.log(database, opened, call, line)
    return reads


def _wait_until_settled(path: str) -> None:
    """Wait until a file has not grown for a moment."""
    deadline = time.monotonic() + _MOST_SETTLING
    size, since = -1, time.monotonic()
    while path and time.monotonic() < deadline:
        found = os.path.getsize(path) if os.path.isfile(path) else 0
        if found != size:
            size, since = found, time.monotonic()
        elif time.monotonic() - since >= _SETTLED_SECONDS:
            return
        time.sleep(0.2)
