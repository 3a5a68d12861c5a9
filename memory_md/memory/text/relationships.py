"""relationships.json: a JSON array of edges, indented by two.

    [{"type": "decision_file", "source": "dec-1", "target": "src/a.ts", "label": "…",
      "sessionId": "…", "createdAt": "2026-02-02T18:30:00.000Z"}]

A file that `mem` began is sorted by type, source and target, so that branches merge in plain git;
any other has its newest edge last. `{"version": 1, "relationships": […]}` is read too, and written
back in that shape. Fields that are not ours are kept, as are ours where they hold something else
than text. A file of another shape belongs to another tool: it is refused.
"""

from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

from ...base.errors import RefusedError
from ...base.json_text import json_of, parse_json
from ..model.relationship import Relationship, relationship_type

_NAMES: Final = ("type", "source", "target")
_OURS: Final = ("label", "sessionId", "createdAt")


class Edges(Struct, frozen=True):
    """The edges of a file, the oldest first; `is_sorted` says that the file has them by their keys.

    `wrapper` is the object they stand in, None for a plain array.
    """

    edges: tuple[Relationship, ...] = ()
    wrapper: dict[str, Any] | None = None
    is_sorted: bool = True

    def in_file(self) -> tuple[Relationship, ...]:
        """Return the edges in the order of the file."""
        return (
            tuple(sorted(self.edges, key=lambda edge: edge.key)) if self.is_sorted else self.edges
        )


def parse(text: str, path: str) -> Edges:
    """Read the file's text.

    Raises UnreadableError (not JSON, with line and column) and RefusedError (another shape).
    """
    text = text.removeprefix("\ufeff")
    value = parse_json(text, where=path) if text.strip() else []
    wrapper = None
    if isinstance(value, dict) and value.get("version") == 1:
        wrapper, value = value, value.get("relationships")
    if not isinstance(value, list):
        raise _foreign(path)
    edges = tuple(_edge(item, path) for item in value)
    # What `mem` began is a plain list with a final newline. One edge alone has no order to tell.
    begun_by_mem = wrapper is None and (not edges or text.endswith("\n"))
    is_sorted = begun_by_mem and all(one.key < other.key for one, other in pairwise(edges))
    if is_sorted:
        edges = tuple(sorted(edges, key=lambda edge: (edge.created_at, edge.session)))
    return Edges(edges, wrapper, is_sorted)


def _foreign(path: str) -> RefusedError:
    return RefusedError(
        "is JSON of another tool: not a list of edges with type, source and target"
        " (paths.relationships names the file of `mem`'s)",
        where=path,
        hint="set paths.relationships in .mem/config.yaml to keep `mem`'s edges elsewhere",
    )


def _edge(item: object, path: str) -> Relationship:
    if not isinstance(item, dict):
        raise _foreign(path)
    kind = relationship_type(str(item.get("type")))
    source, target = item.get("source"), item.get("target")
    if kind is None or not isinstance(source, str) or not isinstance(target, str):
        raise _foreign(path)
    ours = {key: item[key] for key in _OURS if item.get(key) and isinstance(item[key], str)}
    return Relationship(
        type=kind,
        source=source,
        target=target,
        label=ours.get("label", ""),
        session=ours.get("sessionId", ""),
        created_at=ours.get("createdAt", ""),
        extra={key: value for key, value in item.items() if key not in _NAMES and key not in ours},
    )


def render(edges: Edges) -> str:
    """Write the edges, with a final newline."""
    items = [as_json(edge) for edge in edges.in_file()]
    value: Any = items if edges.wrapper is None else {**edges.wrapper, "relationships": items}
    return json_of(value, indent=2) + "\n"


def as_json(edge: Relationship) -> dict[str, Any]:
    """One edge as the file has it; fields that are empty are left out, unless they were there."""
    item: dict[str, Any] = {"type": edge.type, "source": edge.source, "target": edge.target}
    ours = {"label": edge.label, "sessionId": edge.session, "createdAt": edge.created_at}
    item |= {key: value for key, value in ours.items() if value}
    return item | {key: value for key, value in edge.extra.items() if key not in item}


def edge_bytes(edge: Relationship) -> int:
    """What an edge takes in the file: its lines, indented by two more, and what ends the last."""
    import json

    text = json.dumps(as_json(edge), indent=2, ensure_ascii=False)
    return len(text.encode("utf-8", "replace")) + 2 * (text.count("\n") + 1) + 2
