"""The last writing commands, kept as whole copies so that they can be taken back."""

import hashlib
import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from ..base.errors import MemError, NotFoundError, RefusedError
from ..files.database import Database
from .disk import Texts, encoded, paths_of, read_files, read_text, write_texts
from .opening import Opened

_COPY: Final = "last copy of "


def write_recorded(
    opened: Opened,
    database: Database,
    command: str,
    summary: str,
    texts: Texts,
    steps: Iterable[tuple[str, tuple[str | None, str | None]]],
) -> None:
    """Keep what a command is about to change, and let it write `steps`. Raises MemError."""
    value = {key: [before, _mark(after)] for key, (before, after) in texts.items()}
    packed = zlib.compress(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    insert = "INSERT INTO undo (worktree, at, command, summary, files) VALUES (?, ?, ?, ?, ?)"
    database.change(insert, (_worktree(opened), opened.now, command, summary, packed))
    try:
        write_texts(opened.place, steps)
    except MemError:
        database.change("DELETE FROM undo WHERE number = (SELECT MAX(number) FROM undo)")
        raise


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
    names = {key: name for key, (_, name) in paths_of(opened.place).items()}
    now = asdict(read_files(opened.place))
    now |= {name: read_text(opened.place, name) for name in value.keys() - names.keys()}
    for key, (before, mark) in value.items():
        if _mark(now[key]) not in {mark, _mark(before)}:
            raise RefusedError(
                f"changed since `mem {command}`, so nothing is taken back",
                where=names.get(key, key),
                hint="compare it in git, or change it in an editor",
            )
    texts = {key: (now[key], before) for key, (before, _) in value.items()}
    if not dry_run:
        write_texts(opened.place, [(key, texts[key]) for key in _in_order(texts)])
        database.change("DELETE FROM undo WHERE number = ?", (number,))
        keep_copy(database, opened, read_files(opened.place).learnings or "")
    files = sorted(names.get(key, key) for key in value)
    return {"command": command, "at": at, "summary": summary, "files": files, "dry_run": dry_run}


def _in_order(texts: Texts) -> list[str]:
    """Return the files in the order of writing: what gains entries before what loses them."""
    now, after = texts.get("archive", ("", ""))
    first = "learnings" if len(after or "") < len(now or "") else "archive"
    return sorted(texts, key=lambda key: (key != first, key == "evidence"))


def _worktree(opened: Opened) -> str:
    """Return the root of a linked work tree, which shares the database of the main one; else ""."""
    place = opened.place
    name = "" if place.tree == place.local_tree else os.fspath(place.root)
    return name.encode("utf-8", "replace").decode()


def _mark(text: str | None) -> str:
    return "" if text is None else hashlib.sha256(encoded(text) or b"").hexdigest()


# -- learnings.md as this machine saw it last ---------------------------------------------------


def keep_copy(database: Database, opened: Opened, learnings: str) -> None:
    """Keep learnings.md as it is now, and on which commit."""
    value = json.dumps([opened.head, learnings], ensure_ascii=False)
    text = value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    database.change("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_COPY + _worktree(opened), text))


def last_copy(database: Database, opened: Opened) -> tuple[str, str]:
    """Return the commit and the text of learnings.md at the last writing command."""
    rows = database.rows("SELECT value FROM meta WHERE key = ?", (_COPY + _worktree(opened),))
    commit, text = json.loads(rows[0][0]) if rows else ("", "")
    return commit, text
