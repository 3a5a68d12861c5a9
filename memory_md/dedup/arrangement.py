"""Whether two lines connect the same words differently: "A writes, B reads", "B writes, A reads".

Two lines with the same words look alike in whatever order these stand, so this is checked before
lines are merged. A clause that only changes its place, or an adjunct that moves with its
preposition, makes no other claim.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

from .tokens import Token
from .wording import Wording
from .words import BE, CONDITIONS, words

_MOST: Final = 48  # words that are looked at
_FULL: Final = 0.3  # the weight from which a word counts
_JOINING: Final = words("joining")
_ARTICLES: Final = words("articles")
_RELATING: Final = CONDITIONS | words("relating")
_PARTICLES: Final = ("on", "off", "up", "down", "in", "out")
_PASSIVE: Final = ("ed", "en", "wn", "lt", "nt", "pt", "ld", "de")


class _Item(NamedTuple):
    """A word that counts: what it says, what relates it, its clause, and whether "and" joins it."""

    key: str
    relating: str
    clause: int
    joined: bool


class _Arrangement(NamedTuple):
    items: tuple[_Item, ...]
    passive: bool


def bound_otherwise(a: Wording, b: Wording, alias: dict[str, str]) -> bool:
    """Whether what the two share is put together in another way. `alias` is as in Differences."""
    ours, theirs = _read(a), _renamed(_read(b), alias)
    if max(len(ours.items), len(theirs.items)) > _MOST:
        return False
    keys = {item.key for item in ours.items} & {item.key for item in theirs.items}
    one = [item for item in ours.items if item.key in keys]
    two = [item for item in theirs.items if item.key in keys]
    if [item.key for item in one] == [item.key for item in two]:
        return False
    if _clauses(one) == _clauses(two):
        return False  # whole clauses have changed places
    moved = _transposed(one, two)
    if moved == "reordered":
        return False
    if moved == "exchanged" and ours.passive == theirs.passive:
        return True
    # Two clauses of one line each went into the same two clauses of the other.
    met = _met(one, two)
    crossed = any(len(x.keys() & y.keys()) > 1 for x, y in combinations(met.values(), 2))
    return crossed or _replaced(one, two, met)


# -- reading


@lru_cache(maxsize=4_096)
def _read(wording: Wording) -> _Arrangement:
    return _Arrangement(tuple(_read_items(wording.tokens)), _is_passive(wording.tokens))


def _read_items(tokens: Sequence[Token]) -> Iterator[_Item]:
    part = clause = 0  # of the line, and as the tokens count them
    relating = ""
    joined = False
    for at, token in enumerate(tokens):
        if token.clause != clause:
            clause, part = token.clause, part + 1
            relating = ""
        after = tokens[at + 1].raw if at + 1 < len(tokens) else ""
        if token.raw in _PARTICLES and after in _RELATING:  # "off for tests"
            yield _Item(token.raw, "", part, joined)
            relating, joined = "", False
        elif token.key == "~before":
            relating, joined = "before" if token.sign > 0 else "after", False
        elif token.raw in _RELATING:
            relating, joined = token.raw, False
        elif token.weight >= _FULL:
            key = f"{'-' if token.sign < 0 else ''}{token.key}{token.side}"
            yield _Item(key, relating, part, joined)
            relating, joined = "", False
        elif token.raw in _JOINING:
            part, relating, joined = part + 1, "", True
        elif token.raw not in _ARTICLES:
            joined = False


def _is_passive(tokens: Sequence[Token]) -> bool:
    return any(
        token.raw == "by"
        or (token.raw in BE and any(t.raw.endswith(_PASSIVE) for t in tokens[at + 1 :][:2]))
        for at, token in enumerate(tokens)
    )


def _renamed(arrangement: _Arrangement, alias: dict[str, str]) -> _Arrangement:
    """The arrangement with the keys that the other line uses."""
    if not alias:
        return arrangement

    def name(key: str) -> str:
        bare = key.removeprefix("-")
        return key[: len(key) - len(bare)] + alias.get(bare, bare)

    return arrangement._replace(items=tuple(i._replace(key=name(i.key)) for i in arrangement.items))


# -- comparing


def _clauses(items: Sequence[_Item]) -> Counter[tuple[str, ...]]:
    """The words of each clause, and its condition: "A if B" is not "B if A"."""
    found: dict[int, list[str]] = {}
    for item in items:
        condition = item.relating if item.relating in CONDITIONS else ""
        found.setdefault(item.clause, []).append(f"{condition} {item.key}")
    return Counter(map(tuple, found.values()))


def _transposed(one: list[_Item], two: list[_Item]) -> str:
    """What it means that two stretches have changed places, all else being in one order.

    "exchanged": each plays the other's part now; "reordered": it is said the other way about;
    empty: this is not how the lines differ.
    """
    if len(one) != len(two):
        return ""
    keys_a, keys_b = [item.key for item in one], [item.key for item in two]
    start, end = 0, len(one)
    while keys_a[start] == keys_b[start]:
        start += 1
    while keys_a[end - 1] == keys_b[end - 1]:
        end -= 1
    first, second = keys_a[start:end], keys_b[start:end]
    size = end - start
    for gap in range(size - 1):
        for x in range(1, size - gap):
            y = size - gap - x
            if (
                first[:x] == second[size - x :]
                and first[size - y :] == second[:y]
                and first[x : size - y] == second[y : size - x]
            ):
                ahead, behind = one[start], one[end - y]
                later, sooner = two[end - x], two[start]
                kept = ahead.relating == later.relating and behind.relating == sooner.relating
                bare = not gap and behind.joined and later.joined
                if bare and not (behind.relating or later.relating):
                    return "reordered"
                if not kept:
                    # A preposition has come in or gone: the sentence is built in another way.
                    ends = {ahead.relating, behind.relating}
                    return "exchanged" if ends == {later.relating, sooner.relating} else ""
                between = gap and ahead.relating == behind.relating
                return "exchanged" if between else ""
    return ""


def _places(items: Sequence[_Item]) -> dict[str, _Item]:
    """The words that stand in one clause only."""
    found: dict[str, _Item] = {}
    several = set()
    for item in items:
        if found.setdefault(item.key, item).clause != item.clause:
            several.add(item.key)
    return {key: item for key, item in found.items() if key not in several}


def _met(one: list[_Item], two: list[_Item]) -> dict[int, dict[int, int]]:
    """By clause of the first line, how many of its words stand in which clause of the second."""
    ours, theirs = _places(one), _places(two)
    met: dict[int, dict[int, int]] = {}
    for key in [key for key in ours if key in theirs]:
        row = met.setdefault(ours[key].clause, {})
        clause = theirs[key].clause
        row[clause] = row.get(clause, 0) + 1
    return met


def _replaced(one: list[_Item], two: list[_Item], met: dict[int, dict[int, int]]) -> bool:
    """Whether a number took the place of another, which stands in a clause behind or before.

    "Pin 8, as 9 is slow", "pin 9, as 8 is old": the clauses that claim are one but for it.
    """
    ours, theirs = _places(one), _places(two)
    numbers = [key for key in ours if key in theirs and key.startswith("#")]
    for out, new in permutations(numbers, 2):
        here, there = ours[out].clause, theirs[new].clause
        apart = ours[new].clause != here and theirs[out].clause != there
        if apart and met[here].get(there, 0) >= max(met[here].values()):
            return True
    return False
