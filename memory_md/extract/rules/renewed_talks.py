"""Which entries of an earlier talk a newer one about the same takes the place of."""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.regex import regex
from ...memory.model.entry import Entry
from ...memory.rules.named_files import named_paths
from ...terms.search_query import content_terms
from ..model import Candidate
from .candidate_text import MAX_CHARS

# Of the terms of the shorter of two entries: what both have where the newer amends the older. Of 22
# pairs of entries from talks of which one amends the other 11 have both, of 3,000 others none.
_OF_ONE_MATTER: Final = 0.24
_LEAST_SHARED: Final = 5
_BEGINNING: Final = 40  # characters, by which two readings of one talk are told
_LEAD: Final = regex(r"(?:`[^`]+`(?:, )?){1,2}: ?")


class _Told(Struct, frozen=True):
    """An entry of a talk: its files, and what it says of them."""

    lead: str
    body: str
    files: frozenset[str]


def renewing(
    candidates: Sequence[Candidate], entries: Collection[Entry], tasks: Collection[str]
) -> tuple[list[Candidate], dict[str, list[str]]]:
    """Return the candidates, and by their text the IDs of the entries that a talk replaces.

    A newer talk about the matter takes the place of an older one, whose file it names if it names
    none, and what is read now of a talk that goes on (the same `tasks`) of what was read before.
    """
    found, replaced = list[Candidate](), dict[str, list[str]]()
    texts = {one.text for one in candidates}
    stored = {entry.text for entry in entries}
    known = [one for one in entries if _may_be_of_talk(one) and one.text not in texts]
    for one in candidates:
        old = list[Entry]()
        if one.origin == "talk" and one.text not in stored:
            old = [entry for entry in known if _takes_place(one.text, entry, tasks)]
            known = [entry for entry in known if entry not in old]
        if old:
            lead = _read(one.text).lead or _read(old[0].text).lead
            text = f"{lead}{_read(one.text).body}"[:MAX_CHARS]
            one = replace(one, text=text, contradicts=old[0].id, amends=True)
            replaced[text] = [entry.id for entry in old]
        found.append(one)
    return found, replaced


def _may_be_of_talk(entry: Entry) -> bool:
    """Return whether an entry can come from a talk; a person's and pinned ones give way to none."""
    return entry.kind == "decision" and not (entry.manual or entry.pinned)


def _takes_place(text: str, entry: Entry, tasks: Collection[str]) -> bool:
    new, old = _read(text), _read(entry.text)
    if not {*tasks}.isdisjoint(entry.tasks):
        is_part = bool(new.files) and new.files == old.files
        return is_part or new.body[:_BEGINNING] == old.body[:_BEGINNING]
    if not old.files or (new.files and new.files.isdisjoint(old.files)):
        return False
    ours, theirs = content_terms(text), content_terms(entry.text)
    least = max(_LEAST_SHARED, _OF_ONE_MATTER * min(len(ours), len(theirs)))
    return len(ours & theirs) >= least


def _read(text: str) -> _Told:
    found = _LEAD.match(text)
    lead = found[0] if found else ""
    return _Told(lead, text[len(lead) :], frozenset(named_paths(lead)))
