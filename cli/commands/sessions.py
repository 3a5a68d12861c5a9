"""Commands for what was said: extract, search, forget."""

import sys
from collections import Counter
from typing import Annotated, Any

import typer

from memory_md.base.errors import UsageError

from .. import state
from ..options import DryRun, Json, Session
from ..output import emit, item_line, warn

_SKIPPED = frozenset({"unchanged", "suppressed", "skipped"})


def extract(
    sources: Annotated[
        list[str] | None, typer.Argument(metavar="SOURCE…", help="Files; - is standard input.")
    ] = None,
    session: Session = "",
    format: Annotated[str, typer.Option(metavar="F", help="Else by content.")] = "auto",
    git: Annotated[str, typer.Option(metavar="RANGE", help="Commit messages, or `new`.")] = "",
    llm: Annotated[bool, typer.Option("--llm", help="Ask the model of `mem models`, too.")] = False,
    show_skipped: Annotated[
        bool, typer.Option("--show-skipped", help="Also what was not.")
    ] = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Keep what a session taught: closing lines, choices, plans, a person's outright words.

    $ mem extract session.jsonl
    """
    from memory_md.extract import commits
    from memory_md.extract.extract import extract as extract_
    from memory_md.extract.extract import read_sources

    opened = state.opened()
    if not (sources or git) and sys.stdin.isatty():
        raise UsageError("no source", hint="name a file, or pipe one in: mem extract FILE")
    named = sources or ([] if git else ["-"])
    given = [(name, state.input_bytes(name)) for name in named]
    reads, warnings, faults = read_sources(given, format, session)
    reads += commits.read_commits(opened, git) if git else []
    result: dict[str, Any] = {"session": "", "items": [], "counts": {}, "sources": []}
    if reads or not faults:
        result = extract_(opened, reads, dry_run=dry_run)
        if git and not dry_run:
            commits.note_read(opened)
        if llm:
            warnings += _ask_model(opened, reads, result, dry_run)
    result["warnings"] = [*result.get("warnings", ()), *warnings, *faults]
    warn(result["warnings"])
    emit(result, json, _lines(result, show_skipped))
    if faults:
        raise typer.Exit(1)


def _ask_model(opened: Any, reads: list[Any], result: dict[str, Any], dry_run: bool) -> list[str]:
    """Ask the model about each session; a dry run prints what would be sent."""
    from memory_md.llm.judge import Asked, judge_session, requests_for
    from memory_md.llm.prompt import rules

    if opened.settings.llm.use == "off" and not dry_run:
        raise UsageError("no model is chosen", hint="mem models use NAME")
    if dry_run:
        sent = [one for read in reads for one in requests_for(opened, read.session, read.task)]
        result["requests"] = [f"{rules()}\n{text}" for _, text in sent]
        return []
    asked = Asked()
    for read in reads:
        judge_session(opened, read.session, read.task, asked)
    result["items"] += asked.learned.items
    actions = (item["action"] for item in asked.learned.items)
    result["counts"] = dict(Counter(result["counts"]) + Counter(actions))
    result["llm"] = asked.as_json()
    return asked.warnings


def _lines(result: dict[str, Any], show_skipped: bool) -> list[str]:
    lines = [line for one in result.get("requests", ()) for line in one.split("\n")]
    for item in result["items"]:
        if item["action"] in _SKIPPED and not show_skipped:
            continue
        lines.append(item_line(item, f"{item['kind']}: {item['text']}"))
    return lines or ["nothing new"]


def search(
    query: Annotated[str, typer.Argument(help="Words.")],
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 20,
    json: Json = False,
) -> None:
    """Search entries, the archive, edges and what was said in sessions.

    $ mem search "retry upload"
    """
    from memory_md.sessions.search import excerpt
    from memory_md.sessions.search import search as search_

    with state.reading() as memory:
        found = search_(memory, query, limit)
    rows = [
        [one["id"], one["kind"], f"{one['path']}:{one['line']}", excerpt(one["text"], query)]
        for one in found
    ]
    emit({"results": found}, json, rows, ("ID", "Kind", "Where", "Text"))


def forget(
    session: Annotated[str, typer.Option(metavar="ID", help="What one session said.")] = "",
    source: Annotated[str, typer.Option(metavar="F", help="What came from a source.")] = "",
    purge: Annotated[bool, typer.Option("--purge", help="Erase every copy.")] = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Forget a session, and the entries that rest on it alone.

    $ mem forget --session login
    """
    from memory_md.sessions.forget import forget as forget_

    state.refuse_agents("mem forget")
    if bool(session) == bool(source):
        raise UsageError("name a session or a source", hint="mem forget --session ID")
    result = forget_(state.opened(), session, source, purge=purge, dry_run=dry_run)
    verb = "would forget" if dry_run else "forgot"
    lines = [f"{verb}\t{one['id']}\t{one['text']}" for one in result["entries"]]
    emit(result, json, [*lines, f"{verb} {len(result['sessions'])} sessions"])
