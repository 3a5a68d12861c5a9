"""The tables of words.toml, read once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

_ENDING: Final = re.compile(r"(?:ization|isation|ations?|ions?|ments?|ings?|ed|es|en|ly|s|e)$")
_DOUBLE: Final = re.compile(r"([bdglmnprt])\1$")
_SHORTEST: Final = 4  # letters that a stem keeps

_GRAMMAR: Final = frozenset(("", "not", "forbidden"))  # has no inflection


@dataclass(frozen=True, slots=True)
class Words:
    """The tables: `concept` leads from a word or phrase to the word that it is read as.

    `phrases` finds what is longer than a word, `axes` and `choices` lead from a word to what stands
    against it, `units` to the dimension and how many of its base.
    """

    concept: dict[str, str]
    phrases: re.Pattern[str]
    axes: dict[str, frozenset[str]]
    choices: dict[str, frozenset[str]]
    adverbs: frozenset[str]
    numbers: dict[str, str]
    units: dict[str, tuple[str, float]]
    sets: dict[str, frozenset[str]]


@cache
def words() -> Words:
    """Return the tables."""
    import tomllib
    from importlib.resources import files

    table = tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))
    concept: dict[str, str] = {}
    same = table["phrases"].pop("same").split(";")
    for key, row in [*table["phrases"].items(), *((row.split()[0], row) for row in same)]:
        concept |= dict.fromkeys((cell.replace("_", " ") for cell in row.split()), key)
    long = sorted((word for word in concept if not word.isalpha()), key=len, reverse=True)
    units = (row.split() for row in table["numbers"]["units"].split(";"))
    numbers = (row.split() for row in table["numbers"]["words"].split(";"))
    stems = {stem(word): key for word, key in concept.items() if key not in _GRAMMAR}
    concept = stems | concept
    return Words(
        concept,
        re.compile(rf"(?<![\w'-])(?:{'|'.join(map(re.escape, long))})(?![\w'-])", re.IGNORECASE),
        _against(table["opposite"]["axes"], concept),
        _against(table["opposite"]["choices"], concept)
        | (adverbs := _against(table["opposite"]["adverbs"], concept)),
        frozenset(adverbs),
        {word: row[0] for row in numbers for word in row[1:]},
        {word: (row[0], float(row[1])) for row in units for word in row[2:]},
        {name: frozenset(row.split()) for name, row in table["words"].items()},
    )


def _against(rows: str, concept: dict[str, str]) -> dict[str, frozenset[str]]:
    against: dict[str, set[str]] = {}
    for row in rows.replace("\n", " ").split(";"):
        keys = {_key(word.strip(), concept) for word in row.split("|")}
        for key in keys:
            against.setdefault(key, set()).update(keys - {key})
    return {key: frozenset(others) for key, others in against.items()}


def _key(word: str, concept: dict[str, str]) -> str:
    root = stem(word)
    found = concept.get(root, root)
    return concept.get(word, root if found in _GRAMMAR else found)


@lru_cache(maxsize=8_192)
def concept_of(word: str) -> str:
    """Return the word that a word in lower case is read as; its stem where no table has it."""
    return _key(word, words().concept)


def stem(word: str) -> str:
    """Return a word without the endings of English inflection: "deployments" is "deploy"."""
    if not word.isalpha():
        return word
    while (found := _ENDING.search(word)) and found.start() >= _SHORTEST:
        word = word[: found.start()]
    if word.endswith("s") and len(word) == _SHORTEST:
        word = word[:-1]
    word = _DOUBLE.sub(r"\1", word)
    return f"{word[:-1]}i" if word.endswith("y") and len(word) >= _SHORTEST else word
