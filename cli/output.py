"""How results are shown: JSON for programs, plain lines for pipes, a table on a terminal.

What is printed holds no secret that stands in a file, and nothing that steers a terminal. Only what
shows a person's own text, to be looked at and edited, is printed `as_typed`: secrets stay in it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, cast

from memory_md.base.errors import MemError, UnreadableError

if TYPE_CHECKING:
    from rich.console import Console

    from memory_md.memory.actions.workspace import Listed

_SPACES: Final = (
    "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)


def show_json(value: Mapping[str, Any], *, as_typed: bool = False) -> None:
    """Print one JSON object, `"version": 1` first; what could steer a terminal stands escaped."""
    import json

    if not as_typed:
        from memory_md.safety.printable_text import redacted_json

        value = redacted_json(value)
    text = json.dumps({"version": 1, **value}, ensure_ascii=False, indent=2)
    odd: dict[str, str | int | None] = {
        c: json.dumps(c)[1:-1] for c in set(text) if c != "\n" and not _shows(c)
    }
    print(text.translate(str.maketrans(odd)) if odd else text)


def warn(messages: Iterable[str]) -> None:
    """Print warnings to the standard error."""
    for message in messages:
        note(f"mem: warning: {' '.join(message.split())}")


def tell(fault: MemError) -> int:
    """Say what is wrong and what to do, a line each; the exit code."""
    hint = fault.hint
    if not hint:
        broken = isinstance(fault, UnreadableError)
        hint = "correct the file in an editor and try again" if broken else "see mem --help"
    return tell_lines(str(fault), hint, fault.exit_code)


def tell_lines(message: str, hint: str, code: int) -> int:
    """Print an error and its hint to the standard error; `code` comes back."""
    with contextlib.suppress(OSError, ValueError):
        note(f"mem: {' '.join(message.split())}")
        if hint:
            note(f"hint: {' '.join(hint.split())}")
    return code


def note(message: str) -> None:
    """Print something a person may want to know to the standard error."""
    print(printable(message), file=sys.stderr)


def standard_input() -> BinaryIO:
    """Return standard input; at a terminal, a note says when it is read."""
    source = sys.stdin.buffer
    return cast("BinaryIO", _Announced(source)) if sys.stdin.isatty() else source


class _Announced:
    """A stream that prints a note at its first use."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._is_announced = False

    def __getattr__(self, name: str) -> Any:
        if not self._is_announced:
            self._is_announced = True
            note("reading standard input, to its end (Ctrl-D)")
        return getattr(self._stream, name)


def counted(number: int, one: str, more: str = "") -> str:
    """Return a number with its noun, "1 entry" or "1,200 files"; `more` is an odd plural."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def say(text: str) -> None:
    """Print a line of the result."""
    print(printable(text))


def say_fields(fields: Iterable[str], *, as_typed: bool = False) -> None:
    """Print a line of the result whose fields are split by tabs."""
    print("\t".join(printable(field, as_typed=as_typed) for field in fields))


def on_terminal() -> bool:
    """Return whether a person looks at the standard output."""
    return sys.stdout.isatty()


def in_colour() -> bool:
    """Return whether the standard output may have colours."""
    wanted = on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if wanted and os.name == "nt":
        os.system("")  # makes an older console take colours, and does nothing else
    return wanted


def console() -> Console:
    """Rich's console; where no colours are wanted it has no bold and no faint either."""
    from rich.console import Console

    colour = in_colour()
    system: Literal["standard"] | None = "standard" if colour else None
    return Console(color_system=system, force_terminal=colour or None, highlight=False)


def show_wrapped(text: str, *, as_typed: bool = False, lead: str = "") -> None:
    """Print a text; on a terminal, wrapped at its width beside the lead."""
    lines = [printable(text, as_typed=as_typed)]
    if on_terminal():
        import shutil

        from memory_md.base.columns import columns, wrapped

        # The text alone, or a path that is longer than the room would leave its lead behind.
        room = max(shutil.get_terminal_size().columns - columns(lead), 20)
        lines = wrapped(lines[0], room)
    print(lead + f"\n{' ' * len(lead)}".join(lines))


def show_line(lead: str, text: str, width: int = 0, *, as_typed: bool = False) -> None:
    """Print `lead` in so many columns and the text; on a terminal, wrapped beside the lead."""
    show_wrapped(text, as_typed=as_typed, lead=f"{printable(lead):<{width}}  ")


def show_marked(lead: str, about: str, text: str, marks: Sequence[tuple[int, int]]) -> None:
    """Print on a terminal where a text stands, what it is, and the text below, with its marks.

    Secrets were taken out of the text before: `marks` are places in it as it is.
    """
    import shutil

    from rich.text import Text

    screen = console()
    about = f"  {printable(about)}" if about else ""
    screen.print(Text.assemble((printable(lead), "cyan"), (about, "dim")), soft_wrap=True)
    shown = Text(_plain(text))
    for first, last in marks:
        shown.stylize("bold", first, last)
    for row in shown.wrap(screen, max(shutil.get_terminal_size().columns - 2, 20)):
        row.rstrip()
        screen.print(Text("  ").append(row), soft_wrap=True)


def show_entries(items: Sequence[Listed]) -> None:
    """Print entries as typed: a table on a terminal, otherwise a line each, split by tabs."""
    if not items:
        return
    if on_terminal():
        _table(items)
        return
    for item in items:
        entry = item.entry
        say_fields((entry.id, f"{entry.confidence:.2f}", entry.headline), as_typed=True)


def printable(text: str, *, as_typed: bool = False) -> str:
    """Return a text without secrets (unless as typed) and without control characters."""
    if not as_typed:
        from memory_md.safety.printable_text import redacted

        text = redacted(text)
    return _plain(text)


def _plain(text: str) -> str:
    """Return a text that cannot steer a terminal."""
    if text.isprintable():
        return text
    return "".join(c if _shows(c) else "\N{REPLACEMENT CHARACTER}" for c in text)


def _shows(character: str) -> bool:
    """Return whether it only takes its place on a terminal; other scripts' spaces are such, too."""
    return character.isprintable() or character in _SPACES


def _table(items: Sequence[Listed]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("ID", no_wrap=True, style="cyan")
    table.add_column("Conf", justify="right", no_wrap=True)
    table.add_column("Seen", justify="right", no_wrap=True)
    table.add_column("Entry", overflow="fold", ratio=1)
    for item in items:
        entry = item.entry
        marks = ("pinned " if entry.pinned else "") + ("yours" if entry.manual else "")
        words = Text(_plain(entry.headline))
        if entry.label:
            words.stylize("bold", 0, len(entry.headline) - len(entry.text))
        if marks:
            words.append(f"  {marks.strip()}", style="dim")
        if entry.archived:
            words.append(f"  {entry.archived.reason} {entry.archived.on}", style="dim")
        weak = "dim" if entry.confidence < 0.5 else ""
        table.add_row(
            entry.id, Text(f"{entry.confidence:.2f}", weak), entry.seen_count, words, style=weak
        )
    console().print(table)
