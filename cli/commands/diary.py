"""The diary of tasks: what failed, why, and what to do instead.

$ mem diary new TECH-12 --type problem --summary "jq: invalid flag" --file db.sh
"""

from pathlib import Path
from typing import Annotated

import typer

from .. import state
from ..options import Files, Json
from ..output import emit, fields


def list_(json: Json = False) -> None:
    """List the rows of the diary's index.

    $ mem diary list
    """
    from memory_md.diary.index import list_rows

    entries, columns = list_rows(state.opened()), ("date", "id", "type", "status", "summary")
    emit({"entries": entries}, json, fields(entries, *columns), columns)


def relevant(
    spec: Annotated[str, typer.Option("--spec", metavar="F", help="The spec, a Markdown file.")],
    json: Json = False,
) -> None:
    """Say which of the last tasks matter to a spec, and what they teach.

    $ mem diary relevant --spec specs/TECH-13.md
    """
    from memory_md.diary.relevance import relevant as relevant_

    opened = state.opened() if state.find() else state.opened_at(Path.cwd())
    result = relevant_(opened, spec)
    lines = []
    for one in reversed(result["entries"]):
        lines.append("{level}\t{id}\t{date}\t{summary}".format(**one))
        lines += [f"  {reason}" for reason in one["reasons"]]
        lines += [f"  - {constraint}" for constraint in one["constraints"]]
    emit(result, json, lines or ["no task of the diary waits"])


def new(
    id: Annotated[str, typer.Argument(metavar="ID", help="Such as TECH-12.")],
    type: Annotated[str, typer.Option(metavar="T", help="problem, success, …")],
    summary: Annotated[str, typer.Option(metavar="T", help="What happened, in one line.")],
    file: Files = None,
    why: Annotated[str, typer.Option(metavar="T", help="Why it failed.")] = "",
    instead: Annotated[str, typer.Option(metavar="T", help="What to do instead.")] = "",
    date: Annotated[str, typer.Option(metavar="D", help="As 2026-02-28; else today.")] = "",
    json: Json = False,
) -> None:
    """Write an entry's file and its row in the index.

    $ mem diary new TECH-12 --type problem --summary "jq: invalid flag" --file db.sh
    """
    from memory_md.diary.changes import new as new_
    from memory_md.diary.index import PENDING, Row

    opened = state.opened()
    root, listed = opened.place.root, []
    for path in file or ():  # named from the working directory, or from the root
        here = Path.cwd() / path
        is_below = here.exists() and here.is_relative_to(root)
        name = here.relative_to(root).as_posix() if is_below else path.removeprefix("./")
        listed.append(f"`{name}`")
    row = Row(id, date, type, PENDING, summary, ", ".join(listed))
    result = new_(opened, row, why=why, instead=instead)
    emit(result, json, ["{action}\t{entry[id]}\t{entry[file]}".format(**result)])


def resolve(id: Annotated[list[str], typer.Argument(metavar="ID…")], json: Json = False) -> None:
    """Set all pending rows of these tasks done.

    $ mem diary resolve TECH-12
    """
    from memory_md.diary.changes import resolve as resolve_

    result = resolve_(state.opened(), id)
    lines = [f"done\t{one['id']}\t{one['summary']}" for one in result["entries"]]
    emit(result, json, lines or ["nothing was pending"])
