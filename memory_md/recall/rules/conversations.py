"""What earlier conversations about the matter of a task came to. Pure.

Whoever gives the files of a task asks what is known about them. Where one session speaks most of
it, and is a short talk about little else, what the person answered and what the agent then did is
told, however it is worded: a "2. 72h" settles as much as a rule in full sentences.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from ...extract.rules.closing_lines import without_closing_lines
from ...extract.rules.sentences import sentences, without_fences
from ...memory.rules.named_files import named_paths
from ...sessions.model import FoundSession, Passage
from ...terms.search_query import content_terms, shared_part

MOST_PASSAGES: Final = 24  # of a short conversation
_MOST_SESSIONS: Final = 3
_NEAR_BEST: Final = 0.6  # of the best session's score
# Of what was asked, and times the score of the best session about something else. Of 25 chats that
# settled what was asked without a word of its files 21 have both, of 49 other best ones 5.
_LEAST_SHARE: Final = 0.28
_LEAD: Final = 1.55
# Of the score that a session has for its own words: what another has that speaks of the same. The
# least of eight pairs had .20, other sessions had .02 to .16, and one .22.
_ALIKE: Final = 0.18
_MOST_CHARS: Final = 4_000
_MOST_FILES: Final = 3
_LEAST_PERSONS: Final = 3  # one of so many messages is a person's
_LONGEST: Final = 400  # characters of what is told of one message
_LEAST_TERMS: Final = 3  # of what says more than yes or no
# What a message tells, 0 to 1.
_ANSWER: Final = 0.6
_REPORT: Final = 0.5
_PROPOSAL: Final = 0.4
_REPLACED: Final = 0.34  # of a sentence's terms, that a newer conversation has


class ToldTurn(Struct, frozen=True):
    """Words of a passage that tell what a conversation came to; the first of it counts most."""

    text: str
    passage: Passage
    session: FoundSession
    worth: float


def likely(found: Sequence[FoundSession]) -> list[FoundSession]:
    """Return the sessions that may be about the task: the best, and the best few with its files.

    All are `found` for files that were given, best first.
    """
    near = [one for one in found if one.score >= found[0].score * _NEAR_BEST]
    named = [one for one in near if _has_file(one)]
    return [*dict.fromkeys((*near[:1], *(named if len(named) <= _MOST_SESSIONS else ())))]


def is_clear(
    session: FoundSession, others: Iterable[FoundSession], weights: Mapping[str, float]
) -> bool:
    """Return whether a session is about the task; `others` speak of something else.

    It names a file of the task, or it has much of what was asked and is far ahead of them.
    `weights` say what each term of the task weighs.
    """
    if _has_file(session):
        return True
    terms = frozenset().union(*(one.terms for one in session.passages))
    share = sum(weights.get(term, 0.0) for term in terms) / (sum(weights.values()) or 1.0)
    best = max((one.score for one in others), default=0.0)
    return share >= _LEAST_SHARE and session.score >= best * _LEAD


def _has_file(session: FoundSession) -> bool:
    return any(one.has_file for one in session.passages)


def spoken(session: FoundSession) -> str:
    """Return what was said in it, as much as another session is compared with."""
    return "\n".join(one.text for one in session.conversation)[:_MOST_CHARS]


def of_one_matter(like: Sequence[FoundSession]) -> list[FoundSession]:
    """Return the sessions that speak of what the first one does, the newest first.

    All were found for what was `spoken` in the first.
    """
    least = like[0].score * _ALIKE if like else 0.0
    same = [one for one in like[:_MOST_SESSIONS] if one.score >= least]
    return sorted(same, key=lambda one: (one.at, one.number), reverse=True)


def is_talk(session: FoundSession) -> bool:
    """Return whether two talked about one thing: few files, and the person said a good part of it.

    In 34 chats that settled something at most 3 files were named; 24 working sessions that had to
    do with a task as much named 5 to 41, and what was said there was about the work of that day.
    """
    conversation = session.conversation
    files = {path for one in conversation for path in (*one.files, *named_paths(one.text))}
    persons = sum(one.speaker == "person" for one in conversation)
    return len(files) <= _MOST_FILES and persons * _LEAST_PERSONS >= len(conversation) > 0


def told_turns(found: Iterable[FoundSession]) -> Iterator[ToldTurn]:
    """Yield what these conversations came to, the newest first; `found` are in that order.

    Of what an older one says only what no newer one speaks of: it may hold no longer.
    """
    newer: frozenset[str] = frozenset()
    for session in found:
        yield from sorted(_of_conversation(session, newer), key=lambda one: -one.worth)
        newer |= content_terms("\n".join(one.text for one in session.conversation))


def _of_conversation(session: FoundSession, newer: frozenset[str]) -> Iterator[ToldTurn]:
    """Yield what the person answered, what the agent then did, and what it had proposed."""
    agent_spoke = answered = False
    for passage in session.conversation:
        said = passage.text
        if passage.speaker == "agent":
            said = without_closing_lines(said)
        asks = said.rstrip(" *_`").endswith(("?", "？"))
        if passage.speaker == "person":
            answered = agent_spoke
            worth = _ANSWER if answered else 0.0
        else:
            agent_spoke = True
            worth = _PROPOSAL if asks else _REPORT if answered else 0.0
        # A proposal stands before its question, a report begins with what was done.
        text = _told(said, newer, last=worth == _PROPOSAL)
        if worth and len(content_terms(text)) >= _LEAST_TERMS:
            yield ToldTurn(text, passage, session, worth)


def _told(text: str, newer: frozenset[str], *, last: bool = False) -> str:
    """Return the first or last sentences of a message, without code, questions, what is `newer`."""
    kept, length = list[str](), 0
    own = list(sentences(" ".join(without_fences(text).split())))
    for sentence in reversed(own) if last else own:
        terms = content_terms(sentence)
        if sentence.endswith(("?", "？")) or (newer and shared_part(terms, newer) >= _REPLACED):
            continue
        if kept and length + len(sentence) > _LONGEST:
            break
        kept.append(sentence)
        length += len(sentence) + 1
    return " ".join(reversed(kept) if last else kept)
