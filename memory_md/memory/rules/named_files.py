"""Which files of the repository an entry names, and whether all of them have gone.

Cautious: only what is plainly a path counts, or a fact would be lost over a word with a dot.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from ...base.path_match import FILE_EXTENSIONS
from ...base.regex import regex
from ..model.entry import FILE_LISTS, Entry, listed_paths, scope_parts

_PATH: Final = regex(
    r"(?:\./)?((?:[\w.@+()\[\]-]{1,100}/){0,30}[\w.@+()\[\]-]{1,100}\.([A-Za-z][A-Za-z0-9]{0,11}))"
    r"(?::\d+(?:-\d+)?(?::\d+)?|#L\d+(?:-L?\d+)?)?",
)
# Built, installed or ignored: absent from a fresh checkout without being gone.
_UNTRACKED: Final = frozenset(
    ("node_modules", "dist", "build", "out", "target", "vendor", "coverage", ".venv", "venv", "tmp")
) | frozenset(("__pycache__", ".next", ".git", "site-packages"))
_HOST: Final = regex(r"(?:[\w-]+\.)+[a-z]{2,}", re.IGNORECASE)
_DOT_FILE: Final = regex(r"\.\w+")
_CODE: Final = regex(r"`([^`\n]{1,300})`")


def named_files(entry: Entry) -> Sequence[str]:
    """The files an entry names, each once, in their order."""
    if entry.kind == "scope":
        path, _ = scope_parts(entry.text)
        return [path] if path else []
    if entry.kind == "modified_files":
        return list(dict.fromkeys(listed_paths(entry.text)))
    return _named_in(entry.text)


# Whether they are there and what a task has to do with them is asked one after the other.
@lru_cache(maxsize=16_384)
def _named_in(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(named_paths(text))) if "." in text else ()


def is_stale(entry: Entry, exists: Callable[[str], bool], named: Sequence[str]) -> bool:
    """Whether the entry names files, these, and none of them `exists`.

    A bare file name may lie in any folder, so it cannot make an entry stale; it can save one.
    """
    if entry.kind in FILE_LISTS:
        return bool(named) and not any(map(exists, named))
    return any("/" in path for path in named) and not any(map(exists, named))


def named_paths(text: str) -> Iterator[str]:
    """The repository-relative files that `text` plainly names, in code spans or bare."""
    for span in _CODE.findall(text):
        yield from _paths_in(span)
    yield from _paths_in(_CODE.sub(" ", text))


def _paths_in(text: str) -> Iterator[str]:
    for token in text.replace("\\", "/").split():
        if "." not in token:
            continue
        found = _PATH.fullmatch(token.strip("\"'“”‘’«»*,;:!?").lstrip("([").rstrip(".)]"))
        if found and found[2].casefold() in FILE_EXTENSIONS and _is_ours(found[1]):
            yield found[1]


def _is_ours(path: str) -> bool:
    parts = path.split("/")
    if ".." in parts or _UNTRACKED.intersection(parts[:-1]):
        return False
    if len(parts) == 1:
        return not path.casefold().endswith(".org")  # more often a host than an outline
    # docs.example.com/guide.html is somewhere else; .github/ is ours.
    return not _HOST.fullmatch(parts[0]) or bool(_DOT_FILE.fullmatch(parts[0]))
