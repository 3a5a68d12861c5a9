"""What a candidate is to the entries that are known, and what gives way: SPEC's "who says it"."""

from collections.abc import Mapping
from typing import Final

from ..dedup.search import relations
from .model import Candidate, Entry
from .taking_back import given_up, naming_words

# Lists of files repeat words by nature; they are compared with nothing but themselves.
_NOT_COMPARED: Final = frozenset({"scope", "modified_files"})


def judge(
    candidate: Candidate,
    entries: Mapping[str, Entry],
    archived: Mapping[str, Entry],
    threshold: float,
) -> tuple[str, list[str]]:
    """Return the ID of the entry that says the same, "" for none, and those that are contrary.

    The archive counts for what says the same. What a candidate says is no more is contrary to the
    one entry that names it.
    """
    if candidate.kind in _NOT_COMPARED:
        return "", []
    both = {**archived, **entries}
    known = [(id_, one.text) for id_, one in both.items() if one.kind not in _NOT_COMPARED]
    found = relations(candidate.text, known, threshold)
    same = [id_ for id_, verdict in found if verdict.relation == "duplicate"]
    contrary = [id_ for id_, verdict in found if verdict.relation == "contradiction"]
    if what := naming_words(given_up(candidate.text)):
        named = [id_ for id_, text in known if id_ in entries and what <= naming_words(text)]
        contrary += named if len(named) == 1 else []
    first = next((id_ for id_ in same if id_ in entries), same[0] if same else "")
    return first, [id_ for id_ in dict.fromkeys(contrary) if id_ in entries and id_ != first]
