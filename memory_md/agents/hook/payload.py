"""The payload of an agent's hook as one of seven moments, and the answer that hands back context.

A payload is a JSON object with the event's name in it. Claude Code, Codex, Gemini CLI and Qwen Code
agree on its fields (`session_id`, `transcript_path`, `cwd`, `prompt`) and on the envelope of the
answer, Copilot CLI on the fields; Cursor has names of its own. OpenCode's plugin, which is ours,
speaks as Claude Code does and sends `messages` where the others name a file. It runs at every turn,
so it imports next to nothing.
"""

from __future__ import annotations

import os

from ...base.light_json import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from ...memory.actions.workspace import Workspace

START = "start of a conversation"
PROMPT = "prompt"
TURN = "end of a turn"
COMPACTION = "before compaction"
SUBAGENT_START = "start of a subagent"
SUBAGENT_END = "end of a subagent"
END = "end of a session"

# Claude Code's names for its moments, which others took over.
_WITH_SUBAGENTS = {
    "SessionStart": START,
    "SubagentStart": SUBAGENT_START,
    "UserPromptSubmit": PROMPT,
    "Stop": TURN,
    "PreCompact": COMPACTION,
    "SubagentStop": SUBAGENT_END,
    "SessionEnd": END,
}
_OF_SESSIONS = {name: one for name, one in _WITH_SUBAGENTS.items() if "Subagent" not in name}
EVENTS: Mapping[str, Mapping[str, str]] = {
    "claude-code": _WITH_SUBAGENTS,
    "codex": _WITH_SUBAGENTS,
    "qwen": _WITH_SUBAGENTS,
    # A subagent's prompt is one of its own session; what it says is in its parent's.
    "copilot": _OF_SESSIONS,
    "gemini": {
        "SessionStart": START,
        "BeforeAgent": PROMPT,
        "AfterAgent": TURN,
        "PreCompress": COMPACTION,
        "SessionEnd": END,
    },
    "cursor": {
        "sessionStart": START,
        "stop": TURN,
        "preCompact": COMPACTION,
        "subagentStop": SUBAGENT_END,
        "sessionEnd": END,
    },
    "opencode": _OF_SESSIONS,  # what the plugin makes of its own; a subagent is a session there
}
_COPILOTS = "COPILOT_PROJECT_DIR"  # in the environment of the hooks that Copilot CLI runs
_RESUMING = ("claude-code", "codex", "cursor", "opencode")
_PROJECTS = ("CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR")


def parse_payload(data: bytes) -> dict[str, Any] | None:
    """Return the payload that these bytes are, {} for other JSON, None for what is no JSON yet."""
    try:
        value = loads(data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else {}


_AGENTS_OWN = (".cursor", ".claude", ".codex", ".gemini", ".qwen", ".copilot")


class Moment:
    """One call of a hook. Empty strings stand for what the payload does not say.

    `folders` are where the memory may be, likeliest first; `messages` is what a payload brings in
    place of a transcript, None where it brings none. `shown_to` tells a subagent from the
    session that it belongs to. `is_automatic` is of a compaction that nobody asked for.
    """

    __slots__ = (
        *("agent", "event", "folders", "is_automatic", "is_resumed", "kind", "messages", "prompt"),
        *("session", "shown_to", "source", "transcript"),
    )

    def __init__(
        self, agent: str, payload: Mapping[str, Any], environment: Mapping[str, str], cwd: str
    ) -> None:
        # These two run the hooks of Claude Code's settings too, and hand them their own payload.
        if "cursor_version" in payload:
            agent = "cursor"
        elif agent == "claude-code" and _COPILOTS in environment:
            agent = "copilot"
        self.agent = agent
        self.event = _text(payload, "hook_event_name")
        self.kind = _kind(self.agent, self.event)
        self.session = _text(payload, "session_id", "conversation_id")
        own = ("agent_transcript_path",) if self.kind == SUBAGENT_END else ()
        self.transcript = _text(payload, *own, "transcript_path")
        if self.agent == "cursor" and not self.transcript:
            self.transcript = environment.get("CURSOR_TRANSCRIPT_PATH", "")
        self.prompt = _typed_part(_text(payload, "prompt"))
        self.is_automatic = _text(payload, "trigger") == "auto"
        source = _text(payload, "source")
        # The others drop what a start was shown when they resume (Gemini CLI with its prompt).
        goes_on = source == "resume" and self.agent in _RESUMING
        # Gemini gives all hooks of an event one time, which tells two events from one sent twice.
        self.source = source + _text(payload, "timestamp") * (self.agent == "gemini")
        self.is_resumed = self.kind == START and goes_on
        own_id = _own_id(payload, self)
        self.shown_to = f"{self.session}.{own_id}" if own_id else self.session
        if own_id and agent == "copilot" and self.kind != PROMPT:
            self.kind = ""  # the transcript is its parent's, which has the same moment
        messages = payload.get("messages")
        self.messages = messages if isinstance(messages, list) else None
        roots = payload.get("workspace_roots")
        named = [_text(payload, "cwd"), *(roots if isinstance(roots, list) else ())]
        started = [*filter(None, (environment.get(name, "") for name in _PROJECTS)), cwd]
        allowed = (f for f in named if isinstance(f, str) and f and _is_within(f, started))
        self.folders = (*allowed, *filter(None, started))


def _is_within(folder: str, started: list[str]) -> bool:
    """Whether a payload may name the folder: below where we were started, or in its repository.

    A person's own settings of all repositories start a hook in the agent's folder at home.
    """
    if folder in started or not any(started):
        return True
    folder = os.path.realpath(folder)
    for place in filter(None, map(os.path.realpath, filter(None, started))):
        if folder == place or folder.startswith(place.rstrip(os.sep) + os.sep):
            return True
        if os.path.basename(place) in _AGENTS_OWN and os.path.dirname(place) == _home():
            return True
        if (repository := _repository(place)) and repository == _repository(folder):
            return True
    return False


def _home() -> str:
    return os.path.realpath(os.path.expanduser("~"))


def _repository(folder: str) -> str:
    """Return the .git folder that a place belongs to, the same for all its work trees; or ""."""
    while True:
        path = os.path.join(folder, ".git")
        if os.path.isdir(path):
            return path
        if os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                named = file.read(4096).partition("gitdir:")[2].strip()
            own = os.path.realpath(os.path.join(folder, named))
            return own.partition(f"{os.sep}worktrees{os.sep}")[0]
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above


class CommandLine:
    """What the command line provides: the place of an action, and a detached process.

    `place` takes a folder; `own` is that of the person's own memory, "" for none. `detach` starts
    the hook of an agent again for a root and a payload, in the background.
    """

    __slots__ = ("detach", "own", "place")

    def __init__(
        self,
        place: Callable[[str], Workspace],
        detach: Callable[[str, str, dict[str, object]], None],
        own: str = "",
    ) -> None:
        self.place = place
        self.detach = detach
        self.own = own


def _kind(agent: str, event: str) -> str:
    """Return the moment that an event is, or nothing; case does not count."""
    wanted = event.lower()
    return next((m for name, m in EVENTS.get(agent, {}).items() if name.lower() == wanted), "")


def _own_id(payload: Mapping[str, Any], moment: Moment) -> str:
    """Return the id of the subagent that a payload comes from; "" where it is the agent's own.

    A subagent of Codex has the session of its parent, and a transcript with an id of its own.
    """
    named = _text(payload, "agent_id", "agentId")
    name = moment.transcript.replace("\\", "/").rpartition("/")[2].removesuffix(".jsonl")
    if named or moment.agent != "codex" or not name.startswith("rollout-"):
        return named
    is_parents = not moment.session or name.endswith(f"-{moment.session}")
    return "" if is_parents else name[-36:]


def _typed_part(prompt: str) -> str:
    """Return what a prompt says beside a background task's notification."""
    start = prompt.find("<task-notification>")
    if start < 0:
        return prompt
    before, end = prompt[:start], "</task-notification>"
    return before + _typed_part(prompt[start:].partition(end)[2])


def _text(payload: Mapping[str, Any], *keys: str) -> str:
    for key in keys:
        value = payload.get(key)
        if isinstance(value, str) and value:
            return value
    return ""


def envelope(moment: Moment, text: str) -> dict[str, Any]:
    """Return the answer that puts a text into the agent's context."""
    if moment.agent == "cursor":
        return {"additional_context": text}
    answer = {"hookSpecificOutput": {"hookEventName": moment.event, "additionalContext": text}}
    # Copilot CLI takes the first of these, the editor that runs the same hooks the second.
    return {"additionalContext": text, **answer} if moment.agent == "copilot" else answer
