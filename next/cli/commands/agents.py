"""Commands for coding agents: install, uninstall, hook, mcp."""

from __future__ import annotations

from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memory_md.base.errors import UsageError

from .. import state
from ..output import emit
from .entries import Json

if TYPE_CHECKING:
    from memory_md.memory.opening import Opened


def hook(
    agent: Annotated[str, typer.Argument(metavar="AGENT")],
    prompt: Annotated[str, typer.Argument(metavar="[PROMPT]")] = "",
    test: Annotated[bool, typer.Option("--test", help="Show what a hook would print.")] = False,
    json: Json = False,
) -> None:
    """Serve one event of an agent; its settings call this, with the payload on standard input.

    \b
    Examples:
      $ mem hook claude-code --test
      $ mem hook claude-code --test "fix the login"
    """
    from memory_md.agents.serve import trial
    from memory_md.agents.table import AGENTS

    if agent not in AGENTS:
        raise UsageError(f"there is no agent {agent!r}", hint=f"one of: {', '.join(AGENTS)}")
    if not test:  # it is served before Typer is asked
        return
    result = trial(agent, str(Path.cwd()), prompt)
    emit(result, as_json=json, lines=lambda: _trial_lines(result))


def _trial_lines(result: dict[str, Any]) -> list[str]:
    answer = result.get("answer") or {}
    inner = answer.get("hookSpecificOutput", answer)
    text = inner.get("additionalContext", inner.get("additional_context", ""))
    person = [f"to the person: {answer['systemMessage']}"] if "systemMessage" in answer else []
    lately = [f"lately: {line}" for line in result["log"]]
    return [*person, *(text.split("\n") if text else ["nothing"]), *lately]


User = Annotated[bool, typer.Option("--user", help="The person's settings, for all clones.")]
Names = Annotated[list[str] | None, typer.Argument(metavar="[NAME…]")]


def install(
    names: Names = None,
    user: User = False,
    show: Annotated[bool, typer.Option("--print", help="Only show the hooks.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only say what is missing.")] = False,
    json: Json = False,
) -> None:
    """Let agents use the memory by themselves: hooks in their settings, or a block in AGENTS.md.

    \b
    Examples:
      $ mem install claude-code
      $ mem install agents-md git git-history
    """
    from memory_md.agents import install as install_
    from memory_md.agents.settings_text import hooks_of
    from memory_md.agents.table import AGENTS

    opened, home = _whose(user=user)
    programs = [one for agent in AGENTS.values() for one in agent.programs if which(one)]
    chosen = names or install_.found(home or opened.place.root, programs, is_user=user)
    if show:
        hooks = {one: hooks_of(one, is_user=user) for one in chosen if one in AGENTS}
        emit({"hooks": hooks}, as_json=True, lines=lambda: ())
        return
    _emit_rows(install_.install(opened, home, chosen, only_check=check), json=json)


def uninstall(names: Names = None, user: User = False, json: Json = False) -> None:
    """Take out what `install` put in; all of it where no name is said.

    \b
    Example:
      $ mem uninstall claude-code
    """
    from memory_md.agents import install as install_
    from memory_md.agents.table import AGENTS

    opened, home = _whose(user=user)
    rows = install_.uninstall(opened, home, names or (list(AGENTS) if user else install_.NAMES))
    from ..advice import decline

    decline(opened, "install")
    _emit_rows([one for one in rows if names or one["action"] != "unchanged"], json=json)


def _whose(*, user: bool) -> tuple[Opened, Path | None]:
    """Return the memory, and the home folder where the person's own settings are meant."""
    return state.opened(user=user, make=user), Path.home() if user else None


def _emit_rows(rows: list[dict[str, str]], *, json: bool) -> None:
    columns = ("action", "agent", "path", "message")
    lines = ["\t".join(one[name] for name in columns).rstrip() for one in rows]
    emit(
        {"results": rows},
        as_json=json,
        lines=lambda: [part for line in lines for part in line.split("\n")],
    )
    if any(one["action"] in {"refused", "missing"} for one in rows):
        raise typer.Exit(1)


def mcp() -> None:
    """Serve the memory to agents over MCP, on standard input and output.

    \b
    Example:
      $ claude mcp add mem -- mem-md mcp
    """
    from memory_md.agents.mcp import serve

    root = state.opened().place.root
    serve(lambda: state.opened_at(root, quiet=True))
