"""Commands for coding agents and git: install, uninstall, hook, mcp, merge-driver."""

from __future__ import annotations

from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from memory_md.base.errors import MemError, UsageError

from .. import state
from ..options import Json
from ..output import emit, fields, tell

if TYPE_CHECKING:
    from memory_md.memory.opening import Opened

# Less than 128 would tell git that the file holds conflicts, and that our side is all of it.
_FAILED: Final = 129
User = Annotated[bool, typer.Option("--user", help="The person's settings, for all clones.")]
Names = Annotated[list[str] | None, typer.Argument(metavar="[NAME…]")]


def hook(
    agent: Annotated[str, typer.Argument(metavar="AGENT")],
    prompt: Annotated[str, typer.Argument(metavar="[PROMPT]")] = "",
    test: Annotated[bool, typer.Option("--test", help="Show what a hook would print.")] = False,
    json: Json = False,
) -> None:
    """Serve one event of an agent; its settings call this, with the payload on standard input.

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
    emit(result, json, _trial_lines(result))


def _trial_lines(result: dict[str, Any]) -> list[str]:
    answer = result.get("answer") or {}
    inner = answer.get("hookSpecificOutput", answer)
    text = inner.get("additionalContext", inner.get("additional_context", ""))
    person = [f"to the person: {answer['systemMessage']}"] if "systemMessage" in answer else []
    lately = [f"lately: {line}" for line in result["log"]]
    return [*person, *(text.split("\n") if text else ["nothing"]), *lately]


def install(
    names: Names = None,
    user: User = False,
    show: Annotated[bool, typer.Option("--print", help="Only show the hooks.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only say what is missing.")] = False,
    json: Json = False,
) -> None:
    """Let agents use the memory by themselves: hooks in their settings, or a block in AGENTS.md.

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
        emit({"hooks": hooks}, True, ())
        return
    _emit_results(install_.install(opened, home, chosen, only_check=check), json=json)


def uninstall(names: Names = None, user: User = False, json: Json = False) -> None:
    """Take out what `install` put in; all of it where no name is said.

    $ mem uninstall claude-code
    """
    from memory_md.agents import install as install_
    from memory_md.agents.table import AGENTS

    opened, home = _whose(user=user)
    rows = install_.uninstall(opened, home, names or (list(AGENTS) if user else install_.NAMES))
    from ..overview import decline

    decline(opened, "install")
    _emit_results([one for one in rows if names or one["action"] != "unchanged"], json=json)


def _whose(*, user: bool) -> tuple[Opened, Path | None]:
    """Return the memory, and the home folder where the person's own settings are meant."""
    return state.opened(user=user, make=user), Path.home() if user else None


def _emit_results(results: list[dict[str, str]], *, json: bool) -> None:
    rows = fields(results, "action", "agent", "path", "message")
    text = "\n".join("\t".join(row).rstrip() for row in rows)
    emit({"results": results}, json, text.split("\n") if text else [])
    if any(one["action"] in {"refused", "missing"} for one in results):
        raise typer.Exit(1)


def mcp() -> None:
    """Serve the memory to agents over MCP, on standard input and output.

    $ claude mcp add mem -- mem-md mcp
    """
    from memory_md.agents.mcp import serve

    root = state.opened().place.root
    serve(lambda: state.opened_at(root, quiet=True))


def merge_driver(
    base: Annotated[str, typer.Argument(metavar="%O")],
    ours: Annotated[str, typer.Argument(metavar="%A")],
    theirs: Annotated[str, typer.Argument(metavar="%B")],
    path: Annotated[str, typer.Argument(metavar="%P")],
) -> None:
    """Merge one file of the memory; git calls it.

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
