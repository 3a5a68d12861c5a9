"""The console blocks of README and the guide, run as they stand, each in a fresh repository."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import ROOT

DOCS = [path for path in (ROOT / "README.md", ROOT / "docs/guide.md") if path.exists()]
BLOCK = re.compile(r"(<!-- test: skip [^\n]*-->\n)?```console\n(.*?)^```", re.DOTALL | re.MULTILINE)


def steps(text: str) -> Iterator[tuple[str, str]]:
    """Each command of the blocks that are run, with what is printed below it."""
    for skip, block in BLOCK.findall(text):
        for step in [] if skip else block.split("$ ")[1:]:
            command, _, printed = step.partition("\n")
            yield command, printed


def pattern(printed: str) -> str:
    """A line "…" stands for any lines, and "…" at the end of a line for its rest."""
    lines = []
    for line in printed.splitlines():
        rest = line.removesuffix("…")
        lines.append(
            r"(?:.*\n)*?"
            if line == "…"
            else re.escape(rest) + (".*" if rest != line else "") + "\n"
        )
    return "".join(lines) + r"(?:.*\n)*?" * printed.endswith("…\n")


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_what_a_document_shows_is_what_happens(path: Path, repo: Path) -> None:
    shutil.copytree(ROOT / "examples", repo / "examples")
    for name in ("src/auth/jwt.py", "src/config.py", "src/jobs/nightly.py", "tests/test_auth.py"):
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).touch()
    for command, printed in steps(path.read_text(encoding="utf-8")):
        run = ["bash", "-c", command]
        done = subprocess.run(run, cwd=repo, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done
        assert re.fullmatch(pattern(printed), done.stdout), (command, done.stdout)


@pytest.mark.parametrize("path", [ROOT / "README.md", *(ROOT / "docs").glob("*.md")], ids=str)
def test_a_link_of_a_document_leads_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_settings_of_the_reference_are_those_of_the_program() -> None:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs/generate.py")
    assert spec
    assert spec.loader
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    text = generate.REFERENCE.read_text(encoding="utf-8")
    assert generate.with_settings(text) == text


def test_the_reference_names_each_finding() -> None:
    text = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "memory_md").rglob("*.py")]
    codes = {
        code
        for source in sources
        for code in re.findall(r'_(?:finding|fixable)\(\s*"([a-z-]+)"', source)
        + re.findall(r'\bProblem\(\s*"([a-z-]+)"', source)
    }
    assert {code for code in codes if f"`{code}`" not in text} == set()
