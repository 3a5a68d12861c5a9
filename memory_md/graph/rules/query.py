"""Questions to the graph: which edges fit, which node is meant, how two nodes are connected.

And the graph as it is shown: what became of decisions, and texts without secrets or controls.

The words of a question mean the first of these that exists: the node of that very name or text, a
path that ends with them, a folder, a glob, a decision or a risk that contains them, an entry's ID.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.identity import identity_form
from ...base.path_match import ends_with_path, glob_matcher, is_below, is_glob
from ...base.regex import regex
from ...memory.model.entry import Entry
from ...memory.model.relationship import Relationship, RelationshipType
from ...safety.printable_text import redacted
from ...safety.sanitize import without_invisible
from ..model import (
    EDGE_KINDS,
    NODE_KINDS,
    Graph,
    Node,
    NodeKey,
    NodeKind,
    Tie,
    ends,
    file_name,
)
from .edge_lines import edge_names

LOW_CONFIDENCE: Final = "low confidence"
_DATE: Final = regex(r"\d{4}-\d{2}-\d{2}")
Marks = Mapping[tuple[str, str], str]
MOST_PATHS: Final = 10
LONGEST_PATH: Final = 6
# How many steps more than the shortest a detour may take.
_DETOUR: Final = 2

Near = Mapping[NodeKey, Iterable[NodeKey]]


class Wanted(Struct, frozen=True):
    """A node as somebody named it.

    `spelled` are other ways to write it if it is a path; `texts` are the `identity_form`s of what
    the entries say whose ID it is, or the beginning of one.
    """

    text: str
    spelled: tuple[str, ...] = ()
    texts: frozenset[str] = frozenset()


class Meant(Struct, frozen=True):
    """The nodes that were meant; `unsure` where there are several, though one name was given."""

    nodes: tuple[Node, ...] = ()
    unsure: bool = False


def nodes_of(edges: Sequence[Relationship], marks: Marks | None = None) -> dict[NodeKey, Node]:
    """Return the nodes of the edges, in the order they first occur.

    `marks` says by (kind, `identity_form` of a name or a text) what is to be told of a node.
    """
    labels: dict[NodeKey, dict[str, None]] = {}
    for edge in edges:
        source, target = ends(edge)
        labels.setdefault(source, {})
        labels.setdefault(target, {})
    for edge in reversed(edges):
        source, target = ends(edge)
        if edge.label:  # it tells of the decision or the risk, never of the file
            labels[source if edge.type == "decision_file" else target][edge.label] = None
    found = {}
    for (kind, name), texts_of in labels.items():
        texts = (*texts_of, name)
        known = ((marks or {}).get((kind, identity_form(text))) for text in texts)
        mark = next((mark for mark in known if mark), "")
        found[kind, name] = Node(kind, name, tuple(texts_of), mark)
    return found


def matching_edges(
    edges: Sequence[Relationship],
    *,
    type_: RelationshipType | None = None,
    sources: Sequence[Node] | None = None,
    targets: Sequence[Node] | None = None,
) -> tuple[Relationship, ...]:
    """Return the edges of that type between these nodes; None stands for any."""
    sides = (sources, targets)
    wanted = [None if nodes is None else {node.key for node in nodes} for nodes in sides]
    return tuple(
        edge
        for edge in edges
        if type_ in (None, edge.type)
        and all(keys is None or key in keys for keys, key in zip(wanted, ends(edge), strict=True))
    )


def end_kinds(end: int, type_: RelationshipType | None) -> set[NodeKind]:
    """Return the kinds of node that edges (of a type) have at that end: 0 source, 1 target."""
    return {kinds[end] for name, kinds in EDGE_KINDS.items() if type_ in (None, name)}


def find_nodes(nodes: Sequence[Node], wanted: Wanted) -> Meant:
    """Return the nodes that a name means; `file:`, `risk:` or `decision:` gives the kind."""
    for several, test in _tests(wanted):
        if found := tuple(node for node in nodes if test(node)):
            return Meant(found, len(found) > 1 and not several)
    kind, colon, rest = wanted.text.partition(":")
    if colon and kind in NODE_KINDS and rest.strip():
        of_kind = [node for node in nodes if node.kind == kind]
        return find_nodes(of_kind, replace(wanted, text=rest.strip()))
    return Meant()


def _tests(wanted: Wanted) -> Iterator[tuple[bool, Callable[[Node], bool]]]:
    """Yield (whether several may be meant, test of a node), the surest first."""
    text = wanted.text.strip()
    path, form = file_name(text), identity_form(text)
    if not form:
        return
    yield False, lambda node: path == node.name if _is_file(node) else text == node.name
    spelled = set(wanted.spelled)
    yield False, lambda node: node.name in spelled if _is_file(node) else form in _forms(node)
    folded = form.casefold()
    yield False, lambda n: not _is_file(n) and folded in {f.casefold() for f in _forms(n)}
    yield False, lambda node: _is_file(node) and ends_with_path(node.name, path)
    yield True, lambda node: _is_file(node) and is_below(node.name, path)
    if is_glob(text):
        for anywhere in (False, True):
            fits = glob_matcher(path, anywhere=anywhere)
            yield True, partial(_globbed, fits=fits, folded=folded)
    yield False, lambda n: any(folded in sentence.casefold() for sentence in _sentences(n))
    yield False, lambda node: not _is_file(node) and not wanted.texts.isdisjoint(_forms(node))


def _is_file(node: Node) -> bool:
    return node.kind == "file"


def _forms(node: Node) -> set[str]:
    return {identity_form(text) for text in (node.name, *node.labels)}


def _sentences(node: Node) -> list[str]:
    """Return what is written of it in words; a part of an ID or a path means nothing."""
    if _is_file(node):
        return []
    names = [node.name] if " " in node.name or node.kind == "risk" else []
    return [identity_form(text) for text in (*names, *node.labels)]


def _globbed(node: Node, fits: Callable[[str], bool], folded: str) -> bool:
    if _is_file(node):
        return fits(node.name)
    return any(fnmatchcase(form.casefold(), folded) for form in _forms(node))


def paths(
    edges: Sequence[Relationship], start: Node, end: Node
) -> tuple[list[list[NodeKey]], bool]:
    """Return the ways from one node to another, shortest first, and whether there are more.

    Ways that follow the edges, or go against all of them, come alone; else all without a loop
    that are at most two steps longer than the shortest.
    """
    near: dict[NodeKey, dict[NodeKey, None]] = {}
    for edge in reversed(edges):
        source, target = ends(edge)
        near.setdefault(source, {})[target] = None
        near.setdefault(target, {})[source] = None
    distance = _distances(near, end.key)
    shortest = distance.get(start.key)
    if not shortest:
        return [], False

    def ways(least: int, most: int) -> Iterator[list[NodeKey]]:
        for steps in range(least, most + 1):
            yield from _of_length(near, distance, [start.key], end.key, steps)

    # From a decision to a risk are two steps at most.
    found = list(islice(filter(_is_straight, ways(1, 2)), MOST_PATHS + 1))
    if not found:
        longest = min(shortest + _DETOUR, LONGEST_PATH)
        found = list(islice(ways(shortest, longest), MOST_PATHS + 1))
    return found[:MOST_PATHS], len(found) > MOST_PATHS


def _is_straight(way: Sequence[NodeKey]) -> bool:
    ranks = [NODE_KINDS.index(kind) for kind, _ in way]
    return len({*ranks}) == len(ranks) and ranks in (sorted(ranks), sorted(ranks, reverse=True))


def _of_length(
    near: Near, distance: Mapping[NodeKey, int], way: list[NodeKey], end: NodeKey, left: int
) -> Iterator[list[NodeKey]]:
    """Yield the ways that begin so and take exactly `left` more steps to `end`."""
    if not left:
        yield list(way)
        return
    for step in near[way[-1]]:
        too_soon = step == end and left > 1
        if too_soon or step in way or distance.get(step, left) > left - 1:
            continue
        way.append(step)
        yield from _of_length(near, distance, way, end, left - 1)
        way.pop()


def _distances(near: Near, start: NodeKey) -> dict[NodeKey, int]:
    distance = {start: 0}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        if distance[at] == LONGEST_PATH:
            break
        for step in near.get(at, ()):
            if step not in distance:
                distance[step] = distance[at] + 1
                queue.append(step)
    return distance


# -- what is shown --------------------------------------------------------------------------------


def entry_marks(entries: Iterable[Entry], *, active: float) -> Marks:
    """Return what is to be told of a decision or risk, by the names that edges call its entry by.

    That is why its entry was archived, or that it has a confidence under `active`. An entry that
    stands says more than one that was taken out.
    """
    marks: dict[tuple[str, str], str] = {}
    for entry in sorted(entries, key=lambda entry: entry.archived is None):
        mark = LOW_CONFIDENCE if entry.confidence < active else ""
        if entry.archived is not None:
            mark = entry.archived.reason
        marks |= dict.fromkeys(edge_names(entry), mark)
    return marks


def graph_of(edges: Sequence[Relationship], marks: Marks | None = None) -> Graph:
    """Return the nodes and edges as a graph; of two edges between the same, the newer."""
    newest = list(
        {edge.key: edge for edge in reversed([_cleaned(edge) for edge in edges])}.values()
    )
    newest.reverse()
    nodes = nodes_of(newest, marks)
    place = {key: index for index, key in enumerate(nodes)}
    ties = []
    for edge in newest:
        source, target = (place[key] for key in ends(edge))
        ties.append(Tie(edge.type, source, target, edge.label, edge.session, edge_day(edge)))
    return Graph(tuple(nodes.values()), tuple(ties))


def edge_day(edge: Relationship) -> str:
    """Return the day an edge was made, YYYY-MM-DD in UTC, or nothing if it does not say."""
    found = _DATE.match(edge.created_at)
    return found[0] if found else ""


def _cleaned(edge: Relationship) -> Relationship:
    texts = {name: _shown(getattr(edge, name)) for name in ("source", "target", "label", "session")}
    return replace(edge, **texts)


def _shown(text: str) -> str:
    return " ".join(redacted(without_invisible(text)).split())
