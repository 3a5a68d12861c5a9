"""`mem hook` and `mem mcp`, which an agent starts, as its settings say."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from ..options import argument, names_in, option
from ..output import note, say

if TYPE_CHECKING:
    from memory_md.memory.actions.workspace import Workspace

    from ..state import State


def hook(
    ctx: typer.Context,
    agent: Annotated[
        str,
        argument(
            "AGENT",
            "claude-code, codex, gemini, qwen, copilot, cursor or opencode.",
            names_in("memory_md.agents.hook.payload", "EVENTS"),
        ),
    ],
    prompt: Annotated[
        str, argument("[PROMPT]", "With --test, what the person asks.")
    ] = "What should I know before I change something here?",
    test: Annotated[
        bool, option("--test", "Play a session and show what the agent would get.")
    ] = False,
) -> int:
    """Serve a hook of an agent; the agent calls it.

    `mem install` writes this command into the settings of an agent. It prints context when a
    conversation starts and when it has something new for a prompt, and it extracts once there are
    enough new messages. Its exit code is always 0; .mem/local/hooks.log says what it did.

    With --test it plays a session (a start, a prompt, an end) with that agent's payloads, shows
    what the agent would get of this memory and what would be kept, and writes nothing.

    \b
    Examples:
      $ mem hook claude-code < payload.json
      $ mem hook --test codex "Fix the login"
    """
    if not test:
        from ..hook import main  # `entry` has called it already, unless this is for the help

        main(ctx.obj.root or "", [agent])
    from memory_md.agents.hook.payload import EVENTS
    from memory_md.base.errors import UsageError

    if agent not in EVENTS:
        raise UsageError(f"there is no hook for {agent!r}", hint=f"one of: {', '.join(EVENTS)}")
    return _play(ctx.obj.place, agent, prompt)


def _play(place: Workspace, agent: str, prompt: str) -> int:
    from memory_md.agents.hook.trial import SAID, play
    from memory_md.recall.actions.context import block_output

    for step in play(place, agent, prompt):
        if step.learned:
            kept = [item.text for item in step.learned.items if item.action != "skipped"]
            say(f"== {step.event}: of an answer that says {SAID!r} it would keep")
            for text in kept or ["nothing: the memory knows it"]:
                say(f"   {text}")
        elif step.block and step.answer:
            size = f"{len(step.answer):,} characters, {step.tokens:,} tokens"
            asked = f" of {prompt!r}" if "rompt" in step.event or "Agent" in step.event else ""
            say(f"== {step.event}{asked}: {size}")
            for line in block_output(step.block, "md").rstrip().split("\n"):
                say(f"   {line}".rstrip())
        else:
            say(f"== {step.event}: nothing (more) to show")
    return _installed(place, agent)


def _installed(place: Workspace, agent: str) -> int:
    """Say whether the agent calls the hook at all; 1 where it does not."""
    import shutil

    from memory_md.agents.install import plan
    from memory_md.agents.known import PROGRAM

    shared = [change.missing for change in plan(place, [agent]).changes]
    if all(shared) and all(change.missing for change in plan(place, [agent], own=True).changes):
        note(f"{agent} does not call it yet: mem install {agent}, or --user for all repositories")
        return 1
    if not shutil.which(PROGRAM):
        note(f"{PROGRAM} is not on the PATH here: an agent started from here will not find it")
        return 1
    return 0


def mcp(ctx: typer.Context) -> None:
    """Serve the memory to an agent over MCP.

    The agent starts it, as its settings say; docs/agents.md shows them. It needs the extra
    "memory-md[mcp]", and ends when its input is closed.

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
