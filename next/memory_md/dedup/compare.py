"""The verdict on two texts: one claim, claims against each other, or (None) different facts.

A wrong merge loses a fact, and a missed one only repeats it: whatever is not sure is different.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final, Literal

from .wording import Token, Wording, prepare
from .words import concept_of, words

__all__ = ["Verdict", "Wording", "compare", "prepare"]

_DUPLICATE: Final = 0.9
_ALIKE: Final = 0.75  # of the weight of all words, where a duplicate begins; for long texts
_LONG: Final = 5.0  # the shared weight from which a text is long
_SHORT: Final = 0.05  # how much more of a text must be alike for each word that it is shorter
_FEW: Final = 2.5  # shared weight below which everything must be alike
_IN_ORDER: Final = 0.6  # share of words in one order, from which an exchanged word is another fact
_LEFT: Final = 0.5  # the weight that two texts may have beside what stands against it


_ByKey = dict[str, list[Token]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How two texts relate, how surely (0 to 1; a duplicate has 0.9 and more), and why in words."""

    relation: Literal["duplicate", "contradiction"]
    score: float
    why: str


@dataclass(slots=True)
class _Case:
    """Two texts side by side: what both say, and what only one of them does."""

    a: Wording
    b: Wording
    shared: float = 0.0  # the weight that both have
    rest_a: list[Token] = field(default_factory=list)
    rest_b: list[Token] = field(default_factory=list)
    against: list[tuple[Token, Token]] = field(default_factory=list)


def compare(a: Wording, b: Wording) -> Verdict | None:
    """Return how two texts relate; None if they say different things. Symmetric but for `why`."""
    if a.same == b.same:
        return Verdict("duplicate", 1.0, "the same but for spelling")
    if not (a.tokens and b.tokens):
        return None
    case = _side_by_side(a, b)
    turned = {(right, left) for left, right in a.directed} & b.directed
    if case.against or turned:
        return _contrary(case, bool(turned))
    return _same(case)


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
    case.rest_b = [two[0] for key, two in theirs.items() if key not in ours]
    _spelled_out(case.rest_a, case.rest_b)
    _spelled_out(case.rest_b, case.rest_a)
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


def _spelled_out(names: list[Token], rest: list[Token]) -> None:
    """Take out names that the other text has in words: "foreign_keys", "foreign keys"."""
    for name in [token for token in names if "_" in token.key]:
        parts = [concept_of(part) for part in name.key.split("_") if part]
        words_of_it = [token for token in rest if token.key in parts]
        if len(words_of_it) == len(parts):
            names.remove(name)
            for token in words_of_it:
                rest.remove(token)


def _denials(case: _Case, ours: _ByKey, theirs: _ByKey) -> None:
    """Keep what one denies and the other says, unless both deny one thing and only begin it apart.

    "Never commit generated files" denies more words than "generated files are never committed".
    """
    both = all(any(map(_is_denied, tokens.values())) for tokens in (ours, theirs))
    crossed = len({one.denied for one, _ in case.against}) > 1
    if both and not crossed:
        case.shared += sum(one.weight for one, _ in case.against)
        case.against.clear()


def _is_denied(tokens: list[Token]) -> bool:
    return all(token.denied for token in tokens)


def _opposites(case: _Case) -> None:
    """Take what stands against something of the other text out of the rests."""
    table = words()
    for one in list(case.rest_a):
        for two in list(case.rest_b):
            axis = two.key in table.axes.get(one.key, ())
            if axis and one.denied != two.denied:
                case.shared += one.weight  # "not on" is "off"
            elif one.denied == two.denied and (axis or _other_value(one, two, case)):
                case.against.append((one, two))
            else:
                continue
            case.rest_a.remove(one)
            case.rest_b.remove(two)
            break


def _other_value(one: Token, two: Token, case: _Case) -> bool:
    if not (one.value and two.value) or case.a.adds or case.b.adds:
        return False
    if one.family or two.family:
        return one.family == two.family and one.form == two.form
    return two.key in words().choices.get(one.key, ())


def _contrary(case: _Case, turned: bool) -> Verdict | None:
    if turned:
        return _turned(case)
    clauses_a = {one.clause for one, _ in case.against}
    clauses_b = {two.clause for _, two in case.against}
    left = _weight(case.rest_a, clauses_a) + _weight(case.rest_b, clauses_b)
    own = sum(max(one.weight, two.weight) for one, two in case.against)
    if left > _LEFT or case.shared + own < 1.3:
        return None
    one, two = case.against[0]
    size = case.shared + own
    why = f"{_said(one)} / {_said(two)}"
    return Verdict("contradiction", round(size / (size + left + 0.01), 4), why)


def _turned(case: _Case) -> Verdict | None:
    """The same words in another order; a contradiction where the order is one of time."""
    timed = all(any(t.key == "before" for t in w.tokens) for w in (case.a, case.b))
    if not timed or _weight(case.rest_a) + _weight(case.rest_b) > _LEFT:
        return None
    return Verdict("contradiction", _DUPLICATE, "the other order")


def _said(token: Token) -> str:
    return f"not {token.key}" if token.denied else token.key.lstrip("#")


def _weight(tokens: list[Token], clauses: set[int] | None = None) -> float:
    return sum(
        t.weight for t in tokens if clauses is None or t.clause in clauses or t.conditional
    )


def _same(case: _Case) -> Verdict | None:
    rests = (case.rest_a, case.rest_b)
    if any(t.form != "word" for rest in rests for t in rest):
        return None
    if all(any(t.proper for t in rest) for rest in rests):
        return None
    return _scored(case)


def _scored(case: _Case) -> Verdict | None:
    less, more = sorted((_weight(case.rest_a), _weight(case.rest_b)))
    if case.shared < _FEW and more > _LEFT:
        return None
    if less and _is_exchanged(case.a, case.b):
        return None
    likeness = 2 * case.shared / (2 * case.shared + less + more)
    # The less two texts share, the more of them it must be.
    least = _ALIKE + _SHORT * max(0.0, _LONG - case.shared)
    if likeness >= least:
        score = _DUPLICATE + (1 - _DUPLICATE) * (likeness - least) / (1 - least)
    else:
        score = _DUPLICATE * likeness / least
    return Verdict("duplicate", round(score, 4), "the same in other words")


def _is_exchanged(a: Wording, b: Wording) -> bool:
    """Whether the texts go the same way but for words that stand in each other's place."""
    keys = sorted([token.key for token in wording.tokens] for wording in (a, b))
    found = SequenceMatcher(None, *keys, autojunk=False).get_opcodes()
    alike = sum(end - start for tag, start, end, _, _ in found if tag == "equal")
    exchanged = any(tag == "replace" for tag, *_ in found)
    return exchanged and alike >= _IN_ORDER * max(map(len, keys))
