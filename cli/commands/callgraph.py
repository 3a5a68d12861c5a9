"""Find functions of Python code that call each other, or change together.

$ mem callgraph scan
"""

from typing import Annotated, Any

import typer

from memory_md.base.errors import UsageError

from .. import state
from ..options import Json, Session
from ..output import emit, warn


def scan(json: Json = False) -> None:
    """Read all Python files, and note which function calls which.

    $ mem callgraph scan
    """
    from memory_md.callgraph import graph

    opened = state.opened()
    with opened.database(write=True) as database:
        result = graph.scan(opened, database)
    warn(f"{path}: cannot be read as Python" for path in result["unreadable"])
    line = "{files} files, {functions} functions, {edges} edges ({added} added, {removed} removed)"
    emit(result, json, [line.format(**result)])


def heal(
    file: Annotated[str, typer.Argument(help="Observations or a transcript; - to read.")] = "",
    git: Annotated[str, typer.Option(metavar="RANGE", help="Each commit is a task.")] = "",
    session: Session = "",
    json: Json = False,
) -> None:
    """Learn from functions that changed together.

    $ mem callgraph heal --git HEAD~50..
    """
    from memory_md.callgraph import graph
    from memory_md.git.history import commits

    if bool(file) == bool(git):
        raise UsageError("give a file, or --git RANGE", hint="see `mem callgraph heal --help`")
    opened = state.opened()
    with opened.database(write=True) as database:
        if file:
            found = [_observed(opened, database, file, session)]
        else:
            found = [
                (f"commit-{one.id[:12]}", [graph.changed_in(opened, database, one.id)])
                for one in commits(opened.place.root, git, 500)
            ]
        tasks = [graph.heal(database, groups, task) for task, groups in found]
    line = "{task}\t{confirmed} confirmed, {discovered} discovered"
    emit({"tasks": tasks}, json, (line.format(**task) for task in tasks))


def _observed(opened: Any, database: Any, file: str, task: str) -> tuple[str, list[list[str]]]:
    """Return the task of a file with the functions that it says changed."""
    from memory_md.base.identity import short_id
    from memory_md.base.json_text import parse_json
    from memory_md.callgraph import graph
    from memory_md.transcripts.sources import decode_source, read_source

    text, _ = decode_source(state.input_bytes(file), file)
    if "functions_changed" in text[:100_000] and text.lstrip()[:1] in {"{", "["}:
        return task or short_id(text), graph.observed(database, parse_json(text, where=file))
    session = read_source(text)
    changed = graph.changed_in(opened, database, "HEAD", session=session)
    return task or session.id or short_id(text), [changed]


def decay(json: Json = False) -> None:
    """Lower what the last ten tasks did not confirm; `mem extract` does it by itself.

    $ mem callgraph decay
    """
    from memory_md.callgraph import graph

    with state.opened().database(write=True) as database:
        result = graph.decay(database)
    emit(result, json, ["{decayed} edges lowered after {tasks} tasks".format(**result)])


def show(
    function: Annotated[str, typer.Argument(metavar="FUNC", help="A name, or path::name.")],
    json: Json = False,
) -> None:
    """Show who calls a function, what it calls, and what changes with it.

    $ mem callgraph show Store.save
    """
    from memory_md.callgraph import graph

    with state.opened().database() as database:
        result = graph.show(database, function)
    rows = [[end, name] for end in ("caller", "callee") for name in result[f"{end}s"]]
    for one in result["changes_with"]:
        sure = f"{one['confidence']:.2f}, {one['times_confirmed']}x"
        rows.append(["changes with", one["function"], sure])
    emit(result, json, rows, ("Relation", "Function", "Confidence"))
