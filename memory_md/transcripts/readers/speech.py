"""What was said in a message, by the assistant or by the person, cleaned of what neither wrote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..model.events import Event, OwnCall, Prose, Said
from ..text.injected import has_own_prompt, strip_injected

# A message that opens like this was written by a harness in the person's name.
_NOT_TYPED: Final = (
    "<command-",
    "<local-command-",
    "<bash-",
    "<task-notification",
    "<user-prompt-submit-hook",
    "<session-start-hook",
    "<environment_context",
    "<user_instructions",
    "# AGENTS.md instructions",
    "<turn_aborted",
    "<user_shell_command",
    "<user_action",
    "<subagent_notification",
    "<INSTRUCTIONS",
    "<skill>",
    "<image",
    "</image>",
    "Another language model started to solve this problem",
    "Caveat:",
    "[Request interrupted",
    "This session is being continued from a previous conversation",
    "Stop hook feedback",
    "PreToolUse:",
    "PostToolUse:",
    "UserPromptSubmit hook",
)


def assistant_says(line: int, text: str) -> Iterator[Event]:
    """Prose, if anything is left of it."""
    text = strip_injected(text)
    if text.strip():
        yield Prose(line, text)


def person_says(line: int, text: str) -> Iterator[Event]:
    """What a person typed, if they did; a prompt of `mem` itself is told as that."""
    if has_own_prompt(text):
        yield OwnCall(line)
    if text.lstrip().startswith(_NOT_TYPED):
        return
    text = strip_injected(text).strip()
    if text and not text.startswith(_NOT_TYPED):
        yield Said(line, text)
