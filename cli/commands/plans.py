"""Commands about decisions and changes: graph, adr, check."""

from typing import Annotated

import typer

from memory_md.base.errors import UsageError

from .. import state
from ..options import DryRun, Json
from ..output import emit, fields


def graph(
    name: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]", help="An ID, a path or its end, a category, words."),
    ] = None,
    type: Annotated[str, typer.Option(metavar="T", help="decision_file, …")] = "",
    source: Annotated[str, typer.Option(metavar="S", help="Only from there.")] = "",
    target: Annotated[str, typer.Option(metavar="T", help="Only to there.")] = "",
    format: Annotated[str, typer.Option(help="text, mermaid or json.")] = "text",
    json: Json = False,
) -> None:
    """Show which decisions, files and risks belong together.

    $ mem graph src/auth/jwt.ts
    """
    from memory_md.graph import query

    if format not in ("text", "mermaid", "json"):
        raise UsageError(f"there is no format {format!r}", hint="text, mermaid or json")
    with state.reading() as memory:
        words = " ".join(name or ())
        edges = query.relationships(memory, words, type_=type, source=source, target=target)
    result, as_json = {"relationships": edges}, json or format == "json"
    if format == "mermaid":
        emit(result, as_json, query.mermaid(edges).splitlines())
    else:
        emit(result, as_json, query.lines(edges), ("Type", "From", "To"))


def adr(
    id: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]…", help="Else all decisions at 0.7.")
    ] = None,
    dir: Annotated[str, typer.Option("--dir", metavar="D", help="Below the root.")] = "docs/adr",
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Write decisions as architecture decision records; what a person edited stays as it is.

    $ mem adr --dry-run
    """
    from memory_md.graph.adr import write_adrs

    result = write_adrs(state.opened(), id or (), folder=dir, dry_run=dry_run)
    rows = fields(result["adrs"], "action", "path", "title")
    emit(result, json, rows, ("Action", "Path", "Title"))


def check(
    staged: Annotated[bool, typer.Option("--staged", help="What is staged.")] = False,
    diff: Annotated[str, typer.Option(metavar="RANGE", help="Commits: main..HEAD.")] = "",
    json: Json = False,
) -> None:
    """Check a change: what it touches of the memory, breaks, shows and hides; 1 where it breaks.

    $ mem check --staged
    """
    from memory_md.doctor.check import check as check_

    opened = state.opened()
    with opened.database() as database:
        result = check_(opened, database, staged=staged, span=diff)
    forms = {
        "broken": "broken\t{path}:{line}: {added}\n  {id}  {text}",
        "touched": "touched\t{path}:{line}\t{id}  {text}",
        "appear": "appears\t{id}  {text}",
        "vanish": "vanishes\t{id}  {text}  ({reason})",
    }
    text = "\n".join(form.format(**one) for key, form in forms.items() for one in result[key])
    emit(result, json, text.split("\n") if text else ["nothing that is known"])
    if result["broken"]:
        raise typer.Exit(1)
