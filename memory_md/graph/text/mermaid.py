"""The graph as a Mermaid flowchart that GitHub draws.

Labels are quoted, and whatever Mermaid or Markdown could take for syntax is written as an entity
(`#35;`). IDs are made from what a node is called, so they stay when others come. Mermaid takes at
most 500 edges and 50,000 characters: texts are shortened first, then the oldest edges left out.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from ...base.text import clip
from ..model import Graph, Node, Tie
from .plain import TITLE

MOST_EDGES: Final = 500
MOST_CHARACTERS: Final = 50_000
_WIDTHS: Final = (80, 60, 40, 28)
_LABELLED: Final = 40  # with more edges their labels lie on top of one another
_SHAPES: Final = {"decision": ('("', '")'), "file": ('["', '"]'), "risk": ('{{"', '"}}')}
_CLASSES: Final = """\
  classDef decision fill:#dbe8ff,stroke:#3867c8,color:#10213f
  classDef file fill:#e6f4ea,stroke:#2f7d4f,color:#10301d
  classDef risk fill:#fdebd8,stroke:#b85c00,color:#3d1f00
  classDef gone stroke-dasharray:4 3,opacity:0.6
"""
# Everything that may mean something, to Mermaid, to Markdown or to the page it stands on.
_SYNTAX: Final = regex(r"[\x00-\x1f!-&*+:-@\[-`{-~\x7f-\xa0]")
# A list, as Markdown reads it: "1. ", "2) ", "- ".
_LIST: Final = regex(r"\d{1,9}[.)]|[-+*]")
# Mermaid takes a line with these words for an order, in quotes too.
_ORDER: Final = regex(r"\b(direction)(?=\s+(?:TB|BT|RL|LR|TD))", re.IGNORECASE)


def to_mermaid(graph: Graph, *, fenced: bool = False) -> str:
    """Return the graph as a flowchart; `fenced` for a Markdown file."""
    ties = graph.ties[-MOST_EDGES:]
    text = _fitting(graph, ties)
    return f"```mermaid\n{text}```\n" if fenced else text


def _fitting(graph: Graph, ties: tuple[Tie, ...]) -> str:
    while True:
        for width in _WIDTHS:
            text = _flowchart(graph, ties, width)
            if len(text) <= MOST_CHARACTERS:
                return text
        ties = ties[len(ties) // 20 + 1 :]


def _flowchart(graph: Graph, ties: tuple[Tie, ...], width: int) -> str:
    lines = [f"%% {TITLE}: {graph.counts}"]
    if left := len(graph.ties) - len(ties):
        lines.append(f"%% the {left} oldest edges are left out: Mermaid draws no more")
    lines.append("flowchart LR")
    used = dict.fromkeys(place for tie in ties for place in (tie.source, tie.target))
    lines += [_node(graph.nodes[place], width) for place in used]
    roomy = len(ties) <= _LABELLED
    lines += [_edge(graph, tie, width if roomy else 0) for tie in ties]
    if not ties:
        lines.append('  nothing["No relationships yet"]')
    return "\n".join(lines) + "\n" + _CLASSES


def _node(node: Node, width: int) -> str:
    opening, closing = _SHAPES[node.kind]
    shown = node.shown
    label = _escaped(_path_clipped(shown, width) if node.kind == "file" else clip(shown, width))
    gone = f"\n  class {node.id} gone" if node.mark else ""
    return f"  {node.id}{opening}{label}{closing}:::{node.kind}{gone}"


def _path_clipped(path: str, width: int) -> str:
    """Return the end of a path, which says more than its beginning."""
    return path if len(path) <= width else "…" + path[-(width - 1) :]


def _edge(graph: Graph, tie: Tie, width: int) -> str:
    source, target = graph.nodes[tie.source], graph.nodes[tie.target]
    said = graph.saying(tie) if width else ""
    label = f'|"{_escaped(clip(said, width // 2))}"|' if said else ""
    return f"  {source.id} -->{label} {target.id}"


def _escaped(text: str) -> str:
    opening = _LIST.match(text)
    marks = opening[0] if opening else ""
    lead = "".join(c if c.isdigit() else f"#{ord(c)};" for c in marks)
    rest = _SYNTAX.sub(lambda found: f"#{ord(found[0])};", text[len(marks) :])
    rest = _ORDER.sub(lambda found: f"#{ord(found[1][0])};{found[1][1:]}", rest)
    return lead + rest or " "
