"""An index of lines: which of them hold the words of a query, and how much that says (FTS5, bm25).

It lives in memory and is made anew for each question. Words are stemmed as English ones; a name in
camelCase is found by its parts too; CJK text is split into pairs of characters, in lines and in
queries alike. Each word is asked for alone, so one that no line has hides nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ..base.word_index import CJK
from ..files.database import scratch

_WORD: Final = re.compile(r"[^\W_]+")
_CJK_RUN: Final = re.compile(f"{CJK.pattern}+")
_PART: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# Words that join others, and those of talk: a line is about none of them.
_JOINING: Final = """
    a about after again all also always am an and any are as at be because been before being both
    but by can could did do does doing done don else ever few for from get got had has have he her
    here his how i if in into is it its just let like lot make many may me might more most much my
    need needs new no nor not now of off on once one only or other our out over own per same see she
    should so some still such than that the their them then there these they thing things this those
    through to too under until up us use used uses using very via want was way we well were what
    when where which while who why will with within without would yes you your
    ahead alright continue cool fine go good great hello hi hmm i'm look looks love maybe
    moment nice ok okay perfect please proceed ready really right run sounds sure thank thanks think
    try wait works yeah yep
    aber auf auch aus bei bitte das dass dem den der des die du ein eine er es für gut ich im in ist
    ja kann mach man mit nein nicht noch oder sich sie sind so und uns von war was weiter wie wir zu
    au avec ce dans de des du elle en est et il la le les ne nous ou oui pas pour que qui sur un
    une vous con del el es las lo los para por se sí sigue su y и в не на что это с как да нет
"""
_STOP: Final = frozenset(_JOINING.split())
_MOST_WORDS: Final = 100  # of a query that are asked for
_LONGEST_WORD: Final = 64


@dataclass(frozen=True, slots=True)
class Hit:
    """What a line has of a query: `words` are the query's, each with what it adds to the score."""

    score: float
    words: dict[str, float]


class LineIndex:
    """Rows of texts: each row has as many fields as there are weights."""

    def __init__(self, rows: Sequence[Sequence[str]], weights: Sequence[float] = (1.0,)) -> None:
        """Index the rows; a word counts in a field as often as its weight says."""
        self._database = scratch()
        names = ", ".join(f"field{number}" for number in range(len(weights)))
        marks = ", ".join("?" for _ in weights)
        tokenizer = "tokenize='porter unicode61 remove_diacritics 2'"
        self._database.execute(f"CREATE VIRTUAL TABLE line USING fts5({names}, {tokenizer})")
        self._database.execute("BEGIN")
        values = (
            (number, *(" ".join(_words(text)) for text in row)) for number, row in enumerate(rows)
        )
        self._database.executemany(f"INSERT INTO line (rowid, {names}) VALUES (?, {marks})", values)
        self._database.execute("COMMIT")
        shares = ", ".join(str(float(weight)) for weight in weights)
        self._query = f"SELECT rowid, -bm25(line, {shares}) FROM line WHERE line MATCH ?"

    def hits(self, query: str) -> dict[int, Hit]:
        """Return the rows that hold a word of the query, by their numbers from 0."""
        found: dict[int, dict[str, float]] = {}
        for word in query_words(query):
            for row, score in self._database.execute(self._query, (f'"{word}"',)):
                found.setdefault(row, {})[word] = score
        return {row: Hit(sum(words.values()), words) for row, words in found.items()}


def query_words(query: str) -> list[str]:
    """Return the words that are asked for, each once: of one in camelCase its parts as well."""
    words = dict.fromkeys(word for word in _words(query) if len(word) > 1 or CJK.match(word))
    return [word for word in words if word not in _STOP][:_MOST_WORDS]


def _words(text: str) -> Iterator[str]:
    if CJK.search(text):
        text = _CJK_RUN.sub(_pairs, text)
    for word in _WORD.findall(text):
        if len(word) <= _LONGEST_WORD:
            yield word.lower()
            if not word.islower() and len(parts := _PART.split(word)) > 1:
                yield from map(str.lower, parts)


def _pairs(run: re.Match[str]) -> str:
    """Return the pairs of neighbours in a run of CJK characters; a single one is itself."""
    signs = run[0]
    return f" {' '.join(map(''.join, pairwise(signs))) or signs} "
