"""Where the project lay when a session that does not say so was recorded. Pure.

An export of SpecStory names files by their absolute paths and never a directory; read on another
machine, or in another clone, none of them would be the project's.
"""

from collections.abc import Callable, Iterator
from typing import Final

from ..base.path_match import is_absolute
from .model.events import Edit, Event, Session

_LEAST: Final = 2  # parts of a path that are enough to know a file by
_MOST_TRIED: Final = 200  # edits of files that are not here


def with_checkout(
    events: Iterator[Event], exists: Callable[[str], bool], root: str
) -> Iterator[Event]:
    """Yield the events, and as soon as an edited file tells it, the directory of the session.

    That is what stands before the longest end of the file's path that `exists` below the root.
    Where the source names a directory, or has edited a file below the root, that holds.
    """
    tries = _MOST_TRIED
    for event in events:
        if isinstance(event, Session) and event.cwd:
            tries = 0
        elif tries and isinstance(event, Edit) and is_absolute(event.path):
            if is_absolute(event.path, below=root):
                tries = 0
            elif base := _base(event.path, exists):
                yield Session(event.line, cwd=base)
                tries = 0
            else:
                tries -= 1
        yield event


def _base(path: str, exists: Callable[[str], bool]) -> str:
    parts = path.replace("\\", "/").split("/")
    for place in range(2, len(parts) - _LEAST + 1):
        if exists("/".join(parts[place:])):
            return "/".join(parts[:place])
    return ""
