"""The graph as text: lines for a terminal, a Mermaid flowchart, Graphviz's DOT, an HTML page."""

import re
from collections.abc import Iterable
from typing import Any, Final

from msgspec import to_builtins

from ..base.html_page import filled
from ..base.regex import regex
from ..base.text import clip
from .model import Graph, Node, Tie, risk_text

# How the first line begins, in every format; a file that begins so is one that we wrote.
TITLE: Final = "Memory graph"
_TAG: Final = 8  # characters of "decision"
_LEAST: Final = 24  # characters of text, however deep and narrow

# How a file begins and, if something may follow, ends that holds nothing but a graph of ours.
_OURS: Final = re.compile(
    rb"(?:%% |// |<!doctype html>\n<!-- )?Memory graph: |```mermaid\n%% Memory graph: [^`]*```\s*\Z"
)


def is_graph(data: bytes) -> bool:
    """Return whether a file holds a graph that we wrote, in any of the formats."""
    return _OURS.match(data.replace(b"\r\n", b"\n")) is not None


def to_text(graph: Graph, width: int = 80) -> str:
    """Return the whole graph in lines of at most `width` characters; longer words are cut."""
    lines = [f"{TITLE}: {graph.counts}"]
    for name, members in _trees(graph):
        lines += ["", *_wrapped(name, width, "", "  ")]
        for index, (tag, text) in enumerate(members):
            last = index == len(members) - 1
            lead = f"{'└─' if last else '├─'} {tag:<{_TAG}}  "
            under = f"{' ' if last else '│'}  {' ' * _TAG}  "
            lines += _wrapped(text, width, lead, under)
    return "\n".join(lines) + "\n"


def _trees(graph: Graph) -> list[tuple[str, list[tuple[str, str]]]]:
    """(root, (tag, text) of each member): files by name, then decisions that name risks."""
    nodes = graph.nodes
    files: dict[int, tuple[list[Tie], list[Tie]]] = {}
    decisions: dict[int, list[Tie]] = {}
    for tie in reversed(graph.ties):
        if tie.type == "decision_file":
            files.setdefault(tie.target, ([], []))[0].append(tie)
        elif tie.type == "file_risk":
            files.setdefault(tie.source, ([], []))[1].append(tie)
        else:
            decisions.setdefault(tie.source, []).append(tie)
    trees = []
    for at in sorted(files, key=lambda at: nodes[at].name):
        made, carried = files[at]
        members = [("decision", _dated(nodes[tie.source].shown, tie)) for tie in made]
        trees.append((nodes[at].shown, members + _risks(graph, carried)))
    trees += [(nodes[at].shown, _risks(graph, ties)) for at, ties in decisions.items()]
    return trees


def _risks(graph: Graph, ties: Iterable[Tie]) -> list[tuple[str, str]]:
    risks = ((graph.nodes[tie.target], tie) for tie in ties)
    return [("risk", _dated(risk_text(r.name, tie.label) + r.marking, tie)) for r, tie in risks]


def _dated(text: str, tie: Tie) -> str:
    return f"{text} ({tie.date})" if tie.date else text


def _wrapped(text: str, width: int, lead: str, under: str) -> list[str]:
    """Return the text in lines of `width` characters, after `lead`, then after `under`."""
    from ..base.columns import wrapped

    room = max(width, _LEAST + len(lead))
    return wrapped(text, room, lead=lead, under=under, long_words=True) or [lead]


# -- Mermaid --------------------------------------------------------------------------------------

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
    """Return the graph as a flowchart that GitHub draws; `fenced` for a Markdown file.

    Labels are quoted, and whatever Mermaid or Markdown could take for syntax is written as an
    entity (`#35;`). IDs are made from what a node is called, so they stay when others come. Mermaid
    takes at most 500 edges and 50,000 characters: texts are shortened first, then the oldest edges
    left out.
    """
    ties = graph.ties[-MOST_EDGES:]
    while True:
        for width in _WIDTHS:
            text = _flowchart(graph, ties, width)
            if len(text) <= MOST_CHARACTERS:
                return f"```mermaid\n{text}```\n" if fenced else text
        ties = ties[len(ties) // 20 + 1 :]


def _flowchart(graph: Graph, ties: tuple[Tie, ...], width: int) -> str:
    lines = [f"%% {TITLE}: {graph.counts}"]
    if left := len(graph.ties) - len(ties):
        lines.append(f"%% the {left} oldest edges are left out: Mermaid draws no more")
    lines.append("flowchart LR")
    used = dict.fromkeys(place for tie in ties for place in (tie.source, tie.target))
    lines += [_flowchart_node(graph.nodes[place], width) for place in used]
    roomy = len(ties) <= _LABELLED
    lines += [_flowchart_edge(graph, tie, width if roomy else 0) for tie in ties]
    if not ties:
        lines.append('  nothing["No relationships yet"]')
    return "\n".join(lines) + "\n" + _CLASSES


def _flowchart_node(node: Node, width: int) -> str:
    opening, closing = _SHAPES[node.kind]
    shown = node.shown
    if node.kind == "file" and len(shown) > width:
        shown = "…" + shown[-(width - 1) :]  # the end of a path says more than its beginning
    label = _entities(clip(shown, width))
    removed = f"\n  class {node.id} gone" if node.mark else ""
    return f"  {node.id}{opening}{label}{closing}:::{node.kind}{removed}"


def _flowchart_edge(graph: Graph, tie: Tie, width: int) -> str:
    source, target = graph.nodes[tie.source], graph.nodes[tie.target]
    text = graph.saying(tie) if width else ""
    label = f'|"{_entities(clip(text, width // 2))}"|' if text else ""
    return f"  {source.id} -->{label} {target.id}"


def _entities(text: str) -> str:
    opening = _LIST.match(text)
    marks = opening[0] if opening else ""
    lead = "".join(c if c.isdigit() else f"#{ord(c)};" for c in marks)
    rest = _SYNTAX.sub(lambda found: f"#{ord(found[0])};", text[len(marks) :])
    rest = _ORDER.sub(lambda found: f"#{ord(found[1][0])};{found[1][1:]}", rest)
    return lead + rest or " "


# -- DOT ------------------------------------------------------------------------------------------

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
    lines += [_dot_node(node) for node in graph.nodes]
    lines += [_dot_edge(graph, tie) for tie in graph.ties]
    if not graph.ties:
        lines.append('  nothing [label="No relationships yet" shape=plain];')
    return "\n".join((*lines, "}")) + "\n"


def _dot_node(node: Node) -> str:
    style = _STYLE[node.kind].format("dashed," if node.mark else "")
    tooltip = f'"{_dot_escaped(node.shown)}"'
    return f"  {node.id} [label={_label(node.shown)} tooltip={tooltip} {style}];"


def _dot_edge(graph: Graph, tie: Tie) -> str:
    source, target = graph.nodes[tie.source], graph.nodes[tie.target]
    text = graph.saying(tie)
    label = f" [label={_label(text)}]" if text else ""
    return f"  {source.id} -> {target.id}{label};"


def _label(text: str) -> str:
    """Return the text quoted, in lines of a readable length."""
    import textwrap

    shown = clip(text, _LONGEST)
    rows = textwrap.wrap(shown, _WIDTH, break_on_hyphens=False, break_long_words=False) or [""]
    return '"' + "\\n".join(map(_dot_escaped, rows)) + '"'


def _dot_escaped(text: str) -> str:
    # Graphviz reads backslash sequences (\N is the node's name) and HTML entities in labels.
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")


# -- HTML -----------------------------------------------------------------------------------------


def to_html(graph: Graph, template: str) -> str:
    """Return the graph as one HTML page; see `base.html_page`."""
    return filled(template, f"{TITLE}: {graph.counts}", data=to_json(graph))


def to_json(graph: Graph) -> dict[str, Any]:
    """Return the graph as its page holds it; ties name nodes by their places."""
    nodes = [{"id": node.id, "text": node.text, **to_builtins(node)} for node in graph.nodes]
    return {"nodes": nodes, "ties": to_builtins(graph.ties)}
