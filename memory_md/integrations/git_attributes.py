"""The block in `.gitattributes` that hands the memory's files to `mem`'s merge driver.

Where the driver is not configured git falls back on its own merge, so the block never does harm.
"""

from __future__ import annotations

from typing import Final

from ..actions.place import Place
from ..store.files import read_bytes, replace
from ..store.layout import Layout

_BEGIN: Final = "# mem: begin"
_END: Final = "# mem: end"


def install(place: Place) -> tuple[str, bool] | None:
    """Add our block to `.gitattributes` at the root of a git repository.

    Gives the path and whether the file is new; None if there is no git or the block is there.
    """
    repo = place.memory()
    layout = repo.layout
    if not (layout.tree / ".git").exists():
        return None
    with repo.writing():
        return _add_block(layout)


def _add_block(layout: Layout) -> tuple[str, bool] | None:
    path, name = layout.root / ".gitattributes", ".gitattributes"
    old = read_bytes(path, layout.tree, name=name)
    text = (old or b"").decode("utf-8", "surrogateescape")
    if _BEGIN in text:
        return None
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = newline if text and not text.endswith("\n") else ""
    block = newline.join([_BEGIN, *_lines(layout), _END, ""])
    data = (text + gap + block).encode("utf-8", "surrogateescape")
    replace(path, layout.tree, data, expected=old, name=name)
    return name, old is None


def _lines(layout: Layout) -> list[str]:
    paths = layout.paths
    files = (paths.learnings, paths.archive, paths.relationships)
    return [f"{_quoted(f'/{file}')} merge=mem" for file in files]


def _quoted(pattern: str) -> str:
    return f'"{pattern}"' if " " in pattern else pattern
