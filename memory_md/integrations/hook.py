"""`mem hook`: whether a moment asks for anything, and only if so the work of it.

Most calls find nothing to do. To tell that, this reads the payload, two small notes and the end of
a transcript, and imports nothing that a bare Python does not have at hand already but `json`.
What it leads to is in `hook_work`.
"""

from __future__ import annotations

import os

from ..adapters.transcripts.growth import grown, is_message
from ..store import hook_notes
from .hook_payload import COMPACTION, END, PROMPT, START, SUBAGENT_END, SUBAGENT_START, TURN, Moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..actions.place import Place

EVERY = 5  # messages since the last extraction that make another worth while
LEAST = 2  # messages in all, below which a conversation has nothing to learn from
_REMINDING = (START, SUBAGENT_START, PROMPT)
_LEARNING = (TURN, COMPACTION, SUBAGENT_END, END)


class Calls:
    """What the command line provides: the place of an action, and a detached process.

    `place` takes a folder. `detach` starts `mem hook` anew on a payload, in the background.
    """

    __slots__ = ("detach", "place")

    def __init__(
        self, place: Callable[[str], Place], detach: Callable[[str, dict[str, object]], None]
    ) -> None:
        self.place = place
        self.detach = detach


def hook(moment: Moment, root: str, calls: Calls, *, is_detached: bool = False) -> str:
    """Do what the moment asks for; the text to print, empty where there is none.

    `root` is where the memory was said to be; empty to look for it.
    """
    root = root or next(filter(None, map(memory_above, moment.folders)), "")
    if not root:
        return ""
    if moment.kind in _REMINDING:
        if moment.kind == PROMPT and _adds_nothing(moment, root):
            return ""
        from .hook_work import remind

        return remind(calls.place(root), moment)
    if moment.kind in _LEARNING:
        if moment.kind == COMPACTION:
            _forget(root, moment, calls)
        new, total = news(root, moment)
        if new >= (EVERY if moment.kind == TURN else 1) and total >= LEAST:
            from .hook_work import learn

            learn(root, moment, calls, is_detached=is_detached)
    return ""


def memory_above(folder: str) -> str:
    """The nearest directory with a memory, from this one upwards; empty if there is none."""
    folder = os.path.abspath(folder)
    while True:
        if os.path.isdir(os.path.join(folder, ".mem")) or os.path.isfile(
            os.path.join(folder, "learnings.md")
        ):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above


def _adds_nothing(moment: Moment, root: str) -> bool:
    return not moment.prompt.strip() or hook_notes.is_settled(root, moment.session)


def _forget(root: str, moment: Moment, calls: Calls) -> None:
    """What was shown may leave the conversation now, so that the next prompt is told again."""
    if hook_notes.shown(root, moment.session):
        repo = calls.place(root).find()
        if repo:
            hook_notes.forget_shown(repo.layout, moment.session)


def news(root: str, moment: Moment) -> tuple[int, int]:
    """The messages since the last extraction, and all of them; no more than decide anything."""
    since, before = hook_notes.read_until(root, moment.session, source_of(moment))
    if moment.messages is not None:
        total = sum(is_message(m) for m in moment.messages if isinstance(m, dict))
        return total - (before if before <= total else 0), total
    path = os.path.expanduser(moment.transcript)
    try:
        if not os.path.isfile(path):
            return 0, 0
        new, _ = grown(path, since, EVERY)
    except (OSError, ValueError):
        return 0, 0
    return new, before + new


def source_of(moment: Moment) -> str:
    """What the messages come from, for the notes."""
    return moment.transcript or "messages"
