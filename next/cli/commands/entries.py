"""Commands for entries: init, add, list, show, edit, rm."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from memory_md.base.errors import UsageError
from memory_md.memory.model import CEILING, FIRST, Candidate

from .. import state
from ..editor import edited
from ..output import emit, emit_rows, warn

Json = Annotated[bool, typer.Option("--json", help="One JSON object.")]
User = Annotated[bool, typer.Option("--user", help="Your own memory, for all repositories.")]
KindOption = Annotated[
    str | None, typer.Option("-c", "--kind", metavar="KIND", help="decision, convention, …")
]
Paths = Annotated[
    list[str] | None,
    typer.Option("--path", metavar="GLOB", help="Only for tasks with such files; repeatable."),
]
Ids = Annotated[list[str], typer.Argument(metavar="ID…", help="IDs, or how they begin.")]


def init(
    no_git: Annotated[bool, typer.Option("--no-git", help="Here, without git.")] = False,
) -> None:
    """Make the files of a memory; safe to repeat.

    \b
    Example:
      $ mem init
    """
    from memory_md.agents.notes import USED, mark
    from memory_md.files.layout import git_top
    from memory_md.memory.initializing import initialize
    from memory_md.memory.memory import Memory

    from ..advice import next_step
    from ..overview import step_lines

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
    made = [f"made {name}" for name in result["made"]] or ["all files were there already"]
    with opened.database() as database:
        step = next_step(Memory.read(opened, database), 0)
    emit(result, as_json=False, lines=lambda: [*made, "", *step_lines(step)])


def add(
    text: Annotated[str, typer.Argument(help="The text; a label at its beginning is its kind.")],
    kind: KindOption = None,
    qualifier: Annotated[str, typer.Option(metavar="Q", help="As in Risk (Security).")] = "",
    pin: Annotated[bool, typer.Option("--pin", help="Always shown first.")] = False,
    path: Paths = None,
    user: User = False,
    json: Json = False,
) -> None:
    """Add a line to the memory.

    \b
    Example:
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
    emit(result, as_json=json, lines=lambda: [_said(result)])


def _said(result: dict[str, Any]) -> str:
    entry = result.get("entry")
    if not entry:
        return f"{result['action']}: {result['reason']}"
    return f"{result['action']}\t{_line(entry)}"


def _line(entry: dict[str, Any]) -> str:
    return "\t".join(_row(entry))


def _row(entry: dict[str, Any]) -> list[str]:
    label = f"{entry['label']}" + (f" ({entry['qualifier']})" if entry["qualifier"] else "")
    marks = [mark for mark in ("pinned", "manual") if entry[mark]]
    state_ = ", ".join(marks) or f"{entry['confidence']:.2f}"
    if "archived" in entry:
        state_ = f"{entry['archived']['reason']} {entry['archived']['date']}"
    return [entry["id"], state_, f"{label}: {entry['text']}" if label else entry["text"]]


def list_(
    text: Annotated[str, typer.Argument(help="Only those that hold this text.")] = "",
    kind: KindOption = None,
    archived: Annotated[bool, typer.Option("--archived", help="Those taken out.")] = False,
    user: User = False,
    json: Json = False,
) -> None:
    """List the entries.

    \b
    Example:
      $ mem list -c decision
    """
    from memory_md.memory import changes, show
    from memory_md.memory.memory import Memory

    opened = state.opened(user=user)
    wanted = changes.kind_named(kind) if kind else ""
    with opened.database() as database:
        memory = Memory.read(opened, database)
        entries = show.list_entries(memory, text, wanted, archived=archived)
        warn(f"{one.where}: {one.message}" for one in memory.problems)
    # Lists of edited files would be a third of what a person looks at.
    shown = [one for one in entries if text or kind or one["kind"] != "modified_files"]
    rows = [_row(entry) for entry in shown]
    emit_rows({"entries": entries}, as_json=json, columns=("ID", "Confidence", "Entry"), rows=rows)


def show(id: Annotated[str, typer.Argument(metavar="ID")], json: Json = False) -> None:  # noqa: A002
    """Show an entry, the words it rests on, and what moved it.

    \b
    Example:
      $ mem show k3v9
    """
    from memory_md.memory.memory import Memory
    from memory_md.memory.show import show_entry

    opened = state.opened()
    with opened.database() as database:
        result = show_entry(Memory.read(opened, database), id)
    emit(result, as_json=json, lines=lambda: _shown(result))


def _shown(result: dict[str, Any]) -> list[str]:
    entry = result["entry"]
    place = f"{entry['path']}:{entry['line']}"
    seen = f"seen in {entry['seen']} task" + ("s" if entry["seen"] > 1 else "")
    lines = [_line(entry), f"  {place}, confidence {entry['confidence']:.2f}, {seen}"]
    for at in ("when", "paths"):
        lines += [f"  {at}: {', '.join(entry[at])}"] if entry[at] else []
    for line in result["evidence"]:
        lines += _proof(line)
    for id_, group in result["amended"].items():
        lines.append(f"  in place of {id_}:")
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
    id: Annotated[str, typer.Argument(metavar="ID")],  # noqa: A002
    text: Annotated[str | None, typer.Argument(help="The new text; else $EDITOR opens.")] = None,
    kind: KindOption = None,
    pin: Annotated[bool | None, typer.Option("--pin/--unpin", help="Always shown first.")] = None,
    confirm: Annotated[bool, typer.Option("--confirm", help="You vouch for it.")] = False,
    reset: Annotated[bool, typer.Option("--reset", help="You do not vouch for it.")] = False,
    path: Paths = None,
    user: Annotated[bool, typer.Option("--user", help="Move it to your own memory.")] = False,
    json: Json = False,
) -> None:
    """Change an entry; it keeps its ID and is yours from then on.

    \b
    Example:
      $ mem edit k3v9 "Use JWT tokens, 15 minutes long" --pin
    """
    from memory_md.memory import changes
    from memory_md.memory.writing import changing

    state.refuse_agents("mem edit")
    if confirm and reset:
        raise UsageError("--confirm and --reset exclude each other", hint="see `mem edit --help`")
    act = "confirmed" if confirm else "reset" if reset else ""
    wanted = changes.Edit(
        text, changes.kind_named(kind) if kind else None, pin, tuple(path) if path else None, act
    )
    opened = state.opened()
    if wanted == changes.Edit() and not user:
        wanted = changes.Edit(_in_editor(opened, id))
    result = changing(opened, "edit", lambda memory: changes.edit(memory, id, wanted))
    if user:
        result = changes.move(opened, state.opened(user=True, make=True), result["id"])
    emit(result, as_json=json, lines=lambda: [_said(result)])


def _in_editor(opened: Any, prefix: str) -> str:
    """Return what a person made of the entry's text in their editor."""
    from memory_md.memory.memory import Memory

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("no new text", hint='mem edit ID "the new text"')
    with opened.database() as database:
        entry = Memory.read(opened, database).find(prefix)
    return " ".join(edited(f"{entry.lead}\n").split())


def remove(
    id: Ids,  # noqa: A002
    restore: Annotated[bool, typer.Option("--restore", help="Back from the archive.")] = False,
    purge: Annotated[bool, typer.Option("--purge", help="Erase every copy of the text.")] = False,
    reason: Annotated[str, typer.Option(metavar="T", help="Why; kept with it.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    json: Json = False,
) -> None:
    """Take entries out; they stay in the archive, and are not learned again.

    \b
    Examples:
      $ mem rm k3v9 --reason "we moved to sessions"
      $ mem rm --restore k3v9
    """
    from memory_md.memory import changes
    from memory_md.memory.memory import Memory
    from memory_md.memory.writing import changing

    state.refuse_agents("mem rm")
    if restore and purge:
        raise UsageError("--restore and --purge exclude each other", hint="see `mem rm --help`")

    def work(memory: Memory) -> dict[str, Any]:
        if restore:
            return changes.restore(memory, id)
        if purge:
            return changes.purge(memory, id, dry_run=dry_run)
        return changes.remove(memory, id, reason)

    command = "rm --restore" if restore else "rm --purge" if purge else "rm"
    result = changing(state.opened(), command, work, dry_run=dry_run)
    verb = f"would be {result['action']}" if dry_run else str(result["action"])
    emit(
        {**result, "dry_run": dry_run},
        as_json=json,
        lines=lambda: [f"{verb}\t{_line(entry)}" for entry in result["entries"]],
    )
