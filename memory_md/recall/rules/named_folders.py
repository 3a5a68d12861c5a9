"""Which entries name a folder that holds files of a task or a change. Pure."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Final

from ...diary.model import AllowedFile
from ...diary.rules.path_relation import near
from ...memory.model.entry import FILE_LISTS, Entry

_MOST: Final = 40  # files whose folders are looked for


class NamedFolders:
    """The folders that hold these files and say something: not `src/` alone."""

    def __init__(self, files: Iterable[AllowedFile]) -> None:
        self._folders = {
            path[: found.start()]
            for file in islice(files, _MOST)
            for path in [file.path.replace("\\", "/").removeprefix("./")]
            for found in re.finditer("/", path)
            if near(path[: found.end()], [file])
        }
        named = "|".join(map(re.escape, sorted(self._folders, reverse=True)))
        self._named = re.compile(rf"(?<![\w./-])(?:\./)?({named})(?:/(?![\w.@(\[-])|(?=`))")

    def named_in(self, entry: Entry) -> str:
        """Return the folder that the text of an entry names first; "" where there is none."""
        text = entry.text
        for folder in self._folders:  # a generator takes twice as long, for each entry
            if folder in text:
                found = None if entry.kind in FILE_LISTS else self._named.search(text)
                return found[1] if found else ""
        return ""
