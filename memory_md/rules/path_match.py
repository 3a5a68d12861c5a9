"""Whether a path is meant by what somebody wrote: its end on a `/` boundary, a folder, a glob.

Paths have forward slashes and are relative to the root. A pattern follows .gitignore: `*` and `?`
stay within one folder, `**` crosses folders, and a pattern without a slash fits at any depth.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

_GLOB: Final = re.compile(r"[*?]|\[[^\]]+\]")
_TOKEN: Final = re.compile(r"\*{2,}/?|\*|\?|\[[!^]?\]?[^\]]*\]|.", re.DOTALL)


def ends_with_path(path: str, end: str) -> bool:
    """Whether `end` is the path or its last parts: "auth/jwt.ts", never "wt.ts"."""
    end = end.strip("/")
    return bool(end) and (path == end or path.endswith(f"/{end}"))


def is_below(path: str, folder: str) -> bool:
    """Whether the path lies in that folder, or below it."""
    folder = folder.rstrip("/")
    return bool(folder) and path.startswith(f"{folder}/")


def is_glob(text: str) -> bool:
    """Whether a text can be meant as a pattern."""
    return bool(_GLOB.search(text))


def glob_matcher(pattern: str, *, anywhere: bool = False) -> Callable[[str], bool]:
    """A test whether paths fit the pattern; with `anywhere` their last parts may fit it alone."""
    expression = _compiled(pattern, anywhere)
    return lambda path: expression.fullmatch(path) is not None


@lru_cache(maxsize=64)
def _compiled(pattern: str, anywhere: bool) -> re.Pattern[str]:
    bare = pattern.removeprefix("./")
    anywhere = anywhere or "/" not in bare
    body = "".join(_translated(token) for token in _TOKEN.findall(bare.lstrip("/")))
    try:
        return re.compile(f"(?:.*/)?{body}" if anywhere else body, re.DOTALL)
    except re.error:  # such as a range that runs backwards, [z-a]
        return re.compile(re.escape(bare))


def _translated(token: str) -> str:
    if token.startswith("**"):
        return "(?:.*/)?" if token.endswith("/") else ".*"
    if token == "*":
        return "[^/]*"
    if token == "?":
        return "[^/]"
    if len(token) > 2 and token[0] == "[":
        inner = token[1:-1].replace("\\", r"\\").replace("[", r"\[")
        negated = inner[0] in "!^"
        inner = (inner[1:] if negated else inner).replace("^", r"\^")
        return f"[^/{inner}]" if negated else f"[{inner}]"
    return re.escape(token)
