"""The call graph's file, read and written edge by edge, whatever fields an edge has.

{"version": 1, "edges": [
{"caller": "a.f", "callee": "b.g", "source": "ast", "confidence": 1.0, …},
…
]}
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..errors import RefusedError
from .json_text import parse_json

_NAMES: Final = ("caller", "callee", "source")


@dataclass(frozen=True, slots=True)
class CallEdges:
    """The edges as they stand, and the other fields of the object around them."""

    edges: tuple[Mapping[str, Any], ...] = ()
    around: Mapping[str, Any] | None = None


def parse(text: str, path: str) -> CallEdges:
    """Read the file. Raises UnreadableError (not JSON) and RefusedError (another shape)."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        return CallEdges()
    value = parse_json(text, where=path)
    edges = value.get("edges") if isinstance(value, dict) else None
    if not isinstance(edges, list) or not all(_is_edge(edge) for edge in edges):
        raise RefusedError("is no call graph of `mem`", where=path)
    return CallEdges(tuple(edges), {name: value[name] for name in value if name != "edges"})


def _is_edge(edge: object) -> bool:
    return isinstance(edge, dict) and all(isinstance(edge.get(name), str) for name in _NAMES)


def render(edges: Sequence[Mapping[str, Any]], around: Mapping[str, Any]) -> str:
    """Write the edges one a line, in the order given."""
    head = json.dumps({**around, "edges": []}, ensure_ascii=False)
    lines = ",\n".join(json.dumps(edge, ensure_ascii=False) for edge in edges)
    return f"{head[:-2]}\n{lines}\n]}}\n" if edges else f"{head}\n"
