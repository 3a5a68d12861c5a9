"""Our part in the settings of agents: texts in, texts out; all else in them is kept.

JSON settings are written again with their own indentation; what cannot be read as plain JSON
(comments, a key that stands twice) is refused, with what to paste.
"""

import json
import re
from contextlib import suppress
from importlib.resources import files
from typing import Any, Final

from ..base.errors import RefusedError, UnreadableError
from ..base.json_text import parse_json
from ..markdown.marked_block import HASH, MARKDOWN, with_block, without_block
from ..memory.disk import encoded
from .table import AGENTS, COMPACTION, END, FAILURE, SUBAGENT_END, TOOL, TURN

PROGRAM: Final = "mem-md"
_CALL: Final = f"{PROGRAM} hook"
_LEARNING: Final = frozenset({TURN, COMPACTION, SUBAGENT_END, END})
_SECONDS, _LEARNING_SECONDS, _CODEX_END_SECONDS = 15, 30, 3  # the last is the most it grants
_INDENT: Final = re.compile(r"^([ \t]+)\S", re.MULTILINE)
_SHELL: Final = re.compile(r"#!.*\b(?:sh|bash|dash|zsh|ksh)\b")
_BEGINNING: Final = "#!/bin/sh\n"
# In each file that is ours alone: the plugin, and what our skill and command call.
_OURS: Final = ("// Written by `mem install", f"{PROGRAM} reflect")
_HISTORY: Final = (
    f"if command -v {PROGRAM} >/dev/null 2>&1; then"
    f" ( {PROGRAM} extract --git new >/dev/null 2>&1 </dev/null & ); fi"
)


def template(name: str) -> str:
    """Return a text that comes with the program."""
    return files("memory_md.templates").joinpath(name).read_text(encoding="utf-8")


def hooks_of(agent: str, *, is_user: bool) -> dict[str, Any]:
    """Return what stands in the settings of an agent, by event.

    Where the program is missing its input is read to the end all the same, and nothing is said.
    """
    call = f"{_CALL} {agent}{' --user' if is_user else ''}"
    run = f"if command -v {PROGRAM} >/dev/null 2>&1; then {call}; else cat >/dev/null; fi || true"
    items: dict[str, Any] = {}
    for event, moment in AGENTS[agent].events.items():
        seconds = _LEARNING_SECONDS if moment in _LEARNING else _SECONDS
        hook: dict[str, Any] = {"type": "command", "command": run, "timeout": seconds}
        if agent == "gemini":
            hook = {"name": "mem", **hook, "timeout": seconds * 1000}
        if moment == END and agent == "codex":
            hook["timeout"] = _CODEX_END_SECONDS
        if moment == END and agent == "claude-code":
            del hook["timeout"]  # one of ours would let all hooks take longer
        matcher = AGENTS[agent].tools if moment in (TOOL, FAILURE) else ""
        items[event] = {**({"matcher": matcher} if matcher else {}), "hooks": [hook]}
        if agent == "cursor":
            items[event] = {"command": run}
        if agent == "copilot":
            windows = f"if (Get-Command {PROGRAM} -ErrorAction SilentlyContinue) {{ {call} }}"
            items[event] = {"type": "command", "bash": run, "powershell": windows}
            items[event]["timeoutSec"] = seconds
    return items


def with_hooks(text: str | None, agent: str, where: str, *, is_user: bool) -> str:
    """Return settings with our hooks, None for no file. Raises RefusedError with what to paste."""
    items = hooks_of(agent, is_user=is_user)
    base = {"version": 1} if agent in ("cursor", "copilot") else {}
    pasted = "paste this into it:\n" + json.dumps({"hooks": items}, indent=2)
    value, left = _read(text or "{}", where, pasted)
    left = {**base, **left}
    there = value.get("hooks", {})
    if text and all(there.get(event, [])[-1:] == [item] for event, item in items.items()):
        return text  # somebody may have formatted it
    hooks = left.get("hooks", {})
    added = {event: [*hooks.get(event, []), item] for event, item in items.items()}
    return _written({**left, "hooks": {**hooks, **added}}, text)


def without_hooks(text: str, where: str) -> str | None:
    """Return settings without our hooks, None where nothing else is in them."""
    value, left = _read(text, where, f"take out the hooks that call {_CALL}")
    if left == value:
        return text
    return _written(left, text) if left not in ({}, {"version": 1}) else None


def _read(text: str, where: str, hint: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return settings, and what they are without our hooks. Raises RefusedError."""
    data = encoded(text.removeprefix("\ufeff").strip()) or b"{}"
    with suppress(UnreadableError):
        value: Any = parse_json(data, where=where)
        hooks = value.get("hooks", {}) if isinstance(value, dict) else None
        if isinstance(hooks, dict) and all(isinstance(one, list) for one in hooks.values()):
            return value, _without(value)
    message = "is no plain JSON object with lists of hooks, so it stays as it is"
    raise RefusedError(message, where=where, hint=hint)


def _without(value: dict[str, Any]) -> dict[str, Any]:
    """Return settings without our hooks, and without lists that held nothing else."""
    hooks = value.get("hooks", {})
    left = {key: [one for item in items for one in _foreign(item)] for key, items in hooks.items()}
    kept = {key: items for key, items in left.items() if items or not hooks[key]}
    if kept or not hooks:
        return {**value, "hooks": kept} if hooks else value
    return {key: one for key, one in value.items() if key != "hooks"}


def _foreign(item: Any) -> list[Any]:
    """Return a hook, or group of hooks, without ours."""
    if _CALL not in json.dumps(item):
        return [item]
    inner = item.get("hooks", []) if isinstance(item, dict) else []
    others = [one for one in inner if _CALL not in json.dumps(one)]
    return [{**item, "hooks": others}] if others else []


def _written(value: dict[str, Any], like: str | None) -> str:
    """Return JSON with the indentation and the ends of lines of the text that it replaces."""
    found = _INDENT.search(like or "")
    text = json.dumps(value, indent=found[1] if found else 2, ensure_ascii=False)
    text += "\n" if like is None or like.endswith("\n") else ""
    text = text.replace("\n", "\r\n") if "\r\n" in (like or "") else text
    return f"\ufeff{text}" if (like or "").startswith("\ufeff") else text


def plugin(agent: str, *, is_user: bool) -> str:
    """Return the plugin of an agent."""
    own = template(f"{agent}.js")
    return own.replace(f'"{agent}"]', f'"{agent}", "--user"]') if is_user else own


def with_whole_file(text: str | None, own: str, where: str) -> str:
    """Return a file that is ours alone. Raises RefusedError where somebody else's has its name."""
    if text and without_whole_file(text):
        raise RefusedError("is not ours, so it stays", where=where, hint="rename that file")
    return own


def without_whole_file(text: str) -> str | None:
    """Return None for a file of ours, else its text."""
    return None if any(mark in text for mark in _OURS) else text


def with_instructions(text: str | None, where: str, *, ask: bool) -> str:
    """Return AGENTS.md with our block, which asks for closing lines as well if it shall."""
    request = template("closing_request.txt").strip().replace("\n", "\n  ")
    body = template("agents.md") + (f"- {request}\n" if ask else "")
    return with_block(text or "", body, MARKDOWN, where)


def without_instructions(text: str, where: str) -> str | None:
    """Return AGENTS.md without our block, None where nothing else is in it."""
    return without_block(text, MARKDOWN, where) or None


def has_block(data: bytes) -> bool:
    """Return whether a file of instructions has our block."""
    return MARKDOWN.begin.encode() in data


def with_history(text: str | None, where: str) -> str:
    """Return git's hook with our line, below its first one. Raises RefusedError."""
    old = without_block(text or _BEGINNING, HASH, where)
    head, newline, rest = old.partition("\n")
    if not _SHELL.match(head):
        raise RefusedError("is no shell script, so it stays", where=where, hint=_HISTORY)
    return f"{head}{newline or chr(10)}{with_block('', _HISTORY, HASH, where)}{rest}"


def without_history(text: str, where: str) -> str | None:
    """Return git's hook without our line, None where nothing else is in it."""
    left = without_block(text, HASH, where)
    return None if left in ("", _BEGINNING) else left
