"""Hands a hook's work to a process of its own: at the end of a session nobody may wait for it."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...memory.actions.workspace import Workspace
    from .payload import Moment

LARGEST = 8_000_000  # bytes of a transcript that are read while the agent waits


class Calls:
    """What the command line provides: the place of an action, and a detached process.

    `place` takes a folder. `detach` starts the agent's hook for a root anew on a
    payload, in the background.
    """

    __slots__ = ("detach", "place")

    def __init__(
        self,
        place: Callable[[str], Workspace],
        detach: Callable[[str, str, dict[str, object]], None],
    ) -> None:
        self.place = place
        self.detach = detach


def is_large(moment: Moment) -> bool:
    """Whether to read the transcript would keep the agent waiting at any moment."""
    try:
        return os.path.getsize(os.path.expanduser(moment.transcript)) > LARGEST
    except (OSError, ValueError):
        return False


def hand_over(root: str, moment: Moment, calls: Calls) -> None:
    """Start the same hook anew, detached. Messages go along in a file, which it deletes."""
    payload: dict[str, object] = {
        "hook_event_name": moment.event,
        "session_id": moment.session,
        "transcript_path": moment.transcript,
        "cwd": root,
    }
    if moment.messages is not None:
        import json

        from ...files import write_scratch

        data = json.dumps(moment.messages, ensure_ascii=False).encode("utf-8", "replace")
        payload["messages_path"] = str(write_scratch(data, ".json"))
    calls.detach(moment.agent, root, payload)
