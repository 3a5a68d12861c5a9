"""The part of a hook that shows a conversation the lines it was not shown yet."""

import json
from collections.abc import Collection, Sequence
from os.path import join
from pathlib import Path
from typing import Final

from ...files.layout import CONFIG
from ...files.local_folder import make_local_folder
from ...files.lock import hold
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from ...recall.actions.context import block_output, context
from ...recall.model.block import Block
from ...recall.model.left_out_reasons import (
    BUDGET,
    EDGE_LIMIT,
    OFF_TOPIC,
    OVER_CHARS,
    SECTION_LIMIT,
)
from . import session_notes
from .agent_files import loaded_by
from .payload import PROMPT, SUBAGENT_START, Moment, envelope

MOST_CHARS: Final = 10_000  # what Claude Code takes of a hook's output
_MORE: Final = frozenset((BUDGET, OVER_CHARS, SECTION_LIMIT, EDGE_LIMIT, OFF_TOPIC))


def remind(place: Workspace, moment: Moment) -> str:
    """Return the answer with what the session was not shown yet; empty where there is nothing.

    When a conversation or a subagent starts, or was compacted, it was shown nothing yet; one that
    is resumed was. What the agent loads by itself is not shown. At a start it is told which lines
    of its last message are kept. Calls wait for each other: some agents send a start and a prompt
    at once, or an event to the hooks of two settings, of which the second then prints nothing.
    """
    repo = place.find()
    if repo is None:
        return ""
    if not moment.session:
        return _reminder(place, repo, moment)
    make_local_folder(repo.layout, session_notes.FOLDER)
    lock = Path(session_notes.lock_path(str(repo.layout.root), "shown"))
    with hold(lock, repo.layout.tree):
        return _reminder(place, repo, moment)


def _reminder(place: Workspace, repo: Repo, moment: Moment) -> str:
    root = str(repo.layout.root)
    call = session_notes.key_of(f"{moment.kind} {moment.source} {moment.prompt}")
    if moment.session and session_notes.was_just_answered(root, moment.shown_to, call, place.now):
        return ""
    goes_on = moment.kind == PROMPT or moment.is_resumed
    seen = session_notes.shown_keys(root, moment.shown_to) if goes_on else frozenset[str]()
    prompted = goes_on and session_notes.was_prompted(root, moment.shown_to)
    answer, block = answer_within_limit(place, repo, moment, seen, goes_on=prompted)
    is_of_session = moment.kind != SUBAGENT_START
    if is_of_session or moment.shown_to != moment.session:
        keys = [*sorted(seen), *(line.key for line in block.lines)]
        is_all = not any(left.reason in _MORE for left in block.left_out)
        files = _files(place.layers(repo)) if is_all else ()
        is_own = moment.shown_to == moment.session
        source = (moment.agent, moment.session, moment.transcript) if is_own else ()
        answered = (call, place.now) if block.lines else None
        prompted = prompted or moment.kind == PROMPT
        session_notes.note_shown(
            repo.layout, moment.shown_to, keys, files, source, answered, prompted=prompted
        )
    if block.lines:
        session_notes.log(place, repo, moment, f"showed {len(block.lines)} lines")
    return answer


def answer_within_limit(
    place: Workspace,
    repo: Repo,
    moment: Moment,
    seen: Collection[str],
    *,
    goes_on: bool = False,
    dry_run: bool = False,
) -> tuple[str, Block]:
    """Return the answer within the limit, and its block; a `dry_run` leaves no receipt.

    `goes_on` says that the conversation had a prompt before.

    As JSON a text takes more room, so the block may have to be made smaller.
    """
    root = str(repo.layout.root)
    begins = session_notes.begins_again(root, moment.shown_to)
    about = None if begins else moment.prompt.strip() or None
    loaded = loaded_by(moment.agent, Path((*moment.folders, root)[0]), repo.layout.tree)
    most = MOST_CHARS
    ask = moment.kind != PROMPT and not seen  # a conversation that goes on was asked
    while True:
        block, _ = context(
            place,
            max_chars=most,
            seen=seen,
            query=about,
            only_task=True,
            ask=ask,
            fence=True,
            session=moment.session,
            loaded=loaded,
            goes_on=goes_on,
            dry_run=dry_run,
        )
        text = block_output(block, "md")
        if not text:
            return "", block
        answer = json.dumps(envelope(moment, text), ensure_ascii=False)
        if len(answer) <= MOST_CHARS:
            return answer, block
        most -= len(answer) - MOST_CHARS


def _files(repos: Sequence[Repo]) -> tuple[str, ...]:
    """Return the files that decide what is shown; those of the nearest relative to its root."""
    found = []
    for repo in repos:
        paths = repo.layout.paths
        folder = "" if repo is repos[0] else str(repo.layout.root)
        names = (CONFIG, paths.learnings, paths.relationships, paths.archive)
        found += [join(folder, name) for name in names]
    return tuple(found)
