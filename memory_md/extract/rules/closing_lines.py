"""What agents put behind the labels that they are asked to close with ("Gotcha: …").

The label vouches for the text: it is taken whole, word for word, with the reasons below it. Left
out is only what says nothing (a placeholder, a bare link or path) or asks.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from ...base.text import CJK, one_line
from ..model import WAITS, Candidate
from .blocks import TextBlock
from .candidate_text import MAX_CHARS
from .cues import PROPER, TECH, has_reason
from .labels import Label, Marker, asked_labels, marker_named, split_label
from .noise import is_unfilled
from .references import binds
from .rulings import word_count
from .sentences import masked_spans, sentences

_STATED: Final = 0.8  # how sure a line is that an agent was asked for
_BOLD: Final = regex(r"(\*\*)(?=[^\s*])([^*]+)(?<=\S)\*\*(?!\w)")
_NOTHING: Final = regex(
    r"(?:none|no|n/?a|nil|nothing|not applicable|nichts|keine?[srn]?|aucune?|rien|ninguno|ninguna"
    r"|nada|nenhuma?|nessuna?|niente|нет|ничего|无|無|没有|沒有|なし|特になし|없음)"
    r"(?:[ ](?:issues?|problems?|risks?|decisions?|gotchas?|conventions?|preferences?|patterns?"
    r"|fix(?:es)?|learnings?|lessons?|bugs?|surprises?|deviations?|changes?|new|known|further"
    r"|other|others|special|notable|significant|major|additional|particular|else|needed|required"
    r"|found|identified|encountered|made|learned|learnt|noted|observed|recorded|expressed|stated"
    r"|introduced|established|applicable|were|was|are|of|to|note|report|record|here|yet|so far"
    r"|for|in|from|at|this|the|time|session|task|change|now|that|i|know|aware|plan))*"
    r"[\s.!。！]*(?:\([^()]*\)[.]?)?$"
    r"|(?:none|n/?a|nothing|not applicable|keine?[rs]?|无|無)[ ]?(?:[.,:;—–(]|-[ ])",
    re.IGNORECASE,
)
_POINTER: Final = regex(
    r"(?:see|cf\.?|refer to|siehe|voir|ver|см\.?|详见|參見|参照)(?:[ :]|$).{0,80}$"
    r"|existing\b.{0,80} (?:in|at) \S+$"
    r"|(?:(?:pr|pull request|issue|ticket|commit|adr)s?\b[ #:]*)?\W*#?(?:[A-Z]{1,8}-)?\d+\W*$"
    r"|(?:\[[^\]]*\]\([^)]*\)|<?https?://\S+|[0-9a-f]{7,40})[\s.,;>]*$",
    re.IGNORECASE,
)
# A name, path, glob or code span, or a row of them: a value, no statement.
_VALUE: Final = regex(
    rf"(?:`[^`]*`|[^\s`{CJK}]+)"
    r"(?:(?:,| and| &)[ ](?:`[^`]*`|[\w*-]*[./][^\s`]+))*[.]?$"
)
# "Risk: low (beside the old one)", a tick in a report, "Fixed: pushed to main".
_GRADE: Final = regex(
    r"(?:(?:very )?(?:zero|low|medium|moderate|high)(?:[- ](?:low|medium|high|risk))*(?:[ ,.;:(]|$)"
    r"|(?:pushed|committed|merged|deployed) )",
    re.IGNORECASE,
)
_DONE: Final = "✅✔☑✓🎉🚀"
_COUNTED: Final = regex(r"\d+ \w+(?: \w+)?[.]?$")
_STATUS: Final = regex(
    r"(?:all|the|\d+) (?:\w+ ){0,2}(?:tests?|checks?|builds?|specs?)\b.{0,20}"
    r"\b(?:pass\w*|green|fixed|ok)\b(?: now)?[.!]?$",
    re.IGNORECASE,
)
# Decided only for the work at hand, where it names nothing.
_STEP_ON: Final = regex(
    r"(?:go ahead|go on|proceed\w*|continu\w+|move (?:on|forward)|start (?:with|by)|begin\w*"
    r"|option \w+$|approved|accepted|rejected|postponed|deferred|pending|yes\b|no\b[.,]|ok\b)",
    re.IGNORECASE,
)
# A choice between what its session knows: "keep the old name", "go with option B".
_OF_WHAT_IS_KNOWN: Final = regex(
    r"(?:(?:we|i) )?(?:will |decided to |chose to |just )?(?:keep|kept|leave|left|retain(?:ed)?"
    r"|use[ds]?|go with|going with|went with|stick (?:to|with)|stuck (?:to|with)|stay(?:ed)? with"
    r"|take|took|pick(?:ed)?|choose|chose|drop(?:ped)?|follow(?:ed)?|prefer(?:red)?) "
    r"(?:the|this|that|these|those|it|them|both|option|variant|approach|plan|version)\b",
    re.IGNORECASE,
)
_FEW: Final = 7  # words
_PUT_OFF: Final = ("(TODO)", "(TBD)")
_NAMES: Final = regex(
    r"`|\w[./_]\w|\w\(\)|[a-z][A-Z]|\b[A-Z]{2}|\b(?:before|after|when|until|if)\b"
)
# What it is about stands elsewhere ("this is broken in `prod`", "this PR drops it").
_ELSEWHERE: Final = regex(
    r"(?=(?:\S+\s+){0,7}\S+$)(?!it is \w+ (?:to|that) )(?:this|that|these|those|it|they)"
    r" (?:is|are|was|were|has|had|does|did|can|will|must|should|\w*[^s\W]s)\b"
    r"|this (?:PR|pull request|MR|commit|branch|diff|patch|session|change)\b",
    re.IGNORECASE,
)
# What the writer does next, or asks of the reader once.
_NEXT: Final = regex(
    r"(?:let me(?! know)|let['’]?s|i['’]ll|i['’]m (?:going|about)|i am going|next[, ]+i)\b"
    r"|please (?!never|always|do not|don['’]t|use|keep|prefer|avoid|write)",
    re.IGNORECASE,
)
_PLACE: Final = regex(r" (?:at|in|see) `?[\w./-]+\.[a-z]{1,5}:\d", re.IGNORECASE)
_CLAUSE: Final = regex(
    r"(?:because|since|so that|that way|otherwise|this (?:avoids|keeps|prevents|makes|way|means)"
    r"|the reason|reason|rationale|why|weil|damit|sonst|parce que|porque|因为|因為|理由)\b",
    re.IGNORECASE,
)
_FEW_WORDS: Final = 8
_INSIDE: Final = frozenset(("decision", "gotcha", "convention", "preference", "risk"))
_LISTED: Final = regex(r"[\s>#]*(?:(?:[-*+•‣]|\d{1,3}[.)])[ \t]+)?")
_ENDS: Final = (".", "!", "?", ":", ";", "。", "！", "：", "；")


class ClosingLine(Struct):
    """A labelled statement and what belongs to it; `level` is its indentation, -1 for none.

    `end` is the line below the last one that was taken.
    """

    marker: Marker
    text: str
    line: int
    level: int
    end: int
    qualifier: str = ""
    reasons: str = ""
    reported: bool = False  # a field of a report, beside others ("Fixed: …", "Status: …")
    titles: bool = False  # stands in a heading: told where nothing stands below it
    others: int = 0  # blocks before it that are none

    def holds(self, block: TextBlock) -> bool:
        """Whether an item without a label gives reasons or details of this statement."""
        if block.kind != "item":
            return False
        if block.level > max(self.level, 0):
            return True
        if self.text.endswith((":", "：")):
            return block.line <= self.end + 1 and block.level > self.level
        near = block.line <= self.end
        return near and (self.level < 0 or _CLAUSE.match(block.text) is not None)

    def is_beside(self, block: TextBlock, label: Label) -> bool:
        """Whether another field of the same report follows ("- **Status:** …")."""
        near = block.kind == "item" and block.level == self.level and block.line <= self.end
        return near and bool(label.name) and not (label.marker and label.marker.asked)

    def add(self, block: TextBlock, text: str) -> None:
        """Take a reason, if the whole still has room for it."""
        self.end = end_of(block)
        told = whole(text)
        both = f"{_stopped(self.reasons)} {told}" if self.reasons else told
        if told and len(both) + len(self.text) + 3 <= MAX_CHARS:
            self.reasons = both

    def candidate(self) -> Candidate | None:
        """The statement with its reasons; None where only a list that is missing would tell it."""
        text = self.text
        if self.reasons:
            gap = " " if text.endswith((":", "：")) else " — "
            text = f"{text.rstrip(' .。;,')}{gap}{self.reasons}"
        elif text.endswith((":", "：")):
            return None
        return Candidate(
            kind=self.marker.kind,
            text=text,
            qualifier=self.qualifier,
            score=WAITS if self._is_doubtful() else max(self.marker.score, _STATED),
            line=self.line,
        )

    def _is_doubtful(self) -> bool:
        """Whether a report says it, or it names nothing that a later reader knows."""
        known = _OF_WHAT_IS_KNOWN.match(self.text) is not None and not self.reasons
        of_nothing = known and _is_of_nothing(self.text)
        # "Risk: users may be confused" is the price of an option.
        of_nothing |= self.marker.kind == "risk" and word_count(self.text) < _FEW_WORDS
        return self.reported or (of_nothing and not _names(self.text))


def closing_line(block: TextBlock, label: Label, marker: Marker) -> ClosingLine | None:
    """What such a label introduces; None where it says nothing."""
    text = whole(label.rest)
    if not says_something(text) or (marker.kind == "pattern" and _points_at_code(text)):
        return None
    level = block.level if block.kind == "item" else -1
    line = block.line_of(label.rest)
    made = ClosingLine(marker, text, line, level, end_of(block), label.qualifier)
    made.reported = block.text.lstrip(" *_")[:1] in _DONE
    made.titles = block.kind == "heading"
    return made


def each_closing(label: Label) -> Iterator[Label]:
    """The statements of one line, which may go on with a label: "Gotcha: …. Gotcha: …"."""
    begin = 1
    while begin and (":" in label.rest or "：" in label.rest):
        begin = _next_label(label.rest)
        if begin:
            yield label._replace(rest=label.rest[:begin].rstrip())
            label = split_label(label.rest[begin:])
    yield label


def _next_label(text: str) -> int:
    """Where a sentence of the text opens with such a label; 0 for nowhere."""
    at = 0
    for sentence in sentences(text):
        at = max(text.find(sentence, at), at)
        if at and is_closing(sentence):
            return at
    return 0


def is_closing(text: str) -> bool:
    """Whether a line opens with such a label."""
    marker = split_label(text).marker
    return marker is not None and marker.asked


def label_inside(text: str) -> int:
    """Where a later sentence of a paragraph opens with such a label ("Done. Gotcha: …"); else 0.

    "Fixed" and "Pattern" are the words of reports, too.
    """
    for found in _inside().finditer(text) if ":" in text or "：" in text else ():
        if is_closing(text[found.start() :]):
            return found.start()
    return 0


def label_of_row(cells: Sequence[str]) -> Label | None:
    """Such a label in the first cell of a row, with the text of the second ("| Gotcha | … |")."""
    marker = marker_named(cells[0]) if len(cells) > 1 else None
    if marker is None or not marker.asked or marker.kind not in _INSIDE:
        return None
    return Label(marker, cells[0], cells[1], emphasised=True)


@cache
def _inside() -> re.Pattern[str]:
    names = sorted(name for name, one in asked_labels() if one.kind in _INSIDE)
    return re.compile(
        rf"(?:(?<=[.!)`] )|(?<=[。！]))(?:{'|'.join(map(re.escape, names))})(?=[:：])",
        re.IGNORECASE,
    )


def is_closing_row(line: str) -> bool:
    """Whether a line of Markdown opens with such a label, behind the marks of a list."""
    return is_closing(_LISTED.sub("", line, count=1).strip(" #"))


def without_closing_lines(text: str) -> str:
    """Return a message without its closing lines: each is kept as an entry by itself."""
    return "\n".join(line for line in text.split("\n") if not is_closing_row(line))


def end_of(block: TextBlock) -> int:
    """The line below a block."""
    return block.line + max(len(block.parts), 1)


def whole(text: str) -> str:
    """The text on one line, without bold marks; of more than 600 characters the first sentences."""
    text = one_line(text)
    if "**" in text:
        hidden = masked_spans(text)
        for found in reversed([*_BOLD.finditer(hidden)]):
            text = text[: found.start()] + text[found.start(2) : found.end(2)] + text[found.end() :]
    if len(text) <= MAX_CHARS:
        return text
    kept = ""
    for sentence in sentences(text):
        longer = f"{kept} {sentence}".lstrip()
        if kept and len(longer) > MAX_CHARS:
            break
        kept = longer
    return kept


def says_something(text: str) -> bool:
    """Whether a labelled text states something; one that orders its reader is stored, not shown."""
    bare = text.strip(" *_\"'“”")
    if not any(map(str.isalnum, bare)) or bare.endswith(("?", "？", "?)")):
        return False
    if _GRADE.match(bare) or bare[0] in _DONE or next(sentences(bare)).endswith(("?", "？")):
        return False
    if _NOTHING.match(bare) or _POINTER.match(bare) or _VALUE.match(bare) or is_unfilled(bare):
        return False
    if bare.endswith(_PUT_OFF) or _COUNTED.match(bare) or _STATUS.match(bare) or is_closing(bare):
        return False
    if _STEP_ON.match(bare) and _is_of_nothing(bare):
        return False
    return not (_ELSEWHERE.match(bare) or any(map(_NEXT.match, sentences(bare))))


def _points_at_code(text: str) -> bool:
    """Whether a pattern only tells where it can be seen ("`render()` at page.py:10")."""
    return _PLACE.search(text) is not None and not binds(text)


def _is_of_nothing(text: str) -> bool:
    few = len(text.split()) <= _FEW
    return few and _NAMES.search(text) is None and not has_reason(text)


def _names(text: str) -> bool:
    return TECH.search(text) is not None or PROPER.search(text) is not None


def _stopped(text: str) -> str:
    return text if text.endswith(_ENDS) else f"{text};"
