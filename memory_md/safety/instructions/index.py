"""All rules about texts that speak to their reader, and which of them a text may meet at all.

Looking for each hint in each text would cost more than the rules themselves: every rule is filed
under four letters of each of its hints, and a text is asked once which of those it has.
"""

from __future__ import annotations

from typing import Final

from .demands import DEMANDS
from .languages import OTHERS
from .orders import ENGLISH_ORDERS
from .patterns import ENGLISH
from .rule import Rule
from .ruses import RUSES
from .scripts import OTHER_SCRIPTS

_LETTERS: Final = 4
_Letters = tuple[str, ...]

RULES: Final = (*ENGLISH, *DEMANDS, *ENGLISH_ORDERS, *RUSES, *OTHERS, *OTHER_SCRIPTS)
_IN_ASCII: Final = len(RULES) - len(OTHER_SCRIPTS)


def _filed() -> tuple[dict[_Letters, list[int]], frozenset[int]]:
    """The numbers of the rules under their letters, and of those with a hint too short for that."""
    filed: dict[_Letters, list[int]] = {}
    others = set()
    for number, rule in enumerate(RULES):
        for hint in rule.hints:
            if len(hint) < _LETTERS:
                others.add(number)
            else:
                filed.setdefault(tuple(hint[:_LETTERS]), []).append(number)
    return filed, frozenset(others)


_FILED, _ALWAYS = _filed()
_KNOWN: Final = frozenset(_FILED)
_ALWAYS_IN_ASCII: Final = frozenset(number for number in _ALWAYS if number < _IN_ASCII)


def likely(plain: str) -> list[Rule]:
    """The rules of which a hint may be in the text, in their order; one pass over the text."""
    numbers = set(_ALWAYS_IN_ASCII if plain.isascii() else _ALWAYS)
    for letters in _KNOWN.intersection(zip(plain, plain[1:], plain[2:], plain[3:], strict=False)):
        numbers.update(_FILED[letters])
    return [RULES[number] for number in sorted(numbers)]
