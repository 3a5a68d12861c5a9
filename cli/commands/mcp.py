"""`mem mcp`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from msgspec.structs import replace

from ..output import note

if TYPE_CHECKING:
    from memory_md.memory.actions.workspace import Workspace

    from ..state import State


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("mcp")(mcp)


def mcp(ctx: typer.Context) -> None:
    """Serve the memory to an agent over MCP.

    The agent starts it, as its settings say; docs/agents.md shows them. It needs the extra
    "memory-md[mcp]", and ends when its input does.

    \b
    Examples:
      $ claude mcp add mem -- mem mcp
      $ codex mcp add mem -- mem mcp
    """
    from memory_md.base.errors import UsageError

    try:
        from memory_md.agents.mcp.server import serve
    except ImportError as fault:
        if (fault.name or "").startswith("memory_md"):
            raise
        raise UsageError(
            "the MCP server needs the package mcp, version 2",
            hint='pip install "memory-md[mcp]"',
        ) from None
    if sys.stdin.isatty():
        note("waiting for an agent on standard input, to its end (Ctrl-D)")
    serve(lambda: _place(ctx.obj), note)


def _place(state: State) -> Workspace:
    """Where a call acts: in the project that the agent names, else in the working directory."""
    place = state.place
    project = os.environ.get("CLAUDE_PROJECT_DIR", "")
    return replace(place, cwd=Path(project)) if Path(project).is_absolute() else place
