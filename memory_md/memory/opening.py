"""A root as it is opened: where its files are, its settings, and the database of this machine."""

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ..base.config import Given, effective, parse_given
from ..base.errors import MemError, NoMemoryError, RefusedError
from ..base.settings import Settings
from ..files.database import Database, open_database
from ..files.glance import may_be_tracked
from ..files.layout import Place, own_root, place_of
from ..files.reading import read_bytes
from ..git.work_tree import head_commit, is_ignored, is_sparse_without, tracked_files

CONFIG_NAME: Final = ".mem/config.yaml"


@dataclass(frozen=True, slots=True)
class Opened:
    """A root with its settings, at a moment `now` (ISO 8601, UTC); `faults` are the config's."""

    place: Place
    settings: Settings
    now: str
    faults: tuple[str, ...] = ()

    @property
    def head(self) -> str:
        """The commit that the work tree stands on, "" without one."""
        return head_commit(self.place.tree)

    def database(self, *, write: bool = False) -> Database:
        """Open the database; a file that git tracks is not read."""
        tree = self.place.local_tree

        def tracked(path: Path) -> bool:
            name = os.path.relpath(path, tree)
            return may_be_tracked(str(tree)) and bool(tracked_files(tree, name))

        return open_database(self.place, write=write, tracked=tracked)


def person_root() -> Path:
    """Return the root of the person's own memory, which also holds their config."""
    return own_root(os.environ, sys.platform, Path.home())


def person_database(now: str, *, write: bool = False) -> Database:
    """Open the database of the person's own memory, which is one for all repositories."""
    return open_root(person_root(), now).database(write=write)


def open_root(root: Path, now: str, own: Path | None = None) -> Opened:
    """Open the memory at `root`; `own` is the root of the person's, where their config is."""
    place = place_of(root)
    given, faults = _config(place.root / CONFIG_NAME, place.tree, CONFIG_NAME)
    named = str(own / "config.yaml") if own else ""
    person, more = _config(Path(named), own, named) if own else ({}, ())
    settings = effective(person, given)
    names, faults = settings.paths, (*faults, *more)
    if names != place.names:
        moved = [names.learnings, names.relationships]
        odd = [name for name in moved if is_ignored(place.root, name)]
        faults += tuple(f"paths: git ignores {name}, so it is not used" for name in odd)
        place = place if odd else replace(place, names=names)
    return Opened(place, settings, now, faults)


def _config(path: Path, tree: Path, name: str) -> tuple[Given, tuple[str, ...]]:
    """Return what a config sets, and its faults; none of it where it cannot be read."""
    try:
        data = read_bytes(path, tree, name=name) if path.parent.is_dir() else None
        if data is None:
            return {}, ()
        given, faults = parse_given(data.decode("utf-8", "replace"), name)
    except MemError as fault:
        return {}, (str(fault),)
    return given, tuple(f"{name}: {fault}" for fault in faults)


def refuse_without_memory(place: Place) -> None:
    """Raise NoMemoryError without a memory, RefusedError where a sparse checkout leaves it out."""
    name = place.names.learnings
    if place.learnings.exists():
        return
    inside = os.path.relpath(place.learnings, place.tree)
    if is_sparse_without(place.tree, inside):
        raise RefusedError(
            "the sparse checkout leaves the memory out, so nothing is written",
            where=name,
            hint=f"git sparse-checkout add /{inside} /.mem",
        )
    if not (place.root / ".mem").is_dir():
        raise NoMemoryError
