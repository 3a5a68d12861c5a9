"""The options that several commands take, each worded once, and what a shell offers at the Tab key.

Offered are IDs with what they stand for, kinds, states, agents. It is never an error: where nothing
can be read, nothing is offered. zsh evaluates what it is offered, and a repository's files are
anybody's: no character of theirs gets there that means something between double quotes.
"""

import importlib
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Annotated, Any, Final

import typer

from memory_md.base.errors import MemError

from .output import printable
from .state import State

Offer = tuple[str, str]
Offers = Callable[..., list[Offer]]
_ABOUT: Final = 60  # characters
# Quotes become typographic ones; brackets would be markup to Typer.
_HARMLESS: Final = str.maketrans("'`\"[]", "\u2019\u2019\u201d()", "$\\")


def entry_ids(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """IDs of the entries: in the archive for `restore`, of all for `show` and `why`."""
    shelves = {"restore": (True,), "show": (False, True), "why": (False, True)}
    return _offered(_entries(ctx, shelves.get(ctx.info_name or "", (False,))), incomplete)


def pending_tasks(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """IDs of the diary's pending rows."""
    return _offered(_tasks(ctx), incomplete)


def one_of(*names: str) -> Callable[[str], list[Offer]]:
    """Return what offers these words."""
    return lambda incomplete: _offered(((name, "") for name in names), incomplete)


def names_in(module: str, table: str) -> Callable[[str], list[Offer]]:
    """Return what offers the names of a table, whose module is imported only then."""

    def offer(incomplete: str) -> list[Offer]:
        names = getattr(importlib.import_module(module), table)
        return _offered(((name, "") for name in names), incomplete)

    return offer


agent_names = names_in("memory_md.agents.known", "NAMES")
kinds = names_in("memory_md.memory.model.entry", "KINDS")
diary_types = names_in("memory_md.diary.model", "TYPES")  # others are allowed, too


def _entries(ctx: typer.Context, shelves: Iterable[bool]) -> Iterator[Offer]:
    from memory_md.memory.actions.entries import list_entries

    for archived in shelves:
        for item in list_entries(_state(ctx).place, archived=archived).entries:
            yield item.entry.id, item.entry.headline


def _tasks(ctx: typer.Context) -> Iterator[Offer]:
    from memory_md.diary.actions.diary import list_entries

    for row in list_entries(_state(ctx).place, status="pending").entries:
        yield row.id, row.summary


def _state(ctx: typer.Context) -> State:
    """Return the state from the options before the command; completion calls no callback."""
    return State(ctx.find_root().params.get("root"))


def _offered(offers: Iterable[Offer], incomplete: str) -> list[Offer]:
    """Return those that begin so, each once."""
    found: dict[str, str] = {}
    with suppress(MemError, OSError):
        for name, about in offers:
            if name.startswith(incomplete) and name not in found and re.fullmatch(r"[\w.-]+", name):
                found[name] = _one_line(about) if about else ""
    return list(found.items())


def _one_line(text: str) -> str:
    words = " ".join(printable(text).translate(_HARMLESS).split())
    return words if len(words) <= _ABOUT else f"{words[: _ABOUT - 1].rstrip()}…"


# -- options and arguments ------------------------------------------------------------------------


def option(usage: str, about: str, offer: Offers | None = None, **more: Any) -> Any:
    """Return an option that a usage line writes so: "--output -o FILE", or "--json" for a flag."""
    words = usage.split()
    metavar = words.pop() if not words[-1].startswith("-") else None
    return typer.Option(*words, metavar=metavar, help=about, autocompletion=offer, **more)


def argument(metavar: str, about: str, offer: Offers | None = None, **more: Any) -> Any:
    """Return an argument that a usage line calls so: "ID..." or "[FILE]"."""
    return typer.Argument(metavar=metavar, help=about, autocompletion=offer, **more)


AsJson = Annotated[bool, option("--json", "Print JSON.")]
Own = Annotated[
    bool, option("--user", "Your own memory, which goes with you into every repository.")
]
DryRun = Annotated[bool, option("--dry-run", "Show the result, write nothing.")]

EntryId = Annotated[str, argument("ID", "The ID, or its beginning.", entry_ids)]
EntryIds = Annotated[list[str], argument("ID...", "IDs, or their beginnings.", entry_ids)]

Window = Annotated[int | None, option("--window TOKENS", "The size of the model's window.", min=1)]
Model = Annotated[str | None, option("--model NAME", "The model, whose window is then known.")]
