"""`mem graph`: which edges fit a question, how two nodes are connected, and a picture of it all."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from ..base.errors import UsageError
from ..base.identity import identity_form
from ..base.text import clip
from ..files.named_file import write_output
from ..files.tables import template
from ..memory.actions.workspace import Workspace, warnings_of
from ..memory.disk.repo import Repo
from ..memory.model.entry import Entry
from ..memory.model.relationship import (
    RELATIONSHIP_TYPES,
    Relationship,
    RelationshipType,
    relationship_type,
)
from ..memory.text.relationships import as_json
from ..safety.printable_text import redacted
from .model import NODE_KINDS, Graph, Node, ends, risk_text
from .rules.query import (
    Marks,
    Meant,
    Wanted,
    edge_day,
    end_kinds,
    entry_marks,
    find_nodes,
    graph_of,
    matching_edges,
    nodes_of,
    paths,
)
from .text import is_graph, to_dot, to_html, to_mermaid, to_text

FORMATS: Final = ("text", "mermaid", "dot", "html")
_ENDINGS: Final = {
    ".html": "html", ".htm": "html", ".mmd": "mermaid", ".mermaid": "mermaid", ".md": "mermaid",
    ".dot": "dot", ".gv": "dot", ".txt": "text",
}  # fmt: skip
_LEAST_OF_ID: Final = 3
_MOST_NAMED: Final = 5


class FoundEdge(Struct, frozen=True):
    """An edge, what a person reads at its two ends, and its day (YYYY-MM-DD, or nothing)."""

    edge: Relationship
    source: str
    target: str
    day: str

    @property
    def json(self) -> dict[str, Any]:
        """The edge as its file has it."""
        return as_json(self.edge)


class GraphAnswer(Struct, frozen=True):
    """The edges that fit, oldest first, or the ways between two nodes, shortest first.

    `notes` say what the names were taken for.
    """

    edges: tuple[FoundEdge, ...] = ()
    ways: tuple[tuple[Node, ...], ...] = ()
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class _GraphData(Struct, frozen=True):
    repo: Repo
    edges: tuple[Relationship, ...]
    nodes: tuple[Node, ...]
    entries: tuple[Entry, ...]
    marks: Marks
    warnings: tuple[str, ...]


def _read(place: Workspace) -> _GraphData:
    repo = place.memory()
    snapshot = repo.snapshot(with_edges=True)
    documents = (snapshot.learnings, snapshot.archive)
    entries = tuple(placed.entry for document in documents for placed in document.entries)
    marks = entry_marks(entries, active=repo.settings.confidence.active)
    edges = snapshot.edges.edges
    nodes = tuple(nodes_of(edges, marks).values())
    return _GraphData(repo, edges, nodes, entries, marks, warnings_of(repo, snapshot))


def query(
    place: Workspace,
    *,
    type_name: str | None = None,
    source: str | None = None,
    target: str | None = None,
) -> GraphAnswer:
    """Return the edges of that type, from that source, to that target; what is None does not count.

    A name is that of a node, the end of a path, a folder, a glob, words of a decision or a risk, or
    an entry's ID. Raises UsageError for a type that there is not.
    """
    type_ = _type(type_name)
    read = _read(place)
    notes: list[str] = []
    sides: list[Sequence[Node] | None] = []
    for end, name in enumerate((source, target)):
        if name is None:
            sides.append(None)
            continue
        kinds = end_kinds(end, type_)
        found = find_nodes([n for n in read.nodes if n.kind in kinds], _wanted(place, read, name))
        notes += _warnings(read, place, name, found, ("from", "to")[end])
        sides.append(found.nodes)
    edges = matching_edges(read.edges, type_=type_, sources=sides[0], targets=sides[1])
    if not edges and not notes:
        asked = type_ or source is not None or target is not None
        notes.append("no edge fits" if asked and read.edges else "no relationships yet")
    known = {node.key: node for node in read.nodes}
    rows = []
    for edge in edges:
        one, other = (known[key] for key in ends(edge))
        text = risk_text(other.name, edge.label) if other.kind == "risk" else other.text
        rows.append(FoundEdge(edge, one.shown, text + other.marking, edge_day(edge)))
    return GraphAnswer(tuple(rows), notes=tuple(notes), warnings=read.warnings)


def connect(place: Workspace, start: str, end: str, *, type_name: str | None = None) -> GraphAnswer:
    """Return the ways between two nodes, over edges of that type if one is given.

    Raises UsageError if a name fits several nodes, or both name the same one.
    """
    type_ = _type(type_name)
    read = _read(place)
    notes: list[str] = []
    found: list[Node] = []
    for name in (start, end):
        one = find_nodes(read.nodes, _wanted(place, read, name))
        if len(one.nodes) > 1:
            what = f"{name!r} names {len(one.nodes)} nodes"
            raise UsageError(what, hint=f"one of: {_names(one.nodes)}")
        found += one.nodes
        notes += _warnings(read, place, name, one, "")
    if notes:
        return GraphAnswer(notes=tuple(dict.fromkeys(notes)), warnings=read.warnings)
    first, last = found
    if first.key == last.key:
        raise UsageError("--from and --to name the same node", hint=f"it is {_name(first)}")
    ways, more = paths(matching_edges(read.edges, type_=type_), first, last)
    if not ways:
        notes.append("nothing connects them")
    if more:
        notes.append(f"there are more ways; these are the {len(ways)} shortest")
    known = {node.key: node for node in read.nodes}
    shown = tuple(tuple(known[key] for key in way) for way in ways)
    return GraphAnswer(ways=shown, notes=tuple(notes), warnings=read.warnings)


def draw(
    place: Workspace, *, format_name: str | None, output: str | None, width: int = 80
) -> tuple[str, Graph, tuple[str, ...]]:
    """Return the whole graph as text, in lines of `width` columns, as it is, and warnings.

    Without a format it is the one that the ending of `output` tells, or text. With `output` that
    file is written; it is replaced only if it holds a graph of ours. Raises UsageError,
    RefusedError.
    """
    ending = Path(output).suffix.lower() if output else ""
    if ending and format_name is None and ending not in _ENDINGS:
        raise UsageError(
            f"{output}: no format has the ending {ending!r}",
            hint=f"one of {', '.join(_ENDINGS)}, or say --format",
        )
    format_name = format_name or _ENDINGS.get(ending, "text")
    if format_name not in FORMATS:
        raise UsageError(
            f"there is no format {format_name!r}", hint=f"one of: {', '.join(FORMATS)}"
        )
    read = _read(place)
    graph = graph_of(read.edges, read.marks)
    drawings: dict[str, Callable[[], str]] = {
        "text": lambda: to_text(graph, width),
        "mermaid": lambda: to_mermaid(graph, fenced=ending == ".md"),
        "dot": lambda: to_dot(graph),
        "html": lambda: to_html(graph, template("graph.html")),
    }
    text = drawings[format_name]()
    if output:
        with read.repo.without_undo().writing():
            write_output(
                read.repo.layout, place.cwd, output, text.encode("utf-8"), is_ours=is_graph
            )
    return text, graph, read.warnings


def _type(name: str | None) -> RelationshipType | None:
    if name is None:
        return None
    type_ = relationship_type(name.strip().casefold().replace("-", "_"))
    if type_ is None:
        raise UsageError(
            f"there is no type {name!r}", hint=f"one of: {', '.join(RELATIONSHIP_TYPES)}"
        )
    return type_


def _wanted(place: Workspace, read: _GraphData, name: str) -> Wanted:
    """Return a name with its other meanings: a path from here, the start of an entry's ID."""
    given = os.path.normpath(place.cwd / name)
    roots = (read.repo.layout.root, read.repo.layout.root.resolve())
    spelled = [
        Path(given).relative_to(root).as_posix()
        for root in roots
        if Path(given).is_relative_to(root)
    ]
    kind, colon, rest = name.partition(":")
    prefix = (rest if colon and kind in NODE_KINDS else name).strip().lower()
    texts: frozenset[str] = frozenset()
    if len(prefix) >= _LEAST_OF_ID and prefix.isalnum():
        texts = frozenset(identity_form(e.text) for e in read.entries if e.id.startswith(prefix))
    return Wanted(name, tuple(spelled), texts)


def _warnings(read: _GraphData, place: Workspace, name: str, found: Meant, role: str) -> list[str]:
    """Return what to say of a name that fits nothing, or several nodes; edges lead `role` it."""
    if found.unsure:
        return [f"{name!r} names {len(found.nodes)} nodes: {_names(found.nodes)}"]
    if found.nodes:
        return []
    if not read.edges:
        return ["no relationships yet"]
    elsewhere = find_nodes(read.nodes, _wanted(place, read, name)).nodes if role else ()
    if elsewhere:
        return [f"no such edge leads {role} {_names(elsewhere)}"]
    return [f"no decision, file or risk is called {name!r}"]


def _names(nodes: Sequence[Node]) -> str:
    rest = len(nodes) - _MOST_NAMED
    names = ", ".join(_name(node) for node in nodes[:_MOST_NAMED])
    return f"{names} and {rest} more" if rest > 0 else names


def _name(node: Node) -> str:
    detail = ""
    if node.text != node.name and node.kind == "decision":
        detail = f" ({clip(redacted(node.text), 50)})"
    return f"{node.kind}:{node.name}{detail}"
