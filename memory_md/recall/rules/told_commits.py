"""What messages of commits that changed the files of a task tell about it. Pure.

Whoever gives the files of a task is told what the messages say of them, however they are worded: a
short one about few files as it is, of a longer one what speaks of the task. Of an older one only
what no newer one speaks of: it may hold no longer.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Final

from msgspec import Struct

from ...base.regex import regex
from ...extract.rules.sentence_worth import Sentence, worth
from ...extract.rules.sentences import plain, sentences, without_fences
from ...sessions.model import FoundSession
from ...terms.search_query import content_terms, shared_part
from .conversations import ToldTurn

MOST_LOOKED_AT: Final = 20  # commits, of the newest and of those that say most of the task
_MOST: Final = 3
_LONGEST: Final = 600  # characters of what is told of one
_MOST_PARTS: Final = 9  # sentences and points of a message that is told as it is
# What a message has of what is asked, by what its terms weigh, and how likely a sentence of it is
# worth keeping. Of 36 that were judged, 10 of the 12 that have both were useful, 4 of the others.
_CLEAR: Final = ((0.3, 0.45), (0.2, 0.6))
_LEAST_TERMS: Final = 3
_TELLING_TERMS: Final = 5  # of a sentence that is compared
# Of a file with a short history also what settles much, or gives a value, in few words about few
# files: real histories hardly have such messages, and who writes one decides something.
_FEW_COMMITS: Final = 8
_FEW_TERMS: Final = 2
_SHORT: Final = 800
_FEW_FILES: Final = 6
_SURE_WORTH: Final = 0.75
_LEAST_WORTH: Final = 0.4
_LONG: Final = 1_600  # of any other
_MANY_FILES: Final = 8
_REPLACED: Final = 0.34  # of a sentence's terms, that a newer message has
_AMENDED: Final = 0.5  # the same of one sentence, by a sentence of a message that is told for it
_SAID: Final = 0.7  # of a sentence's terms, that a line says already
_VALUE: Final = regex(r"(?<![\w.#/:-])\d+(?:[.,]\d+)?(?![\w-]*[.:/]\d)")
_ISSUE: Final = regex(r"(?i)\b(?:issues?|PR|bug|request|ticket)\W{0,3}\d+")
_CODE: Final = regex(r"[ ]{4,}(?![-*+•\d])|\t|[$>|] ")
_VERSION: Final = regex(r"(?i)\b(?:bump|upgrade|update|release|version)|v\d")
_REVERTS: Final = regex(r"(?i)\breverts commit ([0-9a-f]{7,40})\b")
_BULLET: Final = regex(r"[ \t]*(?:[-*+•]|\d{1,2}[.)])[ \t]+")
_PART: Final = regex(r"\n(?=[ \t]*(?:[-*+•]|\d{1,2}[.)])[ \t]|[ \t]*\n)")
_HEADING: Final = regex(r"\s*(?:#+ .*|[-=]{3,}|[^.!?]{1,60}:)\s*")


class _Message(Struct, frozen=True):
    """What may be told of a commit: its subject, and `parts` of its message, sentences or points.

    `share` (0 to 1) is what they say of the task, and `settles` how likely any of them is worth
    keeping.
    """

    session: FoundSession
    parts: tuple[str, ...]
    terms: frozenset[str]
    share: float
    settles: float
    has_value: bool
    has_points: bool

    @property
    def worth(self) -> float:
        return 0.5 * self.share + 0.5 * self.settles


def told_commits(
    found: Iterable[FoundSession],
    weights: Mapping[str, float],
    said: Sequence[frozenset[str]] = (),
) -> list[ToldTurn]:
    """Return what these commits tell, the newest first; not what lines with the terms `said` say.

    `weights` say what each term of the task weighs.
    """
    standing = _standing(found)
    is_short = len(standing) <= _FEW_COMMITS
    messages = [_read(one, weights) for one in standing if _is_focused(one)]
    clear = [one for one in messages if _is_clear(one, is_short=is_short)]
    best = sorted(clear, key=lambda one: -one.worth)[:_MOST]
    best += [one for one in messages if one not in best and any(_amends(one, o) for o in best)]
    newer: frozenset[str] = frozenset()
    turns = []
    for one in sorted(best, key=_when, reverse=True):
        text = _without(one.parts, newer, said)
        newer |= content_terms(one.session.passages[0].passage.text)
        if text:
            turns.append(ToldTurn(text, one.session.passages[0].passage, one.session, one.worth))
    return turns


def _when(one: _Message) -> tuple[str, int]:
    return one.session.at, one.session.number


def _amends(newer: _Message, older: _Message) -> bool:
    """Return whether a short newer message speaks of what an older one does."""
    passage = newer.session.passages[0].passage
    if _when(newer) <= _when(older) or len(passage.text) > _SHORT:
        return False
    if len(newer.parts) == 1 and not newer.has_value:
        return False  # a bare subject tells what was moved, not what holds
    parts = list(map(content_terms, newer.parts))
    return any(
        len(terms) >= _TELLING_TERMS and any(shared_part(terms, one) >= _AMENDED for one in parts)
        for terms in map(content_terms, older.parts)
    )


def _is_clear(one: _Message, *, is_short: bool) -> bool:
    """Return whether it tells something about the task; the history of its files may be `short`."""
    passage = one.session.passages[0].passage
    terms = len(one.terms)
    if is_short and len(passage.text) <= _SHORT and len(passage.files) <= _FEW_FILES:
        has_value = one.has_value and (one.settles >= _LEAST_WORTH or not one.has_points)
        if terms >= _FEW_TERMS and (has_value or one.settles >= _SURE_WORTH):
            return True
    return terms >= _LEAST_TERMS and any(
        one.share >= share and one.settles >= worth_ for share, worth_ in _CLEAR
    )


def _standing(found: Iterable[FoundSession]) -> list[FoundSession]:
    """Leave out the commits that were reverted, and what reverted them."""
    left, gone = [], list[str]()
    for one in found:
        reverted = _REVERTS.findall(one.passages[0].passage.text)
        gone += reverted
        if not reverted:
            left.append(one)
    return [one for one in left if not one.session.startswith(tuple(gone) or ("-",))]


def _is_focused(one: FoundSession) -> bool:
    """Return whether a commit is about few files, in not too many words."""
    passage = one.passages[0].passage
    return len(passage.text) <= _LONG and len(passage.files) <= _MANY_FILES


def _read(one: FoundSession, weights: Mapping[str, float]) -> _Message:
    """Choose what of a message may be told: all of a short one, else what speaks of the task."""
    subject, body = _split(one.passages[0].passage.text)
    parts = [subject, *_parts(body)]
    if len(parts) > _MOST_PARTS or sum(map(len, parts)) > _LONGEST:
        length, chosen = len(subject), {subject}
        for part in sorted(parts[1:], key=lambda part: -_share(part, weights) - _settles(part) / 2):
            if length + len(part) <= _LONGEST and not weights.keys().isdisjoint(
                content_terms(part)
            ):
                chosen.add(part)
                length += len(part)
        parts = [part for part in parts if part in chosen]
    text = " ".join(parts)
    terms = content_terms(text) & weights.keys()
    chances = [_settles(part) for part in parts] if terms else [0.0]
    return _Message(
        one,
        tuple(dict.fromkeys(parts)),
        terms,
        _share(text, weights),
        1 - prod(1 - chance for chance in chances),
        bool(_VALUE.search(_ISSUE.sub("", text))) and not _VERSION.search(subject),
        any(map(_BULLET.match, body.split("\n"))),
    )


def _split(text: str) -> tuple[str, str]:
    """Return the subject, on one line however it was wrapped, and the body without code."""
    subject, _, body = text.partition("\n\n")
    first, _, rest = subject.partition("\n")
    if rest and (_BULLET.match(rest) or len(subject) > _LONGEST):
        subject, body = first, f"{rest}\n\n{body}"
    lines = (line for line in body.split("\n") if not _CODE.match(line))
    return " ".join(subject.split()), "\n".join(lines)


def _parts(body: str) -> Iterator[str]:
    """Yield the sentences and points of a message, without headings and code."""
    for part in _PART.split(without_fences(body)):
        if not _HEADING.fullmatch(part):
            point = _BULLET.match(part.lstrip("\n"))
            text = " ".join(part.lstrip("\n")[point.end() if point else 0 :].split())
            yield from [text] if point else sentences(text)


def _share(text: str, weights: Mapping[str, float]) -> float:
    own = content_terms(text) & weights.keys()
    return sum(weights[term] for term in own) / (sum(weights.values()) or 1.0)


def _settles(part: str) -> float:
    return worth(Sentence(plain(part), count=3))


def _without(parts: Sequence[str], newer: frozenset[str], said: Sequence[frozenset[str]]) -> str:
    """Return the parts of a message as one text, but not what is `newer` or `said`.

    The subject stays where anything else does: the rest may go on from it.
    """
    kept = list[str]()
    before: frozenset[str] = frozenset()  # a squashed commit says some of it twice
    for part in parts:
        terms = content_terms(part)
        is_newer = newer and shared_part(terms, newer) >= _REPLACED
        if not is_newer and all(shared_part(terms, one) < _SAID for one in (*said, before)):
            kept.append(part)
            before |= terms
    if not kept:
        return ""
    kept = kept if kept[0] == parts[0] else [parts[0], *kept]
    return " ".join(part if part[-1:] in ".!?:;" else f"{part}." for part in kept)
