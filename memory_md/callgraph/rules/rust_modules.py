"""Which file a Rust path means: crates by their Cargo.toml, modules by their files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping
from typing import Final

from ...base.regex import regex
from .project import FileModules

_NAME: Final = regex(r'^name[ \t]*=[ \t]*"([^"\n]+)"', re.MULTILINE)
_ROOTS: Final = ("src/lib.rs", "src/main.rs")


class RustModules(FileModules):
    """Modules by the path of their file."""

    def __init__(self, paths: Collection[str], manifests: Mapping[str, str]) -> None:
        self._files = frozenset(paths)
        self._crates: dict[str, str] = {}
        self._folders = []
        for path, text in sorted(manifests.items()):
            folder, file = posixpath.split(path)
            if file == "Cargo.toml":
                self._folders.append(folder)
                name, root = _NAME.search(text), self._root_in(folder)
                if name and root:
                    self._crates[name[1].replace("-", "_")] = root
        self._folders.sort(key=len, reverse=True)

    def _root_in(self, folder: str) -> str | None:
        tries = (posixpath.join(folder, root) for root in _ROOTS)
        return next((each for each in tries if each in self._files), None)

    def _crate(self, path: str) -> str:
        """The folder of the crate that a file is of."""
        for folder in self._folders:
            if not folder or path.startswith(f"{folder}/"):
                return folder
        return ""

    def _crate_root(self, path: str) -> str | None:
        folder = self._crate(path)
        inside = path[len(folder) :].strip("/").split("/")
        # Tests, examples and further programs are crates of their own.
        if inside[0] in ("tests", "examples", "benches") and len(inside) == 2:
            return path
        if inside[:2] == ["src", "bin"] and len(inside) == 3:
            return path
        if inside == ["src", "main.rs"]:
            return path
        return self._root_in(folder)

    def find(self, path: str, name: str, level: int) -> str | None:
        """The file of a path such as `crate::a`, `self::b`, `super`, or the name of a crate."""
        first, *rest = name.split("::")
        if first == "crate":
            found = self._crate_root(path)
        elif first == "self":
            found = path
        elif first == "super":
            found = self._above(path)
        else:
            found = self.child(path, first) or self._crates.get(first)
        for part in rest:
            if found is None:
                return None
            found = self._above(found) if part == "super" else self.child(found, part)
        return found

    def _above(self, path: str) -> str | None:
        folder, file = posixpath.split(path)
        if file == "mod.rs":
            folder = posixpath.dirname(folder)
        tries = [posixpath.join(folder, name) for name in ("mod.rs", "lib.rs", "main.rs")]
        return next((e for e in [*tries, f"{folder}.rs"] if e in self._files and e != path), None)

    def child(self, key: str, name: str) -> str | None:
        """The file of a module inside of a module."""
        folder, file = posixpath.split(key)
        if file not in ("mod.rs", "lib.rs", "main.rs"):
            own = posixpath.join(folder, file.removesuffix(".rs"))
            folder = folder if self._crate_root(key) == key else own
        tries = (posixpath.join(folder, f"{name}.rs"), posixpath.join(folder, name, "mod.rs"))
        return next((each for each in tries if each in self._files), None)

    def group(self, path: str) -> str:
        """Methods of a type may stand in any file of its crate."""
        return self._crate(path)
