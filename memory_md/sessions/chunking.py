"""From a message to the texts that are kept of it: no private part, no long code, no secret.

A text that is longer than one passage may be is split into several, each of whole sentences.
"""

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Final

from ..base.private import without_private
from ..base.regex import regex
from ..base.text import is_printable
from ..markdown.lines import visible_lines
from ..safety.printable_text import may_hold_secret, redacted

MOST_CHARS: Final = 2000  # of one passage
_MOST_PIECES: Final = 16  # of one message; what is longer was pasted, not said
_LONG_CODE: Final = 12  # lines of a fence that are still worth keeping
_LEAST_CUT: Final = 400  # characters before a cut; a sentence end before them is passed over
_CONTROLS: Final = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_MARK: Final = regex(r"```|~~~")
_BLANK: Final = regex(r"(\n[ \t]*\n)")
_PARAGRAPH: Final = regex(r"\n[ \t]*\n")
_SENTENCE: Final = regex(r"[.!?…]['\")\]*_`»”’]{0,3}(?=\s)|[。！？](?!\S?[」』])|\n")
_SPACE: Final = regex(r"\s")


def chunks(text: str) -> list[str]:
    """The passages of a message, in order; none where nothing is left to keep."""
    text = _without_long_code(without_private(text))
    if not is_printable(text):
        text = _CONTROLS.sub("", text)
    # Before it is cut: a part of a secret would not be recognised.
    return list(_cut(_redacted(text).strip()))


def _redacted(text: str) -> str:
    """The text without secrets; to look for them takes longer than all else that is done with it.

    So only paragraphs with a sign of one are looked at, with the one above, which may name it.
    """
    paragraphs = _BLANK.split(text)  # with what is between them
    signs = [place for place, part in enumerate(paragraphs) if may_hold_secret(part)]
    near = {place + step for place in signs for step in (-2, -1, 0)}
    parts: list[str] = []
    for is_near, run in groupby(range(len(paragraphs)), near.__contains__):
        joined = "".join([paragraphs[place] for place in run])
        parts.append(redacted(joined) if is_near else joined)
    return "".join(parts)


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order."""
    ends = [found.end() for found in _SENTENCE.finditer(text)]
    spans = zip([0, *ends], [*ends, len(text)], strict=True)
    return [sentence for start, end in spans if (sentence := text[start:end].strip())]


def _without_long_code(text: str) -> str:
    """The text with a line that says how much was left out in place of each long code block."""
    marks = [found.start() for found in _MARK.finditer(text)]
    spans = pairwise([*marks, len(text)])
    if all(text.count("\n", start, end) <= _LONG_CODE for start, end in spans):
        return text
    fences: dict[int, list[int]] = {}
    for line in visible_lines(text):
        if line.fenced:
            fences.setdefault(line.fenced, []).append(line.number)
    long = {numbers[0]: numbers for numbers in fences.values() if len(numbers) > _LONG_CODE}
    if not long:
        return text
    left_out = {number for numbers in long.values() for number in numbers}
    kept = []
    for number, written in enumerate(text.split("\n"), 1):
        if number in long:
            kept.append(f"[{len(long[number])} lines of code left out]")
        elif number not in left_out:
            kept.append(written)
    return "\n".join(kept)


def _cut(text: str) -> Iterator[str]:
    for _ in range(_MOST_PIECES):
        if len(text) <= MOST_CHARS:
            if text:
                yield text
            return
        end = _cut_at(text)
        yield text[:end].rstrip()
        text = text[end:].lstrip()


def _cut_at(text: str) -> int:
    """Where a long text is cut: after a paragraph, else a sentence, else a word."""
    for end_of in (_PARAGRAPH, _SENTENCE, _SPACE):
        ends = [found.end() for found in end_of.finditer(text, _LEAST_CUT, MOST_CHARS)]
        if ends:
            return ends[-1]
    return MOST_CHARS
