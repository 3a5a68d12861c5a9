"""Each command of `tests/cli/crash_driver.py` killed, and failing, at every one of its steps.

The suite tries each ninth step. `crashes.NAME` is one command.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

from ..cli import crash_driver


def main(names: list[str], *, seconds: float, seed: int, folder: Path, given: Path | None) -> int:
    """Break the commands of these names (all without names), however long it takes."""
    count = steps = 0
    for command, how in product(names or crash_driver.COMMANDS, ("kill", "fail")):
        with tempfile.TemporaryDirectory() as root:
            done = subprocess.run(
                [sys.executable, crash_driver.__file__, root, command, how, "1"],
                capture_output=True,
                check=False,
                encoding="utf-8",
            )
        if done.returncode:
            print(f"crashes: {command}, {how}: {done.stderr}")
            count += 1
            continue
        *faults, last = done.stdout.splitlines()
        print("".join(f"crashes: {fault}\n" for fault in faults), end="")
        count, steps = count + len(faults), steps + int(last)
    print(f"crashes: {steps} steps, {count} faults")
    return int(bool(count))
