"""`python -m tests.torture [PART…] [--seconds N] [--seed N]`: all parts, or those named.

A part is a module beside this one; `fuzz.NAME` and `faults.NAME` are one parser, one command.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
from pathlib import Path

PARTS = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))


def main() -> int:
    """Run them; 1 if something was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=60.0, help="for each part")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--input", type=Path, help="one input for a parser, as it was saved")
    parser.add_argument("--folder", type=Path, help="where what failed is kept")
    said = parser.parse_args()
    folder = said.folder or Path(tempfile.mkdtemp(prefix="mem-torture-"))
    wanted: dict[str, list[str]] = {}
    for part in said.parts or PARTS:
        name, _, inner = part.partition(".")
        if name not in PARTS:
            parser.error(f"no part {name}; there are: {', '.join(PARTS)}")
        wanted.setdefault(name, []).extend([inner] if inner else [])
    code = 0
    for name, inner in wanted.items():
        module = importlib.import_module(f".{name}", __package__)
        code = max(
            code,
            module.main(
                inner, seconds=said.seconds, seed=said.seed, folder=folder, given=said.input
            ),
        )
    return code


if __name__ == "__main__":
    sys.exit(main())
