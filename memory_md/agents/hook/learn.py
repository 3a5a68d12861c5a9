"""The part of a hook that extracts from the new messages of a conversation."""

import contextlib
import json
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from ...extract.actions.extract import extract
from ...extract.model import Extraction
from ...files.local_folder import make_local_folder
from ...files.lock import hold, hold_if_free
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from ...transcripts.disk.tail import grown, is_message
from . import session_notes
from .payload import END, TURN, CommandLine, Moment

_OVERLAP: Final = 6  # messages before the new ones, which these may answer
_ALL: Final = 1 << 40


def learn(root: str, moment: Moment, command_line: CommandLine, *, is_detached: bool) -> None:
    """Extract what came since the last time, unless another process does so for this session.

    A detached one waits for that other, and then has perhaps nothing left to do.
    """
    place = command_line.place(root)
    repo = place.memory()
    make_local_folder(repo.layout, session_notes.FOLDER)
    lock = Path(session_notes.lock_path(str(repo.layout.root), moment.session))
    with contextlib.ExitStack() as locks:
        if is_detached:
            locks.enter_context(hold(lock, repo.layout.tree))
            if not session_notes.new_messages(root, moment)[0]:
                return  # who held the lock has done it
        elif not locks.enter_context(hold_if_free(lock, repo.layout.tree)):
            session_notes.log(place, repo, moment, "another extraction of this session is at work")
            return
        _extract(place, repo, moment, llm=None if is_detached else False)


def _extract(place: Workspace, repo: Repo, moment: Moment, *, llm: bool | None) -> None:
    """Extract; the agent waits for us unless we are detached, and must not wait for a model."""
    source = session_notes.source_of(moment)
    since, before = session_notes.read_until(str(repo.layout.root), moment.session, source)
    session = moment.session or None
    if moment.messages is not None:
        total = sum(is_message(m) for m in moment.messages if isinstance(m, dict))
        result, errors = extract(
            place, ["-"], session=session, stdin=_recent(moment, before), llm=llm, from_hook=True
        )
        until = (0, total)
    else:
        path = str(Path(moment.transcript).expanduser())
        new, end = grown(path, since, _ALL)
        result, errors = extract(place, [path], session=session, llm=llm)
        until = (end, before + new)
    for error in errors:
        session_notes.log(place, repo, moment, f"error: {error}")
    if not errors:
        if moment.kind in (TURN, END):  # what the conversation itself said is no news to it
            ids = [id_ for item in result.items for id_ in (item.id, item.existing_id) if id_]
            session_notes.add_shown(repo.layout, moment.session, ids)
        if not result.unkept:  # what was said is tried again at the next hook
            session_notes.note_read(repo.layout, moment.session, source, until)
        session_notes.log(place, repo, moment, _counts(result))


def _recent(moment: Moment, before: int) -> BytesIO:
    """Return the messages after the first `before` that were said, and a few before them."""
    messages: list[Any] = moment.messages or []
    start = count = 0
    for index, message in enumerate(messages):
        if count >= before:
            start = index
            break
        count += isinstance(message, dict) and is_message(message)
    recent = messages[max(start - _OVERLAP, 0) :]
    return BytesIO(json.dumps(recent, ensure_ascii=False).encode("utf-8", "replace"))


def _counts(result: Extraction) -> str:
    taken = [item.action for item in result.items]
    counts = ", ".join(f"{taken.count(action)} {action}" for action in dict.fromkeys(taken))
    return f"extracted: {counts or 'nothing new'}"
