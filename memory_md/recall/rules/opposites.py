"""Of texts that say the contrary of one matter, which gives way: never both are shown. Pure.

What is known to contradict another entry is held back before (`memory.rules.withheld`). This looks
at what would be shown now: lines of other layers, two of a person's own, what a merge brought.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from ...base.regex import regex
from ...memory.model.entry import Entry

# Both are compared in full only where half of the shorter one's words begin alike.
_BEGINNING: Final = regex(r"(?<![^\W_])[^\W\d_]{2,4}")
_LITTLE: Final = frozenset(
    (
        *("a", "an", "and", "any", "are", "at", "be", "by", "can", "do", "don", "for", "from"),
        *("has", "if", "in", "into", "is", "it", "its", "must", "need", "neve", "new", "no", "not"),
        *("of", "on", "one", "only", "or", "our", "so", "than", "that", "the", "them", "then"),
        *("they", "this", "to", "use", "used", "was", "we", "when", "will", "with", "alwa", "you"),
        "your",
    )
)
_FILES: Final = regex(r"[\w.-]*/[\w./-]*\w|\b[\w-]+\.[a-z]{1,4}\b")
_RUNS: Final = regex(r"\b(?:run|call|execute)\s+`?(?:[\w./-]+\s+)?([\w./-]+)")
MOST: Final = 80  # entries that are looked at, the most important ones
_MOST_PAIRS: Final = 200


def losers(entries: Sequence[Entry]) -> dict[int, Entry]:
    """Return the places of those that give way, each with the entry that holds.

    A nearer memory holds, then what is surer, then what is newer; at last what stands further down.
    """
    found: dict[int, Entry] = {}
    pairs = _alike([entry.text for entry in entries[:MOST]])
    for count, (one, other) in enumerate(pairs):
        if count >= _MOST_PAIRS:
            break
        if one in found or other in found or not _may_differ(entries[one], entries[other]):
            continue
        if contradict(entries[one], entries[other].kind, entries[other].text):
            old, new = sorted((one, other), key=lambda place: _rank(entries, place))
            found[old] = entries[new]
    return found


def _may_differ(one: Entry, other: Entry) -> bool:
    """Return whether nobody has compared them yet: what `mem` stores, it compares first."""
    return one.layer != other.layer or one.bare or other.bare


def _rank(entries: Sequence[Entry], place: int) -> tuple[int, float, int]:
    entry = entries[place]
    return -entry.layer, entry.confidence, entry.day


def contradict(entry: Entry, kind: str, text: str) -> bool:
    """Return whether a text says something else of the very thing that an entry speaks of."""
    from ...dedup.index import relation

    found = relation(entry.kind, entry.text, kind, text)
    if found is None or found.relation != "contradiction":
        return False
    # What is said of one file holds of no other.
    files = [set(_FILES.findall(one)) for one in (entry.text, text)]
    if all(files) and files[0].isdisjoint(files[1]):
        return False
    # To run one command is no reason not to run another one.
    runs = {word for one in (entry.text, text) for word in _RUNS.findall(one.casefold())}
    return not runs.issuperset(found.why.split(" / "))


def _alike(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    words = [_words(text) for text in texts]
    for one, own in enumerate(words):
        for other in range(one):
            if _share(own, words[other]):
                yield other, one


def _words(text: str) -> frozenset[str]:
    return frozenset(_BEGINNING.findall(text[:1000].casefold())) - _LITTLE


def _share(one: frozenset[str], other: frozenset[str]) -> bool:
    common = len(one & other)
    return common > 0 and 2 * common >= min(len(one), len(other))


def is_alike(one: str, other: str) -> bool:
    """Return whether two texts share so many words that they may speak of one matter."""
    return _share(_words(one), _words(other))
