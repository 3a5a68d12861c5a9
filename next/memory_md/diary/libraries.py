"""The libraries that the manifests of a repository name."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ..base.errors import MemError
from ..files.reading import read_bytes
from ..git.process import ask_git

_MANIFEST: Final = re.compile(
    r"(?:.*/)?(?:requirements[^/]*\.txt|package\.json|(?:pyproject|Cargo)\.toml|go\.mod)"
)
_MOST: Final = 200  # manifests
# A line of requirements or of go.mod: github.com/nats-io/nats.go is nats.
_LINE: Final = re.compile(
    r"(?m)^[ \t]*(?:require[ \t]+)?(?:[\w.-]+/)*?([A-Za-z][\w.-]*?)(?:\.go|\.v\d+)?(?:/v\d+)?"
    r"[ \t]*(?=$|[\[<>=~!;@#,\r]|v\d)"
)


def library_names(root: Path) -> set[str]:
    """Return the names of the libraries; of a manifest that cannot be read none."""
    listed = ask_git(root, ["ls-files", "-zco", "--exclude-standard"]) or ""
    found: set[str] = set()
    for name in [name for name in listed.split("\0") if _MANIFEST.fullmatch(name)][:_MOST]:
        try:
            text = (read_bytes(root / name, root, name=name) or b"").decode("utf-8", "replace")
            found.update(_named(name, text))
        except (MemError, ValueError, RecursionError):
            continue
    return found


def _named(name: str, text: str) -> Iterator[str]:
    if name.endswith(".json"):
        yield from _keys(json.loads(text), inside=False)
    elif name.endswith(".toml"):
        import tomllib

        yield from _keys(tomllib.loads(text), inside=False)
    else:
        yield from _LINE.findall(text)


def _keys(value: Any, *, inside: bool) -> Iterator[str]:
    """Yield the names in tables and lists that a key says are dependencies."""
    if isinstance(value, list) and inside:
        yield from _LINE.findall("\n".join(map(str, value)))
    for key, one in value.items() if isinstance(value, dict) else ():
        if inside and not isinstance(one, list):
            yield key
        else:
            yield from _keys(one, inside=inside or "dependenc" in key.casefold())
