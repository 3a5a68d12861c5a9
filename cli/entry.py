"""Where `mem` starts. `mem hook` has a way of its own, which needs neither Typer nor rich.

An agent calls it at every turn, and nearly always for nothing; the program itself costs ten times
as much to start. Whatever goes wrong on that way, the process ends with 0.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the program, or the hook, and exit."""
    called = hook_call(sys.argv[1:])
    if called is None:
        from .main import main as program

        program()
    else:
        from .hook import main as hook

        hook(*called)


def hook_call(words: list[str]) -> tuple[str, list[str]] | None:
    """The root and the words after `hook`, where that is the command and no help is asked for."""
    root, left = "", list(words)
    while left and left[0].startswith("--root"):
        option, _, value = left.pop(0).partition("=")
        if option != "--root":
            return None
        root = value or (left.pop(0) if left else "")
    if left[:1] != ["hook"] or {"-h", "--help"}.intersection(left):
        return None
    return root, left[1:]
