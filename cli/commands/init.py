"""`mem init`."""

from typing import Annotated

import typer

from ..options import option
from ..output import counted, note


def init(
    ctx: typer.Context,
    no_git: Annotated[
        bool, option("--no-git", "Leave .gitattributes and the git config alone.")
    ] = False,
) -> None:
    """Create the files of a memory here.

    They are created at the top of the git repository, or in this directory where there is none.
    Existing files are not changed, so it is safe to repeat.

    \b
    Examples:
      $ mem init
      $ mem --root services/api init --no-git
    """
    from memory_md.memory.actions.init import init as make
    from memory_md.sessions.actions import notice

    from .install import install_driver
    from .overview import filling

    place = ctx.obj.place
    made = make(place)
    for name in made.created:
        print(f"created {name}")
    for name in made.kept:
        print(f"kept    {name}")
    if not no_git:
        install_driver(place)
    if made.adopted is not None:
        count = counted(made.adopted, "entry", "entries")
        note(f"found   {count} in learnings.md: its list items; mem learnings list")
    if line := notice(place.memory()):
        note(line)
    note("next: mem extract SOURCE after a task, mem context before the next")
    for command, why in filling(place):
        note(f"      {command}: {why}")
