"""The files that an entry is about, `paths=GLOB,…` in its comment: it is for no other task. Pure.

In a glob `,`, `%`, `>` and white space are percent-encoded, `{a,b}` is two globs, and a name
without signs is a file or a folder. Globs that match everything are no scope.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from ...base.path_match import ends_with_path, glob_matcher, is_glob, is_within
from ...base.regex import regex
from ..model.entry import Entry

KEY: Final = "paths"
_COMMA: Final = regex(r",(?![^{}]*\})")
_BRACES: Final = regex(r"\{([^{}]*)\}")
_MOST: Final = 64  # globs of an entry
_LONGEST: Final = 256  # characters of one


def scope_of(entry: Entry) -> tuple[str, ...]:
    """Return the globs of an entry; none where it is for any task."""
    return _read(dict(entry.extra).get(KEY, "")) if entry.extra else ()


@lru_cache(maxsize=1024)
def _read(written: str) -> tuple[str, ...]:
    from urllib.parse import unquote

    return globs([unquote(part) for part in _COMMA.split(written)] if written else [])


def globs(patterns: Iterable[str]) -> tuple[str, ...]:
    """Return each glob once, without braces; none at all where one of them matches everything."""
    found: dict[str, None] = {}
    for pattern in patterns:
        for one in _without_braces(pattern.strip().strip("\"'").replace("\\", "/")):
            glob = one.strip().removeprefix("./")
            if glob and not glob.strip("*/."):
                return ()
            if glob and len(glob) <= _LONGEST and len(found) < _MOST:
                found[glob] = None
    return tuple(found)


def written_globs(patterns: Iterable[str]) -> Iterator[str]:
    """Yield the globs of texts that may hold several, separated by commas."""
    for pattern in patterns:
        yield from _COMMA.split(pattern)


def _without_braces(pattern: str) -> Iterator[str]:
    pieces = _BRACES.split(pattern)
    if not 1 < len(pieces) < 8:
        yield pattern
        return
    parts = [piece.split(",") if place % 2 else [piece] for place, piece in enumerate(pieces)]
    for number, chosen in enumerate(product(*parts)):
        if number < _MOST:
            yield "".join(chosen)


def as_value(scope: Sequence[str]) -> str:
    """Return the globs as they stand in a comment."""
    return ",".join(map(_encoded, scope))


def _encoded(glob: str) -> str:
    for sign in "%, >\t{}":
        glob = glob.replace(sign, f"%{ord(sign):02X}")
    return glob.replace("--", "-%2D")


def is_in_scope(path: str, scope: Iterable[str]) -> bool:
    """Return whether a file, or a folder, is one that a scope is about."""
    return any(_fits(path, glob) for glob in scope)


def _fits(path: str, glob: str) -> bool:
    if not is_glob(glob):
        bare = glob.strip("/")
        return is_within(path.strip("/"), bare) or ("/" not in bare and ends_with_path(path, bare))
    return glob_matcher(glob + "**" * glob.endswith("/"))(path)
