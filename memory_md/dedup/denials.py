"""What a line denies: each token gets the sign of its clause, and what has gone the opposite one.

"Never log tokens" denies its clause, "non-root" one word, "prefer A over B" all behind "over";
"moved from A to B" says that A holds no more. Pure work on the tokens of a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from .tokens import DENY, DENY_ALL, DENY_NEXT, Token
from .word_lists import BREAKS, CEASED, DECIDED, HAVING, MOVES, REASONS, REPLACES

_BETWEEN: Final = frozenset(("in", "on", "at", "with", "by", "from", "to", "for", "inside", "as"))
_NEXT: Final = 2  # words that a brief denial reaches
_ALL: Final = -1  # it reaches the rest of its clause
_OURS: Final = frozenset(("we", "i", "they", "have", "ve", "had", "now", "since", "recently"))
_FRENCH: Final = 5
_FULL: Final = 0.3  # the weight from which a word is what is denied, not what goes between


def signed(tokens: Iterable[Token]) -> list[Token]:
    """The tokens with the signs and numbers of their clauses; a denial of a denial cancels out."""
    reading = _Clauses()
    for token in _ceased(tokens):
        reading.take(token)
    return _moved(reading.out)


def _ceased(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens with a denial for what people ceased to do, or decided against: "ne … plus".

    "We stopped using" is one; "the worker stops polling when …" tells how it works.
    """
    held: Token | None = None
    by_us = True  # whether the clause begins here, or with "we have"
    french = 0  # how many words "ne" may still be from its "plus"
    for token in tokens:
        raw = token.raw
        if held is not None:
            ceased = raw.endswith("ing") and len(raw) > 4 and held.raw in CEASED
            against = raw == "against" and held.raw in DECIDED
            yield Token("", DENY, 0.0) if ceased or against else held
            held = None
            if against:
                continue
        french = _FRENCH if raw == "ne" else french - 1
        if (by_us and raw in CEASED) or raw in DECIDED:
            held = token
        elif raw == "plus" and french > 0:
            yield Token("", DENY, 0.0)
        else:
            yield token
        by_us = not token.key or (by_us and raw in _OURS)
    if held is not None:
        yield held


class _Clauses:
    """The tokens read so far, and what the clause that they end in denies."""

    __slots__ = (
        "chosen", "clause", "contrast", "denied", "once", "out", "reach", "reason", "sign", "start",
    )  # fmt: skip

    def __init__(self) -> None:
        self.out: list[Token] = []
        self.sign = 1  # of the next word
        self.clause = 0
        self.start = 0  # where the clause begins in `out`
        self.reach = _ALL  # how many words the denial still reaches
        self.denied = False  # the next full word is the head of what is denied
        self.contrast = False  # … unless a preposition comes first: "A, not in B"
        self.reason = False  # the clause gives a reason, it claims nothing
        self.chosen = False  # "prefer" stands in the clause, so that "over" denies
        self.once = False  # "non" waits for its word

    def take(self, token: Token) -> None:
        """Read one more."""
        if token.raw in (DENY, DENY_ALL, DENY_NEXT):
            self._deny(token)
        elif token.raw == "non":
            self.once = True
            self._mark()
        elif (not token.key and token.raw not in "-=") or token.raw in BREAKS:
            self._break(token)
        elif self._turns(token):
            self.sign, self.chosen = -self.sign, False
            self._mark()
        else:
            self._word(token)

    def _mark(self) -> None:
        """Let the line count a denial here, although no word of its own denies."""
        self.out.append(Token("", DENY, 0.0, clause=self.clause))

    def _deny(self, token: Token) -> None:
        out = self.out
        if out and out[-1].raw in HAVING and out[-1].clause == self.clause:
            out[-1] = _flipped(out[-1])  # "needs no X"
        brief = token.raw == DENY_NEXT
        out.append(token._replace(raw=DENY_NEXT if brief else DENY, clause=self.clause))
        if token.raw == DENY_ALL:
            out[self.start :] = map(_flipped, out[self.start :])
        self.sign = -self.sign
        self.reach = _NEXT if brief else _ALL
        # "To avoid A" gives a purpose, "A, not in B" contrasts: neither is the claim itself.
        purpose = len(out) > 1 and out[-2].raw == "to"
        self.denied = token.raw == DENY and not (self.reason or purpose)
        self.contrast = self.clause > 0 and len(out) == self.start + 1

    def _break(self, token: Token) -> None:
        self.sign, self.chosen, self.reach, self.denied = 1, False, _ALL, False
        self.reason = token.raw in REASONS
        self.clause += 1
        self.out.append(token._replace(clause=self.clause))
        self.start = len(self.out)

    def _turns(self, token: Token) -> bool:
        """Whether what was preferred is named, and what it is preferred to comes next."""
        if not (self.chosen and token.raw in ("over", "to") and self.out):
            return False
        return not self.out[-1].raw.startswith("prefer")

    def _word(self, token: Token) -> None:
        self.chosen = self.chosen or token.key == "prefer"
        sign = -self.sign if self.once else self.sign
        self.once = self.once and token.weight == 0
        if token.weight and self.reach >= 0:
            self.reach -= 1
            if self.reach < 0:
                sign = self.sign = -self.sign
        self.denied = self.denied and not (self.contrast and token.raw in _BETWEEN)
        self.contrast = False
        head = self.denied and token.weight >= _FULL
        self.denied = self.denied and not head
        self.out.append(token._replace(sign=token.sign * sign, clause=self.clause, head=head))


def _flipped(token: Token) -> Token:
    return token._replace(sign=-token.sign)


def _moved(tokens: list[Token]) -> list[Token]:
    """Deny what a line says has gone: "switched from A to B", "A was replaced by B"."""
    verb = next((p for p, t in enumerate(tokens) if t.raw in MOVES or t.raw in REPLACES), -1)
    if verb < 0:
        return tokens
    out = tokens[:]
    for place in _gone(tokens, verb):
        if out[place].weight >= _FULL:
            out[place] = out[place]._replace(sign=-out[place].sign, head=True)
    return out


def _gone(tokens: list[Token], verb: int) -> list[int]:
    """The places of what the verb of moving or replacing takes away."""
    clause = tokens[verb].clause
    after = [p for p in range(verb + 1, len(tokens)) if tokens[p].clause == clause]
    gone: list[int] = []
    if tokens[verb].raw in MOVES:
        away = False
        for place in after:
            if tokens[place].raw in ("from", "to", "into"):
                away = tokens[place].raw == "from"
            elif away:
                gone.append(place)
    elif after and tokens[after[0]].raw in ("by", "with"):
        gone = [p for p in range(verb) if tokens[p].clause == clause]
    else:
        for place in after:
            if tokens[place].raw in ("by", "with", "in", "for"):
                break
            gone.append(place)
    return gone
