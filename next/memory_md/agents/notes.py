"""What hooks note of a conversation between two calls: one row of mem.db, and a log.

The row's JSON holds, each where it applies:

    read      [place, messages] up to which the transcript was read
    shown     IDs of the entries that came at the start; kept: those that came later
    begins    true: what was shown may be gone, so the next prompt begins anew
    answered  [what, when]: the call that was answered last
    files     [path, time, size] of the memory when it was last looked at
    all       true: all entries were shown then; asked: paths that were looked up since
    lines     how many lines came at the use of tools; nudges: when one line was asked for
    failed    {command: whether a file was edited since} of what failed
    summaries how many summaries the transcript held; taught: [kept, waiting] of the conversation
"""

import json
import time
from typing import Any, Final

from ..files.database import Database
from ..memory.opening import Opened
from .payload import Call

Note = dict[str, Any]
_TWICE: Final = 10.0  # seconds in which two settings may send one event
_NUDGE_SECONDS: Final = 8 * 60.0
_MOST_NUDGES: Final = 6
USED: Final = "used"


def load(database: Database, key: str) -> Note | None:
    """Return the note of a conversation, None where there is none yet."""
    rows = database.rows("SELECT json FROM hooks WHERE conversation = ?", (key,))
    return json.loads(rows[0][0]) if rows else None


def save(database: Database, opened: Opened, call: Call, note: Note) -> None:
    """Keep the note; it is then the newest of its root."""
    values = (call.key, opened.now, str(opened.place.root), call.agent, call.session)
    row = (*values, call.transcript, json.dumps(note))
    database.change("INSERT OR REPLACE INTO hooks VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def log(database: Database, opened: Opened, call: Call, what: str) -> None:
    """Note what a hook did."""
    values = (opened.now, f"{call.agent} {call.event}", call.session, what[:500])
    database.change("INSERT INTO hook_log VALUES (?, ?, ?, ?)", values)


def lately(database: Database, most: int = 10) -> list[str]:
    """Return the newest lines of the log, the newest last."""
    sql = "SELECT at, event, what FROM hook_log ORDER BY rowid DESC LIMIT ?"
    return [" ".join(row) for row in reversed(database.rows(sql, (most,)))]


def is_twice(note: Note, call: Call) -> bool:
    """Return whether this call was answered a moment ago: two settings may send one event."""
    answered = note.get("answered", ["", 0.0])
    return answered[0] == _name(call) and abs(time.time() - answered[1]) < _TWICE


def answer_noted(note: Note, call: Call) -> Note:
    """Return the note that says which call was answered, and when."""
    return {**note, "answered": [_name(call), time.time()]}


def _name(call: Call) -> str:
    # Gemini gives all hooks of an event one time, which tells two events from one sent twice.
    parts = [call.payload.get(key, "") for key in ("tool_use_id", "timestamp", "prompt_id")]
    return " ".join(map(str, (call.event, call.source, call.prompt[:200], *parts)))


def may_nudge(note: Note) -> bool:
    """Return whether the agent may be asked for one line: at most 1 in 8 minutes, 6 in all."""
    asked = note.get("nudges", [])
    return len(asked) < _MOST_NUDGES and (not asked or time.time() - asked[-1] >= _NUDGE_SECONDS)


def mark_used(database: Database, now: str) -> None:
    """Note that the person uses the memory in this clone, so that hooks of all clones act here."""
    database.change("INSERT OR REPLACE INTO meta VALUES (?, ?)", (USED, now))


def is_used(database: Database) -> bool:
    """Return whether the person ran `init` or `install` in this clone."""
    return bool(database.rows("SELECT 1 FROM meta WHERE key = ?", (USED,)))
