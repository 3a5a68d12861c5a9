"""The words of a command line that name the command."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# The commands that hold others; a word behind one of them is part of its name.
GROUPS = ("learnings", "graph", "callgraph", "diary", "adr")
# What a person does most, in one word, and the command of `mem learnings` that it is short for.
SHORT = {"add": "add", "list": "list", "edit": "edit", "rm": "remove"}


def command_path(arguments: Sequence[str]) -> list[str]:
    """Return the words of the command that these arguments call."""
    left = iter(arguments)
    path: list[str] = []
    for word in left:
        if word == "--root":
            next(left, None)
        elif not word.startswith("-"):
            path.append(word)
            if word not in GROUPS:
                break
        elif not word.startswith("--root="):
            break
    return path
