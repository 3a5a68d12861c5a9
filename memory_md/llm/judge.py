"""A model is asked about a session: once for its new turns, within a number of requests a day."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ..base.errors import MemError
from ..base.tokens import estimate_tokens
from ..memory.memory import Memory
from ..memory.opening import Opened, person_database
from ..memory.writing import changing
from ..transcripts.model import Session
from .answer import Answer, read_answer
from .backends import ask
from .learn import Learned, learn, waiting_for_model
from .prompt import lines_of, page, rules, windows

_ABOUT_LINES: Final = 12
_MOST_FOLDERS: Final = 30


@dataclass(slots=True)
class Asked:
    """What asking cost and gave: tokens and seconds of all requests, items, what was dropped."""

    used: int = 0
    tokens: int = 0
    seconds: float = 0.0
    learned: Learned = field(default_factory=Learned)
    warnings: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return it as `mem extract` tells it."""
        cost = {"used": self.used, "tokens": self.tokens, "seconds": round(self.seconds, 1)}
        return {**cost, "dropped": self.learned.dropped}


def requests_for(opened: Opened, session: Session, task: str) -> list[tuple[int, str]]:
    """Return what a model would be sent of what none has judged yet, with the last number in it."""
    with opened.database() as database:
        rows = database.rows("SELECT value FROM meta WHERE key = ?", (f"judged {task}",))
        judged = int(rows[0][0]) if rows else 0
        lines = [line for line in lines_of(session) if line.number > judged]
        memory = Memory.read(opened, database)
        waiting = waiting_for_model(memory)
    at = session.at or next((turn.at for turn in session.turns if turn.at), "") or opened.now
    shown = page(memory.listed(), waiting, opened.settings.context.budget)
    head = f"{_project(opened.place.tree)}\n\n{shown}\n\n## Conversation of {at[:10]}\n"
    return windows(head, lines)


def _project(tree: Path) -> str:
    """Return what a model is told of the project: its name, folders, first lines of its README."""
    folders = sorted(path.name for path in tree.iterdir() if path.is_dir() and path.name[0] != ".")
    about = next((path for path in sorted(tree.glob("README*")) if path.is_file()), None)
    text = about.read_text(encoding="utf-8", errors="replace")[:4000] if about else ""
    lines = [line.strip() for line in text.split("\n")]
    # Pictures, badges and HTML say nothing.
    said = [line for line in lines if line and line[0] not in "<![|&" and '="' not in line]
    quoted = "\n".join(f"| {line}" for line in said[:_ABOUT_LINES])
    top = ", ".join(folders[:_MOST_FOLDERS])
    return f"## Project\n\n{tree.name}\nTop folders: {top}\n{quoted}"


def judge_session(opened: Opened, session: Session, task: str, asked: Asked | None = None) -> Asked:
    """Ask the model about a session, keep what stands the checks, and add to what was `asked`.

    A model that fails or answers nonsense costs one warning. Nothing is asked under the lock.
    """
    asked = asked or Asked()
    settings = opened.settings.llm
    while requests := requests_for(opened, session, task):
        last, request = requests[0]
        cost = estimate_tokens(rules()) + estimate_tokens(request)
        with person_database(opened.now, write=True) as database:
            today = (f"{opened.now[:10]}%",)
            count = database.rows("SELECT COUNT(*) FROM model_calls WHERE at LIKE ?", today)[0][0]
            if count >= settings.per_day:
                asked.warnings.append(f"the model was asked {settings.per_day} times today")
                return asked
            insert = "INSERT INTO model_calls VALUES (?, ?, ?, ?)"
            database.change(insert, (opened.now, settings.use, task, cost))
        start = time.monotonic()
        try:
            answer = read_answer(ask(settings, rules(), request))
        except MemError as fault:
            asked.warnings.append(f"the model: {fault}")
            return asked
        finally:
            asked.seconds += time.monotonic() - start
        asked.used += 1
        asked.tokens += cost
        if answer is None:
            asked.warnings.append("the model answered nothing that can be read")
            return asked

        def work(memory: Memory, answer: Answer = answer, request: str = request) -> Learned:
            return learn(memory, session, task, answer, request)

        found = changing(opened, "extract --llm", work)
        asked.learned.items += found.items
        asked.learned.dropped += found.dropped
        with opened.database(write=True) as database:
            row = (f"judged {task}", str(last))
            database.change("INSERT OR REPLACE INTO meta VALUES (?, ?)", row)
    return asked
