"""The one way to print: JSON for programs, lines in a pipe, a table on a terminal.

Nothing that is printed steers a terminal or hides a part of itself.
"""

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def emit(
    result: Mapping[str, Any],
    as_json: bool,
    lines: Iterable[str | Sequence[str]],
    columns: Sequence[str] = (),
) -> None:
    """Print a result: one JSON object with `"version": 1`, or the lines that say the same.

    A line may be a row of fields; with `columns` the rows are a table on a terminal.
    """
    if as_json:
        text = json.dumps({"version": 1, **result}, ensure_ascii=False, indent=2)
        print("\n".join(map(_escaped, text.split("\n"))))
        return
    rows = ([line] if isinstance(line, str) else line for line in lines)
    if not (columns and sys.stdout.isatty()):
        for row in rows:
            print(printable("\t".join(row)))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*columns, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        table.add_row(*map(printable, row))
    Console(highlight=False, markup=False, no_color=bool(os.environ.get("NO_COLOR"))).print(table)


def fields(items: Iterable[Mapping[str, Any]], *names: str) -> list[list[str]]:
    """Return a row for each item: its values of those names."""
    return [[item[name] for name in names] for item in items]


def item_line(item: Mapping[str, Any], text: str) -> str:
    """Return the line of what was done, or not done, with a text."""
    reason = f"  ({item['reason']})" if item.get("reason") else ""
    return f"{item['action']}\t{item['id']}\t{text}{reason}"


def printable(line: str) -> str:
    """Return a line without control characters, escapes, and signs that do not show."""
    if line.isascii() and line.isprintable():
        return line
    from memory_md.safety.sanitize import without_invisible

    return "  ".join(without_invisible(part) for part in line.split("\t"))


def _escaped(line: str) -> str:
    """Return a line of JSON whose invisible characters stand as escapes, so that none is lost."""
    if line.isascii() and line.isprintable():
        return line
    kept = set(printable(line))
    return "".join(c if c in kept else json.dumps(c)[1:-1] for c in line)


def warn(messages: Iterable[str]) -> None:
    """Print warnings to standard error."""
    for message in messages:
        print(f"mem: warning: {printable(message)}", file=sys.stderr)


def tell(message: str, hint: str) -> None:
    """Print an error and what to do about it to standard error."""
    try:
        print(f"mem: {printable(' '.join(message.split()))}", file=sys.stderr)
        for number, line in enumerate(hint.split("\n")):
            print(f"hint: {printable(line)}" if not number else printable(line), file=sys.stderr)
    except (OSError, ValueError):
        pass
