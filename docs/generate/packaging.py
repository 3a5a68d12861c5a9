"""The files by which programs and catalogues find `mem`: manifests, hooks and the manual page.

Names, versions and addresses come from pyproject.toml, the hooks from what `mem install` writes,
the manual page from the commands. What people write by hand is in packaging/ and not listed here.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from memory_md.agents.known import PROGRAM, items_of

ROOT: Final = Path(__file__).resolve().parents[2]
_SKILL: Final = "packaging/claude-code/skills/memory/SKILL.md"
_SCHEMASTORE: Final = "https://json.schemastore.org"
_SERVER_SCHEMA: Final = (
    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
)


def files() -> dict[str, str]:
    """Return every generated file: its path below the top, and its text."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    values = {**_claude_code(project), **_gemini(project), **_others(project)}
    skill = (ROOT / _SKILL).read_text(encoding="utf-8")
    return {
        **{path: json.dumps(value, indent=2) + "\n" for path, value in values.items()},
        "packaging/gemini/skills/memory/SKILL.md": skill,
        "packaging/mem-md.1": manual(project["version"]),
    }


def server_name(project: Mapping[str, Any]) -> str:
    """Return the name in the MCP registry: the owner's namespace, then ours."""
    owner, name = project["urls"]["Repository"].split("/")[-2:]
    return f"io.github.{owner}/{name}"


def _claude_code(project: Mapping[str, Any]) -> dict[str, Any]:
    plugin = {
        "$schema": f"{_SCHEMASTORE}/claude-code-plugin-manifest.json",
        "name": "mem",
        "version": project["version"],
        "description": project["description"],
        "author": {"name": "The authors of memory-md"},
        "homepage": project["urls"]["Homepage"],
        "repository": project["urls"]["Repository"],
        "license": project["license"],
        "keywords": project["keywords"],
    }
    market = {
        "$schema": f"{_SCHEMASTORE}/claude-code-marketplace.json",
        "name": project["name"],
        "description": project["description"],
        "owner": plugin["author"],
        "plugins": [
            {
                "name": "mem",
                "source": "./packaging/claude-code",
                "description": project["description"],
            }
        ],
    }
    return {
        ".claude-plugin/marketplace.json": market,
        "packaging/claude-code/.claude-plugin/plugin.json": plugin,
        "packaging/claude-code/hooks/hooks.json": _hooks("claude-code"),
        "packaging/claude-code/.mcp.json": {"mcpServers": {"mem": _server()}},
    }


def _gemini(project: Mapping[str, Any]) -> dict[str, Any]:
    extension = {
        "name": "mem",
        "version": project["version"],
        "description": project["description"],
        "mcpServers": {"mem": _server()},
    }
    return {
        "packaging/gemini/gemini-extension.json": extension,
        "packaging/gemini/hooks/hooks.json": _hooks("gemini"),
    }


def _others(project: Mapping[str, Any]) -> dict[str, Any]:
    server = {
        "$schema": _SERVER_SCHEMA,
        "name": server_name(project),
        "title": "mem",
        "description": project["description"],
        "version": project["version"],
        "websiteUrl": project["urls"]["Homepage"],
        "repository": {"url": project["urls"]["Repository"], "source": "github"},
        "packages": [
            {
                "registryType": "pypi",
                "identifier": project["name"],
                "version": project["version"],
                "runtimeHint": "uvx",
                "transport": {"type": "stdio"},
                "runtimeArguments": [
                    {"type": "named", "name": "--with", "value": needed}
                    for needed in project["optional-dependencies"]["mcp"]
                ],
                "packageArguments": [{"type": "positional", "value": "mcp"}],
            }
        ],
    }
    feature = {
        "id": project["name"],
        "version": project["version"],
        "name": "mem",
        "description": project["description"],
        "documentationURL": project["urls"]["Documentation"],
        "licenseURL": project["urls"]["Repository"] + "/blob/main/LICENSE",
        "options": {
            "version": {
                "type": "string",
                "default": "latest",
                "description": "The version of memory-md.",
                "proposals": ["latest", project["version"]],
            },
            "extras": {
                "type": "string",
                "default": "tokens,mcp,callgraph",
                "description": "Its extras, with commas between them; empty for none.",
                "proposals": ["tokens,mcp,callgraph", "tokens", ""],
            },
        },
    }
    return {
        "packaging/server.json": server,
        f"packaging/devcontainer/{project['name']}/devcontainer-feature.json": feature,
    }


def _hooks(agent: str) -> dict[str, Any]:
    return {"hooks": {event: [item] for event, item in items_of(agent, "linux").items()}}


def _server() -> dict[str, Any]:
    return {"command": PROGRAM, "args": ["mcp"]}


# -- the manual page -------------------------------------------------------------------------


def manual(version: str) -> str:
    """Return mem-md(1), in the macros of man(7): each command with its options, in help's order."""
    from memory_md_cli.main import program
    from typer.main import get_command

    top = get_command(program())
    about, _, rest = (top.help or "").partition("\n\n")
    return "\n".join(
        (
            '.\\" Made by make docs from the commands.',
            f'.TH MEM\\-MD 1 "" "memory\\-md {version}" "User Commands"',
            ".SH NAME",
            "mem\\-md, mem \\- " + _roff(about[0].lower() + about[1:].rstrip(".")),
            ".SH SYNOPSIS",
            ".B mem\\-md",
            "[\\fB\\-\\-root\\fR \\fIDIR\\fR] \\fICOMMAND\\fR [\\fIARGUMENT\\fR]...",
            ".SH DESCRIPTION",
            *_paragraphs(rest),
            "The command is called \\fBmem\\fR as well.",
            ".SH OPTIONS",
            *_options(top),
            ".SH COMMANDS",
            *(line for name, command in _commands(top) for line in _command(name, command)),
            ".SH ENVIRONMENT",
            ".TP",
            ".B MEM_ROOT",
            "The directory that holds the memory, if \\fB\\-\\-root\\fR does not name it.",
            ".SH FILES",
            ".TP",
            ".I learnings.md",
            "The entries, one line each.",
            ".TP",
            ".I .mem/config.yaml",
            "The settings, each of them optional.",
            "",
        )
    )


def _commands(top: Any) -> Iterator[tuple[str, Any]]:
    """Yield the commands that help lists, those of a group under its name."""
    for name in top.list_commands(None):
        group = top.commands[name]
        for word, command in getattr(group, "commands", {"": group}).items():
            yield f"{name} {word}".strip(), command


def _command(name: str, command: Any) -> Iterator[str]:
    arguments = (p.metavar or p.name.upper() for p in command.params if not _is_option(p))
    yield f".SS mem {_roff(name)} {_roff(' '.join(arguments))}".rstrip()
    yield from _paragraphs((command.help or "").partition("\n\n")[0])
    yield from _options(command)


def _options(command: Any) -> Iterator[str]:
    for option in filter(_is_option, command.params):
        if option.hidden or not option.help:
            continue
        names = ", ".join(f"\\fB{_roff(name)}\\fR" for name in option.opts)
        value = "" if option.is_flag else f" \\fI{_roff(option.metavar or option.name.upper())}\\fR"
        yield from (".TP", names + value, _roff(" ".join(option.help.split())))


def _is_option(param: Any) -> bool:
    return bool(param.opts and param.opts[0].startswith("-"))


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the lines of a text; what a form feed or backspace marks keeps its line ends."""
    for index, part in enumerate(filter(None, re.split(r"\n\s*\n", text.strip()))):
        if index:
            yield ".PP"
        lines = part.split("\n")
        if lines[0] == "\b":
            yield from (".nf", *map(_roff, lines[1:]), ".fi")
        else:
            yield from map(_roff, lines)


def _roff(text: str) -> str:
    """Return a text as it is to be seen: no escapes, no macros at a line's start."""
    text = text.rstrip().replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    text = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in text)
    return f"\\&{text}" if text[:1] in (".", "'") else text
