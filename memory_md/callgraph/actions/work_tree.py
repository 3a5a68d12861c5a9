"""The functions of the files as they stand in the work tree now, each file read once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from ... import files
from ...base.errors import MemError
from ...memory.disk.repo import Repo
from ..model.graph import Function

MOST_BYTES: Final = 1_000_000
# Files that are searched for a name, and that may be read for one.
_MOST_FILES: Final = 5_000
_MOST_NAMING: Final = 50


class WorkTree(Struct):
    """Files under the root; one that cannot be read, or is no source code, has no functions."""

    repo: Repo
    _texts: dict[str, bytes] = field(default_factory=dict)
    _functions: dict[str, tuple[Function, ...]] = field(default_factory=dict)

    def data(self, path: str) -> bytes:
        """What the file holds."""
        if path not in self._texts:
            self._texts[path] = self._read(path)
        return self._texts[path]

    def functions(self, path: str) -> tuple[Function, ...]:
        """The functions of the file."""
        if path not in self._functions:
            self._functions[path] = functions_of(path, self.data(path))
        return self._functions[path]

    def naming(self, words: Iterable[str]) -> list[str]:
        """The source files in which one of the words stands; too common a word has none."""
        from ..disk.source_tree import list_files
        from ..readers.languages import supported

        found: dict[str, None] = {}
        paths = list_files(self.repo.layout.root, supported)[:_MOST_FILES]
        for word in dict.fromkeys(word.encode("utf-8", "replace") for word in words if word):
            having = [path for path in paths if word in self.data(path)]
            found |= dict.fromkeys(having if len(having) <= _MOST_NAMING else ())
        return list(found)

    def ids(self, paths: Iterable[str]) -> set[str]:
        """The ids of all functions in these files."""
        return {function.id for path in paths for function in self.functions(path)}

    def _read(self, path: str) -> bytes:
        layout = self.repo.layout
        real = layout.root / path
        try:
            if not path or not real.is_file() or real.stat().st_size > MOST_BYTES:
                return b""
            return files.read_bytes(real, layout.tree, name=path) or b""
        except (MemError, OSError, ValueError):
            return b""


def functions_of(path: str, data: bytes) -> tuple[Function, ...]:
    """The functions in the data of a file; none where it is no source code that we can read."""
    from ..readers.languages import functions_in, supported

    return functions_in(path, data) if data and supported(path) else ()
