"""Answers of git about missing paths, kept in `.mem/local/git.json`: asking again costs more.

The answers hold for one commit, and those that the index has a part in for one state of it. Those
of the last commits are kept, so that going back to a branch costs nothing. It may be deleted.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct, field

from ..base.errors import MemError
from ..files import keep, read_bytes, resolve
from ..files.layout import Layout
from ..files.local_folder import make_local_folder

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
    for value in _kept(layout):
        if value.get("commit") == commit:
            names = _names(value.get("names")) if value.get("index") == index else {}
            return Answers(commit, index, _names(value.get("ends")), names)
    return Answers(commit, index)


def latest(layout: Layout) -> Answers | None:
    """Return the answers that were saved last, for whatever commit."""
    for value in _kept(layout)[:1]:
        commit, index = value.get("commit"), value.get("index")
        if isinstance(commit, str) and isinstance(index, str):
            return Answers(commit, index, _names(value.get("ends")), _names(value.get("names")))
    return None


def save(layout: Layout, answers: Answers) -> None:
    """Keep the answers where there is a `.mem`. Best effort: write errors are ignored."""
    if not layout.local.parent.is_dir():
        return
    new = {
        "commit": answers.commit,
        "index": answers.index,
        "ends": _newest(answers.ends),
        "names": _newest(answers.names),
    }
    others = [value for value in _kept(layout) if value.get("commit") != answers.commit]
    data = json.dumps([new, *others[: _COMMITS - 1]], separators=(",", ":")).encode("ascii")
    path = layout.local / _FILE
    with contextlib.suppress(OSError, MemError):
        if not layout.local.is_dir():
            make_local_folder(layout)
        if len(data) <= _MOST_BYTES and data != read_bytes(path, layout.tree, name=path.name):
            keep(path, layout.tree, data, name=path.name)


def erase(layout: Layout) -> None:
    """Forget all answers, and with them every path that an entry named. Raises MemError."""
    path = layout.local / _FILE
    resolve(path, layout.tree, path.name).unlink(missing_ok=True)


def _kept(layout: Layout) -> list[dict[str, Any]]:
    with contextlib.suppress(MemError, ValueError, RecursionError):
        data = read_bytes(layout.local / _FILE, layout.tree, name=_FILE) or b"[]"
        if len(data) <= _MOST_BYTES:
            value = json.loads(data)
            if isinstance(value, list):
                return [each for each in value if isinstance(each, dict)]
    return []


def _names(value: object) -> Names:
    pairs: Iterable[tuple[str, object]] = value.items() if isinstance(value, dict) else ()
    return {path: name for path, name in pairs if name is None or isinstance(name, str)}


def _newest(names: Names) -> dict[str, str | None]:
    return dict([*names.items()][-MOST_PATHS:])
