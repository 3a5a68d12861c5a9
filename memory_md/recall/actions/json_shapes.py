"""The JSON of results, the same for the command line and the MCP server."""

from __future__ import annotations

from ...memory.rules.scope import scope_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...diary.model import DiaryEntry
    from ...extract.model import Extraction, Outcome, Withdrawal
    from ...memory.actions.workspace import Listed
    from ...memory.model.entry import Archived
    from ..model.receipt import Choice, Receipt
    from .search import SearchResult
    from .why import Why


def entry_json(item: Listed) -> dict[str, Any]:
    """One entry in the shape that every command shares."""
    entry = item.entry
    value: dict[str, Any] = {
        **_fields(entry, "id", "kind", "label", "qualifier"),
        "class": entry.entry_class,
        "text": entry.text,
        "date": entry.date.isoformat() if entry.date else None,
        "last": entry.last.isoformat() if entry.last else None,
        "confidence": round(entry.confidence, 4),
        "seen": entry.seen,
        "from": list(entry.tasks),
        "pinned": entry.pinned,
        "manual": entry.manual,
        "active": entry.archived is None,
        "path": item.path,
        "line": item.line,
    }
    if scope := scope_of(entry):
        value["paths"] = list(scope)
    if entry.code:
        value["code"] = entry.code.words
    if entry.by:
        value["by"] = entry.by
    if entry.archived:
        value["archived"] = _archived_json(entry.archived)
    return value


def _fields(value: object, *names: str) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}


def _archived_json(archived: Archived) -> dict[str, Any]:
    note = f": {archived.note}" if archived.note else ""
    return {"reason": f"{archived.reason}{note}", "date": archived.on.isoformat()}


def row_json(entry: DiaryEntry, path: str) -> dict[str, Any]:
    """Return a row of the diary in the shape that every command shares; `path` is the index."""
    return {**diary_entry_json(entry), "path": path, "line": entry.line}


def diary_entry_json(entry: DiaryEntry) -> dict[str, Any]:
    """Return what a row of the diary says."""
    return {
        "id": entry.id,
        "date": entry.date or None,
        "type": entry.type or None,
        "status": entry.status or None,
        "summary": entry.summary,
        "file": entry.file or None,
        "files": list(entry.files),
    }


def extraction_json(result: Extraction) -> dict[str, Any]:
    """Return the shape that `extract` and `import` share; `withdrawn` is there if anything was."""
    value = {
        "session": result.session,
        "confidence": result.confidence,
        "items": [*map(_item_json, result.items), *map(_withdrawn_json, result.withdrawn)],
        "sources": [{"path": path, "format": name} for path, name in result.sources],
        "relationships": _fields(result.edges, "added", "refreshed", "evicted"),
        "evicted": list(result.evicted),
        "warnings": list(result.warnings),
    }
    if result.withdrawn:
        value["withdrawn"] = [one.entry.id for one in result.withdrawn]
    if result.prompts:
        value |= {"prompt": "\n".join(result.prompts), "model": result.model}
    return value


def _item_json(item: Outcome) -> dict[str, Any]:
    value = _fields(item, "action", "id", "kind", "qualifier", "text")
    value["confidence"] = round(item.confidence, 4)
    if item.reason:
        value["reason"] = item.reason
    if item.existing_id:
        value["existing_id"] = item.existing_id
    value["source"] = _fields(item.source, "path", "line")
    if item.source.by_model:
        value["source"]["by_model"] = True
    return value


def _withdrawn_json(one: Withdrawal) -> dict[str, Any]:
    """Return the entry that was taken back as an item; `source` is where a person or agent did."""
    return {
        "action": "withdrawn",
        **_fields(one.entry, "id", "kind", "qualifier", "text"),
        "confidence": round(one.entry.confidence, 4),
        "reason": "taken back by a person" if one.quote else "taken back by its session",
        "existing_id": one.entry.id,
        "source": _fields(one.source, "path", "line"),
    }


def result_json(result: SearchResult) -> dict[str, Any]:
    """One result of a search."""
    names = ("path", "line", "heading", "kind", "text", "score")
    value = {"id": result.id or None, **_fields(result, *names)}
    if result.archived:
        value["active"] = False
        value["archived"] = _archived_json(result.archived)
    if result.held_back:
        value["held_back"] = result.held_back
    return value


def why_json(found: Why) -> dict[str, Any]:
    """Return all that is known of an entry."""
    from msgspec import to_builtins

    return {
        "entry": entry_json(found.item),
        "events": [dict(event) for event in found.events],
        "evidence": [to_builtins(line) for line in found.evidence],
        "receipts": [_receipt_json(receipt, choice) for receipt, choice in found.receipts],
        "now": _fields(found.now, "shown", "section", "reason"),
        "log_begins_with_entry": found.begins,
        **({"layer": found.layer} if found.layer else {}),
    }


def _receipt_json(receipt: Receipt, choice: Choice | None) -> dict[str, Any]:
    """Return a call, and what became of the entry in it, where the receipt had room to tell."""
    value: dict[str, Any] = {"at": receipt.at, "budget": receipt.budget, "used": receipt.tokens}
    if choice is None:
        return {**value, "shown": False, "reason": "the receipt had no room to tell"}
    names = ("shown", "section", "score", "parts", "tokens", "reason")
    return value | _fields(choice, *names)
