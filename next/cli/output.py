"""The one way to print: JSON for programs, lines in a pipe, a table on a terminal.

Nothing that is printed steers a terminal or hides a part of itself.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any


def emit(result: Mapping[str, Any], *, as_json: bool, lines: Callable[[], Iterable[str]]) -> None:
    """Print a result: one JSON object with `"version": 1`, or the lines that say the same."""
    if as_json:
        text = json.dumps({"version": 1, **result}, ensure_ascii=False, indent=2)
        print("\n".join(map(_escaped, text.split("\n"))))
        return
    for line in lines():
        print(printable(line))


def emit_rows(
    result: Mapping[str, Any],
    *,
    as_json: bool,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
) -> None:
    """Print a result whose lines are rows: a table on a terminal, else fields split by tabs."""
    cleaned = [[printable(cell) for cell in row] for row in rows]
    if as_json or not sys.stdout.isatty():
        emit(result, as_json=as_json, lines=lambda: ("\t".join(row) for row in cleaned))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*columns, box=None, pad_edge=False, header_style="bold")
    for row in cleaned:
        table.add_row(*row)
    Console(highlight=False, markup=False, no_color=bool(os.environ.get("NO_COLOR"))).print(table)


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
