"""The verdict on two texts: one claim, claims against each other, or (None) different facts.

A wrong merge loses a fact, and a missed one only repeats it: whatever is not sure is different.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from .wording import Token, Wording
from .words import words

_DUPLICATE: Final = 0.9
_NEAR: Final = 0.8  # the lowest threshold that a user may set
_ALIKE: Final = 0.6  # of the weight of all words, where a duplicate begins; for long texts
_LONG: Final = 6.0  # the shared weight from which a text is long
_SHORT: Final = 0.05  # how much more of a text must be alike for each word that it is shorter
_ADDED: Final = 0.2  # how much more must be alike where only one text says something of its own
_MOST: Final = 0.97  # nothing needs to be more alike than that
_IN_ORDER: Final = 0.6  # share of words in one order, from which an exchanged word is another fact
_LEAST: Final = 1.3  # the weight of what texts must share to be of one subject
_LEFT: Final = 0.5  # the weight that two texts may have beside what stands against it

_ByKey = dict[str, list[Token]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How two texts relate, and how surely.

    A duplicate has a score of 0.9 to 1; from 0.8 on it is one for who asks for less.
    """

    relation: Literal["duplicate", "contradiction"]
    score: float


@dataclass(slots=True)
class _Case:
    """Two texts side by side: what both say, and what only one of them does."""

    a: Wording
    b: Wording
    shared: float = 0.0  # the weight that both have
    rest_a: list[Token] = field(default_factory=list)
    rest_b: list[Token] = field(default_factory=list)
    against: list[tuple[Token, Token]] = field(default_factory=list)
    both_deny: bool = False  # one word or more

    @property
    def rests(self) -> tuple[list[Token], list[Token]]:
        """Return what only one of them says, of each."""
        return self.rest_a, self.rest_b


def compare(a: Wording, b: Wording) -> Verdict | None:
    """Return how two texts relate, whichever comes first; None if they say different things."""
    if a.same == b.same:
        return Verdict("duplicate", 1.0)
    if not (a.tokens and b.tokens):
        return None
    case = _side_by_side(a, b)
    turned = {(right, left) for left, right in a.directed} & b.directed
    if turned and (case.both_deny or not _is_crossed(case)):
        return _turned(case)
    return _contrary(case) if case.against else _same(case)


def _side_by_side(a: Wording, b: Wording) -> _Case:
    case = _Case(a, b)
    ours, theirs = _by_key(a.tokens), _by_key(b.tokens)
    for key, one in ours.items():
        two = theirs.get(key)
        if two is None:
            case.rest_a.append(one[0])
        elif (len(one), len(two)) == (1, 1) and one[0].denied != two[0].denied:
            case.against.append((one[0], two[0]))
        else:
            case.shared += one[0].weight
            case.both_deny |= _is_denied(one) and _is_denied(two)
    case.rest_b = [two[0] for key, two in theirs.items() if key not in ours]
    _denials(case, ours, theirs)
    _opposites(case)
    return case


def _by_key(tokens: Sequence[Token]) -> _ByKey:
    """Return the tokens of each key, one of each sign."""
    found: _ByKey = {}
    for token in tokens:
        there = found.setdefault(token.key, [])
        if all(token.denied != other.denied for other in there):
            there.append(token)
    return found


def _denials(case: _Case, ours: _ByKey, theirs: _ByKey) -> None:
    """Keep what one denies and the other says, unless both deny one thing and only begin it apart.

    "Never commit generated files" denies more words than "generated files are never committed".
    """
    both = all(any(map(_is_denied, tokens.values())) for tokens in (ours, theirs))
    if not _is_crossed(case) and (both or _is_warned(case)):
        case.shared += sum(one.weight for one, _ in case.against)
        case.against.clear()


def _is_crossed(case: _Case) -> bool:
    """Whether each denies something that the other says."""
    return len({one.denied for one, two in case.against if one.key == two.key}) > 1


def _is_denied(tokens: list[Token]) -> bool:
    return all(token.denied for token in tokens)


def _opposites(case: _Case) -> None:
    """Take what stands against something of the other text out of the rests."""
    table = words()
    for one in list(case.rest_a):
        for two in list(case.rest_b):
            axis = two.key in table.axes.get(one.key, ())
            if one.denied == two.denied and (axis or _other_value(one, two)):
                case.against.append((one, two))
                case.rest_a.remove(one)
                case.rest_b.remove(two)
                break
    if case.against and not all(any(t.modifies for t in rest) for rest in case.rests):
        for rest in case.rests:
            rest[:] = [token for token in rest if not token.modifies]


def _other_value(one: Token, two: Token) -> bool:
    if not (one.value and two.value) or one.family != two.family:
        return False
    is_choice = two.key in words().choices.get(one.key, ())
    return (bool(one.family) or is_choice) and not one.denied  # two things can be forbidden


def _contrary(case: _Case) -> Verdict | None:
    # What one says in a clause of its own leaves its claim as it is; where both do, before the
    # claim, it names two subjects.
    places = zip(case.rests, zip(*case.against, strict=True), strict=True)
    beside = [[(max(t.clause for t in said) - t.clause, t) for t in rest] for rest, said in places]
    before = [_weight([t for back, t in side if back >= 0]) for side in beside]
    left = sum(_weight([t for back, t in side if back == 0]) for side in beside)
    size = case.shared + sum(max(one.weight, two.weight) for one, two in case.against)
    if left > _LEFT or min(before) > 0 or size < _LEAST:
        return None
    return Verdict("contradiction", round(size / (size + left + 0.01), 4))


def _is_warned(case: _Case) -> bool:
    """Whether one text warns of what the other denies: "never call X", "calling X fails"."""
    warns = words().sets["warns"] - {one.key for one, _ in case.against}
    denied = [one.denied for one, _ in case.against]
    return any(t.key in warns for in_a in denied for t in (case.b if in_a else case.a).tokens)


def _turned(case: _Case) -> Verdict | None:
    """The same words in another order; a contradiction where the order is one of time."""
    timed = all(any(t.key == "before" for t in w.tokens) for w in (case.a, case.b))
    if not timed or _weight(case.rest_a) + _weight(case.rest_b) > _LEFT:
        return None
    return Verdict("contradiction", _DUPLICATE)


def _weight(tokens: list[Token]) -> float:
    return sum(token.weight for token in tokens)


def _same(case: _Case) -> Verdict | None:
    forms = [{token.form for token in rest} for rest in case.rests]
    if {"name", "number"} & (forms[0] | forms[1]) or "proper" in forms[0] & forms[1]:
        return None
    less, more = sorted(map(_weight, case.rests))
    # A light word for another one is a way to write, where a text is long.
    is_other = less > (_LEFT if case.shared >= _LONG else 0)
    if _is_turned(case.a, case.b) or (is_other and _is_exchanged(case.a, case.b)):
        return None
    likeness = 2 * case.shared / (2 * case.shared + less + more)
    # The less two texts share, the more of them it must be; what one says more would be lost.
    short = _SHORT * max(0.0, _LONG - case.shared)
    least = min(_ALIKE + short + (0 if less else _ADDED), _MOST)
    score = _DUPLICATE * likeness / least
    if likeness >= least:
        score = _DUPLICATE + (1 - _DUPLICATE) * (likeness - least) / (1 - least)
    return Verdict("duplicate", round(score, 4)) if score >= _NEAR else None


def _is_turned(a: Wording, b: Wording) -> bool:
    """Whether what stands before and behind something has changed places: "X calls Y"."""
    ours, theirs = ([token.key for token in wording.tokens] for wording in (a, b))
    moved = [n for n, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]]
    if not moved or "before" in ours or len(ours) != len(theirs):
        return False
    if len(moved) == 2 and moved[1] - moved[0] > 1:
        return True
    turned = ([*ours[n + 1 :], ours[n], *ours[:n]] for n in range(1, len(ours) - 1))
    return theirs in turned


def _is_exchanged(a: Wording, b: Wording) -> bool:
    """Whether the texts go the same way but for words that stand in each other's place."""
    from difflib import SequenceMatcher

    keys = sorted([token.key for token in wording.tokens] for wording in (a, b))
    found = SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_opcodes()
    alike = sum(end - start for tag, start, end, _, _ in found if tag == "equal")
    exchanged = any(tag == "replace" for tag, *_ in found)
    return exchanged and alike >= _IN_ORDER * max(map(len, keys))
