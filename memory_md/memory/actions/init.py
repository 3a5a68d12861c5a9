"""`mem init`: make the files of a memory where they are not there yet."""

from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from ...base.errors import MemError, UsageError
from ...files import create
from ...files.layout import CONFIG, find_root, find_tree
from ...files.tables import template
from ..disk.repo import Repo
from .workspace import Workspace


class Initialised(Struct, frozen=True):
    """The root, and which files (relative to it) were made and which were there.

    `adopted` says how many entries a learnings.md had that no memory was around yet, else None.
    """

    root: Path
    created: tuple[str, ...]
    kept: tuple[str, ...]
    adopted: int | None = None


def init(place: Workspace) -> Initialised:
    """Make what is missing. Files that are there keep every byte."""
    if place.root and not Path(place.root).is_dir():
        raise UsageError("is not a directory", where=place.root, hint="create it first")
    tree = find_tree(place.cwd)
    has_git = (tree / ".git").exists()
    here = tree if has_git else place.cwd.absolute()
    root = here
    if place.root or place.environment:
        root = find_root(place.cwd, place.root, place.environment) or here
    repo = Repo.at(root)
    paths = repo.settings.paths
    created: list[str] = []
    kept: list[str] = []
    with repo.writing():
        for name, source in (
            (paths.learnings, "learnings.md"),
            (paths.relationships, "relationships.json"),
            (f"{paths.diary}/index.md", "diary.md"),
            (CONFIG, "config.yaml"),
        ):
            made = create(root / name, repo.layout.tree, template(source).encode(), name=name)
            (created if made else kept).append(name)
    adopted = None
    if paths.learnings in kept and CONFIG in created:
        with suppress(MemError):  # all is made by now; doctor tells what cannot be read
            adopted = len(repo.snapshot().learnings.entries)
    return Initialised(root, tuple(created), tuple(kept), adopted)
