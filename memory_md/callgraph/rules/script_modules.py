"""Which file an import of JavaScript or TypeScript means.

Relative paths, index files, packages of the same repository, and the `paths` of a tsconfig.json.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from ...base.regex import regex
from .project import FileModules

_SUFFIXES: Final = (".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
# TypeScript names a module by the file it will become.
_BECOMES: Final = {".js": (".ts", ".tsx"), ".mjs": (".mts",), ".cjs": (".cts",), ".jsx": (".tsx",)}
_WHOLE: Final = "module.exports"
_MARK: Final = regex(r'"|//|/\*')
_STRING: Final = regex(r'"(?:\\.|[^"\\])*"', re.DOTALL)
_LAST_COMMA: Final = regex(r",(\s*[}\]])")


class ScriptModules(FileModules):
    """Modules by the path of their file."""

    def __init__(self, paths: Collection[str], manifests: Mapping[str, str]) -> None:
        self._files = frozenset(paths)
        self._packages: dict[str, tuple[str, str]] = {}
        self._aliases: list[tuple[str, str, str]] = []  # folder of the config, prefix, target
        for path, text in sorted(manifests.items()):
            folder, file = posixpath.split(path)
            if file == "package.json":
                value = _json(text)
                name, main = value.get("name"), value.get("main") or value.get("module")
                if isinstance(name, str):
                    self._packages[name] = (folder, main if isinstance(main, str) else "")
            elif file in ("tsconfig.json", "jsconfig.json"):
                self._read_aliases(folder, _json(text).get("compilerOptions"))

    def _read_aliases(self, folder: str, options: Any) -> None:
        if not isinstance(options, dict):
            return
        base = str(options.get("baseUrl") or ".")
        paths = options.get("paths")
        for pattern, targets in paths.items() if isinstance(paths, dict) else ():
            for target in targets if isinstance(targets, list) else ():
                place = posixpath.normpath(posixpath.join(folder, base, str(target)))
                self._aliases.append((folder, str(pattern), place))
        if "baseUrl" in options:
            place = posixpath.normpath(posixpath.join(folder, base, "*"))
            self._aliases.append((folder, "*", place))

    def find(self, path: str, name: str, level: int) -> str | None:
        """The file of an import."""
        folder = posixpath.dirname(path)
        if name.startswith("."):
            return self._file(posixpath.normpath(posixpath.join(folder, name)))
        for config, pattern, target in self._aliases:
            if not config or path.startswith(f"{config}/"):
                head, star, tail = pattern.partition("*")
                if star and name.startswith(head) and name.endswith(tail):
                    middle = name[len(head) : len(name) - len(tail)]
                    found = self._file(target.replace("*", middle, 1))
                else:
                    found = self._file(target) if name == pattern else None
                if found:
                    return found
        parts = name.split("/")
        count = 2 if name.startswith("@") else 1
        package = self._packages.get("/".join(parts[:count]))
        if package is None:
            return None
        inside = parts[count:]
        tries = [posixpath.join(package[0], *inside), posixpath.join(package[0], "src", *inside)]
        if not inside and package[1]:
            tries.insert(0, posixpath.normpath(posixpath.join(package[0], package[1])))
        return next((found for place in tries if (found := self._file(place))), None)

    def _file(self, place: str) -> str | None:
        if place in self._files:
            return place
        stem, suffix = posixpath.splitext(place)
        tries = [f"{stem}{other}" for other in _BECOMES.get(suffix, ())]
        tries += [f"{place}{other}" for other in _SUFFIXES]
        inside = place if place != "." else ""
        tries += [posixpath.join(inside, f"index{other}") for other in _SUFFIXES]
        return next((each for each in tries if each in self._files), None)

    def child(self, key: str, name: str) -> str | None:
        """What `require` gives of a module that does not set it as a whole: the module."""
        return key if name == _WHOLE else None


def _json(text: str) -> dict[str, Any]:
    """A JSON object, with comments and trailing commas; an empty one for anything else."""
    try:
        value = json.loads(_LAST_COMMA.sub(r"\1", _without_comments(text)))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _without_comments(text: str) -> str:
    parts, at = [], 0
    while mark := _MARK.search(text, at):
        parts.append(text[at : mark.start()])
        if mark[0] == '"':
            string = _STRING.match(text, mark.start())
            if not string:
                return ""  # one that is never closed
            parts.append(string[0])
            at = string.end()
        else:
            close = "\n" if mark[0] == "//" else "*/"
            end = text.find(close, mark.end())
            at = len(text) if end < 0 else end + (len(close) if close == "*/" else 0)
    return "".join([*parts, text[at:]])
