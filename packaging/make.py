"""Make the files by which programs and catalogues find `mem`: `python packaging/make.py`.

They are the plugin of Claude Code with the marketplace that names it, the extension of Gemini CLI,
and the entry of the MCP registry. `OWNER` is the account that publishes them.
"""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memory_md.agents.settings_text import hooks_of, template

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "packaging"


def files() -> Iterator[tuple[Path, str]]:
    """Yield each file with its text."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version, about, home = project["version"], project["description"], project["urls"]["Homepage"]
    server = {"mem": {"command": "mem-md", "args": ["mcp"]}}
    mem = {"name": "mem", "version": version, "description": about}
    plugin = {**mem, "author": {"name": "The authors of memory-md"}, "homepage": home}
    skill = template("reflect_skill.md")
    claude, gemini = HERE / "claude-code", HERE / "gemini"
    yield claude / ".claude-plugin/plugin.json", text({**plugin, "license": "MIT"})
    yield claude / ".mcp.json", text({"mcpServers": server})
    yield claude / "hooks/hooks.json", text({"hooks": hooks_of("claude-code", is_user=False)})
    yield claude / "skills/mem-reflect/SKILL.md", skill
    yield gemini / "gemini-extension.json", text({**mem, "mcpServers": server})
    yield gemini / "hooks/hooks.json", text({"hooks": hooks_of("gemini", is_user=False)})
    yield gemini / "commands/mem-reflect.toml", template("reflect_command.toml")
    source = {"name": "mem", "source": "./packaging/claude-code", "description": about}
    yield (
        ROOT / ".claude-plugin/marketplace.json",
        text({"name": "memory-md", "owner": plugin["author"], "plugins": [source]}),
    )
    mcp = project["optional-dependencies"]["mcp"][0]
    package: dict[str, Any] = {"registryType": "pypi", "identifier": "memory-md"}
    package |= {"version": version, "runtimeHint": "uvx", "transport": {"type": "stdio"}}
    package["runtimeArguments"] = [{"type": "named", "name": "--with", "value": mcp}]
    package["packageArguments"] = [{"type": "positional", "value": "mcp"}]
    owner = home.split("/")[3]
    entry = {"name": f"io.github.{owner}/memory-md", "description": about, "version": version}
    entry["repository"] = {"url": home, "source": "github"}
    schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
    yield HERE / "server.json", text({"$schema": schema, **entry, "packages": [package]})


def text(value: Any) -> str:
    """Return JSON as it is written here."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path, content in files():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
