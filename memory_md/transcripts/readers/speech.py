"""What most readers share: the session's name, the words of the assistant and of the person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..model.events import Event, OwnCall, Prose, Said, Session
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


class FirstSession:
    """The first id and directory that records name, yielded once."""

    def __init__(self) -> None:
        self.id = ""
        self.cwd = ""
        self._line = 0
        self._is_over = False

    def met(self, line: int, name: object, cwd: object) -> None:
        """Note the id and the directory of a record, where they are strings."""
        if not self.id and isinstance(name, str) and name:
            self.id, self._line = name, line
        if not self.cwd and isinstance(cwd, str) and cwd:
            self.cwd, self._line = cwd, self._line or line

    def event(self) -> Iterator[Event]:
        """Yield the session the first time that anything is known of it."""
        if not self._is_over and (self.id or self.cwd):
            self._is_over = True
            yield Session(self._line, self.id, self.cwd)


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

    Lines that are not prose are added as empty ones, so that the others keep their numbers;
    `words` has those of the lines as written.
    """

    def __init__(self) -> None:
        self._first = 0
        self._lines: list[str] = []
        self.words: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, number: int, line: str, written: str | None = None) -> None:
        """Add a line as it is to be read; `written` is the line in the file."""
        self.words += (line if written is None else written).split()
        if line.strip() and not self._lines:
            self._first = number
        if self._lines or line.strip():
            self._lines.append(line)

    def said(self) -> Iterator[Event]:
        """Yield the passage as prose, if it says anything, and empty it."""
        while self._lines and self._lines[-1].strip() in ("", "---"):
            self._lines.pop()
        text, first = strip_injected("\n".join(self._lines)), self._first
        self._lines, self.words = [], []
        if text.strip() and not _is_one_fence(text.strip()):
            yield Prose(first, text, exact_lines=True)


def _is_one_fence(text: str) -> bool:
    """Whether the text is only one code block: a tool's output, not speech."""
    if not text.startswith("```"):
        return False
    end = text.find("\n```")
    return end < 0 or end == len(text) - 4
