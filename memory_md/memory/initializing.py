"""`mem init`: the files of a memory, and what keeps them mergeable in git."""

from typing import Any, Final

from ..files.layout import Place, make_local
from ..files.locking import lock
from ..files.reading import read_bytes
from ..files.replacing import replace
from ..git.merging import set_driver
from ..markdown.marked_block import HASH, with_block
from .disk import ARCHIVE_NAME, EVIDENCE_NAME, decoded, encoded

DIARY_START: Final = """# Diary

| Date | ID | Type | Summary | Debug | Files | Status |
|------|----|------|---------|-------|-------|--------|
"""
_SECONDS: Final = 10.0


def initialize(place: Place, *, is_in_git: bool) -> dict[str, Any]:
    """Make the files that are missing and return their names; safe to repeat. Raises MemError."""
    names = place.names
    wanted = {
        ".mem/.gitignore": "local/\n",
        names.learnings: "# Learnings\n",
        names.relationships: "[]\n",
        f"{names.diary}/index.md": DIARY_START,
        EVIDENCE_NAME: "",
    }
    make_local(place)
    with lock(place.lock, place.local_tree, seconds=_SECONDS):
        made = [name for name, text in wanted.items() if _create(place, name, text)]
        if is_in_git and _mark_for_merges(place):
            made.append(".gitattributes")
    if is_in_git:
        set_driver(place.tree)
    return {"root": str(place.root), "made": made}


def _create(place: Place, name: str, text: str) -> bool:
    path = place.root / name
    if read_bytes(path, place.tree, name=name) is not None:
        return False
    replace(path, place.tree, text.encode(), expected=None, name=name)
    return True


def _mark_for_merges(place: Place) -> bool:
    """Tell git how the files merge; return whether `.gitattributes` changed."""
    names = place.names
    merged = (names.learnings, ARCHIVE_NAME, names.relationships, f"{names.diary}/index.md")
    lines = [f"/{name} merge=mem" for name in merged]
    body = "\n".join([*lines, f"/{EVIDENCE_NAME} merge=union"])
    path, name = place.root / ".gitattributes", ".gitattributes"
    before = read_bytes(path, place.tree, name=name)
    text = decoded(before) or ""
    after = with_block(text, body, HASH, name)
    if after != text:
        replace(path, place.tree, encoded(after) or b"", expected=before, name=name)
    return after != text
