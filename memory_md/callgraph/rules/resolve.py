"""From sources to edges: which of the project's functions each call means.

A call whose function cannot be told makes no edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field

from ..model.graph import MODULE
from ..model.source_code import Call, Expr, Source
from .evaluate import Evaluator
from .modules import modules_of
from .project import Place, Project, Values

_MOST_CALLEES: Final = 4
_CONSTRUCTORS: Final = ("__init__", "__new__", "__post_init__", "constructor")


class Site(Struct, frozen=True):
    """A call that was resolved: who calls whom, and where the expression ends."""

    caller: str
    callee: str
    line: int
    column: int


class Resolved(Struct):
    """What the calls of one file lead to.

    `seen` counts its calls, `resolved` those that lead to functions of the project, `outside` those
    that lead to others' code, or to a class without a constructor.
    """

    path: str
    seen: int = 0
    resolved: int = 0
    outside: int = 0
    sites: list[Site] = field(default_factory=list)


def resolve(
    sources: Sequence[Source], manifests: Mapping[str, str], paths: Iterable[str] | None = None
) -> Iterator[Resolved]:
    """The calls of all files, or of those `paths`. `manifests` are the texts of go.mod and such."""
    project = Project(sources, modules_of(sources, manifests))
    evaluator = Evaluator(project)
    properties = frozenset(
        scope.name.rpartition(".")[2]
        for source in sources
        for scope in source.scopes
        if "property" in scope.traits
    )
    chosen = project.sources if paths is None else [p for p in paths if p in project.sources]
    for path in sorted(chosen):
        yield _file(evaluator, project.sources[path], properties)


def _file(evaluator: Evaluator, source: Source, properties: frozenset[str]) -> Resolved:
    found = Resolved(source.path)
    finder = _Finder(evaluator)
    for call in source.calls:
        place = (source.path, call.scope)
        if call.callee and call.callee[0] == "r":
            callees = finder.read(place, call.callee) if call.callee[2] in properties else []
        else:
            values = evaluator.evaluate(place, call.callee)
            callees = finder.callees(values)
            if call.plain:
                found.seen += 1
                found.resolved += bool(callees)
                found.outside += not callees and _is_outside(values)
        found.sites += _sites(evaluator.project, place, call, callees)
    return found


def _sites(project: Project, place: Place, call: Call, callees: list[Place]) -> list[Site]:
    if not callees:
        return []
    caller = f"{place[0]}::{project.caller(place) or MODULE}"
    names = dict.fromkeys(f"{path}::{project.scope((path, i)).name}" for path, i in callees)
    return [Site(caller, name, call.line, call.column) for name in names]


def _is_outside(values: Values) -> bool:
    return None not in values and any(v and v[0] in ("out", "class", "none") for v in values)


class _Finder:
    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._project = evaluator.project

    def callees(self, values: Values) -> list[Place]:
        """The functions that run when one of the values is called; none if one cannot be told."""
        if None in values:
            return []
        found: list[Place] = []
        for value in values:
            if value and value[0] == "function":
                found += self._real((str(value[1]), int(str(value[2]))))
            elif value and value[0] == "class":
                found += self._constructor((str(value[1]), int(str(value[2]))))
            elif value and value[0] == "instance":
                found += self._method((str(value[1]), int(str(value[2]))), "__call__")
        return found if len(found) <= _MOST_CALLEES else []

    def read(self, place: Place, expr: Expr) -> list[Place]:
        """The properties that are run when an attribute is read."""
        assert expr
        values = self._evaluator.evaluate(place, expr[1])
        if None in values:
            return []
        found: list[Place] = []
        for value in values:
            if value and value[0] in ("instance", "super"):
                where = (str(value[1]), int(str(value[2])))
                methods = self._method(where, expr[2], above=value[0] == "super")
                found += [m for m in methods if "property" in self._project.scope(m).traits]
        return found

    def _constructor(self, place: Place) -> list[Place]:
        found: list[Place] = []
        for name in _CONSTRUCTORS:
            found = found or self._method(place, name)
        return found

    def _method(self, place: Place, name: str, *, above: bool = False) -> list[Place]:
        members = self._evaluator.classes.member(place, name, above=above) or []
        values = [v for where, expr in members for v in self._evaluator.evaluate(where, expr)]
        found: list[Place] = []
        for value in values:
            if value and value[0] == "function":
                found += self._real((str(value[1]), int(str(value[2]))))
        return found

    def _real(self, place: Place) -> list[Place]:
        """The function, or where it has no body the one that stands in for it."""
        if not self._project.is_stub(place):
            return [place]
        owner = self._project.class_around((place[0], self._project.scope(place).parent))
        name = self._project.scope(place).name.rpartition(".")[2]
        real: dict[Place, None] = {}
        for heir in self._evaluator.classes.heirs(owner) if owner else ():
            for where, expr in self._project.bound(heir, name):
                for value in self._evaluator.evaluate(where, expr):
                    if value and value[0] == "function":
                        one = (str(value[1]), int(str(value[2])))
                        if not self._project.is_stub(one):
                            real[one] = None
        return list(real) if len(real) == 1 else []
