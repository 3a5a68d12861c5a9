"""The graph as lines for a terminal: each file with its decisions and risks, drawn as a tree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..model import Graph, Node, Tie, risk_text

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
        for index, (tag, said) in enumerate(members):
            last = index == len(members) - 1
            lead = f"{'└─' if last else '├─'} {tag:<{_TAG}}  "
            under = f"{' ' if last else '│'}  {' ' * _TAG}  "
            lines += _wrapped(said, width, lead, under)
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
        trees.append((nodes[at].shown, members + _risks(nodes, carried)))
    for at, ties in decisions.items():
        trees.append((nodes[at].shown, _risks(nodes, ties)))
    return trees


def _risks(nodes: Sequence[Node], ties: Sequence[Tie]) -> list[tuple[str, str]]:
    members = []
    for tie in ties:
        risk = nodes[tie.target]
        said = risk_text(risk.name, tie.label) + risk.marking
        members.append(("risk", _dated(said, tie)))
    return members


def _dated(text: str, tie: Tie) -> str:
    return f"{text} ({tie.date})" if tie.date else text


def _wrapped(text: str, width: int, lead: str, under: str) -> list[str]:
    """Return the text in lines of `width` characters, after `lead`, then after `under`."""
    import textwrap

    room = max(width, _LEAST + len(lead))
    return textwrap.wrap(
        text, room, initial_indent=lead, subsequent_indent=under, break_on_hyphens=False
    ) or [lead]
