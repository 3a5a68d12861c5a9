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
from .choices import judge_choice
from .contrasts import judge_contrast
from .defects import judge_defect
from .diagnosis import Verdict
from .foreign import judge_foreign
from .markdown_blocks import Block
from .markers import split_label
from .mechanisms import judge_mechanism
from .noise import is_noise
from .outcomes import judge_outcome
from .place import AGREES, Place
from .prohibitions import judge_prohibition
from .records import MAX_CHARS, joined, made_of
from .revisions import retracts
from .sentences import plain, sentences
from .statements import announces_cause, cure_of, judge
from .structure import BOLD_START

# Tried in turn on a sentence that nothing else has taken, without its emphasis marks.
JUDGES: Final[tuple[Callable[[str, Place], Verdict | None], ...]] = (
    judge_outcome,
    judge_prohibition,
    judge_defect,
    judge_contrast,
    judge_mechanism,
    judge_choice,
    judge_foreign,
)

_ENUMERATED: Final = re.compile(r"^\d{1,2}[.)] ")


def stated(
    block: Block, text: str, *, weighing: bool = False, directed: bool = False
) -> Iterator[tuple[Candidate, bool]]:
    """The statements in the text of a block, each with whether it says that it corrects.

    `weighing`: it stands under an option; `directed`: under a heading like "The approach".
    """
    place = Place(text, block.kind == "item", _agrees(text), weighing, directed)
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
        verdict = verdict or _judged(plain(sentence), place)
        announced, revising = announces_cause(sentence), retracts(sentence)
        if verdict is not None:
            line = block.line_of(verdict.text)
            previous = made_of(verdict.kind, verdict.text, verdict.score, line)
            corrected = verdict.corrects
    if previous is not None:
        yield previous, corrected


def _agrees(text: str) -> bool:
    head = text[:60]
    grants = (
        "ight" in head or "orrect" in head or " true" in head or "oint" in head or "catch" in head
    )
    return grants and AGREES.match(text) is not None


def _judged(sentence: str, place: Place) -> Verdict | None:
    if len(sentence) < 14:
        return None
    for judges in JUDGES:
        verdict = judges(sentence, place)
        if verdict is not None:
            return verdict
    return None


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
