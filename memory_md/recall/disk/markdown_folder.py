"""The Markdown files of any folder, each read once. Nothing is written, nothing outside is read."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct, field

_SUFFIXES: Final = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".mdc"})
_LARGEST: Final = 5_000_000  # bytes
# Other people's documentation, by the thousand.
_SKIPPED: Final = frozenset({"node_modules"})


class MarkdownFile(Struct, frozen=True):
    """A file: `path` is relative to the folder, with forward slashes."""

    path: str
    text: str


class MarkdownFolder(Struct):
    """A folder as it was read; `notes` say what was passed over and why, a line each."""

    files: list[MarkdownFile] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_folder(folder: Path, tell: Callable[[int], None] | None = None) -> MarkdownFolder:
    """Read all Markdown files under `folder`, in the order of their paths, links last.

    Hidden folders and files are passed over silently; what is binary, larger than 5 MB, not
    readable, or a link that leads out of the folder, with a note. `tell` is called with the number
    of files read so far.
    """
    found = MarkdownFolder()
    top = folder.resolve()
    seen: set[Path] = set()
    for path in _walk(folder, found.notes):
        name = path.relative_to(folder).as_posix()
        real = path
        if path.is_symlink():
            try:
                real = path.resolve(strict=True)
            except (OSError, RuntimeError):
                found.notes.append(f"{name}: a link that leads nowhere, passed over")
                continue
            if not real.is_relative_to(top):
                found.notes.append(f"{name}: a link out of the folder, passed over")
                continue
            if real in seen or not _hidden_nowhere(real.relative_to(top)):
                continue
        else:
            real = top / name
        if real not in seen:
            seen.add(real)
            _take(real, name, found)
            if tell:
                tell(len(found.files))
    return found


def _walk(folder: Path, notes: list[str]) -> Iterator[Path]:
    """The Markdown files under a folder; links last, so that each is read by its own name."""
    links: list[Path] = []

    def cannot(fault: OSError) -> None:
        name = fault.filename if isinstance(fault.filename, str) else str(folder)
        notes.append(f"{name}: cannot be read: {(fault.strerror or '').lower()}")

    for here, folders, names in os.walk(folder, onerror=cannot):
        place = Path(here)
        for name in folders:
            if name[0] != "." and (place / name).is_symlink():
                real = Path(os.path.realpath(place / name))
                if not real.is_relative_to(folder.resolve()):
                    shown = (place / name).relative_to(folder).as_posix()
                    notes.append(f"{shown}: a link out of the folder, passed over")
        folders[:] = sorted(name for name in folders if name[0] != "." and name not in _SKIPPED)
        for name in sorted(names):
            if name[0] == "." or Path(name).suffix.casefold() not in _SUFFIXES:
                continue
            if (place / name).is_symlink():
                links.append(place / name)
            else:
                yield place / name
    yield from links


def _hidden_nowhere(inside: Path) -> bool:
    return not any(part.startswith(".") for part in inside.parts)


def _take(path: Path, name: str, found: MarkdownFolder) -> None:
    """Read a file, or note why it is passed over."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            found.notes.append(f"{name}: not a regular file, passed over")
            return
        if status.st_size > _LARGEST:
            found.notes.append(f"{name}: larger than 5 MB, passed over")
            return
        data = path.read_bytes()
    except OSError as fault:
        found.notes.append(f"{name}: cannot be read: {(fault.strerror or '').lower()}")
        return
    if b"\0" in data:
        found.notes.append(f"{name}: binary, passed over")
        return
    found.files.append(MarkdownFile(name, data.decode("utf-8", "replace").removeprefix("\ufeff")))
