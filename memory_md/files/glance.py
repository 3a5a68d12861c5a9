"""A first look into mem.db, for hooks that mostly find nothing to do: read-only and without tables.

It answers only for a plain file below the root; all else is left to `Database`.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_BUSY_SECONDS = 0.2


def glance(root: str, sql: str, args: "Sequence[Any]") -> "list[tuple[Any, ...]] | None":
    """Return the rows of a query, None where only `Database` can tell."""
    path = os.path.join(root, ".mem", "local", "mem.db")
    if not os.path.isfile(path) or os.path.islink(path) or may_be_tracked(root):
        return None
    import sqlite3

    name = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    try:
        connection = sqlite3.connect(f"file:{name}?mode=ro", _BUSY_SECONDS, uri=True)
        try:
            return connection.execute(sql, args).fetchall()
        finally:
            connection.close()
    except sqlite3.Error:
        return None


def may_be_tracked(root: str) -> bool:
    """Return whether git may track mem.db below the root, or has the index elsewhere.

    True also where the index does not write all names out, so git has the last word.
    """
    folder = os.path.abspath(root)
    while not os.path.exists(git := os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above
    try:
        with open(os.path.join(git, "index"), "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    is_plain = data[4:8] in (b"\0\0\0\2", b"\0\0\0\3") and b"link\0" not in data
    return not is_plain or b"/local/mem.db" in data
