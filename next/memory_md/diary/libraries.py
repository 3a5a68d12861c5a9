"""The libraries that the manifests of a repository name."""

import json
import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from ..base.errors import MemError
from ..files.reading import read_bytes

_MANIFEST: Final = re.compile(
    r"requirements.*\.txt|package\.json|(?:pyproject|Cargo)\.toml|go\.mod"
)
_SKIPPED: Final = frozenset((".git", ".venv", "node_modules", "vendor", "target", "dist"))
_MOST: Final = 200  # files of a folder, manifests
_NAME: Final = re.compile(r"(?m)^[ \t]*([A-Za-z][\w.-]*)[ \t]*(?=$|[\[<>=~!;@#,\r])")
_GO: Final = re.compile(r"(?m)^[ \t]*(?:require[ \t]+)?[\w.-]+\.\w+/([\w./-]+?)(?:/v\d+)?[ \t]+v\d")


def library_names(root: Path) -> set[str]:
    """Return the names of the libraries; of a manifest that cannot be read none."""
    found: set[str] = set()
    for path in islice(_manifests(root, 2), _MOST):
        try:
            data = read_bytes(path, root, name=path.name) or b""
            found.update(_named(path.suffix, data.decode("utf-8", "replace")))
        except (MemError, ValueError, RecursionError):
            continue
    return found


def _manifests(folder: Path, depth: int) -> Iterator[Path]:
    """Yield the manifests of a folder and of those below it, as in a monorepo."""
    try:
        with os.scandir(folder) as items:
            found = sorted(islice(items, _MOST), key=lambda item: item.name)
    except OSError:
        return
    for item in found:
        if _MANIFEST.fullmatch(item.name):
            yield folder / item.name
        elif depth and item.name not in _SKIPPED and item.is_dir(follow_symlinks=False):
            yield from _manifests(folder / item.name, depth - 1)


def _named(suffix: str, text: str) -> Iterator[str]:
    if suffix == ".json":
        yield from _keys(json.loads(text), inside=False)
    elif suffix == ".toml":
        import tomllib

        yield from _keys(tomllib.loads(text), inside=False)
    elif suffix == ".mod":  # github.com/nats-io/nats.go is nats
        yield from (re.sub("[.-]go$", "", path.rpartition("/")[2]) for path in _GO.findall(text))
    else:
        yield from _NAME.findall(text)


def _keys(value: Any, *, inside: bool) -> Iterator[str]:
    """Yield the names in tables and lists that a key says are dependencies."""
    if isinstance(value, list) and inside:
        yield from _NAME.findall("\n".join(filter(lambda item: isinstance(item, str), value)))
    for key, one in value.items() if isinstance(value, dict) else ():
        if inside and not isinstance(one, list):
            yield key
        else:
            yield from _keys(one, inside=inside or "dependenc" in key.casefold())
