"""`mem graph …`: questions to the relationships, and pictures of them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ..options import AsJson, one_of, option
from ..output import note, on_terminal, say_fields, show_json, show_line, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_md.graph.actions import FoundEdge
    from memory_md.graph.model import Node

_ANY = "A name, the end of a path, a folder, a glob, or words of it."
HELP = """Query and draw the links of decisions, files and risks.

\b
Examples:
  $ mem graph query --target src/auth/jwt.ts
  $ mem graph show --format html --output graph.html
"""


_Type = Annotated[
    str | None,
    option(
        "--type TYPE",
        "decision_file, file_risk or decision_risk.",
        one_of("decision_file", "file_risk", "decision_risk"),
    ),
]


def query(
    ctx: typer.Context,
    type_: _Type = None,
    source: Annotated[str | None, option("--source NAME", f"From here. {_ANY}")] = None,
    target: Annotated[str | None, option("--target NAME", f"To here. {_ANY}")] = None,
    start: Annotated[str | None, option("--from NODE", "Paths from this node; needs --to.")] = None,
    end: Annotated[str | None, option("--to NODE", "Paths to this node.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show which decisions, files and risks are linked.

    Edges lead from decisions to files and from files to risks. A decision may also be named by its
    entry's ID. In a pipe it prints a line for each edge (type, source, target, label, task and
    time) or path (its nodes), separated by tabs.

    \b
    Examples:
      $ mem graph query --target src/auth/jwt.ts
      $ mem graph query --source "JWT tokens"
      $ mem graph query --source jwt.ts --type file_risk
      $ mem graph query --from src/auth/jwt.ts --to src/api/users.ts
    """
    from memory_md.base.errors import UsageError
    from memory_md.graph.actions import connect
    from memory_md.graph.actions import query as run

    if start is None and end is None:
        answer = run(ctx.obj.place, type_name=type_, source=source, target=target)
    elif start is None or end is None:
        raise UsageError("--from needs --to, and --to needs --from", hint="name both ends")
    elif source is not None or target is not None:
        raise UsageError(
            "--from and --to exclude --source and --target", hint="call it once for each"
        )
    else:
        answer = connect(ctx.obj.place, start, end, type_name=type_)
    warn(answer.warnings)
    if not as_json:
        _show_edges(answer.edges)
        _show_ways(answer.ways)
    elif start is None:
        show_json({"relationships": [found.json for found in answer.edges]})
    else:
        show_json({"paths": [[node.name for node in way] for way in answer.ways]})
    for line in answer.notes:
        note(line)


def _show_edges(edges: Sequence[FoundEdge]) -> None:
    width = max((len(found.day) for found in edges), default=0)
    for found in edges:
        if on_terminal():
            show_line(found.day, f"{found.source} → {found.target}", width)
        else:
            edge = found.edge
            ends = (edge.type, edge.source, edge.target)
            say_fields((*ends, edge.label, edge.session, edge.created_at))


def _show_ways(ways: Sequence[Sequence[Node]]) -> None:
    for number, way in enumerate(ways, 1):
        if not on_terminal():
            say_fields(node.name for node in way)
            continue
        text = way[0].shown
        for before, node in pairwise(way):
            text += f" {'→' if before.rank < node.rank else '←'} {node.shown}"
        show_line(f"{number}.", text, len(str(len(ways))) + 1)


def show(
    ctx: typer.Context,
    format_name: Annotated[
        str | None,
        option(
            "--format FORMAT",
            "text, mermaid, dot or html.",
            one_of("text", "mermaid", "dot", "html"),
        ),
    ] = None,
    output: Annotated[str | None, option("--output -o FILE", "Write it to this file.")] = None,
) -> None:
    """Draw all decisions, files and risks, and their links.

    text is a tree for each file; mermaid is drawn by GitHub; html is one page for a browser, with
    search. Without --format the ending of the output decides, else it is text. An existing file is
    replaced only if it holds such a graph.

    \b
    Examples:
      $ mem graph show
      $ mem graph show --format html --output graph.html
    """
    import shutil

    from memory_md.graph.actions import draw

    width = shutil.get_terminal_size().columns if on_terminal() and not output else 80
    text, graph, warnings = draw(ctx.obj.place, format_name=format_name, output=output, width=width)
    warn(warnings)
    empty = not graph.ties
    if empty:
        note("no relationships yet: extracting a handoff makes them")
    if output:
        note(f"{output}: {graph.counts}")
    elif not (empty and format_name in (None, "text")):
        print(text, end="")


COMMANDS: Final = {"query": query, "show": show}
