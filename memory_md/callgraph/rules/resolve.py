"""From sources to edges: which of the project's functions each call means.

A call whose function is unknown makes no edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field

from ..model.graph import MODULE
from ..model.source_code import Call, SourceCode
from .evaluate import Evaluator, Place, Project, Values
from .modules import modules_of

_MOST_CALLEES: Final = 4
_CONSTRUCTORS: Final = ("__init__", "__new__", "__post_init__", "constructor")


class CallSite(Struct, frozen=True):
    """A call that was resolved: who calls whom, and where the expression ends."""

    caller: str
    callee: str
    line: int
    column: int


class ResolvedCalls(Struct):
    """What the calls of one file lead to.

    `seen` counts its calls, `resolved` those that lead to functions of the project, `outside` those
    that lead to others' code, or to a class without a constructor.
    """

    path: str
    seen: int = 0
    resolved: int = 0
    outside: int = 0
    sites: list[CallSite] = field(default_factory=list)


def resolve_calls(
    sources: Sequence[SourceCode], manifests: Mapping[str, str]
) -> Iterator[ResolvedCalls]:
    """Yield the calls of each file. `manifests` are the texts of go.mod and such, by path."""
    project = Project(sources, modules_of(sources, manifests))
    evaluator = Evaluator(project)
    for path in sorted(project.sources):
        found = ResolvedCalls(path)
        for call in project.sources[path].calls:
            values = evaluator.evaluate((path, call.scope), call.callee)
            callees = _callees(evaluator, values)
            found.seen += 1
            found.resolved += bool(callees)
            found.outside += not callees and None not in values
            found.sites += _sites(project, (path, call.scope), call, callees)
        yield found


def _sites(
    project: Project, place: Place, call: Call, callees: Iterable[Place]
) -> Iterator[CallSite]:
    caller = f"{place[0]}::{project.caller(place) or MODULE}"
    names = dict.fromkeys(f"{path}::{project.scope((path, i)).name}" for path, i in callees)
    return (CallSite(caller, name, call.line, call.column) for name in names)


def _callees(evaluator: Evaluator, values: Values) -> list[Place]:
    """Return the functions that run when one of the values is called; none if one is unknown."""
    if None in values:
        return []
    found: list[Place] = []
    for value in values:
        assert value
        if value[0] == "function":
            found.append((value[1], value[2]))
        elif value[0] == "class":
            methods = (_methods(evaluator, (value[1], value[2]), name) for name in _CONSTRUCTORS)
            found += next(filter(None, methods), [])
        elif value[0] == "instance":
            found += _methods(evaluator, (value[1], value[2]), "__call__")
    # A stub (abstract, an overload, of a protocol) has no body that runs.
    real = [place for place in found if "stub" not in evaluator.project.scope(place).traits]
    return real if len(real) <= _MOST_CALLEES else []


def _methods(evaluator: Evaluator, place: Place, name: str) -> list[Place]:
    members = evaluator.members(place, name) or []
    values = [v for where, expr in members for v in evaluator.evaluate(where, expr)]
    return [(value[1], value[2]) for value in values if value and value[0] == "function"]
