"""The sentences of a free paragraph that stand on their own.

No heading and no label vouches for them; a follow-up sentence is joined to the one it belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from ..model.extraction import Candidate
from ..text import one_line
from .diagnosis import Verdict
from .foreign import judge_foreign
from .markdown_blocks import Block
from .markers import split_label
from .noise import is_noise
from .records import MAX_CHARS, joined, made_of
from .revisions import retracts
from .sentences import plain, sentences
from .statements import announces_cause, cure_of, judge
from .structure import BOLD_START

# Tried in turn on a sentence that nothing else has taken: (sentence, its paragraph) → verdict.
JUDGES: Final[tuple[Callable[[str, str], Verdict | None], ...]] = (judge_foreign,)

_ENUMERATED: Final = re.compile(r"^\d{1,2}[.)] ")


def stated(block: Block, text: str) -> Iterator[tuple[Candidate, bool]]:
    """The statements in the text of a block, each with whether it says that it corrects."""
    lead = BOLD_START.match(text)
    if lead is not None and len(text) > lead.end() and text[lead.end() - 1] in " \t":
        text = text[lead.end() :]
    previous: Candidate | None = None
    corrected = False
    announced = lead is not None and announces_cause(lead[1].strip())
    revising = lead is not None and retracts(lead[1].strip())
    for sentence in sentences(text):
        sentence = _ENUMERATED.sub("", _flat(sentence))
        if previous is not None and (cure := cure_of(sentence)):
            previous = replace(previous, kind="issue", text=joined(previous.text, cure))
            continue
        if previous is not None and _continues(sentence):
            longer = f"{previous.text} {plain(sentence)}"
            if len(longer) <= MAX_CHARS:
                previous = replace(previous, text=longer)
            continue
        if previous is not None:
            yield previous, corrected
            previous = None
        verdict = _labelled(sentence) or judge(sentence, announced=announced, revising=revising)
        for further in JUDGES:
            verdict = verdict or further(sentence, text)
        announced, revising = announces_cause(sentence), retracts(sentence)
        if verdict is not None:
            line = block.line_of(verdict.text)
            previous = made_of(verdict.kind, verdict.text, verdict.score, line)
            corrected = verdict.corrects
    if previous is not None:
        yield previous, corrected


def _flat(text: str) -> str:
    """On one line, as `one_line` does it, at once where there is nothing to do."""
    return text if text.isprintable() and "  " not in text else one_line(text)


def _labelled(sentence: str) -> Verdict | None:
    """A label in the middle of a paragraph ("… 2. **The root cause**: the cache is shared.")."""
    label = split_label(sentence)
    marker = label.marker
    if marker is None or marker.role not in ("cause", "fact", "decision") or marker.score < 0.7:
        return None
    text = plain(label.rest)
    return None if is_noise(text) or len(text) < 25 else Verdict(marker.kind, text, marker.score)


def _continues(sentence: str) -> bool:
    return sentence.startswith(("In that case", "Otherwise", "As a result", "Hence ", "Therefore"))
