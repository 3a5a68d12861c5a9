"""What a candidate is to the entries that are known, and what gives way: SPEC's "who says it"."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..dedup.search import relations
from .model import Candidate, Entry
from .taking_back import clear_match, given_up

# Lists of files repeat words by nature; they are compared with nothing but themselves.
_NOT_COMPARED: Final = frozenset({"scope", "modified_files"})


@dataclass(frozen=True, slots=True)
class Judgement:
    """`same` is the ID of the entry that says the same, "" for none; `contrary` are IDs."""

    same: str = ""
    contrary: tuple[str, ...] = ()


def judge(
    candidate: Candidate,
    entries: Mapping[str, Entry],
    archived: Mapping[str, Entry],
    threshold: float,
) -> Judgement:
    """Compare a candidate with all entries; the archive counts for what says the same.

    What a candidate says is no more is contrary to the one entry that names it.
    """
    if candidate.kind in _NOT_COMPARED:
        return Judgement()
    both = {**archived, **entries}
    known = [(id_, one.text) for id_, one in both.items() if one.kind not in _NOT_COMPARED]
    found = relations(candidate.text, known, threshold)
    same = [id_ for id_, verdict in found if verdict.relation == "duplicate"]
    contrary = [id_ for id_, verdict in found if verdict.relation == "contradiction"]
    if what := given_up(candidate.text):
        among = [(id_, text) for id_, text in known if id_ in entries]
        named = clear_match(what, among)
        contrary += named if len(named) == 1 else []
    active = tuple(dict.fromkeys(id_ for id_ in contrary if id_ in entries))
    first = next((id_ for id_ in same if id_ in entries), same[0] if same else "")
    return Judgement(first, tuple(id_ for id_ in active if id_ != first))
