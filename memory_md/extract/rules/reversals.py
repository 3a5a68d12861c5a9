"""When a later statement of a session denies an earlier one, so that the earlier is not kept.

What two statements say of each other, the rules of deduplication tell: they know conditions,
subjects and denials. Here is only when to ask them. Two statements of one text that deny each other
are likelier to speak of two things, so the later one must say that it turns something around
("after all", "no longer", "decided against"), or deny the very words of the earlier decision with
no heading between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from ...base.regex import regex
from ...transcripts.model.events import Prose, Said
from ..model import Candidate
from .placed import Placed
from .sentences import plain, sentences

_LOOK_BACK: Final = 100
_REMEMBERED: Final = 4096  # texts, or pairs of them
_SAME_WORDS: Final = 0.85  # of two decisions that differ in the denial only
_NOTHING: Final = frozenset[str]()
_DIAGNOSES: Final = frozenset(("issue", "learning", "gotcha"))
_CHOICES: Final = frozenset(
    ("decision", "architecture", "convention", "pattern", "dependency", "project")
)
# One of these is in whatever the two below find.
_HINTS: Final = (
    "fter all", " in the end", " up not ", "doch ", "finalement ", "al final ", "ny more", "nymore",
    "no longer", " against ", "ropped ", "bandoned ", "crapped ", "itched ", "больше не ", "ya no ",
    "nstead of ", "ather than ",
)  # fmt: skip
# It was never so: whatever was said is taken back …
_MISTAKEN: Final = regex(
    r"(?<!^)\bafter all\b|\bended up not \w+ing\b|(?:\bnot|n['’]t) \w+[^.;]{0,80} in the end\b"
    r"|\bdoch (?:nicht|kein\w*)\b|\bfinalement\b[^.;]{0,40} pas\b|\bal final no\b",
    re.IGNORECASE,
)
# … or it is so no more: then only a choice is, for what had been wrong is worth knowing still.
_CHANGED: Final = regex(
    r"\bany ?more\b|\bno longer\b|\b(?:decided|voted|opted|chose|went|ruled) against\b"
    r"|\bwe(?:['’]ve| have)?(?: now| since)? (?:dropped|abandoned|scrapped|ditched)\b"
    r"|\b(?:instead of|rather than)\b|\bбольше не\b|\bya no\b",
    re.IGNORECASE,
)
# A new clause, after which the denial tells what is done in its place.
_CLAUSE: Final = regex(r"[,;:(]| [—–-] | (?:because|since|so|and|but|weil|sondern|потому|porque) ")
_REASON: Final = regex(r"[;(]| [—–-] |,? (?:because|since|so that|as it|weil|porque) ")
# … unless it tells where the denial holds.
_LIMITED: Final = regex(
    r"\b(?:only|except|unless|when|if|while|until|nur|außer|wenn|кроме|только|если|sauf|si|solo)\b",
    re.IGNORECASE,
)
_NARROWS: Final = regex(
    r"\W*(?:in(?! fav)|on|for|at|under|during|with|inside|within|locally|there|mostly|bei|für|im"
    r"|auf|в|на|для|en|dans|pour|para)\b",
    re.IGNORECASE,
)
_DENIES: Final = regex(
    r"\b(?:no|not|never|without|nicht|nie|kein\w*|не|pas|jamais|nunca)\b|n['’]t\b", re.IGNORECASE
)
_DECIDED: Final = regex(
    r"(?:we|i)(?:['’]ve| have)? (?:decided|agreed|chose) to (?=\w)", re.IGNORECASE
)
_LONGEST: Final = 1200  # a longer line is pasted
# "Scrap that: no Redis."
_DROPS: Final = (
    "crap ", "cratch ", "trike ", "orget ", "ever mind ", "evermind ", "ancel ", "rop ",
)  # fmt: skip
_SCRAPS: Final = regex(
    r"(?:^|(?<=[.!?] ))[ ]{0,8}(?:[-*>] )?"
    r"(?:(?:wait|actually|no|hm+|ok(?:ay)?|sorry)[,. ]+)*"
    r"(?:scrap|scratch|strike|forget|never ?mind|cancel|drop) (?:that|this|it)\b[ ]?[,.:;!—–-]+ "
    r"(?:let['’]s |we(?:['’]re| are|['’]ll| will)? )?"
    r"(?:(?:do )?not (?:use|using|go with|going with)|(?:don|won)['’]t use|no|without)"
    r" (?:the |a |an )?"
    r"(?P<thing>[^\s,;.!?:()—–][^,;!?:()—–]{1,40}?)(?=[ ]?[,;!:()—–]|\.(?!\w)|$)",
    re.IGNORECASE,
)
# How words begin that are no subject.
_PLAIN: Final = frozenset((
    "afte", "long", "more", "anym", "usin", "deci", "agai", "drop", "aban", "scra", "ditc",
    "ende", "goin", "with", "went", "inst", "rath", "than", "they", "that", "have", "been",
    "will", "this", "from", "does", "stil", "real", "actu", "vote", "opte", "chos", "rule",
    "agre", "keep", "into", "only", "also", "when", "just", "what", "were", "ther", "them",
    "nich", "doch", "mehr", "kein", "nutz", "verw", "боль", "испо",
))  # fmt: skip
_NUMBER: Final = regex(r"(?<![\w.])\d+(?:\.\d+)*")
_WORD: Final = regex(r"[^\W_]{4,}")
_HEADING: Final = regex(r"^(?:#{1,6} |[*_]{2}[^*_\n]+[*_]{2}:?[ ]*$)", re.MULTILINE)


# An agent says its claims again and again, and each is held against all that were made before.
@lru_cache(maxsize=_REMEMBERED)
def turns(text: str) -> frozenset[str]:
    """The kinds of claims that the text may turn around ("after all", "no longer"); mostly none."""
    for hint in _HINTS:
        if hint in text:
            break
    else:
        return _NOTHING
    if _MISTAKEN.search(text) is not None:
        return _CHOICES | _DIAGNOSES
    return _CHOICES if _CHANGED.search(text) is not None else _NOTHING


@lru_cache(maxsize=_REMEMBERED)
def opposed(old: str, new: str) -> bool:
    """Whether the later text denies the older one, or the claim before its reasons."""
    if not _share(_glance(old)[1], _glance(new)[1]):
        return False
    denials = _denials(new)
    claims = dict.fromkeys((old, _first(old, _REASON))) if denials else ()
    for said in denials:
        for claim in claims:
            if _apart(claim, said):
                continue
            from ...dedup.index import relation  # few sessions turn anything around

            found = relation("note", claim, "note", said)
            if found is not None:
                return found.relation == "contradiction"
    return False


@lru_cache(maxsize=_REMEMBERED)
def _denials(text: str) -> tuple[str, ...]:
    """The text, and what it says before its reasons; nothing if it narrows what it says."""
    ends = _CLAUSE.search(text, 1)
    if ends is not None and _NARROWS.match(text, ends.end()):
        return ()  # "(in tests)", ", at least on Windows"
    return tuple(dict.fromkeys((text, _first(text, _CLAUSE))))


def _apart(claim: str, said: str) -> bool:
    """Whether each names something that the other does not: the server, the client; 3.8, 3.11."""
    (_, ours), (_, theirs) = _glance(claim), _glance(said)
    numbers, others = set(_NUMBER.findall(claim)), set(_NUMBER.findall(said))
    if numbers and others and numbers.isdisjoint(others):
        return True
    return bool(ours - theirs - _PLAIN and theirs - ours - _PLAIN)


@lru_cache(maxsize=_REMEMBERED)
def _first(text: str, end: re.Pattern[str]) -> str:
    """The text up to its first clause's end, if what follows does not limit it."""
    found = end.search(text, 1)
    if found is None or _LIMITED.search(text, found.start()):
        return text
    return text[: found.start()]


def overrule(
    found: list[Candidate], said: list[Candidate], refuted: list[Candidate], event: Prose
) -> None:
    """Move to `refuted` the decisions that a later one denies word by word.

    `found` are those of the session before the passage `event`, `said` those of the passage, in
    order.
    """
    news = [one for one in said if one.kind == "decision"]
    before = [one for one in found[-_LOOK_BACK:] if one.kind == "decision"] if news else []
    for new in news:
        for old in [
            one
            for one in before[-_LOOK_BACK:]
            if _flatly(one, new) and not _parted(one, new, event)
        ]:
            take_out(old, (found, said, before), refuted, new.line)
        before.append(new)


def scrap(
    found: list[Candidate], said: list[Candidate], refuted: list[Candidate], event: Prose | Said
) -> None:
    """Move to `refuted` the last decision for what the event scraps by name, if no other names it.

    `found` and `said` are as of `overrule`.
    """
    if not any(one.kind == "decision" for one in (*said, *found[-_LOOK_BACK:])):
        return
    placed = Placed(said, event.text)
    for place, line in lines_with(event.text, _DROPS):
        for told in _SCRAPS.finditer(line):
            named, start = names(told["thing"]), place + told.start()
            here = placed.before(start)
            decisions = [one for one in (*found[-_LOOK_BACK:], *here) if one.kind == "decision"]
            about = [one for one in decisions if named.search(one.text)]
            if len({one.text for one in about}) == 1:
                take_out(about[-1], (found, said), refuted, line_at(event, start))
                placed.keep(said)


def turn_around(found: list[Candidate], refuted: list[Candidate], event: Said) -> None:
    """Move to `refuted` what a person says is not so after all, or no longer."""
    if len(event.text) > _LONGEST:
        return
    lines = lines_with(event.text, _HINTS)
    for sentence in (one for _, line in lines for one in sentences(plain(line))):
        kinds = frozenset[str]() if sentence.endswith(("?", ":")) else turns(sentence)
        for old in [one for one in found[-_LOOK_BACK:] if one.kind in kinds]:
            if opposed(old.text, sentence):
                take_out(old, (found,), refuted, event.line)


def lines_with(text: str, hints: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """The lines in which one of the hints stands, each with its place in the text."""
    places = set[int]()
    for hint in hints:
        at = text.find(hint)
        while at >= 0:
            places.add(text.rfind("\n", 0, at) + 1)
            end = text.find("\n", at)
            at = text.find(hint, end) if end >= 0 else -1
    for place in sorted(places):
        end = text.find("\n", place)
        line = text[place : end if end >= 0 else len(text)]
        if len(line) <= _LONGEST:
            yield place, line


def line_at(event: Prose | Said, place: int) -> int:
    """The line of the source that the place in an event's text is on."""
    exact = isinstance(event, Prose) and event.exact_lines
    return event.line + (event.text.count("\n", 0, place) if exact else 0)


def take_out(
    old: Candidate, told: tuple[list[Candidate], ...], refuted: list[Candidate], line: int
) -> None:
    """Move a candidate from wherever it was told to `refuted`, as taken back on that line."""
    for those in told:
        those[:] = [one for one in those if not _says(one, old)]
    refuted.append(replace(old, line=line))


def _says(one: Candidate, old: Candidate) -> bool:
    """Whether it is the older claim, or that claim made before."""
    return one is old or ((one.kind, one.text) == (old.kind, old.text) and one.line <= old.line)


def names(thing: str) -> re.Pattern[str]:
    """What finds the thing in a text, whole and in any case."""
    return re.compile(rf"(?<!\w){re.escape(thing.strip('`*_ '))}(?!\w)", re.IGNORECASE)


def _flatly(old: Candidate, new: Candidate) -> bool:
    (denies, words), (denies_too, others) = _glance(old.text), _glance(new.text)
    if denies is denies_too or not _share(words, others) or _apart(old.text, new.text):
        return False
    from ...dedup.index import relation

    found = relation(old.kind, _said(old.text), new.kind, _said(new.text))
    return found is not None and found.relation == "contradiction" and found.score >= _SAME_WORDS


@lru_cache(maxsize=_REMEMBERED)
def _glance(text: str) -> tuple[bool, frozenset[str]]:
    """Whether a text denies, and how its longer words begin: who shares too few is not compared."""
    words = frozenset(word[:4] for word in _WORD.findall(text.casefold()))
    return _DENIES.search(text) is not None, words


def _share(words: frozenset[str], others: frozenset[str]) -> bool:
    return 2 * len(words & others) >= min(len(words), len(others))


def _said(text: str) -> str:
    """The decision without the words that make it one."""
    found = _DECIDED.match(text)
    return text[found.end() :] if found else text


def _parted(old: Candidate, new: Candidate, event: Prose) -> bool:
    """Whether a heading may say of either what it holds for."""
    if not event.exact_lines or old.line < event.line:
        return _HEADING.search(event.text) is not None
    lines = event.text.split("\n")[old.line - event.line : new.line - event.line]
    return any(_HEADING.match(line) for line in lines)
