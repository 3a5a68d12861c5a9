"""`mem reflect`: the agent that is at work as the model, with the dialogue that it has itself."""

from dataclasses import replace

from ..memory.inbox import read_inbox
from ..memory.memory import Memory
from ..memory.opening import Opened
from ..memory.writing import changing
from ..transcripts.model import Session
from .answer import read_answer
from .learn import Learned, learn
from .prompt import page_text, rules


def request(opened: Opened) -> str:
    """Return the rules, the page and the inbox, for an agent that has the conversation."""
    with opened.database() as database:
        memory = Memory.read(opened, database)
        page = page_text(memory.listed(), opened.settings.context.budget)
        waiting = read_inbox(database, memory.log.days(memory.today))
    rows = [f"- {one.id} {one.candidate.kind}: {one.candidate.text}" for one in waiting[:15]]
    inbox = "\n\n## Waiting\n\n" + "\n".join(rows) if rows else ""
    return (
        f"{rules()}\n{page}{inbox}\n\n## Conversation\n\nIt is the one that you are in. Quote the"
        " person and tool lines word for word; `turn` may be 0.\nGive the answer to:"
        " mem reflect --answer FILE"
    )


def take_answer(opened: Opened, answer: str, session: Session | None, task: str) -> Learned:
    """Keep an agent's answer; without the transcript of its session nobody is quoted.

    Then what it says rests on the agent's own word: who said it cannot be checked.
    """
    read = read_answer(answer)
    if not read.is_readable:
        learned = Learned()
        learned.dropped.append({"text": answer[:80], "reason": "no JSON object of that shape"})
        return learned

    def work(memory: Memory) -> Learned:
        found = session or Session("reflect", task)
        lessons = read.lessons
        if session is None:
            lessons = tuple(
                replace(one, basis="observed" if one.basis != "inferred" else one.basis)
                for one in lessons
            )
        given = replace(read, lessons=lessons)
        return learn(
            memory, found, task, given, request="", rules=rules(), is_trusted=session is None
        )

    return changing(opened, "reflect", work)
