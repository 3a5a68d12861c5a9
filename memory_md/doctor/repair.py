"""`mem doctor --fix`: merges set up again, and the files of version 0.2 deleted."""

import re
from typing import Final

from ..files.layout import Place
from ..files.replacing import erase
from ..git.merging import is_driver_set, set_driver
from ..git.process import ask_git
from ..memory.initializing import initialize
from ..memory.opening import Opened

LOCAL_NAME: Final = ".mem/local"
# What version 0.2 kept on this machine, with a number or an ending behind it.
_LOCAL: Final = re.compile(
    r"(?!hooks\.lock)"  # ours as well
    r"(?:approved|callgraph|events|files|forgotten|git|history|hooks|inbox|installed|judged|lines"
    r"|messages|parsed|read-commit|receipts|seals|sessions|sources|tasks|undo|unknown)"
    r"(?:\.\d+)?(?:\.(?:jsonl?|log|db(?:-\w+)?|lock|msgpack))?"
)
# What it kept beside, in git or ignored there.
_BESIDE: Final = ("callgraph.json", "inbox.jsonl", "archive-relationships.jsonl")


def fix(opened: Opened) -> list[str]:
    """Repair what is fixable, and return what was done. Raises MemError."""
    place = opened.place
    done = []
    for name in old_files(place):
        erase(place.root / name, place.tree, name=name)
        done.append(f"deleted {name}")
    if (place.tree / ".git").exists():
        if not is_marked_for_merges(place):
            initialize(place, is_in_git=True)
            done.append(".gitattributes tells git how to merge the memory")
        if not is_driver_set(place.tree) and set_driver(place.tree):
            done.append("this clone merges with our driver now")
    return done


def old_files(place: Place) -> list[str]:
    """Return the files and folders of version 0.2, by their paths from the root."""
    folder = place.root / LOCAL_NAME
    local = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    names = [f"{LOCAL_NAME}/{name}" for name in local if _LOCAL.fullmatch(name)]
    return names + [f".mem/{name}" for name in _BESIDE if (place.root / ".mem" / name).is_file()]


def is_marked_for_merges(place: Place) -> bool:
    """Return whether .gitattributes names our driver for the entries."""
    said = ask_git(place.root, ["check-attr", "merge", "--", place.names.learnings]) or ""
    return said.rstrip("\n").endswith(": mem")
