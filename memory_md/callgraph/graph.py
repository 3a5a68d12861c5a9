"""The call graph in mem.db: a scan makes edges, tasks confirm and add them, they decay.

An edge has a source, "ast" (caller to callee) or "observation" (two functions that one task
changed; no direction), and a confidence from 0 to 1. Tasks have numbers, the newest the highest.
"""

import json
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from ..base.errors import MemError, NotFoundError
from ..files.database import Database
from ..files.reading import read_bytes
from ..git.history import changed_functions
from ..git.process import ask_git
from ..memory.opening import Opened
from ..transcripts.model import Session
from .python import Project, Source, read_python

Result = dict[str, Any]
_CEILING, _BOOST, _NEW, _LOSS, _LOWEST = 0.95, 0.15, 0.6, 0.05, 0.05
_RECENT: Final = 10  # tasks after which an edge that none of them confirmed is stale
_MOST_NEW: Final = 20  # functions of a change that makes new edges
_MOST: Final = 200  # of one that is read: more is a rename or a formatter
_FRESH: Final = timedelta(days=2)  # the work tree still shows what such a session changed
_DEF: Final = re.compile(r"(?:async\s+)?def\s+(\w+)")
_DECAYED: Final = "call graph decayed"
_ENDS: Final = "caller = ? AND callee = ?"
_PAIR: Final = f"{_ENDS} OR {_ENDS}"
_CONFIRM: Final = (
    "UPDATE calls SET confidence = max(confidence, confidence + ? * (? - confidence)),"
    f" times_confirmed = times_confirmed + 1, last = ? WHERE {_PAIR}"
)
_DISCOVER: Final = "INSERT INTO calls VALUES (?, ?, 'observation', ?, 0, ?)"


def scan(opened: Opened, database: Database) -> Result:
    """Read all Python files that git has or would take; their calls are the static edges."""
    root = opened.place.root
    listed = ask_git(root, ["ls-files", "-zco", "--exclude-standard"], seconds=30) or ""
    read = {name: _read(root, name) for name in listed.split("\0") if name.endswith(".py")}
    sources = {path: source for path, source in read.items() if source}
    functions = [(path, name) for path, one in sources.items() for name in one.functions]
    edges = set(Project(sources).edges())
    with database.transaction():
        database.change("DELETE FROM functions")
        for row in functions:
            database.change("INSERT INTO functions VALUES (?, ?)", row)
        old = set(database.rows("SELECT caller, callee FROM calls WHERE source = 'ast'"))
        for pair in old - edges:
            database.change(f"DELETE FROM calls WHERE source = 'ast' AND {_ENDS}", pair)
        for pair in sorted(edges - old):
            database.change("INSERT INTO calls VALUES (?, ?, 'ast', 1.0, 0, 0)", pair)
    counts = {"files": len(sources), "functions": len(functions), "edges": len(edges)}
    unread = [path for path, source in read.items() if source is None]
    return {**counts, "added": len(edges - old), "removed": len(old - edges), "unreadable": unread}


def _read(root: Path, path: str) -> Source | None:
    try:
        return read_python(path, read_bytes(root / path, root, name=path) or b"")
    except MemError:
        return None


def find(database: Database, name: str, files: Sequence[str] = ()) -> list[str]:
    """Return what `path::name`, `Class.name` or `name()` may mean; of several those in `files`."""
    path, _, rest = name.strip().removesuffix("()").replace("::", ":").rpartition(":")
    ends = "name = ? OR substr(name, -length(?) - 1) = '.' || ?"
    found = sorted(database.rows(f"SELECT path, name FROM functions WHERE {ends}", [rest] * 3))
    found = [row for row in found if row[0] == path or row[0].endswith(f"/{path}") or not path]
    exact = [row for row in found if path and row[1] == rest]
    inside = [row for row in found if row[0] in files]
    return ["::".join(row) for row in exact or inside or found]


def observed(database: Database, observations: Any) -> list[list[str]]:
    """Return the functions that observations name; a name that means none or two is skipped."""
    groups = []
    for one in observations if isinstance(observations, list) else [observations]:
        fields = [one.get(key) for key in ("files_touched", "functions_changed")]
        files, names = (value if isinstance(value, list) else [] for value in fields)
        meant = [find(database, str(name), files) for name in names]
        groups.append([found[0] for found in meant if len(found) == 1])
    return groups


def changed_in(
    opened: Opened, database: Database, commit: str, *, session: Session | None = None
) -> list[str]:
    """Return the functions that a commit changed, or a session, up to now, in files it edited."""
    root = opened.place.root
    edited = {edit.path for edit in session.edits} if session else set()
    if session and session.at:
        if datetime.fromisoformat(opened.now) - datetime.fromisoformat(session.at) > _FRESH:
            return []
        commit = (ask_git(root, ["rev-list", "-1", f"--before={session.at}", "HEAD"]) or "").strip()
    if not commit or (session and not edited):
        return []
    changed = changed_functions(root, commit, to_work_tree=session is not None)
    own = [(path, line) for path, line in changed if session is None or path in edited]
    named = [f"{path}::{found[1]}" for path, line in own if (found := _DEF.match(line))]
    return [meant[0] for one in named if len(meant := find(database, one)) == 1]


def heal(database: Database, groups: Iterable[Iterable[str]], task: str) -> Result:
    """Let pairs of functions that changed together confirm their edges or make one, once a task."""
    counts = {"confirmed": 0, "discovered": 0}
    with database.transaction():
        new = "SELECT ?, coalesce(max(number), 0) + 1, '[]' FROM call_tasks"
        database.change(f"INSERT OR IGNORE INTO call_tasks {new}", (task,))
        row = database.rows("SELECT number, pairs FROM call_tasks WHERE task = ?", [task])[0]
        number, counted = row[0], set(map(tuple, json.loads(row[1])))
        for names in map(sorted, map(set, groups)):
            for pair in combinations(names, 2) if len(names) <= _MOST else ():
                ends = (*pair, *reversed(pair))
                is_known = bool(database.rows(f"SELECT 1 FROM calls WHERE {_PAIR}", ends))
                if pair in counted or not (is_known or len(names) <= _MOST_NEW):
                    continue
                counted.add(pair)
                counts["confirmed" if is_known else "discovered"] += 1
                if is_known:
                    database.change(_CONFIRM, (_BOOST, _CEILING, number, *ends))
                else:
                    database.change(_DISCOVER, (*pair, _NEW, number))
        pairs = json.dumps(sorted(counted))
        database.change("UPDATE call_tasks SET pairs = ? WHERE number = ?", (pairs, number))
    return {"task": task, **counts}


def decay(database: Database) -> Result:
    """Lower observed edges that none of the last ten tasks confirmed, once for each such task."""
    with database.transaction():
        tasks = database.rows("SELECT max(number) FROM call_tasks")[0][0] or 0
        key = "SELECT value FROM meta WHERE key = ?"
        before = int((database.rows(key, (_DECAYED,)) or [("0",)])[0][0])
        stale = "source = 'observation' AND confidence > ? AND last + ? <= ? AND ? < ?"
        values = (_LOWEST, _RECENT, tasks, before, tasks)
        lowered = database.rows(f"SELECT count(*) FROM calls WHERE {stale}", values)[0][0]
        lower = "max(?, confidence - ? * (? - max(?, last + ? - 1)))"
        numbers = (_LOWEST, _LOSS, tasks, before, _RECENT)
        database.change(f"UPDATE calls SET confidence = {lower} WHERE {stale}", numbers + values)
        database.change("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_DECAYED, str(tasks)))
    return {"decayed": lowered, "tasks": tasks}


def learn(opened: Opened, reads: Iterable[tuple[str, Session]]) -> list[str]:
    """Heal from sessions and commits, where a scan was made, then decay; return what failed."""
    try:
        with opened.database(write=True) as database:
            if database.rows("SELECT 1 FROM functions LIMIT 1"):
                for task, one in reads:
                    commit = one.id.removeprefix("commit-") if one.format == "commit" else ""
                    session = None if commit else one
                    group = changed_in(opened, database, commit or "HEAD", session=session)
                    heal(database, [group], task)
                decay(database)
    except Exception as fault:  # noqa: BLE001
        return [f"the call graph learned nothing: {type(fault).__name__}: {fault}"]
    return []


def show(database: Database, name: str) -> Result:
    """Return what calls, is called by, and changes with a function. Raises NotFoundError."""
    found = find(database, name)
    if len(found) != 1:
        hint = "\n".join(["name one of them:", *found[:20]]) if found else "mem callgraph scan"
        message = "means several functions" if found else "is no function of the last scan"
        raise NotFoundError(message, where=name, hint=hint)
    own = found[0]
    query = "SELECT caller, callee, source, confidence, times_confirmed FROM calls"
    rows = database.rows(f"{query} WHERE ? IN (caller, callee) ORDER BY 4 DESC, 1, 2", (own,))
    keys = ("function", "source", "confidence", "times_confirmed")
    values = ((row[row[0] == own], row[2], round(row[3], 6), row[4]) for row in rows)
    together = [dict(zip(keys, one, strict=True)) for one in values if one[1] != "ast" or one[3]]
    return {
        "function": own,
        "callers": [row[0] for row in rows if row[2] == "ast" and row[1] == own],
        "callees": [row[1] for row in rows if row[2] == "ast" and row[0] == own],
        "changes_with": together,
    }
