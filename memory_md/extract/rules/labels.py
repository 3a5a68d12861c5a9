"""The words that name a learning: labels ("Gotcha:") and headings ("Decisions Made").

They carry the meaning in any language; the words are in `labels.txt` and `headings.txt`.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from ...base.regex import regex
from ...base.text import CJK_CHAR
from .cues import holds
from .word_table import groups, words

Role = Literal[
    "problem", "cause", "fix", "decision", "reason", "fact", "title", "noise", "field", "corrected"
]  # fmt: skip


class Marker(Struct, frozen=True):
    """What a label or a column says about the text after it; `score` is 0 to 1.

    `asked`: agents are asked to close with this label; what stands behind it is taken whole.
    `many`: it is the plural of such a label, and as a heading it holds for items of a list alone.
    """

    kind: str
    role: Role
    score: float
    asked: bool = False
    many: bool = False


class Region(Struct, frozen=True):
    """What a heading says about the text under it. No kind: nothing structural is taken there.

    `closed` sections (files, next steps, usage, options) give no statements either.
    """

    kind: str = ""
    score: float = 0.0
    closed: bool = False
    met: bool = False  # what was met on the way: its kind is told by the wording
    choice: bool = False  # a heading over one choice or cause: the text under it is that
    each: bool = False  # each paragraph under it is one, whatever its words
    reasons: bool = False  # why the decisions above it were made


class Label(NamedTuple):
    """A text's leading label: what it means, its name, the text after it, its parentheses.

    No marker with a name: a bold lead that is in no table. Neither: the text has no label.
    """

    marker: Marker | None
    name: str
    rest: str
    qualifier: str = ""
    emphasised: bool = False


_PLAIN_LABEL: Final = regex(
    r"(?P<name>[^\W\d][^:：*`()（）\[\]"
    r"|—–]{0,38}?)(?:[ \t]#?\d{1,3})?(?:[ \t]?[(（](?P<said>[^()（）]{1,40})[)）])?[:：][ \t]*"
)
# "Root cause of the crash: …"
_CAUSE_OF: Final = regex(
    r"(?!.*\b(?:is|was|may|might|could|unknown)\b)(?:(?:real|actual|underlying|main) )?"
    r"(?:root )?(?:cause|culprit) (?:of|for|behind) \S",
)
# "Decision - use X": a dash in place of the colon; only behind what is said of nothing else.
_DASHED: Final = regex(
    r"(?P<name>[A-Z][a-z]+(?: [A-Za-z][a-z]+){0,2}) (?:--?|[–—]) (?P<said>)(?=\S)"
)
_DASH_ROLES: Final = ("decision", "cause", "fact")
# What a bold line above a paragraph says of it, if it could be a heading over a list as well.
PARTS: Final = ("problem", "cause", "fix", "decision")
_TOLD_ROLES: Final = (*PARTS, "fact")
_MARKED: Final = ("*", "_", "`", "[", "【", "「")
_LONGEST_LABEL: Final = 100  # a plain one with its number, its parentheses and its colon
_BOLD_LABEL: Final = regex(
    r"(?P<mark>\*\*?|__?)(?P<name>[^*_`]{1,60}?)(?:[:：](?P=mark)"
    r"|(?P=mark)[ \t\u00a0\u202f]?(?:[(（](?P<said>[^()（）]{1,40})[)）])?[ \t\u00a0\u202f]?"
    r"(?:[:：]|[—–]|--?[ \t]))[ \t]*"
)
# "**Gotcha: dates have no zone.**", "`Gotcha:` dates have no zone": only of labels to close with.
_ALL_BOLD: Final = regex(r"(\*\*|__)(?P<inside>[^*_`\s](?:[^*`]|`[^`]*`)+)\1$")
# "【决定】…", "[Decision] …", "**Decision** Store …": no colon behind it.
_BRACKETED: Final = regex(
    r"[\[【「](?P<name>[^\[\]【】「」`*]{2,30})[\]】」](?!\()[ \t]*[:：]?[ \t]*(?=\S)"
    r"|(?P<mark>\*\*|__)(?P<bold>[^*_`:：]{2,30})(?P=mark)[ \t]+(?=[A-Z`\u2e80-\uffef])"
)
_TICKED: Final = regex(r"`(?P<name>[^`:：]{2,30})[:：]`[ \t]+(?=[\w`])")
# The form of a remembered line, where an agent was told to write in it.
_DATED: Final = regex(r"\[\d{4}-\d\d-\d\d\][ \t]+(?=[^\W\d])")
_QUALIFIER: Final = regex(r"[^\W\d_](?:[^\W_]|[ ./&+-]){0,39}$")
# How it stood at that moment says nothing later.
_STATUS: Final = words(
    "resolved|fixed|done|open|closed|new|optional|wip|todo|pending|minor|continued|cont|updated"
    "|ongoing|final|tbd|draft|partial"
)
# What was done with what a label names ("Root cause identified", "Trade-off accepted").
_HANDLED: Final = regex(
    r" (?:identified|found|confirmed|located|discovered|noted|captured|applied|accepted|made|taken"
    r"|reached|learned)$"
)
_NUMBER: Final = regex(r"[ \t]*(?:#?\d{1,3}|\([^()]*\))[ \t]*$")
_ORNAMENT: Final = regex(r"^[^\w`\[(\"'“]+")
_NUMBERING: Final = regex(r"^(?:\d{1,2}[.)]|step \d+[:.])[ \t]*")
_ARTICLE: Final = regex(
    r"^(?:the|a|an|my|our|real|actual|main) (?:real |actual |main )?", re.IGNORECASE
)
_LEAD_IN: Final = regex(
    r"\b(?:(?P<decision>decisions?)|(?P<gotcha>gotchas?|caveats?|pitfalls?|things? to (?:note|know"
    r"|watch))|(?P<learning>learned|learnings?|lessons?|insights)|(?P<issue>issues?|problems?"
    r"|root causes?|bugs?))\b(?! (?:list"
    r"|tracker|board|number|template))[^.!?:,]{0,40}[:：]$",
    re.IGNORECASE,
)
# One of these is in whatever the pattern above finds.
_LEADS_IN: Final = (
    "decision", "gotcha", "caveat", "pitfall", "thing", "learn", "lesson", "insight", "issue",
    "problem", "root cause", "bug",
)  # fmt: skip
_SAID: Final = 0.6  # how much the words of a heading weigh where they are no heading
# "Benefits of the chosen approach", "Decision 4: deferred items": nothing that was decided.
_SET_ASIDE: Final = regex(
    r"\b(?:benefits?|advantages?|deferred|postponed|rejected|discarded|dismissed|not chosen)\b"
    r"|\bTODO\b"
    r"|\(~?\d[\d–-]* ?(?:h|hrs?|hours?|days?|weeks?|min(?:ute)?s?)\)"  # of a plan
    # Decisions that wait for somebody are none.
    r"|\b(?:decisions?|choices?) (?:\w+ )?(?:needed|required|pending|awaiting"
    r"|to (?:make|confirm|take)|for (?:you|review))\b"
    r"|\b(?:pending|open|outstanding) (?:\w+ )?(?:decisions?|choices?)\b"
    r"|(?:需要|请|請|待)(?:您|你|用户)?(?:确认|確認|决定|決定|选择|選擇)|待定|要確認|確認が必要",
    re.IGNORECASE,
)
_CURE: Final = regex(
    r"\b(?:fix\w*|solv\w*|solutions?|resolv\w*|address\w*|options?|approach\w*|steps?|ways?"
    r"|created|updated|try)\b",
    re.IGNORECASE,
)
_PARENTHESIS: Final = regex(r"[(（][^()（）]*[)）]")


@cache
def _labels() -> dict[str, Marker]:
    """Markers by name; the last group that has a name wins."""
    found: dict[str, Marker] = {}
    for head, lines in groups("labels.txt"):
        names = words("\n".join(lines))
        if head[0] == "*":
            many = head[1] == "many"
            found |= {name: replace(found[name], asked=True, many=many) for name in names}
            continue
        kind, role, score = head
        marker = Marker(kind.strip("-"), cast("Role", role), float(score))
        found |= dict.fromkeys(names, marker)
    return found


def asked_labels() -> Iterator[tuple[str, Marker]]:
    """Yield the labels that agents are asked to close with, in lower case, and their markers."""
    return ((name, marker) for name, marker in _labels().items() if marker.asked)


def section_named(text: str) -> Region | None:
    """Return the section that a text is the whole heading of, if any."""
    return _sections()[0].get(plain_label(text))


@cache
def _sections() -> tuple[dict[str, Region], dict[str, Region]]:
    """Sections by the whole heading, and by a phrase in it; the first group of a phrase wins."""
    rows = [(head, words("\n".join(lines))) for head, lines in groups("headings.txt")]
    traits = {name: names for (kind, name), names in rows if kind == "*"}
    whole: dict[str, Region] = {}
    for (kind, score), names in rows:
        if kind == "*":
            continue
        closed = score == "closed"
        for name in names - whole.keys():
            flags = (name in traits[trait] for trait in ("met", "choice", "each", "reasons"))
            whole[name] = Region(kind.strip("-"), 0.0 if closed else float(score), closed, *flags)
    inside = {name: one for name, one in whole.items() if name not in traits["whole_only"]}
    return whole, inside


def plain_label(name: str) -> str:
    """A label or heading without ornament, numbering, parentheses and case."""
    name = _without(_ORNAMENT, name.replace("**", "").replace("__", "").strip())
    name = _PARENTHESIS.sub("", _without(_NUMBERING, name)).strip()
    if name.endswith(")") or name[-1:].isdigit():
        name = _NUMBER.sub("", name)
    name = _without(_ARTICLE, name)
    name = name.removesuffix(" is").removesuffix(" was")
    return name.strip(" :：.!#*").casefold().replace("’", "'")


def _without(opening: re.Pattern[str], text: str) -> str:
    """The text without what it opens with; `sub` would try the pattern at every place."""
    found = opening.match(text)
    return text[found.end() :] if found is not None else text


def lead_in(paragraph: str) -> Region | None:
    """What a paragraph that ends in a colon says about the list after it; None for nothing."""
    whole = _sections()[0].get(plain_label(paragraph)) if len(paragraph) < 50 else None
    if whole is not None:
        return replace(whole, score=min(whole.score, _SAID))
    tail = paragraph[-120:]
    found = _LEAD_IN.search(tail) if holds(tail.casefold(), _LEADS_IN) else None
    if found is None or _CURE.search(tail):
        return None
    kind = next(name for name in ("decision", "gotcha", "learning", "issue") if found[name])
    return Region(kind, 0.5)


def split_label(text: str) -> Label:
    """Take a leading label off a text."""
    label = _split_label(text)
    if label.marker is None and text.startswith(_MARKED):
        return _closing_label(text) or label
    if label.marker is not None and label.marker.asked and label.name[:1].islower():
        # "fixed: …", "pattern: …" in lower case are a log's and a file's.
        kept = label.emphasised or not label.name.isascii()
        return label if kept else label._replace(marker=replace(label.marker, asked=False))
    return label


def without_colon(text: str) -> Label | None:
    """A label to close with that stands in brackets or is bold by itself, with no colon behind."""
    found = _BRACKETED.match(text)
    name = (found["name"] or found["bold"] or "") if found else ""
    marker = marker_named(name) if name and not name[0].islower() else None
    if found is None or marker is None or not marker.asked or marker.kind == "fixed":
        return None  # "[Fixed] …" is a row of a changelog
    return Label(marker, name, text[found.end() :].strip(), emphasised=True)


def _closing_label(text: str) -> Label | None:
    """A label to close with that is bold together with its text, or a code span by itself."""
    if bare := without_colon(text):
        return bare
    if text.endswith(("**", "__")) and (found := _ALL_BOLD.match(text)):
        label = _split_label(found["inside"])
        marker, rest = label.marker, label.rest
    elif found := _TICKED.match(text):
        label = Label(marker_named(found["name"]), found["name"], text[found.end() :].strip())
        marker, rest = label.marker, label.rest
    else:
        return None
    return label._replace(emphasised=True) if marker and marker.asked and rest else None


def _split_label(text: str) -> Label:
    bold = text.startswith(("*", "_"))
    if not bold and ":" not in text and "：" not in text and "__" not in text:
        return _dashed(text)
    bare = text if bold or text[:1].isalnum() else _bare(text)
    found = _BOLD_LABEL.match(bare)
    if found is None:
        head = bare[:_LONGEST_LABEL]
        near = ":" in head or "：" in head
        found = _PLAIN_LABEL.match(bare) if near else None
        marker = marker_named(found["name"]) if found else None
        if found is None or marker is None:
            return _dashed(text)
        if found["name"].islower() and bare[found.end("name")] == "(":
            return Label(None, "", text)  # "fix(parser): …" is a commit's
    else:
        marker = marker_named(found["name"])
    said = _qualifier(found["said"] or "", found["name"]) if marker else ""
    rest = bare[found.end() :].strip()
    return Label(marker, found["name"], rest, said, found.re is _BOLD_LABEL)


def _dashed(text: str) -> Label:
    head = text[:32]
    found = _DASHED.match(text) if " - " in head or " – " in head or " — " in head else None
    marker = marker_named(found["name"]) if found else None
    if found is None or marker is None or marker.role not in _DASH_ROLES or marker.score < 0.75:
        return Label(None, "", text)
    # "Gotcha - the deploy script" may be a title: its text is judged.
    return Label(replace(marker, asked=False), found["name"], text[found.end() :].strip())


def _bare(text: str) -> str:
    dated = _DATED.match(text)
    if dated:
        return text[dated.end() :]
    found = _ORNAMENT.match(text)
    if found is None:
        return text
    mark = found[0][-2:]  # "✅ **Fixed:** …": the label is bold
    return (mark if mark in ("**", "__") else "") + text[found.end() :]


def _qualifier(said: str, name: str) -> str:
    """What stands in parentheses behind a label, if it is a word or a few and still holds later."""
    inside = said or next(iter(_PARENTHESIS.findall(name)), "")
    words = inside.strip(" ()（）")
    return words if _QUALIFIER.match(words) and words.casefold() not in _STATUS else ""


@lru_cache(maxsize=1024)
def marker_named(name: str) -> Marker | None:
    """The marker a column header or a lone bold line stands for."""
    plain = plain_label(name)
    known = _labels().get(plain)
    if known is None and _CAUSE_OF.match(plain) is not None:
        return _labels().get("root cause")
    if known is None and (handled := _HANDLED.search(plain)) is not None:
        known = _labels().get(plain[: handled.start()])
        return known if known is not None and known.role in _TOLD_ROLES else None
    return known


@lru_cache(maxsize=512)
def section_of(heading: str) -> Region | None:
    """What a heading says about the text below it; None where it says nothing."""
    name = plain_label(heading[:200])
    whole, inside = _sections()
    if name in whole:
        return whole[name]
    if _SET_ASIDE.search(heading[:200]):
        return Region(closed=True)
    parts = name.split(" ")
    if len(parts) > 8:
        return None
    for length in range(len(parts), 0, -1):
        for start in range(len(parts) - length + 1):
            section = inside.get(" ".join(parts[start : start + length]))
            if section is not None:
                return section
    if CJK_CHAR.search(name):
        held = [phrase for phrase in inside if _is_cjk(phrase) and phrase in name]
        return inside[max(held, key=len)] if held else None
    return Region("gotcha", 0.75) if "learned the hard way" in heading[:200].casefold() else None


def _is_cjk(phrase: str) -> bool:
    return CJK_CHAR.match(phrase) is not None
