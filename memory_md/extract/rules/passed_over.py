"""What a source holds that was looked at and not taken, and why, in words for people."""

import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct, field

from ...base.regex import regex
from ...safety.secrets.redact import redact
from ..model import Skipped
from .noise import GUARDS, is_blank, is_guess, is_of_the_moment, is_passing, is_plan, is_report

SCORED_LOW: Final = "scored too little"
TOO_LONG: Final = "too long"
TOO_SHORT: Final = "too short"
ONLY_A_SECRET: Final = "nothing but a secret"
SHOWN: Final = "the memory itself had shown it"
TAKEN_BACK: Final = "taken back later in the source"
WEIGHED: Final = "an option that is still weighed"
QUESTION: Final = "a question"
GUESS: Final = "a guess"
FAULT: Final = "tells of a fault or of what was"
AT_HAND: Final = "about the task at hand"
STEP: Final = "a step of a procedure"
POINTS: Final = "points at what is not there later"
NOT_LASTING: Final = "does not say that it holds for good"

_MOST: Final = 200  # texts that are kept; all are counted
_ORDER: Final = regex(
    r"(?:please|you (?:can|may|should|must|might|could|need)|make sure|be sure|ensure|remember to"
    r"|do(?:n['’]t| not) forget)\b",
    re.IGNORECASE,
)
_REDACTION: Final = regex(r"\[redacted: [^\]]+\]")
_STATUS_MARKS: Final = "✅✔☑🎉🚀❓❌⏳📋🎯👍"
_NARRATED: Final = ("let me", "let's", "let’s")


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

    def forget(self, kept: str) -> None:
        """Drop the texts that a kept one has in it."""
        for key in [key for key in self.texts if key[0] in kept]:
            reason = self.texts.pop(key).reason
            self.counts[reason] -= 1
            if not self.counts[reason]:
                del self.counts[reason]

    def in_order(self) -> tuple[Skipped, ...]:
        """Return the texts in order of line."""
        return tuple(sorted(self.texts.values(), key=lambda one: one.line))


def why_noise(text: str) -> str:
    """Return what a labelled text is that is no learning: the first that fits.

    A question, an order, a plan, a status report, narration, a guess; or what it lacks.
    """
    bare = text.strip(" *_\"'“”")
    return next((reason for reason, fits in _REASONS if fits(bare)), "no whole statement")


def _says_nothing(text: str) -> bool:
    return not text or is_blank(text) or GUARDS["none"].match(text) is not None


def _is_status(text: str) -> bool:
    return text[0] in _STATUS_MARKS or bool(GUARDS["status"].search(text)) or is_report(text)


_REASONS: Final[tuple[tuple[str, Callable[[str], bool]], ...]] = (
    (QUESTION, lambda text: text.endswith(("?", "？"))),
    ("says nothing", _says_nothing),
    ("an order", lambda text: _ORDER.match(text) is not None),
    ("a plan", lambda text: is_plan(text) and not text.lower().startswith(_NARRATED)),
    ("a status report", _is_status),
    ("narration", lambda text: GUARDS["narration"].match(text) is not None),
    (POINTS, is_of_the_moment),
    (GUESS, is_guess),
    ("true for the moment only", is_passing),
    ("said to the person", lambda text: GUARDS["you"].search(text) is not None),
    (ONLY_A_SECRET, lambda text: is_only_a_secret(redact(text)[0])),
)


def is_only_a_secret(text: str, *, least: int = 10) -> bool:
    """Whether a redacted text has fewer than `least` letters and digits beside its secrets."""
    rest = _REDACTION.sub("", text)
    return rest != text and sum(map(str.isalnum, rest)) < least
