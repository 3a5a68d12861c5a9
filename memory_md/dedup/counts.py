"""How many a line speaks of: the one or first, all or several, or one for each of another thing."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from .tokens import Token
from .wording import Wording

_COUNTS: Final = {
    word: how
    for how, words in (
        ("first", "first last latest newest oldest"),
        ("one", "one single same shared central"),
        ("all", "all every each any both several multiple many two three various"),
        ("own", "own separate individual dedicated"),
    )
    for word in words.split()
} | {"a": "a", "an": "a"}
_EACH: Final = frozenset(("per", "each", "every", "pro", "par"))


@lru_cache(maxsize=4_096)
def each(wording: Wording) -> frozenset[str]:
    """What the line counts by: "per user", "each session"."""
    tokens = wording.tokens
    found: set[str] = set()
    for place, token in enumerate(tokens):
        if token.raw in _EACH:
            near = [t for t in tokens[place + 1 : place + 4] if t.clause == token.clause]
            found |= {t.key for t in near[:2] if t.weight >= 0.3}
    return frozenset(found)


def other_count(a: Wording, b: Wording) -> str:
    """What one line says of one thing, and the other of all, of several, or of each its own."""
    ours, theirs = _counted(a), _counted(b)
    for key in sorted(ours.keys() & theirs.keys()):
        if len(ours[key]) == len(theirs[key]) == 1:
            pair = ours[key] | theirs[key]
            if "one" in pair and len(pair) == 2:
                return f"{min(ours[key])} / {min(theirs[key])} {key}"
    return ""


@lru_cache(maxsize=4_096)
def _counted(wording: Wording) -> dict[str, set[str]]:
    """Which words are counted, and how: "one", "all" (or several), "own"."""
    found: dict[str, set[str]] = {}
    tokens = wording.tokens
    for place, token in enumerate(tokens):
        how = _COUNTS.get(token.raw)
        if not how or (token.sign < 0 and not token.axis):
            continue
        if how == "a" and not _per(tokens, place):
            continue
        if how == "a":
            how = "own"
        if how == "first":
            if not place or tokens[place - 1].weight:
                continue  # an adverb: "first create …"
            how = "one"
        for head in _heads(tokens, place, how == "own"):
            each = how == "one" and _per(tokens, place)
            found.setdefault(head.key, set()).add("own" if each else how)
    return found


def _heads(tokens: tuple[Token, ...], place: int, own: bool) -> list[Token]:
    """The words counted by the one at `place`: what follows it, or "a key of its own"."""
    found = []
    for token in tokens[place + 1 : place + 4]:
        if token.clause != tokens[place].clause or token.weight < 0.3 or token.raw in _EACH:
            break
        found.append(token)
    if not found and own:
        return [t for t in tokens[max(place - 3, 0) : place] if t.weight >= 0.3][-1:]
    return found


def _per(tokens: tuple[Token, ...], place: int) -> bool:
    """Whether there are as many as of something else: "one key per user"."""
    return any(
        t.raw in _EACH and t.clause == tokens[place].clause for t in tokens[place + 1 : place + 5]
    )
