"""`mem install` and `mem uninstall`: our part in the settings of agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from ..options import agent_names, argument, option
from ..output import note, say, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_md.agents.install import Plan
    from memory_md.base.errors import MemError
    from memory_md.memory.actions.workspace import Workspace


_Agents = Annotated[
    list[str] | None,
    argument(
        "[AGENT]...",
        "claude-code, codex, gemini, qwen, copilot, cursor, opencode, agents-md, git, "
        "git-history; else those found.",
        agent_names,
    ),
]
_Taken = Annotated[list[str], argument("AGENT...", "A name that mem install accepts.", agent_names)]
_NEEDS: Final = {
    "qwen": "Qwen Code runs them once this folder is trusted",
    "copilot": "Copilot CLI runs them once this folder is trusted (copilot -p: --trust-folder)",
}
_Own = Annotated[bool, option("--user", "In your own settings, so for all repositories.")]


def install(
    ctx: typer.Context,
    agents: _Agents = None,
    user: _Own = False,
    show: Annotated[bool, option("--print", "Show the changes, write nothing.")] = False,
    check: Annotated[
        bool, option("--check", "Only report what is missing; exit 1 if something is.")
    ] = False,
) -> int:
    """Put hooks into agents' settings, so that the agents remember.

    Each conversation then starts with lines of the memory, and `mem` extracts from it as it goes
    on. Nothing else in the settings is changed, and `mem uninstall` removes our part. The settings
    call `mem-md`, which is another name of `mem`; it must be on the PATH of the process that starts
    the agent. If it is not, the hooks do nothing.

    Without a name it serves the agents that have settings here, else those on the PATH. agents-md
    is a block for any other agent, in AGENTS.md (or in CLAUDE.md if there is no AGENTS.md); git is
    the merge driver. git-history (installed only if you name it) adds lines to git's hooks
    post-commit and post-merge, beside what is there: they read the messages of new commits (mem
    extract --git new) in the background. With --user the hooks go into your own settings, and do
    nothing where there is no memory. If your settings and the repository's both have the hooks, the
    second call of an event prints nothing.

    \b
    Examples:
      $ mem install claude-code
      $ mem install --user codex
      $ mem install --check
      $ mem install codex --print
    """
    import shutil

    from memory_md.agents.hook.payload import EVENTS
    from memory_md.agents.install import beside_agents, found, plan
    from memory_md.agents.known import PROGRAM
    from memory_md.base.errors import UsageError
    from memory_md.sessions.actions import notice

    if show and check:
        raise UsageError("--print and --check exclude each other", hint="call it once for each")
    place = ctx.obj.place
    beside = beside_agents(place) if check and not (agents or user) else ()
    names = (*(agents or found(place, shutil.which, own=user)), *beside)
    planned = plan(place, dict.fromkeys(names), own=user)
    if show:
        _show(planned)
        return _tell(planned.errors)
    if check:
        code = _check(place, planned)
        _tell_of_trust(planned)
        return code
    errors = _apply(place, planned, own=user)
    if planned.changes and planned.is_first and (repo := place.find()) and (line := notice(repo)):
        note(line)
    _tell_of_trust(planned)
    for agent in dict.fromkeys(change.agent for change in planned.changes):
        if agent in _NEEDS and not user:
            note(_NEEDS[agent])
        if agent in EVENTS:
            note(f"see what {agent} gets: mem hook --test {agent}")
    if not shutil.which(PROGRAM):
        note(
            f"{PROGRAM} is not on the PATH here: an agent started from this shell will not find it"
        )
    return _tell((*planned.errors, *errors))


def uninstall(
    ctx: typer.Context,
    agents: _Taken,
    user: _Own = False,
) -> int:
    """Remove what `mem install` added to settings of agents.

    Files that nobody changed since are restored byte for byte, and those that it created are
    deleted. Changes that a person made since then stay. The memory itself is not changed.

    \b
    Examples:
      $ mem uninstall claude-code
      $ mem uninstall codex agents-md git
      $ mem uninstall --user codex
    """
    from memory_md.agents.install import apply, plan
    from memory_md.merge.actions.driver import uninstall as remove_driver

    place = ctx.obj.place
    planned = plan(place, agents, take=True, own=user)
    done, errors = apply(place, planned.changes, own=user)
    for change in done:
        print(f"{'deleted' if change.new is None else 'updated'} {change.name}")
    changed = [change.name for change in done]
    if planned.git:
        for verb, name in remove_driver(place):
            changed.append(name)
            print(f"{verb} {name}")
    code = _tell((*planned.errors, *errors))
    if not changed and not code:
        note("nothing of ours was found")
    return code


def _tell(errors: Sequence[MemError]) -> int:
    for error in errors:
        tell(error)
    return 1 if errors else 0


def _apply(place: Workspace, planned: Plan, *, own: bool) -> Sequence[MemError]:
    """Write what was planned, a line for each file; what went wrong."""
    from memory_md.agents.install import apply

    done, errors = apply(place, planned.changes, own=own)
    for change in planned.changes:
        if change.new == change.old:
            print(f"kept    {change.name}")
        elif change in done:
            print(f"{'created' if change.old is None else 'updated'} {change.name}")
    if planned.git and not install_driver(place):
        print("kept    .gitattributes")
    return errors


def _tell_of_trust(planned: Plan) -> None:
    """Say what is left to do for Codex, which skips hooks without a word until a person agrees."""
    import os
    from pathlib import Path

    from memory_md.agents.known import is_trusted

    home = Path(os.environ.get("CODEX_HOME") or "~/.codex").expanduser()
    for change in planned.changes:
        is_new = change.new != change.old
        if change.agent == "codex" and (is_new or not is_trusted(change.path, home)):
            note(
                "Codex runs none of these hooks, and does not say so, until you trust them: start"
                " `codex` in this folder and choose 'Trust all and continue' (or /hooks, later)"
            )


def _show(planned: Plan) -> None:
    for change in planned.changes:
        for line in _difference(change.name, change.old, change.new):
            say(line)
    if planned.git:
        note("git: the block in .gitattributes and the merge driver of mem init")


def _difference(name: str, old: str | None, new: str | None) -> list[str]:
    import difflib

    if new == old:
        note(f"{name} has it already")
        return []
    before = name if old is not None else "/dev/null"
    lines = difflib.unified_diff(_lines(old), _lines(new), before, name, lineterm="")
    return [line.rstrip("\r") for line in lines]


def _lines(text: str | None) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def _check(place: Workspace, planned: Plan) -> int:
    from memory_md.merge.actions.driver import is_installed

    is_missing = False
    for change in planned.changes:
        if change.missing:
            is_missing = True
            say(f"missing {change.name}: {', '.join(change.missing)}")
    if planned.git and not is_installed(place):
        is_missing = True
        say("missing git: the block in .gitattributes, or the driver in this clone's config")
    if not is_missing and not planned.errors:
        here = [change.name for change in planned.changes] + ["git"] * planned.git
        note(f"nothing is missing in {here[0]}" if len(here) == 1 else "nothing is missing in")
        for name in here if len(here) > 1 else ():
            note(f"  {name}")
    return max(_tell(planned.errors), int(is_missing))


def install_driver(place: Workspace) -> bool:
    """Set up git's merge driver, a line for each change; return whether anything changed."""
    from memory_md.merge.actions.driver import install as set_up

    done = set_up(place)
    for word, name in (("created", done.created), ("updated", done.updated)):
        if name:
            print(f"{word} {name}")
    if done.configured:
        print("set     merge.mem.driver in this clone's git config")
    return bool(done.created or done.updated or done.configured)
