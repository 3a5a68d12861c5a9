"""What the assistant said in one go in a Markdown transcript, gathered line by line."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from ..model.events import Event, Prose
from ..text.injected import strip_injected


class Passage:
    """Lines that follow one another in the source; those that say nothing are kept empty."""

    def __init__(self) -> None:
        self._first = 0
        self._lines: list[str] = []
        self._digest = hashlib.sha256()

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, number: int, line: str, written: str | None = None) -> None:
        """The next line as it is to be read; `written` is how it stands there."""
        whole = line if written is None else written
        if whole.strip():
            self._digest.update(" ".join(whole.split()).encode("utf-8", "replace") + b"\n")
        if line.strip() and not self._lines:
            self._first = number
        if self._lines or line.strip():
            self._lines.append(line)

    def fingerprint(self) -> str:
        """The same for the same text, however it is spaced."""
        return self._digest.hexdigest()

    @classmethod
    def of(cls, text: str) -> str:
        """The fingerprint that a passage of this text has."""
        passage = cls()
        for line in text.split("\n"):
            passage.add(1, line)
        return passage.fingerprint()

    def said(self) -> Iterator[Event]:
        """The passage, if it says anything; then it is empty again."""
        while self._lines and self._lines[-1].strip() in ("", "---"):
            self._lines.pop()
        text, first = strip_injected("\n".join(self._lines)), self._first
        self._lines, self._digest = [], hashlib.sha256()
        if text.strip() and not _is_one_fence(text.strip()):
            yield Prose(first, text, exact_lines=True)


def _is_one_fence(text: str) -> bool:
    """Nothing but one code block: what a tool gave back, not what anyone said."""
    if not text.startswith("```"):
        return False
    end = text.find("\n```")
    return end < 0 or end == len(text) - 4
