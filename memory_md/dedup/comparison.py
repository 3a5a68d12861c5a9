"""Two lines side by side: what their differences say of them. It tells; `claims` decides."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from .differences import Differences
from .sense import counts, kinds, prohibits, same_warning, tells, warnings_of, weigh
from .word_lists import MOVES, VERBS
from .wording import Wording

# However short a line is, with one of these it is a sentence.
_CLAIMING: Final = VERBS | {"we"}


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
            all(any(map(counts, side)) for side in (swap.ours, swap.theirs))
            and any(map(tells, swap.ours + swap.theirs))
            for swap in found.swapped
            if not (swap.beside and swap.assigned)
            and not any(token.raw in MOVES for token in swap.ours + swap.theirs)
        )

    @property
    def other_kind(self) -> bool:
        """Whether they tell of two kinds of one thing: "new packages", "legacy packages"."""
        lone = [{token.key for token in side} for side in self.found.only]
        ours, theirs = kinds(self.a), kinds(self.b)
        return any(
            ours[key] <= lone[0] and theirs[key] <= lone[1] for key in ours.keys() & theirs.keys()
        )

    @property
    def other_subject(self) -> bool:
        """Whether each is about something that the other does not mention."""
        return all(
            any(t.topic and t.weight >= 0.7 and not t.number and not t.axis for t in side)
            for side in self.found.only
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
    def other_names(self) -> bool:
        """Whether each names something that the other does not."""
        return all(any(t.name for t in side) for side in self.found.only)

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
    def warned(self) -> bool:
        """Whether one forbids what the other tells the harm of."""
        return prohibits(self.a) != prohibits(self.b) and same_warning(self.a, self.b)

    @property
    def excused(self) -> bool:
        """Whether only one denies and both mean it: "never do X" and "X breaks Y", "only in"."""
        a, b = self.a, self.b
        if self.warned:
            return True
        if self.found.aligned >= 0.65:
            return False
        if "only" in a.raws | b.raws and a.denials + b.denials:
            return True
        return prohibits(a) != prohibits(b) and bool(warnings_of(b if prohibits(a) else a))

    # -- why likeness alone does not make one claim of them

    @property
    def only_names(self) -> bool:
        """Whether they share names, such as files, and hardly a word of what is said of them."""
        lone = {token.key for side in self.found.only for token in side}
        words = [[t for t in w.content if not t.name and not t.number] for w in (self.a, self.b)]
        shared = {t.key: t.weight for t in words[0] if t.key not in lone and t.weight >= 0.3}
        more = max(sum(t.weight for t in side if t.key in lone) for side in words)
        named = any(t.name and t.key not in lone for t in self.a.content)
        return named and (not shared or (more >= 1.5 and sum(shared.values()) < 1.1))

    @property
    def other_operand(self) -> bool:
        """Whether something else stands at one place of both."""
        return any(
            all(any(counts(t) and not t.axis for t in side) for side in (s.ours, s.theirs))
            and any(t.weight >= 0.7 and not t.axis and tells(t) for t in s.ours + s.theirs)
            for s in self.found.swapped
        )

    @property
    def other_action(self) -> bool:
        """Whether each begins with a word that the other lacks: "merge X", "remove X"."""
        firsts = (self.a.content[0], self.b.content[0])
        return all(
            any(t.key == first.key for t in side) and tells(first)
            for first, side in zip(firsts, self.found.only, strict=True)
        )
