"""The laws of the suite on ten times as many random documents as `make test` tries, and others.

`properties.WORD` is the tests whose names hold that word.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def main(names: list[str], *, seconds: float, seed: int, folder: Path, given: Path | None) -> int:
    """Run every test of Hypothesis (or those named), however long it takes."""
    words = ["-k", " or ".join(names)] if names else []
    command = [sys.executable, "-m", "pytest", "-m", "hypothesis", "-n", "auto", *words]
    environment = {**os.environ, "HYPOTHESIS_PROFILE": "longer"}
    return subprocess.run(
        [*command, f"--hypothesis-seed={seed}"],
        cwd=Path(__file__).parents[2],
        env=environment,
        check=False,
    ).returncode
