"""In what two lines differ: which words are in one only, and what one claims against the other.

`differences` looks at two wordings and tells; it does not decide. Symmetric: the order of the two
does not matter to what is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct, field

from .alignment import unequal
from .arrangement import same_lists
from .near_words import pair_up
from .roles import exchanged, turned
from .tokens import Token
from .word_lists import ASSIGNS
from .wording import Wording

_QUANTITIES: Final = frozenset(("~everyone", "~always"))


class Swap(NamedTuple):
    """Words that stand at one place of two sentences.

    `assigned`: a word before assigns them; `beside`: they stand beside opposites, as in "the
    compatible X", "the experimental Y".
    """

    ours: list[Token]
    theirs: list[Token]
    assigned: bool
    beside: bool


class Differences(Struct):
    """What is alike (`likeness` 0 to 1, `shared` weight) and what is not.

    `shared` is the weight of what both have, `plain` that without numbers, `size` the mean weight
    of a line. `only` are the tokens that one line has and the other lacks, `numbers` those of them
    that are numbers. `against` are short phrases for the claims of one against the other;
    `strength` counts pairs of opposites, `central` says that such a pair stands beside shared
    words, `apart` that it stands in what the lines are about. `denied` is the weight of words that
    one line denies and the other does not, `agreed` of those where they agree; `flatly`: one denies
    the very word that the other says; `crossed`: each denies something that the other says;
    `both_deny`: they also deny something together. `aligned` (0 to 1) is how far the words come in
    one order; `swapped` are the words that take each other's place there. `reordered`: the same
    numbers, elsewhere in the same words. `turned`: the relation whose two sides have changed
    places; `exchanged`: two short clauses have exchanged their words. `alias` leads from a key of
    the second line to its partner's in the first.
    """

    likeness: float = 0.0
    shared: float = 0.0
    size: float = 0.0
    plain: float = 0.0
    only: tuple[list[Token], list[Token]] = field(default_factory=lambda: ([], []))
    against: list[str] = field(default_factory=list)
    strength: float = 0.0
    central: bool = False
    crossed: bool = False
    both_deny: bool = False
    denied: float = 0.0
    agreed: float = 0.0
    flatly: bool = False
    numbers: tuple[list[Token], list[Token]] = field(default_factory=lambda: ([], []))
    aligned: float = 0.0
    swapped: list[Swap] = field(default_factory=list)
    reordered: bool = False
    apart: bool = False
    turned: str = ""
    exchanged: bool = False
    alias: dict[str, str] = field(default_factory=dict)


@lru_cache(maxsize=4_096)
def _first(wording: Wording) -> tuple[dict[str, Token], float]:
    """The first token of each key, and the weight of them all."""
    found: dict[str, Token] = {}
    for token in wording.content:
        found.setdefault(token.key, token)
    return found, sum(t.weight for t in found.values())


def differences(a: Wording, b: Wording, *, least: float = 0.0) -> Differences:
    """Compare two wordings; of two that are less alike than `least`, `likeness` alone is told."""
    out = Differences()
    (ours, weight_a), (theirs, weight_b) = _first(a), _first(b)
    # In order, not a set: a sum of floats must not depend on how a process hashes strings.
    same = dict.fromkeys([key for key in ours if key in theirs])
    total = weight_a + weight_b
    shared = sum([ours[k].weight + theirs[k].weight for k in same])
    if shared * 8 < total:
        return out
    rest_a = [t for key, t in ours.items() if key not in same]
    rest_b = [t for key, t in theirs.items() if key not in same]
    pairs = pair_up(rest_a, rest_b, a, b)
    for matched in (pairs.first, pairs.second):
        shared += sum(token.weight * part for token, part in matched.values())
    for one, two in pairs.denials:
        out.against.append(f"{one.raw} / {two.raw}")
        out.strength += 1.0
        out.apart = out.apart or (one.topic and two.topic)
    out.likeness = shared / total if total else 0.0
    if out.likeness < least:
        return out
    out.shared = shared / 2
    out.size = total / 2
    out.plain = out.shared - sum(ours[k].weight for k in same if ours[k].number)
    left_a = [t for t in rest_a if pairs.first.get(t.key, (t, 0.0))[1] < 1]
    left_b = [t for t in rest_b if pairs.second.get(t.key, (t, 0.0))[1] < 1]
    out.only = (left_a, left_b)
    out.numbers = ([t for t in left_a if t.number], [t for t in left_b if t.number])
    out.alias = pairs.alias
    out.turned = turned(a, b, pairs.alias)
    out.exchanged = exchanged(a, b, pairs.alias) and not same_lists(a, b)
    if out.turned:
        out.against.append(f"{out.turned} the other way round")
        out.strength += 2.0
        out.central = True
    _signs(a, b, same, ours, theirs, out)
    _orders(a, b, out)
    _align(a, b, pairs.alias, out)
    return out


# -- claims against each other


def _near_shared(key: str, wording: Wording, same: Collection[str]) -> bool:
    """Whether a word of the axis stands beside a word that both lines have."""
    words = wording.content
    reach = 4 if key in wording.sides else 3
    for place, token in enumerate(words):
        if token.key == key:
            near = words[max(place - reach, 0) : place + reach + 1]
            if any(t.key in same and t.key != key for t in near):
                return True
    return False


def _two_things(key: str, a: Wording, b: Wording) -> bool:
    """Whether the opposites open both lines, and so name two things: "public …", "private …"."""
    opening = all(wording.content[0].key == key for wording in (a, b))
    return opening and all(
        any(t.key not in other.signs and t.weight >= 0.3 for t in one.content)
        for one, other in ((a, b), (b, a))
    )


def _opposed(key: str, a: Wording, b: Wording) -> bool:
    if key not in a.sides or key not in b.sides:
        return a.signs[key] * b.signs[key] < 0
    (yes_a, no_a), (yes_b, no_b) = (
        tuple({side for side, sign in w.sides[key] if sign == wanted} for wanted in (1, -1))
        for w in (a, b)
    )
    if yes_a & yes_b:
        return False
    return bool((yes_a and yes_b) or yes_a & no_b or yes_b & no_a)


def _signs(
    a: Wording,
    b: Wording,
    same: Collection[str],
    ours: dict[str, Token],
    theirs: dict[str, Token],
    out: Differences,
) -> None:
    opposed = [key for key in sorted(same) if key != "~before" and _opposed(key, a, b)]
    topics = 0
    out.agreed = sum(ours[key].weight for key in same if key not in opposed and a.signs[key])
    denials = {
        a.signs[key] for key in opposed if not (ours[key].axis and ours[key].raw != theirs[key].raw)
    }
    both = any(a.signs[key] < 0 and b.signs[key] < 0 for key in same if not ours[key].axis)
    out.crossed = {1, -1} <= denials
    out.both_deny = both
    for key in opposed:
        one, two = ours[key], theirs[key]
        plain = one.axis and one.raw != two.raw
        if plain:
            out.strength += 1.0
            near = _near_shared(key, a, same) and _near_shared(key, b, same)
            out.central = out.central or near
        else:
            out.denied += min(one.weight, two.weight)
            out.flatly = out.flatly or (one.head and one.sign < 0) or (two.head and two.sign < 0)
        opening = plain and _two_things(key, a, b)
        topics += (opening or (one.topic and two.topic)) and plain and key not in _QUANTITIES
        if plain:
            out.against.append(f"{one.raw} / {two.raw}")
        elif one.sign < 0:
            out.against.append(f"not {one.raw} / {two.raw}")
        else:
            out.against.append(f"{one.raw} / not {two.raw}")
    if topics and topics == len(opposed):
        out.apart = True


@lru_cache(maxsize=4_096)
def _sides(wording: Wording) -> tuple[frozenset[str], frozenset[str]]:
    """What comes earlier and what later where the line says "before", "after", "from … to"."""
    tokens = wording.tokens
    for place, token in enumerate(tokens):
        if token.key != "~before":
            continue
        ahead = [t for t in tokens[:place] if t.weight > 0]
        behind = [t for t in tokens[place + 1 :] if t.clause == token.clause and t.weight > 0]
        if not ahead:
            ahead = [t for t in tokens[place + 1 :] if t.clause != token.clause and t.weight > 0]
        one, two = frozenset(t.key for t in ahead), frozenset(t.key for t in behind)
        sign = 1 if token.raw in ("before", "earlier") else -1
        return (one - two, two - one) if sign > 0 else (two - one, one - two)
    for place, token in enumerate(tokens):
        if token.raw != "from":
            continue
        to = next((p for p in range(place + 1, len(tokens)) if tokens[p].raw in ("to", "into")), 0)
        if to and tokens[to].clause == token.clause:
            one = frozenset(t.key for t in tokens[place + 1 : to] if t.weight > 0)
            after = tokens[to + 1 :]
            two = frozenset(t.key for t in after if t.weight > 0 and t.clause == token.clause)
            return one - two, two - one
    return frozenset(), frozenset()


def _orders(a: Wording, b: Wording, out: Differences) -> None:
    early_a, late_a = _sides(a)
    early_b, late_b = _sides(b)
    crossed = bool(early_a & late_b) + bool(late_a & early_b)
    if crossed == 2:
        out.against.append("the other order")
        out.strength += 2.0
        out.central = True
    keys = [[t.key for t in side.content if not t.number] for side in (a, b)]
    if keys[0] == keys[1]:
        numbers = [[t.key for t in side.content if t.number] for side in (a, b)]
        out.reordered = numbers[0] != numbers[1] and Counter(numbers[0]) == Counter(numbers[1])


# -- one template, another operand


def _align(a: Wording, b: Wording, alias: dict[str, str], out: Differences) -> None:
    one = [t.key for t in a.tokens]
    two = [alias.get(t.key, t.key) for t in b.tokens]
    if not one or not two:
        return
    blocks = unequal(one, two)
    equal = len(one) - sum(end - start for start, end, *_ in blocks)
    out.aligned = 2 * equal / (len(one) + len(two))
    only = ({t.key for t in out.only[0]}, {t.key for t in out.only[1]})
    for start, end, begin, finish in blocks:
        ours = [t for t in a.tokens[start:end] if t.key in only[0]]
        theirs = [t for t in b.tokens[begin:finish] if t.key in only[1]]
        if ours and theirs:
            near = a.tokens[max(start - 2, 0) : start]
            beside = bool(near) and near[-1].axis and near[-1].raw not in b.raws
            reach = a.tokens[max(start - 4, 0) : start] if beside else near
            assigned = any(token.raw in ASSIGNS for token in reach)
            opening, other = a.tokens[start], b.tokens[begin]
            if opening.weight == other.weight == 0 and opening.raw != other.raw:
                assigned = False  # "written in A", "written to B"
            out.swapped.append(Swap(ours, theirs, assigned, beside))
