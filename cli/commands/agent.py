"""`mem hook` and `mem mcp`, which an agent starts, as its settings say."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from ..output import note

if TYPE_CHECKING:
    from memory_md.memory.actions.workspace import Workspace

    from ..state import State


def hook(
    ctx: typer.Context,
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT", help="claude-code, codex, gemini, qwen, copilot, cursor or opencode."
        ),
    ],
) -> None:
    """Serve a hook of an agent; the agent calls it.

    `mem install` writes this command into the settings of an agent. It prints context when a
    conversation starts and when it has something new for a prompt, and it extracts once there are
    enough new messages. It always ends with 0; .mem/local/hooks.log says what it did.

    \b
    Examples:
      $ mem hook claude-code < payload.json
      $ echo '{"hook_event_name": "SessionStart"}' | mem hook claude-code
    """
    from ..hook import main  # `entry` has called it already, unless this is for the help

    main(ctx.obj.root or "", [agent])


def mcp(ctx: typer.Context) -> None:
    """Serve the memory to an agent over MCP.

    The agent starts it, as its settings say; docs/agents.md shows them. It needs the extra
    "memory-md[mcp]", and ends when its input does.

    \b
    Examples:
      $ claude mcp add mem -- mem mcp
      $ codex mcp add mem -- mem mcp
    """
    from memory_md.agents.known import mcp_install
    from memory_md.base.errors import UsageError

    try:
        from memory_md.agents.mcp.server import serve
    except ImportError as fault:
        if (fault.name or "").startswith("memory_md"):
            raise
        raise UsageError(
            "the MCP server needs the package mcp, version 2",
            hint=mcp_install(),
        ) from None
    if sys.stdin.isatty():
        note("waiting for an agent on standard input, to its end (Ctrl-D)")
    serve(lambda: _project(ctx.obj), note)


def _project(state: State) -> Workspace:
    """Return where a call acts: the project that the agent names, else the working directory."""
    place = state.place
    project = os.environ.get("CLAUDE_PROJECT_DIR", "")
    return replace(place, cwd=Path(project)) if Path(project).is_absolute() else place
