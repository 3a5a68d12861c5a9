"""`mem callgraph show`: who calls a function, what it calls, and what changes along with it."""

from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import NotFoundError, nearest
from ...memory.actions.workspace import Workspace, warnings_of
from ...safety.sanitize import clean_line
from ..disk import graph as store
from ..model.graph import OBSERVED, CallEdge, name_of
from ..rules.names import matches
from .tasks import WorkTree

_MOST_NAMED: Final = 8


class ShownFunction(Struct, frozen=True):
    """What the graph knows of one function; names are ids.

    `changes_with` are the edges that tasks showed, each with the other function as its callee.
    """

    function: str
    callers: tuple[str, ...]
    callees: tuple[str, ...]
    changes_with: tuple[CallEdge, ...]
    warnings: tuple[str, ...] = ()


def show(place: Workspace, named: str) -> ShownFunction:
    """Return what is known of the function that is named.

    Raises NotFoundError, with the names that come near, where none or more than one fits.
    """
    repo = place.memory()
    edges = store.load(repo.layout).edges
    ends = {end for edge in edges for end in (edge.caller, edge.callee)}
    plain = named.strip().removesuffix("()")
    found = matches(plain, ends) if plain else []
    if not found and plain in WorkTree(repo).ids([plain.partition("::")[0]]):
        found = [plain]  # it is there, and nothing is known of it yet
    if len(found) != 1:
        raise _unclear(named, found, ends)
    return _shown(found[0], edges, warnings_of(repo))


def _shown(function: str, edges: Iterable[CallEdge], warnings: tuple[str, ...]) -> ShownFunction:
    callers, callees = set[str](), set[str]()
    best: dict[str, CallEdge] = {}
    for edge in edges:
        if function not in (edge.caller, edge.callee):
            continue
        other = edge.callee if edge.caller == function else edge.caller
        if edge.source != OBSERVED:
            (callees if edge.caller == function else callers).add(other)
            if other == function:
                callers.add(other)
        if edge.times and other != function:
            new = replace(edge, caller=function, callee=other)
            best[other] = min(best.get(other, new), new, key=_rank)
    return ShownFunction(
        function,
        tuple(sorted(callers)),
        tuple(sorted(callees)),
        tuple(sorted(best.values(), key=_rank)),
        warnings,
    )


def _rank(edge: CallEdge) -> tuple[float, int, str, str]:
    return (-edge.confidence, -edge.times_confirmed, edge.callee, edge.source)


def _unclear(named: str, found: list[str], ends: Collection[str]) -> NotFoundError:
    if found:
        names = ", ".join(map(clean_line, found[:_MOST_NAMED]))
        more = len(found) - _MOST_NAMED
        return NotFoundError(
            f"{clean_line(named)!r} could be {names}" + (f" and {more} more" if more > 0 else ""),
            hint="name its file too, like path/to/file.py::name",
        )
    if not ends:
        return NotFoundError("there is no call graph yet", hint="run `mem callgraph scan`")
    by_name = {_last_part(end): end for end in sorted(ends, reverse=True)}
    near = nearest(_last_part(named.strip()), by_name)
    return NotFoundError(
        f"no function {clean_line(named)!r} in the call graph",
        hint=f"near it: {clean_line(by_name[near])}"
        if near
        else "`mem callgraph scan` reads the files anew",
    )


def _last_part(name: str) -> str:
    return name_of(name).rpartition(".")[2].casefold()
