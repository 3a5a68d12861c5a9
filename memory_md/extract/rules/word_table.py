"""Read the tables of words beside this module: groups of lines under a `[head]`.

A line that begins with `#` is a comment. Each table is read once, when it is first asked for.
"""

from functools import cache
from typing import Final

from ...base.sparse_regex import known_hints
from ...files.tables import table

_FOLDER = __name__.rpartition(".")[0]
INDEX: Final = "hints.txt"
Group = tuple[tuple[str, ...], tuple[str, ...]]


@cache
def groups(name: str) -> tuple[Group, ...]:
    """The groups of the table in that file, in order: the words of the head, the lines below."""
    found: list[tuple[tuple[str, ...], list[str]]] = []
    for line in table(_FOLDER, name).split("\n"):
        if line.startswith("["):
            found.append((tuple(line.strip("[]").split()), []))
        elif line and not line.startswith("#"):
            found[-1][1].append(line)
    return tuple((head, tuple(lines)) for head, lines in found)


def lines_of(name: str, head: str) -> tuple[str, ...]:
    """The lines below that head in the table in that file."""
    return next(lines for words, lines in groups(name) if words == (head,))


@cache
def hints() -> dict[str, str]:
    """The hints of the expressions that are looked for by their words; `make docs` writes them."""
    return known_hints(table(_FOLDER, INDEX))


def words(lines: str) -> frozenset[str]:
    """The names in a table, separated by `|` and line ends, without case."""
    return frozenset(name.strip().casefold() for name in lines.replace("\n", "|").split("|")) - {""}
