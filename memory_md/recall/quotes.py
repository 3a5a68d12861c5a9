"""Quotes of earlier sessions that clearly match a query: what was settled there, and by whom.

The session is chosen by its best turns, of like ones the newest; quoted are its last word of the
agent, who sums up, and the turns that match best.
"""

import re
from collections.abc import Sequence
from typing import Final

from ..base.text import clip, one_line
from ..dedup.removed import removed_form
from ..files.database import Database
from ..match.lines import LineIndex, query_words
from ..memory.memory import Memory
from ..memory.model import TAKEN_OUT
from ..memory.taking_back import naming_words
from ..safety.acts import act_in
from ..safety.sanitize import clean_line
from ..sessions.sessions import Said, find_said, turns_about
from .block import EARLIER, BlockLine

_MOST: Final = 3
_LEAST_WORDS: Final = 3  # of the query that the best turn must hold
_LEAST_SAID: Final = 6  # words that name something, without which a turn is talk
_LIKE: Final = 0.6  # of the best session's score from which another is as good
_LONGEST: Final = 420  # characters of a quote, where there are others
_ALONE: Final = 950  # of the only one
_MOST_WORDS: Final = 24  # of a query that sessions are asked for: the longest say most
_SHARES: Final = (1.0, 0.2, 0.1)  # what the best turns of a session count
_SENTENCE: Final = re.compile(r"(?<=[.!?;。！？])\s+")
_SPEAKERS: Final = {"person": "user", "agent": "agent", "task": "task"}


def quote_lines(memory: Memory, query: str, session: str) -> list[BlockLine]:
    """Return at most three quotes of other sessions than this one, those that say most first.

    None of them says what a person took out, or demands a harmful act.
    """
    database = memory.database
    said = query_words(query)
    words = sorted(said, key=len, reverse=True)[:_MOST_WORDS]
    found = [one for one in find_said(database, " ".join(words), 40) if one.task != session]
    sessions: dict[str, list[Said]] = {}
    for one in found:
        sessions.setdefault(one.task, []).append(one)
    groups = list(sessions.values())
    hits = LineIndex([[turns[0].text] for turns in groups]).hits(query)
    least = min(_LEAST_WORDS, len(said))
    clear = [
        turns for at, turns in enumerate(groups) if at in hits and len(hits[at].words) >= least
    ]
    if not clear:
        return []
    best = max(map(_score, clear))
    like = [turns for turns in clear if _score(turns) >= _LIKE * best]
    turns = max(like, key=lambda one: (one[0].at[:10], _score(one)))
    gone = [
        removed_form(entry.text)
        for entry in memory.archived.values()
        if entry.archived and entry.archived.reason in TAKEN_OUT
    ]
    quoted = [
        one
        for one in _to_quote(database, turns)
        if not act_in(one.text) and not any(form in removed_form(one.text) for form in gone)
    ]
    longest = _LONGEST if len(quoted) > 1 else _ALONE
    return [_line(one, words, best, longest) for one in quoted]


def _score(turns: Sequence[Said]) -> float:
    return sum(turn.score * share for turn, share in zip(turns, _SHARES, strict=False))


def _to_quote(database: Database, matching: Sequence[Said]) -> list[Said]:
    """Return the turns of a session to quote: the agent's last word, then those that match best."""
    every = turns_about(database, matching[0])
    last = [one for one in every if one.speaker == "agent" and _says(one)][-1:]
    chosen = {one.number: one for one in [*last, *filter(_says, matching)]}
    return list(chosen.values())[:_MOST]


def _says(turn: Said) -> bool:
    return len(naming_words(turn.text)) >= _LEAST_SAID


def _line(turn: Said, words: Sequence[str], best: float, longest: int) -> BlockLine:
    speaker = "commit" if turn.task.startswith("commit-") else _SPEAKERS.get(turn.speaker, "user")
    text = clean_line(_cut(turn.text, words, longest)).replace('"', "'")
    line = f'{turn.at[:10]}, {speaker}: "{text}"'
    return BlockLine(EARLIER, line, score=turn.score / best, parts={"words": turn.score / best})


def _cut(text: str, words: Sequence[str], longest: int) -> str:
    """Return the sentences of a text that fit, in order; where all do not, those that say most."""
    sentences = _SENTENCE.split(one_line(text))
    asked = {word.lower() for word in words}

    def weight(number: int) -> int:
        found = set(query_words(sentences[number]))
        return len(naming_words(sentences[number])) + 2 * len(found & asked)

    left, kept = longest, set()
    for number in sorted(range(len(sentences)), key=weight, reverse=True):
        if len(sentences[number]) < left:
            kept.add(number)
            left -= len(sentences[number]) + 1
    if not kept:
        return clip(sentences[0], longest)
    return " ".join(sentences[number] for number in sorted(kept))
