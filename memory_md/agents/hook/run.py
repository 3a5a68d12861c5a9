"""`mem hook`: whether a moment asks for anything, and only if so the work of it.

Most calls find nothing to do. To tell that, this reads the payload, two small notes and the end of
a transcript, and imports nothing that a bare Python does not have at hand already but `json`.
What it leads to is in `hook_remind` and `hook_learn`.
"""

from __future__ import annotations

import os

from . import notes as hook_notes
from .news import EVERY, LEAST, news
from .payload import COMPACTION, END, PROMPT, START, SUBAGENT_END, SUBAGENT_START, TURN, Moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .detach import Calls

_REMINDING = (START, SUBAGENT_START, PROMPT)
_LEARNING = (TURN, COMPACTION, SUBAGENT_END, END)


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
        from .remind import remind

        return remind(calls.place(root), moment)
    if moment.kind in _LEARNING:
        if moment.kind == COMPACTION:
            _forget(root, moment, calls)
        if moment.agent == "cursor" and not moment.transcript:
            from .cursor_files import find_transcript

            moment.transcript = find_transcript(moment.session, moment.folders)
        new, total = news(root, moment)
        if new >= (EVERY if moment.kind == TURN else 1) and total >= LEAST:
            from .detach import hand_over, is_large

            if not is_detached and (moment.kind == END or is_large(moment)):
                hand_over(root, moment, calls)
                return ""
            from .learn import learn

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
