"""What a memory holds, as JSON-ready values: entries, proof, what happened, and in numbers."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from .evidence import fold, values_of
from .expiry import MOST_BYTES, MOST_ENTRIES, room_used
from .memory import Memory
from .model import SHOWN_FROM, Entry, Evidence
from .opening import person_database


def entry_json(memory: Memory, entry: Entry) -> dict[str, Any]:
    """Return one entry; `path` is the file that holds it, `line` counts from 1, 0 if not yet."""
    standing, archived = entry.standing, entry.archived
    value = {
        "id": entry.id,
        "kind": entry.kind,
        "label": entry.label,
        "qualifier": entry.qualifier,
        "class": entry.entry_class,
        "text": entry.text,
        "date": entry.date,
        "last": standing.last,
        "confidence": entry.confidence,
        "seen": standing.seen,
        "pinned": entry.pinned,
        "manual": entry.manual,
        "active": entry.is_active and not archived,
        "who": "person" if entry.manual else standing.who,
        "when": list(standing.when),
        "paths": list(entry.paths),
        "path": ".mem/archive.md" if archived else memory.opened.place.names.learnings,
        "line": entry.line,
    }
    if archived:
        value["archived"] = {"reason": archived.reason, "date": archived.date}
    return value


def list_entries(
    memory: Memory, word: str = "", kind: str = "", *, archived: bool = False
) -> list[dict[str, Any]]:
    """Return the entries that hold a word, of a kind, or of the archive; in order of lines."""
    entries = memory.archived_entries() if archived else memory.listed()
    wanted = word.casefold()
    return [
        entry_json(memory, entry)
        for entry in entries
        if wanted in entry.headline.casefold() and kind in {"", entry.kind}
    ]


def show_entry(memory: Memory, prefix: str) -> dict[str, Any]:
    """Return an entry of learnings.md or the archive, its evidence, and when it was shown.

    `amended` are the lines of the entries that it took the place of, by their IDs.
    """
    memory.archived_entries()
    entry = memory.find_anywhere(prefix)
    query = "SELECT at, task FROM receipts WHERE json LIKE ? ORDER BY at DESC LIMIT 20"
    args = (f'%"{entry.id}"%',)
    return {
        "entry": entry_json(memory, entry),
        "evidence": [evidence_json(line) for line in memory.evidence_of(entry.id)],
        "amended": {
            id_: [evidence_json(line) for line in memory.evidence_of(id_)]
            for id_ in _replaced_by(memory, entry.id)
        },
        "receipts": [{"at": at, "task": task} for at, task in memory.database.rows(query, args)],
    }


def _replaced_by(memory: Memory, id_: str) -> list[str]:
    """Return the IDs of all entries that this one stands in place of."""
    found = [id_]
    for one in found:  # which grows meanwhile
        for other in memory.archived:
            lines = memory.evidence_of(other)
            if other not in found and any(e.act == "replaced" and e.by == one for e in lines):
                found.append(other)
    return found[1:]


def evidence_json(line: Evidence) -> dict[str, Any]:
    """Return what a line of evidence says, without what it leaves out."""
    return {"at": line.at} | {k: value for k, value in values_of(line).items() if k != "id"}


def events(memory: Memory, limit: int) -> list[dict[str, Any]]:
    """Return what happened to entries, the newest first, at most `limit`."""
    found = [event for id_ in memory.log.entries for event in _events_of(memory, id_)]
    return sorted(found, key=lambda event: (event["at"], event["id"]), reverse=True)[:limit]


def _events_of(memory: Memory, id_: str) -> Iterator[dict[str, Any]]:
    """Yield the events of one entry: each line as what it did, and where it came to be shown."""
    lines = memory.evidence_of(id_)
    entry = memory.entries.get(id_) or memory.archived.get(id_)
    text = entry.headline if entry else ""
    before = SHOWN_FROM
    for number, line in enumerate(lines):
        event = {"at": line.at, "event": _event(line, number), "id": id_, "text": text}
        yield {**event, **{k: v for k, v in evidence_json(line).items() if k not in {"at", "act"}}}
        so_far, today = lines[: number + 1], memory.today
        now = fold(so_far, is_kept=False, opposes=lambda _: True, today=today).confidence
        if before < SHOWN_FROM <= now:
            yield {**event, "event": "revived"}
        before = now


def _event(line: Evidence, number: int) -> str:
    if line.act == "said":
        return "merged" if number else "inserted"
    return line.basis or "archived" if line.act == "archived" else line.act


# -- in numbers -------------------------------------------------------------------------------


def status(memory: Memory) -> dict[str, Any]:
    """Return counts, the room left, and the layers: working, short-term and long-term memory."""
    entries = memory.listed()
    active = [entry for entry in entries if entry.is_active and entry.is_counted]
    count, size = room_used(entries)
    task, at = _latest_task(memory)
    return {
        "root": str(memory.opened.place.root),
        "entries": len(entries),
        "active": len(active),
        "manual": sum(entry.manual for entry in entries),
        "pinned": sum(entry.pinned for entry in entries),
        "archived": len(memory.archived),
        "waiting": memory.database.rows("SELECT COUNT(*) FROM inbox")[0][0],
        "room": {
            "entries": max(MOST_ENTRIES - count, 0),
            "bytes": max(MOST_BYTES - size, 0),
        },
        "model": _model_calls(memory),
        "working": {"task": task, "at": at},
        "shortTerm": {
            "entries": [
                entry_json(memory, entry)
                for entry in entries
                if task and task in entry.standing.tasks
            ]
        },
        "longTerm": {"kinds": dict(Counter(entry.kind for entry in entries))},
        "problems": len(memory.problems),
    }


def _model_calls(memory: Memory) -> dict[str, int]:
    """Return how many requests the person's model got in the last 30 days, and their tokens."""
    since = (date.fromisoformat(memory.today) - timedelta(days=30)).isoformat()
    query = "SELECT COUNT(*), COALESCE(SUM(tokens), 0) FROM model_calls WHERE at >= ?"
    with person_database(memory.opened.now) as database:
        calls, tokens = database.rows(query, (since,))[0]
    return {"calls": calls, "tokens": tokens}


def _latest_task(memory: Memory) -> tuple[str, str]:
    """Return the task that said something last, and when; "" for none. An import is none."""
    said = [
        (line.at, line.task)
        for lines in memory.log.entries.values()
        for line in lines
        if line.task and line.act == "said" and not line.task.startswith("import:")
    ]
    at, task = max(said, default=("", ""))
    return task, at
