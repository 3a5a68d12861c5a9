"""Commands about code and other files: callgraph, check, import, export."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from memory_md.base.errors import UsageError

from .. import state
from ..output import emit, emit_rows, warn
from .entries import Json
from .upkeep import DryRun

callgraph = typer.Typer(
    rich_markup_mode=None,
    help="""Find functions of Python code that call each other, or change together.

\b
Examples:
  $ mem callgraph scan
  $ mem callgraph show Store.save
""",
)


@callgraph.command()
def scan(json: Json = False) -> None:
    """Read all Python files, and note which function calls which.

    \b
    Example:
      $ mem callgraph scan
    """
    from memory_md.callgraph import graph

    opened = state.opened()
    with opened.database(write=True) as database:
        result = graph.scan(opened, database)
    warn(f"{path}: cannot be read as Python" for path in result["unreadable"])
    line = "{files} files, {functions} functions, {edges} edges ({added} added, {removed} removed)"
    emit(result, as_json=json, lines=lambda: [line.format(**result)])


@callgraph.command()
def heal(
    file: Annotated[str, typer.Argument(help="Observations or a transcript; - to read.")] = "",
    git: Annotated[str, typer.Option(metavar="RANGE", help="Each commit is a task.")] = "",
    session: Annotated[str, typer.Option(metavar="ID", help="The name of the task.")] = "",
    json: Json = False,
) -> None:
    """Learn from functions that changed together.

    \b
    Examples:
      $ mem callgraph heal --git HEAD~50..
      $ echo '{"functions_changed": ["load", "Store.save"]}' | mem callgraph heal -
    """
    from memory_md.callgraph import graph
    from memory_md.git.history import commits

    if bool(file) == bool(git):
        raise UsageError("give a file, or --git RANGE", hint="see `mem callgraph heal --help`")
    opened = state.opened()
    with opened.database(write=True) as database:
        found = [] if git else [_observed(opened, database, file, session)]
        found += (
            (f"commit-{one.id[:12]}", [graph.changed_in(opened, database, one.id)])
            for one in (commits(opened.place.root, git, 500) if git else ())
        )
        tasks = [graph.heal(database, groups, task) for task, groups in found]
    line = "{task}\t{confirmed} confirmed, {discovered} discovered"
    emit({"tasks": tasks}, as_json=json, lines=lambda: [line.format(**task) for task in tasks])


def _observed(opened: Any, database: Any, file: str, task: str) -> tuple[str, list[list[str]]]:
    """Return the task of a file with the functions that it says changed."""
    from memory_md.base.identity import short_id
    from memory_md.base.json_text import parse_json
    from memory_md.callgraph import graph
    from memory_md.transcripts.sources import decode_source, read_source

    from .sessions import sources_named

    source = sources_named([file])[0]
    text, _ = decode_source(source.data, source.name)
    if "functions_changed" in text[:100_000] and text.lstrip()[:1] in {"{", "["}:
        value = parse_json(text, where=source.name)
        return task or short_id(text), graph.observed(database, value)
    session = read_source(text)
    changed = graph.changed_in(opened, database, "HEAD", session=session)
    return task or session.id or short_id(text), [changed]


@callgraph.command()
def decay(json: Json = False) -> None:
    """Lower what the last ten tasks did not confirm; `mem extract` does it by itself.

    \b
    Example:
      $ mem callgraph decay
    """
    from memory_md.callgraph import graph

    with state.opened().database(write=True) as database:
        result = graph.decay(database)
    line = "{decayed} edges lowered after {tasks} tasks"
    emit(result, as_json=json, lines=lambda: [line.format(**result)])


@callgraph.command()
def show(
    function: Annotated[str, typer.Argument(metavar="FUNC", help="A name, or path::name.")],
    json: Json = False,
) -> None:
    """Show who calls a function, what it calls, and what changes with it.

    \b
    Example:
      $ mem callgraph show Store.save
    """
    from memory_md.callgraph import graph

    with state.opened().database() as database:
        result = graph.show(database, function)
    rows = [[end, name] for end in ("caller", "callee") for name in result[f"{end}s"]]
    for one in result["changes_with"]:
        sure = f"{one['confidence']:.2f}, {one['times_confirmed']}x"
        rows.append(["changes with", one["function"], sure])
    emit_rows(result, as_json=json, columns=("Relation", "Function", "Confidence"), rows=rows)


def check(
    staged: Annotated[bool, typer.Option("--staged", help="What is staged.")] = False,
    diff: Annotated[str, typer.Option(metavar="RANGE", help="Commits: main..HEAD.")] = "",
    json: Json = False,
) -> None:
    """Check a change: what it touches of the memory, breaks, shows and hides; 1 where it breaks.

    \b
    Examples:
      $ mem check --staged
      $ mem check --diff main..HEAD
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
    lines = [form.format(**one).split("\n") for key, form in forms.items() for one in result[key]]
    emit(result, as_json=json, lines=lambda: chain(*lines) if lines else ["nothing that is known"])
    if result["broken"]:
        raise typer.Exit(1)


def import_(
    paths: Annotated[list[str], typer.Argument(metavar="FILE|DIR…", help="Notes in Markdown.")],
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Take over the notes that a team keeps: CLAUDE.md, AGENTS.md, rules, lessons, ADRs.

    \b
    Examples:
      $ mem import CLAUDE.md
      $ mem import .cursor/rules docs/adr --dry-run
    """
    from memory_md.imports.importing import import_notes

    result = import_notes(state.opened(), paths, dry_run=dry_run)
    warn(result["faults"])
    counts = ", ".join(f"{count} {action}" for action, count in result["counts"].items())
    lines = []
    for one in result["items"]:
        reason = f"  ({one['reason']})" if one.get("reason") else ""
        lines.append(f"{one['action']}\t{one['id']}\t{one['text']}{reason}")
    emit(result, as_json=json, lines=lambda: [*lines, counts or "0 inserted"])
    if result["faults"]:
        raise typer.Exit(1)


def export_(
    to: Annotated[str, typer.Option(metavar="FILE", help="AGENTS.md, say.")],
    print_: Annotated[bool, typer.Option("--print", help="Print it, write nothing.")] = False,
    json: Json = False,
) -> None:
    """Write what agents should know into a marked block of another file.

    \b
    Example:
      $ mem export --to AGENTS.md
    """
    from memory_md.imports import export

    opened = state.opened()
    if print_:
        text, count = export.exported(opened)
        result = {"path": to, "entries": count, "text": text}
        emit(result, as_json=json, lines=lambda: text.rstrip("\n").split("\n"))
        return
    done = export.export(opened, Path(to))
    line = f"{'updated' if done['changed'] else 'unchanged'}\t{to}\t{done['entries']} entries"
    emit(done, as_json=json, lines=lambda: [line])
