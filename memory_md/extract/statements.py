"""All that a session says on purpose, in order, without what was taken back in it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..memory.model import FIRST, PERSON_SAID
from ..memory.taking_back import Taken, TakingBack, find_taken, taking_back
from ..transcripts.model import Session, Turn
from .chosen import approved_plans, chosen_answers
from .found import Found
from .handoffs import handoff_entries
from .labelled import labelled_lines
from .observed import marker_sentences, proved_fixes
from .person import outright

Taking = tuple[Turn, TakingBack]
Texts = Sequence[tuple[str, str]]  # (key, text) pairs
_ASKED = "it may have been taken back"


def statements(session: Session, takings: Sequence[Taking]) -> list[Found]:
    """Return what a session says on purpose, in the order in which it was said.

    `takings` are the turns that take something back. Handoffs come first, and the sentences that
    only wait last.
    """
    said = [one for turn in session.turns for one in _of_turn(turn)]
    said += [*chosen_answers(session), *approved_plans(session)]
    said.sort(key=lambda one: one.candidate.turn)
    said = _without_taken_back(session, said, takings)
    handed = [one for handoff in session.handoffs for one in handoff_entries(handoff)]
    texts = {one.candidate.text for one in (*handed, *said)}
    markers = [one for one in marker_sentences(session) if not _stands_in(one, texts)]
    is_told = any(one.candidate.kind == "fixed" for one in said)
    return [*handed, *said, *(() if is_told else proved_fixes(session)), *markers]


def _stands_in(one: Found, texts: set[str]) -> bool:
    return any(text in one.candidate.text or one.candidate.text in text for text in texts)


def _of_turn(turn: Turn) -> Iterator[Found]:
    """Yield the labelled lines of a turn, and a person's outright words."""
    is_person = turn.speaker == "person"
    who, conf = ("person", PERSON_SAID) if is_person else ("agent", FIRST)
    for line in labelled_lines(turn.text):
        yield Found(replace(line, who=who, conf=conf, turn=turn.number))
    for rule in outright(turn.text) if is_person else ():
        yield replace(rule, candidate=replace(rule.candidate, turn=turn.number))


# -- taking back ------------------------------------------------------------------------------


def _without_taken_back(
    session: Session, said: list[Found], takings: Sequence[Taking]
) -> list[Found]:
    """Return the statements that stand at the end; those in doubt wait."""
    for turn, taking in takings:
        is_person = turn.speaker == "person"  # an agent takes back only what it said itself
        may_go = [one for one in said if is_person or one.candidate.who == "agent"]
        taken = taken_by(session, turn, taking, may_go, [])
        gone, asked = ([may_go[int(at)] for at in keys] for keys in (taken.said, taken.asked))
        said = [
            replace(one, waits=one.waits or _ASKED) if one in asked else one
            for one in said
            if one not in gone
        ]
    return said


def taken_back_in(session: Session) -> list[Taking]:
    """Return the turns of a session that take something back."""
    found = [(turn, taking_back(turn.text)) for turn in session.turns if turn.speaker != "task"]
    return [
        (turn, taking)
        for turn, taking in found
        if taking and (turn.speaker == "person" or taking.is_strong)
    ]


def taken_by(
    session: Session, turn: Turn, taking: TakingBack, said: Sequence[Found], entries: Texts
) -> Taken:
    """Return what a turn takes back of `entries`, and of what was said before it.

    The keys of what was said are places in `said`.
    """
    directly = _turns_directly_before(session, turn)
    before = [
        (str(at), one.candidate) for at, one in enumerate(said) if one.candidate.turn < turn.number
    ]
    texts = [(key, one.text) for key, one in before]
    close = [(key, one.text) for key, one in before if one.turn in directly]
    return find_taken(taking, close, texts, entries)


def _turns_directly_before(session: Session, turn: Turn) -> set[int]:
    """Return the numbers of the turns that a reply may mean: the last of each before it."""
    at = bisect_left(session.turns, turn.number, key=lambda one: one.number)
    persons = (n for n in range(at - 1, -1, -1) if session.turns[n].speaker == "person")
    return {one.number for one in session.turns[next(persons, 0) : at]}
