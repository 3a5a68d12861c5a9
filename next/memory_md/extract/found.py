"""What a session holds that may be remembered: candidates, and why some of them wait."""

from dataclasses import dataclass, field

from ..memory.model import Candidate


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
