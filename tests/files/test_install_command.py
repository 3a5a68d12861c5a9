"""The command that installs an extra, for each tool that `mem` may be installed with."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_md.files.install_command import install_command


@pytest.mark.parametrize(
    ("folder", "config", "command"),
    [
        (".venv", "home = /usr/bin\n", 'pip install "memory-md[mcp]"'),
        (".venv", "uv = 0.5.1\n", 'uv pip install "memory-md[mcp]"'),
        ("share/uv/tools/memory-md", "uv = 0.5.1\n", 'uv tool install "memory-md[mcp]"'),
        ("pipx/venvs/memory-md", "", 'pipx install --force "memory-md[mcp]"'),
    ],
)
def test_the_command_is_that_of_the_tool(
    tmp_path: Path, folder: str, config: str, command: str
) -> None:
    prefix = tmp_path / folder
    prefix.mkdir(parents=True)
    (prefix / "pyvenv.cfg").write_text(config, encoding="utf-8")
    assert install_command("mcp", str(prefix)) == command
