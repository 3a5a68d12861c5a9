"""Finds the folder of a repository's decision records, and reads its files."""

import contextlib
import os
import posixpath
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from .. import files
from ..base.errors import MemError, RefusedError
from ..base.json_values import at, objects, string
from ..base.yaml_text import parse_yaml
from ..files.layout import EDGE_ARCHIVE, Layout
from ..memory.model.relationship import Relationship
from ..memory.text import relationships
from .model import ADR_TOOLS, LOG4BRAINS, DecisionRecord
from .text.record import is_record_name, is_template_name, read_record

DEFAULT: Final = "docs/adr"
# Where records are kept, in lower case, the usual first.
_PARENTS: Final = ("docs", "doc", "documentation", "architecture", "docs/architecture",
                   "docs/dev", "docs/development", "docs/design", "docs/arch", "doc/architecture",
                   "doc/arch", "")  # fmt: skip
_NAMES: Final = ("adr", "adrs", "decisions", "architecture-decisions",
                 "architecture-decision-records", "architecture-decision-record",
                 "decision-records", "architectural-decisions", "adl")  # fmt: skip
_MOST_BYTES: Final = 1_000_000
_MOST_FILES: Final = 5_000
_MAX_DEPTH: Final = 2


class Folder(Struct, frozen=True):
    """A folder of records, relative to the root; `tool` is the file of settings that names it."""

    path: str
    tool: str = ""
    others: tuple[str, ...] = ()


def find_folder(layout: Layout) -> Folder:
    """Return the folder that adr-tools' or log4brains' settings name, else one with records.

    Raises MemError if settings lead out of the work tree or cannot be read.
    """
    named = _text(layout, ADR_TOOLS)
    if named and named.strip():
        return Folder(inside(layout, layout.root / named.strip().split("\n")[0].strip()), ADR_TOOLS)
    text = _text(layout, LOG4BRAINS)
    if text:
        folders = list(_log4brains(parse_yaml(text, where=LOG4BRAINS)))
        if folders:
            main, *others = (inside(layout, layout.root / folder) for folder in folders)
            return Folder(main, LOG4BRAINS, tuple(others))
    found = list(_usual(layout))
    for folder in found:
        if any(r.number is not None or r.dated for r in read_folder(layout, folder)[0]):
            return Folder(folder)
    # "decisions" at the top may hold anything; "adr", or a folder of docs, waits for its first.
    plain = [folder for folder in found if "/" in folder or "adr" in folder.casefold()]
    return Folder(plain[0] if plain else DEFAULT)


def inside(layout: Layout, path: Path) -> str:
    """Return a folder relative to the root. Raises RefusedError if it leads out."""
    real = files.resolve(path, layout.tree, str(path))
    shown = os.path.normpath(path)
    try:
        return Path(shown).relative_to(os.path.normpath(layout.root)).as_posix()
    except ValueError:
        relative = os.path.relpath(real, layout.root.resolve())
        return relative.replace(os.sep, "/")


def _text(layout: Layout, name: str) -> str:
    data = files.read_bytes(layout.root / name, layout.tree, name=name)
    return (data or b"")[:_MOST_BYTES].decode("utf-8-sig", "replace")


def _log4brains(value: object) -> Iterator[str]:
    project = at(value, "project")
    if isinstance(project, dict):
        yield string(project.get("adrFolder")).strip() or DEFAULT
        folders = (string(one.get("adrFolder")).strip() for one in objects(project.get("packages")))
        yield from filter(None, folders)


def _usual(layout: Layout) -> Iterator[str]:
    """Yield the folders with one of the usual names, whatever its case."""
    for parent in _PARENTS:
        names = {name.casefold(): name for name in _folders(layout.root / parent)}
        yield from (posixpath.join(parent, names[name]) for name in _NAMES if name in names)


def _folders(path: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in os.scandir(path) if entry.is_dir())
    except OSError:
        return []


def read_folder(layout: Layout, folder: str) -> tuple[list[DecisionRecord], list[str]]:
    """Return the records in and below a folder, in the order of their names, and warnings."""
    records: list[DecisionRecord] = []
    warnings: list[str] = []
    for path in _files(layout, folder):
        if not is_record_name(posixpath.basename(path)) or _among_templates(path, folder):
            continue
        try:
            record = record_of(path, _read(layout, path))
        except MemError as fault:
            warnings.append(str(fault))
            continue
        if record:
            records.append(record)
    return records, warnings


def record_of(path: str, data: bytes) -> DecisionRecord | None:
    """Return the record that a file of that content is, or None."""
    return read_record(path, data.decode("utf-8", "surrogateescape"))


def _read(layout: Layout, path: str) -> bytes:
    data = files.read_settled(layout.root / path, layout.tree, name=path) or b""
    if len(data) > _MOST_BYTES:
        raise RefusedError(f"is larger than {_MOST_BYTES:,} bytes, so it is not read", where=path)
    return data


def _files(layout: Layout, folder: str) -> list[str]:
    """Return the paths of the files in and below a folder, its own before those below."""
    try:
        files.resolve(layout.root / folder, layout.tree, folder)
    except RefusedError:
        return []
    found: list[str] = []
    todo = [(folder, 0)]
    while todo and len(found) < _MOST_FILES:
        at, depth = todo.pop(0)
        try:
            entries = sorted(os.scandir(layout.root / at), key=lambda entry: entry.name)
        except OSError:
            continue
        found += [posixpath.join(at, entry.name) for entry in entries if not entry.is_dir()]
        if depth < _MAX_DEPTH:
            todo += [
                (posixpath.join(at, entry.name), depth + 1)
                for entry in entries
                if entry.is_dir(follow_symlinks=False) and not entry.name.startswith(".")
            ]
    return found[:_MOST_FILES]


def archived_edges(layout: Layout) -> Iterator[Relationship]:
    """Yield the archived edges, oldest first; what cannot be read is skipped."""
    data = files.read_bytes(layout.root / EDGE_ARCHIVE, layout.tree, name=EDGE_ARCHIVE)
    for line in (data or b"").split(b"\n"):
        with contextlib.suppress(MemError):
            if line.strip():
                yield from relationships.parse(f"[{line.decode('utf-8', 'replace')}]", "").edges


def find_template(layout: Layout, folder: str) -> tuple[str, str] | None:
    """Return (path, text) of the folder's own template: by name, or alone in templates/."""
    files_there = _files(layout, folder)
    below = [path for path in files_there if _among_templates(path, folder)]
    here = [path for path in files_there if posixpath.dirname(path) == folder]
    found = [path for path in (*here, *below) if is_template_name(posixpath.basename(path))]
    if not found and len(below) == 1 and below[0].endswith(".md"):
        found = below
    for path in sorted(found, key=lambda path: (path.count("/"), len(path), path)):
        return path, _read(layout, path).decode("utf-8", "replace")
    return None


def _among_templates(path: str, folder: str) -> bool:
    return posixpath.relpath(posixpath.dirname(path), folder) in ("templates", "template")
