"""What a session holds that may be remembered: candidates, and why some of them wait."""

from dataclasses import dataclass, field, replace

from ..memory.model import PERSON_SAID, Candidate


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate, and why it waits in the inbox ("" if it does not).

    `failure` names a failure of a command that another task may meet as well.
    """

    candidate: Candidate
    waits: str = ""
    replaces: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    failure: str = ""
    key: str = field(default="", compare=False)


def said_by_person(kind: str, text: str, turn: int, quote: str, qualifier: str = "") -> Candidate:
    """Return a candidate on the words of a person."""
    candidate = Candidate(kind, text, qualifier, turn=turn, quote=quote, basis="person_said")
    return replace(candidate, who="person", conf=PERSON_SAID)
