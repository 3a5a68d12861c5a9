"""Writes the weights that a training found where the program reads them."""

import json
import zlib
from collections.abc import Mapping
from pathlib import Path


def write_weights(path: Path, named: Mapping[str, float], rest: bytes = b"") -> None:
    """Write weights by name and others as bytes, so that `tables.weights` reads them."""
    line = json.dumps(named, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    path.write_bytes(zlib.compress(line.encode() + b"\n" + rest, 9))
