"""Whether a path is meant by a pattern, as in .gitignore, with braces.

    *  ?  [a-z]  [!a]     within one folder
    **                    any folders, where it stands between slashes
    {a,b}                 either; nested ones too
    name, *.py            without a slash: that name in any folder
    src/auth, docs/       a folder means all that is below it; with a slash at the end only that

Paths and patterns have forward slashes and are relative to the root; `./` and `/` before them are
nothing. The time is at most the product of both lengths, whatever the wildcards.
"""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import islice
from typing import Final

_LONGEST: Final = 1024  # characters; no path in a work tree has more
_MOST: Final = 64  # that the braces of a pattern stand for
_BRACES: Final = re.compile(r"\{([^{}]*,[^{}]*)\}")  # the innermost


def path_matches(path: str, pattern: str) -> bool:
    """Return whether the path fits the pattern; False where one is too long or empty."""
    if not path or max(len(path), len(pattern)) > _LONGEST:
        return False
    parts = path.removeprefix("./").lstrip("/").split("/")
    return any(_fits(parts, segments) for segments in _alternatives(pattern))


def expanded(pattern: str) -> list[str]:
    """Return what a pattern with braces stands for, with each of their members; the first 64."""
    return list(islice(_expanded(pattern), _MOST))


def _expanded(pattern: str) -> Iterator[str]:
    found = _BRACES.search(pattern)
    if not found:
        yield pattern
        return
    for member in found[1].split(","):
        yield from _expanded(pattern[: found.start()] + member.strip() + pattern[found.end() :])


@lru_cache(maxsize=512)
def _alternatives(pattern: str) -> list[tuple[str, ...]]:
    return [segments for one in expanded(pattern) if (segments := _segments(one))]


def _segments(pattern: str) -> tuple[str, ...]:
    bare = pattern.removeprefix("./").replace("[^", "[!")
    names = [name for name in bare.split("/") if name]
    if not names:
        return ()
    anywhere = "/" not in bare.rstrip("/")
    if bare.endswith("/") or names[-1] == "**":
        names += ["**", "*"]
    elif not any(sign in names[-1] for sign in "*?["):
        names.append("**")
    return ("**", *names) if anywhere else tuple(names)


def _fits(parts: list[str], segments: tuple[str, ...]) -> bool:
    """Match part by part; behind a `**` the first place that fits is as good as any later one."""
    at = segment = retry = 0
    last = -1
    while at < len(parts):
        if segment < len(segments) and segments[segment] == "**":
            last, retry, segment = segment, at, segment + 1
        elif segment < len(segments) and fnmatchcase(parts[at], segments[segment]):
            at, segment = at + 1, segment + 1
        elif last >= 0:
            retry += 1
            at, segment = retry, last + 1
        else:
            return False
    return all(name == "**" for name in segments[segment:])
