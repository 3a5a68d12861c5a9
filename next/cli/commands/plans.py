"""Commands about plans: diary list, relevant, new, resolve; graph; adr."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from memory_md.base.errors import UsageError

from .. import state
from ..output import emit, emit_rows, warn
from .entries import Json
from .upkeep import DryRun

diary = typer.Typer(
    help="""The diary of tasks: what failed, why, and what to do instead.

\b
Examples:
  $ mem diary new TECH-12 --type problem --summary "jq: invalid flag" --file db.sh
  $ mem diary relevant --spec specs/TECH-13.md
""",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@diary.command("list")
def diary_list(json: Json = False) -> None:
    """List the rows of the diary's index.

    \b
    Example:
      $ mem diary list
    """
    from memory_md.diary.index import list_rows

    entries, columns = list_rows(state.opened()), ("date", "id", "type", "status", "summary")
    rows = [[one[name] for name in columns] for one in entries]
    emit_rows({"entries": entries}, as_json=json, columns=columns, rows=rows)


@diary.command("relevant")
def diary_relevant(
    spec: Annotated[str, typer.Option("--spec", metavar="F", help="The spec, a Markdown file.")],
    json: Json = False,
) -> None:
    """Say which of the last tasks matter to a spec, and what they teach.

    \b
    Example:
      $ mem diary relevant --spec specs/TECH-13.md
    """
    from memory_md.diary.relevance import relevant

    opened = state.opened() if state.find() else state.opened_at(Path.cwd())
    result = relevant(opened, spec)
    lines = []
    for one in reversed(result["entries"]):
        lines.append(f"{one['level']}\t{one['id']}\t{one['date']}\t{one['summary']}")
        lines += [f"  {reason}" for reason in one["reasons"]]
        lines += [f"  - {constraint}" for constraint in one["constraints"]]
    emit(result, as_json=json, lines=lambda: lines or ["no task of the diary waits"])


@diary.command("new")
def diary_new(
    id: Annotated[str, typer.Argument(metavar="ID", help="Such as TECH-12.")],  # noqa: A002
    type: Annotated[str, typer.Option(metavar="T", help="problem, success, …")],  # noqa: A002
    summary: Annotated[str, typer.Option(metavar="T", help="What happened, in one line.")],
    file: Annotated[
        list[str] | None, typer.Option(metavar="P", help="A file it is about; repeatable.")
    ] = None,
    why: Annotated[str, typer.Option(metavar="T", help="Why it failed.")] = "",
    instead: Annotated[str, typer.Option(metavar="T", help="What to do instead.")] = "",
    date: Annotated[str, typer.Option(metavar="D", help="As 2026-02-28; else today.")] = "",
    json: Json = False,
) -> None:
    """Write an entry's file and its row in the index.

    \b
    Example:
      $ mem diary new TECH-12 --type problem --summary "jq: invalid flag" --file db.sh
    """
    from memory_md.diary.changes import new
    from memory_md.diary.index import PENDING, Row

    opened = state.opened()
    root, listed = opened.place.root, []
    for path in file or ():  # named from the working directory, or from the root
        here = Path.cwd() / path
        is_below = here.exists() and here.is_relative_to(root)
        name = here.relative_to(root).as_posix() if is_below else path.removeprefix("./")
        listed.append(f"`{name}`")
    row = Row(id, date, type, PENDING, summary, ", ".join(listed))
    result = new(opened, row, why=why, instead=instead)
    line = "{action}\t{entry[id]}\t{entry[file]}".format(**result)
    emit(result, as_json=json, lines=lambda: [line])


@diary.command("resolve")
def diary_resolve(
    id: Annotated[list[str], typer.Argument(metavar="ID…")],  # noqa: A002
    json: Json = False,
) -> None:
    """Set all pending rows of these tasks done.

    \b
    Example:
      $ mem diary resolve TECH-12
    """
    from memory_md.diary.changes import resolve

    result = resolve(state.opened(), id)
    lines = [f"done\t{one['id']}\t{one['summary']}" for one in result["entries"]]
    emit(result, as_json=json, lines=lambda: lines or ["nothing was pending"])


def graph(
    name: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]", help="An ID, a path or its end, a category, words."),
    ] = None,
    type: Annotated[str, typer.Option(metavar="T", help="decision_file, …")] = "",  # noqa: A002
    source: Annotated[str, typer.Option(metavar="S", help="Only from there.")] = "",
    target: Annotated[str, typer.Option(metavar="T", help="Only to there.")] = "",
    format: Annotated[str, typer.Option(help="text, mermaid or json.")] = "text",  # noqa: A002
    json: Json = False,
) -> None:
    """Show which decisions, files and risks belong together.

    \b
    Examples:
      $ mem graph src/auth/jwt.ts
      $ mem graph --type decision_file --format mermaid
    """
    from memory_md.graph import query
    from memory_md.memory.memory import Memory

    if format not in ("text", "mermaid", "json"):
        raise UsageError(f"there is no format {format!r}", hint="text, mermaid or json")
    opened = state.opened()
    with opened.database() as database:
        memory = Memory.read(opened, database)
        words = " ".join(name or ())
        edges = query.relationships(memory, words, type_=type, source=source, target=target)
        warn(f"{one.where}: {one.message}" for one in memory.edges.problems)
    result, as_json = {"relationships": edges}, json or format == "json"
    if format == "mermaid":
        emit(result, as_json=json, lines=lambda: query.mermaid(edges).splitlines())
    else:
        columns = ("Type", "From", "To")
        emit_rows(result, as_json=as_json, columns=columns, rows=query.lines(edges))


def adr(
    id: Annotated[  # noqa: A002
        list[str] | None, typer.Argument(metavar="[ID]…", help="Else all decisions at 0.7.")
    ] = None,
    dir: Annotated[  # noqa: A002
        str, typer.Option("--dir", metavar="D", help="Below the root.")
    ] = "docs/adr",
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Write decisions as architecture decision records; what a person edited stays as it is.

    \b
    Example:
      $ mem adr --dry-run
    """
    from memory_md.graph.adr import write_adrs

    result = write_adrs(state.opened(), id or (), folder=dir, dry_run=dry_run)
    rows = [[one["action"], one["path"], one["title"]] for one in result["adrs"]]
    emit_rows(result, as_json=json, columns=("Action", "Path", "Title"), rows=rows)
