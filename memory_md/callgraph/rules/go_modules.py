"""Which folder a Go import means, by the module path in the go.mod above."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping
from typing import Final

from ...base.regex import regex

_MODULE: Final = regex(r'^module[ \t]+"?([^\s"]+)', re.MULTILINE)


class GoModules:
    """Packages by their folder; all files of a folder are one package."""

    def __init__(self, paths: Collection[str], manifests: Mapping[str, str]) -> None:
        self._folders: dict[str, list[str]] = {}
        for path in sorted(paths):
            self._folders.setdefault(posixpath.dirname(path), []).append(path)
        found = [
            (name[1], posixpath.dirname(path))
            for path, text in manifests.items()
            if posixpath.basename(path) == "go.mod" and (name := _MODULE.search(text))
        ]
        self._modules = sorted(found, key=lambda each: -len(each[0]))

    def find(self, path: str, name: str, level: int) -> str | None:
        """The folder of a package."""
        for module, folder in self._modules:
            if name == module or name.startswith(f"{module}/"):
                place = posixpath.join(folder, name[len(module) :].strip("/")).strip("/")
                return place if place in self._folders else None
        return None

    def child(self, key: str, name: str) -> str | None:
        """A package holds no packages."""
        return None

    def files(self, key: str) -> tuple[str, ...]:
        """The files of a package, its tests apart."""
        return tuple(path for path in self._folders[key] if not path.endswith("_test.go"))

    def around(self, path: str) -> tuple[str, ...]:
        """The files of the same package; tests see the code, and the code no tests."""
        beside = self._folders[posixpath.dirname(path)]
        if not path.endswith("_test.go"):
            beside = [each for each in beside if not each.endswith("_test.go")]
        return (path, *(each for each in beside if each != path))

    def group(self, path: str) -> str:
        """Methods of a type may stand in any file of its package."""
        return posixpath.dirname(path)

    def is_builtin(self, name: str) -> bool:
        """Whatever is not bound is the language's, or of a package with a name of its own."""
        return True
