"""Which file belongs to a row of the diary's index, and what a new one is called.

By the row's own link; else a file named in its summary; else `DATE-ID*.md`; else `*ID*.md`, where
`TECH-22` is not in `TECH-221`. Pure: the files that there are come as an argument.
"""

import posixpath
import re
from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import Final

from ...base.regex import regex
from ..model import DiaryEntry

_TASK: Final = regex(r"\btasks?[ _-]?(\d{1,4})", re.IGNORECASE)
_UNSAFE: Final = regex(r"(?:[^\w.]|\.{2,})+")
_ID_CHARS: Final = 100
_TYPE_CHARS: Final = 40


def files_of_row(
    entry: DiaryEntry, link: str, names: Sequence[str], folder: str
) -> tuple[str, ...]:
    """The files of a row, the likeliest first; all relative to the root.

    `link` is where the row leads, `names` are the files in the diary's `folder`.
    """
    known = set(names)
    if link:
        path = posixpath.normpath(link.replace("\\", "/").lstrip("/"))
        beside = posixpath.normpath(f"{folder}/{path}")
        if beside in known and path not in known:
            return (beside,)
        if not path.startswith(".."):
            return (path,)
    for path in entry.files:
        for candidate in (path, f"{folder}/{path}"):
            if candidate in known and path.casefold().endswith(".md"):
                return (candidate,)
    return _by_name(entry, names) if entry.id else ()


def _by_name(entry: DiaryEntry, names: Sequence[str]) -> tuple[str, ...]:
    found = [name for name in names if is_named(posixpath.basename(name), entry.id)]
    first = f"{entry.date}-{entry.id}".casefold()
    dated = [name for name in found if posixpath.basename(name).casefold().startswith(first)]
    task = _TASK.search(entry.summary)

    def fit(name: str) -> tuple[bool, bool, str]:
        base = posixpath.basename(name).casefold()
        numbered = _TASK.search(base.replace("-", " "))
        same = bool(task and numbered and task[1] == numbered[1])
        return not same, not (entry.type and entry.type in base), name

    return tuple(sorted(dated or found, key=fit))


def is_named(name: str, id_: str) -> bool:
    """Whether a file's name holds an ID as a word of its own."""
    name, id_ = name.casefold(), id_.casefold()
    return id_ in name and bool(re.search(rf"(?<![^\W_]){re.escape(id_)}(?![^\W_])", name))


def file_name(date: str, id_: str, kind: str, taken: Iterable[str]) -> str:
    """A name for a new entry's file that is not `taken` yet, whatever its case."""
    parts = (id_[:_ID_CHARS], kind[:_TYPE_CHARS])
    safe = (_UNSAFE.sub("-", part).strip("-.") for part in parts)
    stem = "-".join([date, *filter(None, safe)])
    there = {name.casefold() for name in taken}
    names = chain((f"{stem}.md",), (f"{stem}-{number}.md" for number in count(2)))
    return next(name for name in names if name.casefold() not in there)
