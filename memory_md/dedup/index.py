"""Which entry says what a text says already, or contradicts it; quickly, among ten thousand.

Kinds are compared only where they can state one fact:

* what holds for the project (decision, convention, gotcha, risk, preference, note …) is one pool,
  as the same sentence is filed under any of these labels;
* "Fixed" tells of the past: an issue and its fix in the same words are two facts, so a fix meets
  fixes and notes only, and an issue those that warn;
* what is known about the user meets preferences only;
* a scope belongs to its path and a list of modified files to its set of files.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from heapq import nlargest
from itertools import accumulate, pairwise
from typing import Final
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from ..base.identity import identity_form
from ..base.regex import regex
from ..base.text import CJK
from ..memory.model.entry import Entry, listed_paths, scope_parts
from ..terms.search_query import content_terms
from .verdict import Relation, announces, decide
from .verdict import amends as _amends
from .wording import read_wording

_POOL: Final = frozenset(
    ("decision", "architecture", "convention", "pattern", "learning", "gotcha", "note")
) | frozenset(("preference", "risk", "dependency", "project"))
_MEETS: Final = dict.fromkeys(_POOL, _POOL) | {
    "gotcha": _POOL | {"issue"},
    "risk": _POOL | {"issue"},
    "learning": _POOL | {"issue"},
    "note": _POOL | {"issue", "fixed"},
    "preference": _POOL | {"identity"},
    "identity": frozenset(("identity", "preference")),
    "issue": frozenset(("issue", "gotcha", "risk", "learning", "note")),
    "fixed": frozenset(("fixed", "note")),
    "scope": frozenset(("scope",)),
    "modified_files": frozenset(("modified_files",)),
}
_TOUCHED: Final = 4_000  # postings that are counted for one text
_SCORED: Final = 96  # entries whose texts are scored
_DEPTH: Final = 24  # entries that are compared word by word
_NEAR: Final = 0.25  # of the best weight: who has less is not compared
# Of the words of the shorter text: how many an amended decision shares, and what belongs to it.
_ALIKE: Final = 0.35
_OF_IT: Final = 0.2
_LEAST_COMMON: Final = 3
_MOST_ALIKE: Final = 8
_DECIDED: Final = frozenset(("decision", "architecture", "convention", "preference"))
_KEYED: Final = 4_000  # characters of a text that are looked at to find it
# The beginnings of words, which most forms and abbreviations of a word share.
_KEY: Final = regex(r"(?<![^\W_])[^\W_]{2,4}|(?<!\d)\d{1,4}")
_CJK: Final = regex(f"[{CJK}]{{2,}}")
_COMMAND: Final = regex(r"`([^`\s]+ [^`]+)`")
_CLAUSE: Final = regex(
    r"[,;.:] |[，。；]| [—–-] | (?=(?:because|since|so that|weil|parce que|porque) )"
)
# What a clause says that narrows the one beside it, or goes on with its list.
_BOUND: Final = regex(
    r"\b(?:except|unless|if|when|but|only|until|while|where|outside|other than|apart from|in case"
    r"|in|for|on|at|during|and|or|plus|also|too|sowie|además|также|wenn|falls|außer|nur|aber|und|oder|sauf|si|mais|et|ou|salvo|excepto"
    r"|pero|solo|y|o|если|кроме|только|но|и|или)\b|除|如果|只|但|和|或",
    re.IGNORECASE,
)
_SEPARATES: Final = regex(r"[\s.,;:!。、—–`*-]+")
_FEWEST: Final = 2  # terms of a text that is looked for in another
_COMMA: Final = regex(r",\s|[、，]|,? (?:and|or|und|et|y|и) ")


class Match(Struct, frozen=True):
    """How a text relates to the entry `id`: `score` 0 to 1, and why, in words for people.

    A duplicate of 1.0 is the same text in its normal form; 0.90 is where the labelled pairs say
    that duplicates begin. A contradiction's score is how much of the words both share.
    """

    id: str
    relation: Relation
    score: float
    why: str


def comparable(a_kind: str, b_kind: str) -> bool:
    """Whether entries of these kinds can state the same fact."""
    return b_kind in _MEETS[a_kind]


def relation(a_kind: str, a_text: str, b_kind: str, b_text: str) -> Match | None:
    """How text b relates to text a; None if they are different facts. `id` is empty."""
    if not comparable(a_kind, b_kind):
        return None
    if identity_form(a_text) == identity_form(b_text):
        return Match("", "duplicate", 1.0, "the same words")
    if {a_kind, b_kind} <= _POOL and _says_already(a_text, b_text):
        return Match("", "duplicate", 0.97, "the same in fewer words")
    if a_kind == "modified_files":
        same = set(listed_paths(a_text)) == set(listed_paths(b_text))
        return Match("", "duplicate", 0.99, "the same files") if same else None
    if a_kind == "scope":
        (a_path, a_text), (b_path, b_text) = scope_parts(a_text), scope_parts(b_text)
        if a_path != b_path or not a_text or not b_text:
            return None
    return _verdict(a_text, b_text)


def _verdict(a_text: str, b_text: str) -> Match | None:
    # Word alignment may depend on which of the two comes first; the verdict must not.
    a, b = (read_wording(text) for text in sorted((a_text, b_text)))
    if a is None or b is None:
        return None
    found = decide(a, b)
    if found and found.relation == "duplicate" and _lists_more(a_text, b_text):
        return None
    return Match("", found.relation, found.score, found.why) if found else None


def _says_already(text: str, other: str) -> bool:
    """Whether a text says another one word for word, and what it says besides bounds it nowhere.

    What stands beside it is a clause of its own: a reason, or what holds instead.
    """
    form = identity_form(other)
    if len(other) >= len(text) or form not in identity_form(text):
        return False
    if len(content_terms(other)) < _FEWEST:
        return False
    ends = [0, *(found.end() for found in _CLAUSE.finditer(text)), len(text)]
    # Only clauses with the very signs of the other are compared: to try all is cubic.
    clauses = [_said(text[first:end]) for first, end in pairwise(ends)]
    said, sought = "".join(clauses), _said(other)
    at = [0, *accumulate(map(len, clauses))]
    first_end = dict(zip(reversed(at), reversed(ends), strict=True))
    for start, first in dict(zip(at, ends, strict=True)).items():
        end = first_end.get(start + len(sought))
        if end is None or not said.startswith(sought, start):
            continue
        if identity_form(text[first:end].strip(" ,;:—–-，；、")) == form:
            return _BOUND.search(text[:first] + "\n" + text[end:]) is None
    return False


def _said(text: str) -> str:
    return _SEPARATES.sub("", normalize("NFKC", text).casefold())


def _lists_more(a_text: str, b_text: str) -> bool:
    """Whether they give other commands, or lists of unlike length, so that one would be lost."""
    ours, theirs = (set(_COMMAND.findall(text)) for text in (a_text, b_text))
    if ours and theirs and not any(one in two or two in one for one in ours for two in theirs):
        return True
    commas = [len(_COMMA.findall(text)) for text in (a_text, b_text)]
    return min(commas) > 1 and commas[0] != commas[1]


def amends(old: str, new: str) -> bool:
    """Whether the second text takes the place of the first.

    It says the contrary, or it announces a change of what the first says: "we moved from X to Y",
    "superseding the rule of …", "from now on Y".
    """
    found = _verdict(old, new)
    if found is not None:
        return found.relation == "contradiction"
    a, b = read_wording(old), read_wording(new)
    return a is not None and b is not None and _amends(a, b)


def amended(text: str, entries: Iterable[Entry]) -> list[str]:
    """Return the IDs of the entries that a later decision stands in the place of.

    The decision that shares most words with the text, or that it says it changes; and what its task
    decided besides of the same matter.
    """
    terms = content_terms(text)
    alike = []
    for entry in entries:
        if entry.kind in _DECIDED and not entry.archived:
            own = content_terms(entry.text)
            common = len(own & terms)
            if common >= _LEAST_COMMON:
                alike.append((common / min(len(own), len(terms)), entry))
    near = nlargest(_MOST_ALIKE, alike, key=lambda one: one[0])
    amended = next((e for share, e in near if share >= _ALIKE or amends(e.text, text)), None)
    if amended is None:
        return []
    tasks = set(amended.tasks)
    return [
        e.id for share, e in alike if e is amended or (share >= _OF_IT and tasks & set(e.tasks))
    ]


def replaces(old: str, new: str) -> bool:
    """Whether the second text announces a change, and what it changes is the first."""
    line = read_wording(new)
    return line is not None and announces(line) and amends(old, new)


def _keys(text: str) -> set[str]:
    text = text[:_KEYED].casefold()
    keys = set(_KEY.findall(text))
    if not text.isascii():
        for run in _CJK.findall(text):
            keys.update(run[at : at + 2] for at in range(len(run) - 1))
    return keys


class Index:
    """Entries, live and archived alike, to find the one that a text repeats or contradicts.

    `threshold` is the score that a duplicate needs (`dedup.threshold`). Building costs a few
    microseconds an entry: only those that share rare words with a text are read properly.
    """

    def __init__(self, entries: Iterable[Entry] = (), *, threshold: float = 0.9) -> None:
        self._threshold = threshold
        self._slots: list[Entry | None] = []
        self._by_id: dict[str, list[int]] = defaultdict(list)
        self._postings: dict[str, list[int]] = defaultdict(list)
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Take in an entry; another one of its ID stays."""
        slot = len(self._slots)
        self._slots.append(entry)
        self._by_id[entry.id].append(slot)
        postings = self._postings
        for key in _keys(entry.text):
            postings[key].append(slot)

    def remove(self, entry_id: str) -> None:
        """Forget all entries of that ID."""
        for slot in self._by_id.pop(entry_id, ()):
            self._slots[slot] = None

    def compare(self, kind: str, text: str) -> Match | None:
        """The entry that the text repeats, the likest; else the one it contradicts; else None."""
        best: Match | None = None
        for entry in self._candidates(kind, text):
            found = relation(entry.kind, entry.text, kind, text)
            if found is None or (found.relation == "duplicate" and found.score < self._threshold):
                continue
            if best is None or _rank(found) > _rank(best):
                best = replace(found, id=entry.id)
                if found.score == 1.0 and found.relation == "duplicate":
                    break
        return best

    def amended(self, kind: str, text: str) -> list[Entry]:
        """The near entries that the text stands in the place of, where it announces a change."""
        line = read_wording(text)
        if line is None or not announces(line):
            return []
        return [entry for entry in self._candidates(kind, text) if replaces(entry.text, text)]

    def _candidates(self, kind: str, text: str) -> list[Entry]:
        """Return the entries that are nearest to the text, of those that share its rarest words."""
        from rapidfuzz import fuzz, process

        meets = _MEETS[kind]
        near = {
            slot: entry.text
            for slot in self._sharing(text)
            if (entry := self._slots[slot]) and entry.kind in meets
        }
        found = process.extract(
            text, near, scorer=fuzz.token_set_ratio, processor=str.casefold, limit=_DEPTH
        )
        return [entry for *_, slot in found if (entry := self._slots[slot])]

    def _sharing(self, text: str) -> list[int]:
        """Return the slots that share the most of the rarest words with the text, best first."""
        postings = sorted(
            (found for key in _keys(text) if (found := self._postings.get(key))), key=len
        )
        few = sum(touched <= _TOUCHED for touched in accumulate(map(len, postings)))
        weights: dict[int, float] = defaultdict(float)
        for slots in postings[: max(few, 1)]:
            share = 1 / (1 + len(slots)) ** 0.5
            for slot in slots:
                weights[slot] += share
        least = _NEAR * max(weights.values(), default=0.0)
        ranked = ((weight, -slot) for slot, weight in weights.items() if weight >= least)
        return [-slot for _, slot in nlargest(_SCORED, ranked)]


def _rank(match: Match) -> tuple[bool, float]:
    return match.relation == "duplicate", match.score
