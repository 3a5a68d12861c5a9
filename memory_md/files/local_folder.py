"""Makes `.mem/local/` and folders in it, hidden from git."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .adding import append_line, make_directory
from .layout import IGNORE, LOCAL

if TYPE_CHECKING:
    from .layout import Layout


def make_local_folder(layout: Layout, folder: str = LOCAL) -> None:
    """Make a folder under `.mem/local/`, given from the root. Raises MemError, OSError."""
    make_directory(layout.root / folder, layout.tree, name=folder)
    # A command that reads makes no `.mem/.gitignore`.
    if not (layout.root / IGNORE).exists():
        ignore = layout.local / ".gitignore"
        if not ignore.exists() or not ignore.stat().st_size:  # where the disk was full
            append_line(ignore, layout.tree, b"*\n")
