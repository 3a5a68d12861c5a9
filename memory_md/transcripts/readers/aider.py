r"""aider's chat history: Markdown, streamed; one file holds many chats.

Grammar. `# aider chat started at …` opens a chat. `#### …` lines are what the person typed, up to
the next other line. `> …` lines are aider's own. All else, after the first prompt of a chat, is
the assistant's. aider ends its lines and the person's with two spaces: once that was seen, a
heading or a quotation of the assistant's is told from them by it. SEARCH/REPLACE blocks and
reasoning become empty lines. Outputs of commands stand nowhere with an exit code, so none is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...base.errors import UnreadableError
from ...base.regex import regex
from ..disk.source import Content
from ..model.events import Edit, Event, Session, Warned
from ..reader import Reader
from .passage import Passage
from .speech import person_says
from .streamed import Lines, text_lines

OPENING: Final = "# aider chat started at"
_APPLIED: Final = "> Applied edit to "
_CHATTING: Final = regex(r"/(?:ask|code|architect|context|chat-mode) +(?=\S)")
_COMMAND: Final = regex(r"/[a-z][a-z-]*(?:\s|$)|!")
_THINKING: Final = regex(r"(?:► \*\*THINKING\*\*|<think(?:ing)?>)\s*$")
_NO_PROSE: Final = regex(r"> |-{12,14}\s*$")
_REPLACE: Final = regex(r">{5,9} REPLACE")
_SEARCH: Final = regex(r"<{5,9} SEARCH")
_ANSWER: Final = regex(r"(?:► \*\*ANSWER\*\*|</think(?:ing)?>)\s*$")


def recognises(content: Content) -> bool:
    """Whether the first line opens a chat."""
    return isinstance(content, Lines) and content.opening == OPENING


def events(content: Content) -> Iterator[Event]:
    """What the chats say, in their order. Raises UnreadableError where none is opened."""
    if not isinstance(content, Lines) or content.opening != OPENING:
        raise UnreadableError(
            "is not an aider chat history: its first line does not open a chat",
            where=content.path,
            hint=f"it begins with `{OPENING} DATE TIME`",
        )
    return _events(content)


def _events(content: Lines) -> Iterator[Event]:
    history = _History()
    for number, line in text_lines(content):
        if isinstance(line, Warned):
            yield line
        else:
            yield from history.read(number, line)
    yield from history.ended()


class _History:
    """The file on its way through, a line at a time."""

    def __init__(self) -> None:
        self._passage = Passage()
        self._prompt: list[str] = []
        self._prompt_line = 0
        self._answered = ""
        self._asked = ""
        self._chats = 0
        self._prompted = False
        self._marked = False
        self._hidden = ""

    def read(self, number: int, line: str) -> Iterator[Event]:
        own = line.endswith("  ") or not self._marked
        if line.startswith(OPENING):
            yield from self._opens(number, line)
        elif line.rstrip() == "####" or (line.startswith("#### ") and (own or self._prompt)):
            yield from self._said_before()
            self._hidden = ""
            self._prompt_line = self._prompt_line or number
            self._prompt.append(line[5:].rstrip())
        elif own and line.startswith("> "):
            yield from self.ended()
            self._marked = self._marked or line.endswith("  ")
            if line.startswith(_APPLIED):
                yield Edit(number, line.removeprefix(_APPLIED).strip())
        else:
            yield from self._prompted_by_person()
            self._prose(number, line)

    def _opens(self, number: int, line: str) -> Iterator[Event]:
        yield from self.ended()
        self._prompted = False
        self._chats += 1
        if self._chats == 1:
            started = "-".join(re.findall(r"\d+", line)[:6])
            yield Session(number, f"aider-{started}" if started else "")

    def ended(self) -> Iterator[Event]:
        """All that was open ends here."""
        yield from self._prompted_by_person()
        yield from self._said_before()
        self._hidden = ""

    def _said_before(self) -> Iterator[Event]:
        if self._passage:
            self._answered = self._passage.fingerprint()
            yield from self._passage.said()

    def _prompted_by_person(self) -> Iterator[Event]:
        """The prompt, unless it is the assistant's plan handed on, or the command's text again."""
        if not self._prompt:
            return
        text, line = "\n".join(self._prompt).strip(), self._prompt_line
        self._prompt, self._prompt_line, self._prompted = [], 0, True
        if text == self._asked or Passage.of(text) == self._answered:
            self._asked = ""
            return
        chatting = _CHATTING.match(text)
        self._asked = text[chatting.end() :].strip() if chatting else ""
        if chatting or not _COMMAND.match(text):
            yield from person_says(line, self._asked or text)

    def _prose(self, number: int, line: str) -> None:
        shown = ""
        if self._hidden:
            over = _ANSWER.match(line) if self._hidden == "thinking" else _REPLACE.match(line)
            self._hidden = "" if over else self._hidden
        elif _THINKING.match(line):
            self._hidden = "thinking"
        elif _SEARCH.match(line):
            self._hidden = "edit"
        elif not _NO_PROSE.match(line):
            shown = line
        if self._prompted:
            self._passage.add(number, shown, line)


READER: Final = Reader("aider", recognises, events, opening=OPENING, grows=True)
