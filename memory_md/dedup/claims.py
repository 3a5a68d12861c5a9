"""The verdict on two wordings: one claim, claims against each other, or different facts.

A wrong merge loses a fact and a missed one only repeats it, so "duplicate" needs every difference
explained. The bounds were chosen on labelled pairs; `python -m benchmarks dedup` measures them.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from .arrangement import bound_otherwise
from .comparison import Comparison
from .counts import each, other_count
from .differences import differences
from .sense import judges, limits, weigh
from .slots import exclusive
from .word_lists import CONDITIONS
from .wording import Wording, claim_of

Relation = Literal["duplicate", "contradiction"]

_ALIKE: Final = 0.6  # of the weight of all words; more where the lines are short
_OPPOSED: Final = 0.36  # likewise, for lines with an open opposition in them
_LEAST: Final = 0.16  # below it nothing is shared that a claim could be about
_SCORE: Final = 0.9  # what `_ALIKE` is called outside


class Verdict(Struct, frozen=True):
    """How two lines relate, how surely (0 to 1, 0.9 where duplicates begin), and why in words."""

    relation: Relation
    score: float
    why: str


def decide(a: Wording, b: Wording) -> Verdict | None:
    """The verdict on two lines; None where they are different facts. Symmetric but for `why`."""
    if a.form == b.form and a.denials == b.denials:
        return Verdict("duplicate", 0.99, "the same but for spelling")
    whole = _decide(a, b)
    if whole and whole.relation == "contradiction":
        return whole
    # Each may give a reason of its own for the opposite, in words that both use.
    if not (a.claim and b.claim) or len(a.signs.keys() & b.signs.keys()) < 2:
        return whole
    one, two = claim_of(a), claim_of(b)
    claimed = _decide(one, two) if one and two else None
    return claimed if claimed and claimed.relation == "contradiction" else whole


def _decide(a: Wording, b: Wording) -> Verdict | None:
    found = differences(a, b, least=_LEAST)
    if found.likeness < _LEAST:
        return None
    case = Comparison(a, b, found)
    return _contradiction(case) or _duplicate(case)


# -- claims against each other


def _contradiction(case: Comparison) -> Verdict | None:
    found = case.found
    if found.apart or judges(case.a) or judges(case.b):
        return None
    if found.likeness < 0.3:
        return _filled_otherwise(case)
    if found.numbers[0] and found.numbers[1]:
        return _other_number(case)
    if found.reordered:
        return _against(case, "the same numbers in another order")
    if found.exchanged and found.likeness >= 0.8:
        return _against(case, "the same words, exchanged")
    opposed = _opposed_in_template(case) or _opposed_in_other_words(case)
    if opposed and not (case.two_slots or case.warned):
        return _against(case)
    if found.strength and case.two_slots:
        return _filled_otherwise(case)
    return _counted_otherwise(case) or _other_value(case) or _filled_otherwise(case)


def _filled_otherwise(case: Comparison) -> Verdict | None:
    """The same slot of the same subject holds something else."""
    filled = exclusive(case.a, case.b, case.found.alias)
    return _against(case, filled) if filled else None


def _other_number(case: Comparison) -> Verdict | None:
    """Another number of the same thing; behind "phase" a number is another thing."""
    found = case.found
    ours, theirs = found.numbers
    # A line of figures is a state, not a claim.
    figures = max(sum(t.weight for t in side.content if t.number) for side in (case.a, case.b))
    if case.other_subject or case.other_names or found.plain < max(1.1, 1.3 * figures):
        return None
    if max(len(ours), len(theirs)) > 2 or case.two_slots:
        return None
    if any(t.numbered + t.topic > 1 for t in (*ours, *theirs)):
        return None
    units = {t.unit for t in ours} & {t.unit for t in theirs} - {""}
    most = 1.2 if units else 0.5
    if found.likeness < 0.5 or case.other_words > most:
        return None
    return _against(case, f"{ours[0].raw} / {theirs[0].raw}")


def _opposed_in_template(case: Comparison) -> bool:
    """Whether nearly nothing but the opposition is different."""
    found, words = case.found, case.other_words
    if case.heading or case.exception:
        return False
    close = words < 1 or (found.strength >= 0.7 and words < 2 and not case.other_subject)
    if found.strength + case.denied >= 0.3 and found.likeness >= 0.75:
        return (close and found.aligned >= 0.8) or (case.crossed and words < 1.5)
    return case.crossed and found.likeness >= 0.7 and words < 1.5


def _opposed_in_other_words(case: Comparison) -> bool:
    found = case.found
    if case.other_subject or case.other_names or case.heading:
        return False
    # In a longer line a pair of opposites is likelier to be there by chance.
    least = min(_OPPOSED + 0.02 * max(0.0, found.size - 4), 0.6)
    if case.other_kind:
        return False
    about = (
        found.plain - 0.8 * found.strength >= 1.2 or case.other_words < 0.7 or not case.more_subject
    )
    opposed = found.strength and found.central and about
    if opposed and found.likeness >= least and found.shared >= 1.2:
        return True
    if case.excused or case.exception or found.likeness < min(least + 0.05, 0.5):
        return False
    share = case.denied / (found.agreed + found.denied) if case.denied else 0.0
    if case.denied >= 1.6 and share >= 0.7:
        return True
    plainly = found.likeness >= 0.7 and found.aligned >= 0.6
    if case.flatly and found.likeness >= 0.5 and found.agreed >= 0.8:
        return True
    return plainly and share >= 0.3 and case.one_denies


def _counted_otherwise(case: Comparison) -> Verdict | None:
    """One is "per user" and the other "for each address"."""
    by_a, by_b = each(case.a), each(case.b)
    if case.other_subject or case.other_names:
        return None
    least = 0.3 if "enough" in case.a.signs.keys() | case.b.signs.keys() else 0.45
    near = case.found.likeness >= least and case.found.size < 8
    counted = other_count(case.a, case.b) if near else ""
    if counted:
        return _against(case, counted)
    if case.two_slots and case.a.raws & case.b.raws & (CONDITIONS | {"for"}):
        return None
    if not (by_a or by_b):
        return None
    if not (by_a and by_b):
        single = case.b if by_a else case.a
        one_for_all = single.signs.get("~shared", 0) > 0 and case.found.likeness >= 0.45
        one_for_all = one_for_all and case.other_words < 1
        return _against(case, "one for all / one for each") if one_for_all else None
    if by_a & by_b or by_a & case.b.signs.keys() or by_b & case.a.signs.keys():
        return None
    return _against(case, f"by {min(by_a)} / by {min(by_b)}")


def _other_value(case: Comparison) -> Verdict | None:
    """One template, and the value that it sets is another: "defaults to X", "defaults to Y"."""
    found = case.found
    if case.other_subject or found.aligned < 0.6 or len(found.swapped) != 1:
        return None
    ours, theirs, assigned, _ = found.swapped[0]
    firmly = "always" in case.a.raws & case.b.raws
    if ours[0].raw.endswith("ed") != theirs[0].raw.endswith("ed"):
        return None  # what it is, and what is done with it
    if not (assigned or firmly) or any(token.topic for token in (*ours, *theirs)):
        return None
    return _against(case, f"{ours[0].raw} / {theirs[0].raw}")


def _against(case: Comparison, why: str = "") -> Verdict:
    why = why or next(iter(case.found.against), "one denies it")
    return Verdict("contradiction", round(case.found.likeness, 4), why)


# -- one claim


def _duplicate(case: Comparison) -> Verdict | None:
    found = case.found
    ours, theirs = found.only
    if (
        not case.heading
        and found.likeness >= 0.9
        and found.aligned >= 0.7
        and (case.a.firm - case.b.firm) % 2
    ):
        return _against(case, "one denies it")
    if _says_otherwise(case) or (found.aligned >= 0.7 and found.swapped):
        return None
    if case.only_names or (found.aligned >= 0.6 and case.other_operand):
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
    if case.other_action:
        if any(w.content[0].key == "~keep" for w in (case.a, case.b)):
            return None  # one removes what the other does not
        least += 0.05
    if found.likeness < least or bound_otherwise(case.a, case.b, found.alias):
        return None
    score = _SCORE + 0.09 * (found.likeness - least) / (1 - least) if least < 1 else _SCORE
    return Verdict("duplicate", round(score, 4), "the same in other words")


def _says_otherwise(case: Comparison) -> bool:
    """Whether one claims or names what the other does not, in whatever way."""
    found = case.found
    if found.apart or found.strength or case.other_names or case.crossed:
        return True
    if found.numbers[0] and found.numbers[1]:
        return True
    # "Its own" on one side only: the other may well say "the same for all".
    if any(t.key == "~shared" and t.sign < 0 for side in found.only for t in side):
        return True
    if found.exchanged or (case.flatly and not case.excused):
        return True
    if any(t.key == "~on" and t.sign < 0 for side in found.only for t in side):
        return True
    denied = found.denied >= 0.25 * (found.agreed + found.denied) > 0
    return denied and case.one_denies and not case.excused
