"""`mem reflect`: the agent that is at work as the model, with the dialogue that it has itself."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..base.errors import UnreadableError
from ..memory.memory import Memory
from ..memory.opening import Opened
from ..memory.writing import changing
from ..transcripts.model import Session
from .answer import Quote, read_answer
from .learn import Learned, learn, waiting_for_model
from .prompt import page, rules

_ASKED: Final = """
## Conversation

It is the one that you are in; its turns have no numbers, so "turn" is 0. Copy quotes word for word;
of a tool line the bare command, or the one line of its error. A text has 20 to 600 characters.
Write the answer to .mem/local/answer.json, then: mem-md reflect --answer .mem/local/answer.json"""


def request(opened: Opened) -> str:
    """Return the rules, the page and the inbox, for an agent that has the conversation."""
    with opened.database() as database:
        memory = Memory.read(opened, database)
        waiting = waiting_for_model(memory)
        shown = page(memory.listed(), waiting, opened.settings.context.budget)
    return f"{rules()}\n{shown}\n{_ASKED}"


def take_answer(opened: Opened, answer: str, session: Session | None, task: str) -> Learned:
    """Keep an agent's answer; without the transcript of its session nobody is quoted.

    An agent sees no numbers, so a quote may stand in any turn. Raises UnreadableError.
    """
    read = read_answer(answer)
    if read is None:
        hint = 'one object: {"lessons": […], "known": […], "waiting": […]}'
        raise UnreadableError("holds no JSON object of that shape", where="the answer", hint=hint)
    lessons = tuple(replace(one, quotes=_unnumbered(one.quotes)) for one in read.lessons)
    known = tuple(replace(one, quotes=_unnumbered(one.quotes)) for one in read.known)
    read = replace(read, lessons=lessons, known=known)
    return changing(opened, "reflect", lambda memory: learn(memory, session, task, read))


def _unnumbered(quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    return tuple(Quote(0, one.text) for one in quotes)
