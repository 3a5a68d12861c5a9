"""`mem reflect`: the agent that is at work as the model, with the dialogue that it has itself."""

from typing import Final

from ..memory.memory import Memory
from ..memory.opening import Opened
from ..memory.writing import changing
from ..transcripts.model import Session
from .answer import read_answer
from .learn import Learned, learn, waiting_for_model
from .prompt import page, rules

_ASKED: Final = """
## Conversation

It is the one that you are in. Copy the quotes word for word; "turn" may be 0.
Write the answer to a file and give it to: mem reflect --answer FILE"""


def request(opened: Opened) -> str:
    """Return the rules, the page and the inbox, for an agent that has the conversation."""
    with opened.database() as database:
        memory = Memory.read(opened, database)
        waiting = waiting_for_model(memory)
        shown = page(memory.listed(), waiting, opened.settings.context.budget)
    return f"{rules()}\n{shown}\n{_ASKED}"


def take_answer(opened: Opened, answer: str, session: Session | None, task: str) -> Learned:
    """Keep an agent's answer; without the transcript of its session nobody is quoted."""
    read = read_answer(answer)
    if read is None:
        reason = "no JSON object of that shape"
        return Learned(dropped=[{"text": answer[:80], "reason": reason}])
    return changing(opened, "reflect", lambda memory: learn(memory, session, task, read))
