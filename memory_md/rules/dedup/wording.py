"""What a remembered line says, in a form that can be compared: its words as concepts, in order.

Case, punctuation, inflection, code marks, abbreviations, number words and units do not count. Each
token knows whether its clause denies it, whether it is a name, and whether it belongs to what the
line is about rather than to what it says of that. Pure; costs about 0.1 ms a line, once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from .word_lists import BREAKS, CONDITIONS, HAVING, MOVES, REASONS, REPLACES, VERBS
from .word_tokens import DENY, DENY_ALL, DENY_NEXT, Token, tokens_of

_MAX_TOKENS: Final = 400
_BETWEEN: Final = frozenset(("in", "on", "at", "with", "by", "from", "to", "for", "inside", "as"))
MAX_CHARS: Final = 2_000  # beyond it two texts are compared letter by letter only


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """A line's tokens: all of them, stop words included; how often it denies; its own form.

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


@lru_cache(maxsize=8_192)
def read_wording(text: str) -> Wording | None:
    """Read a line; None if it is too long to be a line or has no words at all."""
    if len(text) > MAX_CHARS:
        return None
    found = list(islice(tokens_of(text), _MAX_TOKENS))
    if len(found) == _MAX_TOKENS:
        return None
    tokens = _with_topic(_moved(_signed(found)))
    content = tuple(token for token in tokens if token.weight > 0)
    if not content:
        return None
    signs: dict[str, int] = {}
    for token in content:
        signs[token.key] = token.sign if signs.get(token.key, token.sign) == token.sign else 0
    denials = sum(token.raw in (DENY, DENY_NEXT) for token in tokens)
    gone = any(token.head and token.raw != DENY for token in tokens)
    firm = max(sum(token.raw == DENY for token in tokens), int(gone))
    kept = tuple(token for token in tokens if token.key)
    form = " ".join(f"{'-' if token.sign < 0 else ''}{token.key}{token.side}" for token in kept)
    sides: dict[str, frozenset[tuple[str, int]]] = {}
    for token in content:
        if token.side:
            sides[token.key] = sides.get(token.key, frozenset()) | {(token.side, token.sign)}
    return Wording(form, kept, content, signs, sides, denials, firm, frozenset(t.raw for t in kept))


# -- what is denied, and what the line is about


def _reach(token: Token) -> int:
    """How many words a denial reaches; -1: the rest of its clause."""
    return 2 if token.raw == DENY_NEXT else -1


def _signed(tokens: Iterable[Token]) -> list[Token]:
    """Give each token the sign of its clause; a denial of a denial cancels out."""
    out: list[Token] = []
    sign, clause, start, chosen = 1, 0, 0, False
    once, reach, denied, reason = False, -1, False, False
    contrast = False
    for token in tokens:
        if token.raw in (DENY, DENY_ALL, DENY_NEXT):
            if out and out[-1].raw in HAVING and out[-1].clause == clause:
                out[-1] = out[-1]._replace(sign=-out[-1].sign)  # "needs no X"
            out.append(token._replace(raw=DENY if _reach(token) < 0 else DENY_NEXT, clause=clause))
            if token.raw == DENY_ALL:
                out[start:] = [t._replace(sign=-t.sign) for t in out[start:]]
            sign = -sign
            reach = _reach(token)
            # "To avoid A" gives a purpose, "A, not in B" contrasts: neither is the claim itself.
            purpose = len(out) > 1 and out[-2].raw == "to"
            denied = token.raw == DENY and not (reason or purpose)
            contrast = clause > 0 and len(out) == start + 1
        elif token.raw == "non":
            once = True
            out.append(Token("", DENY, 0.0, clause=clause))
        elif (not token.key and token.raw not in "-=") or token.raw in BREAKS:
            sign, chosen, reach, denied = 1, False, -1, False
            reason = token.raw in REASONS
            clause += 1
            out.append(token._replace(clause=clause))
            start = len(out)
        else:
            if (
                chosen
                and token.raw in ("over", "to")
                and out
                and not out[-1].raw.startswith("prefer")
            ):
                sign, chosen = -sign, False
                out.append(Token("", DENY, 0.0, clause=clause))
                continue
            chosen = chosen or token.key == "prefer"
            here = -sign if once else sign
            once = once and token.weight == 0
            if token.weight and reach >= 0:
                reach -= 1
                if reach < 0:
                    here = sign = -sign
            denied = denied and not (contrast and token.raw in _BETWEEN)
            contrast = False
            head = denied and token.weight >= 0.3
            denied = denied and not head
            out.append(token._replace(sign=token.sign * here, clause=clause, head=head))
    return out


def _moved(tokens: list[Token]) -> list[Token]:
    """Deny what a line says has gone: "switched from A to B", "A was replaced by B"."""
    verb = next((p for p, t in enumerate(tokens) if t.raw in MOVES or t.raw in REPLACES), -1)
    if verb < 0:
        return tokens
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
    out = tokens[:]
    for place in gone:
        if out[place].weight >= 0.3:
            out[place] = out[place]._replace(sign=-out[place].sign, head=True)
    return out


def _with_topic(tokens: list[Token]) -> list[Token]:
    """Mark the subject of the first sentence, and conditions: what the line is about."""
    words = [place for place, token in enumerate(tokens) if token.key]
    if not words:
        return tokens
    verb = next(
        (
            place
            for order, place in enumerate(words)
            if tokens[place].raw in VERBS or (order and tokens[place].raw.endswith("ed"))
        ),
        words[0],
    )
    opening = next((p for p in range(words[0], verb) if tokens[p].raw in ";:="), None)
    first = tokens[words[0]].raw
    condition = first in CONDITIONS or first in ("on", "in", "for", "at", "during")
    out = []
    for place, token in enumerate(tokens):
        if not token.key and token.raw in ",.;:—–)":
            condition = False
        elif token.raw in CONDITIONS:
            condition = True
        subject = words[0] <= place < (verb if opening is None else opening)
        out.append(token._replace(topic=True) if token.key and (subject or condition) else token)
    return out
