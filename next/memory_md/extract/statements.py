"""All that a session says on purpose, in order, without what was taken back in it."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from ..memory.model import FIRST, PERSON_SAID, Candidate
from ..memory.taking_back import Taken, TakingBack, find_taken, taking_back
from ..transcripts.model import Session, Turn
from .chosen import approved_plans, chosen_answers
from .found import Found
from .handoffs import handoff_entries
from .labelled import labelled_lines
from .markers import marker_sentences
from .person import outright
from .proofs import proved_fixes

Taking = tuple[Turn, TakingBack]
_ASKED = "it may have been taken back"


def statements(session: Session, takings: Sequence[Taking] | None = None) -> list[Found]:
    """Return what a session says on purpose, in the order in which it was said.

    `takings` are the turns that take something back, where they were found before.

    Handoffs come first, and the sentences that only wait last.
    """
    said = [one for turn in session.turns for one in _of_turn(turn)]
    said += [*chosen_answers(session), *approved_plans(session)]
    said.sort(key=lambda one: one.candidate.turn)
    takings = taken_back_in(session) if takings is None else takings
    said = _without_taken_back(session, said, takings)
    handed = [one for handoff in session.handoffs for one in handoff_entries(handoff)]
    texts = {one.candidate.text for one in (*handed, *said)}
    markers = [one for one in marker_sentences(session) if not _stands_in(one, texts)]
    is_told = any(one.candidate.kind == "fixed" for one in said)
    proofs = [replace(one, waits="") if is_told else one for one in proved_fixes(session)]
    return [*handed, *said, *([] if is_told else proofs), *markers]


def _stands_in(one: Found, texts: set[str]) -> bool:
    return any(text in one.candidate.text or one.candidate.text in text for text in texts)


def _of_turn(turn: Turn) -> list[Found]:
    if turn.speaker == "person":
        return [*_labelled(turn, "person"), *_outright(turn)]
    return _labelled(turn, "agent")


def _labelled(turn: Turn, who: str) -> list[Found]:
    conf = PERSON_SAID if who == "person" else FIRST
    return [
        Found(
            Candidate(
                one.kind,
                one.text,
                one.qualifier,
                who=who,
                conf=conf,
                turn=turn.number,
                quote=one.quote,
            )
        )
        for one in labelled_lines(turn.text)
    ]


def _outright(turn: Turn) -> list[Found]:
    return [
        Found(
            Candidate(
                one.kind,
                one.text,
                who="person",
                conf=PERSON_SAID,
                turn=turn.number,
                quote=one.quote,
                basis="person_said",
            ),
            waits=one.waits,
        )
        for one in outright(turn.text)
    ]


# -- taking back ------------------------------------------------------------------------------


def _without_taken_back(
    session: Session, said: Sequence[Found], takings: Sequence[Taking]
) -> list[Found]:
    """Return the statements that stand at the end; those in doubt wait."""
    left = list(said)
    for turn, taking in takings:
        before = [one for one in left if one.candidate.turn < turn.number]
        if turn.speaker == "agent":  # it takes back only what it said itself
            before = [one for one in before if one.candidate.who == "agent"]
        taken = _taken(session, turn, taking, before, [])
        left = [
            replace(one, waits=one.waits or _ASKED) if str(at) in taken.asked else one
            for at, one in enumerate(left)
            if str(at) not in taken.said
        ]
    return left


def taken_back_in(session: Session) -> list[Taking]:
    """Return the turns of a session that take something back."""
    found = [(turn, taking_back(turn.text)) for turn in session.turns if turn.speaker != "task"]
    return [
        (turn, taking)
        for turn, taking in found
        if taking and (turn.speaker == "person" or taking.is_strong)
    ]


def _taken(
    session: Session,
    turn: Turn,
    taking: TakingBack,
    said: Sequence[Found],
    entries: Sequence[tuple[str, str]],
) -> Taken:
    """Return what a turn takes back; keys are places in `said`."""
    pairs = [(str(at), one) for at, one in enumerate(said)]
    directly = _turns_directly_before(session, turn)
    before = [(key, one.candidate.text) for key, one in pairs if one.candidate.turn in directly]
    return find_taken(taking, before, [(key, one.candidate.text) for key, one in pairs], entries)


def _turns_directly_before(session: Session, turn: Turn) -> set[int]:
    """Return the numbers of the turns that a reply may mean: the last of each before it."""
    at = bisect_left(session.turns, turn.number, key=lambda one: one.number)
    found = set()
    for one in reversed(session.turns[:at]):
        found.add(one.number)
        if one.speaker == "person":
            break
    return found


def taken_entries(
    session: Session,
    takings: Sequence[Taking],
    said: Sequence[Found],
    entries: Sequence[tuple[str, str]],
) -> list[tuple[Turn, Taken]]:
    """Return what each person's turn takes back of the memory's entries, (ID, text) pairs."""
    found = []
    for turn, taking in takings:
        if turn.speaker == "person":
            before = [one for one in said if one.candidate.turn < turn.number]
            found.append((turn, _taken(session, turn, taking, before, entries)))
    return found
