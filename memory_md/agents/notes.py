"""What hooks note of a conversation between two calls: one row of mem.db, and a log.

The row's JSON holds, each where it applies:

    read      [place, messages] up to which the transcript was read
    shown     IDs of the entries that came at the start; kept: those that came later
    begins    true: what was shown may be gone, so the next prompt begins anew
    answered  [what, when]: the call that was answered last
    files     [path, time, size] of the memory when it was last looked at
    all       true: all entries were shown then; asked: paths that were looked up since
    lines     how many lines came at the use of tools; nudges: when one line was asked for
    failed    {digest of a command: whether a file was edited since} of what failed
    summaries how many summaries the transcript had; reported: the person was told of it
"""

import json
import time
from binascii import crc32
from typing import Any, Final

from ..files.database import Database
from ..memory.opening import Opened
from .payload import Call

Note = dict[str, Any]
_MOMENT: Final = 10.0  # seconds
_NUDGE_SECONDS: Final = 8 * 60.0
_MOST_NUDGES: Final = 6
# The person ran `init` or `install` in this clone, or was told that hooks wait for that.
USED, TOLD = "used", "told that hooks wait"


def load(database: Database, key: str) -> Note | None:
    """Return the note of a conversation, None where there is none yet."""
    rows = database.rows("SELECT json FROM hooks WHERE conversation = ?", (key,))
    return json.loads(rows[0][0]) if rows else None


def save(database: Database, opened: Opened, call: Call, note: Note) -> None:
    """Keep the note; it is then the newest of its root."""
    values = (call.key, opened.now, str(opened.place.root), call.agent, call.session)
    row = (*values, call.transcript, json.dumps(note))
    database.change("INSERT OR REPLACE INTO hooks VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def log(database: Database, opened: Opened, call: Call | None, what: str) -> None:
    """Note what a hook did."""
    event, session = (f"{call.agent} {call.event}", call.session) if call else ("", "")
    row = (opened.now, event, session, what[:500])
    database.change("INSERT INTO hook_log VALUES (?, ?, ?, ?)", row)


def lately(database: Database) -> list[str]:
    """Return the last ten lines of the log."""
    rows = database.rows("SELECT at, event, what FROM hook_log ORDER BY rowid DESC LIMIT 10")
    return [" ".join(row) for row in reversed(rows)]


def name_of(call: Call) -> str:
    """Return what tells one call from another; two settings may send the same."""
    # Gemini gives all hooks of an event one time, the others each a time of its own.
    passing = () if call.agent == "gemini" else ("timestamp",)
    payload = {key: value for key, value in call.payload.items() if key not in passing}
    return f"{crc32(json.dumps(payload).encode()):08x}"


def is_just_answered(note: Note, name: str = "") -> bool:
    """Return whether that call, or any, was answered a moment ago."""
    answered, at = note.get("answered", ("", 0.0))
    return name in ("", answered) and abs(time.time() - at) < _MOMENT


def may_nudge(note: Note) -> bool:
    """Return whether the agent may be asked for one line: at most 1 in 8 minutes, 6 in all."""
    asked = note.get("nudges", [])
    return len(asked) < _MOST_NUDGES and time.time() - max(asked, default=0) >= _NUDGE_SECONDS


def mark(database: Database, key: str) -> None:
    """Note something of this clone: `USED` or `TOLD`."""
    database.change("INSERT OR IGNORE INTO meta VALUES (?, '')", (key,))


def is_marked(database: Database, key: str) -> bool:
    """Return whether that was noted."""
    return bool(database.rows("SELECT 1 FROM meta WHERE key = ?", (key,)))


def running_session(opened: Opened) -> tuple[str, str, str] | None:
    """Return (path of the transcript, format, ID) of the newest session of a root, if any is known.

    A subagent's is none, and so is one that sends its messages in place of a file.
    """
    with opened.database() as database:
        rows = database.rows(
            "SELECT transcript, agent, session FROM hooks WHERE root = ? AND transcript <> ''"
            " AND conversation = session ORDER BY at DESC, rowid DESC LIMIT 1",
            (str(opened.place.root),),
        )
    return (rows[0][0], rows[0][1], rows[0][2]) if rows else None
