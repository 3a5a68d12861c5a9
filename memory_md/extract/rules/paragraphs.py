"""The sentences of a free paragraph that stand on their own.

No heading and no label vouches for them; a follow-up sentence is joined to the one it belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.regex import regex
from ...base.text import one_line
from ..model import Candidate
from .announcements import judge_announcement, known_trouble
from .block import Block
from .choices import judge_choice
from .claims import claim_of
from .console import MARK, TICKS
from .contrasts import CONTRAST_CUES, judge_contrast
from .defects import DEFECT_CUES, judge_defect, judge_pair, remedy_of
from .diagnosis import Verdict, cure_of
from .foreign import BRIEF, announces_abroad, judge_foreign
from .markers import split_label
from .mechanisms import MECHANISM_CUES, judge_mechanism
from .noise import GUARDS, is_noise
from .outcomes import judge_outcome
from .place import AGREES, Place, opened
from .prohibitions import judge_prohibition, opens_with_ban
from .records import MAX_CHARS, joined, made_of
from .revisions import retracts
from .sentences import plain, sentences
from .statements import announces_cause, holds, judge
from .structure import BOLD_START

# Tried in turn on a sentence that nothing else has taken, without its emphasis marks.
JUDGES: Final[tuple[Callable[[str, Place], Verdict | None], ...]] = (
    judge_outcome,
    judge_prohibition,
    judge_choice,
    judge_foreign,
)
# The same for a sentence without what leads up to it, if it holds a word of the first.
TELLING_JUDGES: Final[
    tuple[tuple[tuple[str, ...], Callable[[str, Place], Verdict | None]], ...]
] = (
    (DEFECT_CUES, judge_defect),
    (CONTRAST_CUES, judge_contrast),
    (MECHANISM_CUES, judge_mechanism),
)

_LONGEST: Final = 450
# How most sentences of a transcript begin; told in one glance, as none of them is taken.
_NARRATES: Final = (
    "I ", "I'", "I’", "Let ", "Let'", "Let’", "Now ", "Now,", "We'", "We’", "You can ",
    "Then ", "This ", "It ", "Next ", "Next,", "Perfect", "Great", "All ", "That ",
    "These ", "They ", "There ",
)  # fmt: skip
# Those of them that no statement and no correction begins with, whatever comes next.
_PLANS: Final = (
    "Let me ", "Let's ", "Let’s ", "Now ", "I'll ", "I’ll ", "I'm ", "I’m ", "We'll ", "We’ll ",
    "Next ", "Next, ", "Then ", "Here's ", "Here’s ", "You can ", "Great! ", "Perfect! ",
    "Excellent! ", "Looking at ",
)  # fmt: skip
_BRIEF: Final = 60
_BARE_RETRACTION: Final = 140
_DASHES: Final = ("", "—", "–", "-")
_SUBJECT: Final = regex(r"((?:The )?`[^`]{2,60}`(?: [a-z]+)?) (?:is|was|has|does|takes|uses)\b")
_OPTION: Final = regex(
    r"\W{0,4}(?:option|alternative|variant|approach|proposal|idea|possibility)\b ?[\w#]{0,3}\W",
    re.IGNORECASE,
)
# What was wrong before it was mended.
_FAULT: Final = regex(r"\b(?:was|were|had|did|never|because|due to)\b|\bn['’]t\b")
_OPTIONS: Final = frozenset("oavpiOAVPI")  # their first letters
# A number, or the head of a review's finding ("[P1] Missing await — src/db.py:44").
_ENUMERATED: Final = regex(r"^(?:\d{1,2}[.)] |\[P\d\] .{4,120}? [—–-] \S+:\d+(?:-\d+)?(?: |$))")


def stated(
    block: Block, text: str, *, weighing: bool = False, directed: bool = False
) -> Iterator[tuple[Candidate, bool]]:
    """The statements in the text of a block, each with whether it says that it corrects.

    `weighing`: it stands under an option; `directed`: under a heading like "The approach".
    """
    if text[:1] in TICKS and (mark := MARK.match(text)) is not None:
        text = text[mark.end() :]
    lead = BOLD_START.match(text) if text.startswith(("*", "_")) else None
    if lead is not None and _is_subject(lead, text):
        lead = None
    claim = ""
    if lead is not None and len(text) > lead.end() and text[lead.end() - 1] in " \t":
        text = text[lead.end() :]
        claim = claim_of(lead[1], text)
    weighing = weighing or _is_option(block.text)
    place = Place(text, block.kind == "item", _agrees(text), weighing, directed)
    told = _Told(block, place)
    told.announced = lead is not None and _promises_cause(lead[1].strip(), text)
    told.revising = lead is not None and retracts(lead[1].strip())
    if claim and not weighing:
        told.claims(claim)
    for sentence in sentences(text):
        sentence = _flat(sentence)
        if not sentence:  # nothing but control characters
            continue
        if sentence[0].isdigit() or sentence[0] == "[":
            sentence = _ENUMERATED.sub("", sentence) or sentence
        done = told.take(sentence)
        if done is not None:
            yield done
    if told.previous is not None:
        yield told.previous, told.corrected


class _Told(Struct):
    """What the sentences of one block have said so far."""

    block: Block
    place: Place
    announced: bool = False
    abroad: bool = False  # the same, in another language
    revising: bool = False
    previous: Candidate | None = None
    corrected: bool = False
    before: str = ""  # the sentence before
    reasons: bool = False  # the next sentence gives the reason of a ban
    proves: bool = False  # the next sentence is the evidence of a claim

    def claims(self, claim: str) -> None:
        """Begin with what the bold lead claims."""
        self.previous = made_of("gotcha", claim, 0.45, self.block.line)
        self.proves = self.previous is not None

    def take(self, sentence: str) -> tuple[Candidate, bool] | None:
        """Read one sentence; the statement before it, when that is complete."""
        bare = plain(sentence)
        if self.previous is not None and self._joins(sentence, bare, self.previous):
            self.before = bare
            return None
        verdict = _labelled(sentence) if ":" in sentence or "：" in sentence else None
        verdict = verdict or judge_pair(bare, self.before) or judge_announcement(bare, self.place)
        if verdict is None and self.abroad:
            verdict = judge_foreign(bare, self.place, announced=True)
        self.abroad = len(bare) < BRIEF and announces_abroad(bare)
        if verdict is None and not bare.startswith(_PLANS):
            verdict = judge(bare, announced=self.announced, revising=self.revising)
        if verdict is None or not verdict.kind:  # what only takes back may be worth it by itself
            other = known_trouble(bare, self.before) or _judged(self._named(bare), self.place)
            verdict = _also(verdict, other)
        self.announced = announces_cause(sentence)
        self.revising = len(sentence) < _BARE_RETRACTION and retracts(sentence)
        self.before = bare
        done = None
        if self.previous is not None:
            if verdict is not None and self._leads_to(verdict):
                self.previous = replace(self.previous, text=f"{self.previous.text} {verdict.text}")
                return None
            done = self.previous, self.corrected
            self.previous = None
        if verdict is not None and not verdict.text.startswith("Otherwise"):  # or else what?
            line = self.block.line_of(verdict.text)
            self.previous = made_of(verdict.kind, verdict.text, verdict.score, line)
            self.corrected = verdict.corrects
            self.reasons = verdict.kind == "convention" and opens_with_ban(verdict.text)
        return done

    def _joins(self, sentence: str, bare: str, previous: Candidate) -> bool:
        """Whether the sentence only goes on with the statement before it."""
        if cure := cure_of(sentence):
            self.previous = replace(previous, kind="issue", text=joined(previous.text, cure))
            return True
        remedy = remedy_of(bare, previous.text) if previous.kind == "issue" else ""
        if remedy:
            self.previous = replace(previous, text=joined(previous.text, remedy))
            return True
        proves = self.proves and not _is_story(bare)
        reasons = proves or (self.reasons and self.place.item and not is_noise(bare))
        self.reasons = self.proves = False
        if not (reasons or _continues(sentence)):
            return False
        longer = f"{previous.text} {bare}"
        if len(longer) <= MAX_CHARS:
            self.previous = replace(previous, text=longer)
        return True

    def _leads_to(self, verdict: Verdict) -> bool:
        """Whether a few words that deny something are explained by the next sentence."""
        previous = self.previous
        brief = previous is not None and len(previous.text) < _BRIEF
        return brief and verdict.kind in ("gotcha", "learning") and self.place.agreed

    def _named(self, sentence: str) -> str:
        """The sentence with the name of what "It" is, if the sentence before opens with it."""
        if not sentence.startswith("It ") or "`" not in self.before:
            return sentence
        found = _SUBJECT.match(self.before)
        return f"{found[1]}{sentence[2:]}" if found is not None else sentence


def _is_option(text: str) -> bool:
    first = text[:1]
    if first.isascii() and first.isalpha() and first not in _OPTIONS:
        return False
    return _OPTION.match(text) is not None


def _promises_cause(bold: str, text: str) -> bool:
    """Whether a bold lead says that the cause comes next ("**Crash fixed**: the cache was …")."""
    if announces_cause(bold):
        return True
    mended = bold.rstrip(":").endswith(("fixed", "resolved", "solved"))
    return mended and _FAULT.search(next(sentences(text), "")) is not None


def _is_subject(lead: re.Match[str], text: str) -> bool:
    """Whether a bold lead is the first words of its sentence ("**NEVER do X** — use Y")."""
    gap = lead[0][lead[0].rfind("*") + 1 :].strip()
    rest = text[lead.end() : lead.end() + 1]
    if not gap and rest.islower() and lead[1][-1] not in ":.!?—–：。":
        return True
    return gap in _DASHES and opens_with_ban(plain(lead[1]))


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
        if (verdict := judges(sentence, place)) is not None:
            return verdict
    if not 25 <= len(sentence) <= _LONGEST or sentence[-1] in "?:":
        return None
    if sentence.startswith(_NARRATES):
        return None
    told = ""
    for cues, judges in TELLING_JUDGES:
        if not holds(sentence, cues) and not (place.agreed and judges is judge_contrast):
            continue
        if not told:
            told = opened(sentence)
            if GUARDS["narration"].match(told) is not None:
                return None
        if (verdict := judges(told, place)) is not None:
            return verdict
    return None


def _also(revision: Verdict | None, verdict: Verdict | None) -> Verdict | None:
    """A verdict that takes back as well what a bare revision of the same sentence does."""
    if revision is None or verdict is None:
        return revision or verdict
    return replace(verdict, corrects=revision.corrects or verdict.corrects)


def _is_story(sentence: str) -> bool:
    """Whether the sentence tells of the work or of its state."""
    told = GUARDS["narration"].match(sentence) or GUARDS["status"].search(sentence)
    return told is not None


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
    return sentence.startswith(
        ("This is a known ", "In that case", "Otherwise", "As a result", "Hence ", "Therefore")
    )
