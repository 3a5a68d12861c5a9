"""What labels and the columns of a table say: a fact, or the parts of one record.

A problem with its cause and fix, a choice with its reason. The structure vouches for it; the text
only has to be no noise.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.regex import regex
from ..model import Candidate
from .blocks import TextBlock
from .candidate_text import MAX_CHARS, clean, join_halves, made_of
from .cues import WEIGHED, has_reason
from .labels import Label, Marker, Region, marker_named
from .noise import (
    GUARDS,
    is_blank,
    is_noise,
    is_of_the_moment,
    is_passing,
    is_plan,
    is_report,
)
from .sentences import sentences

LINT: Final = regex(
    r"\b(?:import (?:sorting|order)|not sorted|unsorted|unused (?:import|variable)s?"
    r"|line (?:too long|length)|trailing (?:whitespace|comma)|formatting|(?:ran|run) (?:ruff"
    r"|prettier|eslint|black|gofmt)\b|lint (?:error|warning)s?|typo)\b",
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
_POINTS_DOWN: Final = regex(
    r"\b(?:following|follows|below|this|these|steps|to|with|say|says)$", re.IGNORECASE
)
# Kinds whose labels are also the fields of a report's head ("Project: Billing").
FIELD_LIKE: Final = frozenset({"project", "identity", "architecture", "dependency"})
_SAYS: Final = regex(
    r"\b(?:is|are|was|must|should|shall|never|always|only|not|no|has|have|uses?|runs?|needs?"
    r"|requires?|supports?|targets?|lives?|follows?|builds?|deploys?|ships?|stores?|keeps?|depends?"
    r"|pinned|works?|talks?|speaks?|calls?|serves?|stays?|owns?|prefers?|goes|lies)\b"
    r"|[^\x00-\u024f]{6}",
    re.IGNORECASE,
)
# "Fixed: the header" says that something was done; a learning says what was wrong.
_WRONG: Final = regex(
    r"\b(?:not|never|no longer|wrong\w*|incorrect\w*|race|leak\w*|deadlock\w*|overflow\w*|loops?"
    r"|twice|crash\w*|corrupt\w*|injection|bypass\w*|off[- ]by[- ]one|doubl\w+|duplicat\w+|stale"
    r"|lost|los(?:es|ing)|mismatch\w*|null|undefined|infinite|silently|without|despite|instead"
    r"|fails?|failed|failing|broke|breaks?|broken|hangs?|when|after|if|only|\w+n['’]t"
    r"|(?<!^)(?!used|based|related|shared)\w{3,}ed)\b|[^\x00-\u024f]{4}",
    re.IGNORECASE,
)
_REMINDER: Final = regex(
    r"(?:make sure|be sure|ensure|don['’]t forget|do not forget|remember to|please)\b",
    re.IGNORECASE,
)
_SCOPE: Final = regex(
    r"`?(?P<path>[\w.@~*{}\[\],-]*[./][\w./@~*{}\[\],-]*)`?[ \t]?(?:[—–]|--?|:)[ \t]"
    r"(?P<reason>\S.{9,})"
)
_LOG_LINE: Final = 160
_OUTRIGHT: Final = 0.8  # the score of a label that says what its text is


class LabelledRecord(Struct):
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

    @property
    def main(self) -> str:
        """What the lines are about: the choice, the cause, the problem or the cure."""
        return self.decision or self.cause or self.problem or self.fix

    def candidate(self) -> Candidate | None:
        """The one candidate the lines make, if they say enough."""
        if self.decision:
            return self._made("decision", "decision", join_halves(self.decision, self.reason))
        if self.fix and self.reason and not self.cause:
            return self._made("decision", "fix", join_halves(self.fix, self.reason))
        if not self.cause and not self.problem:
            return self._alone()
        if self.logged and not (self.cause or self.fix):
            return None
        first, main = ("cause", self.cause) if self.cause else ("problem", self.problem)
        if self.cause and self.problem and len(self.problem) <= len(self.cause) * 1.5:
            first, main = "problem", join_halves(self.problem, self.cause)
        cure = _shown_below(self.fix)
        fix = "" if is_noise(cure) else cure
        if LINT.search(main) and not has_reason(main):
            return None
        kind = refined_issue(main) if self.refine else "issue"
        cure = _first_sentence(fix)
        kind = "fixed" if cure and kind == "issue" else kind
        return self._made(kind, first, join_halves(_shortened(main, cure), cure))

    def _alone(self) -> Candidate | None:
        """A cure or a reason without what it is for, where it can be understood alone."""
        if is_passing(self.fix or self.reason):
            return None
        if self.reason:
            says = _says_something(self.reason, "learning") and not is_plan(self.reason)
            return self._made("learning", "reason", self.reason) if says else None
        alone = stands_alone(self.fix, named=self.score < _OUTRIGHT)
        return self._made("fixed", "fix", self.fix) if alone else None

    def _made(self, kind: str, first: str, text: str) -> Candidate | None:
        least = 3 if kind == "decision" else 4
        gone = is_of_the_moment(text)
        made = (
            None if gone else made_of(kind, text, self.score, self.lines.get(first, 0), least=least)
        )
        return made and replace(made, qualifier=self.qualifier, cause=bool(self.cause))


def stands_alone(fix: str, *, named: bool = True) -> bool:
    """Whether a cure says what it cures, or names what it is done with, without the problem.

    Where its label says outright what it is ("Workaround"), any four words do.
    """
    if is_plan(fix) or is_noise(fix) or is_report(fix) or LINT.search(fix):
        return False
    words = len(fix.split())
    tells = words >= 5 and _NAMED.search(fix) is not None
    return tells or (words >= 4 and not named) or has_reason(fix)


def refined_issue(text: str) -> str:
    """What a trouble that was met really is: how a tool always works, a choice, or an issue."""
    if GUARDS["imperative"].match(text):
        return "issue"
    clause = _CLAUSE.split(_QUOTE.sub("x", text), maxsplit=1)[0]
    if _CHOICE.match(text) and WEIGHED.search(text):
        return "decision"
    lasting = _LASTING.search(clause) is not None and _PAST.search(clause) is None
    return "gotcha" if lasting else "issue"


def labelled_fact(
    marker: Marker, label: Label, block: TextBlock, section: Region
) -> Candidate | None:
    """What a label like "Gotcha:" introduces."""
    text = _scope(label.rest) if marker.kind == "scope" else clean(label.rest)
    if is_noise(text) or text.casefold().startswith(
        ("you can", "you may", "you should", "you might", "might ", "may ", "could ")
    ):
        return None
    if marker.score < 0.7 and (section.closed or GUARDS["you"].search(text)):
        return None
    if marker.kind in FIELD_LIKE and not _says_something(text, marker.kind):
        return None
    if marker.kind == "fixed" and not _tells_what_was_wrong(text):
        return None
    if marker.score < 0.7 and _REMINDER.match(text) and not has_reason(text):
        return None
    made = made_of(marker.kind, text, marker.score, block.line_of(label.rest), least=3)
    return made and replace(made, qualifier=label.qualifier)


def _scope(rest: str) -> str:
    """A path and what it is for, as one remembers it; empty for any other use of the word."""
    found = _SCOPE.match(clean(rest))
    return f"{found['path']} — {found['reason']}" if found else ""


def _says_something(text: str, kind: str) -> bool:
    """Whether the text is more than a name or a value, for a project more than its slogan."""
    return (
        (len(text.split()) > 5 and kind != "project")
        or has_reason(text)
        or _SAYS.search(text) is not None
    )


def _tells_what_was_wrong(text: str) -> bool:
    wrong = _WRONG.search(text) is not None or has_reason(text)
    return wrong and not (LINT.search(text) or is_report(text))


def is_commit(label: Label) -> bool:
    """Whether the label is that of a commit message ("fix: typo in the help")."""
    return not label.emphasised and label.name.isascii() and label.name.islower()


def is_log(label: Label) -> bool:
    """Whether the line may be what a program printed ("Error: no such file")."""
    plain = not label.emphasised and label.name.casefold() == "error"
    return plain and len(label.rest) < _LOG_LINE and not label.rest.endswith(".")


def table_row(block: TextBlock, section: Region) -> Iterator[Candidate | None]:
    """A row of a table whose columns are a decision and its reason, or a problem and its cause."""
    if section.closed:
        return
    record = LabelledRecord(0.6)
    roles = [marker_named(name) for name in block.header]
    for marker, cell in zip(roles, block.cells, strict=False):
        if marker is None or marker.role not in ("problem", "cause", "fix", "decision", "reason"):
            continue
        if cell.strip(" -—–"):
            record.put(marker.role, clean(cell), block.line)
    known = {marker.role for marker in roles if marker is not None}
    if known >= {"decision", "reason"} or (known & {"problem"} and known & {"cause", "fix"}):
        yield record.candidate()


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
