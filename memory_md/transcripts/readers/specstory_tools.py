"""One `<tool-use …>…</tool-use>` block of a SpecStory export: what was run, what was written.

Each version, and each agent it exports, renders these differently: the summary may name the file
or the command (`• Edit file: P`, `• Run command: C`, a code span), the command may stand in a code
span or a fence of its own, the path in the tool's own words. What cannot be told is not guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...base.regex import regex
from ..model.events import Edit, Event
from .tools import Result, ToolCalls, is_editor, is_shell

_MAX: Final = 40_000
_ATTRIBUTE: Final = regex(r'data-(tool-type|tool-name|edit-status)="([^"]{0,100})"')
_SUMMARY: Final = regex(r"<summary>(.{0,4000})")
_COMMAND: Final = regex(r"\bRun command: (.+)")
_FILE: Final = regex(r"\b(?:Edit|Write|Create|Update) file: (\S.{0,1000})")
_SPAN: Final = regex(r"\s{0,8}`([^`\n]{1,4000})`\s*$")
_SPAN_LAST: Final = regex(r"`([^`\n]{1,4000})`\s*$")
_WROTE: Final = regex(
    r"The file (\S.{0,1000}?) has been (?:updated|created|edited)|"
    r"File (?:created|written|updated) successfully (?:at|to): (\S.{0,1000})"
)
_SHELL_FENCES: Final = ("bash", "sh", "shell", "zsh", "console", "powershell")
_UNDONE: Final = regex(r"Status: \*\*(?:loading|error|cancelled|rejected)\*\*")


class ToolBlock:
    """The block as it is read; `add` says when it is over."""

    def __init__(self, line: int, opening: str) -> None:
        self._line = line
        self._is = dict(_ATTRIBUTE.findall(opening[:1000]))
        self._lines: list[str] = []
        self._size = 0

    def add(self, line: str) -> bool:
        """Take a line; whether the block ends with it."""
        if self._size < _MAX:
            self._lines.append(line[:_MAX])
            self._size += len(line) + 1
        return "</tool-use>" in line[-200:]

    def happened(self, line: int) -> Iterator[Event]:
        """What the block tells, at the line on which it ends."""
        name, kind = self._is.get("tool-name", ""), self._is.get("tool-type", "")
        calls = ToolCalls()
        if kind in ("shell", "bash") or is_shell(name):
            command, output = self._ran()
            if calls.called(self._line, "shell", {"command": command}, "call") and output:
                yield from calls.answered(line, "call", Result(output))
        elif kind == "write" or is_editor(name):
            path = "" if self._undone() else self._path()
            if path:
                yield Edit(self._line, path)

    def _summary(self) -> str:
        match = next(filter(None, map(_SUMMARY.search, self._lines[:6])), None)
        return match[1].split("</summary>")[0] if match else ""

    def _undone(self) -> bool:
        if self._is.get("edit-status") == "rejected":
            return True
        return any(_UNDONE.search(line) or line.startswith("Error: ") for line in self._lines[:400])

    def _path(self) -> str:
        if match := _FILE.search(self._summary()):
            return match[1].strip().strip("`")
        for line in self._lines:
            if match := _WROTE.search(line[:2000]):
                return (match[1] or match[2]).strip()
        for line in self._lines[:6]:
            if (match := _SPAN.match(line)) and " " not in match[1]:
                return match[1]
        return ""

    def _ran(self) -> tuple[str, str]:
        """The command and its output; without an output nothing shows that it ran."""
        summary = self._summary()
        match = _COMMAND.search(summary) or _SPAN_LAST.search(summary)
        command = match[1].strip() if match else ""
        fences: list[tuple[str, str]] = []
        for number, line in enumerate(self._lines):
            if line.startswith("```"):
                fences = list(_fenced(self._lines[number:]))
                break
            if not command and (span := _SPAN.match(line)):
                command = span[1]
        if fences and fences[0][0] in _SHELL_FENCES and (not command or len(fences) > 1):
            command = fences.pop(0)[1]
        elif fences and fences[0][1].strip() == command:
            fences.pop(0)
        return command, "\n".join(text for _, text in fences) if fences else ""


def _fenced(lines: list[str]) -> Iterator[tuple[str, str]]:
    """(language, text) of each fence; the last may stand open."""
    fence, language, start = "", "", 0
    for number, line in enumerate(lines):
        if not fence and line.startswith("```"):
            fence = line[: len(line) - len(line.lstrip("`"))]
            language, start = line[len(fence) :].strip(), number + 1
        elif fence and line.strip() == fence:
            yield language, "\n".join(lines[start:number])
            fence = ""
    if fence:
        yield language, "\n".join(lines[start:])
