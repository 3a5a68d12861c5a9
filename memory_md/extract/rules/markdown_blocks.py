"""Markdown prose as a flat run of blocks, each with the line it starts on.

Fences, diffs, quotes, logs, comments and over-long lines are left out: they hold what others
said. Linear in the length of the text; nothing is ever rejected.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...base.regex import regex
from .block import LEAD, Block
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
    is_status,
    printed,
)
from .markers import bare_name, split_label
from .speakers import turn_of

_MAX_LINE: Final = 2_000
_LONGEST_NAME: Final = 40

_HEADING: Final = regex(r"(#{1,6})[ \t]+(\S.*)")
_MARKS: Final = frozenset("-*+•‣" + BULLETS)
_ITEM: Final = regex(rf"(?:[-*+•‣{BULLETS}]|\d{{1,3}}[.)])[ \t]+(?=\S)")
_TASK: Final = regex(r"\[[ xX/-]\](?:\s|$)")
_BOLD_LINE: Final = regex(r"(?:\*\*|__)([^*_][^*]{0,160}?)(?:\*\*|__)[ \t]*[:：]?$")
_KEY_LINE: Final = regex(r"[a-z][a-z_-]{2,40}:$")
_BOLD_LABEL: Final = regex(r"\*\*[^*]{1,60}(?:[:：]\*\*|\*\*[ \t]*[:：])")
_SEPARATOR: Final = regex(r"[|:\- \t]+$")
# The first characters of what is quoted, and of the openings of foreign matter.
_QUOTING: Final = frozenset('[$>aFTnE+-@di│├└┌╭╰┃║╔<IDW"{}](),;0123456789*_=')
_FOREIGN: Final = frozenset("`~<>")
_DRAWN: Final = SPINNERS | frozenset(BULLETS + RESULT)
_STOPS: Final = (".", "!", "。", "！", ")", "`")


def blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a Markdown text in order."""
    reader = _Reader()
    for number, raw in enumerate(text.split("\n")):
        line = raw[: _MAX_LINE + 1]
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
        self.done: list[Block] = []
        self.open: Block | None = None
        self.fence = ""
        self.until = ""
        self.header: tuple[str, ...] = ()
        self.held: list[Block] = []  # of the lines that follow one another without a mark
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
            self.held += _unmarked(self.open) or (self.open.close(),)
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
            if body.startswith(self.fence) and not body.strip(self.fence[0]):
                self.fence = ""
            return True
        if self.until:
            if self.until in body:
                self.until = ""
            return True
        return False

    def _opens_foreign(self, body: str) -> bool:
        if body.startswith(("```", "~~~")):
            mark = body[0]
            self.fence = body[: len(body) - len(body.lstrip(mark))]
            if mark == "`" and "`" in body[len(self.fence) :]:  # a code span of its own, no fence
                self.fence = ""
            return bool(self.fence)
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
        self.done.append(Block("row", body, number, cells=cells, header=self.header))

    def _prose(self, number: int, indent: int, body: str) -> None:
        if turn := turn_of(body):
            self.flush()
            if not turn[1]:
                self.open = Block("paragraph", "", number, parts=[body])
                return
            if not (body := body[turn.end() :]):
                return
        first = body[0]
        if first == "#" and (heading := _HEADING.match(body)):
            self.flush()
            self.done.append(Block("heading", heading[2].rstrip(" #"), number, len(heading[1])))
        elif (first in _MARKS or first.isdigit()) and (item := _ITEM.match(body)):
            self.flush()
            rest = body[item.end() :]
            if not _TASK.match(rest):
                self.open = Block("item", "", number, indent, parts=[rest])
        elif name := _lead_of(body):
            self.flush()
            self.done.append(Block("heading", name, number, LEAD))
        elif indent == 0 and (bare := self._bare_heading(body)):
            self.flush()
            if bare == "section":
                self.done.append(Block("heading", body, number, LEAD))
            else:
                self.done.append(Block("paragraph", f"{body}:", number))
        elif self._is_printed(number, body):
            return
        elif self.open is None or first in TICKS or _is_labelled(body):
            within = self.open is not None and self.open.kind == "item" and indent > self.open.level
            self.cut()
            if within:
                self.open = Block("item", "", number, indent, parts=[body])
            elif indent < 4:  # deeper than that, outside a list, is code
                self.open = Block("paragraph", "", number, parts=[body])
        else:
            self.open.parts.append(body)

    def _bare_heading(self, body: str) -> str:
        """What the line names without any mark, as in a page that was copied from a screen."""
        if len(body) > _LONGEST_NAME or not body[0].isupper():
            return ""
        above = self.open
        ended = above is None or above.kind == "item" or above.parts[-1].endswith(_STOPS)
        return bare_name(body) if ended and (above is None or " " in body) else ""

    def _is_printed(self, number: int, body: str) -> bool:
        """Whether a program printed the line, or an agent's screen between two passages."""
        sure = printed(body)
        if sure:
            self.logs.append(number)
        above = self.open.parts if self.open is not None else ()
        ended = not above or above[-1].endswith(_STOPS)
        if sure == PRINTED and not ended and body[0].isdigit():
            return False  # the rest of a sentence ("of which / 3 failed.")
        if sure != PRINTED and not (
            above and ended and (sure or is_status(body)) and _is_labelled(above[0])
        ):
            return False
        self.cut()
        return True


def _told_among(held: list[Block], first: int) -> Iterator[Block]:
    """What an author says among the lines of a log: what is labelled, and not as logs label."""
    for block in held:
        text = block.text
        if _is_labelled(text) and (block.line < first or not is_level(text)):
            yield block


def _unmarked(block: Block) -> tuple[Block, ...]:
    """A label and the lines under it, if those are a list without marks ("Lessons learned:").

    In running text some line goes on in the middle of a sentence.
    """
    parts = block.parts
    if len(parts) < 3 or block.kind != "paragraph" or parts[0][-1] not in ":：":
        return ()
    if not all(
        part[0].isupper() and len(part) > 15 and part[-1] not in ",;:" for part in parts[1:]
    ):
        return ()
    if len(parts[0]) > 40 or any(". " in part for part in parts[1:]):
        return ()
    label = Block("paragraph", parts[0], block.line)
    items = (Block("item", part, block.line + at) for at, part in enumerate(parts[1:], 1))
    return (label, *items)


def _is_labelled(body: str) -> bool:
    """Whether a line of a paragraph opens with a label, and so says something of its own."""
    if body.startswith("*"):
        return _BOLD_LABEL.match(body) is not None
    labelled = body[0].isupper() and ":" in body[:60]
    return labelled and split_label(body).marker is not None


def _lead_of(body: str) -> str:
    """The name on a bold line or a YAML key alone on its line; empty for any other line."""
    if body.startswith(("**", "__")):
        lead = _BOLD_LINE.match(body)
        return lead[1] if lead else ""
    return body[:-1] if body.endswith(":") and _KEY_LINE.match(body) else ""
