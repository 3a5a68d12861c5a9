"""`make demo`: from an agent's work to its next prompt, with the installed `mem`."""

from __future__ import annotations

import os
import subprocess

import pytest

from .conftest import ROOT

FACT = "Gotcha: PyJWT checks `exp` only when the claim is present"
TITLES = (
    "# A repository gets a memory",
    "# It learns: ",
    "# What it knows are plain files",
    "# It reminds: ",
)


@pytest.mark.skipif(os.name == "nt", reason="a script of bash")
def test_the_demo_learns_and_reminds() -> None:
    done = subprocess.run(
        ["bash", str(ROOT / "examples" / "demo.sh")],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "Traceback" not in done.stdout
    places = [done.stdout.index(f"\n{title}") for title in TITLES]
    assert places == sorted(places)
    made, learned, files, reminded = (
        done.stdout[start:end] for start, end in zip(places, [*places[1:], None], strict=True)
    )
    assert "created learnings.md" in made
    assert FACT in learned
    assert FACT in files
    assert '"type": "decision_file"' in files
    assert "## Workspace Learnings" in reminded
    assert FACT.removeprefix("Gotcha: ") in reminded
