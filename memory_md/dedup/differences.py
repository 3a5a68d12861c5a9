"""In what two lines differ: which words are in one only, and what one claims against the other.

It first pairs words that are one word: misspelt, abbreviated, spelled out, or part of a name. Then
it compares the lines side by side. `differences` finds, `verdict` decides; it does not matter which
of the two lines comes first.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct, field

from ..base.regex import regex
from .tokens import Token
from .wording import Wording
from .words import ASSIGNS, concept

_CAMEL_PART: Final = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_MOST: Final = 60  # words without a partner that are looked at
# Of the tokens that found a partner, by key: how much of each was found, 0 to 1.
Matched = dict[str, tuple[Token, float]]
_QUANTITIES: Final = frozenset(("~everyone", "~always"))
# A relation that has a direction, by concept; turned around it is another claim.
_DIRECTED: Final = frozenset(("override", "replace", "depend", "extend", "wrap", "own", "import"))


# The words of a line, their forms and first letters, each also joined.
_Words = tuple[list[Token], list[str], list[str], str, str]


class Pairs(Struct, frozen=True):
    """Which tokens of two lines found a partner.

    `alias` leads from a key of the second line to its partner's in the first.
    """

    first: Matched = field(default_factory=dict)
    second: Matched = field(default_factory=dict)
    alias: dict[str, str] = field(default_factory=dict)


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
    `strength` counts pairs of opposites, `apart` says that such a pair stands in what the lines
    are about. `denied` is the weight of words that
    one line denies and the other does not, `agreed` of those where they agree; `flatly`: one denies
    the very word that the other says; `crossed`: each denies something that the other says;
    `both_deny`: they also deny something together. `aligned` (0 to 1) is how far the words come in
    one order; `swapped` are the words that take each other's place there. `reordered`: the same
    numbers, elsewhere in the same words. `turned`: the relation whose two sides have changed
    places. `alias` leads from a key of the second line to its partner's in the first.
    """

    likeness: float = 0.0
    shared: float = 0.0
    size: float = 0.0
    plain: float = 0.0
    only: tuple[list[Token], list[Token]] = field(default_factory=lambda: ([], []))
    against: list[str] = field(default_factory=list)
    strength: float = 0.0
    crossed: bool = False
    both_deny: bool = False
    denied: float = 0.0
    agreed: float = 0.0
    flatly: bool = False
    numbers: tuple[list[Token], list[Token]] = field(default_factory=lambda: ([], []))
    reordered: bool = False
    apart: bool = False
    turned: str = ""
    alias: dict[str, str] = field(default_factory=dict)
    _lines: tuple[Wording, Wording] | None = None
    _alignment: tuple[float, list[Swap]] | None = None

    @property
    def aligned(self) -> float:
        """How far the words come in one order."""
        return self._side_by_side()[0]

    @property
    def swapped(self) -> list[Swap]:
        """The words that take each other's place in that order."""
        return self._side_by_side()[1]

    def _side_by_side(self) -> tuple[float, list[Swap]]:
        # The verdict on most pairs does not depend on it.
        if self._alignment is None:
            self._alignment = _align(*self._lines, self) if self._lines else (0.0, [])
        return self._alignment


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
    pairs = _pair_up(rest_a, rest_b, a, b)
    for matched in (pairs.first, pairs.second):
        shared += sum(token.weight * part for token, part in matched.values())
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
    if out.turned:
        out.against.append(f"{out.turned} the other way round")
        out.strength += 2.0
    _signs(a, b, same, ours, theirs, out)
    _orders(a, b, out)
    out._lines = a, b
    return out


@lru_cache(maxsize=4_096)
def _first(wording: Wording) -> tuple[dict[str, Token], float]:
    """The first token of each key, and the weight of them all."""
    found: dict[str, Token] = {}
    for token in wording.content:
        found.setdefault(token.key, token)
    return found, sum(t.weight for t in found.values())


# -- words that are one


def _pair_up(rest_a: list[Token], rest_b: list[Token], a: Wording, b: Wording) -> Pairs:
    """Find partners for the tokens that one line has and the other, letter by letter, has not."""
    out = Pairs()
    others = [(two, two.key[:1]) for two in rest_b[:_MOST] if not two.number]
    for one in rest_a[:_MOST]:
        if one.number:
            continue
        first = one.key[:1]
        for two, letter in others:
            # Most pairs are of two plain words that begin otherwise.
            if (letter != first and not (one.name or two.name)) or two.key in out.second:
                continue
            if not _alike(one, two):
                continue
            out.first[one.key], out.second[two.key] = (one, 1.0), (two, 1.0)
            out.alias[two.key] = one.key
            break
    _spelled_out(rest_a, out.first, b, out.second)
    _spelled_out(rest_b, out.second, a, out.first)
    return out


def _spelled_out(rest: list[Token], mine: Matched, other: Wording, theirs: Matched) -> None:
    """Match a name or an acronym against several words of the other line."""
    unmatched = [t for t in rest if t.key not in mine and not t.number and not t.axis][:_MOST]
    if not unmatched:
        return
    keys = {t.key: t for t in other.content}
    words = _words_of(other)
    for token in unmatched:
        run = _run_of(token, words)
        if run:
            mine[token.key] = (token, 1.0)
            for word in run:
                if word.weight and word.key not in theirs:
                    theirs[word.key] = (word, 1.0)
        elif token.name and "/" not in token.raw:
            found = (concept(part.casefold()) for part in _CAMEL_PART.findall(token.raw))
            parts = [part for part in found if len(part) > 1]
            hits = [part for part in parts if part in keys and keys[part].weight >= 0.5]
            if hits and len(parts) > 1:
                share = len(hits) / len(parts)
                mine[token.key] = (token, share)
                for part in hits:
                    theirs.setdefault(part, (keys[part], share))


def _run_of(token: Token, other: _Words) -> list[Token]:
    """Return the words that the token joins ("lockfile") or abbreviates ("fk"); mostly none."""
    name = token.raw.casefold().replace("-", "").replace("_", "")
    words, raws, firsts, joined, letters = other
    for parts, whole, sizes in ((raws, joined, (2, 3)), (firsts, letters, (1, 2, 3, 4))):
        if name not in whole or (parts is firsts and not 2 <= len(name) <= 4):
            continue
        for at in range(len(words)):
            for size in sizes:
                if "".join(parts[at : at + size]) == name and at + size <= len(words):
                    return words[at : at + size]
    return []


@lru_cache(maxsize=4_096)
def _words_of(wording: Wording) -> _Words:
    """Return the words, their forms and first letters, each also joined."""
    words = [t for t in wording.tokens if t.raw[:1].isalpha() and not t.number]
    raws = [t.raw.casefold() for t in words]
    firsts = ["".join(part[0] for part in t.raw.split("-") if part).casefold() for t in words]
    return words, raws, firsts, "".join(raws), "".join(firsts)


def _alike(one: Token, two: Token) -> bool:
    """Whether two words are one, abbreviated, misspelt or with a longer path."""
    if one.axis or two.axis:
        return False
    short, long = one.key, two.key
    if len(short) > len(long):
        short, long = long, short
    if one.name or two.name:
        if one.raw.casefold() == two.raw.casefold():
            return True
        # Folders make another file: only a bare file name may stand for a path.
        tail = long.endswith(short) and long[: -len(short)][-1:] in ("/", ".", ":", "\\")
        return tail and len(short) > 3 and "/" not in short
    if len(short) < 3 or not short.isalpha() or short[0] != long[0]:
        return False
    if len(short) <= 6:
        return len(long) >= len(short) + 3 and long.startswith(short)
    return short[:2] == long[:2] and _is_misspelt(short, long)


def _is_misspelt(one: str, two: str) -> bool:
    """Whether a letter was added, left out, or exchanged with its neighbour."""
    from rapidfuzz.distance import OSA

    exchanged = len(one) == len(two) and sorted(one) == sorted(two)
    near = OSA.distance(one, two, score_cutoff=1) <= 1
    return near and (exchanged or len(one) != len(two))


# -- claims against each other


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
    for at, token in enumerate(tokens):
        if token.key != "~before":
            continue
        ahead = [t for t in tokens[:at] if t.weight > 0]
        behind = [t for t in tokens[at + 1 :] if t.clause == token.clause and t.weight > 0]
        if not ahead:
            ahead = [t for t in tokens[at + 1 :] if t.clause != token.clause and t.weight > 0]
        one, two = frozenset(t.key for t in ahead), frozenset(t.key for t in behind)
        sign = 1 if token.raw in ("before", "earlier") else -1
        return (one - two, two - one) if sign > 0 else (two - one, one - two)
    for at, token in enumerate(tokens):
        if token.raw != "from":
            continue
        to = next((p for p in range(at + 1, len(tokens)) if tokens[p].raw in ("to", "into")), 0)
        if to and tokens[to].clause == token.clause:
            one = frozenset(t.key for t in tokens[at + 1 : to] if t.weight > 0)
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
    keys = [[t.key for t in side.content if not t.number] for side in (a, b)]
    if keys[0] == keys[1]:
        numbers = [[t.key for t in side.content if t.number] for side in (a, b)]
        out.reordered = numbers[0] != numbers[1] and Counter(numbers[0]) == Counter(numbers[1])


def turned(a: Wording, b: Wording, alias: dict[str, str]) -> str:
    """The relation whose two sides have changed places between the lines; empty if none."""
    for verb, one, two in _relations(a):
        for other, early, late in _relations(b):
            first = {alias.get(key, key) for key in early}
            second = {alias.get(key, key) for key in late}
            if verb == other and (one - first) & second and (two - second) & first:
                return verb
    return ""


_Relation = tuple[str, frozenset[str], frozenset[str]]


@lru_cache(maxsize=4_096)
def _relations(wording: Wording) -> tuple[_Relation, ...]:
    return tuple(_read_relations(wording.tokens))


def _read_relations(tokens: tuple[Token, ...]) -> Iterator[_Relation]:
    for at, token in enumerate(tokens):
        if token.key not in _DIRECTED or token.sign < 0:
            continue
        ahead = [t for t in tokens[:at] if t.clause == token.clause]
        behind = [t for t in tokens[at + 1 :] if t.clause == token.clause]
        one = frozenset(t.key for t in ahead if t.weight >= 0.3)
        two = frozenset(t.key for t in behind if t.weight >= 0.3)
        passive = behind and behind[0].raw == "by"
        if one and two:
            yield (token.key, two, one) if passive else (token.key, one, two)


# -- one template, another operand


def _align(a: Wording, b: Wording, found: Differences) -> tuple[float, list[Swap]]:
    """Return how far the words come in one order, and which take each other's place there."""
    one = [t.key for t in a.tokens]
    two = [found.alias.get(t.key, t.key) for t in b.tokens]
    if not one or not two:
        return 0.0, []
    swapped = []
    blocks = _unequal(one, two)
    equal = len(one) - sum(end - start for start, end, *_ in blocks)
    only = ({t.key for t in found.only[0]}, {t.key for t in found.only[1]})
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
            swapped.append(Swap(ours, theirs, assigned, beside))
    return 2 * equal / (len(one) + len(two)), swapped


def _unequal(one: list[str], two: list[str]) -> list[tuple[int, int, int, int]]:
    """Return the stretches (start, end, start, end) that the words in common leave, in order."""
    from rapidfuzz.distance import Indel

    found = []
    start = begin = 0
    for block in Indel.opcodes(one, two).as_matching_blocks():
        if block.a > start or block.b > begin:
            found.append((start, block.a, begin, block.b))
        start, begin = block.a + block.size, block.b + block.size
    return found
