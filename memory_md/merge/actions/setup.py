"""Tells git to merge the memory's files with our driver: `.gitattributes`, and the clone's config.

Where the driver is not configured git falls back on its own merge, so the block does no harm.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ...base.errors import MemError
from ...doctor.model import Finding
from ...files import read_bytes, replace
from ...files.layout import Layout
from ...git.attributes import BEGIN, has_block, with_block, without_block
from ...git.merge import configure_driver, configured_driver, forget_driver, is_tracked
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from ..text.merge_files import memory_files

# A shell that finds no `mem` exits with 127, which git would take for a conflict and drop theirs.
COMMAND: Final = (
    "mem merge-driver %O %A %B %P; code=$?; if [ $code -eq 126 ] || [ $code -eq 127 ]; "
    "then git merge-file -L ours -L base -L theirs %A %O %B; else exit $code; fi"
)
_NAME: Final = ".gitattributes"


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
    with repo.writing() if layout.local.parent.exists() else contextlib.nullcontext():
        is_new = not (layout.root / _NAME).exists()
        text = _read(layout)
        new = with_block(text, memory_files(layout.paths))
        if new != text:
            _write(layout, new, text, is_new=is_new)
        known = configured_driver(layout.tree) == COMMAND
        configured = not known and configure_driver(layout.tree, COMMAND)
    if new == text:
        return DriverSetup(configured=configured)
    return DriverSetup(_NAME if is_new else "", "" if is_new else _NAME, configured)


def is_installed(place: Workspace) -> bool:
    """Return whether the block names the memory's files and this clone has the driver."""
    layout = place.memory().layout
    text = _read(layout)
    block = with_block(text, memory_files(layout.paths)) == text
    return block and configured_driver(layout.tree) == COMMAND


def uninstall(place: Workspace) -> list[tuple[str, str]]:
    """Take the block and the driver out; return ("deleted" or "updated", what) for each change."""
    layout = place.memory().layout
    changed = []
    text = _read(layout)
    left = without_block(text)
    if left != text:
        if left:
            _write(layout, left, text)
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
    if not has_block(text):
        if is_tracked(layout.root, layout.paths.learnings):
            message = (
                "does not name the files of the memory, so branches that both learn will conflict"
            )
            yield Finding("merge-attributes", "warning", _NAME, 0, message, "mem init")
        return
    line = text[: text.find(BEGIN)].count("\n") + 1
    if with_block(text, memory_files(layout.paths)) != text:
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
    if not _has_git(layout) or not has_block(text):
        return
    new = with_block(text, memory_files(layout.paths))
    if new != text:
        with repo.writing():
            _write(layout, new, text)
    if not configured_driver(layout.tree):
        configure_driver(layout.tree, COMMAND)


def _has_git(layout: Layout) -> bool:
    return (layout.tree / ".git").exists()


def _read(layout: Layout) -> str:
    data = read_bytes(layout.root / _NAME, layout.tree, name=_NAME)
    return (data or b"").decode("utf-8", "surrogateescape")


def _readable(layout: Layout) -> str:
    """Return the text; empty where the file cannot be read: then git does not read it either."""
    try:
        return _read(layout)
    except MemError:
        return ""


def _write(layout: Layout, new: str, old: str, *, is_new: bool = False) -> None:
    data, before = (text.encode("utf-8", "surrogateescape") for text in (new, old))
    expected = None if is_new else before
    path = layout.root / _NAME
    replace(path, layout.tree, data, expected=expected, name=_NAME, is_locked=False)
