"""Which file an import means: one finder for each language.

A module has a key: the path of its file, or the path of its folder for a package of Go and for a
folder of Python without `__init__.py` (with a slash at its end).
"""

from __future__ import annotations

import builtins
import json
import posixpath
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from ...base.json_text import without_comments, without_last_commas
from ...base.path_match import is_within
from ...base.regex import regex
from ..model.source_code import SourceCode

_BUILTINS: Final = frozenset(dir(builtins)) | {"__file__", "__name__", "reveal_type"}
_GO_MODULE: Final = regex(r'^module[ \t]+"?([^\s"]+)', re.MULTILINE)
_CRATE: Final = regex(r'^name[ \t]*=[ \t]*"([^"\n]+)"', re.MULTILINE)
_SUFFIXES: Final = (".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")


def modules_of(sources: Sequence[SourceCode], manifests: Mapping[str, str]) -> dict[str, Modules]:
    """Return the finder of each language, for these files and the texts of go.mod and such."""
    paths: dict[str, list[str]] = {}
    for source in sources:
        paths.setdefault(source.language, []).append(source.path)
    script = ScriptModules([*paths.get("javascript", ()), *paths.get("typescript", ())], manifests)
    return {
        "python": PythonModules(paths.get("python", ())),
        "javascript": script,
        "typescript": script,
        "go": GoModules(paths.get("go", ()), manifests),
        "rust": RustModules(paths.get("rust", ()), manifests),
    }


class Modules(ABC):
    """What is true of most languages: a file is a module, and sees only itself."""

    def __init__(self, paths: Collection[str]) -> None:
        self.paths = frozenset(paths)

    @abstractmethod
    def find(self, path: str, name: str, level: int) -> str | None:
        """Return the key of the module that a file imports; None if it is not of the project."""

    def child(self, key: str, name: str) -> str | None:
        """Return the key of a module inside of a module."""
        return None

    def files(self, key: str) -> tuple[str, ...]:
        """Return the files whose names are the module's."""
        return (key,)

    def beside(self, path: str) -> tuple[str, ...]:
        """Return the other files whose names a file sees without an import."""
        return ()

    def group(self, path: str) -> str:
        """Return what the files have in common in which methods of one type may stand."""
        return path

    def is_builtin(self, name: str) -> bool:
        """Return whether a name that no assignment binds belongs to the language."""
        return True

    def first(self, *tries: str) -> str | None:
        """Return the first path that there is."""
        return next((path for path in tries if path in self.paths), None)


class PythonModules(Modules):
    """Packages, src layouts, several roots, namespace packages."""

    def __init__(self, paths: Collection[str]) -> None:
        super().__init__(paths)
        self._folders = {""}
        for path in paths:
            folder = posixpath.dirname(path)
            while folder and folder not in self._folders:
                self._folders.add(folder)
                folder = posixpath.dirname(folder)
        self._packages = {posixpath.dirname(p) for p in paths if p.endswith("__init__.py")}
        usual = ["", "src", "lib"]
        tops = {self._top(package) for package in self._packages} - {*usual}
        self._roots = [*usual, *sorted(tops, key=lambda top: (top.count("/"), top))]

    def _top(self, folder: str) -> str:
        """Return the folder that holds the outermost package around a folder."""
        while folder in self._packages and folder:
            folder = posixpath.dirname(folder)
        return folder

    def find(self, path: str, name: str, level: int) -> str | None:
        folder = posixpath.dirname(path)
        if level:
            parts = folder.split("/") if folder else []
            if level - 1 > len(parts):
                return None
            return self._at("/".join(parts[: len(parts) - level + 1]), name)
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
        found = self.first(posixpath.join(base, "__init__.py"), f"{base}.py", f"{base}.pyi")
        return found or (f"{base}/" if base in self._folders and base else None)

    def child(self, key: str, name: str) -> str | None:
        folder, file = posixpath.split(key)
        return self._at(folder, name) if file in ("", "__init__.py") else None

    def files(self, key: str) -> tuple[str, ...]:
        return () if key.endswith("/") else (key,)

    def is_builtin(self, name: str) -> bool:
        return name in _BUILTINS


class ScriptModules(Modules):
    """JavaScript and TypeScript: relative paths, index files, packages, `paths` of a tsconfig."""

    def __init__(self, paths: Collection[str], manifests: Mapping[str, str]) -> None:
        super().__init__(paths)
        self._packages: dict[str, str] = {}
        self._aliases: list[tuple[str, str, str]] = []  # folder of the config, prefix, target
        for path, text in sorted(manifests.items()):
            folder, file = posixpath.split(path)
            value = _json(text) if file.endswith(".json") else {}
            if file == "package.json" and isinstance(value.get("name"), str):
                self._packages[value["name"]] = folder
            options = value.get("compilerOptions")
            if isinstance(options, dict):
                self._read_aliases(folder, options)

    def _read_aliases(self, folder: str, options: dict[str, Any]) -> None:
        base = posixpath.join(folder, str(options.get("baseUrl") or "."))
        paths = options.get("paths")
        for pattern, targets in paths.items() if isinstance(paths, dict) else ():
            for target in targets if isinstance(targets, list) else ():
                place = posixpath.normpath(posixpath.join(base, str(target)))
                self._aliases.append((folder, str(pattern), place))
        if "baseUrl" in options:
            self._aliases.append((folder, "*", posixpath.normpath(posixpath.join(base, "*"))))

    def find(self, path: str, name: str, level: int) -> str | None:
        if name.startswith("."):
            return self._file(posixpath.normpath(posixpath.join(posixpath.dirname(path), name)))
        for config, pattern, target in self._aliases:
            head, star, tail = pattern.partition("*")
            if (
                is_within(path, config)
                and name.startswith(head)
                and name.endswith(tail)
                and (star or name == head)
            ):
                middle = name[len(head) : len(name) - len(tail)]
                if found := self._file(target.replace("*", middle, 1)):
                    return found
        parts = name.split("/")
        count = 2 if name.startswith("@") else 1
        folder = self._packages.get("/".join(parts[:count]))
        if folder is None:
            return None
        places = [posixpath.join(folder, *more, *parts[count:]) for more in ((), ("src",))]
        return next((found for place in places if (found := self._file(place))), None)

    def _file(self, place: str) -> str | None:
        # TypeScript names a module by the file that it is compiled to.
        stem = posixpath.splitext(place)[0] if place.endswith(("js", "jsx")) else place
        inside = posixpath.join("" if place == "." else place, "index")
        names = [f"{each}{suffix}" for each in (stem, place, inside) for suffix in _SUFFIXES]
        return self.first(place, *names)


class GoModules(Modules):
    """All files of a folder are one package; its path starts with the name in the go.mod above."""

    def __init__(self, paths: Collection[str], manifests: Mapping[str, str]) -> None:
        super().__init__(paths)
        self._folders: dict[str, list[str]] = {}
        for path in sorted(paths):
            self._folders.setdefault(posixpath.dirname(path), []).append(path)
        found = [
            (name[1], posixpath.dirname(path))
            for path, text in manifests.items()
            if posixpath.basename(path) == "go.mod" and (name := _GO_MODULE.search(text))
        ]
        self._modules = sorted(found, key=lambda each: -len(each[0]))

    def find(self, path: str, name: str, level: int) -> str | None:
        for module, folder in self._modules:
            if is_within(name, module):
                place = posixpath.join(folder, name[len(module) :].strip("/")).strip("/")
                return place if place in self._folders else None
        return None

    def files(self, key: str) -> tuple[str, ...]:
        return tuple(path for path in self._folders[key] if not path.endswith("_test.go"))

    def beside(self, path: str) -> tuple[str, ...]:
        """Return the files of the package; only a test sees the other tests."""
        test = path.endswith("_test.go")
        others = self._folders[posixpath.dirname(path)]
        return tuple(p for p in others if p != path and (test or not p.endswith("_test.go")))

    def group(self, path: str) -> str:
        return posixpath.dirname(path)


class RustModules(Modules):
    """Crates by their Cargo.toml, modules by their files."""

    def __init__(self, paths: Collection[str], manifests: Mapping[str, str]) -> None:
        super().__init__(paths)
        self._crates: dict[str, str] = {}
        folders = []
        for path, text in sorted(manifests.items()):
            folder, file = posixpath.split(path)
            if file == "Cargo.toml":
                folders.append(folder)
                name, root = _CRATE.search(text), self._root_in(folder)
                if name and root:
                    self._crates[name[1].replace("-", "_")] = root
        self._folders = sorted(folders, key=len, reverse=True)

    def _root_in(self, folder: str) -> str | None:
        return self.first(*(posixpath.join(folder, "src", name) for name in ("lib.rs", "main.rs")))

    def group(self, path: str) -> str:
        """Return the folder of the crate: methods of a type may stand in any of its files."""
        return next((folder for folder in self._folders if is_within(path, folder)), "")

    def _is_root(self, path: str) -> bool:
        """Return whether a crate begins in a file: programs, tests and examples do, too."""
        inside = path[len(self.group(path)) :].strip("/").split("/")
        return (inside[0] in ("tests", "examples", "benches") and len(inside) == 2) or (
            (inside[:2] == ["src", "bin"] and len(inside) == 3) or inside == ["src", "main.rs"]
        )

    def find(self, path: str, name: str, level: int) -> str | None:
        """Return the file of `crate`, `self`, `super`, a module inside of the file, or a crate."""
        if name == "crate":
            return path if self._is_root(path) else self._root_in(self.group(path))
        if name == "self":
            return path
        if name == "super":
            return self._above(path)
        return self.child(path, name) or self._crates.get(name)

    def _above(self, path: str) -> str | None:
        folder, file = posixpath.split(path)
        if file == "mod.rs":
            folder = posixpath.dirname(folder)
        names = [posixpath.join(folder, name) for name in ("mod.rs", "lib.rs", "main.rs")]
        return self.first(*(each for each in [*names, f"{folder}.rs"] if each != path))

    def child(self, key: str, name: str) -> str | None:
        if name == "super":
            return self._above(key)
        folder, file = posixpath.split(key)
        if file not in ("mod.rs", "lib.rs", "main.rs") and not self._is_root(key):
            folder = posixpath.join(folder, file.removesuffix(".rs"))
        tries = (posixpath.join(folder, f"{name}.rs"), posixpath.join(folder, name, "mod.rs"))
        return self.first(*tries)


def _json(text: str) -> dict[str, Any]:
    """Return a JSON object that may have comments and trailing commas; empty for other values."""
    try:
        value = json.loads(without_last_commas(without_comments(text)))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
