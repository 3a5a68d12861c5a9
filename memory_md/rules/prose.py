"""Markdown prose to candidates: headings and labels first, then sentences that state something.

What stands under "Decisions Made" is a decision without any marker word; what stands nowhere has
to earn its place by a cause, a contrast or a discovery.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from ..model.extraction import Candidate, Prose
from ..text import one_line
from .markdown_blocks import LEAD, Block, blocks
from .marker_words import CORRECTED
from .markers import Marker, Section, lead_in, marker_named, plain_label, section_of, split_label
from .noise import is_noise
from .records import BRACKETED, MAX_CHARS, Record, cleaned, joined, made_of
from .revisions import BARE, retracts, take_back
from .sentences import plain, sentences
from .statements import Verdict, announces_cause, cure_of, judge
from .structure import BOLD_START, labelled_fact, listed, table_row

_ENUMERATED: Final = re.compile(r"^\d{1,2}[.)] ")
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
    items_seen: bool = False
    details: bool = False  # the list that follows only spells out a cure or a reason
    corrected: bool = False  # a person's correction was told of: its rule is a preference
    parent_level: int = -1
    parent: Candidate | None = None

    def section(self) -> Section:
        for _, section, _ in reversed(self.sections):
            if section is not None:
                weighed = section.kind == "issue" and any(weighs for _, _, weighs in self.sections)
                return Section(closed=True) if weighed else section
        return Section()

    def enter(self, level: int, section: Section | None, *, weighs: bool = False) -> None:
        while self.sections and self.sections[-1][0] >= level:
            self.sections.pop()
        self.sections.append((level, section, weighs))
        self.items_seen = False
        self.parent_level, self.parent = -1, None

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
        elif block.kind == "row":
            yield from ((made, False) for made in table_row(block, state.section()) if made)
        else:
            if block.kind == "paragraph":
                state.leave_lead()
            elif state.details:
                continue
            state.details = False
            yield from _body(state, block)
            state.items_seen = state.items_seen or block.kind == "item"
    yield from _closed(state)


def _heading(state: _State, block: Block) -> None:
    marker, _, rest = split_label(block.text)
    section = section_of(block.text)
    state.marker, state.details = None, False
    state.corrected = state.corrected and block.level == LEAD
    if (
        section is None
        and rest
        and marker
        and marker.role in ("problem", "fact")
        and block.level < LEAD
    ):
        section = Section(marker.kind, marker.score)  # "### Known issue: the queue stalls"
    if block.level == LEAD and section is None:
        state.marker = marker_named(block.text)
        if state.marker is not None and state.marker.role == "noise":
            section = Section(closed=True)
    state.enter(block.level, section, weighs=_WEIGHING.match(block.text) is not None)
    state.title, state.title_line = BRACKETED.sub("", block.text), block.line
    if marker is not None and marker.role not in ("noise", "title") and len(rest) > 20:
        state.title = rest


def _closed(state: _State) -> Iterator[tuple[Candidate, bool]]:
    if state.record is not None:
        candidate = state.record.candidate()
        state.record = None
        if candidate is not None:
            yield candidate, False
    if state.parent is not None:
        yield state.parent, False
        state.parent = None


def _body(state: _State, block: Block) -> Iterator[tuple[Candidate, bool]]:
    text = block.text.strip().strip('"') if block.text.startswith('"') else block.text.strip()
    marker, name, rest = split_label(text)
    if marker is None and not name and state.marker is not None:
        marker, rest, state.marker = state.marker, text, None
    if marker is None and name and plain_label(name) in CORRECTED:
        state.corrected = True
        return
    if marker is not None and marker.role == "noise":
        return
    if marker is not None and rest:
        yield from _labelled(state, block, marker, rest)
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
    yield from _closed(state)
    state.parent_level = block.level if block.kind == "item" else -1
    section = state.section()
    opens_list = block.kind == "paragraph" and text.endswith((":", "："))
    free = not section.kind and not section.closed
    if opens_list and free and (after := lead_in(text)) is not None:
        state.enter(LEAD, after)
    if section.kind and (made := listed(block, text, section)):
        state.parent = made
        return
    if not section.closed and not section.kind:
        yield from _stated(text, block.line)


def _labelled(
    state: _State, block: Block, marker: Marker, rest: str
) -> Iterator[tuple[Candidate, bool]]:
    if marker.role == "reason" and state.record is None and state.parent is not None:
        state.parent = replace(state.parent, text=joined(state.parent.text, cleaned(rest)))
        return
    state.details = marker.role in ("fix", "reason") and rest.endswith((":", "："))
    if marker.role == "fact":
        if state.corrected and marker.kind == "convention":
            marker = replace(marker, kind="preference", score=0.8)
        yield from _closed(state)
        made = labelled_fact(marker, rest, block.line, state.section())
        if made is not None:
            yield made, False
        return
    record = state.record
    held = record is not None and bool(getattr(record, marker.role))
    if record is None or held or (marker.role in ("problem", "decision") and record.fix):
        title = state.title if marker.role == "reason" else ""
        yield from _closed(state)
        record = state.record = Record(block.line, marker.score, refine=state.section().met)
        if title and state.section().kind == "decision":
            record.decision = cleaned(title)
    setattr(record, marker.role, cleaned(rest))
    record.score = max(record.score, marker.score)


def _stated(text: str, line: int) -> Iterator[tuple[Candidate, bool]]:
    """Sentences of free prose that stand on their own."""
    lead = BOLD_START.match(text)
    if lead is not None and len(text) > lead.end() and text[lead.end() - 1] in " \t":
        text = text[lead.end() :]
    previous: Candidate | None = None
    corrected = False
    announced = False
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
        verdict: Verdict | None = _labelled_sentence(sentence) or judge(
            sentence, announced=announced, revising=revising
        )
        announced, revising = announces_cause(sentence), retracts(sentence)
        if verdict is not None:
            previous = made_of(verdict.kind, verdict.text, verdict.score, line)
            corrected = verdict.corrects
    if previous is not None:
        yield previous, corrected


def _flat(text: str) -> str:
    """On one line, as `one_line` does it, at once where there is nothing to do."""
    return text if text.isprintable() and "  " not in text else one_line(text)


def _labelled_sentence(sentence: str) -> Verdict | None:
    """A label in the middle of a paragraph ("… 2. **The root cause**: the cache is shared.")."""
    marker, _, rest = split_label(sentence)
    if marker is None or marker.role not in ("cause", "fact", "decision") or marker.score < 0.7:
        return None
    text = plain(rest)
    return None if is_noise(text) or len(text) < 25 else Verdict(marker.kind, text, marker.score)


def _continues(sentence: str) -> bool:
    return sentence.startswith(("In that case", "Otherwise", "As a result", "Hence ", "Therefore"))
