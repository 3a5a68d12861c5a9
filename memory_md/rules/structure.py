"""What stands under a heading, behind a label or in a table that says what it is.

The structure vouches for it; the text only has to be no noise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..model.extraction import Candidate
from .markdown_blocks import Block
from .markers import Marker, Section, marker_named
from .noise import (
    has_reason,
    is_bare_order,
    is_guess,
    is_noise,
    is_none,
    is_passing,
    is_report,
    is_scene,
)
from .records import LINT, Record, cleaned, made_of, refined_issue, with_title

BOLD_START: Final = re.compile(r"(?:\*\*|__)([^*]{2,160}?)(?:\*\*|__)[ \t]*(?:[:：—–.-][ \t]*)?")
_ONLY_REFERENCE: Final = re.compile(r"[`\[]?[\w./()\]\[-]+`?(?:[ ]*\([^)]*\))?$")
_YOU: Final = re.compile(r"\byou(?:r|['’]\w+)?\b", re.IGNORECASE)
_FAILURE: Final = re.compile(
    r"\b(?:fails?|failed|errors?|crash\w*|broken|breaks|bug|unable|could not|not available"
    r"|hangs?)\b",
    re.IGNORECASE,
)
_WEIGHED_FACT: Final = re.compile(
    r"\b(?:instead of|rather than|in favou?r of)\b|\(not ", re.IGNORECASE
)
_UNLIKE: Final = re.compile(r"\bbut (?:not|NOT|only|never|the|no)\b|, so \S")


def labelled_fact(marker: Marker, rest: str, line: int, section: Section) -> Candidate | None:
    """What a label like "Gotcha:" introduces."""
    text = cleaned(rest)
    if is_noise(text) or text.casefold().startswith(
        ("you can", "you may", "you should", "you might", "might ", "may ", "could ")
    ):
        return None
    if marker.score < 0.7 and (section.closed or _YOU.search(text)):
        return None
    return made_of(marker.kind, text, marker.score, line)


def listed(block: Block, text: str, section: Section) -> Candidate | None:
    """A bullet or paragraph under a heading that says what it is."""
    lead = BOLD_START.match(text)
    if lead is not None:
        text = with_title(lead, text[lead.end() :])
        if lead.end() == len(lead.string) and len(text.split()) < 6:
            return None  # a title whose text is said elsewhere, if at all
    if is_none(text) or _ONLY_REFERENCE.fullmatch(text):
        return None
    text = cleaned(text)
    if is_noise(text) or LINT.search(text) or (section.kind != "decision" and is_report(text)):
        return None
    if section.kind in ("issue", "learning") and _YOU.search(text):
        return None  # said to the person, of the moment
    if section.score <= 0.55 and (is_guess(text) or is_scene(text)):
        return None
    if section.score <= 0.5 and is_passing(text):
        return None
    weighty = has_reason(text) or _FAILURE.search(text) or _UNLIKE.search(text)
    if block.kind == "paragraph" and not weighty:
        return None
    if section.kind == "learning" and is_bare_order(text):
        return None
    kind = _refined(section, text)
    return made_of(kind, text, section.score, block.line)


def _refined(section: Section, text: str) -> str:
    """Notes hold anything: what a line weighs or what fails in it says more than its heading."""
    kind = section.kind
    if kind == "learning" and _WEIGHED_FACT.search(text):
        return "decision"
    if kind == "learning" and _FAILURE.search(text):
        return "issue"
    return refined_issue(text) if kind == "issue" and section.met else kind


def table_row(block: Block, section: Section) -> Iterator[Candidate | None]:
    """A row of a table whose columns are a decision and its reason, or a problem and its cause."""
    if section.closed:
        return
    record = Record(block.line, 0.6)
    roles = [marker_named(name) for name in block.header]
    for marker, cell in zip(roles, block.cells, strict=False):
        if marker is None or marker.role not in ("problem", "cause", "fix", "decision", "reason"):
            continue
        if cell.strip(" -—–"):
            setattr(record, marker.role, cleaned(cell))
    known = {marker.role for marker in roles if marker is not None}
    if known >= {"decision", "reason"} or (known & {"problem"} and known & {"cause", "fix"}):
        yield record.candidate()
