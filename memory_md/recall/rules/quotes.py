"""Which passages of earlier sessions a context quotes. Pure.

Sessions are ranked as wholes by what they have to do with the task; of those that clearly do, the
passages that settle something are quoted. Never what a line of an entry says already, nor what was
taken back, nor anything of a session whose decision a later one has replaced.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...extract.rules.sentences import sentences
from ...memory.model.entry import RETRACTED, WITHDRAWN, Entry
from ...safety.instructions.orders import gives_orders
from ...safety.sanitize import clean_line
from ...sessions.model import FoundPassage, FoundSession
from ...terms.search_query import content_terms, shared_part
from ..model.block import EARLIER, BlockLine
from .score import WORDS

# Of the best session's score: what another needs to count as about the same.
_NEAR_BEST: Final = 0.6
_MOST_SESSIONS: Final = 3
_MOST_LINES: Final = 8
_LEAST_SHARE: Final = 0.2  # of what was asked, that one passage of a session speaks of
_SAID: Final = 0.7  # of a passage's terms, that a line says already
_LEAST_TERMS: Final = 3
# What a passage settles, that it is quoted: a no, a recap, a yes with a rule. A rule alone is
# mostly an order for the task of that day.
_LEAST_WEIGHT: Final = 0.45
_LONGEST: Final = 400  # characters of a quote
_TAKEN_BACK: Final = frozenset(("removed", RETRACTED, WITHDRAWN))
_SPEAKERS: Final = {"person": "user", "agent": "agent"}


def clear_sessions(
    found: Sequence[FoundSession], entries: Sequence[Entry]
) -> tuple[FoundSession, ...]:
    """Return the sessions that clearly have to do with what was asked, the best first.

    Those whose decision, one of the `entries`, gave way to a later one speak of what holds no more.
    """
    replaced = {task for one in entries if one.by for task in one.tasks[:1]}
    held = [one for one in found if not {one.task, one.session} & replaced]
    least = held[0].score * _NEAR_BEST if held else 0.0
    return tuple(one for one in held if one.score >= least and _is_about(one))[:_MOST_SESSIONS]


def _is_about(session: FoundSession) -> bool:
    return any(
        one.has_file or (one.share >= _LEAST_SHARE and len(one.terms) >= _LEAST_TERMS)
        for one in session.passages
    )


def quote_lines(
    sessions: Sequence[FoundSession], entries: Sequence[Entry], shown: Iterable[str]
) -> list[BlockLine]:
    """Return the lines that quote these sessions, the most telling first.

    `entries` are live and archived ones; `shown` are texts that the block has already.
    """
    known = [terms for text in shown if len(terms := content_terms(text)) >= _LEAST_TERMS]
    gone = [
        content_terms(one.text)
        for one in entries
        if one.archived and one.archived.reason in _TAKEN_BACK
    ]
    lines: list[BlockLine] = []
    for rank, session in enumerate(sessions):
        for line, terms in _of_session(session, rank):
            if any(shared_part(terms, other) >= _SAID for other in known):
                continue
            if any(shared_part(other, terms) >= _SAID for other in gone):
                continue
            known.append(terms)
            lines.append(line)
    lines.sort(key=lambda line: -line.score)
    return lines[:_MOST_LINES]


def _of_session(session: FoundSession, rank: int) -> Iterator[tuple[BlockLine, frozenset[str]]]:
    """Yield the passages that settle something as lines, each with its terms."""
    settled = [one for one in session.passages if one.passage.weight >= _LEAST_WEIGHT]
    for found in sorted(settled, key=_worth, reverse=True):
        text = clean_line(_cut(found.passage.text)).replace('"', "'")
        terms = content_terms(text)
        if len(terms) < _LEAST_TERMS or gives_orders(Entry("", "note", text)):
            continue
        day = (found.passage.at or session.at)[:10]
        who = _SPEAKERS[found.passage.speaker]
        worth = round(WORDS * _worth(found) / (rank + 1), 4)
        words = f'{day}, {who}: "{text}"' if day else f'{who}: "{text}"'
        yield BlockLine(EARLIER, words, score=worth, parts={"sessions": worth}), terms


def _worth(found: FoundPassage) -> float:
    """What a passage tells, 0 to 1: how much it settles, and how much of what was asked it says."""
    return 0.7 * found.passage.weight + 0.3 * found.share


def _cut(text: str) -> str:
    """The first sentences, as many as a quote has room for."""
    kept, length = list[str](), 0
    for sentence in sentences(" ".join(text.split())):
        if kept and length + len(sentence) > _LONGEST:
            break
        kept.append(sentence)
        length += len(sentence) + 1
    return " ".join(kept)
