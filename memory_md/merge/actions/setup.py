"""Hands the memory's files to `mem`'s merge driver: `.gitattributes`, and this clone's config.

Where the driver is not configured git falls back on its own merge, so the block never does harm.
"""

from __future__ import annotations

import contextlib

from msgspec import Struct

from ...files import read_bytes, replace
from ...files.layout import Layout
from ...git.attributes import with_block, without_block
from ...git.merge import configure_driver, configured_driver, forget_driver
from ...memory.actions.workspace import Workspace
from .check import COMMAND
from .files import memory_files

_NAME = ".gitattributes"


class Installed(Struct, frozen=True):
    """What was changed: the file that was `created` or `updated` ("" for none), and the config."""

    created: str = ""
    updated: str = ""
    configured: bool = False


def install(place: Workspace) -> Installed:
    """Add our block to `.gitattributes` at the root, and the driver to the config of this clone.

    Nothing is changed that is there already, nor where there is no git repository.
    """
    repo = place.memory()
    layout = repo.layout
    if not (layout.tree / ".git").exists():
        return Installed()
    # Where no memory has been made yet there is nobody to wait for, and a lock would leave a trace.
    with repo.writing() if layout.local.parent.exists() else contextlib.nullcontext():
        written = _add_block(layout)
        known = configured_driver(layout.tree) == COMMAND
        configured = not known and configure_driver(layout.tree, COMMAND)
    if written is None:
        return Installed(configured=configured)
    return Installed(_NAME if written else "", "" if written else _NAME, configured)


def is_installed(place: Workspace) -> bool:
    """Whether the block names the memory's files and this clone has the driver."""
    layout = place.memory().layout
    text = _text(layout)
    block = with_block(text, memory_files(layout.paths)) == text
    return block and configured_driver(layout.tree) == COMMAND


def uninstall(place: Workspace) -> list[tuple[str, str]]:
    """Take the block and the driver out again; ("deleted" or "updated", what) for each change."""
    repo = place.memory()
    layout = repo.layout
    changed = []
    text = _text(layout)
    left = without_block(text)
    if left != text:
        path = layout.root / _NAME
        if left:
            data = left.encode("utf-8", "surrogateescape")
            old = text.encode("utf-8", "surrogateescape")
            replace(path, layout.tree, data, expected=old, name=_NAME, is_locked=False)
        else:
            path.unlink(missing_ok=True)
        changed.append(("updated" if left else "deleted", _NAME))
    if (layout.tree / ".git").exists() and forget_driver(layout.tree):
        changed.append(("updated", "this clone's git config"))
    return changed


def _text(layout: Layout) -> str:
    data = read_bytes(layout.root / _NAME, layout.tree, name=_NAME)
    return (data or b"").decode("utf-8", "surrogateescape")


def _add_block(layout: Layout) -> bool | None:
    """Write the block; whether the file is new, None where it was there."""
    path = layout.root / _NAME
    old = read_bytes(path, layout.tree, name=_NAME)
    text = (old or b"").decode("utf-8", "surrogateescape")
    data = with_block(text, memory_files(layout.paths)).encode("utf-8", "surrogateescape")
    if data == old:
        return None
    replace(path, layout.tree, data, expected=old, name=_NAME, is_locked=False)
    return old is None
