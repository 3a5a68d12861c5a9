"""Sentences that no label, heading or turn vouches for, and that may yet be worth keeping.

A trained model tells how likely that is (see `sentence_worth`); what it likes goes into the inbox,
never straight into learnings.md: about half of it is worth keeping. Of an agent only the last
message before a person speaks is looked at, where it says what came of its work.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.regex import regex
from ...terms.search_query import content_terms
from ...transcripts.model.events import Prose
from ..model import Candidate
from .blocks import Block, blocks
from .cues import has_reason
from .noise import is_noise, is_passing
from .retraction import correction, same_subject
from .sentence_worth import Sentence, worth
from .sentences import plain, sentences
from .texts import MAX_CHARS, made_of

_LEAST_WORTH: Final = 0.31
_LEAST_OF_BEST: Final = 0.38  # a message whose best sentence has less tells of its task alone
_SCORE: Final = 0.3  # so that it waits: the worth, which is less than one, adds a tenth of itself
_LEAST_TERMS: Final = {"learning": 5, "preference": 3}
_MOST_SENTENCES: Final = 2000  # of one source that are looked at
_MOST_OF_ONE: Final = 5  # message
_MOST_FOUND: Final = 20
_COVERED: Final = 0.6
_LONGEST: Final = 20_000  # characters of a message


# What a rule takes that no person, structure or asked-for label vouches for: the worth from
# which on it is sure, by kind. A trouble is mostly gone when it is read, one with a cause is not.
_LEAST_SURE: Final = {
    "issue": 0.55,
    "cause": 0.4,
    "decision": 0.25,
    "learning": 0.6,
    "convention": 0.15,
    "project": 0.25,
    "preference": 0.1,
    "fixed": 0.45,
}
_LEAST_OF_OTHERS: Final = 0.6
_WEAK: Final = 0.6  # below it is a decision by its words alone, a fix without what it fixes
_WORDED: Final = 0.5  # up to it any other statement is one by its words alone
_LEAST_WORDED: Final = 0.9
_LEAST_REASONED: Final = 0.7  # of "I decided to …, because …"
_LEAST_NAMED: Final = 0.45  # of what a label calls one ("Key finding: …")
_LEAST_LEARNED: Final = 0.1  # of "I learned that …"
_LEAST_SETTLED: Final = 0.15  # of what a recap or a confirmed proposal says, which may be a step
_LABELLED: Final = 0.75
_HEADED: Final = 0.7  # under a heading "Lessons learned"
_EXPLICIT: Final = 0.8  # a person's rule, a fix that a command proved, "Gotcha: …"
_NAMED: Final = regex(r"`[^`]+`|\w[_/]\w|\.[a-z]{1,5}\b|\w\(\)|\w[A-Z]|[a-z,] [A-Z][a-z]{2}|\d")
_WAS: Final = regex(r"\b(?:was|were|had)\b")
_SPEAKERS: Final[tuple[Literal["agent", "person"], ...]] = ("agent", "person")
_VOUCHED: Final = frozenset(("modified_files", "scope"))


def doubted(candidate: Candidate) -> Candidate:
    """Return the candidate, less sure where a reader would hardly be glad of it, so that it waits.

    What says what it is stays as it is, and so do choices in a structure or a settled turn.
    """
    kind = "cause" if candidate.cause and candidate.kind == "issue" else candidate.kind
    if candidate.stated or candidate.score >= _EXPLICIT or kind in _VOUCHED:
        return candidate
    least = _LEAST_SURE.get(kind, _LEAST_OF_OTHERS)
    if kind == "learning" and candidate.score > _LABELLED and _says_of_what(candidate.text):
        return candidate
    if kind == "learning" and candidate.score > _HEADED:
        least = _LEAST_LEARNED if candidate.score > _LABELLED else _LEAST_NAMED
    elif candidate.score < _WEAK if kind in ("decision", "fixed") else candidate.score <= _WORDED:
        is_reasoned = kind == "decision" and has_reason(candidate.text)
        least = max(least, _LEAST_REASONED if is_reasoned else _LEAST_WORDED)
    speaker: Literal["agent", "person"] = "person" if kind == "preference" else "agent"
    likely = worth(Sentence(candidate.text, speaker, count=12))
    if likely >= least:
        return candidate
    return _waiting(candidate, likely)


def _says_of_what(text: str) -> bool:
    """Whether it names a thing and tells how that is, not how something was."""
    return _NAMED.search(text) is not None and _WAS.search(text) is None


def settled(candidate: Candidate) -> Candidate:
    """Return what a conversation settled, less sure where it is a step of the task at hand."""
    likely = max(worth(Sentence(candidate.text, one, count=12)) for one in _SPEAKERS)
    return candidate if likely >= _LEAST_SETTLED else _waiting(candidate, likely)


def _waiting(candidate: Candidate, likely: float) -> Candidate:
    return replace(candidate, score=min(candidate.score, round(_SCORE + likely / 10, 4)))


class UnsureWatch(Struct):
    """Collects what one source may say; feed it each message in order."""

    room: int = _MOST_SENTENCES
    asked: bool = False
    last: Prose | None = None
    liked: list[tuple[float, Candidate]] = field(default_factory=list)

    def agent(self, event: Prose) -> None:
        """Take a message of the agent."""
        self.last = event

    def person(self, liked: Sequence[tuple[float, str, int]] = ()) -> None:
        """Take what a person says, which ends the agent's turn: `liked` may wait."""
        self._close()
        for likely, words, line in liked:
            if made := _candidate(Sentence(words, "person"), line, likely):
                self.liked.append((likely, made))

    def _close(self) -> None:
        if self.last is not None:
            self._look(self.last)
            self.asked = self.last.text.rstrip().endswith(("?", "？"))
            self.last = None

    def _look(self, event: Prose) -> None:
        if self.room <= 0 or len(event.text) > _LONGEST:
            return
        told = list(placed_sentences(event.text, "agent", asked=self.asked))
        self.room -= len(told)
        liked = [(worth(one), number) for number, (_, one) in enumerate(told)]
        anew = [(n, said) for n, (_, one) in enumerate(told) if (said := correction(one.text))]
        if max(liked, default=(0.0, 0))[0] < _LEAST_OF_BEST:
            return
        if anew:
            self.liked = [one for one in self.liked if not _is_corrected(one[1].text, anew)]
        room = _MOST_OF_ONE
        for likely, number in sorted(liked, reverse=True):
            if not room or likely < _LEAST_WORTH:
                break
            block, sentence = told[number]
            if _is_corrected(sentence.text, [one for one in anew if one[0] > number]):
                continue
            line = event.line + block.line if event.exact_lines else event.line
            if made := _candidate(sentence, line, likely):
                self.liked.append((likely, made))
                room -= 1

    def found(self, known: Sequence[Candidate]) -> list[Candidate]:
        """Return the best at the end of the source, without what the `known` ones say."""
        self._close()
        told = [content_terms(one.text) for one in known] if self.liked else []
        best: list[Candidate] = []
        for _, candidate in sorted(self.liked, key=lambda one: -one[0]):
            terms = content_terms(candidate.text)
            if len(best) == _MOST_FOUND:
                break
            if len(terms) < _LEAST_TERMS[candidate.kind]:
                continue
            if all(len(terms & other) < _COVERED * len(terms) for other in told):
                told.append(terms)
                best.append(candidate)
        return best


def _is_corrected(text: str, anew: list[tuple[int, str]]) -> bool:
    return any(same_subject(text, said) for _, said in anew)


def _candidate(sentence: Sentence, line: int, likely: float) -> Candidate | None:
    text = correction(sentence.text) or plain(sentence.text).strip()
    by_person = sentence.speaker == "person"
    if len(text) > MAX_CHARS or is_noise(text) or (by_person and is_passing(text)):
        return None
    kind = "preference" if by_person else "learning"
    text = text[:1].upper() + text[1:]
    return made_of(kind, text, round(_SCORE + likely / 10, 4), line)


def placed_sentences(
    text: str, speaker: Literal["agent", "person"], *, asked: bool
) -> Iterator[tuple[Block, Sentence]]:
    """Yield the sentences of a message, each with its block and where it stands."""
    found: list[tuple[Block, str, str, str]] = []
    heading = lead = ""
    for block in blocks(text):
        item = block.kind == "item"
        if block.kind == "heading":
            heading, lead = block.text, ""
        elif block.kind != "row":
            above = lead if item else ""
            found += [(block, part, heading, above) for part in sentences(block.text)]
            if not item:
                lead = block.text if block.text.endswith((":", "：")) else ""
    for block, part, heading, lead in found:
        is_item = block.kind == "item"
        yield block, Sentence(part, speaker, len(found), is_item, heading, lead, asked)
