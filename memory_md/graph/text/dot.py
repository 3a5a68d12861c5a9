"""The graph in Graphviz's DOT language."""

from __future__ import annotations

from typing import Final

from ...base.text import clip
from ..model import Graph, Node, Tie
from .plain import TITLE

_WIDTH: Final = 36
_LONGEST: Final = 160
_STYLE: Final = {
    "decision": 'shape=box style="{0}rounded,filled" fillcolor="#dbe8ff" color="#3867c8"',
    "file": 'shape=note style="{0}filled" fillcolor="#e6f4ea" color="#2f7d4f"',
    "risk": 'shape=hexagon style="{0}filled" fillcolor="#fdebd8" color="#b85c00"',
}


def to_dot(graph: Graph) -> str:
    """Return the graph as a `digraph`; what is no longer shown is drawn dashed."""
    lines = [
        f"// {TITLE}: {graph.counts}",
        "digraph memory {",
        "  rankdir=LR;",
        '  node [fontname="Helvetica,Arial,sans-serif" fontsize=11];',
        '  edge [fontname="Helvetica,Arial,sans-serif" fontsize=9 color="#667085"];',
    ]
    lines += [_node(node) for node in graph.nodes]
    lines += [_edge(graph, tie) for tie in graph.ties]
    if not graph.ties:
        lines.append('  nothing [label="No relationships yet" shape=plain];')
    return "\n".join((*lines, "}")) + "\n"


def _node(node: Node) -> str:
    style = _STYLE[node.kind].format("dashed," if node.mark else "")
    return f"  {node.id} [label={_label(node.shown)} tooltip={_quoted(node.shown)} {style}];"


def _edge(graph: Graph, tie: Tie) -> str:
    source, target = graph.nodes[tie.source], graph.nodes[tie.target]
    said = graph.saying(tie)
    label = f" [label={_label(said)}]" if said else ""
    return f"  {source.id} -> {target.id}{label};"


def _label(text: str) -> str:
    """Return the text quoted, in lines of a readable length."""
    import textwrap

    shown = clip(text, _LONGEST)
    rows = textwrap.wrap(shown, _WIDTH, break_on_hyphens=False, break_long_words=False) or [""]
    return '"' + "\\n".join(map(_escaped, rows)) + '"'


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    # Graphviz reads backslash sequences (\N is the node's name) and HTML entities in labels.
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
