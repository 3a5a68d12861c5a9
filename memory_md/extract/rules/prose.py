"""Markdown prose to candidates: headings and labels first, then sentences that state something.

What stands under "Decisions Made" is a decision without any marker word; what stands nowhere has
to earn its place by a cause, a contrast or a discovery.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from ...transcripts.model.events import Prose
from ..model import Candidate
from .block import LEAD, Block
from .choices import DIRECTION
from .findings import findings, holds_findings
from .headings import SILENT, enter_heading
from .label_scope import in_scope
from .markdown_blocks import blocks
from .marker_words import CORRECTED
from .markers import PARTS, Label, Marker, Section, lead_in, plain_label, split_label
from .paragraphs import stated
from .passage import Passage
from .records import Record, cleaned, joined
from .refusals import CLAIMS, dropped
from .revisions import BARE, take_back
from .structure import (
    FIELD_LIKE,
    is_commit,
    is_log,
    is_weighty,
    labelled_fact,
    listed,
    table_row,
    title_only,
    titled,
)

# A whole sentence in bold is no heading.
_ENDS: Final = (".", "!", "。", "！")
_SENTENCE: Final = regex(r"(?:\S+ ){5}.*[.!。！]$")
_SURE: Final = 0.7
_LISTED: Final = 0.6
_SHORT: Final = 10_000  # characters of a passage that is remembered


def read_prose(
    event: Prose, refuted: list[Candidate] | None = None
) -> tuple[list[Candidate], list[Candidate]]:
    """The candidates of one passage in order, and what corrects earlier ones.

    Of the second, those that score `BARE` are no candidates but for what they correct. What the
    passage says and takes back is added to `refuted`.
    """
    found: list[Candidate] = []
    corrections: list[Candidate] = []
    refuted = [] if refuted is None else refuted
    if holds_findings(event.text):
        told = [replace(one, line=event.line) for one in findings(event.text)]
        return told, []
    latest = -1
    walk = _walked if len(event.text) <= _SHORT else _walk
    for candidate, corrects in walk(event.text):
        told_at = candidate.line
        line = event.line + told_at if event.exact_lines else event.line
        if not candidate.text:  # what stands just above is dropped
            if found and found[-1].kind in CLAIMS and latest >= candidate.line:
                refuted.append(replace(found.pop(), line=line))
            continue
        candidate = replace(candidate, line=line)
        gone = take_back(found, candidate, refuted, openly=corrects)
        if candidate.score == BARE and gone is not None:
            candidate = replace(candidate, kind=gone.kind, score=gone.score)
        if corrects or gone is not None or candidate.score == BARE:
            corrections.append(candidate)
        if candidate.score > BARE:
            latest = told_at
            found.append(candidate)
    found.sort(key=lambda candidate: candidate.line)
    return found, corrections


# Agents repeat themselves: plans, summaries, the whole session when it is resumed.
@lru_cache(maxsize=256)
def _walked(text: str) -> tuple[tuple[Candidate, bool], ...]:
    return tuple(_walk(text))


def _walk(text: str) -> Iterator[tuple[Candidate, bool]]:
    """The candidates; one without text says that the one from its line on is taken back."""
    passage = Passage()
    above = 0
    for block in chain.from_iterable(map(in_scope, blocks(text))):
        takes_back = dropped(block.text) if block.kind in ("paragraph", "item") else None
        if takes_back is not None:
            yield from _closed(passage)
            block.text, of_above = takes_back
            if of_above:
                yield Candidate("", "", score=BARE, line=above), True
        above = block.line
        if not block.text:
            continue
        if block.kind == "heading":
            yield from _closed(passage)
            enter_heading(passage, block)
            ends = block.level == LEAD and block.text.endswith(_ENDS)
            if ends and passage.is_free() and _SENTENCE.search(block.text):
                yield from stated(block, block.text)
        elif block.kind == "row":
            yield from ((made, False) for made in table_row(block, passage.section()) if made)
        else:
            if block.kind == "paragraph":
                passage.steps = False
                passage.leave_lead()
            elif passage.details:
                continue
            passage.details = False
            yield from _body(passage, block)
            passage.items_seen = passage.items_seen or block.kind == "item"
    yield from _closed(passage)


def _closed(passage: Passage) -> Iterator[tuple[Candidate, bool]]:
    told = passage.record.candidate() if passage.record is not None else None
    for candidate in (passage.weak, told, passage.parent):
        if candidate is not None:
            yield candidate, False
    passage.weak = passage.record = passage.parent = None


def _body(passage: Passage, block: Block) -> Iterator[tuple[Candidate, bool]]:
    text = block.text.strip().strip('"') if block.text.startswith('"') else block.text.strip()
    label = split_label(text)
    marker = label.marker
    _begin_list(passage, block)
    if marker is None and not label.name and passage.marker is not None:
        label, passage.marker = Label(passage.marker, "", text), None
        marker = label.marker
    if marker is None and label.name and plain_label(label.name) in CORRECTED:
        passage.corrected = True
        return
    if marker is not None and marker.role in SILENT:
        _pass_over(passage, block, label, text)
        return
    if marker is not None and label.rest:
        yield from _labelled(passage, block, label, marker)
        return
    if marker is not None:  # a label alone: its text comes next
        passage.marker = marker
        return
    nested = (
        block.kind == "item"
        and block.level > max(passage.parent_level, 0)
        and passage.parent_level >= 0
    )
    if nested and passage.parent is not None:
        return
    section = passage.section()
    if section.kind and passage.untold and block.kind == "paragraph":
        passage.untold = False
        if (told := titled(passage.title, passage.title_line, text, section)) is not None:
            passage.parent = None
            yield from _closed(passage)
            passage.parent = told
            return
    yield from _closed(passage)
    yield from _unlabelled(passage, block, text, section)


def _begin_list(passage: Passage, block: Block) -> None:
    """What a label that stands alone means for an item below it."""
    marker = passage.marker
    if marker is None or block.kind != "item":
        return
    if marker.role in PARTS and passage.section().kind:
        # The items under "Root cause" are causes, each of its own; under "Fix" they are steps.
        passage.steps = marker.role == "fix"
        passage.marker = None
    elif _heads_a_list(passage):
        passage.enter(LEAD, Section(marker.kind, _LISTED))
        passage.marker = None


def _pass_over(passage: Passage, block: Block, label: Label, text: str) -> None:
    """A label that introduces no learning; what follows from it for the lines around it."""
    if label.marker is not None and label.marker.role == "field":
        passage.fields_line = block.line
        near = passage.weak is not None and block.line - passage.weak.line <= 1
        passage.weak = None if near else passage.weak
    elif not label.rest and (after := lead_in(text)) is not None and after.closed:
        passage.enter(LEAD, after)


def _heads_a_list(passage: Passage) -> bool:
    """Whether the label that waits for its text ("Lessons learned:") is over a list of them."""
    marker = passage.marker
    sure = marker is not None and marker.role == "fact" and marker.score >= _SURE
    return sure and passage.is_free()


def _unlabelled(
    passage: Passage, block: Block, text: str, section: Section
) -> Iterator[tuple[Candidate, bool]]:
    passage.parent_level = block.level if block.kind == "item" else -1
    opens_list = block.kind == "paragraph" and text.endswith((":", "："))
    free = not section.kind and not section.closed
    if opens_list and free and (after := lead_in(text)) is not None:
        passage.enter(LEAD, after)
    chosen, passage.choice = passage.choice, False
    if passage.steps and not is_weighty(text):
        return
    if section.kind and (made := listed(block, text, section, chosen=chosen)):
        passage.parent = made
        if chosen and block.kind == "paragraph" and section.kind != "issue":
            passage.close()
    if section.kind and block.kind == "item" and (title := title_only(text)):
        passage.title, passage.title_line, passage.untold = title, block.line, True
    if free:
        yield from stated(
            block,
            text,
            weighing=bool(passage.sections) and passage.is_weighing(),
            directed=block.kind == "item" and DIRECTION.match(passage.title) is not None,
        )


def _labelled(
    passage: Passage, block: Block, label: Label, marker: Marker
) -> Iterator[tuple[Candidate, bool]]:
    rest = label.rest
    if marker.role == "reason" and passage.record is None and passage.parent is not None:
        passage.parent = replace(passage.parent, text=joined(passage.parent.text, cleaned(rest)))
        return
    record = passage.record
    if marker.kind == "fixed" and record is not None and record.problem and not record.fix:
        marker = replace(marker, role="fix")
    passage.details = marker.role in ("fix", "reason") and rest.endswith((":", "："))
    if marker.role == "fact":
        if marker.kind != "decision" or not passage.is_weighing():
            yield from _fact(passage, block, label, marker)
        return
    if marker.role == "fix" and record is None and is_commit(label):
        return
    held = record is not None and bool(getattr(record, marker.role))
    if record is None or held or (marker.role in ("problem", "decision") and record.fix):
        title = passage.title if marker.role == "reason" else ""
        yield from _closed(passage)
        record = passage.record = Record(marker.score, refine=passage.section().met)
        if title and passage.section().kind == "decision":
            record.put("decision", cleaned(title), passage.title_line)
    record.logged = record.logged or is_log(label)
    record.put(marker.role, cleaned(rest), block.line_of(rest), label.qualifier)
    record.score = max(record.score, marker.score)
    if passage.choice and marker.role == "decision":
        passage.choice = False
        passage.close()


def _fact(
    passage: Passage, block: Block, label: Label, marker: Marker
) -> Iterator[tuple[Candidate, bool]]:
    if passage.corrected and marker.kind == "convention":
        marker = replace(marker, kind="preference", score=0.8)
    yield from _closed(passage)
    made = labelled_fact(marker, label, block, passage.section())
    if made is None:
        return
    if marker.kind not in FIELD_LIKE:
        yield made, False
    elif block.line - passage.fields_line > 1:
        passage.weak = made
