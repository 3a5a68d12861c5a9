"""What a hook does when there is something to do: show what is known, learn what was said.

What goes wrong on the way stands in `.mem/local/hooks.log`, and nowhere else.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from ..actions.context import context
from ..actions.extract import extract
from ..actions.place import Place
from ..adapters.transcripts.growth import grown, is_message
from ..errors import MemError
from ..model.block import BUDGET, EDGE_LIMIT, OVER_CHARS, SECTION_LIMIT, Block
from ..model.extraction import Extraction
from ..store import hook_notes
from ..store.files import write_scratch
from ..store.layout import CONFIG
from ..store.lock import hold, hold_if_free
from ..store.repo import Repo
from .hook import Calls, news, source_of
from .hook_payload import END, PROMPT, SUBAGENT_START, TURN, Moment, envelope

MOST_CHARS: Final = 10_000  # what Claude Code takes of a hook's output
_LARGEST: Final = 8_000_000  # bytes of a transcript that are read while the agent waits
_OVERLAP: Final = 6  # messages before the new ones, which these may answer
_MORE: Final = frozenset((BUDGET, OVER_CHARS, SECTION_LIMIT, EDGE_LIMIT))
_ALL: Final = 1 << 40


def remind(place: Place, moment: Moment) -> str:
    """The answer with what the session was not shown yet; empty where there is nothing.

    When a conversation or a subagent starts, or was compacted, it was shown nothing yet.
    """
    repo = place.find()
    if repo is None:
        return ""
    root = str(repo.layout.root)
    seen = hook_notes.shown(root, moment.session) if moment.kind == PROMPT else frozenset[str]()
    answer, block = _fitting(place, moment, seen)
    if moment.kind != SUBAGENT_START:  # what a subagent was shown, the session was not
        keys = [*sorted(seen), *(line.key for line in block.lines)]
        is_all = not any(left.reason in _MORE for left in block.left_out)
        hook_notes.note_shown(repo.layout, moment.session, keys, _files(repo) if is_all else ())
    if block.lines:
        _log(place, repo, moment, f"showed {len(block.lines)} lines")
    return answer


def _fitting(place: Place, moment: Moment, seen: Collection[str]) -> tuple[str, Block]:
    """The answer within the limit; as JSON a text takes more room."""
    most = MOST_CHARS
    while True:
        block = context_for(place, moment.prompt, seen, most)
        if not block.lines:
            return "", block
        answer = json.dumps(envelope(moment, block.text), ensure_ascii=False)
        if len(answer) <= MOST_CHARS:
            return answer, block
        most -= len(answer) - MOST_CHARS


def context_for(place: Place, prompt: str, seen: Collection[str], most: int) -> Block:  # noqa: ARG001
    """The block for a prompt: the one place where what is relevant to it can come first."""
    return context(place, max_chars=most, seen=seen)[0]


def _files(repo: Repo) -> tuple[str, ...]:
    """The files that decide what is shown, relative to the root."""
    paths = repo.layout.paths
    return (CONFIG, paths.learnings, paths.relationships, paths.archive)


def learn(root: str, moment: Moment, calls: Calls, *, is_detached: bool) -> None:
    """Extract what came since the last time, or have a process of its own do it.

    The end of a session must not wait, nor may any other moment for a very long transcript.
    """
    if not is_detached and (moment.kind == END or _size(moment) > _LARGEST):
        _hand_over(moment, calls)
        return
    place = calls.place(root)
    repo = place.memory()
    hook_notes.prepare(repo.layout)
    lock = Path(hook_notes.lock_path(str(repo.layout.root), moment.session))
    with contextlib.ExitStack() as held:
        if is_detached:
            held.enter_context(hold(lock, repo.layout.tree))
            if not news(root, moment)[0]:
                return  # who held the lock has done it
        elif not held.enter_context(hold_if_free(lock, repo.layout.tree)):
            _log(place, repo, moment, "another extraction of this session is at work")
            return
        _extract(place, repo, moment)


def _extract(place: Place, repo: Repo, moment: Moment) -> None:
    source = source_of(moment)
    since, before = hook_notes.read_until(str(repo.layout.root), moment.session, source)
    session = moment.session or None
    if moment.messages is not None:
        total = sum(is_message(m) for m in moment.messages if isinstance(m, dict))
        result, errors = extract(place, ["-"], session=session, stdin=_recent(moment, before))
        until = (0, total)
    else:
        path = str(Path(moment.transcript).expanduser())
        new, end = grown(path, since, _ALL)
        result, errors = extract(place, [path], session=session)
        until = (end, before + new)
    for error in errors:
        _log(place, repo, moment, f"error: {error}")
    if not errors:
        if moment.kind == TURN:  # what the conversation itself said is no news to it
            said = [id_ for item in result.items for id_ in (item.id, item.existing_id) if id_]
            hook_notes.add_shown(repo.layout, moment.session, said)
        hook_notes.note_read(repo.layout, moment.session, source, until)
        _log(place, repo, moment, _told(result))


def _recent(moment: Moment, before: int) -> BytesIO:
    """The messages after the first `before` that were said, and a few before them."""
    messages: list[Any] = moment.messages or []
    start = said = 0
    for index, message in enumerate(messages):
        if said >= before:
            start = index
            break
        said += isinstance(message, dict) and is_message(message)
    recent = messages[max(start - _OVERLAP, 0) :]
    return BytesIO(json.dumps(recent, ensure_ascii=False).encode("utf-8", "replace"))


def _told(result: Extraction) -> str:
    taken = [item.action for item in result.items]
    counts = ", ".join(f"{taken.count(action)} {action}" for action in dict.fromkeys(taken))
    return f"extracted: {counts or 'nothing new'}"


def _size(moment: Moment) -> int:
    try:
        return Path(moment.transcript).expanduser().stat().st_size
    except (OSError, RuntimeError):  # no such file, or no home
        return 0


def _hand_over(moment: Moment, calls: Calls) -> None:
    """Start the same hook anew, detached. Messages go along in a file, which it deletes."""
    payload: dict[str, object] = {
        "hook_event_name": moment.event,
        "session_id": moment.session,
        "transcript_path": moment.transcript,
        "cwd": next(iter(moment.folders), ""),
    }
    if moment.messages is not None:
        data = json.dumps(moment.messages, ensure_ascii=False).encode("utf-8", "replace")
        payload["messages_path"] = str(write_scratch(data, ".json"))
    calls.detach(moment.agent, payload)


def log_fault(place: Place, moment: Moment, fault: BaseException) -> None:
    """Note what went wrong, where there is a memory to note it in."""
    with contextlib.suppress(MemError, OSError):
        repo = place.find()
        if repo and repo.layout.local.is_dir():
            told = str(fault) if isinstance(fault, MemError) else f"{type(fault).__name__}: {fault}"
            _log(place, repo, moment, f"error: {told}")


def _log(place: Place, repo: Repo, moment: Moment, said: str) -> None:
    hook_notes.log(
        repo.layout, f"{place.instant} {moment.agent} {moment.event} {moment.session}: {said}"
    )
