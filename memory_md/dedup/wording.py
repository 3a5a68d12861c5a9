"""What a remembered line says, in a form that can be compared: its tokens with their clauses.

"Never log tokens" denies its clause, "non-root" one word, "prefer A over B" all behind "over",
"moved from A to B" says that A holds no more. Each token knows whether its clause denies it and
whether it belongs to what the line is about. Pure; costs about 0.1 ms a line, once.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ..base.regex import regex
from .tokens import DENY, DENY_ALL, DENY_NEXT, Token, tokens_of
from .words import (
    BE,
    BECAUSE,
    BREAKS,
    CONDITIONS,
    HAVING,
    MOVES,
    REASONS,
    REPLACES,
    RETIRED,
    VERBS,
)

_MAX_TOKENS: Final = 400
_STRESS: Final = regex(
    r"(?i)(?<=\w)(?:(?:\s*[,;:.!—–]|\s-)\s*(?:(?:for |in )?(?:each and )?every(?: single)?"
    r" (?:one|time|case)(?: of them)?|in all cases|all of them|(?:with(?:out| no)|no)"
    r"(?: any)? exceptions?|no matter what|always|ever|never ever|period|full stop|please)\b)+"
    r"[\s.!]*\Z"
)
_EXPLAINS: Final = frozenset((";", ":", "—", "–"))  # what follows goes on from a claim
_CLAIM: Final = 1.3  # the weight that a claim has at least
MAX_CHARS: Final = 2_000  # beyond it two texts are compared letter by letter only
_BETWEEN: Final = frozenset(("in", "on", "at", "with", "by", "from", "to", "for", "inside", "as"))
_NEXT: Final = 2  # words that a brief denial reaches
_ALL: Final = -1  # it reaches the rest of its clause
_FULL: Final = 0.3  # the weight from which a word is what is denied, not what goes between


class Wording(Struct, frozen=True, eq=False):
    """A line in a form that can be compared.

    `tokens` are all that have a key, stop words included, `content` those that weigh something,
    `raws` the words as written; `form` is the same for lines that differ in spelling only. By key:
    `signs`, 0 where a word is both said and denied, and `sides`, the choices that are named with
    their signs. `denials` counts all denials, `firm` those of a whole clause. `claim` is
    the line without the reason that it gives, `head` the words before all that
    explains it; none if nothing does.

    `read_wording` gives one object for one text, so it can be a key of caches.
    """

    form: str
    tokens: tuple[Token, ...]
    content: tuple[Token, ...]
    signs: dict[str, int]
    sides: dict[str, frozenset[tuple[str, int]]]
    denials: int
    firm: int
    raws: frozenset[str]
    claim: Wording | None = None
    head: tuple[Token, ...] = ()


@lru_cache(maxsize=8_192)
def read_wording(text: str) -> Wording | None:
    """Read a line; None if it is too long to be a line or has no words at all.

    What only stresses it ("…, always, for every one of them") is no part of what it says.
    """
    if len(text) > MAX_CHARS:
        return None
    found = list(islice(tokens_of(_STRESS.sub("", text)), _MAX_TOKENS))
    if len(found) == _MAX_TOKENS:
        return None
    line = _assembled(found)
    if line is None:
        return None
    reasons = [at for at, token in enumerate(found) if at and token.raw in BECAUSE]
    ends = [at for at, token in enumerate(found) if at and _ends_head(token, found[at - 1])]
    if not ends:
        return line
    claim = _claim(found[: reasons[0]]) if reasons else None
    return replace(line, claim=claim, head=tuple(found[: ends[0]]))


def head_denies(line: Wording) -> bool:
    """Whether there is a denial in what a line says before it is explained."""
    words = line.head or line.tokens
    return any(token.raw in (DENY, DENY_ALL, DENY_NEXT, "non") for token in words)


@lru_cache(maxsize=512)
def head_of(line: Wording) -> Wording | None:
    """Return what a line says before it is explained; None if that is too short to claim it."""
    return _claim(list(line.head)) if line.head else line


def _claim(found: list[Token]) -> Wording | None:
    """Return the beginning of a line, if it is long enough to claim something."""
    line = _assembled(found)
    if line and len(line.content) > 1 and sum(t.weight for t in line.content) >= _CLAIM:
        return line
    return None


def _ends_head(token: Token, before: Token) -> bool:
    """Whether the head of a line ends there: a reason begins, or what explains it."""
    behind_comma = before.raw == "," and (token.raw in REASONS or token.raw == "as")
    return token.raw in BECAUSE or token.raw in _EXPLAINS or behind_comma


def _assembled(found: list[Token]) -> Wording | None:
    clauses = _Clauses()
    for token in found:
        clauses.take(token)
    tokens = _with_topic(_retired(_moved(clauses.out)))
    content = tuple(token for token in tokens if token.weight > 0)
    if not content:
        return None
    signs: dict[str, int] = {}
    for token in content:
        signs[token.key] = token.sign if signs.get(token.key, token.sign) == token.sign else 0
    denials = sum(token.raw in (DENY, DENY_NEXT) for token in tokens)
    is_headed = any(token.head and token.raw != DENY for token in tokens)
    firm = max(sum(token.raw == DENY for token in tokens), int(is_headed))
    kept = tuple(token for token in tokens if token.key)
    form = " ".join(f"{'-' if token.sign < 0 else ''}{token.key}{token.side}" for token in kept)
    sides: dict[str, frozenset[tuple[str, int]]] = {}
    for token in content:
        if token.side:
            sides[token.key] = sides.get(token.key, frozenset()) | {(token.side, token.sign)}
    raws = frozenset(t.raw for t in kept)
    return Wording(form, kept, content, signs, sides, denials, firm, raws)


def _with_topic(tokens: list[Token]) -> list[Token]:
    """Mark the subject of the first sentence, and conditions: what the line is about."""
    words = [at for at, token in enumerate(tokens) if token.key]
    if not words:
        return tokens
    verb = next(
        (
            at
            for order, at in enumerate(words)
            if tokens[at].raw in VERBS or (order and tokens[at].raw.endswith("ed"))
        ),
        words[0],
    )
    opening = next((p for p in range(words[0], verb) if tokens[p].raw in ";:="), None)
    first = tokens[words[0]].raw
    condition = first in CONDITIONS or first in ("on", "in", "for", "at", "during")
    out = []
    for at, token in enumerate(tokens):
        if not token.key and token.raw in ",.;:—–)":
            condition = False
        elif token.raw in CONDITIONS:
            condition = True
        subject = words[0] <= at < (verb if opening is None else opening)
        out.append(token._replace(topic=True) if token.key and (subject or condition) else token)
    return out


# -- what its clauses deny


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
        if sign < 0 or self.clause or head:
            token = token._replace(sign=token.sign * sign, clause=self.clause, head=head)
        self.out.append(token)


def _flipped(token: Token) -> Token:
    return token._replace(sign=-token.sign)


def _moved(tokens: list[Token]) -> list[Token]:
    """Deny what a line says has gone: "switched from A to B", "A was replaced by B"."""
    verb = next((p for p, t in enumerate(tokens) if t.raw in MOVES or t.raw in REPLACES), -1)
    if verb < 0:
        return tokens
    out = tokens[:]
    for at in _given_up(tokens, verb):
        if out[at].weight >= _FULL:
            out[at] = out[at]._replace(sign=-out[at].sign, head=True)
    return out


def _retired(tokens: list[Token]) -> list[Token]:
    """Deny what a line says is gone: "Jenkins is gone", "RevenueCat has been removed"."""
    out = tokens[:]
    for at, token in enumerate(tokens):
        last = at + 1 == len(tokens) or tokens[at + 1].clause != token.clause
        if not (token.raw in RETIRED and last):
            continue
        ahead = [p for p in range(at) if tokens[p].clause == token.clause]
        full = [p for p in ahead if tokens[p].weight >= _FULL]
        if len(full) == 1 and any(tokens[p].raw in BE for p in ahead):
            named = full[0]
            out[named] = out[named]._replace(sign=-out[named].sign, head=True)
    return out


def _given_up(tokens: list[Token], verb: int) -> list[int]:
    """The places of what the verb of moving or replacing takes away."""
    clause = tokens[verb].clause
    after = [p for p in range(verb + 1, len(tokens)) if tokens[p].clause == clause]
    places: list[int] = []
    if tokens[verb].raw in MOVES:
        away = False
        for at in after:
            if tokens[at].raw in ("from", "to", "into"):
                away = tokens[at].raw == "from"
            elif away:
                places.append(at)
    elif after and tokens[after[0]].raw in ("by", "with"):
        places = [p for p in range(verb) if tokens[p].clause == clause]
    else:
        for at in after:
            if tokens[at].raw in ("by", "with", "in", "for"):
                break
            places.append(at)
    return places
