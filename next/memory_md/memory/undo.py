"""The last writing commands, kept as whole copies so that they can be taken back."""

import hashlib
import json
import os
import zlib
from dataclasses import asdict
from typing import Any, Final

from ..base.errors import NotFoundError, RefusedError
from ..files.database import Database
from ..files.reading import read_bytes
from ..files.replacing import delete, replace
from .disk import Files, decoded, encoded, paths_of, read_files
from .opening import Opened

Texts = dict[str, tuple[str | None, str | None]]
_COPY: Final = "last copy of "


def replaced_texts(before: Files, after: Files) -> Texts:
    """Return the texts before and after of those files that differ."""
    new = asdict(after)
    return {key: (old, new[key]) for key, old in asdict(before).items() if old != new[key]}


def keep_record(
    database: Database, opened: Opened, command: str, summary: str, texts: Texts
) -> None:
    """Keep what a command is about to change; older records make room."""
    value = {key: [before, _mark(after)] for key, (before, after) in texts.items()}
    insert = "INSERT INTO undo (worktree, at, command, summary, files) VALUES (?, ?, ?, ?, ?)"
    database.change(insert, (_worktree(opened), opened.now, command, summary, _packed(value)))


def drop_record(database: Database) -> None:
    """Forget the newest record: its change was not made."""
    database.change("DELETE FROM undo WHERE number = (SELECT MAX(number) FROM undo)")


def undo(opened: Opened, database: Database, *, dry_run: bool) -> dict[str, Any]:
    """Take back the last command that wrote here, and say what it was. The caller holds the lock.

    Raises NotFoundError where none is known, RefusedError where a file changed since.
    """
    query = "SELECT number, at, command, summary, files FROM undo WHERE worktree = ?"
    rows = database.rows(f"{query} ORDER BY number DESC LIMIT 1", (_worktree(opened),))
    if not rows:
        hint = "only commands of this machine are known, and none from before a purge"
        raise NotFoundError("there is nothing to take back", hint=hint)
    number, at, command, summary, packed = rows[0]
    value: dict[str, list[Any]] = json.loads(
        zlib.decompress(packed).decode("utf-8", "surrogatepass")
    )
    now, paths = asdict(read_files(opened.place)), paths_of(opened.place)
    for name in value.keys() - paths.keys():  # a file beside the memory
        paths[name] = (opened.place.root / name, name)
        now[name] = decoded(read_bytes(opened.place.root / name, opened.place.tree, name=name))
    for key, (before, mark) in value.items():
        if _mark(now[key]) not in {mark, _mark(before)}:
            raise RefusedError(
                f"changed since `mem {command}`, so nothing is taken back",
                where=paths[key][1],
                hint="compare it in git, or change it in an editor",
            )
    if not dry_run:
        for key in _in_order(value, now):
            path, name = paths[key]
            new, old = encoded(value[key][0]), encoded(now[key])
            if new == old:
                continue
            if new is None and old is not None:
                delete(path, opened.place.tree, expected=old, name=name)
            elif new is not None:
                replace(path, opened.place.tree, new, expected=old, name=name)
        database.change("DELETE FROM undo WHERE number = ?", (number,))
        keep_copy(database, opened, read_files(opened.place).learnings or "")
    files = sorted(paths[key][1] for key in value)
    return {"command": command, "at": at, "summary": summary, "files": files, "dry_run": dry_run}


def _in_order(value: dict[str, list[Any]], now: dict[str, str | None]) -> list[str]:
    """Return the files in the order of writing: what gains entries before what loses them."""
    loses = len(value["archive"][0] or "") < len(now["archive"] or "") if "archive" in value else 0
    order = ["learnings", "archive"] if loses else ["archive", "learnings"]
    order += ["relationships", "evidence"]
    return [key for key in (*order, *(value.keys() - set(order))) if key in value]


def _worktree(opened: Opened) -> str:
    """Return the root of a linked work tree, which shares the database of the main one; else ""."""
    place = opened.place
    name = "" if place.tree == place.local_tree else os.fspath(place.root)
    return name.encode("utf-8", "replace").decode()


def _mark(text: str | None) -> str:
    return "" if text is None else hashlib.sha256(encoded(text) or b"").hexdigest()


def _packed(value: Any) -> bytes:
    return zlib.compress(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))


# -- learnings.md as this machine saw it last ---------------------------------------------------


def keep_copy(database: Database, opened: Opened, learnings: str) -> None:
    """Keep learnings.md as it is now, and on which commit."""
    value = json.dumps([opened.head, learnings], ensure_ascii=False)
    text = value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    database.change("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_COPY + _worktree(opened), text))


def last_copy(database: Database, opened: Opened) -> tuple[str, str]:
    """Return the commit and the text of learnings.md at the last writing command."""
    rows = database.rows("SELECT value FROM meta WHERE key = ?", (_COPY + _worktree(opened),))
    try:
        commit, text = json.loads(rows[0][0]) if rows else ("", "")
    except (ValueError, TypeError):
        return "", ""
    return str(commit), str(text)
