"""The tables of words of the diary: `[name]`, then lines; `#` begins a comment line. Pure."""

from __future__ import annotations

from functools import cache

from ..files.tables import table


@cache
def word_groups(package: str, name: str) -> dict[str, list[str]]:
    """Return the lines of each group of a table of a package, by the name above them."""
    groups: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in table(package, name).split("\n"):
        if line.startswith("[") and line.endswith("]"):
            lines = groups[line[1:-1]] = []
        elif line and not line.startswith("#"):
            lines.append(line)
    return groups
