"""The text of a candidate, put together from its parts and cut to size.

A problem with its cause and fix, a choice with its reason, a title with its body.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.regex import regex
from ...base.text import CJK, one_line
from ..model import Candidate
from .blanks import is_blank
from .noise import GUARDS, is_noise, is_of_the_moment, is_passing, is_plan, is_report
from .reasons import WEIGHED, has_reason
from .sentences import plain, sentences

MAX_CHARS: Final = 500
_CJK: Final = regex(f"[{CJK}]")
BRACKETED: Final = regex(r"^(?:\d{1,2}[.)][ ]*)?(?:\[[^\]]{1,60}\][ ]*)?")
# "This breaks …": what breaks stands in a sentence that is not kept.
_DANGLING: Final = regex(
    r"(?:this|that|it|these|those|they)(?: (?:also|now|only|then|should|would|will|can|could|may"
    r"|might|must))?"
    r" (?:(?:is|are|was|were|has|have|had|does|do|did)(?:n['’]t)?|means|meant|makes|made|works"
    r"|happens|happened"
    r"|causes|caused"
    r"|breaks|broke|ensures|allows|prevents|requires|lets|gives|helps|fixes|be|not|needs"
    r"|\w*[^s\W]s)\b",
    re.IGNORECASE,
)
LINT: Final = regex(
    r"\b(?:import (?:sorting|order)|not sorted|unsorted|unused (?:import|variable)s?"
    r"|line (?:too long|length)"
    r"|trailing (?:whitespace|comma)|formatting|(?:ran|run) (?:ruff|prettier|eslint|black|gofmt)\b"
    r"|lint (?:error|warning)s?|typo)\b",
    re.IGNORECASE,
)
_QUOTE: Final = regex(r"`[^`]*`")
_CLAUSE: Final = regex(r"[;.] |, (?:so|but|which|while|and)\b| — ")
_LASTING: Final = regex(
    r"\b(?:expects?|requires?|returns?|needs?|accepts?|rejects?|supports?|treats?|ignores?|strips?"
    r"|converts?|defaults? to|resolves?|does not|doesn['’]t|do not|don['’]t|cannot|can['’]t"
    r"|must|has no|have no|is not|isn['’]t|are not|aren['’]t|(?:is|are) \w+ed)\b",
)
# Of this project and this moment, whatever tense the verb has.
_PAST: Final = regex(
    r"\b(?:was|were|had|used|did|didn['’]t|fail\w*|crash\w*|broken?|breaks|bugs?|errors?|missing"
    r"|wrong\w*|incorrect\w*|tests?|plan\w*|our|we|exist|unused|stale|specified|called)\b|\btest_",
    re.IGNORECASE,
)
_CHOICE: Final = regex(
    r"(?:used|kept|chose|switched|relaxed|replaced|pinned|moved|skipped|dropped|decided|opted|went)\b",
    re.IGNORECASE,
)
_STATUS_TAIL: Final = regex(
    r"^(?:communicated|committed|verified|confirmed|resolved|fixed (?:in|by|and)|no (?:impact"
    r"|scope)|tests?\b"
    r"|all \w+ |logged|documented|will be|deferred|see |not blocking|tracked)",
    re.IGNORECASE,
)


_REFERENCE: Final = regex(
    r"(?:see|cf\.?|refer to|siehe|voir|ver|см\.?|详见|參見|参照)\b.{0,80}$"
    r"|\W*#?[A-Z]{0,6}-?\d+\W*$",
    re.IGNORECASE,
)
# Something to do it with, or the time at which it is done.
_NAMED: Final = regex(
    r"`[^`]+`|\b\w+[_./]\w+|--\w|\b(?:before|after|when|until|while|whenever|each time|every time"
    r"|as long as|if|once)\b",
    re.IGNORECASE,
)


_CHOOSES: Final = regex(
    r"(?:use|prefer|avoid|adopt|keep|never|always|no|don['’]t|do not) \S", re.IGNORECASE
)
# Decided only for the work at hand.
_STEP_ON: Final = regex(
    r"(?:go ahead|go on|proceed\w*|continu\w+|move (?:on|forward)|start (?:with|by)|begin\w*"
    r"|option \w+$"
    r"|approved|accepted|rejected|postponed|pending|tbd|yes\b|no\b[.,]|ok\b)",
    re.IGNORECASE,
)
_ASIDE: Final = regex(r" ?\((?:see|as)\b[^()]{0,40} ?(?:above|below)\)", re.IGNORECASE)
_POINTS_DOWN: Final = regex(
    r"\b(?:following|follows|below|this|these|steps|to|with|say|says)$", re.IGNORECASE
)


class Record(Struct):
    """Labelled lines that belong together: a problem, cause and fix; a choice and its reason."""

    score: float
    problem: str = ""
    cause: str = ""
    fix: str = ""
    decision: str = ""
    reason: str = ""
    qualifier: str = ""
    logged: bool = False  # the problem may be a line that a program printed
    refine: bool = False  # the kind is told by the wording
    lines: dict[str, int] = field(default_factory=dict)

    def put(self, role: str, text: str, line: int, qualifier: str = "") -> None:
        """Take what a label of this role says; texts that only refer elsewhere say nothing."""
        setattr(self, role, "" if _REFERENCE.match(text) or is_blank(text) else text)
        self.lines[role] = line
        self.qualifier = self.qualifier or qualifier

    def candidate(self) -> Candidate | None:
        """The one candidate the lines make, if they say enough."""
        if self.decision:
            if _STEP_ON.match(self.decision):
                return None
            return self._made("decision", "decision", joined(self.decision, self.reason))
        if self.fix and self.reason and not self.cause:
            return self._made("decision", "fix", joined(self.fix, self.reason))
        if not self.cause and not self.problem:
            alone = stands_alone(self.fix) and not is_passing(self.fix)
            return self._made("issue", "fix", self.fix if alone else "")
        if self.logged and not (self.cause or self.fix):
            return None
        first, main = ("cause", self.cause) if self.cause else ("problem", self.problem)
        if self.cause and self.problem and len(self.problem) <= len(self.cause) * 1.5:
            first, main = "problem", joined(self.problem, self.cause)
        cure = _shown_below(self.fix)
        fix = "" if is_noise(cure) else cure
        if LINT.search(main) and not has_reason(main):
            return None
        kind = refined_issue(main) if self.refine else "issue"
        cure = _first_sentence(fix)
        return self._made(kind, first, joined(_shortened(main, cure), cure))

    def _made(self, kind: str, first: str, text: str) -> Candidate | None:
        least = 3 if kind == "decision" else 4
        gone = is_of_the_moment(text)
        made = (
            None if gone else made_of(kind, text, self.score, self.lines.get(first, 0), least=least)
        )
        return made and replace(made, qualifier=self.qualifier)


def stands_alone(fix: str) -> bool:
    """Whether a cure says what it cures, or names what it is done with, without the problem."""
    if is_plan(fix) or is_noise(fix) or is_report(fix) or LINT.search(fix):
        return False
    return has_reason(fix) or (len(fix.split()) >= 5 and _NAMED.search(fix) is not None)


def refined_issue(text: str) -> str:
    """What a trouble that was met really is: how a tool always works, a choice, or an issue."""
    if GUARDS["imperative"].match(text):
        return "issue"
    clause = _CLAUSE.split(_QUOTE.sub("x", text), maxsplit=1)[0]
    if _CHOICE.match(text) and WEIGHED.search(text):
        return "decision"
    lasting = _LASTING.search(clause) is not None and _PAST.search(clause) is None
    return "gotcha" if lasting else "issue"


def with_title(lead: re.Match[str], rest: str) -> str:
    """A bold lead and what follows it as one text; a bold half of a sentence is no title."""
    title = BRACKETED.sub("", lead[1]).strip()
    gap = lead[0][lead[0].rfind("*") + 1 :].strip()
    if not rest:
        return title
    if title.endswith((":", ".", "!", "。", "：")) or (
        not gap and title[:1].isupper() and rest[:1].isupper()
    ):
        return f"{title.rstrip(':')}: {rest}" if title.endswith(":") else f"{title} {rest}"
    if not gap:
        return f"{title}{rest}" if rest[0] in ",.;:!?" else f"{title} {rest}"
    return f"{title} — {rest}" if gap in "—–-" else f"{title}{gap} {rest}"


def made_of(kind: str, text: str, score: float, line: int, *, least: int = 4) -> Candidate | None:
    """A candidate, if enough is left of the text; the length limits of the settings come later.

    `least` is the number of words; what orders or chooses by its first word may have two.
    """
    words = len(text.split())
    least = 2 if least < 4 and _CHOOSES.match(text) else least
    if (
        text.endswith((":", "：", " because", " and", " or", " but", " since", " so"))
        or _DANGLING.match(text)
        or (words < least and len(_CJK.findall(text)) < 6)
        or is_blank(text)
    ):
        return None
    return Candidate(kind=kind, text=text, score=score, line=line)


def cleaned(text: str) -> str:
    """One line without emphasis, cut at a sentence's end, without a status report behind it."""
    whole = _ASIDE.sub("", one_line(plain(text)))
    if whole[:1] in ('"', "'") and whole[-1:] == whole[:1] and whole.count(whole[0]) == 2:
        whole = whole[1:-1].strip()
    kept: list[str] = []
    length = 0
    for sentence in sentences(whole):
        tail = bool(kept) and (_STATUS_TAIL.match(sentence) or is_noise(sentence))
        if tail or (kept and length + len(sentence) > MAX_CHARS):
            break
        kept.append(sentence)
        length += len(sentence) + 1
    return " ".join(kept)


def _shortened(told: str, cure: str) -> str:
    """The first sentences of a long cause, where that leaves room for its cure."""
    room = MAX_CHARS - len(cure) - 3
    if not cure or len(told) <= room:
        return told
    kept: list[str] = []
    for sentence in sentences(told):
        if len(" ".join((*kept, sentence))) > room:
            break
        kept.append(sentence)
    return " ".join(kept) or told


def _shown_below(fix: str) -> str:
    """A cure whose code follows it, as a sentence; empty where only the code says it."""
    if not fix.endswith((":", "：")):
        return fix
    said = fix.rstrip(" :：")
    return "" if len(said.split()) < 4 or _POINTS_DOWN.search(said) else said


def _first_sentence(text: str) -> str:
    return next(sentences(text), "")


def joined(first: str, second: str) -> str:
    """Two halves of one thought: "problem — fix"; the second only where it fits."""
    if not first or not second:
        return first or second
    both = f"{first.rstrip(' .。;,')} — {second}"
    return both if len(both) <= MAX_CHARS else first
