"""Where a memory is: its root, the files under the root, and the folder of this machine."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..base.errors import UsageError
from ..base.settings import Paths
from .reading import read_bytes
from .replacing import make_directory, replace


@dataclass(frozen=True, slots=True)
class Place:
    """A memory: its root, the work tree it is in (the root without git), and its local folder.

    `local_tree` is what `local` must lie in: another tree than `tree` for a linked work tree.
    `names` are relative to the root.
    """

    root: Path
    tree: Path
    local: Path
    local_tree: Path
    names: Paths = field(default_factory=Paths)

    @property
    def learnings(self) -> Path:
        """The entries."""
        return self.root / self.names.learnings

    @property
    def database(self) -> Path:
        """All that stays on this machine."""
        return self.local / "mem.db"


def find_root(start: Path, option: str | None, environment: str | None) -> Path | None:
    """Return the root: `--root`, else `$MEM_ROOT`, else the nearest memory; None if none.

    Raises UsageError if the one named is not a directory.
    """
    named = option or environment
    if named:
        root = Path(named)
        if not os.path.isdir(root):
            source = "--root" if option else "MEM_ROOT"
            hint = f"{source} names the directory that holds learnings.md"
            raise UsageError("is not a directory", where=named, hint=hint)
        return root.absolute()
    here = start.absolute()
    top = git_top(here) or here
    folders = [folder for folder in (here, *here.parents) if folder.is_relative_to(top)]
    return next((folder for folder in folders if is_memory(folder)), None)


def is_memory(folder: Path) -> bool:
    """Return whether a folder of this user holds a memory."""
    # `Path.is_dir` raises for a folder that this user may not enter.
    if not os.path.isdir(folder / ".mem") and not os.path.isfile(folder / "learnings.md"):
        return False
    return os.name == "nt" or os.stat(folder).st_uid == os.getuid()


def git_top(start: Path) -> Path | None:
    """Return the top of the git work tree that `start` is in, None without git."""
    here = start.absolute()
    return next((f for f in (here, *here.parents) if os.path.exists(f / ".git")), None)


def git_dir(tree: Path) -> Path | None:
    """Return the git directory of a work tree, None if it has none."""
    named = tree / ".git"
    if not os.path.isdir(named):
        line = read_git_file(named)
        if not line.startswith("gitdir:"):
            return None
        named = _path(tree, line.removeprefix("gitdir:").strip())
    return named if os.path.isdir(named) else None


def common_dir(git: Path) -> Path:
    """Return the git directory that all work trees of the repository share."""
    line = read_git_file(git / "commondir")
    return _path(git, line) if line else git


def main_of(tree: Path) -> Path | None:
    """Return the main work tree, or a bare git directory, that lists this tree as a linked one.

    None for any other work tree. Only files are read, no git is started:

        TREE/.git                       a folder, or a file "gitdir: PATH"
        GIT_DIR/commondir               of a linked work tree: the path of the main git directory
        COMMON/worktrees/NAME/gitdir    the path of TREE/.git, where the main one lists it
    """
    git = git_dir(tree)
    if git is None or not (line := read_git_file(git / "gitdir")):
        return None
    common = common_dir(git)
    is_listed = os.path.realpath(git.parent) == os.path.realpath(common / "worktrees")
    if not is_listed or os.path.realpath(_path(git, line).parent) != os.path.realpath(tree):
        return None
    settings = read_git_file(common / "config") + read_git_file(common / "config.worktree")
    is_bare = common.name != ".git" or "bare=true" in "".join(settings.casefold().split())
    return common if is_bare else common.parent


def place_of(root: Path) -> Place:
    """Return the place of the memory at `root`."""
    root = root.resolve()
    tree = git_top(root) or root
    main = main_of(tree)
    if main is None:
        return Place(root, tree, root / ".mem/local", tree)
    inside = root.relative_to(tree)
    is_bare = not os.path.exists(main / ".git")
    local = main / "mem" / inside if is_bare else main / inside / ".mem/local"
    return Place(root, tree, local, main)


def roots_above(place: Place) -> list[Path]:
    """Return the folders with a memory above the root, up to the git top level; nearest first."""
    above = place.root.parents
    return [one for one in above if one.is_relative_to(place.tree) and is_memory(one)]


def own_root(environ: Mapping[str, str], platform: str, home: Path) -> Path:
    """Return the root of the person's own memory; `platform` is a `sys.platform`."""
    if named := environ.get("MEM_USER_ROOT"):
        return Path(named)
    if platform == "win32":
        return Path(environ.get("APPDATA") or home / "AppData/Roaming", "mem")
    if platform == "darwin":
        return home / "Library/Application Support/mem"
    named = environ.get("XDG_CONFIG_HOME", "")
    return Path(named if os.path.isabs(named) else home / ".config", "mem")


def make_local(place: Place) -> None:
    """Make the local folder, for the owner only, and keep it out of git. Raises MemError."""
    tree = place.local_tree
    make_directory(place.local, tree, name=".mem/local", is_private=True)
    ignore, name = place.local / ".gitignore", ".mem/local/.gitignore"
    if not (found := read_bytes(ignore, tree, name=name)):
        replace(ignore, tree, b"*\n", expected=found, name=name)


def _path(start: Path, line: str) -> Path:
    return Path(os.path.normpath(start / line))


def read_git_file(path: Path) -> str:
    """Return what a file says; "" for one that cannot be read, or a fifo, which would block."""
    try:
        return os.fsdecode(path.read_bytes()).strip() if path.is_file() else ""
    except (OSError, ValueError):
        return ""
