"""Markdown prose as a flat run of blocks, each with the line it starts on.

Fences, diffs, quotes, logs, comments and over-long lines are left out: they hold what others
said. Linear in the length of the text; nothing is ever rejected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct, field

from ...base.regex import regex
from ...markdown.lines import closes_fence, opened_fence
from .console import (
    BULLETS,
    PRINTED,
    RESULT,
    SPINNERS,
    TICKS,
    is_call,
    is_level,
    is_quoted,
    is_spinner,
    printed,
)
from .labels import split_label, without_colon
from .sentences import is_broken

BlockKind = Literal["heading", "paragraph", "item", "row"]

LEAD: Final = 7  # the level of a line that works as a heading: in bold, a YAML key, a known name
MAX_BLOCK: Final = 4_000  # characters; what is longer is cut off
# What a line ends with that goes on below: no letter, digit, code or bracket, or a little word.
_GOES_ON: Final = regex(
    r"(?:[^\w`)]|(?<!\w)(?:and|or|but|the|an?|our|its|their|this|that|these|which|who|of|to|in|on"
    r"|at|by|for|from|with|without|into|as|if|when|because|than|is|are|was|were|be|has|have|not|no"
    r"|und|oder|der|die|das|den|dem|ein|eine|mit|von|zu|et|ou|le|la|les|un|une|de|du|des|y|o|el"
    r"|los|con|para|и|или|в|на|с|по|для))$",
    re.IGNORECASE,
)
_SENTENCE: Final = regex(r"(?:[^\W\d_a-z][a-zа-яà-ÿ'’]*,? [a-zа-яà-ÿ`]|I )")
# Words that have a capital nowhere else.
_OPENER: Final = regex(
    r"(?:We|The|This|These|Those|It|It['’]s|An?|They|Our|All|Always|Never|Don['’]t|Do not|When|If"
    r"|There|Every|Each|Wir|Der|Die|Das|Es|Nous|Il|Elle|Les?|La|Los?|Las|El|Мы|Это|Не) \w"
)
_LEAST_WORDS: Final = 3
_MAX_LINE: Final = 2_000

_HEADING: Final = regex(r"(#{1,6})[ \t]+(\S.*)")
_MARKS: Final = frozenset("-*+•‣" + BULLETS)
_ITEM: Final = regex(rf"(?:[-*+•‣{BULLETS}]|\d{{1,3}}[.)])[ \t]+(?=\S)")
_BOLD_NUMBER: Final = regex(r"(\*\*|__)\d{1,3}[.)][ \t]+(?=\S)")  # "**1. Cache**: …"
_TASK: Final = regex(r"\[[ xX/-]\](?:\s|$)")
_BOLD_LINE: Final = regex(r"(?:\*\*|__)([^*_][^*]{0,160}?)(?:\*\*|__)[ \t]*[:：]?$")
_KEY_LINE: Final = regex(r"[a-z][a-z_-]{2,40}:$")
_BOLD_LABEL: Final = regex(r"(\*\*?|__)[^*_]{1,60}(?:[:：]\1|\1[ \t]*[:：])")
_BANNER: Final = regex(r"`?(?:★ [\w ]{3,30})?─{8,}`?\s*$")  # above and below an agent's aside
_SEPARATOR: Final = regex(r"[|:\- \t]+$")
# The first characters of what is quoted, and of the openings of foreign matter.
_QUOTING: Final = frozenset('[$>aFTnE+-@di│├└┌╭╰┃║╔<IDW"{}](),;0123456789*_=')
_FOREIGN: Final = frozenset("`~<>")
_DRAWN: Final = SPINNERS | frozenset(BULLETS + RESULT)
_STOPS: Final = (".", "!", "。", "！", ")", "`")
# A name in the group is the assistant's.
_SPEAKER: Final = regex(
    r"\*{0,2}(?:(assistant|ai|assistent|asistente|ассистент|助手|アシスタント|어시스턴트)|user"
    r"|human|agent|bot|claude|chatgpt|gpt|copilot|gemini|codex|me|you|system|benutzer|utilisateur"
    r"|usuario|usuário|utente|пользователь|用户|用戶|ユーザー"
    r"|사용자)\*{0,2}(?: \([^()]{1,40}\))?(?::\*{0,2}(?:[ \t]+|$)|：\*{0,2}[ \t]*)",
    re.IGNORECASE,
)
_LONGEST_SPEAKER: Final = 70


class TextBlock(Struct):
    """A heading, paragraph, list item or table row; `line` counts from 0.

    `level` is 1..6 for headings, `LEAD` for lines that work as one, and the indentation for
    items. Rows carry their `cells` and the lower-cased `header` of their table.
    """

    kind: BlockKind
    text: str
    line: int
    level: int = 0
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    parts: list[str] = field(default_factory=list)

    def close(self) -> TextBlock:
        """The block with its lines joined by single spaces, cut after some thousand characters.

        Where a line of a paragraph ends a statement without a full stop, it gets one.
        """
        if self.parts:
            told = with_full_stops(self.parts) if self.kind == "paragraph" else self.parts
            self.text = " ".join(told)[:MAX_BLOCK]
        return self

    def line_of(self, text: str) -> int:
        """The line on which a text taken from the block begins, whatever its marks and case."""
        if len(self.parts) < 2:
            return self.line
        found, ends = "", []
        for part in self.parts:
            found += _letters(part)
            ends.append(len(found))
            if len(found) > MAX_BLOCK:
                break
        wanted = _letters(text)
        for size in (80, 40, 20, 8):
            at = found.find(wanted[:size])
            if at >= 0:
                return self.line + sum(end <= at for end in ends)
        return self.line


def with_full_stops(parts: list[str]) -> list[str]:
    """The lines; with a full stop where the next one begins a sentence and did not have to."""
    if len(parts) < 2:
        return parts
    width = max(map(len, parts))
    told = parts[:]
    for at, line in enumerate(parts[1:]):
        above = parts[at]
        if (
            line[:1].isupper()
            and (is_broken(above, line, width) or _OPENER.match(line))
            and above.count(" ") >= _LEAST_WORDS
            and _SENTENCE.match(line)
            and not _GOES_ON.search(above[-16:])
        ):
            told[at] = f"{above}."
    return told


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def blocks(text: str) -> Iterator[TextBlock]:
    """Yield the blocks of a Markdown text in order."""
    reader = _Reader()
    for number, raw in enumerate(text.split("\n")):
        line = "" if _BANNER.match(raw) else raw[: _MAX_LINE + 1]
        reader.feed(number, (line.expandtabs(4) if "\t" in line else line).rstrip())
        if reader.done and not reader.held:
            yield from reader.done
            reader.done = []
    reader.flush()
    yield from reader.done


class _Reader:
    """The state that one pass over the lines needs."""

    __slots__ = ("done", "fence", "header", "held", "logs", "open", "result", "until")

    def __init__(self) -> None:
        self.done: list[TextBlock] = []
        self.open: TextBlock | None = None
        self.fence = ""
        self.until = ""
        self.header: tuple[str, ...] = ()
        self.held: list[TextBlock] = []  # of the lines that follow one another without a mark
        self.logs: list[int] = []  # which of them a program printed, if one did
        self.result = -1  # the indentation of a tool's result, while its lines go on

    def flush(self) -> None:
        """End what is open, and the run of lines that it stands in."""
        self.cut()
        if self.held or self.logs:
            self.done += self.held if len(self.logs) < 2 else _told_among(self.held, self.logs[0])
            self.held, self.logs = [], []

    def cut(self) -> None:
        """End what is open; the run goes on."""
        if self.open is not None:
            self.held.append(self.open.close())
            self.open = None

    def feed(self, number: int, line: str) -> None:
        body = line.lstrip()
        if (self.fence or self.until) and self._inside_foreign(body):
            return
        first = body[:1]
        if self.result >= 0 and first:
            if len(line) - len(body) > self.result:
                return
            self.result = -1
        if first in _DRAWN and first and self._is_drawn(len(line) - len(body), body):
            return
        if first in _FOREIGN and self._opens_foreign(body):
            self.flush()
            return
        if not body or len(line) > _MAX_LINE or (first in _QUOTING and is_quoted(body)):
            self.flush()
            self.header = () if first != "|" else self.header
            return
        if first == "|":
            self.flush()
            self._row(number, body)
            return
        self.header = ()
        self._prose(number, len(line) - len(body), body)

    def _is_drawn(self, indent: int, body: str) -> bool:
        """Whether a terminal drew the line to show what is going on."""
        first = body[0]
        if first == RESULT or (first in BULLETS and is_call(body[1:].lstrip())):
            self.result = indent if first == RESULT else indent + 2
        elif first not in SPINNERS or not is_spinner(body):
            return False
        self.flush()
        return True

    def _inside_foreign(self, body: str) -> bool:
        if self.fence:
            if closes_fence(body, self.fence):
                self.fence = ""
            return True
        if self.until:
            if self.until in body:
                self.until = ""
            return True
        return False

    def _opens_foreign(self, body: str) -> bool:
        self.fence = opened_fence(body)
        if self.fence:
            return True
        if body.startswith("<<<<<<<"):
            self.until = ">>>>>>>"
        elif body.startswith("<!--"):
            self.until = "" if "-->" in body else "-->"
            return True
        elif body.startswith("<think>"):
            self.until = "" if "</think>" in body else "</think>"
            return True
        return bool(self.until) or body.startswith(">")

    def _row(self, number: int, body: str) -> None:
        cells = tuple(cell.strip() for cell in body.strip("|").replace("\\|", "¦").split("|"))
        cells = tuple(cell.replace("¦", "|") for cell in cells)
        if _SEPARATOR.match(body):
            return
        if not self.header:
            self.header = tuple(cell.strip("*` ").casefold() for cell in cells)
            return
        self.done.append(TextBlock("row", body, number, cells=cells, header=self.header))

    def _prose(self, number: int, indent: int, body: str) -> None:
        if turn := _turn_of(body):
            self.flush()
            if not turn[1]:
                self.open = TextBlock("paragraph", "", number, parts=[body])
                return
            if not (body := body[turn.end() :]):
                return
        first = body[0]
        if first == "#" and (heading := _HEADING.match(body)):
            self.flush()
            self.done.append(TextBlock("heading", heading[2].rstrip(" #"), number, len(heading[1])))
        elif (first in _MARKS or first.isdigit()) and (item := _ITEM.match(body)):
            self.flush()
            rest = body[item.end() :]
            if not _TASK.match(rest):
                self.open = TextBlock("item", "", number, indent, parts=[rest])
        elif name := _lead_of(body):
            self.flush()
            self.done.append(TextBlock("heading", name, number, LEAD))
        elif first in "*_" and (bold := _BOLD_NUMBER.match(body)):
            self.flush()
            self.open = TextBlock("item", "", number, indent, parts=[bold[1] + body[bold.end() :]])
        elif not self._is_printed(number, body):
            self._plain_line(number, indent, body)

    def _plain_line(self, number: int, indent: int, body: str) -> None:
        above = self.open.parts[0] if self.open is not None and self.open.parts else ""
        if self.open is None or body[0] in TICKS or _is_labelled(body) or _are_named(above, body):
            within = self.open is not None and self.open.kind == "item" and indent > self.open.level
            self.cut()
            if within:
                self.open = TextBlock("item", "", number, indent, parts=[body])
            elif indent < 4:  # deeper than that, outside a list, is code
                self.open = TextBlock("paragraph", "", number, parts=[body])
        else:
            self.open.parts.append(body)

    def _is_printed(self, number: int, body: str) -> bool:
        """Whether a program printed the line, or an agent's screen between two passages."""
        sure = printed(body)
        if sure:
            self.logs.append(number)
        above = self.open.parts if self.open is not None else ()
        ended = not above or above[-1].endswith(_STOPS)
        if sure == PRINTED and not ended and body[0].isdigit():
            return False  # the rest of a sentence ("of which / 3 failed.")
        if sure != PRINTED and not (above and ended and sure and _is_labelled(above[0])):
            return False
        self.cut()
        return True


def _told_among(held: list[TextBlock], first: int) -> Iterator[TextBlock]:
    """What an author says among the lines of a log: what is labelled, and not as logs label."""
    for block in held:
        text = block.text
        if _is_labelled(text) and (block.line < first or not is_level(text)):
            yield block


def _is_labelled(body: str) -> bool:
    """Whether a line of a paragraph opens with a label, and so says something of its own."""
    first, head = body[0], body[:60]
    if first in "*_" and _BOLD_LABEL.match(body) is not None:
        return True
    if first in "*_[【「" and without_colon(body) is not None:
        return True
    if ":" not in head and "：" not in head:
        return False
    if first.isupper():
        return split_label(body).marker is not None
    marked = not first.isalnum() or first >= "\u2e80"
    marker = split_label(body).marker if marked else None
    return marker is not None and (marker.asked or first >= "\u2e80")


def _are_named(above: str, body: str) -> bool:
    """Whether both lines open with a label in lower case: each says something of its own."""
    if not (above[0:1].islower() and body[0].islower() and ":" in body[:40] and ":" in above[:40]):
        return False
    return split_label(above).marker is not None and split_label(body).marker is not None


def _is_closing(body: str) -> bool:
    """Whether a bold line is a label that agents close with, and its text."""
    label = split_label(body)
    return label.marker is not None and label.marker.asked and bool(label.rest)


def _lead_of(body: str) -> str:
    """The name on a bold line or a YAML key alone on its line; empty for any other line."""
    if body.startswith(("**", "__")):
        lead = _BOLD_LINE.match(body)
        if lead is None or (":" in lead[1].rstrip(":") and _is_closing(body)):
            return ""
        return lead[1]
    return body[:-1] if body.endswith(":") and _KEY_LINE.match(body) else ""


def _turn_of(body: str) -> re.Match[str] | None:
    """The name of who speaks from here on, in what was copied from a conversation."""
    named = (body[0].isalpha() or body[0] == "*") and (":" in body[:60] or "：" in body[:60])
    return _SPEAKER.match(body, 0, _LONGEST_SPEAKER) if named else None
