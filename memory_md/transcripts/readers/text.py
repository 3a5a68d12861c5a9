"""Plain text or Markdown: an agent's prose, a conversation in turns, or a plan's summary.

Turns open with `user: …`, `assistant: …` (`Human:`, `AI:`, in any case, bold or not) at the start
of a line and go on until the next. A text has turns where a person and an agent alternate, with at
most a few lines above the first; lines in a fence or in a private part open none. A summary is
Markdown whose front matter names decisions, patterns and files.
"""

import re
from collections.abc import Iterator
from typing import Final

from ...base.private import without_private
from ...base.regex import regex
from ...markdown.lines import visible_lines
from ..disk.source import Content, Text
from ..model.events import Event, Prose
from ..text.injected import strip_injected
from ..text.summary import is_summary, summary_events
from .speech import Reader, person_says

_OPENS: Final = regex(
    r"(?:\*\*|__)?(?:(?P<person>user|human|person)"
    r"|assistant|ai(?: assistant)?|agent|bot|claude|chatgpt|gemini|copilot|codex)"
    r"(?:(?:\*\*|__)?:|:(?:\*\*|__))(?=[ \t]|$)[ \t]*",
    re.IGNORECASE,
)
_ABOVE: Final = 5  # lines that are not blank
_ROUNDS: Final = 4  # turns
_LEAST_WORDS: Final = 2  # some turn of each speaker has more: "User: root" is a setting


def recognises(content: Content) -> bool:
    """Whether it is text at all."""
    return isinstance(content, Text)


def recognises_summary(content: Content) -> bool:
    """Whether the front matter has one of a summary's keys."""
    return isinstance(content, Text) and is_summary(content.text)


def events(content: Content) -> Iterator[Event]:
    """Yield the turns, or the whole text as one agent's; each line in its place."""
    if not isinstance(content, Text):
        return
    yield from content.warnings
    lines = strip_injected(without_private(content.text, closed_only=True)).split("\n")
    turns = _turns(lines)
    yield from _agent_says(1, lines[: turns[0][0]] if turns else lines)
    ends = [*(start for start, _ in turns[1:]), len(lines)]
    for (start, opening), end in zip(turns, ends, strict=False):
        spoken = [lines[start][opening.end() :], *lines[start + 1 : end]]
        if opening["person"]:
            yield from person_says(start + 1, "\n".join(spoken))
        else:
            yield from _agent_says(start + 1, spoken)


def _agent_says(line: int, lines: list[str]) -> Iterator[Event]:
    text = without_private("\n".join(lines))
    if text.strip():
        yield Prose(line, text, exact_lines=True)


def _turns(lines: list[str]) -> list[tuple[int, re.Match[str]]]:
    """Return the lines that open turns, as indexes; none where the text is no conversation."""
    found = [(at, opening) for at, line in enumerate(lines) if (opening := _OPENS.match(line))]
    if len(_speakers(found)) < 2 or sum(map(bool, map(str.strip, lines[: found[0][0]]))) > _ABOVE:
        return []
    shown = {line.number for line in visible_lines("\n".join(lines)) if not line.fenced}
    found = [(at, opening) for at, opening in found if at + 1 in shown]
    ends = [*(at for at, _ in found[1:]), len(lines)]
    speak = [
        (at, opening)
        for (at, opening), end in zip(found, ends, strict=False)
        if sum(len(line.split()) for line in lines[at:end]) > _LEAST_WORDS
    ]
    # An agent may answer each turn with one word; a list of settings has no second round.
    is_talk = len(found) >= _ROUNDS and True in _speakers(speak)
    return found if is_talk or len(_speakers(speak)) == 2 else []


def _speakers(turns: list[tuple[int, re.Match[str]]]) -> set[bool]:
    return {bool(opening["person"]) for _, opening in turns}


def events_of_summary(content: Content) -> Iterator[Event]:
    """Yield what the front matter states, then the body as prose."""
    if isinstance(content, Text):
        yield from content.warnings
        yield from summary_events(without_private(content.text))


SUMMARY: Final = Reader("summary", recognises_summary, events_of_summary, as_text=True)
READER: Final = Reader("text", recognises, events, as_text=True)
