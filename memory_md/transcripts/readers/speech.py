"""The words of the assistant and of the person as events, without what harnesses insert."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from ..model.events import Event, OwnCall, Prose, Said
from ..text.injected import TAGS, has_own_prompt, strip_injected

# A message that opens like this was written by a harness in the person's name.
_NOT_TYPED: Final = (
    *(f"<{tag}" for tag in TAGS if tag != "system-reminder"),
    *("<command-", "<local-command-", "<bash-", "<turn_aborted", "<user_shell_command"),
    *("<user_action", "<subagent_notification", "<INSTRUCTIONS", "<skill>", "<image", "</image>"),
    "# AGENTS.md instructions",
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
    """Yield the text as prose, if anything but inserted parts is in it."""
    text = strip_injected(text)
    if text.strip():
        yield Prose(line, text)


def person_says(line: int, text: str) -> Iterator[Event]:
    """Yield what a person typed; a prompt of `mem` itself becomes an `OwnCall`."""
    if has_own_prompt(text):
        yield OwnCall(line)
    if text.lstrip().startswith(_NOT_TYPED):
        return
    text = strip_injected(text).strip()
    if text and not text.startswith(_NOT_TYPED):
        yield Said(line, text)


class Passage:
    """What the assistant said in one go in a Markdown transcript, gathered line by line.

    Lines that are not prose are added as empty ones, so that the others keep their numbers.
    """

    def __init__(self) -> None:
        self._first = 0
        self._lines: list[str] = []
        self._digest = hashlib.sha256()

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, number: int, line: str, written: str | None = None) -> None:
        """Add a line as it is to be read; `written` is the line in the file."""
        whole = line if written is None else written
        if whole.strip():
            self._digest.update(" ".join(whole.split()).encode("utf-8", "replace") + b"\n")
        if line.strip() and not self._lines:
            self._first = number
        if self._lines or line.strip():
            self._lines.append(line)

    def fingerprint(self) -> str:
        """Return a hash that is the same for the same words, whatever the white space."""
        return self._digest.hexdigest()

    @classmethod
    def of(cls, text: str) -> str:
        """Return the fingerprint of a passage with this text."""
        passage = cls()
        for line in text.split("\n"):
            passage.add(1, line)
        return passage.fingerprint()

    def said(self) -> Iterator[Event]:
        """Yield the passage as prose, if it says anything, and empty it."""
        while self._lines and self._lines[-1].strip() in ("", "---"):
            self._lines.pop()
        text, first = strip_injected("\n".join(self._lines)), self._first
        self._lines, self._digest = [], hashlib.sha256()
        if text.strip() and not _is_one_fence(text.strip()):
            yield Prose(first, text, exact_lines=True)


def _is_one_fence(text: str) -> bool:
    """Whether the text is only one code block: a tool's output, not speech."""
    if not text.startswith("```"):
        return False
    end = text.find("\n```")
    return end < 0 or end == len(text) - 4
