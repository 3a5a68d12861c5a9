"""The verdict on two wordings: one claim, claims against each other, or different facts.

A wrong merge loses a fact and a missed one only repeats it, so "duplicate" needs every difference
explained. The bounds were chosen on labelled pairs; `python -m benchmarks dedup` measures them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from .contradiction import Differences, differences, each, prohibits, warnings_of
from .counts import other_count
from .frames import exclusive
from .sense import counts, judges, kinds, limits, same_warning, tells, weigh
from .word_lists import CONDITIONS
from .wording import Wording

Relation = Literal["duplicate", "contradiction"]

_ALIKE: Final = 0.6  # of the weight of all words; more where the lines are short
_OPPOSED: Final = 0.36  # likewise, for lines with an open opposition in them
_LEAST: Final = 0.16  # below it nothing is shared that a claim could be about
_SCORE: Final = 0.9  # what `_ALIKE` is called outside


@dataclass(frozen=True, slots=True)
class Verdict:
    """How two lines relate, how surely (0 to 1, 0.9 where duplicates begin), and why in words."""

    relation: Relation
    score: float
    why: str


def decide(a: Wording, b: Wording) -> Verdict | None:
    """The verdict on two lines; None where they are different facts. Symmetric but for `why`."""
    if a.form == b.form and a.denials == b.denials:
        return Verdict("duplicate", 0.99, "the same but for spelling")
    found = differences(a, b)
    if found.likeness < _LEAST:
        return None
    case = _Case(a, b, found)
    return case.contradiction() or case.duplicate()


@dataclass(frozen=True, slots=True)
class _Case:
    a: Wording
    b: Wording
    found: Differences

    # -- claims against each other

    def contradiction(self) -> Verdict | None:
        found = self.found
        if found.apart or judges(self.a) or judges(self.b):
            return None
        if found.likeness < 0.3:
            return self._filled_otherwise()
        if found.numbers[0] and found.numbers[1]:
            return self._other_number()
        if found.reordered:
            return self._against("the same numbers in another order")
        if found.exchanged and found.likeness >= 0.8:
            return self._against("the same words, exchanged")
        warned = prohibits(self.a) != prohibits(self.b) and same_warning(self.a, self.b)
        opposed = self._opposed_in_template() or self._opposed_in_other_words()
        if opposed and not (self._two_slots or warned):
            return self._against()
        if found.strength and self._two_slots:
            return self._filled_otherwise()
        return self._counted_otherwise() or self._other_value() or self._filled_otherwise()

    def _filled_otherwise(self) -> Verdict | None:
        """The same slot of the same subject holds something else."""
        filled = exclusive(self.a, self.b, self.found.alias)
        return self._against(filled) if filled else None

    def _other_number(self) -> Verdict | None:
        """Another number of the same thing; behind "phase" a number is another thing."""
        found = self.found
        ours, theirs = found.numbers
        # A line of figures is a state, not a claim.
        figures = max(sum(t.weight for t in side.content if t.number) for side in (self.a, self.b))
        if self._other_subject or self._other_names or found.plain < max(1.1, 1.3 * figures):
            return None
        if max(len(ours), len(theirs)) > 2 or self._two_slots:
            return None
        if any(t.numbered + t.topic > 1 for t in (*ours, *theirs)):
            return None
        units = {t.unit for t in ours} & {t.unit for t in theirs} - {""}
        most = 1.2 if units else 0.5
        if found.likeness < 0.5 or self._other_words > most:
            return None
        return self._against(f"{ours[0].raw} / {theirs[0].raw}")

    def _opposed_in_template(self) -> bool:
        """Whether nearly nothing but the opposition is different."""
        found, words = self.found, self._other_words
        if self._heading or self._exception:
            return False
        close = words < 1 or (found.strength >= 0.7 and words < 2 and not self._other_subject)
        if found.strength + self._denied >= 0.3 and found.likeness >= 0.75:
            return (close and found.aligned >= 0.8) or (self._crossed and words < 1.5)
        return self._crossed and found.likeness >= 0.7 and words < 1.5

    def _opposed_in_other_words(self) -> bool:
        found = self.found
        if self._other_subject or self._other_names or self._heading:
            return False
        # In a longer line a pair of opposites is likelier to be there by chance.
        least = min(_OPPOSED + 0.02 * max(0.0, found.size - 4), 0.6)
        if self._other_kind:
            return False
        about = (
            found.plain - 0.8 * found.strength >= 1.2
            or self._other_words < 0.7
            or not self._more_subject
        )
        opposed = found.strength and found.central and about
        if opposed and found.likeness >= least and found.shared >= 1.2:
            return True
        if self._excused or self._exception or found.likeness < min(least + 0.05, 0.5):
            return False
        share = self._denied / (found.agreed + found.denied) if self._denied else 0.0
        if self._denied >= 1.6 and share >= 0.7:
            return True
        plainly = found.likeness >= 0.7 and found.aligned >= 0.6
        if self._flatly and found.likeness >= 0.5 and found.agreed >= 0.8:
            return True
        return plainly and share >= 0.3 and self._one_denies

    def _counted_otherwise(self) -> Verdict | None:
        """One is "per user" and the other "for each address"."""
        by_a, by_b = each(self.a), each(self.b)
        if self._other_subject or self._other_names:
            return None
        least = 0.3 if "enough" in self.a.signs.keys() | self.b.signs.keys() else 0.45
        near = self.found.likeness >= least and self.found.size < 8
        counted = other_count(self.a, self.b) if near else ""
        if counted:
            return self._against(counted)
        if self._two_slots and self.a.raws & self.b.raws & (CONDITIONS | {"for"}):
            return None
        if not (by_a or by_b):
            return None
        if not (by_a and by_b):
            single = self.b if by_a else self.a
            one_for_all = single.signs.get("~shared", 0) > 0 and self.found.likeness >= 0.45
            one_for_all = one_for_all and self._other_words < 1
            return self._against("one for all / one for each") if one_for_all else None
        if by_a & by_b or by_a & self.b.signs.keys() or by_b & self.a.signs.keys():
            return None
        return self._against(f"by {min(by_a)} / by {min(by_b)}")

    def _other_value(self) -> Verdict | None:
        """One template, and the value that it sets is another: "defaults to X", "defaults to Y"."""
        found = self.found
        if self._other_subject or found.aligned < 0.6 or len(found.swapped) != 1:
            return None
        ours, theirs, assigned, _ = found.swapped[0]
        firmly = "always" in self.a.raws & self.b.raws
        if ours[0].raw.endswith("ed") != theirs[0].raw.endswith("ed"):
            return None  # what it is, and what is done with it
        if not (assigned or firmly) or any(token.topic for token in (*ours, *theirs)):
            return None
        return self._against(f"{ours[0].raw} / {theirs[0].raw}")

    def _against(self, why: str = "") -> Verdict:
        why = why or next(iter(self.found.against), "one denies it")
        return Verdict("contradiction", round(self.found.likeness, 4), why)

    # -- one claim

    def duplicate(self) -> Verdict | None:
        found = self.found
        ours, theirs = found.only
        if (
            not self._heading
            and found.likeness >= 0.9
            and found.aligned >= 0.7
            and (self.a.firm - self.b.firm) % 2
        ):
            return self._against("one denies it")
        if self._says_otherwise() or (found.aligned >= 0.7 and found.swapped):
            return None
        if self._only_names or (found.aligned >= 0.6 and self._other_operand):
            return None
        if weigh(theirs) < 1 and limits(self.a, self.b, ours):
            return None
        if weigh(ours) < 1 and limits(self.b, self.a, theirs):
            return None
        # The less two lines share, the more of them it must be.
        least = _ALIKE + 0.08 * max(0.0, 5 - found.shared)
        if any(token.axis and token.weight >= 0.8 for token in (*ours, *theirs)):
            least += 0.03
        if any(token.number for token in (*ours, *theirs)):
            least += 0.03
        if self._other_action:
            if any(w.content[0].key == "~keep" for w in (self.a, self.b)):
                return None  # one removes what the other does not
            least += 0.05
        if found.likeness < least:
            return None
        score = _SCORE + 0.09 * (found.likeness - least) / (1 - least) if least < 1 else _SCORE
        return Verdict("duplicate", round(score, 4), "the same in other words")

    def _says_otherwise(self) -> bool:
        """Whether one claims or names what the other does not, in whatever way."""
        found = self.found
        if found.apart or found.strength or self._other_names or self._crossed:
            return True
        if found.numbers[0] and found.numbers[1]:
            return True
        # "Its own" on one side only: the other may well say "the same for all".
        if any(t.key == "~shared" and t.sign < 0 for side in found.only for t in side):
            return True
        if found.exchanged or (self._flatly and not self._excused):
            return True
        if any(t.key == "~on" and t.sign < 0 for side in found.only for t in side):
            return True
        denied = found.denied >= 0.25 * (found.agreed + found.denied) > 0
        return denied and self._one_denies and not self._excused

    @property
    def _only_names(self) -> bool:
        """Whether they share names, such as files, and hardly a word of what is said of them."""
        lone = {token.key for side in self.found.only for token in side}
        words = [[t for t in w.content if not t.name and not t.number] for w in (self.a, self.b)]
        shared = {t.key: t.weight for t in words[0] if t.key not in lone and t.weight >= 0.3}
        more = max(sum(t.weight for t in side if t.key in lone) for side in words)
        named = any(t.name and t.key not in lone for t in self.a.content)
        return named and (not shared or (more >= 1.5 and sum(shared.values()) < 1.1))

    @property
    def _other_operand(self) -> bool:
        """Whether something else stands at one place of both."""
        return any(
            all(any(counts(t) and not t.axis for t in side) for side in (s.ours, s.theirs))
            and any(t.weight >= 0.7 and not t.axis and tells(t) for t in s.ours + s.theirs)
            for s in self.found.swapped
        )

    @property
    def _other_action(self) -> bool:
        """Whether each begins with a word that the other lacks: "merge X", "remove X"."""
        firsts = (self.a.content[0], self.b.content[0])
        return all(
            any(t.key == first.key for t in side) and tells(first)
            for first, side in zip(firsts, self.found.only, strict=True)
        )

    # -- what both questions ask

    @property
    def _two_slots(self) -> bool:
        """Whether one sentence was built twice, with another thing in it and another thing said.

        "The old endpoint returns XML", "the new endpoint returns JSON": two facts.
        """
        found = self.found
        return found.aligned >= 0.5 and any(
            all(any(map(counts, side)) for side in (swap.ours, swap.theirs))
            and any(map(tells, swap.ours + swap.theirs))
            for swap in found.swapped
            if not (swap.beside and swap.assigned)
        )

    @property
    def _other_kind(self) -> bool:
        """Whether they tell of two kinds of one thing: "new packages", "legacy packages"."""
        lone = [{token.key for token in side} for side in self.found.only]
        ours, theirs = kinds(self.a), kinds(self.b)
        return any(
            ours[key] <= lone[0] and theirs[key] <= lone[1] for key in ours.keys() & theirs.keys()
        )

    @property
    def _other_subject(self) -> bool:
        """Whether each is about something that the other does not mention."""
        return all(
            any(t.topic and t.weight >= 0.7 and not t.number and not t.axis for t in side)
            for side in self.found.only
        )

    @property
    def _more_subject(self) -> bool:
        """Whether one is about something that the other does not mention."""
        return any(
            t.topic and not t.clause and t.weight >= 0.7 and not t.number and not t.axis
            for side in self.found.only
            for t in side
        )

    @property
    def _other_names(self) -> bool:
        return all(any(t.name for t in side) for side in self.found.only)

    @property
    def _other_words(self) -> float:
        return min(map(weigh, self.found.only))

    @property
    def _crossed(self) -> bool:
        """Whether each denies what the other says; not where one was merely put in other order."""
        found = self.found
        return found.crossed and (not found.both_deny or found.aligned >= 0.6)

    @property
    def _denied(self) -> float:
        # As many denials over more or fewer words are one claim, punctuated in two ways.
        differ = self._crossed or self.a.denials != self.b.denials
        return self.found.denied if differ else 0.0

    @property
    def _heading(self) -> bool:
        """Whether they are too short to claim: "known anti-patterns", "avoiding anti-patterns"."""
        found = self.found
        more = any(tells(t) and not t.axis for side in found.only for t in side)
        counted = any(t.number or t.name for t in self.a.content)
        return found.size < 2.6 and more and not found.strength and not counted

    @property
    def _flatly(self) -> bool:
        """Whether one denies the very thing that the other says."""
        return self.found.flatly and self.a.firm != self.b.firm

    @property
    def _one_denies(self) -> bool:
        return bool(self.a.denials) != bool(self.b.denials)

    @property
    def _exception(self) -> bool:
        """Whether what is denied is told of a part only: "X that does Y cannot …"."""
        sides = zip((self.a, self.b), self.found.only, strict=True)
        parts = [
            any(t.topic and t.weight >= 0.7 and (t.side or not t.axis) for t in o) for _, o in sides
        ]
        denies = (self.a.denials > 0, self.b.denials > 0)
        return denies[0] != denies[1] and parts == list(denies)

    @property
    def _excused(self) -> bool:
        """Whether only one denies and both mean it: "never do X" and "X breaks Y", "only in"."""
        a, b = self.a, self.b
        if prohibits(a) != prohibits(b) and same_warning(a, b):
            return True
        if self.found.aligned >= 0.65:
            return False
        if "only" in a.raws | b.raws and a.denials + b.denials:
            return True
        return prohibits(a) != prohibits(b) and bool(warnings_of(b if prohibits(a) else a))
