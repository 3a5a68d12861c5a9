"""Where a memory is: the root, and the files under it. It reads and writes none of them."""

import contextlib
from pathlib import Path

from msgspec import Struct, field

from ..base.errors import UsageError
from ..base.settings import Paths

CONFIG = ".mem/config.yaml"
LOCAL = ".mem/local"
SESSIONS = ".mem/local/sessions.db"
PAGE = ".mem/local/page.html"
IGNORE = ".mem/.gitignore"
EDGE_ARCHIVE = ".mem/archive-relationships.jsonl"
EVIDENCE = ".mem/evidence.jsonl"
INBOX = ".mem/inbox.jsonl"
CALL_GRAPH = ".mem/callgraph.json"


class Layout(Struct, frozen=True):
    """The root of a memory, the work tree it is in, and where its files lie."""

    root: Path
    tree: Path
    paths: Paths = field(default_factory=Paths)

    @property
    def learnings(self) -> Path:
        """learnings.md."""
        return self.root / self.paths.learnings

    @property
    def relationships(self) -> Path:
        """relationships.json."""
        return self.root / self.paths.relationships

    @property
    def archive(self) -> Path:
        """The entries that were taken out."""
        return self.root / self.paths.archive

    @property
    def evidence(self) -> Path:
        """Why the entries are believed."""
        return self.root / EVIDENCE

    @property
    def local(self) -> Path:
        """What may be lost: lock, events, caches."""
        return self.root / LOCAL


def find_root(start: Path, explicit: str | None, environment: str | None) -> Path | None:
    """Return the root: as named, else the nearest memory above `start`, else the git top level.

    None if there is none. Raises UsageError if the one named is not a directory.
    """
    named = explicit or environment
    if named:
        root = Path(named)
        with contextlib.suppress(RuntimeError):  # no such user, or no home
            root = root.expanduser()
        if not root.is_dir():
            raise UsageError(
                "is not a directory",
                where=named,
                hint="--root names the directory that holds learnings.md"
                if explicit
                else "MEM_ROOT names the directory that holds learnings.md",
            )
        return root.absolute()
    here = start.absolute()
    folders = [here, *here.parents]
    for folder in folders:
        if is_memory(folder):
            return folder
    return next((folder for folder in folders if (folder / ".git").exists()), None)


def is_memory(folder: Path) -> bool:
    """Whether a folder holds a memory."""
    return (folder / ".mem").is_dir() or (folder / "learnings.md").is_file()


def memories_above(layout: Layout) -> list[Path]:
    """Return the folders with a memory above the root, up to the git top level; nearest first."""
    root = layout.root.resolve()
    if root == layout.tree or not root.is_relative_to(layout.tree):
        return []
    above = [folder for folder in root.parents if folder.is_relative_to(layout.tree)]
    return [folder for folder in above if is_memory(folder)]


def find_tree(root: Path) -> Path:
    """Return the git work tree that `root` is in, or `root` itself."""
    real = root.resolve()
    return next((f for f in (real, *real.parents) if (f / ".git").exists()), real)
