"""aider's chat history: Markdown; one file holds many chats.

Grammar: `# aider chat started at DATE TIME` opens a chat. `#### …` lines are the person's prompt.
`> …` lines are aider's; of a message of several lines only the first begins so, and only the last
ends with the two spaces that end all lines of aider and of the person. What follows a prompt is the
assistant's, up to aider's next line, and again behind aider's message (it answers its own tests).
SEARCH/REPLACE blocks and reasoning are no words. A command such as `/ask` is followed by its words
as a prompt.
"""

import re
from typing import Final

from ..cleaning import person_text
from ..model import Edit, Run, Speaker
from ..recorder import Recorder

_OPENING: Final = "# aider chat started at"
_END: Final = "  "  # of all lines of aider and of the person
_APPLIED: Final = "> Applied edit to "
# A start from a script; no person types there.
_MESSAGE: Final = re.compile(r"aider(?:\.exe)?\s(?:.*\s)?(?:--message(?:-file)?|--msg|-m|-f)[\s=]")
_COMMAND: Final = re.compile(r"/[a-z][a-z-]*(?:\s|$)|!")
_RUN: Final = re.compile(r"(?:/run|/test|!)\s*(\S.*)")
_HIDDEN: Final = re.compile(
    r"^(?:<{5,9} SEARCH.*?(?:^>{5,9} REPLACE|\Z)|(?:► \*\*THINKING\*\*|<think(?:ing)?>)\s*$.*?"
    r"(?:^(?:► \*\*ANSWER\*\*|</think(?:ing)?>)|\Z)|-{12,14})[ \t]*$\n?",
    re.DOTALL | re.MULTILINE,
)


def recognise(text: str) -> bool:
    """Return whether the first line opens a chat."""
    return text[:1000].lstrip().startswith(_OPENING)


def read(session: Recorder, text: str) -> None:
    """Write the chats of a history as one session, named by the time of the first."""
    history = _History(session)
    for line in text.split("\n"):
        history.read(line)
    history.end()


class _History:
    """What is open while the lines are read."""

    def __init__(self, session: Recorder) -> None:
        self.session = session
        self.speaker: Speaker = "person"
        self.printing = False  # inside of a message of aider's
        self.heard = False
        self.prompt: list[str] = []
        self.passage: list[str] = []
        self.answer: list[str] = []  # the words of the last passage

    def read(self, line: str) -> None:
        """Take the next line."""
        is_own = line.endswith(_END)
        if line.startswith(_OPENING):
            self._open(line)
        elif (self.prompt or is_own) and f"{line.rstrip()} ".startswith("#### "):
            self._end_passage()
            self.prompt.append(line[5:].rstrip())
            self.printing = False
        elif line.startswith("> ") and (is_own or not self.passage):
            self.end()
            self._print(line)
            self.printing = not is_own
        elif self.printing:
            self.printing = not is_own
        else:
            self._end_prompt()
            if self.passage or line.strip():
                self.passage.append(line)

    def end(self) -> None:
        """End the prompt and the passage that are open."""
        self._end_prompt()
        self._end_passage()

    def _open(self, line: str) -> None:
        self.end()
        # aider writes local time without a zone; what matters of it is the day.
        self.session.time(line.removeprefix(_OPENING).strip())
        self.session.id = self.session.id or "-".join(("aider", *re.findall(r"\d+", line)))
        self.heard, self.printing, self.speaker = False, False, "person"

    def _print(self, line: str) -> None:
        if line.startswith(_APPLIED):
            self.session.add(Edit, self.session.relative(line.removeprefix(_APPLIED)))
        elif not self.heard and _MESSAGE.search(line):
            self.speaker = "task"

    def _end_prompt(self) -> None:
        """Add the prompt, unless it hands over what the assistant said: a plan."""
        if not self.prompt:
            return
        text, self.prompt, self.heard = "\n".join(self.prompt).strip(), [], True
        if run := _RUN.match(text):
            self.session.add(Run, run[1])
        elif not _COMMAND.match(text) and text.split() != self.answer:
            self.session.say(self.speaker, person_text(text))

    def _end_passage(self) -> None:
        text, self.passage = "\n".join(self.passage), []
        if self.heard and text:
            self.answer = text.split()
            self.session.answer(_HIDDEN.sub("", text))
