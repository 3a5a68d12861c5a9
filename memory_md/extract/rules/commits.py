"""The rules and reasons in a commit message: the paragraphs that state a rule with its reason.

Lines with a label of ours ("Gotcha: …", "Decision: …") are taken as they stand. Lists of changes,
trailers, logs and status are left out. The subject stands before the first paragraph, for it names
what all of them are about.
"""

import re
from collections.abc import Iterator
from typing import Final

from ...base.regex import regex
from ...base.text import one_line
from ...sessions.chunking import chunks
from ...terms.search_query import content_terms
from ..model import WAITS, Candidate
from .noise import is_of_the_moment
from .sentences import plain, sentences
from .turns import packed

_TYPE: Final = regex(r"(?:\w+(?:\([^)]{1,40}\))?!?|\[[^\]]{1,40}\]|[\w./-]{1,40}):[ ]+(?=\S)")
_NUMBER: Final = regex(r"[ ]*\(?#\d+\)?$")
_TRAILER: Final = regex(
    r"(?:[A-Z][\w-]+(?:-by|-Id|ID)?|[Ff]ixes|[Cc]loses|[Rr]efs?|[Ss]ee|[Cc]c): \S"
)
_MADE_BY: Final = regex(
    r"(?:🤖|Generated (?:with|by)|Co-[Aa]uthored|Signed-off|This reverts commit)"
)
_REVERT: Final = regex(r"This reverts commit")
_BULLET: Final = regex(r"(?:[-*+•]|\d{1,2}[.)])[ \t]+")
_VERBATIM: Final = regex(r"^(?:[ ]{4,}|\t|[>$|]|```)")
_RULE: Final = regex(
    r"\b(?:must(?:n['’]t)?|never|always|only|exactly|cannot|can['’]t|do not|don['’]t|does not"
    r"|doesn['’]t|no longer|not allowed|forbidden|required?|invariant|guarantee[sd]?|on purpose"
    r"|deliberate(?:ly)?|intentional(?:ly)?|by design|by default|policy|decision|decided|rule"
    r"|unless|except|at (?:most|least)|even (?:if|when|though)|semantics|contract|treats?|keeps"
    r"|(?:is|are) (?:rejected|treated|considered|kept|ignored)|wins|means|source of truth)\b"
    r"|\b(?:NOT|BUT|ONLY|NEVER|ALWAYS|MUST)\b",
    re.IGNORECASE,
)
_REASON: Final = regex(
    r"\b(?:because|so that|so|since|otherwise|instead of|rather than|due to|in order to"
    r"|as (?:it|they|the)|which (?:broke|breaks|caused|causes|made|makes|means|leads|led|is why)"
    r"|to (?:avoid|prevent|keep|ensure|allow)|caused?|lead(?:s|ing)? to|relie[sd] on|the reason"
    r"|would|therefore|hence|this (?:way|means))\b|[—–:;] | - ",
    re.IGNORECASE,
)
_STATUS: Final = regex(
    r"\b(?:tests? (?:pass|added)|all tests|no functional change|typo|bump|merge|wip|follow[- ]?up"
    r"|cherry[- ]pick|see (?:also )?#?\d|reviewed|thanks"
    r"|bug introduced in|(?:was|were)n['’]t released|misleading|not a security)\b",
    re.IGNORECASE,
)
_GUESS: Final = regex(
    r"\b(?:might|maybe|perhaps|probably|unlikely|theoretical(?:ly)?|appears? to|not sure"
    r"|i (?:think|guess|believe)|hopefully|seems?|todo|as promised)\b",
    re.IGNORECASE,
)
_LEAST_TERMS: Final = 8
_LEAST_LABELLED: Final = 4
_LEAST_SAID: Final = 4  # terms of a message that is kept
# Not "Fixed:", a changelog's, nor "Risk:", a form's.
_LABEL: Final = regex(
    r"(?:[-*+•] )?(?:\*\*)?(?P<kind>Decision|Gotcha|Convention|Preference|Pattern)"
    r"(?: \((?P<said>[^()]{1,40})\))?(?:\*\*)?:(?:\*\*)?[ ]+(?=\S)"
)
_POINTS: Final = regex(r"(?:follows?|matche?s?|same as|see|as in|added)\b", re.IGNORECASE)
_ENDS: Final = (".", "!", ":", ";")
_GRADES: Final = ("high", "medium", "low")
_LABELLED: Final = 0.8
_MUST: Final = regex(r"\b(?:must|never|always|cannot|may not|do not|don['’]t)\b", re.IGNORECASE)
_WHY: Final = regex(r"\b(?:because|otherwise|or else)\b", re.IGNORECASE)
_BASE: Final = 0.3
_SURE: Final = 0.55
_TIDIED: Final = 0.7  # of a change that only tidies up
_MOST: Final = 0.9


# A change of what is beside the product.
_ASIDE: Final = regex(
    r"(?:docs?|tests?|ci|chore|style|build|release|bump)\b|.*\b(?:readme|changelog|licen[cs]e"
    r"|typos?|contributing|lint(?:er|ian)?|CI|docs?|documentation|tests?|miri|toolchain|workflows?)\b",
    re.IGNORECASE,
)
_REFERENCE: Final = regex(
    r"(?:Fix(?:es)?|Close[sd]?|Resolves?|See|Refs?|Issue|PR)\b[^.]{0,60}#\d", re.IGNORECASE
)
_TIDIES: Final = regex(
    r"(?:\w+, ?)?(?:remove|merge|move|rename|simplify|clean ?up|refactor|tidy|fix"
    r"(?: \S+){0,3} (?:warnings?|build|compil\w+|formatting|comments?))\b",
    re.IGNORECASE,
)
# What goes on so says nothing without the sentence before it.
_GOES_ON: Final = regex(
    r"(?:however|therefore|thus|hence|so|also|then|note|in particular|this|that|it|and|but)\b",
    re.IGNORECASE,
)
_MINE: Final = regex(r"\b(?:I|me|my|I['’]\w+)\b|\bwe\b.{0,20}\bdiscussed\b|https?://")


def of_commit(subject: str, body: str) -> Iterator[Candidate]:
    """Yield what a message says beyond its change, 0.3 to 0.9 sure; mostly nothing."""
    if not body or _MADE_BY.match(body):
        return
    yield from _labelled(body)
    if _ASIDE.match(subject):
        return
    title = _title(subject)
    parts = list(_paragraphs(body))
    told = [part for part in parts if _score(part) > _BASE]
    told = told or [part for part in parts if _is_short_rule(part)]
    if not told or len(content_terms(" ".join((title, *told)))) < _LEAST_TERMS:
        return
    score = max(map(_score, told))
    score = score if score >= (_TIDIED if _TIDIES.match(title) else _SURE) else WAITS
    first = f"{title}." if title and title[-1] not in ".!?" else title
    stated = [one for part in told for one in sentences(part)]
    kept = [s for s in stated if not _MINE.search(s) and not _REFERENCE.match(s)]
    if not kept:
        return
    for place, text in enumerate(packed([first, *kept])):
        sure = WAITS if place and _GOES_ON.match(text) else score
        if len(content_terms(text)) >= _LEAST_TERMS:
            yield Candidate("decision", text, score=min(score, sure), line=1)


def said_in(subject: str, body: str) -> str:
    """Return a message without trailers and marks of tools; "" where it says next to nothing."""
    parts = [subject]
    for part in re.split(r"\n[ \t]*\n", body):
        lines = [line.rstrip() for line in part.split("\n")]
        kept = [one for one in lines if _REVERT.match(one) or not _is_mark(one)]
        parts.append("\n".join(kept).strip("\n"))
    text = "\n\n".join(filter(None, parts))
    text = next(iter(chunks(text)), "")  # of a very long one the beginning
    return text if len(content_terms(_title(text))) >= _LEAST_SAID else ""


def _is_mark(line: str) -> bool:
    """Whether it is a trailer, or the mark of a tool."""
    return bool(_TRAILER.match(line) or _MADE_BY.match(line))


def _labelled(body: str) -> Iterator[Candidate]:
    """Yield the lines that a label of ours opens, each with the lines that it is wrapped over."""
    for part in re.split(r"\n[ \t]*\n", body):
        said: list[tuple[re.Match[str] | None, list[str]]] = [(None, [])]
        for line in part.split("\n"):
            label = _LABEL.match(line)
            before = said[-1][1]
            if label and (said[-1][0] or not before or before[-1].rstrip().endswith(_ENDS)):
                said.append((label, [line[label.end() :]]))
            elif _TRAILER.match(line) or _BULLET.match(line.lstrip()):
                said.append((None, []))
            else:
                before.append(line)
        for label, lines in said:
            text = one_line(plain(" ".join(lines)))
            if label and _is_statement(text):
                kind, said_of_it = label["kind"].lower(), (label["said"] or "").lower()
                sure = said_of_it if kind == "decision" and said_of_it in _GRADES else ""
                yield Candidate(kind, text, sure, score=_LABELLED, line=1)


def _is_statement(text: str) -> bool:
    if _GUESS.search(text) or _POINTS.match(text) or text.endswith("?"):
        return False
    return not is_of_the_moment(text) and len(content_terms(text)) >= _LEAST_LABELLED


def _is_short_rule(text: str) -> bool:
    """Whether a paragraph of few words says outright what must be and why."""
    strict = _MUST.search(text) and _WHY.search(text) and not _GUESS.search(text)
    return bool(strict) and len(content_terms(text)) >= _LEAST_LABELLED


def _title(subject: str) -> str:
    """The subject without its type and numbers, with a capital."""
    kind = _TYPE.match(subject)
    text = _NUMBER.sub("", subject[kind.end() :] if kind else subject).strip()
    return text[:1].upper() + text[1:]


def _paragraphs(body: str) -> Iterator[str]:
    """The paragraphs of prose, each on one line; no lists, code, logs nor trailers."""
    for part in re.split(r"\n[ \t]*\n", body):
        lines = part.split("\n")
        if any(_VERBATIM.match(line) or _BULLET.match(line.lstrip()) for line in lines):
            continue
        if all(map(_is_mark, filter(str.strip, lines))):
            continue
        text = one_line(plain(" ".join(line for line in lines if not _TRAILER.match(line))))
        if text:
            yield text


def _score(text: str) -> float:
    """How sure a paragraph is to tell a rule with its reason."""
    rules, reasons = len(_RULE.findall(text)), len(_REASON.findall(text))
    passing = _STATUS.search(text) or _GUESS.search(text) or is_of_the_moment(text)
    if not rules or not reasons or passing or len(content_terms(text)) < _LEAST_TERMS:
        return 0.0
    return min(_MOST, _BASE + 0.1 * min(rules, 4) + 0.05 * min(reasons, 4))
