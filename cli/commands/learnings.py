"""`mem learnings …`: what a person does with the entries."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from memory_md.base.errors import MemError, UsageError
from memory_md.recall.actions.json_shapes import entry_json

from ..calling_agent import calling_agent, refuse_agents
from ..options import AsJson, EntryId, EntryIds, Own, argument, entry_ids, kinds, option
from ..output import (
    note,
    on_terminal,
    say,
    show_entries,
    show_json,
    show_line,
    show_wrapped,
    warn,
)

if TYPE_CHECKING:
    from memory_md.memory.actions.edit import Holds
    from memory_md.memory.actions.entries import Listing
    from memory_md.memory.actions.workspace import Workspace
    from memory_md.memory.model.entry import Entry

_EACH: Final = (
    ("restore", "restored", "Bring removed, evicted, expired or withdrawn entries back."),
    ("reset", "reset", "Set the confidence to 0.5; your own entries stay manual."),
    ("confirm", "confirmed", "Set the confidence to 1; they then count as written by you."),
    ("pin", "pinned", "Show these entries before all others (at most ten can be pinned)."),
    ("unpin", "unpinned", "Remove the pin."),
)
HELP: Final = """List, add, edit and remove entries.

An entry is named by its ID, or by its first letters where no other ID begins with them. These
commands print the text as it is in the file; all others leave secrets out.

\b
Examples:
  $ mem learnings list --kind decision
  $ mem learnings add -c convention "Run make lint before committing"
  $ mem learnings remove k3v9 --reason "we use sessions now"
"""


def _show(listing: Listing, as_json: bool, done: str = "") -> None:
    warn(listing.warnings)
    if as_json:
        show_json({"entries": [entry_json(item) for item in listing.entries]}, as_typed=True)
        return
    if not done:
        show_entries(listing.entries)
        return
    for item in listing.entries:
        show_line(f"{done} {item.entry.id}", item.entry.headline, as_typed=True)


_OfKind = Annotated[str | None, option("--kind KIND", "Only this kind: decision, ...", kinds)]
_OfCategory = Annotated[
    str | None,
    option(
        "--category -c NAME", "Only this kind, class (project, ...) or word in parentheses.", kinds
    ),
]
_AtLeast = Annotated[
    float,
    option("--min-confidence X", "At least this confidence.", min=0, max=1, show_default=False),
]


def list_(
    ctx: typer.Context,
    kind: _OfKind = None,
    category: _OfCategory = None,
    min_confidence: _AtLeast = 0.0,
    search: Annotated[
        str | None, option("--search TEXT", "Only lines that contain this text.")
    ] = None,
    archived: Annotated[bool, option("--archived", "List the archive instead.")] = False,
    own: Own = False,
    as_json: AsJson = False,
) -> None:
    """List the entries of the nearest memory, in their order.

    In a pipe it prints a line for each entry: ID, confidence and text, separated by tabs.

    \b
    Examples:
      $ mem list --kind decision
      $ mem learnings list --category security --json
    """
    from memory_md.memory.actions.entries import list_entries

    listing = list_entries(
        ctx.obj.on(is_own=own),
        kind=kind,
        category=category,
        min_confidence=min_confidence,
        search=search,
        archived=archived,
    )
    _show(listing, as_json)
    if not listing.entries and not as_json:
        note("no entries" if not (kind or category or search) else "no entry matches")


def show(ctx: typer.Context, id_: EntryId, own: Own = False, as_json: AsJson = False) -> None:
    """Show all of one entry.

    \b
    Examples:
      $ mem learnings show k3v9
      $ mem learnings show k3v9 --json
    """
    from memory_md.memory.actions.entries import show_entry

    listing = show_entry(ctx.obj.on(is_own=own), id_)
    if as_json:
        _show(listing, True)
        return
    warn(listing.warnings)
    entry = listing.entries[0].entry
    value = {**entry_json(listing.entries[0]), "seen": entry.seen_count}
    show_wrapped(entry.headline, as_typed=True)
    fields = ("id", "kind", "class", "confidence", "seen", "date", "last", "from", "paths", "code")
    for key in fields:
        shown = value.get(key)
        shown = ", ".join(shown) if isinstance(shown, list) else shown
        if shown not in (None, ""):
            say(f"  {key:<11} {shown}")
    for key in ("pinned", "manual"):
        if value[key]:
            say(f"  {key:<11} yes")
    if "archived" in value:
        say(f"  {'archived':<11} {value['archived']['date']} ({value['archived']['reason']})")
    say(f"  {'at':<11} {value['path']}:{value['line']}")


_Kind = Annotated[
    str | None, option("--category -c KIND", "The kind: convention, gotcha, ...", kinds)
]
_Qualifier = Annotated[
    str, option("--qualifier WORD", "The word in parentheses: high, Security, ...")
]


def add(
    ctx: typer.Context,
    text: Annotated[str, argument("TEXT", "What to remember.")],
    category: _Kind = None,
    qualifier: _Qualifier = "",
    pin: Annotated[bool, option("--pin", "Show it before all others.")] = False,
    own: Own = False,
    as_json: AsJson = False,
) -> None:
    """Add an entry of your own, which never expires.

    Its confidence is never lowered, and it is never evicted. If the entry exists already, it is
    confirmed instead. An entry that says the opposite, or the same in other words, is reported. If
    it contradicts another entry of yours, you are asked which one is right. An entry that yours
    replaces ("from now on ...") is not shown any more. What an agent adds counts as extracted.

    \b
    Examples:
      $ mem add -c convention "Run make lint before committing"
      $ mem learnings add "Decision (high): Use JWT tokens" --pin
    """
    place = ctx.obj.on(is_own=own)
    if calling_agent():
        if pin:
            refuse_agents("mem learnings pin")
        listing = _stated(place, text, category, qualifier)
    else:
        from memory_md.memory.actions.edit import add as run

        wrong: list[str] = []

        def which_holds(old: Entry, why: str) -> Holds:
            answer = _which_holds(old, why)
            wrong.extend([old.id] if answer == "new" else [])
            return answer

        ask = which_holds if sys.stdin.isatty() and on_terminal() and not as_json else None
        listing = run(place, text, category=category, qualifier=qualifier, pin=pin, ask=ask)
        if wrong:
            from memory_md.memory.actions.remove import remove

            _show(remove(place, wrong, reason="another one holds"), as_json, "removed")
    _show(listing, as_json, "added")


def _which_holds(old: Entry, why: str) -> Holds:
    """Ask on a terminal which of two words of the person's own holds."""
    show_line(f"you said otherwise ({why}) in {old.id}", old.headline, as_typed=True)
    answers: dict[str, Holds] = {"n": "new", "o": "old", "b": "both"}
    given = ""
    while given not in answers:
        given = typer.prompt("which holds: (n)ew, (o)ld, (b)oth").strip().lower()[:1]
    return answers[given]


def _stated(place: Workspace, text: str, category: str | None, qualifier: str) -> Listing:
    """Keep what an agent adds as evidence of its task, at the first confidence."""
    from memory_md.extract.actions.stated import state
    from memory_md.memory.actions.entries import entries_now

    task = f"agent-{place.today:%y%m%d}"
    result = state(place, text, task=task, category=category, qualifier=qualifier)
    warn(result.warnings)
    kept = [item.existing_id or item.id for item in result.items if item.action != "suppressed"]
    for item in result.items:
        if item.action == "suppressed":
            note(f"not added: {item.reason}")
    return entries_now(place.memory(), kept)


_Confidence = Annotated[
    float | None, option("--confidence X", "Set it; 1 is certain.", min=0, max=1)
]


def edit(
    ctx: typer.Context,
    id_: EntryId,
    text: Annotated[str | None, argument("[TEXT]", "The new text; else your editor opens.")] = None,
    confidence: _Confidence = None,
    category: _Kind = None,
    own: Own = False,
    as_json: AsJson = False,
) -> None:
    """Change an entry; after that it counts as written by you.

    \b
    Examples:
      $ mem edit k3v9 "Use JWT tokens with a 15 minute expiry"
      $ mem learnings edit k3v9 --confidence 0.7
    """
    from memory_md.memory.actions.edit import edit as run
    from memory_md.memory.actions.entries import show_entry

    refuse_agents("mem learnings edit")
    place, typed = ctx.obj.on(is_own=own), None
    if text is None and confidence is None and category is None:
        text = typed = text_from_editor(place, id_)
        if text is None:
            note("nothing was changed")
            if as_json:
                _show(show_entry(place, id_), True)
            return
    whole = typed is not None
    with _rescued(typed):
        listing = run(place, id_, text, confidence=confidence, category=category, whole=whole)
    _show(listing, as_json, "edited")


def text_from_editor(place: Workspace, id_: str) -> str | None:
    """Return the entry's text as the user leaves it in their editor; None where it is unchanged.

    Raises UsageError without a terminal, and for an empty text.
    """
    from memory_md.files.scratch import edit_text
    from memory_md.memory.actions.edit import editable

    if not (sys.stdin.isatty() and on_terminal()):
        raise UsageError("no TEXT", hint="give one, or --confidence or --category")
    before = editable(place, id_)
    after = edit_text(before)
    if after is None:
        raise UsageError("the editor left nothing to save", hint="nothing was changed")
    return None if after == before.strip() else after


@contextmanager
def _rescued(typed: str | None) -> Iterator[None]:
    """Keep what the user typed in a file of its own, where it cannot be saved."""
    try:
        yield
    except MemError as fault:
        from memory_md.files.scratch import rescue

        if typed and (path := rescue(typed)):
            fault.hint = f"what you wrote is kept in {path}"
        raise


def remove(
    ctx: typer.Context,
    ids: EntryIds,
    reason: Annotated[str, option("--reason TEXT", "The reason.")] = "",
    purge: Annotated[bool, option("--purge", "Erase it from every file, for ever.")] = False,
    own: Own = False,
    as_json: AsJson = False,
) -> None:
    """Remove entries, and keep them from being learned again.

    They move to the archive, and `mem learnings restore` brings them back. With --purge only a
    hash is left.

    \b
    Examples:
      $ mem rm k3v9 --reason "we use sessions now"
      $ mem learnings remove --purge k3v9 p0d7
    """
    from memory_md.adr.actions import erase as erase_records
    from memory_md.memory.actions.remove import remove as run
    from memory_md.recall.actions.export import erase as erase_lines
    from memory_md.sessions.actions import purge as purge_entries

    from .forget import BEYOND_REACH, refuse_left

    refuse_agents("mem learnings remove")
    place = ctx.obj.on(is_own=own)
    if not purge:
        _show(run(place, ids, reason=reason), as_json, "removed")
        return
    listing, erased = purge_entries(place, ids)
    lines = erase_lines(place, erased)
    records = erase_records(place, erased)
    warn(listing.warnings)
    if as_json:
        removed = {"active": False, "path": None, "line": None}
        show_json({"entries": [entry_json(item) | removed for item in listing.entries]})
    else:
        for item in listing.entries:
            print(f"purged {item.entry.id}")
        for path in (*records.done, *lines.done):
            print(f"erased {path}")
        note(BEYOND_REACH)
    refuse_left(records, lines)


def _on_each(name: str, done: str, summary: str) -> Callable[..., None]:
    """Return a command that does one thing to each of the entries it is given."""

    def command(
        ctx: typer.Context, ids: EntryIds, own: Own = False, as_json: AsJson = False
    ) -> None:
        from memory_md.memory.actions import edit, remove

        refuse_agents(f"mem learnings {name}")
        change = {
            "restore": remove.restore,
            "reset": edit.reset,
            "confirm": edit.confirm,
            "pin": edit.pin,
            "unpin": edit.unpin,
        }[name]
        _show(change(ctx.obj.on(is_own=own), ids), as_json, done)

    command.__doc__ = (
        f"{summary}\n\n\b\nExamples:\n  $ mem learnings {name} k3v9\n"
        f"  $ mem learnings {name} k3v9 p0d7 --json"
    )
    return command


def merge(
    ctx: typer.Context,
    keep: Annotated[str, argument("KEEP", "The entry that stays.", entry_ids)],
    ids: EntryIds,
    own: Own = False,
    as_json: AsJson = False,
) -> None:
    """Merge entries that say the same into one.

    KEEP gets the evidence of the others, and they move to the archive.

    \b
    Examples:
      $ mem learnings merge k3v9 p0d7
      $ mem learnings merge k3v9 p0d7 1x8r --json
    """
    from memory_md.memory.actions.remove import merge as run

    refuse_agents("mem learnings merge")
    _show(run(ctx.obj.on(is_own=own), keep, ids), as_json, "merged into")


def bare(ctx: typer.Context) -> None:
    """List the entries where no command is given."""
    if ctx.invoked_subcommand is None:
        list_(ctx)


COMMANDS: Final = {
    "list": list_,
    "show": show,
    "add": add,
    "edit": edit,
    "remove": remove,
    **{name: _on_each(name, done, summary) for name, done, summary in _EACH},
    "merge": merge,
}
