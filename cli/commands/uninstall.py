"""`mem uninstall`."""

from __future__ import annotations

from typing import Annotated

import typer

from ..completion import agent_names
from ..output import note, tell


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("uninstall")(uninstall)


def uninstall(
    ctx: typer.Context,
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT...",
            help="The names that mem install takes.",
            autocompletion=agent_names,
        ),
    ],
) -> int:
    """Take out of agents' settings what `mem install` put in.

    The files become what they were, byte for byte, and those that it made go. Where a person has
    changed them since, that stays. The memory itself is not touched.

    \b
    Examples:
      $ mem uninstall claude-code
      $ mem uninstall codex agents-md git
    """
    from memory_md.agents.install import apply, plan
    from memory_md.merge.actions.setup import uninstall as uninstall_driver

    place = ctx.obj.place
    planned = plan(place, agents, take=True)
    done, errors = apply(place, planned.changes)
    for change in done:
        print(f"{'deleted' if change.new is None else 'updated'} {change.name}")
    changed = [change.name for change in done]
    if planned.git:
        for verb, name in uninstall_driver(place):
            changed.append(name)
            print(f"{verb} {name}")
    for error in (*planned.errors, *errors):
        tell(error)
    if not changed and not (planned.errors or errors):
        note("there was nothing of ours")
    return 1 if planned.errors or errors else 0
