"""`mem hook`, for its help: called for its work, it does not come by here."""

from __future__ import annotations

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("hook")(hook)


def hook(
    ctx: typer.Context,
    agent: Annotated[
        str,
        typer.Argument(metavar="AGENT", help="claude-code, codex, gemini, cursor or opencode."),
    ],
) -> None:
    """Serve an agent's hook; the agent calls it.

    `mem install` writes this command into an agent's settings. It prints context when a
    conversation starts and when a prompt has something new to be told, and extracts when enough
    was said. It always ends with 0; what it did stands in .mem/local/hooks.log.

    \b
    Examples:
      $ mem hook claude-code < payload.json
      $ echo '{"hook_event_name": "SessionStart"}' | mem hook claude-code
    """
    from ..hook import main

    main(ctx.obj.root or "", [agent])
