"""A project as its sources tell: modules, scopes, and the classes with what they inherit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Protocol

from ..model.source_code import Expr, Scope, Source

# A value is a tuple whose first item says what it is:
#   ("out", NAME)                 something of others'; the name, where it is known
#   ("none",)                     nothing
#   ("module", KEY)               a module, by the key that `Modules` gave it
#   ("function"|"class"|"instance"|"super", PATH, SCOPE)
#   ("each", VALUES)  ("map", VALUES, VALUES)  ("tuple", VALUES, …)   containers, by what they hold
#   ("calls", VALUES)             whatever gives these when it is called
# None is a value that nobody can tell.
Value = tuple[object, ...] | None
Values = tuple[Value, ...]
UNKNOWN: Final[Values] = (None,)
OUT: Final[Values] = (("out", ""),)

Place = tuple[str, int]  # a file and a scope in it


class Modules(Protocol):
    """Which files an import means, for one language."""

    def find(self, path: str, name: str, level: int) -> str | None:
        """The key of the module that a file imports; None for one that is not of the project."""
        ...

    def child(self, key: str, name: str) -> str | None:
        """The key of a module inside of a module."""
        ...

    def files(self, key: str) -> tuple[str, ...]:
        """The files whose names are the module's."""
        ...

    def around(self, path: str) -> tuple[str, ...]:
        """The files whose names a file sees without an import, itself first."""
        ...

    def group(self, path: str) -> str:
        """What the files have in common in which methods of one type may stand."""
        ...

    def is_builtin(self, name: str) -> bool:
        """Whether a name that nobody binds is the language's own."""
        ...


class FileModules:
    """What holds of most languages: a file is a module, and sees only itself."""

    def files(self, key: str) -> tuple[str, ...]:
        """The module's one file."""
        return (key,)

    def around(self, path: str) -> tuple[str, ...]:
        """The file itself."""
        return (path,)

    def group(self, path: str) -> str:
        """Nothing is added to a class from elsewhere."""
        return path

    def is_builtin(self, name: str) -> bool:
        """Whatever is not bound is the platform's, or another package's."""
        return True


class Project:
    """Sources by path, and which of their scopes belong together."""

    def __init__(self, sources: Iterable[Source], modules: Mapping[str, Modules]) -> None:
        self.sources = {source.path: source for source in sources}
        self._modules = modules
        self._stubs: dict[str, frozenset[str]] = {}
        self._added: dict[tuple[str, str], list[tuple[Place, Expr]]] | None = None

    def scope(self, place: Place) -> Scope:
        """The scope of a place."""
        return self.sources[place[0]].scopes[place[1]]

    def modules(self, path: str) -> Modules:
        """What knows the modules of that file's language."""
        return self._modules[self.sources[path].language]

    def language(self, path: str) -> str:
        """The language of a file."""
        return self.sources[path].language

    def around(self, place: Place) -> Iterator[Place]:
        """The scope and those around it, from the inside out."""
        path, index = place
        while index >= 0:
            yield path, index
            index = self.sources[path].scopes[index].parent

    def class_around(self, place: Place) -> Place | None:
        """The class that a scope stands in, itself included."""
        return next((p for p in self.around(place) if self.scope(p).kind == "class"), None)

    def caller(self, place: Place) -> str:
        """The qualified name of the function that runs the code of a scope, "" for the module."""
        kinds = ("function", "module")
        found = next(scope for p in self.around(place) if (scope := self.scope(p)).kind in kinds)
        return found.name if found.kind == "function" else ""

    def is_stub(self, place: Place) -> bool:
        """Whether a function has no body of its own: abstract, an overload, of a protocol."""
        path = place[0]
        if path not in self._stubs:
            scopes = self.sources[path].scopes
            real: set[str] = set()
            stubs: set[str] = set()
            for scope in scopes:
                if scope.kind == "function":
                    parent = scopes[scope.parent].traits
                    (stubs if "stub" in scope.traits | parent else real).add(scope.name)
            self._stubs[path] = frozenset(stubs - real)
        return self.scope(place).name in self._stubs[path]

    def bound(self, place: Place, name: str) -> list[tuple[Place, Expr]]:
        """What a name stands for in a scope: expressions, and where each of them stands."""
        return [(place, expr) for expr in self.scope(place).bindings.get(name, ())]

    def added(self, place: Place, name: str) -> list[tuple[Place, Expr]]:
        """A method of a class that stands outside of it (Go, Rust); its own file's goes first."""
        language = self.language(place[0])
        if language not in ("go", "rust"):
            return []
        if self._added is None:
            self._added = {}
            for path, source in self.sources.items():
                if source.language in ("go", "rust"):
                    group = self.modules(path).group(path)
                    for key in source.scopes[0].bindings:
                        if "." in key.strip("."):
                            found = self._added.setdefault((f"{source.language}:{group}", key), [])
                            found += self.bound((path, 0), key)
        group = self.modules(place[0]).group(place[0])
        short = self.scope(place).name.rpartition(".")[2]
        every = self._added.get((f"{language}:{group}", f"{short}.{name}"), [])
        return [each for each in every if each[0][0] == place[0]] or every

    def in_module(self, key: str, name: str, path: str) -> list[tuple[Place, Expr]]:
        """What a name stands for in a module; `path` is of a file in the same language."""
        found = []
        for file in self.modules(path).files(key):
            found += self.bound((file, 0), name)
        return found

    def look_up(self, place: Place, name: str) -> list[tuple[Place, Expr]]:
        """What a name stands for, seen from a scope: its own, those around it, the module's."""
        for number, where in enumerate(self.around(place)):
            scope = self.scope(where)
            if number and scope.kind == "class" and self.language(place[0]) != "rust":
                continue
            if name in scope.bindings:
                found = self.bound(where, name)
                return found if scope.kind != "module" else found + self._beside(where, name)
            if scope.kind == "module":
                return self._beside(where, name)
        return []

    def _beside(self, where: Place, name: str) -> list[tuple[Place, Expr]]:
        path, index = where
        files = self.modules(path).around(path) if index == 0 else ()
        return [each for file in files if file != path for each in self.bound((file, 0), name)]
