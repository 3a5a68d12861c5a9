"""Sentences that no label, heading or turn vouches for, and that may yet be worth keeping.

A trained model tells how likely that is (see `sentence_worth`); what it likes goes into the inbox,
never straight into learnings.md: about half of it is worth keeping. Of an agent only the last
message before a person speaks is looked at, where it says what came of its work.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...terms.search_query import content_terms
from ...transcripts.model.events import Prose
from ..model import Candidate
from .blocks import TextBlock, blocks
from .candidate_text import MAX_CHARS, made_of
from .noise import is_noise, is_passing
from .refuted_claims import correction, same_subject
from .sentence_worth import Sentence, Speaker, worth
from .sentences import plain, sentences

_LEAST_WORTH: Final = 0.31
_LEAST_OF_BEST: Final = 0.38  # a message whose best sentence has less tells of its task alone
_SCORE: Final = 0.3  # so that it waits: the worth, which is less than one, adds a tenth of itself
_LEAST_TERMS: Final = {"learning": 5, "preference": 3}
_MOST_SENTENCES: Final = 2000  # of one source that are looked at
_MOST_OF_ONE: Final = 5  # message
_MOST_FOUND: Final = 20
_COVERED: Final = 0.6
_LONGEST: Final = 20_000  # characters of a message


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
        if max(liked, default=(0.0, 0))[0] < _LEAST_OF_BEST:
            return
        anew = [(n, said) for n, (_, one) in enumerate(told) if (said := correction(one.text))]
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
    made = made_of(kind, text, round(_SCORE + likely / 10, 4), line)
    return made and replace(made, origin="person" if by_person else "unsure")


def placed_sentences(
    text: str, speaker: Speaker, *, asked: bool
) -> Iterator[tuple[TextBlock, Sentence]]:
    """Yield the sentences of a message, each with its block and where it stands."""
    found: list[tuple[TextBlock, str, str, str]] = []
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
