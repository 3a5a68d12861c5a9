"""relationships.json: the edges between decisions, files and risks, as JSON objects.

    {"type": "decision_file", "source": "d1", "target": "src/auth.py", "label": "Use JWT",
     "entry": "k3v9q2xa", "sessionId": "t1", "createdAt": "2026-02-02T12:00:00.000Z"}

The file is an array, or an object {"version": 1, "relationships": […]}; indented by two, kept
sorted where it is sorted, else the newest last; unknown fields are kept. What is no such file is
never overwritten.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from ..base.errors import UnreadableError
from ..base.json_text import parse_json
from ..base.text import newline_of
from .model import Problem

TYPES: Final = ("decision_file", "file_risk", "decision_risk")
_KEY: Final = "relationships"
_MOST: Final = 500
_MOST_BYTES: Final = 100_000

Edge = dict[str, Any]


@dataclass(frozen=True, slots=True)
class EdgeFile:
    """The edges of a file in order; `wrapper` is the object around them, None for an array.

    `problems` say why a file cannot be read; it is then left alone.
    """

    edges: tuple[Edge, ...] = ()
    wrapper: dict[str, Any] | None = None
    problems: tuple[Problem, ...] = ()

    def renamed(self, id_: str, label: str) -> "EdgeFile":
        """Return the edges with a new label for those that follow this entry."""
        return replace(
            self,
            edges=tuple(
                {**edge, "label": label} if edge.get("entry") == id_ and "label" in edge else edge
                for edge in self.edges
            ),
        )

    def without(self, goes: Callable[[Edge], bool]) -> "EdgeFile":
        """Return the edges without those of which that is true."""
        return replace(self, edges=tuple(edge for edge in self.edges if not goes(edge)))

    def with_edges(self, new: Iterable[Edge]) -> tuple["EdgeFile", dict[str, int]]:
        """Return the edges with more, each once, and how many were added, refreshed, evicted.

        An edge that is seen again has the session and the moment of the newest. The oldest go
        where there are more than 500, or 100 KB.
        """
        if self.problems:
            return self, {}
        found = {_order(edge): edge for edge in self.edges}
        counts = {"added": 0, "refreshed": 0, "evicted": 0}
        for edge in new:
            known = found.get(_order(edge), {})
            if known.get("sessionId") != edge["sessionId"]:
                counts["refreshed" if known else "added"] += 1
                found[_order(edge)] = {**known, **edge}
        edges = list(found.values())
        while len(edges) > _MOST or len(json.dumps(edges, indent=2)) > _MOST_BYTES:
            edges.remove(min(edges, key=lambda edge: str(edge.get("createdAt", ""))))
            counts["evicted"] += 1
        return replace(self, edges=tuple(edges)), counts


def parse(text: str | None, name: str) -> EdgeFile:
    """Read the file. Never fails: what is no list of edges is a problem."""
    if text is None or not text.strip("\ufeff \t\r\n"):
        return EdgeFile()
    try:
        value = parse_json(text.removeprefix("\ufeff"), where=name)
    except UnreadableError as fault:
        hint = "mend it in an editor; it is left alone until then"
        return EdgeFile(problems=(Problem("relationships", fault.where, fault.message, hint),))
    wrapper = value if isinstance(value, dict) and _KEY in value else None
    edges = wrapper[_KEY] if wrapper else value
    if not isinstance(edges, list) or not all(map(_is_edge, edges)):
        hint = "set paths.relationships in .mem/config.yaml to another file"
        message = "holds no list of relationships: it belongs to another tool"
        return EdgeFile(problems=(Problem("relationships", name, message, hint),))
    return EdgeFile(tuple(edges), wrapper)


def _is_edge(value: Any) -> bool:
    """Return whether a JSON value is an edge."""
    return (
        isinstance(value, dict)
        and value.get("type") in TYPES
        and all(isinstance(value.get(key), str) for key in ("source", "target"))
    )


def render(file: EdgeFile, before: str | None) -> str:
    """Return the file's text; one in which nothing changed is `before` as it is."""
    old = parse(before, "")
    if before is not None and (file.problems or old.edges == file.edges):
        return before
    edges = list(file.edges)
    if list(old.edges) == sorted(old.edges, key=_order):
        edges.sort(key=_order)
    value = {**file.wrapper, _KEY: edges} if file.wrapper else edges
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    if before:
        text = text.replace("\n", newline_of(before))
        text = text if before.endswith("\n") else text.rstrip("\r\n")
        text = "\ufeff" + text if before.startswith("\ufeff") else text
    return text


def _order(edge: Edge) -> tuple[str, ...]:
    return tuple(str(edge.get(key, "")) for key in ("type", "source", "target", "label"))
