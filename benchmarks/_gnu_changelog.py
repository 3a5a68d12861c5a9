"""A GNU ChangeLog as a history: which files and functions each change touched, oldest first.

Most are made from a git log, and they name functions, which is rare: `* src/a.c (f, g): Do this.`
Debian installs them as `/usr/share/doc/PACKAGE/changelog.gz`.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

_FILES = re.compile(r"\s+\* ([^:(\[<]{1,400})")
_NAMES = re.compile(r"\(([^()]{1,400})\)[^():]{0,80}:")
_CODE = re.compile(
    r"\.(?:c|cc|cpp|cxx|h|hh|hpp|py|pl|pm|sh|el|go|rs|js|ts|java|rb|php|lua|l|y|asm|S|m|tcl)$"
)

Change = tuple[tuple[str, ...], tuple[str, ...]]


def changes(path: Path) -> list[Change]:
    """(paths, functions as `path::name`) of each change, oldest first."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8", "replace")
    return [change for block in _blocks(text) if (change := _change(block))[0]][::-1]


def _blocks(text: str) -> Iterator[list[str]]:
    """The lines of one change: it ends at the next date, and where prose opens a paragraph."""
    block: list[str] = []
    blank = False
    for line in text.split("\n"):
        stripped = line.strip()
        prose = blank and stripped and not stripped.startswith(("*", "("))
        if (line[:1].strip() or prose) and block:
            yield block
            block = []
        if stripped:
            block.append(line)
        blank = not stripped
    yield block


def _change(block: list[str]) -> Change:
    paths: dict[str, None] = {}
    functions: dict[str, None] = {}
    here: list[str] = []
    for line in block:
        named = _FILES.match(line)
        if named:
            here = [name for name in re.split(r"[,\s]+", named[1]) if "." in name.strip(".")]
            paths |= dict.fromkeys(here)
        elif not line.strip().startswith("("):
            continue
        for names in _NAMES.findall(line):
            for name in re.split(r"[,\s]+", names):
                for path in here if name.isidentifier() else ():
                    if _CODE.search(path):
                        functions[f"{path}::{name}"] = None
    return tuple(paths), tuple(functions)
