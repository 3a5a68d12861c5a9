"""The diary on disk: its index and the entry files.

An entry's file is the path in its row, relative to the root or to the diary, else `DATE-ID*.md`,
else `*ID*.md` in the folder of the diary.
"""

import posixpath
import re
from dataclasses import dataclass
from typing import Any, Final

from ..base.errors import MemError
from ..memory.disk import read_text
from ..memory.opening import Opened
from .index import Index, Row, parse

SUCCESS: Final = frozenset(("success", "успех"))


@dataclass(frozen=True, slots=True)
class Diary:
    """The index, its text as it was read (None: there is none), and the files beside it.

    `folder` is the diary's, relative to the root; `names` are those of the Markdown files in it.
    """

    opened: Opened
    folder: str
    text: str | None
    index: Index
    names: tuple[str, ...]

    @classmethod
    def read(cls, opened: Opened) -> "Diary":
        """Read the index and list the folder. Raises MemError for what is no plain file."""
        folder = opened.place.names.diary
        text = read_text(opened.place, f"{folder}/index.md")
        names = sorted(path.name for path in (opened.place.root / folder).glob("*.md"))
        others = tuple(name for name in names if name != "index.md")
        return cls(opened, folder, text, parse(text or ""), others)

    def file_of(self, row: Row) -> str:
        """Return the file of a row, relative to the root; "" where there is none."""
        if row.link:
            name = row.link.rpartition("/")[2]
            is_here = name in self.names
            return f"{self.folder}/{name}" if is_here else posixpath.normpath(row.link.lstrip("/"))
        whole = re.compile(rf"(?<![^\W_]){re.escape(row.id)}(?![^\W_])", re.IGNORECASE)
        found = [name for name in self.names if row.id and whole.search(name)]
        found.sort(key=lambda name: (not name.startswith(row.date), row.type not in name))
        return f"{self.folder}/{found[0]}" if found else ""

    def text_of(self, file: str) -> str:
        """Return the text of an entry's file, "" where it cannot be read."""
        try:
            return (read_text(self.opened.place, file) or "") if file else ""
        except MemError:
            return ""

    def json(self, row: Row) -> dict[str, Any]:
        """Return a row as `mem diary list --json` has it."""
        values = {name: getattr(row, name) for name in ("id", "date", "type", "status", "summary")}
        return {**values, "file": self.file_of(row), "files": row.files}


def list_rows(opened: Opened) -> list[dict[str, Any]]:
    """Return the rows of the index in order."""
    diary = Diary.read(opened)
    return [diary.json(row) for row in diary.index.rows]
