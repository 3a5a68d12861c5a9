"""Questions to the graph: which edges fit, which node is meant, how two nodes are connected.

What somebody wrote means the first of these that there is: the node of that very name or text, a
path that ends so, a folder, a glob, a decision or a risk that says it among other words, an entry's
ID.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial
from itertools import islice
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from ...base.identity import identity_form
from ...base.path_match import ends_with_path, glob_matcher, is_below, is_glob
from ...memory.model.relationship import Relationship, RelationshipType
from ..model import EDGE_KINDS, NODE_KINDS, Node, NodeKey, NodeKind, ends, file_name

MOST_PATHS: Final = 10
LONGEST_PATH: Final = 6
# How many steps more than the shortest a detour may take.
_DETOUR: Final = 2

How = Literal["exact", "suffix", "folder", "glob", "words", "id", "nothing"]
Near = Mapping[NodeKey, Sequence[NodeKey]]


class Wanted(Struct, frozen=True):
    """A node as somebody named it.

    `spelled` are other ways to write it if it is a path; `said` are the `identity_form`s of what
    the entries say whose ID it is, or the beginning of one.
    """

    text: str
    spelled: tuple[str, ...] = ()
    said: frozenset[str] = frozenset()


class Meant(Struct, frozen=True):
    """The nodes that were meant, and how they were found."""

    nodes: tuple[Node, ...]
    how: How

    @property
    def unsure(self) -> bool:
        """Whether there are several, though one name was given."""
        return len(self.nodes) > 1 and self.how in ("exact", "suffix", "words", "id")


def nodes_of(
    edges: Sequence[Relationship], marks: Mapping[tuple[str, str], str] | None = None
) -> dict[NodeKey, Node]:
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
    for (kind, name), said in labels.items():
        texts = (*said, name)
        known = ((marks or {}).get((kind, identity_form(text))) for text in texts)
        mark = next((mark for mark in known if mark), "")
        found[kind, name] = Node(kind, name, tuple(said), mark)
    return found


def fitting(
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


def end_kinds(side: Literal["source", "target"], type_: RelationshipType | None) -> set[NodeKind]:
    """Return the kinds of node that edges (of a type) have at that end."""
    place = 0 if side == "source" else 1
    return {kinds[place] for name, kinds in EDGE_KINDS.items() if type_ in (None, name)}


def meant(nodes: Sequence[Node], wanted: Wanted) -> Meant:
    """Return the nodes that a name means; `file:`, `risk:` or `decision:` gives the kind."""
    for how, test in _tests(wanted):
        if found := tuple(node for node in nodes if test(node)):
            return Meant(found, how)
    kind, colon, rest = wanted.text.partition(":")
    if colon and kind in NODE_KINDS and rest.strip():
        of_kind = [node for node in nodes if node.kind == kind]
        return meant(of_kind, replace(wanted, text=rest.strip()))
    return Meant((), "nothing")


def _tests(wanted: Wanted) -> Iterator[tuple[How, Callable[[Node], bool]]]:
    """Yield how a node may be meant, the surest way first."""
    text = wanted.text.strip()
    path, form = file_name(text), identity_form(text)
    if not form:
        return
    yield "exact", lambda node: path == node.name if _is_file(node) else text == node.name
    spelled = set(wanted.spelled)
    yield "exact", lambda node: node.name in spelled if _is_file(node) else form in _forms(node)
    folded = form.casefold()
    yield "exact", lambda n: not _is_file(n) and folded in {f.casefold() for f in _forms(n)}
    yield "suffix", lambda node: _is_file(node) and ends_with_path(node.name, path)
    yield "folder", lambda node: _is_file(node) and is_below(node.name, path)
    if is_glob(text):
        for anywhere in (False, True):
            fits = glob_matcher(path, anywhere=anywhere)
            yield "glob", partial(_globbed, fits=fits, folded=folded)
    yield "words", lambda n: any(folded in said.casefold() for said in _sentences(n))
    yield "id", lambda node: not _is_file(node) and not wanted.said.isdisjoint(_forms(node))


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
    edges: Sequence[Relationship],
    start: Node,
    end: Node,
    *,
    most: int = MOST_PATHS,
    longest: int = LONGEST_PATH,
) -> tuple[list[list[NodeKey]], bool]:
    """The ways from one node to another, shortest first, and whether there are more than `most`.

    If edges lead from one to the other, through a file or at once, those are the ways. Otherwise
    edges are walked in both directions, at most `longest` of them and at most two more than on the
    shortest way. No way meets a node twice; ways of one length come with the newest edges first.
    """
    if start.key == end.key:
        return [], False
    ways = sorted(_along(edges, start, end), key=len)
    if not ways:
        found = _around(_neighbours(edges), start.key, end.key, longest)
        ways = list(islice(found, most + 1))
    return ways[:most], len(ways) > most


def _along(edges: Sequence[Relationship], start: Node, end: Node) -> Iterator[list[NodeKey]]:
    """Yield the ways that follow the edges, or go against all of them."""
    if start.rank > end.rank:
        for way in _along(edges, end, start):
            yield way[::-1]
        return
    onward: dict[NodeKey, dict[NodeKey, None]] = {}
    for edge in reversed(edges):
        source, target = ends(edge)
        onward.setdefault(source, {})[target] = None
    for step in onward.get(start.key, ()):
        if step == end.key:
            yield [start.key, step]
        elif end.key in onward.get(step, ()):
            yield [start.key, step, end.key]


def _neighbours(edges: Sequence[Relationship]) -> Near:
    near: dict[NodeKey, dict[NodeKey, None]] = {}
    for edge in reversed(edges):
        source, target = ends(edge)
        near.setdefault(source, {})[target] = None
        near.setdefault(target, {})[source] = None
    return {key: tuple(others) for key, others in near.items()}


def _around(near: Near, start: NodeKey, end: NodeKey, longest: int) -> Iterator[list[NodeKey]]:
    """Yield the simple paths of about the least length, in any direction of the edges."""
    distance = _distances(near, end, longest)
    shortest = distance.get(start)
    if shortest is None:
        return
    for length in range(shortest, min(shortest + _DETOUR, longest) + 1):
        yield from _of_length(near, distance, [start], end, length)


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


def _distances(near: Near, start: NodeKey, longest: int) -> dict[NodeKey, int]:
    distance = {start: 0}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        if distance[at] == longest:
            break
        for step in near.get(at, ()):
            if step not in distance:
                distance[step] = distance[at] + 1
                queue.append(step)
    return distance
