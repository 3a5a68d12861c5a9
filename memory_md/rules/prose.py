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
from .markers import Marker, Section, lead_in, marker_named, section_of, split_label
from .noise import has_reason, is_guess, is_noise, is_none, is_report
from .records import BRACKETED, LINT, MAX_CHARS, Record, cleaned, joined, made_of, with_title
from .sentences import plain, sentences
from .statements import Verdict, announces_cause, judge

_WORD: Final = re.compile(r"[^\W_]{3,}")
_BOLD_START: Final = re.compile(r"(?:\*\*|__)([^*]{2,160}?)(?:\*\*|__)[ \t]*(?:[:：—–.-][ \t]*)?")
_ENUMERATED: Final = re.compile(r"^\d{1,2}[.)] ")
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


@dataclass(slots=True)
class _State:
    """Where in the text we are."""

    sections: list[tuple[int, Section | None, bool]] = field(default_factory=list)
    marker: Marker | None = None  # a label on a line of its own, still waiting for its text
    record: Record | None = None
    title: str = ""
    title_line: int = 0
    items_seen: bool = False
    parent_level: int = -1
    parent: Candidate | None = None

    def section(self) -> Section:
        for _, section, _ in reversed(self.sections):
            if section is not None:
                return section
        return Section()

    def enter(self, level: int, section: Section | None) -> None:
        while self.sections and self.sections[-1][0] >= level:
            self.sections.pop()
        self.sections.append((level, section, False))
        self.items_seen = False
        self.parent_level, self.parent = -1, None

    def leave_lead(self) -> None:
        """A paragraph after the list under a bold line is no longer under that line."""
        if self.items_seen and self.sections and self.sections[-1][0] == LEAD:
            self.sections.pop()
            self.items_seen = False


def read_prose(event: Prose) -> tuple[list[Candidate], list[Candidate]]:
    """The candidates of one passage in order, and those among them that correct earlier ones."""
    found: list[Candidate] = []
    corrections: list[Candidate] = []
    for candidate, corrects in _walk(event.text):
        line = event.line + candidate.line if event.exact_lines else event.line
        candidate = replace(candidate, line=line)
        if corrects:
            found = [old for old in found if not same_subject(old.text, candidate.text)]
            corrections.append(candidate)
        found.append(candidate)
    found.sort(key=lambda candidate: candidate.line)
    return found, corrections


def same_subject(old: str, new: str) -> bool:
    """Whether a correction speaks of what the older text spoke of: half of its words recur."""
    before = {word.casefold() for word in _WORD.findall(old)}
    after = {word.casefold() for word in _WORD.findall(new)}
    return len(before & after) * 2 >= max(min(len(before), len(after)), 2)


def _walk(text: str) -> Iterator[tuple[Candidate, bool]]:
    state = _State()
    for block in blocks(text):
        if block.kind == "heading":
            yield from _closed(state)
            _heading(state, block)
        elif block.kind == "row":
            yield from ((made, False) for made in _row(block, state.section()) if made)
        else:
            if block.kind == "paragraph":
                state.leave_lead()
            yield from _body(state, block)
            state.items_seen = state.items_seen or block.kind == "item"
    yield from _closed(state)


def _heading(state: _State, block: Block) -> None:
    marker, _, rest = split_label(block.text)
    section = section_of(block.text)
    state.marker = None
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
    state.enter(block.level, section)
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
    if section.kind and (made := _structural(block, text, section)):
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
    if marker.role == "fact":
        yield from _closed(state)
        made = _fact(marker, rest, block.line, state.section())
        if made is not None:
            yield made, False
        return
    record = state.record
    held = record is not None and bool(getattr(record, marker.role))
    if record is None or held or (marker.role in ("problem", "decision") and record.fix):
        title = state.title if marker.role == "reason" else ""
        yield from _closed(state)
        record = state.record = Record(block.line, marker.score)
        if title and state.section().kind == "decision":
            record.decision = cleaned(title)
    setattr(record, marker.role, cleaned(rest))
    record.score = max(record.score, marker.score)


def _fact(marker: Marker, rest: str, line: int, section: Section) -> Candidate | None:
    text = cleaned(rest)
    if is_noise(text) or text.casefold().startswith(
        ("you can", "you may", "you should", "you might", "might ", "may ", "could ")
    ):
        return None
    if marker.score < 0.7 and (section.closed or _YOU.search(text)):
        return None
    return made_of(marker.kind, text, marker.score, line)


def _structural(block: Block, text: str, section: Section) -> Candidate | None:
    """A bullet or paragraph under a heading that says what it is."""
    lead = _BOLD_START.match(text)
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
    if section.score <= 0.55 and is_guess(text):
        return None
    if block.kind == "paragraph" and not has_reason(text) and not _FAILURE.search(text):
        return None
    kind = _refined(section.kind, text)
    return made_of(kind, text, section.score, block.line)


def _refined(kind: str, text: str) -> str:
    """Notes hold anything: what a line weighs or what fails in it says more than its heading."""
    if kind == "learning" and _WEIGHED_FACT.search(text):
        return "decision"
    if kind == "learning" and _FAILURE.search(text):
        return "issue"
    return kind


def _row(block: Block, section: Section) -> Iterator[Candidate | None]:
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


def _stated(text: str, line: int) -> Iterator[tuple[Candidate, bool]]:
    """Sentences of free prose that stand on their own."""
    lead = _BOLD_START.match(text)
    if lead is not None and len(text) > lead.end() and text[lead.end() - 1] in " \t":
        text = text[lead.end() :]
    previous: Candidate | None = None
    corrected = False
    announced = False
    for sentence in sentences(text):
        sentence = _ENUMERATED.sub("", one_line(sentence))
        if previous is not None and _continues(sentence):
            longer = f"{previous.text} {plain(sentence)}"
            if len(longer) <= MAX_CHARS:
                previous = replace(previous, text=longer)
            continue
        if previous is not None:
            yield previous, corrected
            previous = None
        verdict: Verdict | None = _labelled_sentence(sentence) or judge(
            sentence, announced=announced
        )
        announced = announces_cause(sentence)
        if verdict is not None:
            previous = made_of(verdict.kind, verdict.text, verdict.score, line)
            corrected = verdict.corrects
    if previous is not None:
        yield previous, corrected


def _labelled_sentence(sentence: str) -> Verdict | None:
    """A label in the middle of a paragraph ("… 2. **The root cause**: the cache is shared.")."""
    marker, _, rest = split_label(sentence)
    if marker is None or marker.role not in ("cause", "fact", "decision") or marker.score < 0.7:
        return None
    text = plain(rest)
    return None if is_noise(text) or len(text) < 25 else Verdict(marker.kind, text, marker.score)


def _continues(sentence: str) -> bool:
    return sentence.startswith(("In that case", "Otherwise", "As a result", "Hence ", "Therefore"))
