"""The payload of a hook as one `Call`, and the answer that puts a text into a conversation.

A payload is a JSON object with the name of its event. Claude Code, Codex, Gemini CLI and Qwen Code
agree on its fields and on the envelope of the answer, Copilot CLI on the fields; Cursor has names
of its own. Our plugin for OpenCode speaks as Claude Code does, and sends `messages` where the
others name a file. It runs at every tool call, so it imports next to nothing.
"""

import os

from .table import AGENTS, COMPACTION, PROMPT, SUBAGENT_END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_PROJECTS = ("CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR")
# What stands in front of a prompt, or in it, that nobody typed: Gemini's `-p` puts there what the
# hook of the start said, and Claude Code a background task's report.
_INJECTED = ("hook_context", "task-notification")


class Call:
    """One call of a hook; an empty text stands for what the payload does not say.

    `moment` is "" where there is nothing to do. `key` is the conversation: the session, or one of
    its subagents; `folders` are where the memory may be, the likeliest first. `messages` is what a
    payload brings in place of a transcript, None where it brings none.
    """

    __slots__ = (
        *("agent", "event", "folders", "key", "messages", "moment", "payload", "prompt"),
        *("session", "source", "transcript"),
    )

    def __init__(
        self, agent: str, payload: "Mapping[str, Any]", environ: "Mapping[str, str]", cwd: str
    ) -> None:
        # These two run the hooks of Claude Code's settings as well, with payloads of their own.
        if "cursor_version" in payload:
            agent = "cursor"
        elif agent == "claude-code" and "COPILOT_PROJECT_DIR" in environ:
            agent = "copilot"
        self.agent, self.payload = agent, payload
        self.event = text_of(payload, "hook_event_name")
        events = AGENTS[agent].events
        wanted = self.event.lower()
        self.moment = next((events[name] for name in events if name.lower() == wanted), "")
        self.session = text_of(payload, "session_id", "conversation_id")
        ending = ("agent_transcript_path",) if self.moment == SUBAGENT_END else ()
        path = text_of(payload, *ending, "transcript_path")
        self.transcript = os.path.expanduser(path or self._usual_transcript(environ))
        self.prompt = _typed(text_of(payload, "prompt"), agent)
        self.source = text_of(payload, "source", "trigger")
        own = self._own_id()
        self.key = f"{self.session}.{own}" if own else self.session
        if own and agent == "copilot" and self.moment != PROMPT:
            self.moment = ""  # the transcript is its parent's, which has the same moment
        if agent == "gemini" and self.moment == COMPACTION and self.source == "auto":
            self.moment = ""  # it only considers one, before every request
        messages = payload.get("messages")
        self.messages = messages if isinstance(messages, list) else None
        roots = payload.get("workspace_roots")
        named = [text_of(payload, "cwd"), *(roots if isinstance(roots, list) else ())]
        named += [*(environ.get(name, "") for name in _PROJECTS), cwd]
        self.folders = tuple(one for one in named if isinstance(one, str) and one)

    @property
    def is_own(self) -> bool:
        """Whether the agent itself is meant, no subagent of it."""
        return self.key == self.session

    def _usual_transcript(self, environ: "Mapping[str, str]") -> str:
        if self.agent == "cursor":
            return environ.get("CURSOR_TRANSCRIPT_PATH", "")
        is_plain = self.session.replace("-", "").isalnum()
        if self.agent != "copilot" or not is_plain:
            return ""
        home = environ.get("COPILOT_HOME") or os.path.join("~", ".copilot")
        return os.path.join(home, "session-state", self.session, "events.jsonl")

    def _own_id(self) -> str:
        """Return the id of the subagent that a payload comes from.

        One of Codex has the session of its parent, and a transcript with an id of its own.
        """
        named = text_of(self.payload, "agent_id", "agentId")
        name = os.path.basename(self.transcript).removesuffix(".jsonl")
        if named or self.agent != "codex" or not name.startswith("rollout-"):
            return named
        return "" if not self.session or name.endswith(self.session) else name[-36:]


def text_of(values: "Mapping[str, Any]", *keys: str) -> str:
    """Return the first text under these keys that is not empty."""
    found = (values.get(key) for key in keys)
    return next((one for one in found if isinstance(one, str) and one), "")


def _typed(prompt: str, agent: str) -> str:
    """Return what a person typed of a prompt."""
    for tag in _INJECTED:
        while (start := prompt.find(f"<{tag}>")) >= 0:
            prompt = prompt[:start] + prompt[start:].partition(f"</{tag}>")[2]
    prompt = prompt.strip()
    is_quoted = agent == "opencode" and len(prompt) > 1 and prompt[0] == prompt[-1] == '"'
    return prompt[1:-1] if is_quoted else prompt  # `opencode run "…"` sends the quotes along
