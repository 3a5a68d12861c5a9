"""The edges between decisions, files and risks: which of them are asked for, text and Mermaid.

An edge whose entry was removed, replaced or withheld is not shown.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ..base.errors import UsageError
from ..base.text import clip
from ..match.files import fit
from ..memory.edges import TYPES, Edge
from ..memory.memory import Memory
from ..memory.shown import withheld

# The kinds of the two ends of an edge, and how Mermaid draws them.
_ENDS: Final[dict[str, list[str]]] = {name: name.split("_") for name in TYPES}
_SHAPES: Final = {"decision": ('(["', '"])'), "file": ('["', '"]'), "risk": ('{{"', '"}}')}
_LONGEST: Final = 80  # characters of a node


def relationships(
    memory: Memory, name: str = "", *, type_: str = "", source: str = "", target: str = ""
) -> list[Edge]:
    """Return the edges that are asked for, in the order of the file.

    `name`, `source` and `target` are an ID, a path or its end, a category, or words of the edge.
    Raises UsageError for an unknown type.
    """
    kind = type_.replace("-", "_")
    if kind and kind not in TYPES:
        raise UsageError(f"there is no type {type_!r}", hint=f"types: {', '.join(TYPES)}")
    hidden = withheld(memory)
    return [
        edge
        for edge in memory.edges.edges
        if kind in ("", edge["type"])
        and ("entry" not in edge or edge["entry"] in memory.entries.keys() - hidden.keys())
        and (_is_meant(edge, "source", source) and _is_meant(edge, "target", target))
        and any(_is_meant(edge, end, name) for end in ("source", "target", "entry", "label"))
    ]


def _is_meant(edge: Edge, end: str, name: str) -> bool:
    """Return whether an end of the edge has that name, or holds all of its words."""
    value = str(edge.get(end, ""))
    if end in ("source", "target") and _ENDS[edge["type"]][end == "target"] == "file":
        return not name or bool(fit(name, value))
    if end == "entry":
        return value.startswith(name.casefold()) and len(name) > 1
    found = value.casefold()
    return all(word in found for word in name.casefold().split())


def lines(edges: Sequence[Edge]) -> Iterator[tuple[str, str, str]]:
    """Yield (type, source, target) of each edge as people call them."""
    names = _names(edges)
    for edge in edges:
        kinds = _ENDS[edge["type"]]
        source, target = names[kinds[0], edge["source"]], names[kinds[1], edge["target"]]
        label = edge.get("label", "") if edge["type"] == "file_risk" else ""
        yield edge["type"], source, f"{target}: {label}" if label else target


def _names(edges: Sequence[Edge]) -> dict[tuple[str, str], str]:
    """Return what each node is called: a decision by its label."""
    names: dict[tuple[str, str], str] = {}
    for edge in edges:
        kinds = _ENDS[edge["type"]]
        for kind, node in zip(kinds, (edge["source"], edge["target"]), strict=True):
            label = str(edge.get("label", "")) if kind == "decision" else ""
            names[kind, node] = label or names.get((kind, node), node)
    return names


def mermaid(edges: Sequence[Edge]) -> str:
    """Return the edges as a flowchart that GitHub draws."""
    names = _names(edges)
    ids = {node: f"n{number}" for number, node in enumerate(names, 1)}
    text = ["flowchart LR"]
    for (kind, node), id_ in ids.items():
        left, right = _SHAPES[kind]
        text.append(f"  {id_}{left}{_quoted(names[kind, node])}{right}")
    for edge in edges:
        source, target = _ENDS[edge["type"]]
        label = _quoted(edge.get("label", "")) if edge["type"] == "file_risk" else ""
        arrow = f'-->|"{label}"|' if label else "-->"
        text.append(f"  {ids[source, edge['source']]} {arrow} {ids[target, edge['target']]}")
    return "\n".join(text) + "\n"


def _quoted(text: Any) -> str:
    """Return a text with all that Mermaid or Markdown may take for syntax as entities."""
    return "".join(
        sign if sign.isalnum() or sign in " .,:/-_()" else f"#{ord(sign)};"
        for sign in clip(" ".join(str(text).split()), _LONGEST)
    )
