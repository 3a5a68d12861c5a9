"""What a person takes back or replaces in so many words, whoever said it and whenever.

Only a person's own statements count: no question, no supposition, no quote. What is meant is found
among the entries by the words that the person names; which of them leave is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.identity import identity_form
from ...base.regex import regex
from ...memory.model.entry import Entry
from ...terms.search_query import content_terms, shared_part
from ..model import Candidate
from .sentence_marks import MOST_TOPIC, held, may_hold, retraction_lines
from .sentences import plain, sentences, without_quotes

_LONGEST: Final = 1200  # characters of a message; a longer one is pasted
_QUOTED: Final = regex(r"[\"“„«「『][^\"“”„«»」』]{8,}[\"”“»」』]|‘[^‘’]{8,}’")
_NEGATED: Final = regex(
    r"(?:\b(?:do not|don['’]?t|not|never|no|nicht|nie|ne|n['’]|не|ни|nunca|jamais)|别|別|不)\s*$",
    re.IGNORECASE,
)
_NO_TOPIC: Final = regex(
    r"\b(?:any ?more|any longer|no longer|nicht mehr|kein\w* mehr|ya no|больше не|by the way"
    r"|übrigens|rule|now)\b|不再|已经不|我们|了$",
    re.IGNORECASE,
)
# A number and its unit: what an entry says of its matter, not what that is.
_VALUE: Final = regex(
    r"(?<![\w.])\d[\d.,]*[ ]?(?:%|(?:percent|(?:byte|second|minute|hour|day|week|month|year|time)s?"
    r"|[a-zµ°]{1,3})\b)?(?: (?:per|a|an|each) \w+)?",
    re.IGNORECASE,
)
_NEVER_MEANT: Final = frozenset(("modified_files", "scope", "fixed"))
_NEAR: Final = 0.75  # of the best: who has as much could be meant as well
_NAMED: Final = 0.6  # of the words of a topic that an entry must have to be meant at all
_MOSTLY: Final = 0.75  # of them, where a name is among them, to be sure
_SAID_AGAIN: Final = 0.5  # of the words of an entry, and of a sentence that says it again
_END: Final = regex(r"$")
_LISTED: Final = regex(r"(?i)\b(?:and|or|und|oder|et|ou|y|o|и|или)\b")
_FEW: Final = 2
_LEAST_CORRECTED: Final = 12  # characters behind "Correction:" that say what holds
_SURE: Final = 0.9  # that a sentence which replaces an entry is worth keeping
_NAME: Final = regex(r"`[^`]+`|\w+[_./:]\w[\w_./:-]*|\b\w*\d[\w.]*\b|\b\w+[a-z][A-Z]\w*")


class TakenBack(Struct, frozen=True):
    """A person's sentence that takes something back; `topic` is what of it names the matter.

    `says_again`: the topic says again what the entry says. `replaces`: the sentence says what holds
    instead; `old` is then the name of what gave way, "" where only the values differ.
    """

    quote: str
    line: int
    topic: str
    says_again: bool = False
    replaces: bool = False
    old: str = ""


class Targets(Struct, frozen=True):
    """The entries that a person can have meant, the likeliest first; `is_sure`: this one alone."""

    entries: tuple[Entry, ...]
    is_sure: bool


@cache
def _patterns(name: str) -> tuple[re.Pattern[str], ...]:
    """The expressions of a group."""
    return tuple(regex(one, re.IGNORECASE) for one in retraction_lines(name))


def _found(name: str, text: str) -> re.Match[str] | None:
    return next(filter(None, (pattern.search(text) for pattern in _patterns(name))), None)


def taken_back(text: str, line: int) -> Iterator[TakenBack]:
    """Yield what a message of a person takes back or replaces."""
    if len(text) > _LONGEST:
        return
    told = without_quotes(text)
    # A mark of emphasis may stand between two words that are looked for together.
    if not ("*" in told or "__" in told or may_hold("retraction", told)):
        return
    for row in told.split("\n"):
        for sentence in sentences(plain(row.strip(" -*"))):
            said = _QUOTED.sub(" ", sentence)
            if said == sentence and not sentence.endswith(("?", "？")):
                yield from _in_sentence(sentence, line)


def only_takes_back(text: str) -> bool:
    """Whether a message says only that the person's message before it was wrong."""
    words = text.strip(" .!。！…")
    return len(words) < MOST_TOPIC and _bare().fullmatch(words) is not None


@cache
def _bare() -> re.Pattern[str]:
    return re.compile("|".join(retraction_lines("bare")), re.IGNORECASE)


def _in_sentence(text: str, line: int) -> Iterator[TakenBack]:
    if not held("retraction", text):
        return
    if again := _found("misspoken", text):
        yield TakenBack(text, line, again["topic"])
        return
    named = _found("forget", text) or _found("wrong", text)
    if named is not None:
        if not _NEGATED.search(text[: named.start()]):
            replaces = _found("instead", text) is not None
            yield TakenBack(text, line, _subject(named["topic"]), replaces=replaces)
        return
    change = _change(text, line)
    if change is not None and not _found("supposed", text):
        yield change


def _subject(topic: str) -> str:
    """Return a topic without what goes on behind a comma: "exports, the customer takes JSON".

    A list has its last item behind an "and" or an "or".
    """
    head, comma, rest = topic.partition(", ")
    return head if comma and content_terms(head) and not _LISTED.search(rest) else topic


def _change(text: str, line: int) -> TakenBack | None:
    """What a sentence says to have ended, or to have given way, if it says so and means it."""
    place = _found("in_place_of", text) if _found("now", text) else None
    if moved := _found("moved", text) or place:
        return TakenBack(text, line, text, replaces=True, old=_name(moved))
    lead = _found("lead", text)
    if _found("ended", text):
        instead, why = _found("instead", text), _found("because", text)
        ends = min(found.start() for found in (instead, why, _END.search(text)) if found)
        topic = _NO_TOPIC.sub(" ", text[lead.end() if lead else 0 : ends])
        return TakenBack(text, line, topic, says_again=True, replaces=instead is not None)
    if lead and len(text) - lead.end() >= _LEAST_CORRECTED:
        return TakenBack(text, line, text[lead.end() :], replaces=True)
    found = _found("henceforth", text)
    if found is None or _found("also", text):
        return None
    place = _found("in_place_of", text)
    topic = f"{text[: found.start()]}{text[found.end() :]}".strip(" ,:")
    return TakenBack(text, line, topic, replaces=True, old=_name(place) if place else "")


def _name(found: re.Match[str]) -> str:
    return str(found["old"]).strip("`\"' ")


def meant(taken: TakenBack, entries: Iterable[Entry]) -> Targets:
    """Return which entries a person takes back or replaces, of those that say what is so."""
    topic = _Topic.of(taken)
    found = [(*topic.compared(entry), entry) for entry in entries if entry.kind not in _NEVER_MEANT]
    best = max((share for share, _, _ in found), default=0.0)
    near = [one for one in found if best and one[0] >= _NEAR * best]
    near.sort(key=lambda one: -one[0])
    sure = len(near) == 1 and near[0][1]
    return Targets(tuple(entry for _, _, entry in near), sure)


class _Topic(Struct, frozen=True):
    """What a person names, in the terms that entries are compared by."""

    taken: TakenBack
    terms: frozenset[str]
    old: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, taken: TakenBack) -> _Topic:
        spans = " ".join(_NAME.findall(taken.topic))
        return cls(
            taken, content_terms(taken.topic), content_terms(taken.old), content_terms(spans)
        )

    def compared(self, entry: Entry) -> tuple[float, bool]:
        """How much of the topic the entry has, 0 where it is not meant, and whether it is sure."""
        own = content_terms(entry.text)
        common, share = self.terms & own, shared_part(self.terms, own)
        if self.taken.old:
            named = bool(self.old) and self.old <= own and len(common) > len(self.old)
            return share * (named and not self._announces(entry)), named
        if self.taken.replaces and not self.taken.says_again:
            return self._against(entry), True
        if not self.names <= own:
            return 0.0, False
        if not self.taken.says_again:
            least = 1.0 if len(self.terms) <= _FEW else _NAMED
            return (share if share >= least else 0.0), share == 1.0
        alike = len(common) >= _FEW and self._is_said_again(entry.text, own, share)
        sure = share == 1.0 or (bool(self.names) and share >= _MOSTLY)
        return share * (alike and share >= _NAMED), sure

    def _is_said_again(self, text: str, own: frozenset[str], share: float) -> bool:
        """Whether it says again what an entry says of its matter, without values and reasons."""
        if share < _SAID_AGAIN or shared_part(own, self.terms) >= _SAID_AGAIN:
            return share >= _SAID_AGAIN
        why = _found("because", text)
        bare = _VALUE.sub(" ", text[: why.start()] if why else text)
        return share == 1.0 and shared_part(content_terms(bare), self.terms) >= _SAID_AGAIN

    def _announces(self, entry: Entry) -> bool:
        """Whether the entry itself says that this name gave way."""
        said = taken_back(entry.text, 0)
        return any(content_terms(one.old) == self.old for one in said if one.old)

    def _against(self, entry: Entry) -> float:
        """How alike the entry is that contradicts it, 0 where it does not."""
        from ...dedup.index import relation  # few sessions announce a change

        found = relation(entry.kind, entry.text, "decision", self.taken.topic)
        contrary = found is not None and found.relation == "contradiction"
        return found.score if found and contrary else 0.0


def replacing(
    candidates: Sequence[Candidate], taken: Iterable[TakenBack], entries: Collection[Entry]
) -> tuple[list[Candidate], dict[str, list[str]]]:
    """Return the candidates with those that replace entries, and the entries' IDs by their text.

    A sentence that replaces nothing is no candidate for that alone.
    """
    found, replaced = list(candidates), dict[str, list[str]]()
    for one in taken:
        form = identity_form(one.quote)
        old = [e for e in meant(one, entries).entries if identity_form(e.text) != form]
        if not one.replaces or not old:
            continue
        place = next((n for n, c in enumerate(found) if _is_part(c, one, form)), len(found))
        new = (
            found[place] if place < len(found) else Candidate("decision", one.quote, line=one.line)
        )
        score = max(new.score, _SURE)
        found[place : place + 1] = [replace(new, contradicts=old[0].id, amends=True, score=score)]
        replaced[new.text] = [entry.id for entry in old]
    return found, replaced


def _is_part(candidate: Candidate, taken: TakenBack, form: str) -> bool:
    """Whether the candidate is the sentence, or what was found in it."""
    own = identity_form(candidate.text)
    return candidate.line == taken.line and (own in form or form in own)


def split_taken_back(
    candidates: Iterable[Candidate], taken: Iterable[TakenBack]
) -> tuple[list[Candidate], list[Candidate]]:
    """Return what the person takes back nowhere later in the source, and what they do, there.

    What a sentence puts in the place of something is as sure as that was.
    """
    kept, gone = list(candidates), list[Candidate]()
    for one in taken:
        form = identity_form(one.quote)
        earlier = {
            str(n): Entry(str(n), c.kind, c.text)
            for n, c in enumerate(kept)
            if c.line <= one.line and not _says_it(c, one, form)
        }
        found = meant(one, earlier.values()) if earlier else Targets((), False)
        if not (found.is_sure or one.replaces):
            continue
        places = {int(entry.id) for entry in found.entries}
        old = [kept[n] for n in sorted(places)]
        gone += [replace(c, line=one.line) for c in old]
        kept = [c for n, c in enumerate(kept) if n not in places]
        if old and one.replaces:
            kept = _with_new(kept, one, form, max(c.score for c in old))
    return kept, gone


def _says_it(candidate: Candidate, taken: TakenBack, form: str) -> bool:
    """Whether the candidate comes of the sentence itself, and was not said before it.

    In a file of one line all has the same line: there its words tell.
    """
    if not _is_part(candidate, taken, form):
        return False
    is_whole = form in identity_form(candidate.text)
    ended = taken.says_again and _found("ended", candidate.text) is not None
    return is_whole or taken.replaces or ended


def _with_new(
    candidates: Sequence[Candidate], taken: TakenBack, form: str, score: float
) -> list[Candidate]:
    """Return the candidates with the one that a sentence puts in the place of another."""
    found = list(candidates)
    place = next((n for n, c in enumerate(found) if _is_part(c, taken, form)), len(found))
    new = Candidate("decision", taken.quote, score=score, line=taken.line, origin="person")
    if place < len(found):
        new = replace(found[place], score=max(found[place].score, score))
    found[place : place + 1] = [new]
    return found
