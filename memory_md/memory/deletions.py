"""Lines that a person deleted in an editor: noted in the archive, so that they stay out.

An ID that stands in the evidence and in neither learnings.md nor the archive was deleted. It counts
only where its text is known: from the copy of learnings.md of the last writing command, if no
commit was made or checked out since, or from git where the commit itself has the evidence. So
neither a switched branch nor a forged line takes anything out.
"""

from dataclasses import replace
from typing import Final

from ..git.history import last_text_with
from ..git.process import ask_git
from . import evidence
from .disk import EVIDENCE_NAME
from .lines import parse
from .memory import Memory
from .model import ENDING_ACTS, Archived, Entry, Evidence
from .undo import last_copy

_MOST_ASKED: Final = 20  # deletions that git is asked about in one command


def note_deletions(memory: Memory) -> None:
    """Move entries that a person deleted in an editor to the archive."""
    known = memory.entries.keys() | memory.archived.keys()
    missing = {
        id_
        for id_, lines in memory.log.entries.items()
        if id_ not in known and lines[-1].act not in ENDING_ACTS
    }
    if not missing or memory.files.learnings is None:
        return
    head, text = last_copy(memory.database, memory.opened)
    copied = _entries(text, missing) if head == memory.opened.head else {}
    for id_, entry in {**_from_git(memory, missing), **copied}.items():
        moved = Archived("deleted", memory.today)
        memory.archived[id_] = replace(entry, archived=moved, pinned=False, line=0)
        memory.note(Evidence(id_, memory.opened.now, act="deleted", who="person"))


def _from_git(memory: Memory, missing: set[str]) -> dict[str, Entry]:
    place, found = memory.opened.place, dict[str, Entry]()
    if not memory.opened.head:
        return {}
    committed = ask_git(place.root, ["show", f"HEAD:./{EVIDENCE_NAME}"]) or ""
    known = evidence.parse(committed).entries
    for id_ in sorted(missing & set(known))[:_MOST_ASKED]:
        text = last_text_with(place.root, place.names.learnings, f"mem:{id_}")
        found.update(_entries(text, {id_}))
    return found


def _entries(text: str, ids: set[str]) -> dict[str, Entry]:
    placed = parse(text, "").entries
    return {one.entry.id: one.entry for one in placed if one.entry.id in ids}
