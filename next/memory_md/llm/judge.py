"""A model is asked about a session: once for its new turns, within a number of requests a day."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..base.errors import MemError
from ..base.tokens import estimate_tokens
from ..files.database import Database
from ..memory.inbox import read_inbox
from ..memory.memory import Memory
from ..memory.opening import Opened
from ..memory.writing import changing
from ..transcripts.model import Session
from .answer import Answer, read_answer
from .backends import ask
from .learn import Learned, learn
from .prompt import Project, dialogue, prompts, rules

_README: Final = ("README.md", "README.rst", "README.txt", "README")
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
        dropped = self.learned.dropped
        seconds = round(self.seconds, 1)
        return {"used": self.used, "tokens": self.tokens, "seconds": seconds, "dropped": dropped}


def requests_for(opened: Opened, session: Session, task: str) -> list[str]:
    """Return what a model would be sent for the turns of a session that none has judged yet."""
    with opened.database() as database:
        memory = Memory.read(opened, database)
        lines = dialogue(session, _judged(database, task))
        if not lines:
            return []
        waiting = read_inbox(database, memory.log.days(memory.today))
        budget = opened.settings.context.budget
        day = (session.at or next((turn.at for turn in session.turns if turn.at), ""))[:10]
        day = day or opened.now[:10]
        return prompts(_project(opened), memory.listed(), waiting, lines, budget, day)


def _project(opened: Opened) -> Project:
    tree = opened.place.tree
    names = sorted(path.name for path in tree.iterdir() if path.is_dir() and path.name[0] != ".")
    about = next((tree / name for name in _README if (tree / name).is_file()), None)
    text = about.read_text(encoding="utf-8", errors="replace")[:4000] if about else ""
    # Pictures, badges and HTML tell nothing.
    said = [line for line in text.split("\n") if line.strip() and line.strip()[0] not in "<![|&"]
    lines = [line for line in said if not line.strip().startswith(("width=", "src=", "alt="))]
    lines = lines[:_ABOUT_LINES]
    return Project(tree.name, "\n".join(lines), tuple(names[:_MOST_FOLDERS]), opened.now[:10])


def judge_session(opened: Opened, session: Session, task: str) -> Asked:
    """Ask the model about a session and keep what stands the checks.

    A model that fails or answers nonsense costs one warning. Nothing is asked under the lock.
    """
    asked = Asked()
    settings = opened.settings.llm
    given = rules()
    for request in requests_for(opened, session, task):
        with opened.database(write=True) as database:
            if requests_today(database, opened.now[:10]) >= settings.per_day:
                asked.warnings.append(f"the model was asked {settings.per_day} times today")
                return asked
            cost = estimate_tokens(given) + estimate_tokens(request)
            insert = "INSERT INTO model_calls VALUES (?, ?, ?, ?)"
            database.change(insert, (opened.now, settings.use, task, cost))
        start = time.monotonic()
        try:
            answer = read_answer(ask(settings, given, request))
        except MemError as fault:
            asked.warnings.append(f"the model: {fault}")
            return asked
        finally:
            asked.seconds += time.monotonic() - start
        asked.used += 1
        asked.tokens += cost
        if not answer.is_readable:
            asked.warnings.append("the model answered nothing that can be read")
            continue
        _apply(opened, session, task, answer, request, asked)
    return asked


def _apply(
    opened: Opened, session: Session, task: str, answer: Answer, request: str, asked: Asked
) -> None:
    def work(memory: Memory) -> Learned:
        past = _past_prompts(memory.database)
        given = rules()
        return learn(memory, session, task, answer, request=request, rules=given, past_prompts=past)

    found = changing(opened, "extract --llm", work)
    asked.learned.items += found.items
    asked.learned.dropped += found.dropped
    last = max((turn.number for turn in session.turns), default=0)
    with opened.database(write=True) as database:
        database.change("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_key(task), str(last)))


def _past_prompts(database: Database) -> Sequence[str]:
    rows = database.rows("SELECT text FROM said WHERE speaker = 'person' LIMIT 500")
    return [row[0] for row in rows]


def requests_today(database: Database, today: str) -> int:
    """Return how many requests were made on a day."""
    rows = database.rows("SELECT COUNT(*) FROM model_calls WHERE at LIKE ?", (f"{today}%",))
    return int(rows[0][0])


def _judged(database: Database, task: str) -> int:
    rows = database.rows("SELECT value FROM meta WHERE key = ?", (_key(task),))
    return int(rows[0][0]) if rows else 0


def _key(task: str) -> str:
    return f"judged {task}"
