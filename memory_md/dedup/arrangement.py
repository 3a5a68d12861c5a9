"""Whether two lines bind the same words otherwise: "A writes, B reads", "B writes, A reads".

Shared words make two lines alike whatever stands beside what, so this is asked of lines that would
be merged. Clauses that merely change places, the items of a list and adjuncts that move with their
preposition are no other claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

from .tokens import Token
from .word_lists import CONDITIONS, words
from .wording import Wording

_MOST: Final = 48  # words that are looked at
_FULL: Final = 0.3  # the weight from which a word counts
_JOINING: Final = words(
    "and or nor plus und oder sowie et ou y o e и или а en och og i oraz lub ni & 和 或"
)
_ARTICLES: Final = words(
    "the a an der die das den dem des ein eine einen einem einer le la les un une el los las una"
    " unos het een both either"
)
# What says which part the next word plays.
_RELATING: Final = CONDITIONS | words(
    "of to in on at by for from with as into onto over under about between within across through"
    " per out than via against inside beside because since so while before after during without"
    " zu im am auf aus bei mit von vom für über unter vor nach durch als"
    " de du au aux dans sur pour par avec sans chez vers del con por para sobre hasta desde"
    " в во на с со к ко от до из за по об у при для через"
)
_PARTICLES: Final = ("on", "off", "up", "down", "in", "out")
_BE: Final = words("is are was were be been being get gets got wird werden wurde est sont es son")
_PASSIVE: Final = ("ed", "en", "wn", "lt", "nt", "pt", "ld", "de")


class _Item(NamedTuple):
    """A word that counts: what it says, what relates it, its clause, and the word before it there.

    `joined`: "and" or its like stands between it and the word before it.
    """

    key: str
    relating: str
    clause: int
    before: str
    joined: bool


class _Reading(NamedTuple):
    items: tuple[_Item, ...]
    lists: dict[frozenset[str], tuple[int, int]]  # its words, to where they stand in `items`
    passive: bool


def bound_otherwise(a: Wording, b: Wording, alias: dict[str, str]) -> bool:
    """Whether what the two share is put together in another way. `alias` is as in Differences."""
    ours, theirs = _read(a), _renamed(_read(b), alias)
    if max(len(ours.items), len(theirs.items)) > _MOST:
        return False
    lists = ours.lists.keys() & theirs.lists.keys()
    one, two = _in_order(ours, lists), _in_order(theirs, lists)
    keys = {item.key for item in one} & {item.key for item in two}
    one = [item for item in one if item.key in keys]
    two = [item for item in two if item.key in keys]
    if [item.key for item in one] == [item.key for item in two]:
        return False
    if _clauses(one) == _clauses(two):
        return False  # whole clauses have changed places
    moved = _transposed(one, two)
    if moved == "reordered":
        return False
    if moved == "exchanged" and ours.passive == theirs.passive:
        return True
    return _crossed(one, two) or _replaced(one, two)


def same_lists(a: Wording, b: Wording) -> bool:
    """Whether both enumerate the same words, in whatever order: "A, B and C", "C, A and B"."""
    return not _read(a).lists.keys().isdisjoint(_read(b).lists.keys())


# -- reading


@lru_cache(maxsize=4_096)
def _read(wording: Wording) -> _Reading:
    items = tuple(_read_items(wording.tokens))
    return _Reading(items, _lists(items), _is_passive(wording.tokens))


def _read_items(tokens: Sequence[Token]) -> Iterator[_Item]:
    part = clause = 0  # of the line, and as the tokens count them
    relating = before = ""
    joined = False
    for place, token in enumerate(tokens):
        if token.clause != clause:
            clause, part = token.clause, part + 1
            relating = before = ""
        after = tokens[place + 1].raw if place + 1 < len(tokens) else ""
        if token.raw in _PARTICLES and after in _RELATING:  # "off for tests"
            yield _Item(token.raw, "", part, before, joined)
            relating, before, joined = "", token.raw, False
        elif token.key == "~before":
            relating, joined = "before" if token.sign > 0 else "after", False
        elif token.raw in _RELATING:
            relating, joined = token.raw, False
        elif token.weight >= _FULL:
            key = f"{'-' if token.sign < 0 else ''}{token.key}{token.side}"
            yield _Item(key, relating, part, before, joined)
            relating, before, joined = "", key, False
        elif token.raw in _JOINING:
            part, relating, before, joined = part + 1, "", "", True
        elif token.raw not in _ARTICLES:
            joined = False


def _is_passive(tokens: Sequence[Token]) -> bool:
    return any(
        token.raw == "by"
        or (token.raw in _BE and any(t.raw.endswith(_PASSIVE) for t in tokens[place + 1 :][:2]))
        for place, token in enumerate(tokens)
    )


def _lists(items: Sequence[_Item]) -> dict[frozenset[str], tuple[int, int]]:
    """The runs of single words that commas and at least one "and" join."""
    found: dict[frozenset[str], tuple[int, int]] = {}
    start = 0
    for place in range(1, len(items) + 1):
        if place < len(items):
            last, item = items[place - 1], items[place]
            if item.joined or (item.clause == last.clause + 1 and not item.relating):
                continue
        if place - start > 1 and any(item.joined for item in items[start + 1 : place]):
            found[frozenset(item.key for item in items[start:place])] = (start, place)
        start = place
    return found


def _renamed(reading: _Reading, alias: dict[str, str]) -> _Reading:
    """The reading with the keys that the other line uses."""
    if not alias:
        return reading

    def name(key: str) -> str:
        bare = key.removeprefix("-")
        return key[: len(key) - len(bare)] + alias.get(bare, bare)

    items = tuple(i._replace(key=name(i.key), before=name(i.before)) for i in reading.items)
    lists = {frozenset(map(name, keys)): place for keys, place in reading.lists.items()}
    return reading._replace(items=items, lists=lists)


def _in_order(reading: _Reading, lists: set[frozenset[str]]) -> list[_Item]:
    """The items, where the words of each of `lists` stand in one order and in one clause."""
    out = list(reading.items)
    for keys in lists:
        start, end = reading.lists[keys]
        first, last = out[start], out[end - 1].clause
        out[start:end] = [
            first._replace(key=item.key, before=first.before if not place else "")
            for place, item in enumerate(sorted(out[start:end]))
        ]
        out[end:] = [
            item._replace(clause=first.clause) if item.clause == last else item
            for item in out[end:]
        ]
    return out


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
                    return "" if _relates_anew(ahead, behind, later, sooner) else "exchanged"
                between = gap and ahead.relating == behind.relating
                return "exchanged" if between else ""
    return ""


def _relates_anew(ahead: _Item, behind: _Item, later: _Item, sooner: _Item) -> bool:
    """Whether a preposition has come in or gone, so that the sentence is built in another way."""
    return {ahead.relating, behind.relating} != {later.relating, sooner.relating}


def _places(items: Sequence[_Item]) -> dict[str, _Item]:
    """The words that stand in one clause only."""
    found: dict[str, _Item] = {}
    several = set()
    for item in items:
        if found.setdefault(item.key, item).clause != item.clause:
            several.add(item.key)
    return {key: item for key, item in found.items() if key not in several}


def _crossed(one: list[_Item], two: list[_Item]) -> bool:
    """Whether two clauses of one line each went into the same two clauses of the other."""
    return any(len(x.keys() & y.keys()) > 1 for x, y in combinations(_met(one, two).values(), 2))


def _met(one: list[_Item], two: list[_Item]) -> dict[int, dict[int, int]]:
    """By clause of the first line, how many of its words stand in which clause of the second."""
    ours, theirs = _places(one), _places(two)
    met: dict[int, dict[int, int]] = {}
    for key in [key for key in ours if key in theirs]:
        row = met.setdefault(ours[key].clause, {})
        clause = theirs[key].clause
        row[clause] = row.get(clause, 0) + 1
    return met


def _replaced(one: list[_Item], two: list[_Item]) -> bool:
    """Whether one word took the place of another, which stands in a clause behind or before.

    "Use A, as B is slow", "use B, as A is gone": the clauses that claim are one but for it.
    """
    ours, theirs, met = _places(one), _places(two), _met(one, two)
    both = [key for key in ours if key in theirs]
    for out, new in permutations(both, 2):
        here, there = ours[out], theirs[new]
        if not here.before or here.before != there.before or here.relating != there.relating:
            continue
        row = met[here.clause]
        apart = ours[new].clause != here.clause and theirs[out].clause != there.clause
        if apart and row.get(there.clause, 0) >= max(row.values()):
            return True
    return False
