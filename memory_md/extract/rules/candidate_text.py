"""The text of a candidate: cleaned, joined from its parts, and cut to size."""

import re
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from ...base.text import CJK_CHAR, one_line
from ...memory.text.learnings import split_headline
from ..model import Candidate
from .noise import is_blank, is_noise
from .sentences import plain, sentences

MAX_CHARS: Final = 600
COLONS: Final = (":", "：")
BRACKETED: Final = regex(r"^(?:\d{1,2}[.)][ ]*)?(?:\[[^\]]{1,60}\][ ]*)?")
# "This breaks …": what breaks stands in a sentence that is not kept.
_DANGLING: Final = regex(
    r"(?:this|that|it|these|those|they)(?: (?:also|now|only|then|should|would|will|can|could|may"
    r"|might|must))? (?:(?:is|are|was|were|has|have|had|does|do|did)(?:n['’]t)?|means|meant|makes"
    r"|made|works|happens|happened|causes|caused|breaks|broke|ensures|allows|prevents|requires"
    r"|lets|gives|helps|fixes|be|not|needs|\w*[^s\W]s)\b",
    re.IGNORECASE,
)
BOLD_START: Final = regex(r"(?:\*\*|__)([^*]{2,160}?)(?:\*\*|__)[ \t]*(?:(?:--|[:：—–.-])[ \t]*)?")
_STATUS_TAIL: Final = regex(
    r"^(?:communicated|committed|verified|confirmed|resolved|fixed (?:in|by|and)|no (?:impact"
    r"|scope)|tests?\b|all \w+ |logged|documented|will be|deferred|see |not blocking|tracked)",
    re.IGNORECASE,
)
_CHOOSES: Final = regex(
    r"(?:use|prefer|avoid|adopt|keep|never|always|no|don['’]t|do not) \S", re.IGNORECASE
)
_ASIDE: Final = regex(r" ?\((?:see|as)\b[^()]{0,40} ?(?:above|below)\)", re.IGNORECASE)


def with_label_of_text(candidate: Candidate) -> Candidate:
    """Return a candidate of no kind under the label that its text begins with.

    learnings.md would be read so: the entry would be of another kind, and count as edited.
    """
    if candidate.kind != "note":
        return candidate
    _, kind, qualifier, text = split_headline(candidate.text)
    return replace(candidate, kind=kind, qualifier=qualifier or candidate.qualifier, text=text)


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
    return f"{title} — {rest}" if gap in ("—", "–", "-", "--") else f"{title}{gap} {rest}"


def made_of(kind: str, text: str, score: float, line: int, *, least: int = 4) -> Candidate | None:
    """A candidate, if enough is left of the text; the length limits of the settings come later.

    `least` is the number of words; what orders or chooses by its first word may have two.
    """
    words = len(text.split())
    least = 2 if least < 4 and _CHOOSES.match(text) else least
    if (
        text.endswith((*COLONS, " because", " and", " or", " but", " since", " so"))
        or _DANGLING.match(text)
        or (words < least and len(CJK_CHAR.findall(text)) < 6)
        or is_blank(text)
    ):
        return None
    return Candidate(kind=kind, text=text, score=score, line=line)


def clean(text: str) -> str:
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


def join_halves(first: str, second: str) -> str:
    """Two halves of one thought: "problem — fix"; the second only where it fits."""
    if not first or not second:
        return first or second
    both = f"{first.rstrip(' .。;,')} — {second}"
    return both if len(both) <= MAX_CHARS else first


def with_item(lead: Candidate, item: str) -> Candidate:
    """Return a lead ("The limits are:") with one more of the items below it, if there is room."""
    gap = " " if lead.text.endswith(COLONS) else "; "
    text = f"{lead.text.rstrip(' .。;,')}{gap}{clean(item)}"
    return replace(lead, text=text) if len(text) <= MAX_CHARS else lead
