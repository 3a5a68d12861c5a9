"""Run one benchmark: `python -m benchmarks NAME …`; without a name, list them."""

import sys
from importlib import import_module
from pathlib import Path

names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem[0] != "_")
if len(sys.argv) < 2 or sys.argv[1] not in names:
    sys.exit(f"usage: python -m benchmarks {'|'.join(names)} …")
import_module(f"benchmarks.{sys.argv[1]}").main(sys.argv[2:])
