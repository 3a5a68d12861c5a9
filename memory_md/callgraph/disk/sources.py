"""The source files of a project, and what earlier scans read of them.

The files are those that git knows and does not ignore; without git those in the folder. Nothing
outside of the root is read, and no link is followed. What was read is kept in
`.mem/local/sources.json`, by path and by the content of each file. It may be deleted, and is
ignored if another version of the readers has written it.
"""

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.json import encode

from ...files.layout import Layout
from ...files.local_folder import keep_local, load_local
from ...git.process import ask_git
from ..model.source_code import SourceCode

_SECONDS: Final = 30.0
_MOST_FILES: Final = 50_000
_ENVIRONMENT: Final = "/pyvenv.cfg"
# Other people's code and what a build makes, where no git says so.
_SKIPPED: Final = {
    *("node_modules", "bower_components", "vendor", "site-packages", "venv", "env", "virtualenv"),
    *("__pycache__", "build", "dist", "target", "out", "coverage", "htmlcov"),
}


def list_files(root: Path, wanted: Callable[[str], bool]) -> list[str]:
    """Return the files that are wanted by their paths, sorted; 50,000 at most."""
    known = _known_to_git(root)
    names = set(_walk(root) if known is None else known)
    # A virtual environment that git does not ignore, whatever its name.
    foreign = tuple(n.removesuffix("pyvenv.cfg") for n in names if n.endswith(_ENVIRONMENT))
    found = sorted(name for name in names if wanted(name) and not name.startswith(foreign))
    return found[:_MOST_FILES]


def _known_to_git(root: Path) -> list[str] | None:
    """Return tracked files and new ones that are not ignored; None without git."""
    asked = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    text = ask_git(root, asked, seconds=_SECONDS)
    return None if text is None else [name for name in text.split("\0") if name]


def _walk(root: Path) -> Iterator[str]:
    for here, folders, names in os.walk(root):
        folders[:] = [n for n in folders if n[0] != "." and n.casefold() not in _SKIPPED]
        folder = Path(here).relative_to(root).as_posix()
        yield from (name if folder == "." else f"{folder}/{name}" for name in names)


class SourceTree:
    """Reads files under a root."""

    def __init__(self, root: Path) -> None:
        self._root = Path(os.path.realpath(root))
        self._folders: dict[str, bool] = {}

    def read(self, path: str, largest: int) -> tuple[bytes | None, str]:
        """Return a file's content, up to a byte more than the largest, or why it is not read.

        Both are empty where the file is not there.
        """
        folder, _, name = path.rpartition("/")
        place = self._root / folder / name
        try:
            if not self._is_inside(folder):
                return None, "a link leads out of the folder, skipped"
            if not stat.S_ISREG(place.lstat().st_mode):
                return None, ""  # what a link leads to is read by its own name, or is not ours
            with place.open("rb") as file:
                return file.read(largest + 1), ""
        except (FileNotFoundError, NotADirectoryError, ValueError):  # a NUL in its name
            return None, ""
        except OSError as fault:
            return None, f"cannot be read: {(fault.strerror or str(fault)).lower()}"

    def _is_inside(self, folder: str) -> bool:
        """Return whether a folder is where its name says, and not a link."""
        if folder not in self._folders:
            parts = folder.split("/")
            there = os.path.realpath(self._root / folder) == str(self._root / folder)
            self._folders[folder] = there and ".." not in parts and not folder.startswith("/")
        return self._folders[folder]


# -- the cache ------------------------------------------------------------------------------------

_NAME: Final = "sources.json"
# By path: a hash of the content, and what was read.
Known = Mapping[str, tuple[str, SourceCode]]


class _Cache(Struct):
    version: str
    sources: Known


def load_sources(layout: Layout, version: str) -> Known:
    """Return what was read; nothing where the cache is missing, damaged or of another version."""
    cache = load_local(layout, _NAME, _Cache)
    return cache.sources if cache and cache.version == version else {}


def save_sources(layout: Layout, version: str, sources: Known) -> None:
    """Write the cache without a lock: the last writer wins."""
    keep_local(layout, _NAME, encode(_Cache(version, sources)))
