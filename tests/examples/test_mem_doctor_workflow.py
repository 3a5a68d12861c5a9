"""`examples/github/mem-doctor.yml`: it may do little, and its steps do what they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import yaml

from memory_md import __version__
from memory_md.base.settings import Paths

from ..source import ROOT

FILE = ROOT / "examples" / "github" / "mem-doctor.yml"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="its steps are for Ubuntu")


@pytest.fixture(scope="module")
def workflow() -> dict[Any, Any]:
    loaded = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def steps(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    (job,) = workflow["jobs"].values()
    return list(job["steps"])


def run_steps(workflow: dict[Any, Any], tmp_path: Path, root: str) -> tuple[int, str, str]:
    """Run the steps' shell as GitHub does; the last exit code, its output, what pip was asked."""
    asked = tmp_path / "asked"
    pip = tmp_path / "bin" / "pip"
    pip.parent.mkdir(exist_ok=True)
    pip.write_text(f'#!/bin/sh\necho "$@" >{asked}\n', encoding="utf-8")
    pip.chmod(0o755)
    path = f"{pip.parent}{os.pathsep}{os.environ['PATH']}"
    code, said = 0, ""
    for step in steps(workflow):
        if "run" not in step:
            continue
        script = tmp_path / "step"
        script.write_text(step["run"], encoding="utf-8")
        shells = {"bash": ["bash", "-e"], "python": [sys.executable]}
        done = subprocess.run(
            [*shells[step.get("shell", "bash")], str(script)],
            env={**os.environ, "PATH": path, "MEM_ROOT": root, "LANG": "C"},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )
        code, said = done.returncode, done.stdout
        assert "Traceback" not in done.stderr
        if code:
            break
    return code, said, asked.read_text(encoding="utf-8").strip()


def test_it_may_read_the_repository_and_nothing_else(workflow: dict[Any, Any]) -> None:
    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow[True]) == {"pull_request"}  # to YAML 1.1, `on` is a truth value
    assert not any("permissions" in job for job in workflow["jobs"].values())
    assert "secrets" not in FILE.read_text(encoding="utf-8")
    assert workflow["concurrency"]["cancel-in-progress"] is True
    (checkout,) = (step for step in steps(workflow) if "checkout" in step.get("uses", ""))
    assert checkout["with"]["persist-credentials"] is False


def test_nothing_it_uses_can_change_under_it(workflow: dict[Any, Any]) -> None:
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert len(used) == 2
    assert all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", name) for name in used)
    # What a pull request can name must not become a part of a script.
    assert not any("${{" in step.get("run", "") for step in steps(workflow))


def test_it_looks_at_every_file_of_the_memory(workflow: dict[Any, Any]) -> None:
    globs = [glob.removeprefix("**/") for glob in workflow[True]["pull_request"]["paths"]]
    paths = Paths()
    files = [paths.learnings, paths.relationships, f"{paths.diary}/index.md", paths.archive]
    for file in (*files, ".mem/config.yaml", ".mem/callgraph.json", ".gitattributes"):
        assert any(fnmatchcase(file, glob) for glob in globs), file


def test_a_sound_memory_passes_without_a_word(
    workflow: dict[Any, Any], repo: Path, tmp_path: Path
) -> None:
    (repo / "learnings.md").write_text("# Learnings\n\n- Tests need redis\n", encoding="utf-8")
    code, said, asked = run_steps(workflow, tmp_path, ".")
    assert (code, said) == (0, "")
    assert asked.split()[0] == "install"
    assert asked.split()[-1] == f"memory-md=={__version__}", "the example installs another version"


def test_each_finding_stands_beside_its_line_and_starts_no_other_command(
    workflow: dict[Any, Any], repo: Path, tmp_path: Path
) -> None:
    root = repo / "a, b: c%"
    (root / ".mem").mkdir(parents=True)
    (root / ".mem/config.yaml").write_text('"x\\n::warning::50%": 1\n', encoding="utf-8")
    (root / "learnings.md").write_text("- fine\n- Grüße <!-- mem:x -->\n", encoding="utf-8")
    code, said, _ = run_steps(workflow, tmp_path, root.name)
    assert code == 1
    lines = said.splitlines()
    command = re.compile(
        r"::(error|warning) file=[^:,]+(,line=[1-9]\d*)?,title=[^:,]+::.+%0Ahint: .+"
    )
    assert [line for line in lines if not command.fullmatch(line)] == []
    folder = "::error file=a%2C b%3A c%25"
    assert any(line.startswith(f"{folder}/learnings.md,line=2,") for line in lines)
    (config,) = (line for line in lines if line.startswith(f"{folder}/.mem/config.yaml,"))
    assert "50%25" in config


def test_a_memory_that_is_not_there_fails_without_a_traceback(
    workflow: dict[Any, Any], repo: Path, tmp_path: Path
) -> None:
    code, said, _ = run_steps(workflow, tmp_path, "nowhere")
    assert (code, said) == (2, "")
