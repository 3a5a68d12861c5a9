"""`mem merge-driver`."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from ..output import note, tell

# Under this git takes an exit code for a conflict, and one side's text for the result.
_FAILED: Final = 129


def register(app: typer.Typer) -> None:
    """Add the command."""
    # A path may begin with a hyphen.
    app.command("merge-driver", context_settings={"ignore_unknown_options": True})(merge_driver)


def merge_driver(
    ctx: typer.Context,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BASE OURS THEIRS PATH",
            help="The version both sides began with; ours, where the result goes; theirs; and the"
            " path that they are versions of.",
        ),
    ] = None,
) -> int:
    """Merge three versions of a memory file; git calls it.

    Entries are merged by their ID and rows and edges by what they say, so that two branches which
    both ran `mem` never conflict. `mem init` tells git about it. Exits 0 when merged, 1 when a
    conflict was marked, 129 when it failed and the file is as it was.

    \b
    Example:
      $ git config merge.mem.driver 'mem merge-driver %O %A %B %P'
    """
    try:
        from memory_md.actions.merge.driver import merge_driver as merge
        from memory_md.errors import MemError, UsageError

        try:
            if files is None or len(files) != 4:
                raise UsageError("needs four arguments", hint="see mem merge-driver --help")
            base, ours, theirs, path = files
            return 1 if merge(ctx.obj.place, base, ours, theirs, path) else 0
        except MemError as fault:
            tell(fault)
    except Exception as fault:  # noqa: BLE001 - anything less than 129 would be taken for a merge
        note(f"mem: merge-driver failed: {type(fault).__name__}: {str(fault)[:200]}")
    return _FAILED
