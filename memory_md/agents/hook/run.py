"""`mem hook`: decide whether there is anything to do, and only then import what does it.

Most calls find nothing to do. To decide that, this reads the payload, two small notes and the end
of a transcript, and imports next to nothing that Python has not loaded already. The work itself is
in `remind` and `learn`.
"""

from __future__ import annotations

import os

from . import session_notes
from .payload import (
    COMPACTION,
    END,
    EVENTS,
    PROMPT,
    START,
    SUBAGENT_END,
    SUBAGENT_START,
    TURN,
    Moment,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .payload import CommandLine

_REMINDING = (START, SUBAGENT_START, PROMPT)
_LEARNING = (TURN, COMPACTION, SUBAGENT_END, END)
_LEAST = 2  # messages in all, below which a conversation has nothing to learn from
_COMPRESSED = b'"Got it. Thanks for the additional context!"'  # how Gemini CLI answers a summary
_LARGEST = 8_000_000  # bytes of a transcript that are read while the agent waits


def hook(moment: Moment, root: str, command_line: CommandLine, *, is_detached: bool = False) -> str:
    """Serve the moment; return the text to print, empty where there is none.

    `root` is the folder of the memory; empty to look for it.
    """
    root = root or next(filter(None, map(memory_above, moment.folders)), "")
    if not root and moment.kind in _REMINDING and _holds_memory(command_line.own):
        root = command_line.own  # what the person always wants to be known; nothing is learned
    if not root:
        return ""
    if moment.agent == "copilot" and not moment.transcript:
        moment.transcript = _copilots_transcript(moment.session)
    if moment.kind in _REMINDING:
        return _reminder(root, moment, command_line)
    if moment.kind in _LEARNING and not _may_not_come(moment):
        _learn(root, moment, command_line, is_detached=is_detached)
    return ""


def _reminder(root: str, moment: Moment, command_line: CommandLine) -> str:
    if moment.kind == PROMPT:
        if moment.agent == "gemini":
            _forget_compressed(root, moment, command_line)
        if _adds_nothing(moment, root):
            return ""
    if moment.kind == START and root != command_line.own:
        _catch_up(root, moment, command_line)
    from .remind import remind

    return remind(command_line.place(root), moment)


def _learn(root: str, moment: Moment, command_line: CommandLine, *, is_detached: bool) -> None:
    if moment.kind == COMPACTION and moment.agent != "opencode":  # its system prompt stays
        _forget(root, moment, command_line)
    if moment.agent == "cursor" and not moment.transcript:
        from .cursor_files import find_transcript

        moment.transcript = find_transcript(moment.session, moment.folders)
    new, total = session_notes.new_messages(root, moment)
    if new >= _enough(moment) and total >= _LEAST:
        if not is_detached and (moment.kind == END or _is_large(moment)):
            _hand_over(root, moment, command_line)
            return
        from .learn import learn

        learn(root, moment, command_line, is_detached=is_detached)


def _enough(moment: Moment) -> int:
    """Return how many new messages are worth an extraction.

    Qwen Code tells of no end of a session that it ran without a terminal.
    """
    return session_notes.LEARN_AFTER if moment.kind == TURN and moment.agent != "qwen" else 1


def _copilots_transcript(session: str) -> str:
    if session != session_notes.name_of(session):
        return ""
    home = os.environ.get("COPILOT_HOME") or os.path.join("~", ".copilot")
    return os.path.join(home, "session-state", session, "events.jsonl")


def _is_large(moment: Moment) -> bool:
    """Test whether reading the transcript would keep the agent waiting."""
    try:
        return os.path.getsize(os.path.expanduser(moment.transcript)) > _LARGEST
    except (OSError, ValueError):
        return False


def _hand_over(root: str, moment: Moment, command_line: CommandLine) -> None:
    """Start the same hook again, detached. Messages go along in a file, which it deletes."""
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
    command_line.detach(moment.agent, root, payload)


def memory_above(folder: str) -> str:
    """Return the nearest directory with a memory, from this one upwards; empty if there is none."""
    folder = os.path.abspath(folder)
    while True:
        if _holds_memory(folder):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above


def _holds_memory(folder: str) -> bool:
    return bool(folder) and (
        os.path.isdir(os.path.join(folder, ".mem"))
        or os.path.isfile(os.path.join(folder, "learnings.md"))
    )


def _adds_nothing(moment: Moment, root: str) -> bool:
    return not moment.prompt.strip() or session_notes.is_settled(root, moment.shown_to)


def _may_not_come(moment: Moment) -> bool:
    """Test whether a compaction is only considered, as by Gemini CLI before every request."""
    return moment.kind == COMPACTION and moment.agent == "gemini" and moment.is_automatic


def _forget_compressed(root: str, moment: Moment, command_line: CommandLine) -> None:
    """Forget what was shown, where the transcript tells of a compression since that was noted."""
    try:
        with open(os.path.expanduser(moment.transcript), "rb") as file:
            file.seek(max(os.fstat(file.fileno()).st_size - _LARGEST, 0))
            text = file.read()
    except (OSError, ValueError):
        return
    before = text[: max(text.rfind(_COMPRESSED), 0)]
    last = before[before.rfind(b'"id"') :][:60].decode("ascii", "replace") if before else ""
    if last and last != session_notes.compressed(root, moment.session):
        _forget(root, moment, command_line, last)


def _forget(root: str, moment: Moment, command_line: CommandLine, compressed: str = "") -> None:
    """Forget what was shown: a compaction may take it out of the conversation."""
    if session_notes.shown_keys(root, moment.session):
        repo = command_line.place(root).find()
        if repo:
            session_notes.forget_shown(repo.layout, moment.session, compressed)


def _catch_up(root: str, moment: Moment, command_line: CommandLine) -> None:
    """Have read to their end what earlier sessions left: their end may come late, or never."""
    repo = command_line.place(root).find()
    for agent, session, transcript in session_notes.sources(repo.layout) if repo else ():
        ends = [name for name, kind in EVENTS.get(agent, {}).items() if kind == END]
        if not ends or session == moment.session:
            continue
        payload = {
            "hook_event_name": ends[0],
            "session_id": session,
            "transcript_path": transcript,
        }
        left = Moment(agent, payload, {}, root)
        new, total = session_notes.new_messages(root, left)
        if new and total >= _LEAST:
            _hand_over(root, left, command_line)
            return  # one a start: each is a process
