"""Which passages of earlier sessions a context quotes. Pure.

Sessions are ranked as wholes by what they have to do with the task; of those that clearly do, the
passages that settle something are quoted, and of all single sentences that tell much about it (see
`telling_sentences`). Never what a line of an entry says already, nor what was taken back, nor
anything of a session whose decision a later one has replaced.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.identity import identity_form
from ...base.regex import regex
from ...extract.rules.sentences import sentences
from ...memory.model.entry import RETRACTED, WITHDRAWN, Entry
from ...memory.rules.named_files import is_stale, named_paths
from ...memory.rules.withheld import Exists
from ...safety.instructions.orders import gives_orders
from ...safety.sanitize import clean_line
from ...sessions.model import FoundPassage, FoundSession, Passage
from ...terms.search_query import content_terms, shared_part
from ..model.block import EARLIER, BlockLine
from .conversations import ToldTurn
from .opposites import contradict, is_alike
from .score import WORDS, recency_of
from .telling_sentences import Telling

# Of the best session's score: what another needs to count as about the same.
_NEAR_BEST: Final = 0.6
_MOST_SESSIONS: Final = 3
_MOST_LINES: Final = 8
_MOST_SENTENCES: Final = 4
_LEAST_SHARE: Final = 0.2  # of what was asked, that one passage of a session speaks of
# The same of a passage itself, unless its session stands out: then all that it settles counts.
_LEAST_OWN_SHARE: Final = 0.1
_STANDS_OUT: Final = 2.2  # times the score of the best session that is not about the same
# Times the same score: from here on its decisions are quoted. Where many sessions speak of
# everything, a no or a yes in one of them was about the work of that day.
_CLEAR_LEAD: Final = 1.8
_SAID: Final = 0.7  # of a passage's terms, that a line says already
_LEAST_TERMS: Final = 3
# What a passage settles, that it is quoted: a no, a recap, a yes with a rule. A rule alone is
# mostly an order for the task of that day, unless it says much of what was asked.
_LEAST_WEIGHT: Final = 0.45
_RULE: Final = 0.4  # the weight of a rule alone
_SHORT: Final = 300  # characters of a message without pasted output, and its line breaks
_FEW_LINES: Final = 2
_ORDERS: Final = 800  # characters from which on a person's message lists the orders of a day
# It is about the work of that day: what to do, what was tried or seen. A ruling speaks of the
# matter itself.
_OF_THE_DAY: Final = regex(
    r"(?i)\b(?:please|let['’]?s|(?:tell|show) me|(?:i|we) needs?|i (?:want|wanted|needed|was|got"
    r"|tried|asked|meant|see|saw|think|would like)|you (?:got|did|can|are|were|broke|forgot|said"
    r"|made)|(?:do|does|did|wo)(?:n['’]?t| not) work|the following|start over|go through|fix this"
    r"|look at)\b|^\W*\w+\W+now\b|(?:^|[.!?] )check (?:the|this|your)\b|(?:^|\s)@\S"
)
# What an agent goes on to do settles nothing.
_PLAN: Final = regex(r"(?i)\b(?:let me|let['’]s|i['’]ll|i will)\b|lines of code left out\]")
_LARGE_SHARE: Final = 0.3
_MANY_TERMS: Final = 4
_LONGEST: Final = 400  # characters of a quote
_AS_SURE: Final = 0.5  # an entry that is no surer than what somebody said once
_ESCAPED_NUMBER: Final = regex(r"^(\d{1,9})\\([.)])")
_DAY: Final = regex(r"\d{4}-\d\d-\d\d")
_TAKEN_BACK: Final = frozenset(("removed", RETRACTED, WITHDRAWN))
_HASH: Final = 8  # characters by which a commit is named
_SPEAKERS: Final = {"person": "user", "agent": "agent"}


def clear_sessions(
    found: Sequence[FoundSession], entries: Sequence[Entry]
) -> tuple[FoundSession, ...]:
    """Return the sessions that clearly have to do with what was asked, the best first."""
    clear = without_contradicted(found, entries)
    best = clear[0].score if clear else 0.0
    near = [one for one in clear if one.score >= best * _NEAR_BEST]
    stands_out = stand_out(clear, _STANDS_OUT)
    clear = [one for one in near if _is_about(one)][:_MOST_SESSIONS]
    return tuple(
        one
        if stands_out
        and any(_is_decision(passage) and _matches_task(passage) for passage in one.passages)
        else replace(one, passages=tuple(filter(_matches_task, one.passages)))
        for one in clear
    )


def stand_out(found: Sequence[FoundSession], times: float = _CLEAR_LEAD) -> bool:
    """Return whether the best session, and a few about the same, are far above all others."""
    best = found[0].score if found else 0.0
    near = [one for one in found if one.score >= best * _NEAR_BEST]
    others = max((one.score for one in found if one not in near), default=0.0)
    return len(near) <= _MOST_SESSIONS and best >= others * times


def without_contradicted(
    found: Sequence[FoundSession], entries: Sequence[Entry]
) -> list[FoundSession]:
    """Leave out each session that first stated an entry which a later entry contradicts."""
    replaced = {task for one in entries if one.by for task in one.tasks[:1]}
    return [one for one in found if not {one.task, one.session} & replaced]


def _matches_task(found: FoundPassage) -> bool:
    """Return whether the passage itself holds enough of the terms of the task."""
    return found.share >= _LEAST_OWN_SHARE and len(found.terms) >= _LEAST_TERMS


def _is_decision(found: FoundPassage) -> bool:
    """Return whether a passage decides something; so does a short rule with much of the task."""
    text = found.passage.text
    if found.passage.speaker == "person":
        if len(text) >= _ORDERS or _OF_THE_DAY.search(text):
            return False
    elif _PLAN.search(text):
        return False
    if found.passage.weight >= _LEAST_WEIGHT:
        return True
    return (
        found.passage.weight >= _RULE
        and len(text) <= _SHORT
        and text.count("\n") <= _FEW_LINES
        and found.share >= _LARGE_SHARE
        and len(found.terms) >= _MANY_TERMS
    )


def _is_about(session: FoundSession) -> bool:
    return any(
        one.has_file or (one.share >= _LEAST_SHARE and len(one.terms) >= _LEAST_TERMS)
        for one in session.passages
    )


class Quote(Struct, frozen=True):
    """A passage as a line of the block, its words, their terms, and its day as an ordinal."""

    line: BlockLine
    text: str
    terms: frozenset[str]
    day: int


def quotes_of(
    sessions: Sequence[FoundSession],
    telling: Iterable[Telling],
    today: date | None = None,
    *,
    task: str = "",
    told_turns: Iterable[ToldTurn] = (),
) -> list[Quote]:
    """Return what settles something in the first session, and the best of what is `telling`.

    Of the other sessions what they say of the same matters, as it may be newer. What the `task`
    says in the same words is no news.
    """
    said = identity_form(_shown(task))
    settled: list[Quote] = []
    for rank, session in enumerate(sessions):
        first = tuple(settled)
        settled += [
            one
            for one in _of_session(session, today)
            if identity_form(one.text) not in said
            and (not rank or any(_is_one_matter(one, other) for other in first))
        ]
    for one in told_turns:
        quote = _quote(one.session, one.passage, one.text, one.worth, today)
        if quote and not any(_is_one_matter(other, quote) for other in settled):
            settled.append(quote)
    quotes = (
        _quote(one.session, one.found.passage, one.text, one.worth, today)
        for one in sorted(telling, key=lambda one: -one.worth)
    )
    return [*settled, *_without_repeats([one for one in quotes if one], settled)]


def _without_repeats(quotes: Iterable[Quote], known: Sequence[Quote]) -> list[Quote]:
    """Return the first quotes that repeat neither a known quote nor each other."""
    kept: list[Quote] = []
    for one in quotes:
        if len(kept) == _MOST_SENTENCES:
            break
        if not any(_is_one_matter(one, other) for other in [*known, *kept]):
            kept.append(one)
    return kept


def quote_lines(
    found: Sequence[Quote],
    entries: Sequence[Entry],
    shown: Sequence[tuple[str, Entry]],
    *,
    exists: Exists | None = None,
) -> tuple[list[BlockLine], frozenset[str]]:
    """Return the lines of these quotes, the most telling first, and IDs of entries.

    These are of entries that give way to a quote. `entries` are live and archived ones; `shown` are
    the lines that the block could have already, with their entries. A quote whose files are all
    gone, as `exists` tells, is held back as an entry would be.
    """
    terms_of = ((content_terms(text), entry) for text, entry in shown)
    known = [(terms, entry) for terms, entry in terms_of if len(terms) >= _LEAST_TERMS]
    removed = [
        content_terms(one.text)
        for one in entries
        if one.archived and one.archived.reason in _TAKEN_BACK
    ]
    quotes: list[Quote] = []
    for one in found:
        if any(
            shared_part(one.terms, other) >= _SAID and not _says_otherwise(entry, one.text)
            for other, entry in known
        ):
            continue
        if any(shared_part(other, one.terms) >= _SAID for other in removed):
            continue
        if exists is None or not is_stale(
            Entry("", "note", one.text), exists, [*named_paths(one.text)]
        ):
            quotes.append(one)
    quotes, gives_way = _never_both(_newest(quotes), [entry for _, entry in shown])
    lines = sorted((one.line for one in quotes), key=lambda line: -line.score)
    return lines[:_MOST_LINES], gives_way


def _newest(quotes: Sequence[Quote]) -> list[Quote]:
    """Return the newest of those that speak of one matter, with the best score of them."""
    kept: list[Quote] = []
    for one in sorted(quotes, key=lambda quote: -quote.day):
        same = next((place for place, other in enumerate(kept) if _is_one_matter(other, one)), None)
        if same is None:
            kept.append(one)
        elif one.line.score > kept[same].line.score:
            line = replace(kept[same].line, score=one.line.score, parts=one.line.parts)
            kept[same] = replace(kept[same], line=line)
    return kept


def _is_one_matter(newer: Quote, older: Quote) -> bool:
    return (
        shared_part(older.terms, newer.terms) >= _SAID
        or shared_part(newer.terms, older.terms) >= _SAID
        or _says_otherwise(Entry("", "note", newer.text), older.text)
    )


def _says_otherwise(entry: Entry, text: str) -> bool:
    return any(
        is_alike(entry.text, sentence) and contradict(entry, "note", sentence)
        for sentence in sentences(text)
    )


def _never_both(
    quotes: Sequence[Quote], entries: Sequence[Entry]
) -> tuple[list[Quote], frozenset[str]]:
    """Return the quotes, of what contradicts an entry only the newer, and IDs that give way.

    What somebody said once is as sure as what one task has learned; what is surer holds.
    """
    kept: list[Quote] = []
    gives_way: set[str] = set()
    for one in quotes:
        against = [entry for entry in entries if _says_otherwise(entry, one.text)]
        if all(_is_older(entry, one.day) for entry in against):
            kept.append(one)
            gives_way.update(entry.id for entry in against)
    return kept, frozenset(gives_way)


def _is_older(entry: Entry, day: int) -> bool:
    is_sure = entry.manual or entry.pinned or entry.confidence > _AS_SURE
    return not is_sure and entry.day < day


def _of_session(session: FoundSession, today: date | None) -> Iterator[Quote]:
    """Yield the passages that settle something as lines, the most telling first."""
    for found in sorted(filter(_is_decision, session.passages), key=_worth, reverse=True):
        if quote := _quote(session, found.passage, _cut(found.passage.text), _worth(found), today):
            yield quote


def _quote(
    session: FoundSession, passage: Passage, text: str, worth: float, today: date | None
) -> Quote | None:
    """Return these words of a passage as a quote; None where they say little or give orders."""
    text = _shown(text)
    terms = content_terms(text)
    if len(terms) < _LEAST_TERMS or gives_orders(Entry("", "note", text)):
        return None
    at = (passage.at or session.at)[:10]
    day = date.fromisoformat(at).toordinal() if _DAY.fullmatch(at) else 0
    who = _SPEAKERS.get(passage.speaker) or f"commit {passage.session[:_HASH]}"
    parts = {"sessions": round(WORDS * worth, 4), "recency": recency_of(day, today)}
    words = f'{at}, {who}: "{text}"' if at else f'{who}: "{text}"'
    score = round(sum(parts.values()), 4)
    line = BlockLine(EARLIER, words, score=score, parts=parts, session=session.session)
    return Quote(line, text, terms, day)


def _shown(text: str) -> str:
    """Return it as a quote shows it: not at the head of a line, so that a number opens no list."""
    return _ESCAPED_NUMBER.sub(r"\1\2", clean_line(text), count=1).replace('"', "'")


def named_in(texts: Iterable[str]) -> list[str]:
    """Return the files that these texts name."""
    return [path for text in texts if "/" in text for path in named_paths(text)]


def _worth(found: FoundPassage) -> float:
    """What a passage tells, 0 to 1: how much it settles, and how much of what was asked it says."""
    return 0.7 * found.passage.weight + 0.3 * found.share


def _cut(text: str) -> str:
    """The first sentences, as many as a quote has room for."""
    kept, length = list[str](), 0
    for sentence in sentences(" ".join(text.split())):
        if kept and length + len(sentence) > _LONGEST:
            break
        kept.append(sentence)
        length += len(sentence) + 1
    return " ".join(kept)
