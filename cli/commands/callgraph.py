"""`mem callgraph …`: which functions call each other, and which change together."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from msgspec.structs import asdict

from ..options import AsJson, argument, option
from ..output import counted, note, on_terminal, say, say_fields, show_json, show_line, warn
from ..progress import progress

if TYPE_CHECKING:
    from memory_md.callgraph.actions.scan import Scanned
    from memory_md.callgraph.actions.show import ShownFunction
    from memory_md.callgraph.model.graph import CallEdge

_MOST_SHOWN: Final = 10
HELP: Final = """Find functions that call each other or change together.

\b
Examples:
  $ mem callgraph scan
  $ mem callgraph heal --git HEAD~1..HEAD
  $ mem callgraph show create_token
"""


def scan(
    ctx: typer.Context,
    paths: Annotated[
        list[str] | None, argument("[PATH]...", "Files or folders; all where none is named.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find which functions call which, in the current files.

    The edges of the named files are replaced; edges that tasks have shown are kept. No code is run.

    \b
    Examples:
      $ mem callgraph scan
      $ mem callgraph scan src/auth
    """
    from memory_md.callgraph.actions.scan import scan as run

    with progress("files") as tell:
        scanned = run(ctx.obj.place, paths or [], tell=tell)
    warn(_passed_over(scanned))
    if as_json:
        show_json(_scanned_json(scanned))
        return
    for language, count in sorted(scanned.edges.items()):
        show_line(language, counted(count, "edge"), max(map(len, scanned.edges)))
    changes = f"{counted(scanned.added, 'edge')} added, {scanned.removed:,} removed"
    note(f"{counted(scanned.files, 'file')}: {changes}")


def _scanned_json(scanned: Scanned) -> dict[str, object]:
    edges = {"total": sum(scanned.edges.values()), "added": scanned.added}
    edges |= {"removed": scanned.removed, "left_out": scanned.left_out}
    counts = ("files", "unchanged", "calls", "resolved", "outside")
    return {
        **{name: getattr(scanned, name) for name in counts},
        "edges": {**edges, "by_language": scanned.edges},
        "unreadable": [
            {"path": fault.path, "line": fault.line, "reason": fault.why}
            for fault in scanned.unreadable
        ],
        "skipped": scanned.skipped,
    }


def _passed_over(scanned: Scanned) -> Iterator[str]:
    """What the scan did not read, and why."""
    for fault in scanned.unreadable[:_MOST_SHOWN]:
        yield f"{fault.path}:{fault.line}: {fault.why}"
    if len(scanned.unreadable) > _MOST_SHOWN:
        yield f"{len(scanned.unreadable) - _MOST_SHOWN:,} more files could not be read"
    for language, count in scanned.skipped.items():
        yield f"{counted(count, 'file')} of {language} skipped: to read them, {scanned.install}"
    if scanned.left_out:
        yield f"{scanned.left_out:,} edges were left out: see limits.calls in .mem/config.yaml"


_File = Annotated[str | None, argument("[FILE]", "Observations as JSON, or a transcript.")]
_Range = Annotated[str | None, option("--git RANGE", "Read the changes of these commits.")]


def heal(
    ctx: typer.Context,
    file: _File = None,
    git_range: _Range = None,
    session: Annotated[
        str | None, option("--session TASK", "The ID of the task; a task counts only once.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Learn edges from functions that changed together.

    An observation is {"files_touched": [paths], "functions_changed": [names]}; without a
    file, standard input is read. With --git each commit of the range is a task of its own; with
    --session as well, the range is that one task. A change of more than 30 functions at once is
    ignored. `mem extract` does this by itself once there is a graph.

    \b
    Examples:
      $ mem callgraph heal --git HEAD~50..
      $ mem callgraph heal observations.json --session fix-login
    """
    from memory_md.callgraph.actions.heal import heal as run

    if file is None and git_range is None and sys.stdin.isatty():
        note("reading standard input, to its end (Ctrl-D)")
    with progress("commits") as tell:
        healed = run(
            ctx.obj.place,
            file,
            git_range=git_range,
            session=session,
            stdin=sys.stdin.buffer,
            tell=tell,
        )
    warn(healed.warnings)
    if as_json:
        edges = list(map(_edge_json, healed.edges))
        show_json({**asdict(healed), "edges": edges})
        return
    _show_edges(healed.edges)
    tasks = counted(len(healed.tasks), "task")
    note(f"{tasks}: {healed.confirmed:,} confirmed, {healed.discovered:,} discovered")


def decay(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Lower the confidence of edges that no task confirms.

    An observed edge that none of the last 10 tasks confirmed loses 0.05 with each task, down to
    0.05. Running it twice after one task changes nothing; `mem extract` runs it by itself.

    \b
    Examples:
      $ mem callgraph decay
      $ mem callgraph decay --json
    """
    from memory_md.callgraph.actions.heal import decay as run

    decayed = run(ctx.obj.place)
    warn(decayed.warnings)
    if as_json:
        edges = list(map(_edge_json, decayed.edges))
        show_json({"decayed": len(edges), "tasks": decayed.tasks, "edges": edges})
        return
    _show_edges(decayed.edges)
    note(f"{len(decayed.edges):,} decayed, after {counted(decayed.tasks, 'task')}")


def show(
    ctx: typer.Context,
    function: Annotated[str, argument("FUNC", "A name, or path::name where it is not unique.")],
    as_json: AsJson = False,
) -> None:
    """Show who calls a function, what it calls, what changes with it.

    In a pipe it prints a line for each: caller, callee or changes_with, the function, and for the
    last the confidence, how many tasks confirmed it, and its source, separated by tabs.

    \b
    Examples:
      $ mem callgraph show verify
      $ mem callgraph show src/auth/jwt.py::Tokens.verify
    """
    from memory_md.callgraph.actions.show import show as run

    shown = run(ctx.obj.place, function)
    warn(shown.warnings)
    if as_json:
        fields = ("confidence", "times_confirmed", "source")
        changes = [
            {"function": other.callee, **_rounded(other, *fields)} for other in shown.changes_with
        ]
        names = {"callers": shown.callers, "callees": shown.callees}
        show_json({"function": shown.function, **names, "changes_with": changes})
    elif on_terminal():
        _show_function(shown)
    else:
        _say_function(shown)


def _say_function(shown: ShownFunction) -> None:
    for what, names in (("caller", shown.callers), ("callee", shown.callees)):
        for name in names:
            say_fields((what, name))
    for other in shown.changes_with:
        numbers = (f"{other.confidence:.2f}", str(other.times_confirmed), other.source)
        say_fields(("changes_with", other.callee, *numbers))


def _show_function(shown: ShownFunction) -> None:
    say(shown.function)
    for title, names in (("called by", shown.callers), ("calls", shown.callees)):
        for number, name in enumerate(names):
            show_line("" if number else f"  {title}", name, 14)
    for number, other in enumerate(shown.changes_with):
        times = f"{other.times}×".rjust(4)
        text = f"{other.confidence:.2f} {times}  {other.callee}"
        show_line("" if number else "  changes with", text, 14)
    if not (shown.callers or shown.callees or shown.changes_with):
        note("nothing is known about it yet")


def _show_edges(edges: Sequence[CallEdge]) -> None:
    """The edges: a few on a terminal, in a pipe all of them."""
    for edge in edges if not on_terminal() else edges[:_MOST_SHOWN]:
        if on_terminal():
            show_line(f"{edge.confidence:.2f}", f"{edge.caller} ↔ {edge.callee}")
        else:
            numbers = (f"{edge.confidence:.2f}", str(edge.times_confirmed), edge.source)
            say_fields((edge.caller, edge.callee, *numbers))
    if on_terminal() and len(edges) > _MOST_SHOWN:
        note(f"… and {len(edges) - _MOST_SHOWN:,} more: --json lists all")


def _edge_json(edge: CallEdge) -> dict[str, object]:
    numbers = ("confidence", "times_confirmed")
    return _rounded(edge, "caller", "callee", "source", *numbers, "last_task")


def _rounded(value: object, *names: str) -> dict[str, Any]:
    """Return these fields of a value as JSON, its confidence with six digits."""
    fields = {name: getattr(value, name) for name in names}
    return fields | {"confidence": round(fields["confidence"], 6)}


COMMANDS: Final = {"scan": scan, "heal": heal, "decay": decay, "show": show}
