"""Commands for entries: init, add, list, show, edit, rm, review."""

import os
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from memory_md.base.errors import UsageError
from memory_md.memory.memory import Memory
from memory_md.memory.model import CEILING, FIRST, Candidate

from .. import state
from ..options import DryRun, Globs, Id, Json, Kind, User
from ..output import emit, fields

Decided = Annotated[list[str] | None, typer.Option(metavar="ID", help="Repeatable.")]


def init(
    no_git: Annotated[bool, typer.Option("--no-git", help="Here, without git.")] = False,
) -> None:
    """Make the files of a memory; safe to repeat.

    $ mem init
    """
    from memory_md.agents.notes import USED, mark
    from memory_md.files.layout import git_top
    from memory_md.memory.initializing import initialize

    from ..overview import next_step

    named = state.root_option[-1] if state.root_option else os.environ.get("MEM_ROOT")
    here = Path(named) if named else Path.cwd()
    top = None if no_git else git_top(here)
    if top is None and not no_git:
        raise UsageError("no git repository here", hint="`git init` first, or `mem init --no-git`")
    root = here if named or top is None else top
    opened = state.opened_at(root)
    result = initialize(opened.place, is_in_git=top is not None)
    with opened.database(write=True) as database:
        mark(database, USED)
        step = next_step(Memory.read(opened, database), 0)
    made = [f"made {name}" for name in result["made"]] or ["all files were there already"]
    emit(result, False, [*made, "", *step])


def add(
    text: Annotated[str, typer.Argument(help="The text; a label at its beginning is its kind.")],
    kind: Kind = None,
    qualifier: Annotated[str, typer.Option(metavar="Q", help="As in Risk (Security).")] = "",
    pin: Annotated[bool, typer.Option("--pin", help="Always shown first.")] = False,
    path: Globs = None,
    user: User = False,
    json: Json = False,
) -> None:
    """Add a line to the memory.

    $ mem add "Always run make lint before committing"
    """
    from memory_md.memory import changes
    from memory_md.memory.writing import changing

    agent = state.calling_agent()
    if agent and pin:
        state.refuse_agents("mem add --pin")
    candidate = Candidate(
        changes.kind_named(kind) if kind else "note",
        text,
        qualifier,
        tuple(path or ()),
        pinned=pin,
        manual=not agent,
        who="agent" if agent else "person",
        conf=FIRST if agent else CEILING,
    )
    opened = state.opened(user=user, make=True)
    result = changing(opened, "add", lambda memory: changes.add(memory, candidate))
    emit(result, json, [_said(result)])


def _said(result: dict[str, Any]) -> str:
    entry = result.get("entry")
    if not entry:
        return f"{result['action']}: {result['reason']}"
    return "\t".join([result["action"], *entry_row(entry)])


def entry_row(entry: dict[str, Any]) -> list[str]:
    """Return an entry's ID, how sure it is, and its text."""
    label = f"{entry['label']}" + (f" ({entry['qualifier']})" if entry["qualifier"] else "")
    marks = [mark for mark in ("pinned", "manual") if entry[mark]]
    state_ = ", ".join(marks) or f"{entry['confidence']:.2f}"
    if "archived" in entry:
        state_ = f"{entry['archived']['reason']} {entry['archived']['date']}"
    return [entry["id"], state_, f"{label}: {entry['text']}" if label else entry["text"]]


def list_(
    text: Annotated[str, typer.Argument(help="Only those that hold this text.")] = "",
    kind: Kind = None,
    archived: Annotated[bool, typer.Option("--archived", help="Those taken out.")] = False,
    user: User = False,
    json: Json = False,
) -> None:
    """List the entries.

    $ mem list -c decision
    """
    from memory_md.memory import changes, show

    wanted = changes.kind_named(kind) if kind else ""
    with state.reading(user=user) as memory:
        entries = show.list_entries(memory, text, wanted, archived=archived)
    # Lists of edited files would be a third of what a person looks at.
    shown = [one for one in entries if text or kind or one["kind"] != "modified_files"]
    emit({"entries": entries}, json, map(entry_row, shown), ("ID", "Confidence", "Entry"))


def show(id: Id, json: Json = False) -> None:
    """Show an entry, the words it rests on, and what moved it.

    $ mem show k3v9
    """
    from memory_md.memory.show import show_entry

    with state.reading() as memory:
        result = show_entry(memory, id)
    emit(result, json, _shown(result))


def _shown(result: dict[str, Any]) -> list[str]:
    entry = result["entry"]
    place = f"{entry['path']}:{entry['line']}"
    seen = f"seen in {entry['seen']} task" + ("s" if entry["seen"] > 1 else "")
    about = f"  {place}, confidence {entry['confidence']:.2f}, {seen}"
    lines = ["\t".join(entry_row(entry)), about]
    for at in ("when", "paths"):
        lines += [f"  {at}: {', '.join(entry[at])}"] if entry[at] else []
    for line in result["evidence"]:
        lines += _proof(line)
    for id_, group in result["amended"].items():
        lines.append(f"  replaces {id_}:")
        lines += [f"  {line}" for one in group for line in _proof(one)]
    lines += [f"  {one['at'][:16]}  shown to {one['task']}" for one in result["receipts"]]
    return lines


def _proof(line: dict[str, Any]) -> list[str]:
    turn = f", turn {line['turn']}" if "turn" in line else ""
    task = f" in {line['task']}{turn}" if "task" in line else ""
    by = f" by {line['by']}" if "by" in line else ""
    head = f"  {line['at'][:16]}  {line['act']}{by} ({line['who']}){task}"
    return [head, f'    "{line["quote"]}"'] if "quote" in line else [head]


def edit(
    id: Id,
    text: Annotated[str | None, typer.Argument(help="The new text; else $EDITOR opens.")] = None,
    kind: Kind = None,
    pin: Annotated[bool | None, typer.Option("--pin/--unpin", help="Always shown first.")] = None,
    confirm: Annotated[bool, typer.Option("--confirm", help="You vouch for it.")] = False,
    reset: Annotated[bool, typer.Option("--reset", help="You do not vouch for it.")] = False,
    path: Globs = None,
    user: Annotated[bool, typer.Option("--user", help="Move it to your own memory.")] = False,
    json: Json = False,
) -> None:
    """Change an entry; it keeps its ID and is yours from then on.

    $ mem edit k3v9 "Use JWT tokens, 15 minutes long" --pin
    """
    from memory_md.memory import changes
    from memory_md.memory.writing import changing

    state.refuse_agents("mem edit")
    if confirm and reset:
        raise UsageError("--confirm and --reset exclude each other", hint="see `mem edit --help`")
    act = "confirmed" if confirm else "reset" if reset else ""
    named, paths = changes.kind_named(kind) if kind else "", tuple(path) if path else None
    wanted = (text, named, pin, paths, act)
    if wanted == (None, "", None, None, "") and not user:
        wanted = (_in_editor(id), *wanted[1:])
    opened = state.opened()
    result = changing(opened, "edit", lambda memory: changes.edit(memory, id, *wanted))
    if user:
        result = changes.move(opened, state.opened(user=True, make=True), result["id"])
    emit(result, json, [_said(result)])


def _in_editor(prefix: str) -> str:
    """Return what a person made of the entry's text in their editor."""
    from ..terminal import edited

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("no new text", hint='mem edit ID "the new text"')
    with state.reading() as memory:
        entry = memory.find(prefix)
    return edited(entry.lead)


def rm(
    id: Annotated[list[str], typer.Argument(metavar="ID…", help="IDs, or how they begin.")],
    restore: Annotated[bool, typer.Option("--restore", help="Back from the archive.")] = False,
    purge: Annotated[bool, typer.Option("--purge", help="Erase every copy of the text.")] = False,
    reason: Annotated[str, typer.Option(metavar="T", help="Why; kept with it.")] = "",
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Take entries out; they stay in the archive, and are not learned again.

    $ mem rm k3v9 --reason "we moved to sessions"
    """
    from memory_md.memory import changes
    from memory_md.memory.writing import changing

    state.refuse_agents("mem rm")
    if restore and purge:
        raise UsageError("--restore and --purge exclude each other", hint="see `mem rm --help`")

    run = partial(changing, state.opened(), dry_run=dry_run)
    if restore:
        result = run("rm --restore", lambda memory: changes.restore(memory, id))
    elif purge:
        result = run("rm --purge", lambda memory: changes.purge(memory, id, dry_run=dry_run))
    else:
        result = run("rm", lambda memory: changes.remove(memory, id, reason))
    verb = f"would be {result['action']}" if dry_run else str(result["action"])
    rows = [[verb, *entry_row(entry)] for entry in result["entries"]]
    emit({**result, "dry_run": dry_run}, json, rows)


def review(
    list_: Annotated[bool, typer.Option("--list", help="Only list what waits.")] = False,
    approve: Decided = None,
    reject: Decided = None,
    json: Json = False,
) -> None:
    """Decide about what waits, with single keys on a terminal.

    $ mem review
    """
    from memory_md.memory.writing import changing
    from memory_md.review import inbox

    agent = state.calling_agent()
    if approve or reject:
        done = changing(
            state.opened(),
            "review",
            lambda memory: [
                *(inbox.approve(memory, id_, agent=agent) for id_ in approve or []),
                *(inbox.reject(memory, id_, agent=agent) for id_ in reject or []),
            ],
        )
        emit({"decided": done}, json, fields(done, "action", "id", "text"))
        return
    with state.reading() as memory:
        items = inbox.waiting(memory)
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if items and is_terminal and not (list_ or json or agent):
        from ..terminal import review_by_keys

        review_by_keys(memory.opened, items)
        return
    rows = fields(items, "id", "kind", "text", "reason")
    emit({"candidates": items}, json, rows, ("ID", "Kind", "Text", "Why it waits"))
