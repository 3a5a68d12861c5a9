"""The verdict on two wordings: one claim, claims against each other, or different facts.

A wrong merge loses a fact and a missed one only repeats it, so "duplicate" needs every difference
explained. The bounds were chosen on labelled pairs; `python -m benchmarks dedup` measures them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, Literal

from msgspec import Struct

from .arrangement import bound_otherwise
from .differences import Differences, differences
from .slots import each, exclusive, other_count
from .tokens import Token
from .wording import Wording, head_denies, head_of
from .words import (
    AMENDS,
    ASSIGNS,
    BLANK,
    CONDITIONS,
    MOVES,
    PLACES,
    PROHIBITIONS,
    QUANTITIES,
    REACHES,
    REPLACES,
    VERBS,
    WARNINGS,
    concept,
)

Relation = Literal["duplicate", "contradiction"]
_ALIKE: Final = 0.6  # of the weight of all words; more where the lines are short
_OPPOSED: Final = 0.36  # likewise, for lines with an open opposition in them
_LEAST: Final = 0.16  # below it nothing is shared that a claim could be about
_AMENDED: Final = 0.45  # likewise, for lines of which one announces a change
_NAMED: Final = 0.3  # likewise, where it is asked of two lines whether one amends the other
_MORE: Final = 1.6  # the weight that a line may have beside what another one ends
_OWN: Final = 2.0  # the weight of what each of two lines may say alone, and still be one claim
_ADDED: Final = 2.6  # likewise, of what the longer one adds
_BESIDE: Final = 6.0  # the weight that two lines may have beside an opposition, and be of one thing
_LONG: Final = (0.6, 0.8)  # `_OWN` and `_ADDED` of long lines, as a share of the common words
_DONE: Final = ("ed", "en", "wn", "pt", "ld")  # ends of what is done with a thing
_DENIED: Final = 0.85  # likewise, for the heads of lines of which one denies the other
_SCORE: Final = 0.9  # what `_ALIKE` is called outside
# However short a line is, with one of these it is a sentence.
_CLAIMING: Final = VERBS | {"we"}


class PairVerdict(Struct, frozen=True):
    """How two lines relate, how surely (0 to 1, 0.9 where duplicates begin), and why in words."""

    relation: Relation
    score: float
    why: str


def decide(a: Wording, b: Wording) -> PairVerdict | None:
    """The verdict on two lines; None where they are different facts. Symmetric but for `why`."""
    if a.form == b.form and a.denials == b.denials:
        return PairVerdict("duplicate", 0.99, "the same but for spelling")
    whole = _decide(a, b)
    common = len(a.signs.keys() & b.signs.keys())
    if common < 2 or not (a.head or b.head) or (whole and whole.relation == "contradiction"):
        return whole
    # Each may give a reason of its own for the opposite.
    claimed = _decide(a.claim, b.claim) if a.claim and b.claim else None
    if claimed and claimed.relation == "contradiction":
        return claimed
    return _denied_head(a, b) or _measured_head(a, b) or whole


def _measured_head(a: Wording, b: Wording) -> PairVerdict | None:
    """They begin with the same words and another number of one unit, whatever explains each."""
    if not {t.unit for t in a.content} & {t.unit for t in b.content} - {""}:
        return None
    ours, theirs = head_of(a), head_of(b)
    if not (ours and theirs):
        return None
    found = differences(ours, theirs)
    units = [{token.unit for token in side} - {""} for side in found.numbers]
    rest = [token for only in found.only for token in only if not token.number]
    if not units[0] & units[1] or weigh(rest):
        return None
    verdict = _decide(ours, theirs)
    return verdict if verdict and verdict.relation == "contradiction" else None


def _denied_head(a: Wording, b: Wording) -> PairVerdict | None:
    """One line denies nearly word for word what another says, whatever explains each."""
    denials = head_denies(a), head_denies(b)
    if denials[0] == denials[1]:
        return None
    ours, theirs = head_of(a), head_of(b)
    if not (ours and theirs):
        return None
    found = _decide(ours, theirs)
    if not found or found.relation != "contradiction":
        return None
    # Who denies something denies all that says more of it.
    own = differences(ours, theirs).only[0 if denials[0] else 1]
    return found if found.score >= _DENIED or not own else None


def _decide(a: Wording, b: Wording) -> PairVerdict | None:
    found = differences(a, b, least=_LEAST)
    if found.likeness < _LEAST:
        return None
    case = Comparison(a, b, found)
    return _contradiction(case) or _duplicate(case)


def _contradiction(case: Comparison) -> PairVerdict | None:
    found = case.found
    if found.apart:
        return None
    if found.likeness < 0.3:
        return _filled_otherwise(case)
    if found.numbers[0] and found.numbers[1]:
        return _other_number(case)
    if found.reordered:
        return _against(case, "the same numbers in another order")
    if _amended(case):
        return _against(case, "it is amended")
    opposed = _opposed_in_template(case) or _opposed_in_other_words(case)
    if opposed and not case.different_topics and (case.chosen or not case.two_slots):
        return _against(case)
    return (
        _counted_otherwise(case)
        or _other_value(case)
        or _filled_otherwise(case)
        or _other_name(case)
        or _other_reach(case)
    )


def announces(line: Wording) -> bool:
    """Whether a line has a word of change: "superseding", "from now on", "moved from"."""
    return bool(line.raws & (AMENDS | MOVES | REPLACES))


def amends(old: Wording, new: Wording) -> bool:
    """Whether the second line announces a change, as "superseding" does, of what the first says.

    Who announces one shares fewer words with what it was than two lines that only differ.
    """
    if not announces(new):
        return False
    case = Comparison(old, new, differences(old, new))
    if not case.found.apart and _amended(case, _NAMED):
        return True
    old_keys = {token.key for token in old.content}
    ended = [token for token in new.content if token.head]
    named = sum(token.weight for token in ended if token.key in old_keys)
    more = sum(token.weight for token in case.found.only[0])
    return named >= max(0.8, 0.6 * sum(token.weight for token in ended)) and more <= _MORE


def _amended(case: Comparison, least: float = _AMENDED) -> bool:
    """Whether one line announces a change, and both say something of their own of one thing."""
    if case.a.claim or case.b.claim or not AMENDS & (case.a.raws ^ case.b.raws):
        return False
    found = case.found
    own = [[t for t in only if t.raw not in AMENDS and t.weight >= 0.7] for only in found.only]
    enough = found.likeness >= least and found.plain >= 1.2 and case.other_words < 2.6
    return enough and all(own) and not case.other_kind


def _filled_otherwise(case: Comparison) -> PairVerdict | None:
    """The same slot of the same subject holds something else."""
    filled = exclusive(case.a, case.b, case.found.alias)
    return _against(case, filled) if filled else None


def _other_number(case: Comparison) -> PairVerdict | None:
    """Another number of the same thing; behind "phase" a number is another thing."""
    found = case.found
    ours, theirs = found.numbers
    # A line of figures is a state, not a claim.
    figures = max(sum(t.weight for t in side.content if t.number) for side in (case.a, case.b))
    is_set = case.other_words == 0 and len(found.swapped) == 1 and found.swapped[0][2]
    if found.plain < (0.9 if is_set else max(1.1, 1.3 * figures)):
        return None
    if max(len(ours), len(theirs)) > 2 or case.two_slots:
        return None
    if any(t.numbered + t.topic > 1 for t in (*ours, *theirs)):
        return None
    units = {t.unit for t in ours} & {t.unit for t in theirs} - {""}
    most, least = (1.2, 0.46) if units else (0.5, 0.5)
    if found.likeness < least or case.other_words > most:
        return None
    return _against(case, f"{ours[0].raw} / {theirs[0].raw}")


def _opposed_in_template(case: Comparison) -> bool:
    """Whether nearly nothing but the opposition is different."""
    found, words = case.found, case.other_words
    if case.heading or case.exception:
        return False
    close = words < 1 or (found.strength >= 0.7 and words < 2)
    if found.strength + case.denied >= 0.3 and found.likeness >= 0.75:
        return (close and found.aligned >= 0.8) or (case.crossed and words < 1.5)
    return case.crossed and found.likeness >= 0.7 and words < 1.5


def _opposed_in_other_words(case: Comparison) -> bool:
    found = case.found
    if case.heading:
        return False
    # In a longer line a pair of opposites is likelier to be there by chance.
    least = min(_OPPOSED + 0.02 * max(0.0, found.size - 4), 0.6)
    if case.other_kind:
        return False
    about = (
        found.plain - 0.8 * found.strength >= 1.2 or case.other_words < 0.7 or not case.more_subject
    )
    if found.strength and about and found.likeness >= least and found.shared >= 1.2:
        return True
    if case.same_warning or case.exception or found.likeness < min(least + 0.05, 0.5):
        return False
    share = case.denied / (found.agreed + found.denied) if case.denied else 0.0
    if case.denied >= 1.6 and share >= 0.7:
        return True
    if case.flatly and found.likeness >= 0.5 and found.agreed >= 0.8:
        return True
    plainly = found.likeness >= 0.7 and share >= 0.3 and found.aligned >= 0.6
    return plainly and case.one_denies


def _counted_otherwise(case: Comparison) -> PairVerdict | None:
    """One is "per user" and the other "for each address"."""
    by_a, by_b = each(case.a), each(case.b)
    if case.found.size < 8 and (counted := other_count(case.a, case.b)):
        return _against(case, counted)
    if case.a.raws & case.b.raws & (CONDITIONS | {"for"}) and case.two_slots:
        return None
    if not (by_a or by_b):
        return None
    if not (by_a and by_b):
        single = case.b if by_a else case.a
        one_for_all = single.signs.get("~shared", 0) > 0 and case.other_words < 1
        return _against(case, "one for all / one for each") if one_for_all else None
    if by_a & by_b or by_a & case.b.signs.keys() or by_b & case.a.signs.keys():
        return None
    return _against(case, f"by {min(by_a)} / by {min(by_b)}")


def _other_value(case: Comparison) -> PairVerdict | None:
    """One template, and the value that it sets is another: "defaults to X", "defaults to Y"."""
    found = case.found
    firmly = "always" in case.a.raws & case.b.raws
    if not (firmly or ASSIGNS & case.a.raws):
        return None
    if found.aligned < 0.6 or len(found.swapped) != 1:
        return None
    ours, theirs, assigned, _ = found.swapped[0]
    if ours[0].raw.endswith("ed") != theirs[0].raw.endswith("ed"):
        return None  # what it is, and what is done with it
    if not (assigned or firmly) or any(token.topic for token in (*ours, *theirs)):
        return None
    return _against(case, f"{ours[0].raw} / {theirs[0].raw}")


def _other_name(case: Comparison) -> PairVerdict | None:
    """The lines are one but for the name that each ends with: "the prefix is `a:`", "`b:`"."""
    named: list[Token] = []
    for wording, only in zip((case.a, case.b), case.found.only, strict=True):
        names = [token for token in only if token.name or token.number]
        if len(names) != 1 or names[0].topic or wording.content[-1].key != names[0].key:
            return None
        named += names
    rest = [weigh([t for t in only if not t.name]) for only in case.found.only]
    size = case.found.size - sum(token.weight for token in named) / 2
    if max(rest) > 1 or min(rest) > 0.4 or size < 0.8 or case.found.shared < 0.8 * size:
        return None
    return _against(case, f"{named[0].raw} / {named[1].raw}")


def _other_reach(case: Comparison) -> PairVerdict | None:
    """One says it of this "only", and the other of something "too"."""
    a, b = case.a.raws, case.b.raws
    if ("only" in a) == ("only" in b) or not REACHES & (b if "only" in a else a):
        return None
    return _against(case, "only / also") if case.found.likeness >= 0.5 else None


def _against(case: Comparison, why: str = "") -> PairVerdict:
    why = why or next(iter(case.found.against), "one denies it")
    return PairVerdict("contradiction", round(case.found.likeness, 4), why)


def _duplicate(case: Comparison) -> PairVerdict | None:
    found = case.found
    ours, theirs = found.only
    if (
        not case.heading
        and found.likeness >= 0.9
        and found.aligned >= 0.7
        and (case.a.firm - case.b.firm) % 2
        and not _names_more(case)
    ):
        return _against(case, "one denies it")
    if _says_otherwise(case) or (found.aligned >= 0.7 and found.swapped):
        return None
    if found.aligned >= 0.6 and case.other_operand:
        return None
    if weigh(theirs) < 1 and limits(case.a, case.b, ours):
        return None
    if weigh(ours) < 1 and limits(case.b, case.a, theirs):
        return None
    # The less two lines share, the more of them it must be.
    least = _ALIKE + 0.08 * max(0.0, 5 - found.shared)
    if any(token.axis and token.weight >= 0.8 for token in (*ours, *theirs)):
        least += 0.03
    if any(token.number for token in (*ours, *theirs)):
        least += 0.03
    if found.likeness < least or bound_otherwise(case.a, case.b, found.alias):
        return None
    score = _SCORE + 0.09 * (found.likeness - least) / (1 - least) if least < 1 else _SCORE
    return PairVerdict("duplicate", round(score, 4), "the same in other words")


def _names_more(case: Comparison) -> bool:
    """Whether they name other choices, whether or not they deny them: "A", "A instead of B"."""
    ours, theirs = (
        {key: {side for side, _ in w.sides[key]} for key in w.sides} for w in (case.a, case.b)
    )
    return any(ours[key] != theirs[key] for key in ours.keys() & theirs.keys())


def _says_otherwise(case: Comparison) -> bool:
    """Whether one claims or names what the other does not, in whatever way."""
    found = case.found
    if found.apart or found.strength or case.crossed:
        return True
    # One names what the other does not, or adds a clause of its own.
    if any(t.name for side in found.only for t in side):
        return True
    added = sorted(map(weigh, found.only))
    own, more = (share * found.shared for share in _LONG)
    if added[0] > max(_OWN, own) or added[1] > max(_ADDED, more):
        return True
    if found.numbers[0] and found.numbers[1]:
        return True
    if _names_more(case) and found.aligned >= 0.7:
        return True
    # "Its own" on one side only: the other may well say "the same for all".
    if any(t.key == "~shared" and t.sign < 0 for side in found.only for t in side):
        return True
    if any(t.key == "~on" and t.sign < 0 for side in found.only for t in side):
        return True
    denied = found.denied >= 0.25 * (found.agreed + found.denied) > 0
    return denied and case.one_denies and not case.same_warning


# -- what the differences mean


class Comparison(Struct, frozen=True):
    """Two wordings and in what they differ."""

    a: Wording
    b: Wording
    found: Differences

    # -- in what sense they differ

    @property
    def two_slots(self) -> bool:
        """Whether one sentence was built twice, with another thing in it and another thing said.

        "The old endpoint returns XML", "the new endpoint returns JSON": two facts.
        """
        found = self.found
        return found.aligned >= 0.5 and any(
            all(any(map(has_meaning, side)) for side in (swap.ours, swap.theirs))
            and any(map(tells, swap.ours + swap.theirs))
            for swap in found.swapped
            if not (swap.beside and swap.assigned)
            and not any(token.raw in MOVES for token in swap.ours + swap.theirs)
        )

    @property
    def different_topics(self) -> bool:
        """Whether they differ so much that a pair of opposite words does not make them contradict.

        That is where one has a name which the other line does not have, or both have many words.
        """
        own = self.found.only
        named = all(any(token.name for token in side) for side in own)
        return named or sum(map(weigh, own)) > _BESIDE

    @property
    def chosen(self) -> bool:
        """Whether one subject has another of several choices: "in cookies", "in localStorage"."""
        sides = self.a.sides.keys() & self.b.sides.keys()
        free = {t.key for w in (self.a, self.b) for t in w.content if t.side and not t.topic}
        differ = any(self.a.sides[key] != self.b.sides[key] for key in sides & free)
        about = [{t.key for t in w.content if t.topic} for w in (self.a, self.b)]
        done = [[t for t in self.found.only[n] if t.raw.endswith(_DONE)] for n in (0, 1)]
        placed = all(token.raw in PLACES for side in done for token in side)
        alike = self.found.likeness >= 0.6 and about[0] == about[1] != set()
        return differ and alike and (placed or not all(done))

    @property
    def other_kind(self) -> bool:
        """Whether they tell of two kinds of one thing: "new packages", "legacy packages"."""
        lone = [{token.key for token in side} for side in self.found.only]
        ours, theirs = kinds(self.a), kinds(self.b)
        return any(
            ours[key] <= lone[0] and theirs[key] <= lone[1] for key in ours.keys() & theirs.keys()
        )

    @property
    def more_subject(self) -> bool:
        """Whether one is about something that the other does not mention."""
        return any(
            t.topic and not t.clause and t.weight >= 0.7 and not t.number and not t.axis
            for side in self.found.only
            for t in side
        )

    @property
    def other_words(self) -> float:
        """The weight of the words, numbers aside, that one has alone: of the line with fewer."""
        return min(map(weigh, self.found.only))

    @property
    def crossed(self) -> bool:
        """Whether each denies what the other says; not where one was merely put in other order."""
        found = self.found
        return found.crossed and (not found.both_deny or found.aligned >= 0.6)

    @property
    def denied(self) -> float:
        """The weight of what one line denies and the other does not, if they do differ in that."""
        # As many denials over more or fewer words are one claim, punctuated in two ways.
        differ = self.crossed or self.a.denials != self.b.denials
        return self.found.denied if differ else 0.0

    @property
    def heading(self) -> bool:
        """Whether they are too short to claim: "known anti-patterns", "avoiding anti-patterns"."""
        found = self.found
        if found.size >= 2.6 or found.strength:
            return False
        more = any(tells(t) and not t.axis for side in found.only for t in side)
        if not more or any(t.number or t.name for t in self.a.content):
            return False
        return not (self._takes_back and all(side.raws & _CLAIMING for side in (self.a, self.b)))

    @property
    def _takes_back(self) -> bool:
        """Whether one denies what the other says, and nothing that would narrow the denial."""
        if not (self.found.denied and self.one_denies):
            return False
        more = self.found.only[0 if self.a.denials else 1]
        return all(token.sign > 0 for token in more)

    @property
    def flatly(self) -> bool:
        """Whether one denies the very thing that the other says."""
        return self.found.flatly and self.a.firm != self.b.firm

    @property
    def one_denies(self) -> bool:
        """Whether there is a denial in one of them only."""
        return bool(self.a.denials) != bool(self.b.denials)

    @property
    def exception(self) -> bool:
        """Whether what is denied is told of a part only: "X that does Y cannot …"."""
        sides = zip((self.a, self.b), self.found.only, strict=True)
        parts = [
            any(t.topic and t.weight >= 0.7 and (t.side or not t.axis) for t in o) for _, o in sides
        ]
        denies = (self.a.denials > 0, self.b.denials > 0)
        return denies[0] != denies[1] and parts == list(denies)

    @property
    def same_warning(self) -> bool:
        """Whether only one line denies, and both warn of the same: "never do X", "X breaks Y"."""
        a, b = self.a, self.b
        warns = ("only" in a.raws | b.raws and a.denials + b.denials > 0) or (
            prohibits(a) != prohibits(b) and bool(warning_words(b if prohibits(a) else a))
        )
        return warns and self.found.aligned < 0.65

    # -- why likeness alone does not make one claim of them

    @property
    def other_operand(self) -> bool:
        """Whether something else stands at one place of both."""
        return any(
            all(any(has_meaning(t) and not t.axis for t in side) for side in (s.ours, s.theirs))
            and any(t.weight >= 0.7 and not t.axis and tells(t) for t in s.ours + s.theirs)
            for s in self.found.swapped
        )


# -- what a word and a line are


@cache
def _warnings() -> frozenset[str]:
    return frozenset({concept(word) for word in WARNINGS} | WARNINGS)


@lru_cache(maxsize=4_096)
def warning_words(wording: Wording) -> frozenset[str]:
    """The words, as concepts, that say that something goes wrong."""
    known = _warnings()
    return frozenset(t.key for t in wording.content if t.key in known or concept(t.raw) in known)


def prohibits(wording: Wording) -> bool:
    """Whether it tells not to do something."""
    return wording.firm > 0 or bool(wording.raws & PROHIBITIONS)


def has_meaning(token: Token) -> bool:
    """Whether a word is more than grammar, a number or a quantity."""
    return token.weight >= 0.3 and not token.number and token.raw not in QUANTITIES


def tells(token: Token) -> bool:
    """Whether a word says what a sentence is about."""
    return has_meaning(token) and token.raw not in BLANK


@lru_cache(maxsize=4_096)
def kinds(wording: Wording) -> dict[str, set[str]]:
    """By noun, the words right before it that say which kind of it is meant."""
    found: dict[str, set[str]] = {}
    tokens = wording.tokens
    for at, (token, after) in enumerate(pairwise(tokens)):
        if min(token.weight, after.weight) < 0.3 or token.clause != after.clause:
            continue
        if (at or token.topic) and not (token.number or token.axis or after.axis):
            found.setdefault(after.key, set()).add(token.key)
    return found


def weigh(tokens: list[Token]) -> float:
    """The weight of the tokens without their numbers."""
    return sum(token.weight for token in tokens if not token.number)


def limits(one: Wording, other: Wording, only: list[Token]) -> bool:
    """Whether `one` says it under a condition that `other` does not have."""
    if other.raws & CONDITIONS or not one.raws & CONDITIONS:
        return False
    return sum(token.weight for token in only if token.topic) >= 1
