"""The inbox in mem.db: candidates that wait, and the hashes of those that were dropped."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from ..dedup.removed import removed_form
from ..files.database import Database
from .model import Candidate

FORGOTTEN_AFTER: Final = 30  # days of use
_FIELDS: Final = {item.name for item in fields(Candidate)}


@dataclass(frozen=True, slots=True)
class Waiting:
    """A candidate that waits since `at` (ISO 8601), and why."""

    id: str
    at: str
    candidate: Candidate
    reason: str


def read_inbox(database: Database, days: Sequence[str]) -> list[Waiting]:
    """Return what waits, the oldest first, without what 30 of the days of use have passed over."""
    found = []
    for id_, at, text in database.rows("SELECT id, at, json FROM inbox ORDER BY at, id"):
        if sum(day > at[:10] for day in days) <= FORGOTTEN_AFTER:
            value: dict[str, Any] = json.loads(text)
            known: dict[str, Any] = {
                key: tuple(one) if isinstance(one, list) else one
                for key, one in value.items()
                if key in _FIELDS
            }
            found.append(Waiting(id_, at, Candidate(**known), str(value.get("reason", ""))))
    return found


def drop(database: Database, text: str) -> None:
    """Keep the hash of a text that a person does not want, so that it is not proposed again."""
    database.change("INSERT OR REPLACE INTO verdicts VALUES (?, 'dropped')", (_key(text),))


def is_dropped(database: Database, text: str) -> bool:
    """Return whether a person dropped that text."""
    return bool(database.rows("SELECT 1 FROM verdicts WHERE key = ?", (_key(text),)))


def _key(text: str) -> str:
    return "dropped " + hashlib.sha256(removed_form(text).encode("utf-8", "replace")).hexdigest()
