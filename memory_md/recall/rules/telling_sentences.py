"""Which sentences of earlier sessions tell something about the task. Pure.

An agent said them at some length, in one of the sessions that speak most of the task, and they
are like it as a whole: they hold much of what it asks, by what its terms weigh, and little else.
Whoever has another task is glad of them (`sentence_worth`). What a person said there specifies the
work of that day.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from math import sqrt
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from ...sessions.model import FoundPassage, FoundSession
from ...terms.search_query import content_terms

# Chosen on 735 sentences for requests in 22 repositories, judged by a reader who had the request.
# Of these 19 of 23 were useful where a session began with the request, 14 of 27 in its middle.
_LEAST_SHARED: Final = 5  # terms that both have
_LEAST_COVER: Final = 0.4  # the length of the shared part beside the task's, as vectors
_LEAST_LIKE: Final = 0.15  # the cosine of both
# What a term of the sentence weighs that is not asked, or as much as the rarest that is: where
# little was said, no term is rare.
_UNASKED: Final = 4.5
_MOST_OWN: Final = 0.8  # of the sentence's terms that are asked: the others are news
_NEAR_BEST: Final = 0.7  # of the best session's score
_LEAST_SAID: Final = 250  # characters of the message: a shorter one tells what comes next
# Of 39 quotes two readers called 25 and 11 useful, of the 14 that are worth so much 10 and 6.
_LEAST_WORTH: Final = 0.3
_LENGTHS: Final = range(15, 400)
_PATH: Final = regex(r"\S*[/\\]\S+")
# A guess, or what a program prints.
_GUESS: Final = regex(
    r"(?i)\b(?:maybe|might|may be|likely|seems?|perhaps|probably|possibly|i think|could be)\b"
    r"|(?-i:\w(?:Error|Exception)\b|\d\d:\d\d:\d\d|(?:error|warning) [A-Z]+\d|\(\d+,\d+\))"
)


class Telling(Struct, frozen=True):
    """A sentence, where it was said, and what it tells about the task, 0 to 1."""

    text: str
    found: FoundPassage
    session: FoundSession
    worth: float


class _Asked(Struct, frozen=True):
    """What the terms of the task weigh, the length of their vector, what others weigh."""

    weights: Mapping[str, float]
    length: float
    other: float

    @classmethod
    def of(cls, task: str, weights: Mapping[str, float]) -> "_Asked":
        """Return it for a task."""
        own = {term: weights[term] for term in _terms(task) & weights.keys()}
        length = sqrt(sum(weight**2 for weight in own.values()))
        return cls(own, length or 1.0, min(max(own.values(), default=0.0), _UNASKED))

    def cover(self, terms: Set[str]) -> float:
        """Return how much of the task a text with these terms holds, 0 to 1.

        It is 0 where the text has few terms of the task, hardly any other, or many others.
        """
        common = terms & self.weights.keys()
        if not _LEAST_SHARED <= len(common) <= _MOST_OWN * len(terms):
            return 0.0
        both = sqrt(sum(self.weights[term] ** 2 for term in common))
        cover = both / self.length
        own = sqrt(both**2 + self.other**2 * (len(terms) - len(common)))
        return cover if cover * both / own >= _LEAST_LIKE else 0.0


def telling_sentences(
    sessions: Sequence[FoundSession], task: str, weights: Mapping[str, float]
) -> Iterator[Telling]:
    """Yield them; `weights` say what each term of the task weighs."""
    asked = _Asked.of(task, weights)
    best = max((session.score for session in sessions), default=0.0)
    for session in sessions:
        if session.score < _NEAR_BEST * best:
            continue
        for found in session.passages:
            if (
                found.passage.speaker == "agent"
                and len(found.passage.text) >= _LEAST_SAID
                and len(asked.weights.keys() & found.terms) >= _LEAST_SHARED
            ):
                yield from _of_passage(session, found, asked)


def _of_passage(session: FoundSession, found: FoundPassage, asked: _Asked) -> Iterator[Telling]:
    from ...extract.rules.noise import is_noise
    from ...extract.rules.sentence_worth import worth
    from ...extract.rules.sentences import plain
    from ...extract.rules.unsure import placed_sentences

    for _, sentence in placed_sentences(found.passage.text, "agent", asked=False):
        text = plain(sentence.text).strip()
        if len(text) not in _LENGTHS:
            continue
        cover = asked.cover(_terms(text))
        if cover < _LEAST_COVER or worth(sentence) < _LEAST_WORTH:
            continue
        if not (_GUESS.search(text) or is_noise(text)):
            yield Telling(text, found, session, cover)


def _terms(text: str) -> frozenset[str]:
    """Return its terms outside of paths; numbers and single letters tell nothing."""
    terms = content_terms(_PATH.sub(" ", text))
    return frozenset(term for term in terms if term[1:] and not term.isdigit())
