"""What a heading says of the text below it: the section it opens, and its title."""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from .block import LEAD, Block
from .markers import PARTS, Marker, Section, marker_named, section_of, split_label
from .passage import Passage
from .records import BRACKETED
from .structure import names_its_subject

SILENT: Final = ("noise", "field")
_SURE: Final = 0.7
_WEIGHING: Final = regex(
    r"\W*(?:\d{1,2}[.)] )?(?:(?:what )?if\b|(?:option|approach|alternative|variant|proposal"
    r"|scenario|idea)\b(?! (?:taken|chosen))|pros\b|drawbacks\b)",
    re.IGNORECASE,
)


def enter_heading(passage: Passage, block: Block) -> None:
    """Open the section that a heading begins, and note what is to be told of its title."""
    label = split_label(block.text)
    marker, rest = label.marker, label.rest
    section = section_of(block.text)
    passage.marker, passage.details, passage.steps = None, False, False
    passage.corrected = passage.corrected and block.level == LEAD
    if (
        section is None
        and rest
        and marker
        and marker.role in ("problem", "fact")
        and block.level < LEAD
    ):
        section = Section(marker.kind, marker.score)  # "### Known issue: the queue stalls"
    if block.level == LEAD:
        known = marker_named(block.text)
        silent = known is not None and known.role in SILENT
        section = Section(closed=True) if silent and section is None else section
        if known is not None and (section is None or silent or known.role in PARTS):
            passage.marker = known
    elif section is None and _is_insight(marker_named(block.text)):
        section = Section("learning", _SURE, choice=True)  # the one paragraph below it
    if section is not None and section.cured and passage.is_told_above(block.level):
        section = None
    passage.enter(block.level, section, weighs=_WEIGHING.match(block.text) is not None)
    passage.title, passage.title_line = BRACKETED.sub("", block.text), block.line
    passage.untold = section is None and names_its_subject(block.text)
    passage.choice = section is not None and section.choice
    if marker is not None and marker.role not in (*SILENT, "title") and len(rest) > 20:
        passage.title = rest


def _is_insight(marker: Marker | None) -> bool:
    """Whether a heading is the label of one finding ("### Key insight")."""
    return marker is not None and marker.kind == "learning" and marker.score >= _SURE
