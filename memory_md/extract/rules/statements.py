"""Which sentences of a paragraph say outright that they are worth keeping.

A discovery ("I learned that …"), a diagnosis ("The root cause was …"), a choice with its reason, a
correction; no heading and no label stands for them. Of all others `unsure` decides.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from ...base.sparse_regex import MayBegin
from ...base.text import is_printable, one_line
from ..model import Candidate
from .blocks import TextBlock
from .candidate_text import BOLD_START, made_of
from .console import MARK, TICKS
from .cues import PROPER, TECH, WEIGHED
from .noise import GUARDS, is_of_the_moment
from .refuted_claims import (
    BARE,
    CORRECTION,
    retracts,
    revises,
    split_correction,
    stands_as_revision,
)
from .sentences import BEFORE_SENTENCE, plain, sentences

_MAX_SENTENCE: Final = 600
_BARE_RETRACTION: Final = 140
# How sentences begin that no statement and no correction begins with, whatever comes next.
_PLANS: Final = (
    "Let me ", "Let's ", "Let’s ", "Now ", "I'll ", "I’ll ", "I'm ", "I’m ", "We'll ", "We’ll ",
    "Next ", "Next, ", "Then ", "Here's ", "Here’s ", "You can ", "Great! ", "Perfect! ",
    "Excellent! ", "Looking at ",
)  # fmt: skip
_OPENING: Final = regex(
    r"(?:(?:so|also|however|but|and|thus|therefore|hence|unfortunately|interestingly|importantly"
    r"|notably|(?:in )?(?:reality|practice)"
    r"|after (?:some|a (?:bit|lot) of|more|further|much) \w+(?: \w+)?(?=[:,])"
    r"|in fact|on the other hand|as it turns out|specifically|ah|aha|found it)\b[,:!—]*[ ]+)+",
    re.IGNORECASE,
)
_DISCOVERY: Final = regex(
    r"(?:(?:i|we)(?:['’]ve)?(?: (?:have|just|also|then|now))? ?(?:learned|learnt|discovered"
    r"|realised|realized|found out|found|figured out|established|noted)(?:,? that|:)"
    r"|(?:it )?(?:turns|turned) out(?:,? that|:|,)?|(?:learned|learnt|discovered|realised|realized"
    r"|found out|identified|determined|observed|noticed|found)(?:,? that|:))[ ]+",
    re.IGNORECASE,
)
_LEARNED_SCORE: Final = 0.78
_CHOSEN: Final = 0.75  # of a choice with its reason, in so many words
_UNWEIGHED: Final = 0.4  # of a choice without its reason: it waits
_LEARNED: Final = regex(r"learn|discovered|reali[sz]ed", re.IGNORECASE)
_DIAGNOSIS: Final = regex(
    r"(?:the |a |another |one |our )?(?P<what>(?:real |actual |underlying |main |core |key "
    r"|only )?(?:root cause|cause|culprit|issue|problem|bug|reason|catch|trick|gotcha|pitfall"
    r"|workaround|fix|solution|key|insight|vulnerability|lesson))(?P<of>(?: (?:of|with|for|in|on"
    r"|behind|that|why|to|here)(?: (?!(?:is|was)\b)[^\s.,:]+){0,13}?)?)[ ,]*(?:is|was"
    r"|turned out to be|here is)(?P<tail>(?: likely| simply| actually| just)?(?: that|:)?) ",
    re.IGNORECASE,
)
_CHOSE: Final = regex(
    r"(?:we(?:['’]re| are) (?:keeping|leaving|dropping|removing|reverting|skipping|pinning|using"
    r"|avoiding|switching|moving|replacing|disabling|deferring)|(?:(?:i|we)(?:['’]ve"
    r"| have)? )?(?:deliberately |intentionally |finally |therefore )?(?:chose|decided|picked"
    r"|opted|elected|agreed to|went with|settled on|selected|kept|used|switched|replaced|avoided"
    r"|rejected|dropped|moved|relaxed|pinned|preferred|stuck with|disabled|placed|treated|chosen"
    r"|gone with|changed))\b",
    re.IGNORECASE,
)
_DECIDED: Final = regex(
    r"\b(?:chose|chosen|decided|picked|opted|elected|agreed|with|settled|selected|rejected)\b",
    re.IGNORECASE,
)
_WE: Final = regex(r"(?:i|we)(?:['’]ve| have)? (?!are\b)", re.IGNORECASE)
_WHEN_YOU: Final = regex(r"\b(?:when|whenever|once|after|each time) you\b", re.IGNORECASE)


# Nothing else is a statement, but for what revises.
_may_open: Final = MayBegin(
    CORRECTION, _OPENING, _DISCOVERY, _DIAGNOSIS, _CHOSE, behind=BEFORE_SENTENCE
)


class Statement(Struct, frozen=True):
    """A statement that stands on its own; `score` is 0 to 1."""

    kind: str
    text: str
    score: float
    corrects: bool = False


def stated(block: TextBlock, text: str) -> Iterator[tuple[Candidate, bool]]:
    """Yield the statements in the text of a block, each with whether it says that it corrects."""
    text, revising = _without_lead(text)
    reader = _Reader(block, revising)
    is_bare, may_revise = _is_bare(text), revises(text)
    if is_bare and not (
        may_revise or revising or "[P" in text or _may_open.in_parts(text.lstrip())
    ):
        return
    for sentence in sentences(text):
        bare = is_bare or _is_bare(sentence)
        sentence = sentence if bare else one_line(sentence)
        told = not bare or _may_open(sentence) or (may_revise and revises(sentence))
        if (told or reader.waits()) and (done := reader.take(sentence)) is not None:
            yield done
    if reader.previous is not None:
        yield reader.previous, reader.corrected


def _without_lead(text: str) -> tuple[str, bool]:
    """Return a text without its tick and bold lead, and whether the lead takes something back."""
    if text[:1] in TICKS and (mark := MARK.match(text)) is not None:
        text = text[mark.end() :]
    lead = BOLD_START.match(text) if text.startswith(("*", "_")) else None
    if lead is None or _is_subject(lead, text):
        return text, False
    if len(text) > lead.end() and text[lead.end() - 1] in " \t":
        text = text[lead.end() :]
    return text, retracts(lead[1].strip())


class _Reader(Struct):
    """What the sentences of one block have said so far."""

    block: TextBlock
    revising: bool = False  # the sentence before takes something back
    previous: Candidate | None = None
    corrected: bool = False

    def waits(self) -> bool:
        """Whether what comes next counts, whatever it says."""
        return self.revising or self.previous is not None

    def take(self, sentence: str) -> tuple[Candidate, bool] | None:
        """Read one sentence; return the statement before it, when that is complete."""
        if not sentence:  # it was nothing but control characters
            return None
        bare = plain(sentence)
        planned = bare.startswith(_PLANS)
        verdict = None if planned else judge(bare, revising=self.revising)
        self.revising = len(sentence) < _BARE_RETRACTION and retracts(sentence)
        done = (self.previous, self.corrected) if self.previous is not None else None
        self.previous = None
        if verdict is not None and not verdict.text.startswith("Otherwise"):  # or else what?
            line = self.block.line_of(verdict.text)
            least = 3 if verdict.score >= _LEARNED_SCORE else 4
            self.previous = made_of(verdict.kind, verdict.text, verdict.score, line, least=least)
            self.corrected = verdict.corrects
        return done


def _is_subject(lead: re.Match[str], text: str) -> bool:
    """Whether a bold lead is the first words of its sentence ("**The pool** is shared")."""
    gap = lead[0][lead[0].rfind("*") + 1 :].strip()
    rest = text[lead.end() : lead.end() + 1]
    return not gap and rest.islower() and lead[1][-1] not in ":.!?—–：。"


def _is_bare(text: str) -> bool:
    """Whether a text is as it is said: on one line, with no mark of emphasis."""
    return "  " not in text and "*" not in text and "__" not in text and is_printable(text)


def judge(sentence: str, *, revising: bool = False) -> Statement | None:
    """Decide on one sentence of free prose; None for the great majority.

    `revising` says that the sentence before took something back.
    """
    text = plain(sentence)
    least = 14 if text[:1] >= "\u2e80" else 25  # scripts that put no space between words
    if not least <= len(text) <= _MAX_SENTENCE or text[0] in "✅✔☑🎉🚀❓❌⏳📋🎯":
        return None
    corrects, text = split_correction(text)
    corrects = corrects or revising
    if found := _OPENING.match(text):
        text = text[found.end() :]
    verdict = _explicit(text)
    if verdict is None and corrects:
        found = _DISCOVERY.match(text)
        told = text[found.end() :] if found else text
        verdict = Statement("", told, BARE) if stands_as_revision(told) else None
    if verdict is None:
        return None
    clean = verdict.text[:1].upper() + verdict.text[1:]
    return Statement(verdict.kind, clean, verdict.score, corrects)


def _explicit(text: str) -> Statement | None:
    """Sentences that say what they are: "It turns out that …", "The root cause was …"."""
    if found := _DISCOVERY.match(text):
        rest = text[found.end() :]
        technical = _LEARNED.search(found[0]) is None
        score = 0.5 if technical else _LEARNED_SCORE
        return (
            Statement("learning", rest, score) if _states_fact(rest, technical=technical) else None
        )
    if found := _DIAGNOSIS.match(text):
        what = found["what"].casefold()
        if not _states_fact(text, technical="cause" not in what and what != "culprit"):
            return None
        lasting = what in ("catch", "trick", "gotcha", "pitfall")
        return Statement("gotcha" if lasting else "issue", text, 0.45)
    if found := _CHOSE.match(text):
        asked = text.endswith(("?", ":"))
        if asked or GUARDS["you"].search(text) or GUARDS["status"].search(text):
            return None
        decided, weighed = _DECIDED.search(found[0]), WEIGHED.search(text)
        if not weighed and not (decided and (TECH.search(text) or PROPER.search(text))):
            return None
        first = _WE.match(text)
        score = (_CHOSEN if decided else 0.5) if weighed else _UNWEIGHED
        return Statement("decision", text[first.end() :] if first else text, score)
    return None


def _states_fact(text: str, *, technical: bool = True) -> bool:
    """A proposition about something `technical`, told for good: no guess, no plan, no "you"."""
    return (
        len(text) >= (25 if technical else 10)
        and not text.endswith(("?", ":", "?)"))
        and GUARDS["narration"].match(text) is None
        and GUARDS["pronoun"].match(text) is None
        and (not technical or TECH.search(text) is not None)
        and not is_of_the_moment(text)
        and not any(GUARDS[name].search(text) for name in ("intent", "guess", "status"))
        and ("you" not in text.lower() or not GUARDS["you"].search(_WHEN_YOU.sub("when", text)))
    )
