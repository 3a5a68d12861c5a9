"""Markdown prose to candidates: headings and labels first, then sentences that state something.

What stands under "Decisions Made" is a decision without any marker word; what stands nowhere has
to earn its place by a cause, a contrast or a discovery.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.regex import regex
from ...transcripts.model.events import Prose
from ..model import WAITS, Candidate, Skipped
from .blocks import LEAD, MAX_BLOCK, TextBlock, blocks, with_full_stops
from .candidate_text import COLONS, clean, join_halves, with_item
from .closing_lines import (
    ClosingLine,
    closing_line,
    each_closing,
    is_closing,
    label_inside,
    label_of_row,
)
from .headings import SILENT, PassageState, enter_heading, is_weighty, listed
from .labelled import FIELD_LIKE, LabelledRecord, is_commit, is_log, labelled_fact, table_row
from .labels import PARTS, Label, Marker, Region, lead_in, marker_named, section_named, split_label
from .noise import is_noise, is_passing, is_report
from .passed_over import STEP, WEIGHED, why_noise
from .reasons import owner_of, with_reason
from .references import place_and_fact
from .refuted_claims import BARE, Claims, denies
from .sentences import is_broken, sentences
from .statements import stated

# A whole sentence in bold is no heading.
_SENTENCE: Final = regex(r"(?:\S+ ){5}.*[.!。！]$")
_SURE: Final = 0.7
_LISTED: Final = 0.6
_SHORT: Final = 10_000  # characters of a passage that is remembered
_LONGEST_NAME: Final = 40
_STOPS: Final = (".", "!", ".`", ".)", "。", "！")
# Blocks below a label to close with. Where more follow, it is a field of a report: of 41 such lines
# of sessions that were not asked 8 were useful (of gotchas 8 of 8), of 11 others 4.
_MOST_BEHIND: Final = 6
# A decision and, below a problem, its solution.
_ALSO_SOLVES: Final = frozenset(("решение", "рішення"))
_MOST_LINES: Final = 8  # that a sentence is wrapped over
# What introduces the steps of a procedure, none of which is a rule by itself.
_PROCEDURE: Final = regex(
    r"\W*(?:to (?!summar|sum|recap|be\b|avoid|prevent|keep|conclude|clarify)\w+|how to\b"
    r"|(?:the |follow |use |our )*(?:[\w-]+ ){0,4}(?:steps?|procedure|sequence|workflow)\b|um \w+"
    r"|pour \w+|para \w+|per \w+re\b|чтобы |(?:[\w ]+)?(?:步骤|流程)|手順)[^.。]{0,80}[:：]$",
    re.IGNORECASE,
)


class Step(Struct, frozen=True):
    """What one passage says next, on its line (from 0): a statement, or a taking back.

    `reason` is why a decision above was made. `corrects`: the statement says that it corrects
    something. `denial` is a block that may deny an earlier claim; `parts` says that a heading
    begins here. `skipped` is a labelled text that is no learning. `closes_at` is the place of a
    label to close with, in blocks that have none; -1 for anything else.
    """

    line: int
    candidate: Candidate | None = None
    corrects: bool = False
    denial: str = ""
    parts: bool = False
    skipped: Skipped | None = None
    reason: str = ""
    closes_at: int = -1


def read_prose(event: Prose, claims: Claims | None = None) -> list[Candidate]:
    """The candidates of one passage that it does not take back itself, in order of line.

    `claims` are those of the session before; what the passage takes back leaves them.
    """
    claims = Claims() if claims is None else claims
    claims.part = None
    told: list[Candidate] = []
    refuted = len(claims.refuted)
    walk = _walked if len(event.text) <= _SHORT else _walk
    for step in walk(event.text):
        line = event.line + step.line if event.exact_lines else event.line
        if step.parts:
            claims.part = []
        elif step.denial:
            claims.deny(step.denial, line)
        elif step.skipped is not None:
            claims.passed.note(step.skipped.text, line, step.skipped.reason, step.skipped.kind)
        elif step.candidate is not None:
            said = claims.add(replace(step.candidate, line=line), openly=step.corrects)
            told += [said] if said is not None else []
    if len(claims.refuted) > refuted:
        kept = set(map(id, claims.found))
        told = [one for one in told if id(one) in kept]
    return sorted(told, key=lambda one: one.line)


# Agents repeat themselves: plans, summaries, the whole session when it is resumed.
@lru_cache(maxsize=256)
def _walked(text: str) -> tuple[Step, ...]:
    return tuple(_walk(text))


def _walk(text: str) -> list[Step]:
    """The steps, with the reasons in the decisions above that they are given for."""
    steps = _read(text)
    given = [step for step in steps if step.reason]
    if not given:
        return steps
    told = [step for step in steps if not step.reason]
    made = [at for at, step in enumerate(told) if step.candidate and _is_choice(step.candidate)]
    for nth, why in enumerate(given):
        above = [at for at in made if told[at].line < why.line]
        found = [one for at in above if (one := told[at].candidate) is not None]
        owner = owner_of(why.reason, found, nth if len(given) == len(found) else -1)
        if owner is None:
            told += _steps(stated(TextBlock("paragraph", why.reason, why.line), why.reason))
        else:
            step = told[above[owner]]
            told[above[owner]] = replace(step, candidate=with_reason(found[owner], why.reason))
    return told


def _is_choice(candidate: Candidate) -> bool:
    return candidate.kind == "decision"


def _read(text: str) -> list[Step]:
    passage = PassageState()
    steps: list[Step] = []
    for whole in _headed(blocks(text)):
        for block in (one for part in _parted(whole) for one in _in_scope(part)):
            passage.others += block.kind != "heading"
            steps += _block(passage, block)
    steps += _closed(passage)
    return [_in_place(step, passage.others - step.closes_at) for step in steps]


def _headed(found: Iterator[TextBlock]) -> Iterator[TextBlock]:
    """Yield the blocks; an item that only names what the items below it are is their heading."""
    under = -1
    held = next(found, None)
    while held is not None:
        below = next(found, None)
        if held.kind == "item" and below and below.kind == "item" and below.level > held.level:
            name = held.text.strip(" *_:：")
            if name and len(name) <= _LONGEST_NAME and (one := section_named(name)) and one.kind:
                under, held = held.level, TextBlock("heading", name, held.line, LEAD)
        elif under >= 0 and held.level <= under:
            yield TextBlock("heading", "", held.line, LEAD)  # what goes on is under it no more
            under = -1
        yield held
        held = below


def _parted(block: TextBlock) -> list[TextBlock]:
    """The block; or what stands before a label to close with in its midst, and from there on."""
    at = label_inside(block.text) if block.kind in ("paragraph", "item") else 0
    if not at or split_label(block.text).marker is not None:
        return [block]
    head, tail = block.text[:at].rstrip(), block.text[at:]
    below = TextBlock("paragraph", tail, block.line_of(tail))
    return [replace(block, text=head, parts=[]), below]


def _in_place(step: Step, behind: int) -> Step:
    """The step; one that closes nothing, as so many blocks stand behind it, waits."""
    one = step.candidate
    if one is None or step.closes_at < 0 or behind <= _MOST_BEHIND or one.kind == "gotcha":
        return step
    return replace(step, candidate=replace(one, score=min(one.score, WAITS)))


def _block(passage: PassageState, block: TextBlock) -> Iterator[Step]:
    if block.kind in ("paragraph", "item") and denies(block.text):
        yield Step(block.line, denial=block.text)
    if block.kind == "heading":
        yield from _closed(passage)
        yield Step(block.line, parts=True)
        enter_heading(passage, block)
        if block.level == LEAD and passage.is_free() and _SENTENCE.search(block.text):
            yield from _steps(stated(block, block.text))
        return
    if passage.closing is not None and passage.closing.titles:
        passage.closing = None  # a title: what stands below it is told
    if block.kind == "row" and (label := label_of_row(block.cells)):
        yield from _asked(passage, block, label)
    elif block.kind == "row":
        made = table_row(block, passage.section())
        yield from _steps((one, False) for one in made if one)
    else:
        if block.kind == "paragraph":
            passage.steps = False
            passage.leave_lead()
            over_list = passage.each or (passage.marker is not None and passage.marker.many)
            passage.marker = None if over_list else passage.marker
        elif passage.details and not is_closing(block.text):
            return
        passage.details = False
        yield from _body(passage, block)
        passage.items_seen = passage.items_seen or block.kind == "item"


def _steps(told: Iterator[tuple[Candidate, bool]]) -> Iterator[Step]:
    return (Step(one.line, one, corrects) for one, corrects in told)


def _passed_over(text: str, line: int, kind: str, reason: str = "") -> Step:
    return Step(line, skipped=Skipped(text, line, reason or why_noise(clean(text)), kind))


def _closed(passage: PassageState) -> Iterator[Step]:
    told = passage.record.candidate() if passage.record is not None else None
    if passage.record is not None and told is None and (text := passage.record.main):
        kind = "decision" if passage.record.decision else "issue"
        yield _passed_over(text, min(passage.record.lines.values()), kind)
    closing = passage.closing.candidate() if passage.closing is not None else None
    for candidate in (passage.weak, told, passage.parent):
        if candidate is not None and not candidate.text.endswith(COLONS):
            yield Step(candidate.line, candidate)
    if passage.closing is not None and closing is not None:
        yield Step(closing.line, closing, closes_at=passage.closing.others)
    passage.weak = passage.record = passage.closing = passage.parent = None


def _in_scope(block: TextBlock) -> list[TextBlock]:
    """The block; or its labelled lines, and those below them as a paragraph without a label.

    One finding is wrapped over several lines as often as each line is one. Where the next word had
    room on a line that ends a sentence, what stands below is apart if it states something by
    itself, or nothing that is worth keeping.
    """
    if len(block.parts) < 2 or block.kind != "paragraph":
        return [block]
    label = split_label(block.text)
    if (
        label.marker is None
        or not label.rest
        or label.marker.role not in ("fact", "decision", "fix")
    ):
        return [block]
    parts = with_full_stops(block.parts)
    width = max(map(len, block.parts))
    for at in range(1, len(parts)):
        above, line = parts[at - 1], parts[at]
        if sum(map(len, parts[:at])) > MAX_BLOCK:  # what stands further down is cut off
            break
        begins = above is not block.parts[at - 1] or is_broken(above, line, width)
        ends = begins and above.endswith(_STOPS) and not line[0].islower()
        if ends and _is_apart(" ".join(parts[at : at + _MOST_LINES])):
            head = TextBlock("paragraph", "", block.line, block.level, parts=parts[:at])
            below = TextBlock("paragraph", "", block.line + at, parts=parts[at:])
            return [head.close(), below.close()]
    return [block]


def _is_apart(text: str) -> bool:
    first = next(iter(sentences(text)), "")
    if is_noise(first) or is_report(first) or is_passing(first):
        return True
    told = stated(TextBlock("paragraph", first, 0), first)
    return any(candidate.score > BARE for candidate, _ in told)


def _body(passage: PassageState, block: TextBlock) -> Iterator[Step]:
    text = block.text.strip().strip('"') if block.text.startswith('"') else block.text.strip()
    label = _label_above(block) or split_label(text)
    marker = label.marker
    _begin_list(passage, block)
    if marker is None and not label.name and passage.marker is not None:
        marker = _over(passage.marker, block)
        passage.each = block.kind == "item" and marker.asked
        passage.marker = passage.marker if passage.each else None
        label = Label(marker, "", text)
    if passage.closing is not None:
        if _belongs(passage.closing, block, label):
            passage.closing.add(block, label.rest)
            passage.others -= 1
            return
        passage.closing.reported |= passage.closing.is_beside(block, label)
        yield from _closed(passage)
    if marker is None:
        if not _take_nested(passage, block, text):
            _drop_field(passage, block, label)
            yield from _closed(passage)
            yield from _unlabelled(passage, block, text, passage.section())
    elif marker.role == "corrected":
        passage.corrected = True
    elif marker.role in SILENT:
        _pass_over(passage, block, label, text)
    elif label.rest and marker.asked and not _is_cure(passage, label, marker):
        yield from _asked(passage, block, label)
    elif label.rest:
        yield from _labelled(passage, block, label, marker)
    else:  # a label alone: its text comes next
        passage.marker = marker


def _label_above(block: TextBlock) -> Label | None:
    """The label in bold that is the first line of an item, or all of it ("- **Gotcha**")."""
    first = block.parts[0] if block.parts else ""
    name = first[2:-2] if first.startswith("**") and first.endswith("**") else ""
    marker = marker_named(name) if name else None
    if marker is None or not marker.asked:
        return None
    return Label(marker, name, " ".join(block.parts[1:]), emphasised=True)


def _drop_field(passage: PassageState, block: TextBlock, label: Label) -> None:
    """Forget the line above where it is one of the fields of a head, whatever they are called."""
    if label.name and passage.weak is not None and block.line - passage.weak.line <= 1:
        passage.weak = None


def _over(marker: Marker, block: TextBlock) -> Marker:
    """What a label on a line of its own says: "Fixed:" over a list reports what was done."""
    if marker.kind == "fixed" and block.kind == "item":
        return replace(marker, role="fix", asked=False)
    return marker


def _belongs(closing: ClosingLine, block: TextBlock, label: Label) -> bool:
    """Whether a block goes on with the statement above: a reason by name, an item of its own."""
    if label.marker is not None:
        return label.marker.role == "reason" and bool(label.rest)
    return not label.name and closing.holds(block)


def _is_cure(passage: PassageState, label: Label, marker: Marker) -> bool:
    """Whether "Fixed" says how the problem on the line above was solved."""
    record = passage.record
    solves = marker.kind == "fixed" or label.name.casefold() in _ALSO_SOLVES
    return bool(solves and record and (record.problem or record.cause) and not record.fix)


def _asked(passage: PassageState, block: TextBlock, label: Label) -> Iterator[Step]:
    """A label that agents are asked to close with: no judge of its text but emptiness."""
    passage.others -= 1
    for one in each_closing(label):
        if one.marker is not None:
            yield from _closed(passage)
            yield from _closing(passage, block, one, one.marker)


def _closing(
    passage: PassageState, block: TextBlock, label: Label, marker: Marker
) -> Iterator[Step]:
    if passage.corrected and marker.kind == "convention":
        marker = replace(marker, kind="preference", score=0.8)
    passage.closing = closing_line(block, label, marker)
    if passage.closing is not None:
        passage.closing.others = passage.others
    else:
        yield _passed_over(label.rest, block.line_of(label.rest), marker.kind)
        if block.kind == "paragraph":  # nor does what stands below it say anything
            passage.enter(LEAD, Region(closed=True))
    if passage.choice and marker.role == "decision":
        passage.choice = False
        passage.close()


def _take_nested(passage: PassageState, block: TextBlock, text: str) -> bool:
    """Take an item that only spells out the one above; it joins one that leads to its items."""
    level = passage.parent_level
    if passage.parent is None or block.kind != "item" or level < 0 or block.level <= level:
        return False
    if passage.goes_on:
        asks = text.endswith(("?", "？"))
        passage.parent = None if asks else with_item(passage.parent, text)
    return True


def _begin_list(passage: PassageState, block: TextBlock) -> None:
    """What a label that stands alone means for an item below it."""
    marker = passage.marker
    if marker is None or block.kind != "item":
        return
    if marker.role in PARTS and passage.section().kind:
        # The items under "Root cause" are causes, each of its own; under "Fix" they are steps.
        passage.steps = marker.role == "fix"
        passage.marker = None
    elif marker.asked:
        return
    elif marker.role == "fact" and marker.score >= _SURE and passage.is_free():
        passage.enter(LEAD, Region(marker.kind, _LISTED))  # "Lessons learned:" over a list
        passage.marker = None


def _pass_over(passage: PassageState, block: TextBlock, label: Label, text: str) -> None:
    """A label that introduces no learning; what follows from it for the lines around it."""
    if label.marker is not None and label.marker.role == "field":
        passage.fields_line = block.line
        near = passage.weak is not None and block.line - passage.weak.line <= 1
        passage.weak = None if near else passage.weak
    elif not label.rest and (after := lead_in(text)) is not None and after.closed:
        passage.enter(LEAD, after)


def _unlabelled(
    passage: PassageState, block: TextBlock, text: str, section: Region
) -> Iterator[Step]:
    passage.parent_level = block.level if block.kind == "item" else -1
    opens_list = block.kind == "paragraph" and text.endswith((":", "："))
    free = not section.kind and not section.closed
    if opens_list and free and (after := lead_in(text)) is not None:
        passage.enter(LEAD, after)
    if section.reasons and not opens_list and not is_noise(text):
        yield Step(block.line, reason=clean(text))
        return
    if not section.kind and (told := place_and_fact(block, text)) is not None:
        yield Step(told.line, told)
        return
    passage.steps |= opens_list and bool(section.kind) and bool(_PROCEDURE.match(text))
    chosen, passage.choice = passage.choice or section.each, False
    if passage.steps and not is_weighty(text):
        if section.kind and block.kind == "item":
            yield _passed_over(text, block.line, section.kind, STEP)
        return
    if section.kind and (made := listed(block, text, section, chosen=chosen)):
        passage.parent, passage.goes_on = made, made.text.endswith(COLONS)
        if chosen and not section.each and block.kind == "paragraph" and section.kind != "issue":
            passage.close()
    elif section.kind and block.kind == "item":
        yield _passed_over(text, block.line, section.kind)
    if free:
        yield from _steps(stated(block, text))


def _labelled(
    passage: PassageState, block: TextBlock, label: Label, marker: Marker
) -> Iterator[Step]:
    rest = label.rest
    if marker.role == "reason" and passage.record is None and passage.parent is not None:
        passage.parent = replace(passage.parent, text=join_halves(passage.parent.text, clean(rest)))
        return
    record = passage.record
    if _is_cure(passage, label, marker):
        marker = replace(marker, role="fix", score=min(marker.score, _LISTED))
    passage.details = marker.role in ("fix", "reason") and rest.endswith((":", "："))
    if marker.role == "fact":
        if marker.kind != "decision" or not passage.is_weighing():
            yield from _fact(passage, block, label, marker)
        else:
            yield _passed_over(rest, block.line, marker.kind, WEIGHED)
        return
    if marker.role == "fix" and record is None and is_commit(label):
        return
    held = record is not None and bool(getattr(record, marker.role))
    if record is None or held or (marker.role in ("problem", "decision") and record.fix):
        title = passage.title if marker.role == "reason" else ""
        yield from _closed(passage)
        record = passage.record = LabelledRecord(marker.score, refine=passage.section().met)
        if title and passage.section().kind == "decision":
            record.put("decision", clean(title), passage.title_line)
    record.logged = record.logged or is_log(label)
    record.put(marker.role, clean(rest), block.line_of(rest), label.qualifier)
    record.score = max(record.score, marker.score)
    if passage.choice and marker.role == "decision":
        passage.choice = False
        passage.close()


def _fact(passage: PassageState, block: TextBlock, label: Label, marker: Marker) -> Iterator[Step]:
    if passage.corrected and marker.kind == "convention":
        marker = replace(marker, kind="preference", score=0.8)
    yield from _closed(passage)
    made = labelled_fact(marker, label, block, passage.section())
    if made is None:
        yield _passed_over(label.rest, block.line, marker.kind)
        return
    if marker.kind not in FIELD_LIKE:
        yield Step(made.line, made)
    elif block.line - passage.fields_line > 1:
        passage.weak = made
