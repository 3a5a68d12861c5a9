"""Plain text: what an agent wrote, in one turn. Who speaks in it is never guessed."""

from ..calls import say_answer
from ..model import Builder, Session


def recognise(text: str) -> bool:  # noqa: ARG001
    """Return True: every text is text, so it is asked last."""
    return True


def read(text: str) -> Session:
    """Return the text as a turn of an agent, without what `mem` or a harness put into it."""
    session = Builder("text")
    say_answer(session, text, "")
    return session.build()
