"""What programs and catalogues read: made from one source, up to date, and valid by its schema.

Where the schemas come from stands in `schemas/README.md`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from docs.generate import packaging
from memory_md import __version__

from ..conftest import Mem
from ..source import ROOT
from .schema import faults

FEATURE = "packaging/devcontainer/memory-md"
VALID = {
    ".claude-plugin/marketplace.json": "claude-code-marketplace",
    "packaging/claude-code/.claude-plugin/plugin.json": "claude-code-plugin",
    "packaging/claude-code/hooks/hooks.json": "hooks",
    "packaging/gemini/gemini-extension.json": "gemini-extension",
    "packaging/gemini/hooks/hooks.json": "hooks",
    "packaging/server.json": "mcp-server",
    f"{FEATURE}/devcontainer-feature.json": "devcontainer-feature",
    ".pre-commit-hooks.yaml": "pre-commit-hooks",
    "action.yml": "github-action",
}


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("schema", [*sorted(set(VALID.values())), "sarif-2.1.0"])
def test_a_schema_can_fail(schema: str) -> None:
    assert faults({"no-such": "member"}, schema)


@pytest.mark.parametrize("name", VALID)
def test_a_file_is_valid_by_its_schema(name: str) -> None:
    assert not faults(yaml.safe_load(read(name)), VALID[name])  # JSON is YAML as well


@pytest.mark.parametrize("name", packaging.files())
def test_a_made_file_is_up_to_date(name: str) -> None:
    assert read(name) == packaging.files()[name], f"{name}: run `make docs`"


def test_versions_and_names_agree() -> None:
    assert packaging.files()["packaging/server.json"].count(f'"{__version__}"') == 2
    name = json.loads(read("packaging/server.json"))["name"]
    assert f"<!-- mcp-name: {name} -->" in read("README.md")
    assert f"default: {__version__}\n" in read("action.yml")


@pytest.mark.skipif(os.name == "nt", reason="the hooks of a plugin are for a POSIX shell")
@pytest.mark.parametrize(("agent", "folder"), [("claude-code", ".claude"), ("gemini", ".gemini")])
def test_a_plugins_hooks_are_those_that_install_writes(
    agent: str, folder: str, mem: Mem, repo: Path
) -> None:
    assert mem("init").code == 0
    assert mem("install", agent).code == 0
    installed = json.loads((repo / folder / "settings.json").read_text(encoding="utf-8"))
    assert installed == json.loads(read(f"packaging/{agent}/hooks/hooks.json"))


def test_the_skill_is_one_that_programs_find() -> None:
    path = "packaging/claude-code/skills/memory/SKILL.md"
    _, front, body = read(path).split("---\n", 2)
    about = yaml.safe_load(front)
    assert set(about) == {"name", "description", "license", "compatibility"}
    assert about["name"] == "memory", "it must be the name of its folder"
    assert len(about["description"]) <= 1024
    assert len(about["compatibility"]) <= 500
    assert len(body.split("\n")) < 100


def test_the_skill_names_only_commands_that_exist(mem: Mem) -> None:
    body = read("packaging/claude-code/skills/memory/SKILL.md")
    named = set(re.findall(r"`mem-md ([a-z]+)", body))
    assert len(named) > 4
    assert all(mem(word, "--help").code == 0 for word in named)


# -- the manual page ---------------------------------------------------------------------------


def test_the_manual_has_every_command_that_help_lists(mem: Mem) -> None:
    listed = re.findall(r"^  ([a-z][a-z-]*) {2,}[A-Z]", mem("--help").stdout, re.MULTILINE)
    page = read("packaging/mem-md.1")
    assert len(listed) > 20
    assert [name for name in listed if f".SS mem {name}" not in page] == []
    assert ".SS mem hook" not in page


def test_what_roff_would_read_as_its_own_is_escaped() -> None:
    for line in read("packaging/mem-md.1").split("\n"):
        assert line.isascii()
        assert "`" not in line
        assert not line.startswith("'")
        assert re.match(r"\.(TH|SH|SS|TP|PP|B|I|nf|fi|\\\")( |$)|[^.]|$", line), line


@pytest.mark.skipif(not shutil.which("groff"), reason="no groff here")
def test_the_manual_can_be_shown() -> None:
    ran = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", ROOT / "packaging/mem-md.1"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert ran.stderr == ""
    assert "mem-md" in ran.stdout


# -- the devcontainer feature ------------------------------------------------------------------

# Stands for every program that the script calls, and notes the call.
NOTING = '#!/bin/sh\necho "$(basename "$0") $*" >>"$CALLS"\n'


@pytest.mark.skipif(os.name == "nt", reason="a script for a container")
@pytest.mark.parametrize(
    ("options", "package"),
    [
        ({"VERSION": "latest", "EXTRAS": "tokens,mcp"}, "memory-md[tokens,mcp]"),
        ({"VERSION": "0.2.0", "EXTRAS": ""}, "memory-md==0.2.0"),
    ],
)
def test_the_feature_installs_what_its_options_say(
    options: dict[str, str], package: str, tmp_path: Path
) -> None:
    for name in ("python3", "mem-md", "ln"):
        (tmp_path / name).write_text(NOTING, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    script = read(f"{FEATURE}/install.sh").replace("/usr/local/share", str(tmp_path))
    python = tmp_path / "memory-md" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(NOTING, encoding="utf-8")
    python.chmod(0o755)
    calls = tmp_path / "calls"
    env = {"PATH": f"{tmp_path}:{os.defpath}", "CALLS": str(calls), **options}
    subprocess.run(["sh", "-c", script], env=env, check=True)
    lines = calls.read_text(encoding="utf-8").split("\n")
    assert [line.split()[-1] for line in lines if line.startswith("python -m pip")] == [package]
    assert "mem-md --version" in lines
