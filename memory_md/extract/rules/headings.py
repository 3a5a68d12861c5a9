"""What a heading says of the text below it: the section it opens, and what is listed there."""

import re
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.regex import regex
from ..model import Candidate
from .blocks import LEAD, TextBlock
from .candidate_text import BOLD_START, BRACKETED, clean, made_of, with_title
from .closing_lines import ClosingLine, closing_line
from .cues import has_reason
from .labelled import LINT, LabelledRecord, refined_issue
from .labels import PARTS, Marker, Region, marker_named, section_of, split_label
from .noise import (
    GUARDS,
    is_bare_order,
    is_guess,
    is_noise,
    is_none,
    is_passing,
    is_plan,
    is_report,
    is_scene,
)
from .sentences import sentences

SILENT: Final = ("noise", "field")
_SURE: Final = 0.7
_SENTENCE: Final = 4  # spaces
# Under a heading of its own below "Decisions" stand reasons and plans more often than decisions.
_BELOW_ANOTHER: Final = 0.65
_WEIGHING: Final = regex(
    r"\W*(?:\d{1,2}[.)] )?(?:(?:what )?if\b|(?:option|approach|alternative|variant|proposal"
    r"|scenario|idea)\b(?! (?:taken|chosen))|pros\b|drawbacks\b)",
    re.IGNORECASE,
)
# One of several things to choose from, in a list of them.
_OPTION: Final = regex(
    r"(?:option|choice|variant|variante|opción|opção|opzione|вариант|选项|選項|方案|オプション|案)"
    r"[ ]?(?:[A-H]|[1-9])[ ]?(?:[.:)—–：-]|[(（].{0,40}[:：])",
    re.IGNORECASE,
)
# A place in a file that is named elsewhere.
_LINE_ONLY: Final = regex(
    r"(?:lines?|zeilen?|lignes?|líneas?|linhas?|righe|riga|строк[аи]) \d[\d/, –-]*[:—–(]"
    r"|第 ?\d+ ?行",
    re.IGNORECASE,
)
_ONLY_REFERENCE: Final = regex(r"[`\[]?[\w./()\]\[-]+`?(?:[ ]*\([^)]*\))?$")
# A document of a list, and what it is about.
_DOCUMENT: Final = regex(r"[`\[]?[\w./-]+\.(?:mdx?|rst|txt|adoc|docx?|pdf)\b[`\]]?\S*[ ]?[:：—–-]")
_FAILURE: Final = regex(
    r"\b(?:fails?|failed|errors?|crash\w*|broken|breaks|bug|unable|could not|not available"
    r"|unavailable|unreachable|malformed|corrupt\w*|hangs?)\b",
    re.IGNORECASE,
)
_WEIGHED_FACT: Final = regex(r"\b(?:instead of|rather than|in favou?r of)\b|\(not ", re.IGNORECASE)
_RESOLVED: Final = regex(
    r"(?:we|i)(?:['’]ll| will|['’]ve decided to| have decided to| decided to| are going to"
    r"| have chosen to| chose to)[ ]+(?:also )?(?=\w)",
    re.IGNORECASE,
)
_TICKED: Final = regex(r"[✅✔☑🎉]\W{0,3}\w*\W*$")  # "… - ✅ FIXED": a row of a checklist
_UNLIKE: Final = regex(r"\bbut (?:not|NOT|only|never|the|no)\b|, so \S")


class PassageState(Struct):
    """Where in the text we are.

    `sections` are the open headings: level, what it says of the text under it (None: nothing), and
    whether it only weighs a possibility.
    """

    sections: list[tuple[int, Region | None, bool]] = field(default_factory=list)
    marker: Marker | None = None  # a label on a line of its own, still waiting for its text
    each: bool = False  # it holds for each item of the list that began below it
    record: LabelledRecord | None = None
    closing: ClosingLine | None = None
    others: int = 0  # blocks so far that no label to close with opens
    title: str = ""
    title_line: int = 0
    choice: bool = False  # the next paragraph is the one choice of its section
    fields_line: int = -9  # the last line of a report's head ("Date: …")
    weak: Candidate | None = None  # may turn out to be a field of such a head
    items_seen: bool = False
    details: bool = False  # the list that follows only spells out a cure or a reason
    steps: bool = False  # the list tells what was done, one thing an item
    corrected: bool = False  # a person's correction was told of: its rule is a preference
    parent_level: int = -1
    parent: Candidate | None = None
    goes_on: bool = False  # the items below the parent end its sentence

    def section(self) -> Region:
        """What the nearest heading that says anything says of the text here."""
        below = False
        for level, section, _ in reversed(self.sections):
            if section is not None:
                if section.kind == "issue" and self.is_weighing():
                    return Region(closed=True)
                if below and section.kind == "decision":
                    return replace(section, score=min(section.score, _BELOW_ANOTHER))
                return section
            below = below or level < LEAD
        return Region()

    def is_weighing(self) -> bool:
        """Whether this is one of several possibilities."""
        for _, _, weighing in self.sections:  # noqa: SIM110 - a generator is half as fast
            if weighing:
                return True
        return False

    def is_free(self) -> bool:
        """Whether what stands here has to speak for itself."""
        section = self.section()
        return not section.kind and not section.closed

    def enter(self, level: int, section: Region | None, *, weighs: bool = False) -> None:
        """Open a heading, and close those that it ends."""
        while self.sections and self.sections[-1][0] >= level:
            self.sections.pop()
        self.sections.append((level, section, weighs))
        self.items_seen = False
        self.parent_level, self.parent = -1, None

    def close(self) -> None:
        """The one thing this section is about is told; the rest of it explains."""
        level, _, weighs = self.sections[-1]
        self.sections[-1] = (level, Region(closed=True), weighs)

    def leave_lead(self) -> None:
        """A paragraph after the list under a bold line is no longer under that line."""
        if self.items_seen and self.sections and self.sections[-1][0] == LEAD:
            self.sections.pop()
            self.items_seen = False


def enter_heading(passage: PassageState, block: TextBlock) -> None:
    """Open the section that a heading begins, and note what is to be told of its title."""
    label = split_label(block.text)
    marker, rest = label.marker, label.rest
    section = section_of(block.text)
    passage.marker, passage.each, passage.details, passage.steps = None, False, False, False
    passage.corrected = passage.corrected and block.level == LEAD
    if (
        section is None
        and rest
        and marker
        and marker.role in ("problem", "fact")
        and block.level < LEAD
    ):
        section = Region(marker.kind, marker.score)  # "### Known issue: the queue stalls"
    if block.level == LEAD:
        known = marker_named(block.text)
        silent = known is not None and known.role in SILENT
        section = Region(closed=True) if silent and section is None else section
        if known is not None and (
            section is None or silent or known.role in PARTS or _names_facts(known)
        ):
            passage.marker = known
    elif section is None and _is_insight(marker_named(block.text)):
        section = Region("learning", _SURE, choice=True)  # the one paragraph below it
    elif (named := marker_named(block.text)) is not None and _names_facts(named):
        passage.marker = named  # "### Gotcha" over its text
    passage.enter(block.level, section, weighs=_WEIGHING.match(block.text) is not None)
    passage.title, passage.title_line = BRACKETED.sub("", block.text), block.line
    passage.choice = section is not None and section.choice
    if marker is not None and marker.role not in (*SILENT, "title") and len(rest) > 20:
        passage.title = rest
    says = rest.count(" ") >= _SENTENCE and not rest.isupper()
    if marker is not None and marker.asked and says:
        passage.closing = closing_line(block, label, marker)
        if passage.closing is not None:
            passage.closing.others = passage.others


def _names_facts(marker: Marker) -> bool:
    """Whether a heading is a label to close with; "Decision" has rules of its own."""
    return marker.asked and marker.role == "fact"


def _is_insight(marker: Marker | None) -> bool:
    """Whether a heading is the label of one finding ("### Key insight")."""
    return marker is not None and marker.kind == "learning" and marker.score >= _SURE


def listed(
    block: TextBlock, text: str, section: Region, *, chosen: bool = False
) -> Candidate | None:
    """A bullet or paragraph under a heading that says what it is; `chosen`: it is the choice."""
    lead = BOLD_START.match(text)
    if lead is not None:
        text = with_title(lead, text[lead.end() :])
        if lead.end() == len(lead.string) and len(text.split()) < 6:
            if block.kind != "item" or "`" not in text:
                return None  # a title whose text is said elsewhere, if at all
            text += ":"
    if is_none(text) or _ONLY_REFERENCE.fullmatch(text):
        return None
    if _OPTION.match(text) or _LINE_ONLY.match(text):
        return None
    if block.kind == "paragraph" and text.endswith((":", "：")):
        text = " ".join(list(sentences(text))[:-1])  # what leads to the list below says nothing
    text = clean(text)
    if section.kind == "decision" and (found := _RESOLVED.match(text)):
        text = text[found.end() :][:1].upper() + text[found.end() + 1 :]
    # What leads to items below it is told with them.
    whole = text.rstrip(":：") if block.kind == "item" else text
    if _says_nothing(whole, section):
        return None
    if block.kind == "paragraph" and not (is_weighty(text) or (chosen and not is_plan(text))):
        return None
    kind = _refined(section, text)
    names = whole != text and "`" in text  # what the items below speak of
    least = 1 if names else 3 if section.each else 4
    # It is passed over with the items below it.
    score = 0.0 if _DOCUMENT.match(text) else section.score
    made = made_of(kind, whole, score, block.line_of(text), least=least)
    return made and replace(made, text=text)


def _says_nothing(text: str, section: Region) -> bool:
    """Whether a text under such a heading is noise, or of the moment."""
    if is_noise(text) or LINT.search(text) or _TICKED.search(text):
        return True
    if section.kind != "decision" and is_report(text):
        return True
    if section.kind in ("issue", "learning") and GUARDS["you"].search(text):
        return True  # said to the person, of the moment
    if section.score <= 0.55 and (is_guess(text) or is_scene(text)):
        return True
    if section.score <= 0.5 and is_passing(text):
        return True
    return section.kind == "learning" and is_bare_order(text)


def is_weighty(text: str) -> bool:
    """Whether the text gives a reason, a failure or a contrast."""
    return bool(has_reason(text) or _FAILURE.search(text) or _UNLIKE.search(text))


def _refined(section: Region, text: str) -> str:
    """Notes hold anything: what a line weighs or what fails in it says more than its heading."""
    kind = section.kind
    if kind == "learning" and section.score < _SURE and _WEIGHED_FACT.search(text):
        return "decision"
    if kind == "learning" and section.score < _SURE and _FAILURE.search(text):
        return "issue"
    return refined_issue(text) if kind == "issue" and section.met else kind
