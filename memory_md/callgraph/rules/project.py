"""A project as its sources tell: modules, scopes, and what the names in them stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ..model.source_code import Expr, Scope, SourceCode
from .modules import Modules

Place = tuple[str, int]  # a file and a scope in it
Bound = list[tuple[Place, Expr]]  # expressions, and where each of them stands
# Languages in which a method may stand outside of its type: it is bound as `Type.method`.
_METHODS_APART: Final = ("go", "rust")


class Project:
    """Sources by path, and which of their scopes belong together."""

    def __init__(self, sources: Iterable[SourceCode], modules: Mapping[str, Modules]) -> None:
        self.sources = {source.path: source for source in sources}
        self._modules = modules
        self._apart: dict[tuple[str, str, str], Bound] = {}
        for path, source in self.sources.items():
            if source.language in _METHODS_APART:
                group = self.modules(path).group(path)
                for name in source.scopes[0].bindings:
                    if "." in name.strip("."):
                        key = (source.language, group, name)
                        self._apart.setdefault(key, []).extend(self.bound((path, 0), name))

    def scope(self, place: Place) -> Scope:
        """Return the scope of a place."""
        return self.sources[place[0]].scopes[place[1]]

    def modules(self, path: str) -> Modules:
        """Return what finds the modules of that file's language."""
        return self._modules[self.sources[path].language]

    def around(self, place: Place) -> Iterator[Place]:
        """Yield the scope and those around it, from the inside out."""
        path, index = place
        while index >= 0:
            yield path, index
            index = self.sources[path].scopes[index].parent

    def class_around(self, place: Place) -> Place | None:
        """Return the class that a scope stands in, itself included."""
        return next((p for p in self.around(place) if self.scope(p).kind == "class"), None)

    def caller(self, place: Place) -> str:
        """Return the name of the function that runs the code of a scope, "" for the module."""
        kinds = ("function", "module")
        return next(s.name for p in self.around(place) if (s := self.scope(p)).kind in kinds)

    def bound(self, place: Place, name: str) -> Bound:
        """Return what a name stands for in a scope."""
        return [(place, expr) for expr in self.scope(place).bindings.get(name, ())]

    def apart(self, place: Place, name: str) -> Bound:
        """Return a method of a class that stands outside of it; its own file's goes first."""
        language = self.sources[place[0]].language
        if language not in _METHODS_APART:
            return []
        group = self.modules(place[0]).group(place[0])
        short = self.scope(place).name.rpartition(".")[2]
        every = self._apart.get((language, group, f"{short}.{name}"), [])
        return [each for each in every if each[0][0] == place[0]] or every

    def in_module(self, key: str, name: str, path: str) -> Bound:
        """Return what a name stands for in a module; `path` is of a file in the same language."""
        files = self.modules(path).files(key)
        return [each for file in files for each in self.bound((file, 0), name)]

    def look_up(self, place: Place, name: str) -> Bound:
        """Return what a name stands for, seen from a scope: its own, those around, the package."""
        for number, where in enumerate(self.around(place)):
            scope = self.scope(where)
            visible = not number or scope.kind != "class"
            if visible and name in scope.bindings and where[1] != 0:
                return self.bound(where, name)
        path = place[0]
        files = (path, *self.modules(path).beside(path))
        return [each for file in files for each in self.bound((file, 0), name)]
