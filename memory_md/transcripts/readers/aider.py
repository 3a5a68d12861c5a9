r"""aider's chat history: Markdown, streamed; one file holds many chats.

Grammar. `# aider chat started at …` opens a chat. `#### …` lines are what the person typed, up to
the next other line. `> …` lines are aider's own. All else, after the first prompt of a chat, is
the assistant's. aider ends its lines and the person's with two spaces: once one was seen, lines
without them are the assistant's headings and quotations. SEARCH/REPLACE blocks and reasoning become
empty lines. Commands are skipped, since their exit codes are not in the file.
"""

import re
from collections.abc import Iterator
from typing import Final

from ...base.regex import regex
from ..disk.source import Content, Lines, text_lines
from ..model.events import Edit, Event, Session, Warned
from .speech import PassageLines, Reader, person_says, stamped

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
    """Yield what the chats say, in their order."""
    history = _History()
    for number, line in text_lines(content):
        if isinstance(line, Warned):
            yield line
        else:
            yield from stamped(history.read(number, line), history.chat)
    yield from stamped(history.ended(), history.chat)


class _History:
    """The state while the file is read, line by line."""

    def __init__(self) -> None:
        self.chat = {"timestamp": ""}
        self._passage = PassageLines()
        self._prompt: list[str] = []
        self._prompt_line = 0
        self._answered: list[str] = []
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
        self.chat["timestamp"] = line.removeprefix(OPENING)
        self._chats += 1
        if self._chats == 1:
            started = "-".join(re.findall(r"\d+", line)[:6])
            yield Session(number, f"aider-{started}" if started else "")

    def ended(self) -> Iterator[Event]:
        """End the prompt and the passage that are open."""
        yield from self._prompted_by_person()
        yield from self._said_before()
        self._hidden = ""

    def _said_before(self) -> Iterator[Event]:
        if self._passage:
            self._answered = self._passage.words
            yield from self._passage.said()

    def _prompted_by_person(self) -> Iterator[Event]:
        """Yield the prompt, unless it repeats the assistant's plan or the text of a command."""
        if not self._prompt:
            return
        text, line = "\n".join(self._prompt).strip(), self._prompt_line
        self._prompt, self._prompt_line, self._prompted = [], 0, True
        if text == self._asked or text.split() == self._answered:
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


READER: Final = Reader(
    "aider",
    recognises,
    events,
    "an aider chat history",
    "its first line does not open a chat",
    f"it begins with `{OPENING} DATE TIME`",
    openings=(OPENING,),
    grows=True,
)
