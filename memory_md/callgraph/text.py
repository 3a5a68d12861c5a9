"""The files that are read and written: the call graph, and observations of what a task touched.

The graph has its edges one a line, whatever fields an edge has:

    {"version": 1, "edges": [
    {"caller": "a.f", "callee": "b.g", "source": "ast", "confidence": 1.0, …},
    …
    ]}

An observation says which files and functions one piece of work touched:

    {"title": "…", "summary": "…", "files_touched": ["a.py"],
     "functions_changed": ["verify", "a.py:refresh", {"file": "a.py", "function": "load"}]}

One such object, a list of them, `{"observations": […]}`, or one a line. A list may be written as
text, with commas or line ends between its items.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ..base.errors import RefusedError, UnreadableError
from ..base.json_text import json_of, parse_json
from ..base.json_values import at, objects
from .model.graph import OBSERVED, CallEdge, TaskObservation

_NAMES: Final = ("caller", "callee", "source")
_KNOWN: Final = (*_NAMES, "confidence", "times_confirmed", "last_task")


class CallEdges(Struct, frozen=True):
    """The edges as they stand, and the other fields of the object around them."""

    edges: tuple[Mapping[str, Any], ...] = ()
    around: Mapping[str, Any] | None = None


def parse(text: str, path: str) -> CallEdges:
    """Read the file. Raises UnreadableError (not JSON) and RefusedError (another shape)."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        return CallEdges()
    value = parse_json(text, where=path)
    edges = at(value, "edges")
    if not isinstance(edges, list) or not all(_is_edge(edge) for edge in edges):
        raise RefusedError("is not a call graph of `mem`", where=path)
    return CallEdges(tuple(edges), {name: value[name] for name in value if name != "edges"})


def _is_edge(edge: object) -> bool:
    return isinstance(edge, dict) and all(isinstance(edge.get(name), str) for name in _NAMES)


def render(edges: Sequence[Mapping[str, Any]], around: Mapping[str, Any]) -> str:
    """Write the edges one a line, in the order given; the fields that we know come first."""
    head = json_of({**around, "edges": []})
    lines = ",\n".join(json_of(_ordered(edge)) for edge in edges)
    return f"{head[:-2]}\n{lines}\n]}}\n" if edges else f"{head}\n"


def _ordered(edge: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: edge[name] for name in _KNOWN if name in edge} | dict(edge)


def edge_of(edge: Mapping[str, Any]) -> CallEdge:
    """Return the edge as a value; a number out of its range is as if it were missing."""
    source = str(edge["source"])
    confidence, times = _number(edge.get("confidence")), _number(edge.get("times_confirmed"))
    return CallEdge(
        caller=str(edge["caller"]),
        callee=str(edge["callee"]),
        source=source,
        confidence=confidence if 0 <= confidence <= 1 else 0.6 if source == OBSERVED else 1.0,
        times_confirmed=max(int(times), 0),
        last_task=str(edge.get("last_task") or ""),
        extra={name: value for name, value in edge.items() if name not in _KNOWN},
    )


def _number(value: object) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else -1


def as_json(edge: CallEdge) -> dict[str, Any]:
    """Return the edge as it stands in the file; an observed pair in the order of its names."""
    caller, callee, source = edge.key
    return {
        "caller": caller,
        "callee": callee,
        "source": source,
        "confidence": round(edge.confidence, 6),
        "times_confirmed": edge.times_confirmed,
        "last_task": edge.last_task,
        **edge.extra,
    }


# -- observations ---------------------------------------------------------------------------------

_HINT: Final = (
    'an observation is {"files_touched": [paths], "functions_changed": [names]}, or a list of them'
)


def parse_observations(text: str, where: str) -> tuple[TaskObservation, ...]:
    """Read observations. Raises UnreadableError where there is none in it."""
    text = text.removeprefix("\ufeff").strip()
    if not text:
        return ()
    try:
        values = [parse_json(text, where=where, strict=False)]
    except UnreadableError as fault:
        try:
            values = [json.loads(line) for line in text.split("\n") if line.strip()]
        except (ValueError, RecursionError):
            fault.hint = fault.hint or _HINT
            raise fault from None
    found = tuple(observation for value in values for observation in _observations(value))
    if not found and values != [[]]:
        raise UnreadableError("has no observation in it", where=where, hint=_HINT)
    return found


def _observations(value: Any) -> Iterator[TaskObservation]:
    if isinstance(value, dict):
        value = value.get("observations", [value])
    for item in objects(value):
        if "functions_changed" in item or "files_touched" in item:
            yield TaskObservation(
                files_touched=tuple(_items(item.get("files_touched"))),
                functions_changed=tuple(_items(item.get("functions_changed"))),
            )


def _items(value: Any) -> Iterator[str]:
    """Yield the items of a list, however it is written; an object is a function in a file."""
    if isinstance(value, str):
        value = value.replace("\n", ",").split(",")
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            file, name = (item.get(key) or "" for key in ("file", "function"))
            item = f"{file}::{name}" if file and name else name or file
        if isinstance(item, str) and item.strip():
            yield item.strip()
