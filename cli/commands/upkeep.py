"""Commands for upkeep: status, prune, undo, events, import, export, page, doctor."""

from pathlib import Path
from typing import Annotated, Any

import typer

from memory_md.base.errors import UsageError
from memory_md.base.text import clip

from .. import state
from ..options import DryRun, Json
from ..output import emit, item_line, printable, warn
from .entries import entry_row


def status(json: Json = False) -> None:
    """Say where the memory stands: counts, room left, what the last task taught.

    $ mem status --json
    """
    from memory_md.recall.status import status as status_of

    with state.reading() as memory:
        result = status_of(memory)
    emit(result, json, _status_lines(result))


def _status_lines(result: dict[str, Any]) -> list[str]:
    room = result["room"]
    lines = [
        f"memory\t{result['root']}",
        f"entries\t{result['entries']}, {result['active']} shown",
        f"a person's\t{result['manual']}, {result['pinned']} pinned",
        f"archive\t{result['archived']}",
        f"waiting\t{result['waiting']}",
        f"room left\t{room['entries']} entries, {room['bytes']} bytes",
        f"tokens\t{result['totalTokens']}",
        f"model\t{result['model']['calls']} requests in 30 days",
    ]
    if result["working"]["task"]:
        lines.append(f"last task\t{result['working']['task']} ({result['working']['at'][:10]})")
    lines += [f"  {entry['text']}" for entry in result["shortTerm"]["entries"]]
    for row in result["shortTerm"]["diary"]:
        lines.append(f"pending\t{row['id']} ({row['date']}): {clip(row['summary'], 100)}")
    return lines


def prune(dry_run: DryRun = False, json: Json = False) -> None:
    """Move what has expired or is too much to the archive.

    $ mem prune --dry-run
    """
    from memory_md.memory import changes
    from memory_md.memory.writing import changing

    result = changing(state.opened(), "prune", changes.prune, dry_run=dry_run)
    rows = [[why, *entry_row(one)] for why in ("evicted", "expired") for one in result[why]]
    emit(result, json, rows or ["nothing has expired, and there is room"])


def undo(dry_run: DryRun = False, json: Json = False) -> None:
    """Take back the last command that wrote.

    $ mem undo --dry-run
    """
    from memory_md.memory.writing import undoing

    state.refuse_agents("mem undo")
    result = undoing(state.opened(), dry_run=dry_run)
    verb = "would take back" if dry_run else "took back"
    line = f"{verb} `mem {result['command']}` of {result['at'][:16]}: {result['summary']}"
    emit(result, json, [line])


def events(
    limit: Annotated[int, typer.Option(min=1, help="How many, the newest.")] = 50,
    json: Json = False,
) -> None:
    """List what happened to entries, the newest first.

    $ mem events --limit 20
    """
    from memory_md.memory.show import events as events_of

    with state.reading() as memory:
        found = events_of(memory, limit)
    rows = [[one["at"][:16], one["event"], one["id"], one["text"]] for one in found]
    emit({"events": found}, json, rows, ("When", "Event", "ID", "Entry"))


def import_(
    paths: Annotated[list[str], typer.Argument(metavar="FILE|DIR…", help="Notes in Markdown.")],
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Take over the notes that a team keeps: CLAUDE.md, AGENTS.md, rules, lessons, ADRs.

    $ mem import CLAUDE.md
    """
    from memory_md.imports.importing import import_notes

    result = import_notes(state.opened(), paths, dry_run=dry_run)
    warn(result["faults"])
    counts = ", ".join(f"{count} {action}" for action, count in result["counts"].items())
    lines = [item_line(one, one["text"]) for one in result["items"]]
    emit(result, json, [*lines, counts or "0 inserted"])
    if result["faults"]:
        raise typer.Exit(1)


def export_(
    to: Annotated[str, typer.Option(metavar="FILE", help="AGENTS.md, say.")],
    print_: Annotated[bool, typer.Option("--print", help="Print it, write nothing.")] = False,
    json: Json = False,
) -> None:
    """Write what agents should know into a marked block of another file.

    $ mem export --to AGENTS.md
    """
    from memory_md.imports import export

    opened = state.opened()
    if print_:
        text, count = export.exported(opened)
        emit({"path": to, "entries": count, "text": text}, json, text.rstrip("\n").split("\n"))
        return
    done = export.export(opened, Path(to))
    line = f"{'updated' if done['changed'] else 'unchanged'}\t{to}\t{done['entries']} entries"
    emit(done, json, [line])


def page(
    output: Annotated[str, typer.Option(metavar="F", help="The file; else in .mem/local.")] = "",
) -> None:
    """Write the whole memory as one HTML file to look at, and print where it is.

    $ mem page --output memory.html
    """
    from memory_md.review.page import write_page

    with state.reading() as memory:
        path = write_page(memory, Path(output) if output else None)
    print(printable(str(path)))


def doctor(
    fix: Annotated[bool, typer.Option("--fix", help="Repair what can be repaired.")] = False,
    ci: Annotated[bool, typer.Option("--ci", help="Only what is in git.")] = False,
    json: Json = False,
) -> None:
    """Find what is wrong with the memory, and say how to repair it.

    $ mem doctor --fix
    """
    from memory_md.doctor import findings, repair

    if fix:
        state.refuse_agents("mem doctor --fix")
        if ci:
            raise UsageError("--fix and --ci exclude each other", hint="see `mem doctor --help`")
    opened = state.opened(quiet=True)
    done = repair.fix(opened) if fix else []
    found = findings.examine(opened, Path.home(), is_ci=ci)
    result = {"findings": found, **({"fixed": done} if fix else {})}
    lines = list(done)
    for one in found:
        place = f"{one['path']}:{one['line']}" if one["line"] else one["path"]
        lines += [f"{one['severity']}: {place}: {one['message']}", f"  {one['hint']}"]
    emit(result, json, lines if found else [*lines, "nothing is wrong"])
    if any(one["severity"] != "note" for one in found):
        raise typer.Exit(1)
