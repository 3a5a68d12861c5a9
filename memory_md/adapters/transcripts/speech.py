"""What was said in a message, by the assistant or by the person, cleaned of what neither wrote."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ...formats.injected import strip_injected
from ...model.extraction import Event, Prose, Said

_TEXT_BLOCKS: Final = ("text", "input_text", "output_text")

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


def blocks(content: object) -> Iterator[dict[str, Any]]:
    """The blocks of a message's content, in order; text that stands alone is made a block."""
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    elif isinstance(content, dict):
        yield content
    elif isinstance(content, list):
        for item in content:
            if isinstance(item, str):
                yield {"type": "text", "text": item}
            elif isinstance(item, dict):
                yield item


def block_text(block: dict[str, Any]) -> str:
    """The text of a text block, else nothing."""
    text = block.get("text")
    if isinstance(text, str) and block.get("type", "text") in _TEXT_BLOCKS:
        return text
    return ""


def plain_text(content: object) -> str:
    """All text of a content, its blocks joined by newlines."""
    return "\n".join(filter(None, map(block_text, blocks(content))))


def assistant_says(line: int, text: str) -> Iterator[Event]:
    """Prose, if anything is left of it."""
    text = strip_injected(text)
    if text.strip():
        yield Prose(line, text)


def person_says(line: int, text: str) -> Iterator[Event]:
    """What a person typed, if they did."""
    if text.lstrip().startswith(_NOT_TYPED):
        return
    text = strip_injected(text).strip()
    if text and not text.startswith(_NOT_TYPED):
        yield Said(line, text)
