"""The Markdown files of any folder, each read once. Nothing is written, nothing outside is read."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

_SUFFIXES: Final = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".mdc"})
_LARGEST: Final = 5_000_000  # bytes
# Documentation of other projects, in thousands of files.
_SKIPPED: Final = frozenset({"node_modules"})


def read_folder(
    folder: Path, tell: Callable[[int], None] | None = None
) -> tuple[dict[str, str], list[str]]:
    """Return all Markdown files under `folder` by path, and what was passed over and why.

    Paths are relative to the folder, with forward slashes, and in order.
    Hidden folders and files are skipped without a note, and so are links to files that are read by
    their own name; what is binary, larger than 5 MB, not readable, or a link out of the folder is
    skipped with one. `tell` is called with the number of files read so far.
    """
    found: dict[str, str] = {}
    notes: list[str] = []
    top = folder.resolve()
    for path in _walk(folder, top, notes):
        name = path.relative_to(folder).as_posix()
        text = _text(path, name, notes)
        if text is not None:
            found[name] = text
        if tell:
            tell(len(found))
    return found, notes


def _walk(folder: Path, top: Path, notes: list[str]) -> Iterator[Path]:
    """Yield the Markdown files under a folder."""

    def unreadable(fault: OSError) -> None:
        name = fault.filename if isinstance(fault.filename, str) else str(folder)
        notes.append(f"{name}: cannot be read: {(fault.strerror or '').lower()}")

    for here, folders, names in os.walk(folder, onerror=unreadable):
        place = Path(here)
        for name in folders:  # os.walk follows no links
            if name[0] != "." and (place / name).is_symlink():
                _is_other_file(place / name, folder, top, notes)
        folders[:] = sorted(name for name in folders if name[0] != "." and name not in _SKIPPED)
        for name in sorted(names):
            path = place / name
            if name[0] == "." or path.suffix.casefold() not in _SUFFIXES:
                continue
            if not path.is_symlink() or _is_other_file(path, folder, top, notes):
                yield path


def _is_other_file(link: Path, folder: Path, top: Path, notes: list[str]) -> bool:
    """Return whether a link leads to a file in the folder that is not read by its own name."""
    name = link.relative_to(folder).as_posix()
    try:
        inside = link.resolve(strict=True).relative_to(top)
    except ValueError:
        notes.append(f"{name}: a link out of the folder, passed over")
        return False
    except (OSError, RuntimeError):
        notes.append(f"{name}: a link that leads nowhere, passed over")
        return False
    is_hidden = any(part.startswith(".") for part in inside.parts)
    return not is_hidden and inside.suffix.casefold() not in _SUFFIXES


def _text(path: Path, name: str, notes: list[str]) -> str | None:
    """Read a file, or note why it is passed over."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            notes.append(f"{name}: not a regular file, passed over")
            return None
        if status.st_size > _LARGEST:
            notes.append(f"{name}: larger than 5 MB, passed over")
            return None
        data = path.read_bytes()
    except OSError as fault:
        notes.append(f"{name}: cannot be read: {(fault.strerror or '').lower()}")
        return None
    if b"\0" in data:
        notes.append(f"{name}: binary, passed over")
        return None
    return data.decode("utf-8", "replace").removeprefix("\ufeff")
