"""`mem merge-driver`: git's three-way merge of one file of the memory.

Git gives three files of a moment and the path they are versions of; the result replaces the second.
Whatever goes wrong leaves that file as it is.
"""

from __future__ import annotations

import os
import posixpath
from pathlib import Path

from ...base.errors import MemError, UnreadableError
from ...base.settings import Settings
from ...files import read_bytes, replace
from ...files.layout import find_tree
from ...git.merge import line_merge
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo, decode
from ..text.merge_files import kind_of, merge_texts
from ..text.units import MergedText


def merge_driver(place: Workspace, base: str, ours: str, theirs: str, path: str) -> int:
    """Merge into the file `ours`; how many conflicts are marked in it.

    `path` is relative to the working directory, which is the top of the work tree. Raises MemError
    where nothing could be merged; the file is then as it was.
    """
    data = [_read(place.cwd / name) for name in (base, ours, theirs)]
    texts = [decode(one, path) for one in data]
    three = texts[0], texts[1], texts[2]
    name, settings = _settings(place, path)
    merged = merge_texts(kind_of(name, settings.paths, three), three, settings, line_merge)
    _write(place.cwd / ours, merged, data[1])
    return merged.conflicts


def _read(path: Path) -> bytes:
    if str(path) == os.devnull:
        return b""
    data = read_bytes(path, path.parent, name=path.name)
    if data is None:
        raise UnreadableError("is not there", where=path.name, hint="git calls this command itself")
    return data


def _write(path: Path, merged: MergedText, old: bytes) -> None:
    data = merged.text.encode("utf-8", "surrogateescape")
    if data != old:
        replace(path, path.parent, data, expected=old, name=path.name)


def _settings(place: Workspace, path: str) -> tuple[str, Settings]:
    """Return the path under the root of the memory it belongs to, and that memory's settings.

    Without a memory, or with one whose config cannot be read, the defaults are in force.
    """
    file = Path(os.path.normpath(place.cwd / path))
    for root in _roots(place, file):
        if file.is_relative_to(root):
            try:
                settings = Repo.at(root).settings
            except MemError:
                settings = Settings()
            return file.relative_to(root).as_posix(), settings
    return posixpath.normpath(path.replace("\\", "/")), Settings()


def _roots(place: Workspace, file: Path) -> list[Path]:
    """Return where the root may be, the most likely first."""
    tree = find_tree(place.cwd)
    named = [Path(name).absolute() for name in (place.root, place.environment) if name]
    above = [folder for folder in file.parents if folder.is_relative_to(tree)]
    return [*named, *(f for f in above if (f / ".mem").is_dir()), place.cwd.absolute()]
