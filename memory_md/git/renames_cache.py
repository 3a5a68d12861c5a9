"""Answers of git about missing paths, kept in `.mem/local/git.json`: asking again costs more.

The answers hold for one commit, and those that the index has a part in for one state of it. Those
of the last commits are kept, so that going back to a branch costs nothing. It may be deleted.
"""

import contextlib
from collections.abc import Mapping
from typing import Final

from msgspec import Struct, convert, field, to_builtins

from ..files.layout import Layout
from ..files.local_folder import erase_local, keep_local, read_local

_FILE: Final = "git.json"
_MOST_BYTES: Final = 1 << 20
_COMMITS: Final = 4
MOST_PATHS: Final = 1000  # of one commit

# What each path is called, None where git never had it.
Names = Mapping[str, str | None]


class Answers(Struct, frozen=True):
    """For one commit what the history says, and for one state of the index what both say."""

    commit: str
    index: str
    ends: Names = field(default_factory=dict)
    names: Names = field(default_factory=dict)


def load(layout: Layout, commit: str, index: str) -> Answers:
    """Return the answers that hold there; none where there are none, or they cannot be read."""
    found = next((one for one in _kept(layout) if one.commit == commit), Answers(commit, index))
    return found if found.index == index else Answers(commit, index, found.ends)


def latest(layout: Layout) -> Answers | None:
    """Return the answers that were saved last, for whatever commit."""
    return next(iter(_kept(layout)), None)


def save(layout: Layout, answers: Answers) -> None:
    """Keep the answers where there is a `.mem`. Best effort: write errors are ignored."""
    import json

    new = Answers(answers.commit, answers.index, _newest(answers.ends), _newest(answers.names))
    others = [one for one in _kept(layout) if one.commit != answers.commit]
    kept = to_builtins([new, *others[: _COMMITS - 1]])
    data = json.dumps(kept, separators=(",", ":")).encode("ascii")
    if len(data) <= _MOST_BYTES and data != read_local(layout, _FILE):
        keep_local(layout, _FILE, data)


def erase(layout: Layout) -> None:
    """Forget all answers, and with them every path that an entry named. Raises MemError."""
    erase_local(layout, _FILE)


def _kept(layout: Layout) -> list[Answers]:
    with contextlib.suppress(ValueError, RecursionError):
        if data := read_local(layout, _FILE):
            import json  # it alone reads half a character

            return convert(json.loads(data), list[Answers])
    return []


def _newest(names: Names) -> dict[str, str | None]:
    return dict([*names.items()][-MOST_PATHS:])
