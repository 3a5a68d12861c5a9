"""Where a line stops claiming and gives its reason: "use A, because B", "B, therefore use A"."""

from __future__ import annotations

from typing import Final

from .tokens import Token
from .word_lists import words

# Behind these comes the reason of what stands before them.
_BECAUSE: Final = words(
    "because weil parce porque perché perche omdat eftersom fordi ponieważ поскольку 因为 由于"
    " otherwise sonst sinon иначе 否则"
)
_PAIRS: Final = {
    "so": words("that"), "due": words("to"), "thanks": words("to"), "потому": words("что"),
    "так": words("как"), "puesto": words("que"), "ya": words("que"),
}  # fmt: skip
# These need a comma before them: "use A, as B is slow", but "serves as root".
_AFTER_COMMA: Final = words("as da denn car")
_NOT_WHY: Final = words("well long soon far in of if usual part always before needed")
# Behind these comes what is claimed, and its reason before them.
_THEREFORE: Final = words(
    "so therefore hence thus consequently deshalb daher donc поэтому 所以 因此"
)


def without_reason(tokens: list[Token]) -> list[Token]:
    """The tokens of what is claimed; empty where no reason is given."""
    for place, token in enumerate(tokens):
        after = tokens[place + 1].raw if place + 1 < len(tokens) else ""
        comma = place > 0 and tokens[place - 1].raw in (",", ";", ".")
        if _gives_reason(token.raw, after, comma=comma):
            return tokens[:place] if place else _behind_comma(tokens)
        if comma and token.raw in _THEREFORE:
            return tokens[place + 1 :]
    return []


def _gives_reason(word: str, after: str, *, comma: bool) -> bool:
    if word in _BECAUSE or after in _PAIRS.get(word, ()):
        return True
    if word == "since":
        return comma or not any(map(str.isdigit, after[:2]))  # not "since v2"
    return comma and word in _AFTER_COMMA and after not in _NOT_WHY


def _behind_comma(tokens: list[Token]) -> list[Token]:
    commas = (place for place, token in enumerate(tokens) if token.raw in (",", ";"))
    return tokens[next(commas, len(tokens)) + 1 :]
