"""`mem merge-driver`: git's three-way merge of one file of the memory, and how git learns of it.

Git gives three files of a moment and the path they are versions of; the result replaces the second.
Whatever goes wrong leaves that file as it is. Where the driver is not configured git falls back on
its own merge, so our block in `.gitattributes` does no harm.
"""

import contextlib
import os
import posixpath
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from ...base.errors import MemError, UnreadableError
from ...base.settings import Settings
from ...doctor.model import Finding
from ...files import read_bytes, replace
from ...files.layout import Layout, find_tree
from ...git.merge import (
    attribute_lines,
    configure_driver,
    configured_driver,
    forget_driver,
    line_merge,
)
from ...git.tracked import tracked_files
from ...markdown.marked_block import HASH, has_block, with_block, without_block
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo, decode
from ..text.merge_files import file_kind, memory_files, merge_texts


def merge_driver(place: Workspace, base: str, ours: str, theirs: str, path: str) -> int:
    """Merge into the file `ours`; how many conflicts are marked in it.

    `path` is relative to the working directory, which is the top of the work tree. Raises MemError
    where nothing could be merged; the file is then as it was.
    """
    data = [_version(place.cwd / name) for name in (base, ours, theirs)]
    texts = [decode(one, path) for one in data]
    three = texts[0], texts[1], texts[2]
    name, settings = _settings(place, path)
    merged = merge_texts(file_kind(name, settings.paths, three), three, settings, line_merge)
    new = merged.text.encode("utf-8", "surrogateescape")
    if new != data[1]:
        file = place.cwd / ours
        replace(file, file.parent, new, expected=data[1], name=file.name)
    return merged.conflicts


def _version(path: Path) -> bytes:
    if str(path) == os.devnull:
        return b""
    data = read_bytes(path, path.parent, name=path.name)
    if data is None:
        raise UnreadableError("is not there", where=path.name, hint="git calls this command itself")
    return data


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


# -- how git learns of it ------------------------------------------------------------------------

_CALL: Final = "merge-driver %O %A %B %P"
# A shell that finds no `mem` exits with 127, which git would take for a conflict and drop theirs.
_NOT_FOUND: Final = "[ $code -eq 126 ] || [ $code -eq 127 ]"
_MERGE_FILE: Final = "git merge-file -L ours -L base -L theirs %A %O %B"
_PROGRAMS: Final = ("mem-md", "mem-md.exe")  # a name that no other package has
_NAME: Final = ".gitattributes"
# So version 0.1 ended a block below a line that had no end.
_OLD_END: Final = ", and the line end above the block"


class DriverSetup(Struct, frozen=True):
    """What was changed: the file that was `created` or `updated` ("" for none), and the config."""

    created: str = ""
    updated: str = ""
    configured: bool = False


def install(place: Workspace) -> DriverSetup:
    """Add our block to `.gitattributes` at the root, and the driver to the config of this clone.

    Nothing is changed that is there already, nor where there is no git repository.
    """
    repo = place.memory()
    layout = repo.layout
    if not _has_git(layout):
        return DriverSetup()
    # Where no memory has been made yet there is nobody to wait for, and a lock would leave a trace.
    with (
        repo.without_undo().writing() if layout.local.parent.exists() else contextlib.nullcontext()
    ):
        is_new = not (layout.root / _NAME).exists()
        text = _attributes(layout)
        new = _with_block(layout, text)
        if new != text:
            _write(layout, new)
        command = driver_command(Path(sysconfig.get_path("scripts")))
        known = configured_driver(layout.tree) == command
        configured = not known and configure_driver(layout.tree, command)
    if new == text:
        return DriverSetup(configured=configured)
    return DriverSetup(_NAME if is_new else "", "" if is_new else _NAME, configured)


def is_installed(place: Workspace) -> bool:
    """Return whether the block names the memory's files and this clone has the driver."""
    layout = place.memory().layout
    text = _attributes(layout)
    return _is_current(layout, text) and _is_ours(configured_driver(layout.tree))


def uninstall(place: Workspace) -> list[tuple[str, str]]:
    """Take the block and the driver out; return ("deleted" or "updated", what) for each change."""
    layout = place.memory().layout
    changed = []
    text = _attributes(layout)
    left = without_block(text, HASH, _NAME)
    if left != text:
        if left:
            _write(layout, left)
        else:
            (layout.root / _NAME).unlink(missing_ok=True)
        changed.append(("updated" if left else "deleted", _NAME))
    if _has_git(layout) and forget_driver(layout.tree):
        changed.append(("updated", "this clone's git config"))
    return changed


def driver_findings(repo: Repo) -> Iterator[Finding]:
    """Return whether git merges the memory's files with our driver, once it has them."""
    layout = repo.layout
    if not _has_git(layout):
        return
    text = _readable(layout)
    if not has_block(text, HASH):
        if tracked_files(layout.root, layout.paths.learnings):
            message = (
                "does not name the files of the memory, so branches that both learn will conflict"
            )
            yield Finding("merge-attributes", "warning", _NAME, 0, message, "mem init")
        return
    line = text[: text.find(HASH.begin)].count("\n") + 1
    if not _is_current(layout, text):
        message = "does not name the files of the memory as they are configured"
        hint = "mem doctor --fix, or mem init"
        yield Finding("merge-attributes", "warning", _NAME, line, message, hint, fixable=True)
    if not configured_driver(layout.tree):
        message = "this clone has no merge driver, so branches that both learn will conflict"
        hint = "mem doctor --fix, or mem init, once in each clone"
        yield Finding("merge-driver", "info", _NAME, line, message, hint, fixable=True)


def mend_driver(repo: Repo) -> None:
    """Bring our block up to date with the configured paths, and configure the driver.

    Only where there is a block of ours: `mem init` adds the first one. Raises MemError.
    """
    layout = repo.layout
    text = _readable(layout)
    if not _has_git(layout) or not has_block(text, HASH):
        return
    if not _is_current(layout, text):
        with repo.writing():
            _write(layout, _with_block(layout, text))
    if not configured_driver(layout.tree):
        configure_driver(layout.tree, driver_command(Path(sysconfig.get_path("scripts"))))


def driver_command(scripts: Path) -> str:
    """Return what git is to call: `mem`, where there is none on its PATH the one of this folder.

    Programs that call git, an editor for instance, often know no virtual environment.
    """
    program = next((p for name in _PROGRAMS if (p := scripts / name).is_file()), None)
    named = program.as_posix() if program else ""
    again = f"'{named}' {_CALL}; code=$?" if named and not set("'%\n") & set(named) else ":"
    return (
        f"mem {_CALL}; code=$?; if {_NOT_FOUND}; then {again}; fi; "
        f"if {_NOT_FOUND}; then {_MERGE_FILE}; else exit $code; fi"
    )


def _is_ours(command: str | None) -> bool:
    return command is not None and command.startswith(f"mem {_CALL};")


def _has_git(layout: Layout) -> bool:
    return (layout.tree / ".git").exists()


def _with_block(layout: Layout, text: str) -> str:
    """Return the text with our block for the memory's files. Raises UnreadableError for a half."""
    return with_block(text, attribute_lines(memory_files(layout.paths)), HASH, _NAME)


def _is_current(layout: Layout, text: str) -> bool:
    with contextlib.suppress(UnreadableError):
        return _with_block(layout, text) == text
    return False


def _attributes(layout: Layout) -> str:
    data = read_bytes(layout.root / _NAME, layout.tree, name=_NAME)
    text = (data or b"").decode("utf-8", "surrogateescape")
    return text.replace(f"{HASH.end}{_OLD_END}", HASH.end)


def _readable(layout: Layout) -> str:
    """Return the text; empty where the file cannot be read: then git does not read it either."""
    try:
        return _attributes(layout)
    except MemError:
        return ""


def _write(layout: Layout, text: str) -> None:
    path = layout.root / _NAME
    old = read_bytes(path, layout.tree, name=_NAME)
    data = text.encode("utf-8", "surrogateescape")
    replace(path, layout.tree, data, expected=old, name=_NAME, is_locked=False)
