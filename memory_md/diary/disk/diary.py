"""The diary on disk: its index, read and changed as the memory's other files are, and its entries.

An entry's file is written once, before the row that leads to it, and never replaced.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from ... import files
from ...base.errors import ChangedMeanwhileError
from ...files.replacing import retried
from ...files.tables import template
from ...memory.disk.repo import Repo, decode

Result = TypeVar("Result")
NewFile = tuple[str, str]  # its name in the folder, and its text


class DiaryFiles(Struct, frozen=True):
    """The diary of a memory; `folder` and `index` are relative to its root."""

    repo: Repo

    @property
    def folder(self) -> str:
        """Where the index and the entries lie."""
        return self.repo.layout.paths.diary.rstrip("/")

    @property
    def index(self) -> str:
        """The index."""
        return f"{self.folder}/index.md"

    @property
    def _path(self) -> Path:
        return self.repo.layout.root / self.index

    def read(self) -> str | None:
        """The text of the index, or None if there is none; never waits for a lock."""
        data = files.read_settled(self._path, self.repo.layout.tree, name=self.index)
        return None if data is None else decode(data, self.index)

    def names(self) -> tuple[str, ...]:
        """The Markdown files of the folder but the index, relative to the root, sorted."""
        layout = self.repo.layout
        real = files.resolve(layout.root / self.folder, layout.tree, self.folder)
        try:
            with os.scandir(real) as found:
                names = [item.name for item in found if item.name.casefold().endswith(".md")]
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            return ()
        return tuple(sorted(f"{self.folder}/{name}" for name in names if name != "index.md"))

    def entry(self, path: str) -> str | None:
        """The text of an entry's file, None if it is not there.

        Raises RefusedError for what leads out of the work tree, UnreadableError for no text.
        """
        layout = self.repo.layout
        data = files.read_bytes(layout.root / path, layout.tree, name=path)
        return None if data is None else decode(data, path)

    def change(self, compute: Callable[[str], tuple[str, NewFile | None, Result]]) -> Result:
        """Under the lock: compute the index from what it says, write it, give the result.

        `compute` is given the template where there is no index. It may run several times; the
        file it wants is made first, once.
        """
        tree = self.repo.layout.tree
        made: NewFile | None = None

        def work() -> Result:
            nonlocal made
            data = files.read_settled(self._path, tree, name=self.index)
            old = template("diary.md") if data is None else decode(data, self.index)
            text, wanted, result = compute(old)
            if wanted and wanted != made:
                self._make(*wanted)
                made = wanted
            new = text.encode("utf-8", "surrogateescape")
            if new != data and (data is not None or wanted):
                files.replace(self._path, tree, new, expected=data, name=self.index, is_edited=True)
            return result

        with self.repo.writing():
            files.sweep((self._path,), tree)
            return retried(work)

    def _make(self, file: str, text: str) -> None:
        name = f"{self.folder}/{file}"
        path = self.repo.layout.root / name
        data = text.encode("utf-8", "surrogateescape")
        tree = self.repo.layout.tree
        if not files.create(path, tree, data, name=name) and (
            files.read_bytes(path, tree, name=name) != data
        ):
            raise ChangedMeanwhileError(
                "was made by somebody else meanwhile", where=name, hint="try again"
            )
