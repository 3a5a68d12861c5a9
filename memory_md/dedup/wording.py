"""What a remembered line says, in a form that can be compared: its words as concepts, in order.

Case, punctuation, inflection, code marks, abbreviations, number words and units do not count. Each
token knows whether its clause denies it, whether it is a name, and whether it belongs to what the
line is about rather than to what it says of that. Pure; costs about 0.1 ms a line, once.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec import Struct

from .denials import signed
from .reasons import without_reason
from .tokenizer import tokens_of
from .tokens import DENY, DENY_NEXT, Token
from .word_lists import CONDITIONS, VERBS

_MAX_TOKENS: Final = 400
_CLAIM: Final = 1.3  # the weight that a claim has at least
MAX_CHARS: Final = 2_000  # beyond it two texts are compared letter by letter only


class Wording(Struct, frozen=True, eq=False):
    """A line in a form that can be compared.

    `tokens` are all that have a key, stop words included, `content` those that weigh something,
    `raws` the words as written; `form` is the same for lines that differ in spelling only. By key:
    `signs`, 0 where a word is both said and denied, and `sides`, the choices that are named with
    their signs. `denials` counts all denials, `firm` those of a whole clause.

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
    claim: tuple[Token, ...] = ()


@lru_cache(maxsize=8_192)
def read_wording(text: str) -> Wording | None:
    """Read a line; None if it is too long to be a line or has no words at all."""
    if len(text) > MAX_CHARS:
        return None
    found = list(islice(tokens_of(text), _MAX_TOKENS))
    if len(found) == _MAX_TOKENS:
        return None
    return _assembled(found, tuple(without_reason(found)))


@lru_cache(maxsize=4_096)
def claim_of(wording: Wording) -> Wording | None:
    """The line without the reason that it gives; None if it gives none, or says too little then."""
    main = _assembled(list(wording.claim)) if wording.claim else None
    if main is None or len(main.content) < 2:
        return None
    return main if sum(token.weight for token in main.content) >= _CLAIM else None


def _assembled(found: list[Token], claim: tuple[Token, ...] = ()) -> Wording | None:
    tokens = _with_topic(signed(found))
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
    raws = frozenset(t.raw for t in kept)
    return Wording(form, kept, content, signs, sides, denials, firm, raws, claim)


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
