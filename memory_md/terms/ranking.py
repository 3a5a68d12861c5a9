"""Which texts speak of what a query asks, by the words they share, and a few words to show of each.

The score of a text is BM25 (Robertson, Spärck Jones) over its terms, and the weight of its best
passage: the terms that stand together somewhere in it, each the less the further off it is.
"""

import math
import operator
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from msgspec import Struct

from ..base.regex import regex
from ..base.text import one_line
from .search_query import Query, read_query
from .stemming import word_spans, word_terms, words
from .term_index import Found, Indexed, look_through

_K1: Final = 1.2  # how soon more of the same word counts no more
_B: Final = 0.75  # how far its length is held against a text
_PASSAGE: Final = 2.0  # what the best passage counts beside BM25
_REACH: Final = 40  # words from which on two no longer stand together
_CELL: Final = 20  # words; a term is rare in passages when it stands in few such cells
_SPEAKER: Final = 0.3  # what a passage gains when the query names who speaks it
_CLEAR_PART: Final = (
    0.5  # of a query, by what its terms weigh, that makes clear what a text is about
)
_CLEAR_TERMS: Final = (
    1.6  # terms that one text alone has that make it clear, however long the query
)
_CLEAR_OF_LONG: Final = 0.05  # of a query so long that texts share some of its words by chance
_CLEAR_LEAST: Final = 0.7  # such terms that there must be, however short the query
_SPREAD: Final = 0.15  # of all sessions: a word that stands in more of them tells less
_FEW: Final = 20  # texts: among fewer, how many have a word tells nothing of how rare it is
_MOST_HITS: Final = 20_000  # of one text: what is more is passed over when passages are weighed

_UNKNOWN: Final[Mapping[str, float]] = {}


class Ranked(Struct, frozen=True):
    """A text that speaks of the query: which one, how much, and the words of its passages.

    `passages` are the numbers of words, from 0, around which most of the query stands together,
    best first and at least a reach apart, each with its weight. `clarity` is 1 where the text says
    half of what is asked, or about two words that no other text has, and in any case something that
    few texts do; less the less it says.
    """

    place: int
    score: float
    passages: tuple[tuple[int, float], ...]
    clarity: float = 1.0


def rank(query: str, texts: Sequence[str]) -> list[float]:
    """A score for each text, 0 where nothing speaks for it; comparable within one call."""
    scores = [0.0] * len(texts)
    for ranked in search(query, texts):
        scores[ranked.place] = ranked.score
    return scores


def search(
    query: str,
    texts: Sequence[str],
    *,
    passages: int = 1,
    indexed: Sequence[Indexed] = (),
    spread: Mapping[str, float] = _UNKNOWN,
) -> list[Ranked]:
    """The texts that share words with the query, best first; at a tie, in their order.

    `passages` is how many are told of each at most, 0 where only scores are asked for. Of texts
    that are `indexed` only long ones are looked at. `spread` tells of terms in which part of other
    texts, 0 to 1, they stand: those that many have do not make it clear what a text is about.
    """
    asked = read_query(query)
    brief = 0 if passages else _CELL
    found, lengths = look_through(asked, texts, indexed, brief)
    answered = set().union(*[one.counts for one in found])
    plain = chain.from_iterable([one.index.terms[: one.index.plain] for one in indexed])
    if asked.guess(set(range(len(asked.terms))) - answered, plain):
        found, lengths = look_through(asked, texts, indexed, brief)
    telling = [
        part * _rare_part(spread.get(term, 0.0))
        for term, part in zip(asked.terms, asked.telling, strict=True)
    ]
    scale = _Scale(asked, found, lengths, telling)
    ranked = []
    for one in found:
        score, clarity, of_best = scale.whole(one)
        best: tuple[tuple[int, float], ...] = ()
        if one.length > _REACH:
            best = tuple(scale.passages(one, texts, max(passages, 1)))
            of_best = best[0][1]
        elif passages:
            best = ((scale.rarest(one), of_best),)
        ranked.append(Ranked(one.place, score + _PASSAGE * of_best, best, clarity))
    ranked.sort(key=lambda one: -one.score)
    return ranked


def matches(query: str, text: str) -> list[tuple[int, int]]:
    """Where in a text words stand that the query asks for."""
    asked = read_query(query)
    spans = word_spans(text)
    return [(start, end) for start, end in spans if asked[text[start:end]]]


def word_offset(text: str, word: int) -> int:
    """Where the word with that number begins."""
    for number, (start, _) in enumerate(word_spans(text)):
        if number == word:
            return start
    return len(text)


class _Scale:
    """What each term weighs, among whole texts and among passages."""

    def __init__(
        self,
        asked: Query,
        found: Sequence[Found],
        lengths: Sequence[int],
        telling: Sequence[float],
    ) -> None:
        texts = Counter(chain.from_iterable([one.counts for one in found]))
        long = [one for one in found if one.length > _CELL]
        cells = texts - Counter(chain.from_iterable([one.counts for one in long]))
        for one in long:
            cells.update([n for n, _ in {(n, at // _CELL) for at, n in one.hits}])
        self._terms = asked.terms
        self._average = sum(lengths) / max(len(lengths), 1) or 1
        total = max(len(lengths), _FEW)
        self._in_texts = _rareness(asked.weights, texts, total)
        all_cells = sum([length // _CELL + 1 for length in lengths])
        self._in_cells = _rareness(asked.weights, cells, all_cells)
        alone = _rareness([1.0], Counter({0: 1}), total)[0]
        told = map(operator.mul, self._in_texts, telling)
        self._weights = list(zip(self._in_texts, told, self._in_cells, strict=True))
        full = _rareness(asked.full, texts, total)
        whole = sum(map(operator.mul, asked.telling, full))
        part = min(_CLEAR_PART * whole, max(_CLEAR_TERMS * alone, _CLEAR_OF_LONG * whole))
        least = _CLEAR_LEAST * alone
        if len(asked.terms) > 2:  # a text that says all of them is about them, however common
            least = min(least, whole)
        self._clear = max(part, least) or 1.0

    def whole(self, one: Found) -> tuple[float, float, float]:
        """The weight of all terms in the whole text; how clearly it speaks of them, 0 to 1.

        Also what they weigh as one passage: a text no longer than a passage is one.
        """
        weights = self._weights
        damp = _K1 * (1 - _B + _B * one.length / self._average)
        score = matched = passage = 0.0
        for number, count in one.counts.items():
            in_texts, told, in_cells = weights[number]
            matched += told
            score += in_texts * count * (_K1 + 1) / (count + damp)
            passage += in_cells
        return score, min(matched / self._clear, 1.0), passage

    def rarest(self, one: Found) -> int:
        """The word from which a text that is one passage is shown: the first of its rarest term."""
        rarest = max(one.counts, key=self._in_cells.__getitem__)
        return next(at for at, number in one.hits if number == rarest)

    def passages(self, one: Found, texts: Sequence[str], most: int) -> list[tuple[int, float]]:
        """The best passages of a longer text, (word, weight), best first; at least one."""
        weighed = list(self._around(one))
        turns = Turns(texts[one.place])
        if not turns.names.isdisjoint(self._terms):
            asked = {self._terms[number] for number in one.counts}
            weighed = [
                (at, weight * (1 + _SPEAKER * bool(turns.speaks(at) & asked)))
                for at, weight in weighed
            ]
        best: list[tuple[int, float]] = []
        for at, weight in sorted(weighed, key=lambda pair: -pair[1]):
            if all(abs(at - other) >= _REACH for other, _ in best):
                best.append((at, weight))
                if len(best) >= most:
                    break
        return best

    def _around(self, one: Found) -> Iterator[tuple[int, float]]:
        """For each word hit the weight of the terms around it, each by its nearest occurrence."""
        weights = self._in_cells
        places: dict[int, list[int]] = {}
        for at, number in one.hits[:_MOST_HITS]:
            places.setdefault(at, []).append(number)
        before = _distances(places.items())
        after = _distances([(-at, numbers) for at, numbers in reversed(places.items())])
        for at, back, ahead in zip(places, before, reversed(list(after)), strict=True):
            nearest = ahead | {n: min(far, ahead.get(n, far)) for n, far in back.items()}
            yield at, sum(weights[n] * (1 - far / _REACH) for n, far in nearest.items())


def _rare_part(spread: float) -> float:
    """What a word still tells that stands in such a part of other texts: 1 down to 0."""
    return 1.0 if spread <= _SPREAD else math.log(spread) / math.log(_SPREAD)


def _distances(places: Iterable[tuple[int, Sequence[int]]]) -> Iterator[dict[int, int]]:
    """For each place, in order, how far back each term was met last, where that is within reach."""
    last: dict[int, int] = {}
    for at, numbers in places:
        last = {number: met for number, met in last.items() if at - met < _REACH}
        last.update(dict.fromkeys(numbers, at))
        yield {number: at - met for number, met in last.items()}


def _rareness(weights: Sequence[float], counts: Counter[int], total: int) -> list[float]:
    """For each term what it weighs, the more the fewer of all texts it stands in."""
    return [
        weight * math.log(1 + (total - counts[number] + 0.5) / (counts[number] + 0.5))
        for number, weight in enumerate(weights)
    ]


# `Ann: …`, `**Ann**: …`, `- [10:31] Ann (host): …`
_LABEL: Final = regex(
    r"^(?:[-*+>] )?(?:\[[^\]\n]{1,40}\] ?)?[*_]{0,3}([^\W\d_][^\n:*_\[\]()#`]{0,39})[*_]{0,3}"
    r"(?: ?\([^)\n]{1,40}\))?:[*_]{0,3}(?=\s)",
    re.MULTILINE,
)
_LEAST_TURNS: Final = 4


class Turns:
    """The turns of a text, by the words at which they begin; none where it is no conversation."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._speakers: list[frozenset[str]] = []
        labels = [
            (match.start(1), frozenset(t for word in words(match[1]) for t in word_terms(word)))
            for match in _LABEL.finditer(text)
        ]
        speakers = [speaker for _, speaker in labels]
        # Labels of a form ("Date:", "Status:") stand once each; speakers come back.
        if len(labels) < _LEAST_TURNS or len(set(speakers)) * 2 > len(speakers):
            return
        begun = [start for start, _ in word_spans(text)]
        self._starts = [bisect_right(begun, place) - 1 for place, _ in labels]
        self._speakers = speakers

    def speaks(self, word: int) -> frozenset[str]:
        """The terms of the name of who says the word with that number; none if nobody does."""
        turn = bisect_right(self._starts, word) - 1
        return self._speakers[turn] if turn >= 0 else frozenset()

    @property
    def names(self) -> frozenset[str]:
        """The terms of all names."""
        return frozenset().union(*self._speakers)


WIDTH: Final = 240
_LINES: Final = 50  # of a paragraph, above and below its place
# Lines that are something of their own, whatever stands around them: headings, rows, fences.
_ALONE: Final = regex(r"[ \t]{0,12}(?:#{1,6}[ \t]|[|]|```|~~~|---)")
# Lines that begin something that may run on: items, quotes.
_ITEM: Final = regex(r"[ \t]{0,12}(?:[-*+][ \t]|\d{1,4}[.)][ \t]|>)")


def snippet(text: str, at: int, width: int = WIDTH) -> str:
    """What stands around `at` in its paragraph, at most `width` characters and two marks "…".

    A paragraph that fits is taken whole; of others what is cut is cut between words.
    """
    start, end = _paragraph(text, at)
    # White space may be most of a text: what it becomes on one line is what counts.
    if end - start <= 4 * width and len(whole := one_line(text[start:end])) <= width:
        return whole
    begin = max(start, at - width // 3)
    line = text.rfind("\n", start, at) + 1
    if line >= begin:
        begin = line
    elif begin > start:
        begin = _after_word(text, begin, at)
    stop = min(end, begin + width)
    if stop < end:
        stop = _before_word(text, stop, begin + width // 2)
    cut = one_line(text[begin:stop])
    return ("…" if begin > start else "") + cut + ("…" if stop < end else "")


def _paragraph(text: str, at: int) -> tuple[int, int]:
    """Where the paragraph, list item or table row around `at` begins and ends."""
    start, end = text.rfind("\n", 0, at) + 1, _line_end(text, at)
    if _ALONE.match(text, start):
        return start, end
    for _ in range(_LINES):
        above = text.rfind("\n", 0, max(start - 1, 0)) + 1
        if not start or _ITEM.match(text, start) or _ends(text, above, start):
            break
        start = above
    for _ in range(_LINES):
        below = _line_end(text, end + 1)
        if end >= len(text) or _ITEM.match(text, end + 1) or _ends(text, end + 1, below):
            break
        end = below
    return start, end


def _ends(text: str, start: int, end: int) -> bool:
    """Whether no paragraph goes over this line."""
    return _ALONE.match(text, start) is not None or not text[start:end].strip()


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _after_word(text: str, begin: int, at: int) -> int:
    """The beginning of the next word before `at`; as it was where there is none."""
    place = begin
    while place < at and not text[place - 1].isspace():
        place += 1
    return place if place < at else begin


def _before_word(text: str, stop: int, least: int) -> int:
    place = stop
    while place > least and not text[place].isspace():
        place -= 1
    return place if place > least else stop
