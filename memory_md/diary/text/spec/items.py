"""An item of a list in a spec: what its label, and the item that it stands under, say of its paths.

Pure.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ....markdown.path_list import PathList, plain, read_list
from .. import spec_words as words


class Item(Struct):
    """An open list item: how deep, whether what it holds is left out, and what it names."""

    indent: int
    shut: bool = False
    folder: str = ""
    named: bool = False
    new: bool = False
    at: int = -1  # where a folder that only groups others stands among the results


def behind_label(item: Item, label: str, rest: str) -> PathList:
    """The paths behind an item's label; what the label says goes for the items below too."""
    title = words.spoken(label)
    item.shut = words.is_forbidding(title)
    new = words.is_new(title)
    item.new = item.new or (new and not rest)
    if item.shut or not rest or words.is_nothing(rest):
        return PathList()
    return replace(read_list(plain(rest)), made=new)


def below(folder: str, listing: PathList) -> PathList:
    """The paths as seen from the root, where they stand under an item that names their folder."""
    root = folder.split("/", 1)[0]
    joined = [path if path.split("/", 1)[0] == root else folder + path for path in listing.paths]
    return replace(listing, paths=tuple(joined))
