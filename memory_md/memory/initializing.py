"""`mem init`: the files of a memory, and what keeps them mergeable in git."""

from typing import Any, Final

from ..files.layout import Place
from ..files.locking import writing
from ..files.reading import read_bytes
from ..files.replacing import replace
from ..git.merging import set_driver
from ..markdown.marked_block import HASH, with_block
from .disk import ARCHIVE_NAME, EVIDENCE_NAME, decoded, encoded

DIARY_START: Final = """# Diary

| Date | ID | Type | Summary | Debug | Files | Status |
|------|----|------|---------|-------|-------|--------|
"""
_ATTRIBUTES: Final = ".gitattributes"


def initialize(place: Place, *, is_in_git: bool) -> dict[str, Any]:
    """Make the files that are missing and return their names; safe to repeat. Raises MemError."""
    names = place.names
    merged = (names.learnings, ARCHIVE_NAME, names.relationships, f"{names.diary}/index.md")
    attributes = [f"/{name} merge=mem" for name in merged] + [f"/{EVIDENCE_NAME} merge=union"]
    wanted = {
        ".mem/.gitignore": "local/\n",
        names.learnings: "# Learnings\n",
        names.relationships: "[]\n",
        f"{names.diary}/index.md": DIARY_START,
        EVIDENCE_NAME: "",
    }
    wanted |= {_ATTRIBUTES: "\n".join(attributes)} if is_in_git else {}
    with writing(place):
        made = [name for name, text in wanted.items() if _make(place, name, text)]
    if is_in_git:
        set_driver(place.tree)
    return {"root": str(place.root), "made": made}


def _make(place: Place, name: str, text: str) -> bool:
    """Make a file that is missing, or our block of .gitattributes; return whether it changed."""
    path = place.root / name
    before = read_bytes(path, place.tree, name=name)
    after = before
    if name == _ATTRIBUTES:
        after = encoded(with_block(decoded(before) or "", text, HASH, name))
    elif before is None:
        after = text.encode()
    if after != before:
        replace(path, place.tree, after or b"", expected=before, name=name)
    return after != before
