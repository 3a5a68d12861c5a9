"""Plain text: what an agent wrote, in one turn. Who speaks in it is never guessed."""

from __future__ import annotations

from ..cleaning import without_injected
from ..model import Builder, Session


def recognise(text: str) -> bool:  # noqa: ARG001
    """Return True: every text is text, so it is asked last."""
    return True


def read(text: str) -> Session:
    """Return the text as a turn of an agent, without what `mem` or a harness put into it."""
    session = Builder("text")
    session.say("agent", without_injected(text))
    return session.build()
