"""Which sentences of earlier sessions tell something about the task. Pure.

Whoever has another task is glad of them (`sentence_worth`), they hold nearly all that this task
asks by its rarest words, they say something besides, and they stand under a heading, as what sums
up does. What a person writes there specifies the work of that day, unless it gives a reason.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from heapq import nlargest
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from ...sessions.model import FoundPassage, FoundSession
from ...terms.search_query import content_terms, shared_part, whole_terms

# Chosen on 590 sentences for prompts in 22 repositories, judged by a reader who had the prompt. Of
# this worth and share 8 of 11 of an agent's under a heading were useful, 1 of 4 of a person's,
# and 2 of 18 elsewhere; with a share of 0.6 it was 26 of 111.
_LEAST_WORTH: Final = 0.25
_RAREST: Final = 6  # terms of what was asked, that tell most what it is about
_LEAST_SHARE: Final = 0.8  # of what these weigh, that the sentence holds
# Of the terms that it holds, a name but once: one that few passages have and another. The name of
# a file in both is no matter that both speak of.
_LEAST_WEIGHT: Final = 8.0
_OF_ITSELF: Final = (0.2, 0.65)  # the part of its own terms that are asked for, from and to
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


def telling_sentences(
    sessions: Sequence[FoundSession], task: str, weights: Mapping[str, float]
) -> Iterator[Telling]:
    """Yield them; `weights` say what each term of the task weighs.

    Numbers and single letters are no words that tell what a task is about.
    """
    asked = {term: weight for term, weight in weights.items() if term[1:] and not term.isdigit()}
    once = asked.keys() & whole_terms(task)
    whole = sum(nlargest(_RAREST, asked.values())) or 1.0
    for session in sessions:
        for found in session.passages:
            if sum(asked.get(term, 0.0) for term in found.terms) >= _LEAST_SHARE * whole:
                yield from _of_passage(session, found, asked, once, whole)


def _of_passage(
    session: FoundSession,
    found: FoundPassage,
    asked: Mapping[str, float],
    once: Set[str],
    whole: float,
) -> Iterator[Telling]:
    from ...extract.rules.cues import has_reason
    from ...extract.rules.noise import is_noise
    from ...extract.rules.sentence_worth import worth
    from ...extract.rules.sentences import plain
    from ...extract.rules.unsure import placed_sentences

    speaker = found.passage.speaker
    for _, sentence in placed_sentences(found.passage.text, speaker, asked=False):
        text = plain(sentence.text).strip()
        if not sentence.heading or len(text) not in _LENGTHS:
            continue
        if speaker == "person" and not has_reason(text):
            continue
        common = content_terms(_PATH.sub(" ", text)) & asked.keys()
        share = min(sum(asked[term] for term in common) / whole, 1.0)
        weight = sum(asked[term] for term in common & once)
        if weight < _LEAST_WEIGHT or share < _LEAST_SHARE or not _says_more(text, common):
            continue
        likely = worth(sentence)
        if likely >= _LEAST_WORTH and not (_GUESS.search(text) or is_noise(text)):
            yield Telling(text, found, session, (share + likely / 2) / 2)


def _says_more(text: str, common: frozenset[str]) -> bool:
    least, most = _OF_ITSELF
    return least <= shared_part(content_terms(text), common) <= most
