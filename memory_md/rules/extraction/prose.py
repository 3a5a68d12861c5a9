"""Markdown prose to candidates: headings and labels first, then sentences that state something.

What stands under "Decisions Made" is a decision without any marker word; what stands nowhere has
to earn its place by a cause, a contrast or a discovery.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from ...model.extraction import Candidate, Prose
from .choices import DIRECTION
from .findings import findings, holds_findings
from .markdown_blocks import LEAD, Block, blocks
from .marker_words import CORRECTED
from .markers import (
    Label,
    Marker,
    Section,
    lead_in,
    marker_named,
    plain_label,
    section_of,
    split_label,
)
from .paragraphs import stated
from .records import BRACKETED, Record, cleaned, joined
from .revisions import BARE, take_back
from .structure import (
    FIELD_LIKE,
    is_commit,
    is_log,
    is_weighty,
    labelled_fact,
    listed,
    names_its_subject,
    table_row,
    title_only,
    titled,
)

# A whole sentence in bold is no heading.
_SENTENCE: Final = re.compile(r"(?:\S+ ){5}.*[.!。！]$")
# What a bold line above a paragraph says of it, if it could be a heading over a list as well.
_PARTS: Final = ("problem", "cause", "fix", "decision")
_SILENT: Final = ("noise", "field")
_SURE: Final = 0.7
_LISTED: Final = 0.6
_WEIGHING: Final = re.compile(
    r"\W*(?:\d{1,2}[.)] )?(?:(?:what )?if\b|(?:option|approach|alternative|variant|proposal"
    r"|scenario|idea)\b(?! (?:taken|chosen))|pros\b|drawbacks\b)",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _State:
    """Where in the text we are; the last of a section says that it only weighs a possibility."""

    sections: list[tuple[int, Section | None, bool]] = field(default_factory=list)
    marker: Marker | None = None  # a label on a line of its own, still waiting for its text
    record: Record | None = None
    title: str = ""
    title_line: int = 0
    untold: bool = False  # what the title is about comes next
    choice: bool = False  # the next paragraph is the one choice of its section
    fields_line: int = -9  # the last line of a report's head ("Date: …")
    weak: Candidate | None = None  # may turn out to be a field of such a head
    items_seen: bool = False
    details: bool = False  # the list that follows only spells out a cure or a reason
    steps: bool = False  # the list tells what was done, one thing an item
    corrected: bool = False  # a person's correction was told of: its rule is a preference
    parent_level: int = -1
    parent: Candidate | None = None

    def section(self) -> Section:
        for _, section, _ in reversed(self.sections):
            if section is not None:
                weighed = section.kind == "issue" and self.is_weighing()
                return Section(closed=True) if weighed else section
        return Section()

    def is_weighing(self) -> bool:
        """Whether this is one of several possibilities."""
        for _, _, weighs in self.sections:  # noqa: SIM110 - a generator is half as fast
            if weighs:
                return True
        return False

    def is_free(self) -> bool:
        """Whether what stands here has to speak for itself."""
        section = self.section()
        return not section.kind and not section.closed

    def enter(self, level: int, section: Section | None, *, weighs: bool = False) -> None:
        while self.sections and self.sections[-1][0] >= level:
            self.sections.pop()
        self.sections.append((level, section, weighs))
        self.items_seen = False
        self.parent_level, self.parent = -1, None

    def close(self) -> None:
        """The one thing this section is about is told; the rest of it explains."""
        level, _, weighs = self.sections[-1]
        self.sections[-1] = (level, Section(closed=True), weighs)

    def leave_lead(self) -> None:
        """A paragraph after the list under a bold line is no longer under that line."""
        if self.items_seen and self.sections and self.sections[-1][0] == LEAD:
            self.sections.pop()
            self.items_seen = False


def read_prose(event: Prose) -> tuple[list[Candidate], list[Candidate]]:
    """The candidates of one passage in order, and what corrects earlier ones.

    Of the second, those that score `BARE` are no candidates but for what they correct.
    """
    found: list[Candidate] = []
    corrections: list[Candidate] = []
    if holds_findings(event.text):
        told = [replace(one, line=event.line) for one in findings(event.text)]
        return told, []
    for candidate, corrects in _walk(event.text):
        line = event.line + candidate.line if event.exact_lines else event.line
        candidate = replace(candidate, line=line)
        gone = take_back(found, candidate, openly=corrects)
        if candidate.score == BARE and gone is not None:
            candidate = replace(candidate, kind=gone.kind, score=gone.score)
        if corrects or gone is not None:
            corrections.append(candidate)
        if candidate.score > BARE:
            found.append(candidate)
    found.sort(key=lambda candidate: candidate.line)
    return found, corrections


def _walk(text: str) -> Iterator[tuple[Candidate, bool]]:
    state = _State()
    for block in blocks(text):
        if block.kind == "heading":
            yield from _closed(state)
            _heading(state, block)
            if block.level == LEAD and state.is_free() and _SENTENCE.search(block.text):
                yield from stated(block, block.text)
        elif block.kind == "row":
            yield from ((made, False) for made in table_row(block, state.section()) if made)
        else:
            if block.kind == "paragraph":
                state.steps = False
                state.leave_lead()
            elif state.details:
                continue
            state.details = False
            yield from _body(state, block)
            state.items_seen = state.items_seen or block.kind == "item"
    yield from _closed(state)


def _heading(state: _State, block: Block) -> None:
    label = split_label(block.text)
    marker, rest = label.marker, label.rest
    section = section_of(block.text)
    state.marker, state.details, state.steps = None, False, False
    state.corrected = state.corrected and block.level == LEAD
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
        silent = known is not None and known.role in _SILENT
        section = Section(closed=True) if silent and section is None else section
        if known is not None and (section is None or silent or known.role in _PARTS):
            state.marker = known
    state.enter(block.level, section, weighs=_WEIGHING.match(block.text) is not None)
    state.title, state.title_line = BRACKETED.sub("", block.text), block.line
    state.untold = section is None and names_its_subject(block.text)
    state.choice = section is not None and section.choice
    if marker is not None and marker.role not in (*_SILENT, "title") and len(rest) > 20:
        state.title = rest


def _closed(state: _State) -> Iterator[tuple[Candidate, bool]]:
    told = state.record.candidate() if state.record is not None else None
    for candidate in (state.weak, told, state.parent):
        if candidate is not None:
            yield candidate, False
    state.weak = state.record = state.parent = None


def _body(state: _State, block: Block) -> Iterator[tuple[Candidate, bool]]:
    text = block.text.strip().strip('"') if block.text.startswith('"') else block.text.strip()
    label = split_label(text)
    marker = label.marker
    _begin_list(state, block)
    if marker is None and not label.name and state.marker is not None:
        label, state.marker = Label(state.marker, "", text), None
        marker = label.marker
    if marker is None and label.name and plain_label(label.name) in CORRECTED:
        state.corrected = True
        return
    if marker is not None and marker.role in _SILENT:
        _pass_over(state, block, label, text)
        return
    if marker is not None and label.rest:
        yield from _labelled(state, block, label, marker)
        return
    if marker is not None:  # a label alone: its text comes next
        state.marker = marker
        return
    nested = (
        block.kind == "item"
        and block.level > max(state.parent_level, 0)
        and state.parent_level >= 0
    )
    if nested and state.parent is not None:
        return
    section = state.section()
    if section.kind and state.untold and block.kind == "paragraph":
        state.untold = False
        if (told := titled(state.title, state.title_line, text, section)) is not None:
            state.parent = None
            yield from _closed(state)
            state.parent = told
            return
    yield from _closed(state)
    yield from _unlabelled(state, block, text, section)


def _begin_list(state: _State, block: Block) -> None:
    """What a label that stands alone means for an item below it."""
    marker = state.marker
    if marker is None or block.kind != "item":
        return
    if marker.role in _PARTS and state.section().kind:
        # The items under "Root cause" are causes, each of its own; under "Fix" they are steps.
        state.steps = marker.role == "fix"
        state.marker = None
    elif _heads_a_list(state):
        state.enter(LEAD, Section(marker.kind, _LISTED))
        state.marker = None


def _pass_over(state: _State, block: Block, label: Label, text: str) -> None:
    """A label that introduces no learning; what follows from it for the lines around it."""
    if label.marker is not None and label.marker.role == "field":
        state.fields_line = block.line
        near = state.weak is not None and block.line - state.weak.line <= 1
        state.weak = None if near else state.weak
    elif not label.rest and (after := lead_in(text)) is not None and after.closed:
        state.enter(LEAD, after)


def _heads_a_list(state: _State) -> bool:
    """Whether the label that waits for its text ("Lessons learned:") is over a list of them."""
    marker = state.marker
    sure = marker is not None and marker.role == "fact" and marker.score >= _SURE
    return sure and state.is_free()


def _unlabelled(
    state: _State, block: Block, text: str, section: Section
) -> Iterator[tuple[Candidate, bool]]:
    state.parent_level = block.level if block.kind == "item" else -1
    opens_list = block.kind == "paragraph" and text.endswith((":", "："))
    free = not section.kind and not section.closed
    if opens_list and free and (after := lead_in(text)) is not None:
        state.enter(LEAD, after)
    chosen, state.choice = state.choice, False
    if state.steps and not is_weighty(text):
        return
    if section.kind and (made := listed(block, text, section, chosen=chosen)):
        state.parent = made
        if chosen and block.kind == "paragraph":
            state.close()
    if section.kind and block.kind == "item" and (title := title_only(text)):
        state.title, state.title_line, state.untold = title, block.line, True
    if free:
        yield from stated(
            block,
            text,
            weighing=bool(state.sections) and state.is_weighing(),
            directed=block.kind == "item" and DIRECTION.match(state.title) is not None,
        )


def _labelled(
    state: _State, block: Block, label: Label, marker: Marker
) -> Iterator[tuple[Candidate, bool]]:
    rest = label.rest
    if marker.role == "reason" and state.record is None and state.parent is not None:
        state.parent = replace(state.parent, text=joined(state.parent.text, cleaned(rest)))
        return
    record = state.record
    if marker.kind == "fixed" and record is not None and record.problem and not record.fix:
        marker = replace(marker, role="fix")
    state.details = marker.role in ("fix", "reason") and rest.endswith((":", "："))
    if marker.role == "fact":
        if marker.kind != "decision" or not state.is_weighing():
            yield from _fact(state, block, label, marker)
        return
    if marker.role == "fix" and record is None and is_commit(label):
        return
    held = record is not None and bool(getattr(record, marker.role))
    if record is None or held or (marker.role in ("problem", "decision") and record.fix):
        title = state.title if marker.role == "reason" else ""
        yield from _closed(state)
        record = state.record = Record(marker.score, refine=state.section().met)
        if title and state.section().kind == "decision":
            record.put("decision", cleaned(title), state.title_line)
    record.logged = record.logged or is_log(label)
    record.put(marker.role, cleaned(rest), block.line_of(rest), label.qualifier)
    record.score = max(record.score, marker.score)
    if state.choice and marker.role == "decision":
        state.choice = False
        state.close()


def _fact(
    state: _State, block: Block, label: Label, marker: Marker
) -> Iterator[tuple[Candidate, bool]]:
    if state.corrected and marker.kind == "convention":
        marker = replace(marker, kind="preference", score=0.8)
    yield from _closed(state)
    made = labelled_fact(marker, label, block, state.section())
    if made is None:
        return
    if marker.kind not in FIELD_LIKE:
        yield made, False
    elif block.line - state.fields_line > 1:
        state.weak = made
