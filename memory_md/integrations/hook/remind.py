"""The half of a hook that shows a conversation what it was not shown yet."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

from ...actions.context import context
from ...actions.place import Place
from ...model.block import BUDGET, EDGE_LIMIT, OVER_CHARS, SECTION_LIMIT, Block
from ...store import hook_notes
from ...store.layout import CONFIG
from ...store.repo import Repo
from .log import note
from .payload import PROMPT, SUBAGENT_START, Moment, envelope

MOST_CHARS: Final = 10_000  # what Claude Code takes of a hook's output
_MORE: Final = frozenset((BUDGET, OVER_CHARS, SECTION_LIMIT, EDGE_LIMIT))


def remind(place: Place, moment: Moment) -> str:
    """The answer with what the session was not shown yet; empty where there is nothing.

    When a conversation or a subagent starts, or was compacted, it was shown nothing yet.
    """
    repo = place.find()
    if repo is None:
        return ""
    root = str(repo.layout.root)
    seen = hook_notes.shown(root, moment.session) if moment.kind == PROMPT else frozenset[str]()
    answer, block, is_final = _fitting(place, moment, seen)
    if moment.kind != SUBAGENT_START:  # what a subagent was shown, the session was not
        keys = [*sorted(seen), *(line.key for line in block.lines)]
        is_all = is_final or not any(left.reason in _MORE for left in block.left_out)
        hook_notes.note_shown(repo.layout, moment.session, keys, _files(repo) if is_all else ())
    if block.lines:
        note(place, repo, moment, f"showed {len(block.lines)} lines")
    return answer


def _fitting(place: Place, moment: Moment, seen: Collection[str]) -> tuple[str, Block, bool]:
    """The answer within the limit, its block, and whether no prompt would get another.

    As JSON a text takes more room, so the block may have to be made smaller.
    """
    most = MOST_CHARS
    while True:
        block, is_final = context_for(place, moment.prompt, seen, most)
        if not block.lines:
            return "", block, is_final
        answer = json.dumps(envelope(moment, block.text), ensure_ascii=False)
        if len(answer) <= MOST_CHARS:
            return answer, block, is_final
        most -= len(answer) - MOST_CHARS


def context_for(
    place: Place,
    prompt: str,  # noqa: ARG001 - what is relevant to it comes first once the context is ranked
    seen: Collection[str],
    most: int,
) -> tuple[Block, bool]:
    """The block for a prompt, and whether every other prompt would get the same.

    This is the one place that knows whether a prompt has a say in what is chosen. Where it has, the
    second must be False, or later prompts are not looked at until a file of the memory changes.
    """
    return context(place, max_chars=most, seen=seen)[0], True


def _files(repo: Repo) -> tuple[str, ...]:
    """The files that decide what is shown, relative to the root."""
    paths = repo.layout.paths
    return (CONFIG, paths.learnings, paths.relationships, paths.archive)
