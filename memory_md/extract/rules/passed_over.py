"""What a source holds that was looked at and not taken, and why, in words for people."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from ...base.regex import regex
from ...safety.secrets.redact import redact
from ..model import Skipped
from .noise import GUARDS, is_blank, is_of_the_moment, is_plan, is_report

SCORED_LOW: Final = "scored too little"
TOO_LONG: Final = "too long"
TOO_SHORT: Final = "too short"
ONLY_A_SECRET: Final = "nothing but a secret"
SHOWN: Final = "the memory itself had shown it"
TAKEN_BACK: Final = "taken back later in the source"
WEIGHED: Final = "an option that is still weighed"

_MOST: Final = 200  # texts that are kept; all are counted
_ORDER: Final = regex(
    r"(?:please|you (?:can|may|should|must|might|could|need)|make sure|be sure|ensure|remember to"
    r"|do(?:n['’]t| not) forget)\b"
)
_REDACTION: Final = regex(r"\[redacted: [^\]]+\]")
_STATUS_MARKS: Final = "✅✔☑🎉🚀❓❌⏳📋🎯👍"
_NARRATED: Final = ("let me", "let's", "let’s")
_QUESTION: Final = ("?", "？")


class PassedOver(Struct):
    """What was passed over so far: each text once and at most 200 of them; how many by reason."""

    texts: dict[tuple[str, str], Skipped] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def note(self, text: str, line: int, reason: str, kind: str = "note") -> None:
        """Take note of a text; a second time it counts for nothing."""
        key = (text, reason)
        if key in self.texts:
            return
        self.counts[reason] = self.counts.get(reason, 0) + 1
        if len(self.texts) < _MOST:
            self.texts[key] = Skipped(text, line, reason, kind)

    def in_order(self) -> tuple[Skipped, ...]:
        """Return the texts in order of line."""
        return tuple(sorted(self.texts.values(), key=lambda one: one.line))


def why_noise(text: str) -> str:
    """Return what a labelled text is that is no learning: the first that fits.

    A question, an order, a plan, a status report, narration; or what it lacks.
    """
    bare = text.strip(" *_\"'“”")
    low = bare.lower()
    if bare.endswith(_QUESTION):
        return "a question"
    if not bare or is_blank(bare) or GUARDS["none"].match(bare):
        return "says nothing"
    if _ORDER.match(low):
        return "an order"
    if is_plan(bare) and not low.startswith(_NARRATED):
        return "a plan"
    if bare[0] in _STATUS_MARKS or GUARDS["status"].search(bare) or is_report(bare):
        return "a status report"
    if GUARDS["narration"].match(bare):
        return "narration"
    if is_of_the_moment(bare):
        return "points at what is not there later"
    return ONLY_A_SECRET if is_only_a_secret(redact(bare)[0]) else "no whole statement"


def is_only_a_secret(text: str, *, least: int = 10) -> bool:
    """Whether a redacted text has fewer than `least` letters and digits beside its secrets."""
    rest = _REDACTION.sub("", text)
    return rest != text and sum(map(str.isalnum, rest)) < least
