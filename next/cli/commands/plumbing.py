"""Commands that programs call: merge-driver."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from memory_md.base.errors import MemError

from ..output import tell

# Less than 128 would tell git that the file holds conflicts, and that our side is all of it.
_FAILED: Final = 129


def merge_driver(
    base: Annotated[str, typer.Argument(metavar="%O")],
    ours: Annotated[str, typer.Argument(metavar="%A")],
    theirs: Annotated[str, typer.Argument(metavar="%B")],
    path: Annotated[str, typer.Argument(metavar="%P")],
) -> None:
    """Merge one file of the memory; git calls it.

    \b
    Example:
      $ git config merge.mem.driver "mem-md merge-driver %O %A %B %P"
    """
    from memory_md.merge.driver import merge_file

    try:
        conflicts = merge_file(Path.cwd(), base, ours, theirs, path)
    except MemError as fault:
        tell(str(fault), "git merges the file by its lines: git checkout -m -- " + path)
        raise typer.Exit(_FAILED) from None
    except Exception as fault:  # a crash must not look like a conflict
        tell(f"{type(fault).__name__}: {fault}", "please report this")
        raise typer.Exit(_FAILED) from fault
    raise typer.Exit(1 if conflicts else 0)
