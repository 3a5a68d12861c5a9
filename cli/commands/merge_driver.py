"""`mem merge-driver`."""

from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand

from ..output import note, tell

# Under this git takes an exit code for a conflict, and one side's text for the result.
_FAILED: Final = 129


class _Driver(TyperCommand):
    """A command whose usage names the four words, although it is called with any number of them.

    To the parser all of them are optional: its error would be exit code 2, a conflict to git.
    """

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return ["[OPTIONS]", "BASE", "OURS", "THEIRS", "PATH"]


# A path may begin with a hyphen.
SETTINGS: Final = {"cls": _Driver, "context_settings": {"ignore_unknown_options": True}}


def merge_driver(
    ctx: typer.Context,
    files: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
) -> int:
    """Merge three versions of a memory file; git calls it.

    BASE is the version that both sides began with, OURS is our version and gets the result, THEIRS
    is their version, and PATH is the path of the file: git's %O, %A, %B and %P. All are needed.

    Entries are merged by their ID, rows and edges by their content, so that two branches which
    both ran `mem` never conflict. `mem init` configures it in git. Exit codes: 0 merged, 1 a
    conflict is marked, 129 failed; the file is then unchanged.

    \b
    Examples:
      $ git config merge.mem.driver 'mem merge-driver %O %A %B %P'
      $ mem merge-driver base.md ours.md theirs.md learnings.md
    """
    try:
        from memory_md.base.errors import MemError, UsageError
        from memory_md.merge.actions.driver import merge_driver as merge

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
