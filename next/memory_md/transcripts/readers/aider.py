"""aider's chat history: Markdown; one file holds many chats.

Grammar: `# aider chat started at DATE TIME` opens a chat. `#### …` lines are the person's prompt.
`> …` lines are aider's; of a message of several lines only the first begins so, and only the last
ends with the two spaces that end all lines of aider and of the person. What follows a prompt is the
assistant's, up to aider's next line, and again behind aider's message (it answers its own tests).
Where an editor took the two spaces away, nothing tells how long a message is: the assistant is then
heard only up to aider's first line. SEARCH/REPLACE blocks and reasoning are no words.
"""

from __future__ import annotations

import re
from typing import Final

from ..cleaning import person_text, without_injected
from ..model import Builder, Session, Speaker

_OPENING: Final = "# aider chat started at"
_HEAD: Final = 1 << 10
_APPLIED: Final = "> Applied edit to "
# A start from a script; no person types there.
_MESSAGE: Final = re.compile(r"aider(?:\.exe)?\s(?:.*\s)?(?:--message(?:-file)?|--msg|-m|-f)[\s=]")
_CHATTING: Final = re.compile(r"/(?:ask|code|architect|context|chat-mode) +(?=\S)")
_COMMAND: Final = re.compile(r"/[a-z][a-z-]*(?:\s|$)|!")
_RUN: Final = re.compile(r"(?:/run|/test|!)\s*(\S.*)")
_THINKING: Final = re.compile(r"(?:► \*\*THINKING\*\*|<think(?:ing)?>)\s*$")
_ANSWER: Final = re.compile(r"(?:► \*\*ANSWER\*\*|</think(?:ing)?>)\s*$")
_RULE: Final = re.compile(r"-{12,14}\s*$")
_SEARCH: Final = re.compile(r"<{5,9} SEARCH")
_REPLACE: Final = re.compile(r">{5,9} REPLACE")


def recognise(text: str) -> bool:
    """Return whether the first line opens a chat."""
    return text[:_HEAD].lstrip("\ufeff \t\r\n").startswith(_OPENING)


def read(text: str) -> Session:
    """Return the chats of a history as one session, named by the time of the first."""
    history = _History()
    for line in text.removeprefix("\ufeff").split("\n"):
        history.read(line.removesuffix("\r"))
    history.end()
    return history.session.build()


class _History:
    """What is open while the lines are read."""

    def __init__(self) -> None:
        self.session = Builder("aider")
        self.at = ""
        self.speaker: Speaker = "person"
        self.marked = False  # lines of aider and the person end with two spaces
        self.printing = False  # inside of a message of aider's
        self.heard = False
        self.hides: re.Pattern[str] | None = None  # what ends an edit or reasoning
        self.prompt: list[str] = []
        self.passage: list[str] = []
        self.spoken: list[str] = []  # the passage with what it hides
        self.answer: list[str] = []  # the words of the last passage with what it hides
        self.asked = ""

    def read(self, line: str) -> None:
        """Take the next line."""
        own = line.endswith("  ") or not self.marked
        if line.startswith(_OPENING):
            self._open(line)
        elif self._is_prompt(line, own):
            self._end_passage()
            self.prompt.append(line[5:].rstrip())
            self.marked = self.marked or line.endswith("  ")
            self.printing = False
        elif line.startswith("> ") and (own or not self._speaks()):
            self._print(line)
        elif self.printing:
            self.printing = not line.endswith("  ")
        else:
            self._end_prompt()
            self._speak(line)

    def end(self) -> None:
        """End the prompt and the passage that are open."""
        self._end_prompt()
        self._end_passage()

    def _open(self, line: str) -> None:
        self.end()
        numbers = re.findall(r"\d+", line)[:6]
        # aider writes local time without a zone; what matters of it is the day.
        self.at = "{}-{}-{}T{}:{}:{}Z".format(*numbers) if len(numbers) == 6 else ""
        self.session.at = self.session.at or self.at
        self.session.id = self.session.id or "-".join(("aider", *numbers))
        self.heard, self.printing, self.speaker = False, False, "person"

    def _is_prompt(self, line: str, own: bool) -> bool:
        if line.rstrip() != "####" and not line.startswith("#### "):
            return False
        # Without the two spaces a heading of the assistant looks the same.
        return bool(self.prompt) or (own and (self.marked or not self._speaks()))

    def _speaks(self) -> bool:
        return any(line.strip() for line in self.passage)

    def _print(self, line: str) -> None:
        self.end()
        self.marked = self.marked or line.endswith("  ")
        self.printing = self.marked and not line.endswith("  ")
        if line.startswith(_APPLIED):
            self.session.edit(line.removeprefix(_APPLIED).strip())
        elif not self.heard and _MESSAGE.search(line):
            self.speaker = "task"
        self.heard = self.heard and self.marked

    def _end_prompt(self) -> None:
        """Add the prompt, unless it repeats a plan of the assistant or what a command said."""
        if not self.prompt:
            return
        text, self.prompt, self.heard = "\n".join(self.prompt).strip(), [], True
        if text == self.asked or text.split() == self.answer:
            self.asked = ""
            return
        chatting = _CHATTING.match(text)
        self.asked = text[chatting.end() :].strip() if chatting else ""
        if self.asked or not _COMMAND.match(text):
            self.session.say(self.speaker, person_text(self.asked or text), self.at)
        elif run := _RUN.match(text):
            self.session.run(run[1])

    def _end_passage(self) -> None:
        if self._speaks():
            self.answer = "\n".join(self.spoken).split()
            self.session.say("agent", without_injected("\n".join(self.passage)), self.at)
        self.passage, self.spoken, self.hides = [], [], None

    def _speak(self, line: str) -> None:
        if not self.heard:
            return
        self.spoken.append(line)
        if self.hides:
            self.hides = None if self.hides.match(line) else self.hides
        elif _THINKING.match(line):
            self.hides = _ANSWER
        elif _SEARCH.match(line):
            self.hides = _REPLACE
        elif not _RULE.match(line):
            self.passage.append(line)
