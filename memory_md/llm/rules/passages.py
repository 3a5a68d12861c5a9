"""Cuts the texts of a session into clean passages, each with its worth.

The worth is computed without vocabulary: from names of code and measures, the length, and how a
passage ends. Secrets are removed before anything is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...base.regex import regex
from ...base.text import ANSI, clip
from ...safety.secrets.redact import redact

PASSAGE: Final = 700  # characters of one passage at most
BRIEF: Final = 50  # what is shorter hardly says anything
_LONGEST: Final = 24_000  # characters of one text that are looked at, from each of its ends
_OUTPUT: Final = 500
_FENCED: Final = regex(r"^(`{3,}|~{3,})[^\n]*\n.*?(?:^\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_RULE: Final = regex(r"^[-|:= ]{3,200}\n", re.MULTILINE)
_DONE: Final = regex(r"[✅✓✔☑]|\[x\]")
_BREAK: Final = regex(r"\n[ \t]*\n")
_HEADING: Final = regex(r"#{1,6} [^\n]{1,200}|\*\*[^*\n]{1,200}\*\*:?")
# Names of code, and measures: what a passage is about.
_NAMES: Final = regex(
    r"`[^`\n]{1,80}`|\b\w{1,60}(?:[._/:-]\w{1,60})+\b|\b[a-z]+[A-Z]\w{0,60}|\b\w*\d\w{0,20}"
)
_ERROR: Final = regex(
    r"error|exception|fail|panic|fatal|denied|not found|cannot|\bE +\S", re.IGNORECASE
)


def clean(text: str) -> str:
    """Return the text without secrets and escapes; of a very long one the two ends."""
    if len(text) > 2 * _LONGEST:
        # A secret that is cut in two would not be recognised, so text near the cut is left out.
        head, tail = redact(text[:_LONGEST])[0], redact(text[-_LONGEST:])[0]
        text = f"{head[: _LONGEST - 4_000]}\n\n[…]\n\n{tail[4_000:]}"
    else:
        text = redact(text)[0]
    return ANSI.sub("", text).strip()


def prose_of(text: str) -> str:
    """Return the text without its blocks of code."""
    return _FENCED.sub("", text).strip() if "```" in text or "~~~" in text else text


def passages(text: str) -> Iterator[str]:
    """Yield paragraphs and lists, a heading together with what is below it."""
    above = ""
    for part in _BREAK.split(text):
        part = part.strip()
        if _HEADING.fullmatch(part):
            above = part
        elif part:
            part = _RULE.sub("", part)
            yield from _pieces(f"{above}\n{part}" if above else part)
            above = ""


def _pieces(text: str) -> Iterator[str]:
    """Yield a text that is too long for one passage in pieces, cut between lines."""
    piece = ""
    for line in text.split("\n") if len(text) > PASSAGE else (text,):
        if piece and len(piece) + len(line) >= PASSAGE:
            yield piece
            piece = ""
        piece = clip(f"{piece}\n{line}" if piece else line, PASSAGE)
    yield piece


def names_in(text: str) -> int:
    """Return how many different names of code, paths and measures are in a text."""
    return len({found[0].strip("`").casefold() for found in _NAMES.finditer(text)})


def worth_of(passage: str) -> float:
    """Return how much a passage is likely to say, from about -3 to 7."""
    worth = min(names_in(passage), 6) * 0.5 + min(len(passage) / 220, 3)
    if len(passage) < BRIEF:
        worth -= 2
    if passage.count("|") > 8:
        worth -= 1.5  # a table: many names, but the finding is below it
    if len(_DONE.findall(passage)) > 2:
        worth -= 2  # a list of what was done
    if passage.endswith((":", "：", "…", "...")):
        worth -= 1.5  # it leads up to something that is not in it
    if passage.endswith(("?", "？")):
        worth -= 1.5
    return worth


def both_ends(text: str, most: int) -> str:
    """Return a text within so many characters: its beginning and its end."""
    if len(text) <= most:
        return text
    room = max(most - 5, 5)
    head, tail = text[: room * 3 // 5], text[-(room * 2 // 5) :]
    return f"{head.rpartition(' ')[0] or head} […] {tail.partition(' ')[2] or tail}"


def error_of(output: str) -> str:
    """Return the lines with errors that a failed command printed, else its last lines."""
    lines = [line.rstrip() for line in clean(output).split("\n") if line.strip()]
    errors = [line for line in lines if _ERROR.search(line[:400])]
    return clip("\n".join(clip(line, 200) for line in (errors[:6] or lines[-4:])), _OUTPUT)
