"""A session played with an agent's payloads: a start, a prompt, an end. It writes nothing."""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final

from msgspec import Struct

from ...base.token_estimate import estimate_tokens
from ...extract.actions.extract import extract
from ...extract.model import Extraction
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from ...recall.model.block import Block
from .payload import END, EVENTS, PROMPT, START, Moment
from .remind import answer_within_limit

SAID: Final = "Gotcha: `mem hook --test` writes nothing, because it only plays a session."
_SESSION: Final = "mem-hook-test"


class Played(Struct, frozen=True):
    """An event that was played: what the hook would answer, and what it would learn."""

    event: str
    answer: str = ""
    block: Block | None = None
    tokens: int = 0
    learned: Extraction | None = None


def play(place: Workspace, agent: str, prompt: str) -> Iterator[Played]:
    """Yield what would come of each event of a session with that prompt. Raises MemError."""
    repo = place.memory()
    seen: list[str] = []
    for kind in (START, PROMPT, END):
        event = next((name for name, moment in EVENTS[agent].items() if moment == kind), "")
        payload = {"hook_event_name": event, "session_id": _SESSION, "cwd": str(place.cwd)}
        payload |= {"prompt": prompt} if kind == PROMPT else {"source": "startup"}
        if not event:
            continue
        if kind == END:
            yield Played(event, learned=_try_extraction(place, prompt))
        else:
            yield _shown(place, repo, Moment(agent, payload, {}, str(place.cwd)), seen)


def _shown(place: Workspace, repo: Repo, moment: Moment, seen: list[str]) -> Played:
    answer, block = answer_within_limit(place, repo, moment, seen, dry_run=True)
    seen += [line.key for line in block.lines]
    tokens = block.tokens + estimate_tokens(block.request)
    return Played(moment.event, answer, block, tokens)


def _try_extraction(place: Workspace, prompt: str) -> Extraction:
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": prompt},
        {"role": "assistant", "content": f"Done.\n\n{SAID}"},
    ]
    stdin = BytesIO(json.dumps(messages).encode())
    options: dict[str, Any] = {"session": _SESSION, "stdin": stdin, "llm": False, "dry_run": True}
    found, errors = extract(place, ["-"], from_hook=True, **options)
    for error in errors:
        raise error
    return found
