"""The agents that `mem install` knows: how each is found, and which hooks go into its settings.

To add an agent: `AGENTS` here, its events in `hook/payload.py`, what it loads by itself in
`hook/agent_files.py`. How a part is put into a file: `text/parts.py`.
"""

import contextlib
import re
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from ..base.json_values import at
from ..files.install_command import install_command
from .hook.payload import COMPACTION, END, EVENTS, SUBAGENT_END, TURN
from .text.json_hooks import JsonHooks


class Agent(Struct, frozen=True):
    """`signs` are names in a repository that tell of the agent, `programs` those on the PATH.

    `folder` holds its settings in a repository, `own` in a person's home, unless `variable` names
    another folder; `file` is the one in it that holds hooks.
    """

    name: str
    signs: tuple[str, ...]
    programs: tuple[str, ...]
    file: str
    folder: str
    own: str
    variable: str = ""


AGENTS: Final = (
    Agent(
        "claude-code", (".claude",), ("claude",), "settings.json", ".claude", ".claude",
        "CLAUDE_CONFIG_DIR",
    ),
    Agent("codex", (".codex",), ("codex",), "hooks.json", ".codex", ".codex", "CODEX_HOME"),
    Agent("gemini", (".gemini",), ("gemini",), "settings.json", ".gemini", ".gemini"),
    Agent("qwen", (".qwen",), ("qwen",), "settings.json", ".qwen", ".qwen", "QWEN_HOME"),
    Agent(
        "copilot", (".github/hooks", ".github/copilot-instructions.md"), ("copilot",),
        "hooks/mem.json", ".github", ".copilot", "COPILOT_HOME",
    ),
    Agent(
        "cursor", (".cursor",), ("cursor-agent", "cursor"), "hooks.json", ".cursor", ".cursor"
    ),
    Agent(
        "opencode", (".opencode", "opencode.json", "opencode.jsonc"), ("opencode",),
        "plugins/mem.js", ".opencode", ".config/opencode", "OPENCODE_CONFIG_DIR",
    ),
)  # fmt: skip
AGENTS_MD: Final = "agents-md"
PROGRAM: Final = "mem-md"
GIT: Final = "git"
GIT_HISTORY: Final = "git-history"
NAMES: Final = (*(agent.name for agent in AGENTS), AGENTS_MD, GIT, GIT_HISTORY)

_LEARNING: Final = (TURN, COMPACTION, SUBAGENT_END, END)
_REMIND_SECONDS: Final = 15
_LEARN_SECONDS: Final = 30


def hooks_of(agent: str) -> JsonHooks:
    """Return the JSON settings of an agent that has some."""
    base = (("version", 1),) if agent in ("cursor", "copilot") else ()
    command = hook_command(agent, windows=_in_powershell(agent, sys.platform))
    return JsonHooks(agent, items_of(agent), base, command)


def items_of(agent: str, system: str = sys.platform) -> dict[str, dict[str, Any]]:
    """By event, what stands in the settings for it; `system` is a name of `sys.platform`."""
    windows = _in_powershell(agent, system)
    return {event: _item(agent, moment, windows) for event, moment in EVENTS[agent].items()}


def _in_powershell(agent: str, system: str) -> bool:
    """Return whether an agent's hooks are for PowerShell; Claude Code takes git's bash before."""
    return system == "win32" and agent != "claude-code"


def hook_command(agent: str, *, windows: bool) -> str:
    """Return what the settings run; it is silent where `mem` is not installed, as at a colleague's.

    On Windows it is PowerShell's, else of any shell. `mem` is the command of other packages, too.
    """
    call = f"{PROGRAM} hook {agent}"
    if windows:
        return f"if (Get-Command {PROGRAM} -ErrorAction SilentlyContinue) {{ {call} }}"
    return f"command -v {PROGRAM} >/dev/null 2>&1 && {call} || true"


def _item(agent: str, moment: str, windows: bool) -> dict[str, Any]:
    command = hook_command(agent, windows=windows)
    if agent == "cursor":
        return {"command": command}
    seconds = _LEARN_SECONDS if moment in _LEARNING else _REMIND_SECONDS
    if agent == "copilot":
        powershell = hook_command(agent, windows=True)
        bash = hook_command(agent, windows=False)
        return {"type": "command", "bash": bash, "powershell": powershell, "timeoutSec": seconds}
    hook: dict[str, Any] = {"type": "command", "command": command, "timeout": seconds}
    if agent == "gemini":
        hook = {"name": "mem", **hook, "timeout": seconds * 1000}
    if agent == "qwen" and windows:
        hook["shell"] = "powershell"
    if moment == END and agent == "codex":
        hook["timeout"] = 3  # the most it grants
    if moment == END and agent == "claude-code":
        del hook["timeout"]  # one of ours would let all hooks take longer
    return {"hooks": [hook]}


def mcp_install() -> str:
    """Return the command that installs what the MCP server needs."""
    return install_command("mcp")


def is_trusted(settings: Path, home: Path) -> bool:
    """Return whether a hook of every event of ours in the settings was trusted on this machine.

    Codex notes that in the `config.toml` of its home folder, by file and event with a hash that
    only it can compare: hooks that have changed since count as trusted here, and not there.
    """
    with contextlib.suppress(OSError, ValueError, RecursionError):
        value = tomllib.loads((home / "config.toml").read_text(encoding="utf-8"))
        state = at(value, "hooks", "state")
        for event in EVENTS["codex"]:
            name = f"{settings}:{re.sub('(?<!^)(?=[A-Z])', '_', event).lower()}:"
            if not any(key.startswith(name) for key in state or ()):
                return False
        return True
    return False
