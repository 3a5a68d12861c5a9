"""Which file a Python import means: packages, src layouts, several roots, namespaces."""

from __future__ import annotations

import builtins
import posixpath
from collections.abc import Collection
from typing import Final

from .project import FileModules

_BUILTINS: Final = frozenset(dir(builtins)) | {"__file__", "__name__", "reveal_type"}


class PythonModules(FileModules):
    """Modules by the path of their file; a folder without `__init__.py` has a slash behind."""

    def __init__(self, paths: Collection[str]) -> None:
        self._files = frozenset(paths)
        self._folders = {""}
        for path in paths:
            folder = posixpath.dirname(path)
            while folder and folder not in self._folders:
                self._folders.add(folder)
                folder = posixpath.dirname(folder)
        packages = {posixpath.dirname(p) for p in paths if p.endswith("__init__.py")}
        self._packages = packages
        tops = {self._top(package) for package in packages}
        usual = ["", "src", "lib"]
        self._roots = [*usual, *sorted(tops - set(usual), key=lambda top: (top.count("/"), top))]

    def _top(self, folder: str) -> str:
        """The folder that the outermost package around a folder lies in."""
        while folder in self._packages and folder:
            folder = posixpath.dirname(folder)
        return folder

    def find(self, path: str, name: str, level: int) -> str | None:
        """The module of an import."""
        folder = posixpath.dirname(path)
        if level:
            for _ in range(level - 1):
                if not folder:
                    return None
                folder = posixpath.dirname(folder)
            return self._at(folder, name)
        roots = [self._top(folder), *([folder] if folder not in self._packages else [])]
        for root in dict.fromkeys([*roots, *self._roots]):
            top = self._at(root, name.partition(".")[0])
            # A folder without files of its own proves nothing, unless all of the name is there.
            if top is not None:
                found = self._at(root, name)
                if found is not None or not top.endswith("/"):
                    return found
        return None

    def _at(self, folder: str, name: str) -> str | None:
        base = posixpath.join(folder, *name.split(".")) if name else folder
        for file in (posixpath.join(base, "__init__.py"), f"{base}.py", f"{base}.pyi"):
            if file in self._files:
                return file
        return f"{base}/" if base in self._folders and base else None

    def child(self, key: str, name: str) -> str | None:
        """A module of a package."""
        if key.endswith("/"):
            return self._at(key[:-1], name)
        folder, file = posixpath.split(key)
        return self._at(folder, name) if file == "__init__.py" else None

    def files(self, key: str) -> tuple[str, ...]:
        """The module's one file."""
        return () if key.endswith("/") else (key,)

    def is_builtin(self, name: str) -> bool:
        """Whether the name is Python's."""
        return name in _BUILTINS
