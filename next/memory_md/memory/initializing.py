"""`mem init`: the files of a memory, and what keeps them mergeable in git."""

from pathlib import Path
from typing import Any, Final

from ..base.errors import ChangedMeanwhileError
from ..files.layout import Place, make_local
from ..files.locking import lock
from ..files.reading import read_bytes
from ..files.replacing import make_directory, replace
from ..git.merging import set_driver
from ..markdown.marked_block import HASH, with_block
from .disk import EVIDENCE_NAME

_IGNORE: Final = "local/\n"
DIARY_START: Final = """# Diary

| Date | ID | Type | Summary | Debug | Files | Status |
|------|----|------|---------|-------|-------|--------|
"""
_SECONDS: Final = 10.0


def initialize(place: Place, *, is_in_git: bool) -> dict[str, Any]:
    """Make the files that are missing and return their names; safe to repeat. Raises MemError."""
    names = place.names
    wanted = {
        names.learnings: "# Learnings\n",
        names.relationships: "[]\n",
        f"{names.diary}/index.md": DIARY_START,
        EVIDENCE_NAME: "",
    }
    made = [".mem/.gitignore"] if _create(place, ".mem/.gitignore", _IGNORE) else []
    make_local(place)
    with lock(place.lock, place.local_tree, seconds=_SECONDS):
        for name, text in wanted.items():
            if _create(place, name, text):
                made.append(name)
        if is_in_git and _mark_for_merges(place):
            made.append(".gitattributes")
    if is_in_git:
        set_driver(place.tree)
    return {"root": str(place.root), "made": made}


def _create(place: Place, name: str, text: str) -> bool:
    path = place.root / name
    if read_bytes(path, place.tree, name=name) is not None:
        return False
    make_directory(path.parent, place.tree, name=str(Path(name).parent))
    try:
        replace(path, place.tree, text.encode(), expected=None, name=name)
    except ChangedMeanwhileError:  # somebody made it just now
        return False
    return True


def _mark_for_merges(place: Place) -> bool:
    """Tell git how the files merge; return whether `.gitattributes` changed."""
    names = place.names
    merged = (names.learnings, ".mem/archive.md", names.relationships, f"{names.diary}/index.md")
    lines = [f"/{name} merge=mem" for name in merged]
    body = "\n".join([*lines, f"/{EVIDENCE_NAME} merge=union"])
    path, name = place.root / ".gitattributes", ".gitattributes"
    before = read_bytes(path, place.tree, name=name)
    text = (before or b"").decode("utf-8", "surrogateescape")
    after = with_block(text, body, HASH, name)
    if after == text:
        return False
    data = after.encode("utf-8", "surrogateescape")
    replace(path, place.tree, data, expected=before, name=name)
    return True
