"""Who stands where: "A overrides B" turned around, two clauses that exchanged their words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from .tokens import Token
from .wording import Wording

# A relation that has a direction, by concept; turned around it is another claim.
_DIRECTED: Final = frozenset(("override", "replace", "depend", "extend", "wrap", "own", "import"))


def turned(a: Wording, b: Wording, alias: dict[str, str]) -> str:
    """The relation whose two sides have changed places between the lines; empty if none."""
    for verb, one, two in _relations(a):
        for other, early, late in _relations(b):
            first = {alias.get(key, key) for key in early}
            second = {alias.get(key, key) for key in late}
            crossed = one & second and two & first
            if verb == other and crossed and not (one & first or two & second):
                return verb
    return ""


_Relation = tuple[str, frozenset[str], frozenset[str]]


@lru_cache(maxsize=4_096)
def _relations(wording: Wording) -> tuple[_Relation, ...]:
    return tuple(_read_relations(wording.tokens))


def _read_relations(tokens: tuple[Token, ...]) -> Iterator[_Relation]:
    for place, token in enumerate(tokens):
        if token.key not in _DIRECTED or token.sign < 0:
            continue
        ahead = [t for t in tokens[:place] if t.clause == token.clause]
        behind = [t for t in tokens[place + 1 :] if t.clause == token.clause]
        one = frozenset(t.key for t in ahead if t.weight >= 0.3)
        two = frozenset(t.key for t in behind if t.weight >= 0.3)
        passive = behind and behind[0].raw == "by"
        if one and two:
            yield (token.key, two, one) if passive else (token.key, one, two)


def exchanged(a: Wording, b: Wording, alias: dict[str, str]) -> bool:
    """Whether two short clauses have exchanged their words: "do A here, B there", "B here, …"."""
    if _spoken(a) != 2 or _spoken(b) != 2:
        return False
    ours, theirs = _clauses(a, {}), _clauses(b, alias)
    if len(ours) != 2 or len(theirs) != 2:
        return False
    return all(one & two for one in ours for two in theirs) and not (
        ours[0] & ours[1] or theirs[0] & theirs[1]
    )


@lru_cache(maxsize=4_096)
def _spoken(wording: Wording) -> int:
    """How many clauses say something."""
    return len({token.clause for token in wording.content if token.weight >= 0.3})


def _clauses(wording: Wording, alias: dict[str, str]) -> list[set[str]]:
    found: dict[int, set[str]] = {}
    for token in wording.content:
        if token.weight >= 0.3:
            found.setdefault(token.clause, set()).add(alias.get(token.key, token.key))
    short = all(len(keys) <= 4 for keys in found.values())
    return list(found.values()) if short else []
