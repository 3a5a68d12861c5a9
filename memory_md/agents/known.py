"""The agents that `mem install` knows: how each is found, and what goes into which file of it.

Each kind of file puts our part into a text (`put`), takes it out again (`take`; None if there was
no file before) and names what `lacks`. A text of None is a file that is not there. All raise
MemError, and none touches a disk.
"""

import contextlib
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from ..base.errors import RefusedError, UnreadableError
from ..base.json_values import at
from ..files.extras import install_command
from ..markdown import marked_block
from .hook.payload import COMPACTION, END, EVENTS, SUBAGENT_END, TURN
from .text.json_hooks import JsonHooks

_LEARNING: Final = (TURN, COMPACTION, SUBAGENT_END, END)
_REMIND_SECONDS: Final = 15
_LEARN_SECONDS: Final = 30


class TomlHooks(Struct, frozen=True):
    """Arrays of tables in a marked block at the end of TOML settings."""

    items: Mapping[str, Mapping[str, Any]]

    def put(self, text: str | None, where: str) -> str:
        """Both texts are parsed, to prove that only our hooks were added."""
        old = self._parsed(text or "", where)
        if not self.lacks(text, where) and '"mem hook codex"' not in (text or ""):
            return text or ""
        new = marked_block.with_block(text or "", self._body(), marked_block.HASH, where)
        try:
            added = tomllib.loads(new)
        except tomllib.TOMLDecodeError as fault:
            raise RefusedError(
                f"has hooks in a form that cannot be added to ({fault})",
                where=where,
                hint="write them as [[hooks.EVENT]] tables, or move them to .codex/hooks.json",
            ) from None
        if self._foreign(added) != self._foreign(old):
            raise RefusedError(
                f"something else than our hooks stands between {marked_block.HASH.begin!r} and"
                f" {marked_block.HASH.end!r}",
                where=where,
                hint="move it out of there, or put the hooks in by hand",
            )
        return new

    def take(self, text: str, where: str) -> str | None:
        """See the module."""
        return _without(text, marked_block.HASH, where)

    def lacks(self, text: str | None, where: str) -> tuple[str, ...]:
        """See the module."""
        hooks = self._parsed(text or "", where).get("hooks", {})
        return tuple(
            event
            for event, item in self.items.items()
            if not any(item["hooks"][0]["command"] in str(group) for group in hooks.get(event, ()))
        )

    def _foreign(self, value: dict[str, Any]) -> dict[str, Any]:
        hooks = {
            event: [item for item in items if item != self.items.get(event)]
            for event, items in value.get("hooks", {}).items()
            if isinstance(items, list)
        }
        return {**value, "hooks": {event: items for event, items in hooks.items() if items}}

    def _body(self) -> str:
        lines = []
        for event, item in self.items.items():
            lines += [f"[[hooks.{event}]]", f"[[hooks.{event}.hooks]]"]
            lines += [f"{key} = {_toml(value)}" for key, value in item["hooks"][0].items()]
        return "\n".join(lines)

    def _parsed(self, text: str, where: str) -> dict[str, Any]:
        try:
            value = tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
        except (tomllib.TOMLDecodeError, RecursionError) as fault:
            raise UnreadableError(f"is not valid TOML: {fault}", where=where) from None
        hooks = value.get("hooks", {})
        if not isinstance(hooks, dict):
            raise RefusedError("hooks is not a table", where=where, hint="correct it in an editor")
        for event in self.items:
            if not isinstance(hooks.get(event, []), list):
                message = f"hooks.{event} is not an array of tables"
                raise RefusedError(message, where=where, hint="correct it in an editor")
        return value


def _without(text: str, markers: marked_block.Markers, where: str) -> str | None:
    left = marked_block.without_block(text, markers, where)
    return left if left or left == text else None


def _toml(value: str | int) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


class MarkdownBlock(Struct, frozen=True):
    """A marked block at the end of instructions for agents."""

    body: str

    def put(self, text: str | None, where: str) -> str:
        """See the module."""
        return marked_block.with_block(text or "", self.body, marked_block.MARKDOWN, where)

    def take(self, text: str, where: str) -> str | None:
        """See the module."""
        return _without(text, marked_block.MARKDOWN, where)

    def lacks(self, text: str | None, where: str) -> tuple[str, ...]:
        """See the module."""
        return () if self.put(text, where) == text else ("the block",)


class WholeFile(Struct, frozen=True):
    """A file that is ours from its first byte to its last."""

    content: str

    def put(self, text: str | None, where: str) -> str:
        """See the module."""
        self._refuse_others(text, where)
        return self.content

    def take(self, text: str, where: str) -> str | None:
        """See the module."""
        self._refuse_others(text, where)
        return None

    def lacks(self, text: str | None, where: str) -> tuple[str, ...]:
        """See the module."""
        self._refuse_others(text, where)
        return () if text == self.content else ("the file",)

    def _refuse_others(self, text: str | None, where: str) -> None:
        """One that we wrote opens as ours does, whichever version of us wrote it."""
        opening = self.content.partition("\n")[0]
        if text is not None and not text.startswith(opening):
            raise RefusedError(
                "is not one that `mem` wrote", where=where, hint="rename it and try again"
            )


Part = JsonHooks | TomlHooks | MarkdownBlock | WholeFile


class SettingsChange(Struct, frozen=True):
    """A file, and what it holds before and after; None: it is not there.

    `name` is for people: relative to the root, or from a person's home on. `missing` says what it
    lacks, in words, before the change.
    """

    agent: str
    name: str
    path: Path
    old: str | None
    new: str | None
    missing: tuple[str, ...] = ()


def encode_text(text: str | None) -> bytes | None:
    """Return the bytes of a file of that text; None: it is not there."""
    return None if text is None else text.encode("utf-8", "surrogateescape")


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
BLOCK: Final = "agents-md"
PROGRAM: Final = "mem-md"
GIT: Final = "git"
HISTORY: Final = "git-history"
NAMES: Final = (*(agent.name for agent in AGENTS), BLOCK, GIT, HISTORY)


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
