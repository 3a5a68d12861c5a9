"""What a query asks for: its terms, what each counts, and which words of a text answer them.

A query is words and nothing else: no quote, operator or sign in it has a meaning.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from .stemming import is_only_letters, special_forms, word_terms, words, words_in_table

_GUESSED: Final = 0.5  # what a word counts that only words much like it answer
_MOST_CHARS: Final = 200_000  # of one query
_MOST_TERMS: Final = 400
_CHORE: Final = 0.4  # what a word that most prompts have counts beside others
_PAIR: Final = 0.5  # two characters of a run without spaces: a run has twice as many as words
_LEAST_LETTERS: Final = 5  # of a word that may be mistyped or be two in one
_LEAST_PART: Final = 3  # letters of each of the two
_NOTHING: Final[tuple[int, ...]] = ()
_FIRST_UNSPACED: Final = "\u0e00"


class Query(dict[str, tuple[int, ...]]):
    """For each word of a text the terms of the query that it answers, by number.

    It fills itself as words are looked up. `weights` says what each term counts, `terms` what it
    is; `pairs` are words that may be written as one. `full` is what terms count where a text has
    them as they are asked for, and not only something like them. `telling` is the part of that
    which tells what the query is about: all, or little for a chore ("run the tests") and a sign.
    `answers` tells by the terms of texts which those of the query they answer.
    """

    def __init__(
        self,
        counted: Iterable[tuple[str, float]],
        pairs: Iterable[tuple[str, str]] = (),
        chores: Collection[str] = (),
    ) -> None:
        super().__init__()
        self.terms: list[str] = []
        self.weights: list[float] = []
        self.answers: dict[str, tuple[int, ...]] = {}
        for term, weight in counted:
            self.answers[term] = (len(self.terms),)
            self.terms.append(term)
            self.weights.append(weight)
        for one, two in pairs:
            both = self._numbers((*word_terms(one), *word_terms(two)))
            for term in word_terms(one + two):
                self.answers.setdefault(term, both)
        self.full = tuple(self.weights)
        self.telling = tuple(
            _CHORE if term in chores or _is_sign(term) else _PAIR if _is_pair(term) else 1.0
            for term in self.terms
        )
        self._beginnings = _beginnings(self.answers)

    def __missing__(self, word: str) -> tuple[int, ...]:
        found = _NOTHING
        if word.isdecimal() and word.isascii():
            found = self.answers.get(word.lstrip("0") or "0", _NOTHING)
        elif _hides_its_terms(word) or self._beginnings.search(word.lower()):
            found = self._numbers(word_terms(word))
        self[word] = found
        return found

    def meet(self, words: Collection[str]) -> set[str]:
        """Look many words up at once, and tell which of them answer terms.

        Nearly all answer nothing, and one look finds the others.
        """
        known = self.keys() & words
        new = set(words) - known
        may = set(filter(_hides_its_terms, new))
        if any(map(str.isdecimal, self.answers)):
            numbers = filter(str.isdecimal, new)
            may.update(n for n in numbers if (n.lstrip("0") or "0") in self.answers)
        new -= may
        lines = "\n".join(["", *new, ""])
        low = lines.lower()
        found = self._beginnings.search(low)
        while found:
            end = low.index("\n", found.end())
            may.add(lines[low.rindex("\n", 0, found.start()) + 1 : end])
            found = self._beginnings.search(low, end)
        self.update(dict.fromkeys(new - may, _NOTHING))
        self.update((word, self._numbers(word_terms(word))) for word in may)
        return {word for word in may | known if self[word]}

    def _numbers(self, terms: Iterable[str]) -> tuple[int, ...]:
        answers = self.answers
        found = [answers[term] for term in terms if term in answers]
        if len(found) == 1:
            return found[0]
        return tuple(sorted({number for numbers in found for number in numbers}))

    def guess(self, unanswered: Iterable[int], more: Iterable[str] = ()) -> bool:
        """Let terms that are one slip away, or two that make up one, answer these.

        Those are terms of plain words that were looked up so far, and `more`. True if some now
        answer more than before.
        """
        wanted = [n for n in unanswered if _may_be_mistyped(self.terms[n])]
        if not wanted:
            return False
        plain = {term for word in self if is_only_letters(word) for term in word_terms(word)}
        plain.update(more)
        guessed = False
        for number in wanted:
            term = self.terms[number]
            near = near_spellings(term, plain)
            near |= _halves(term, plain)
            for own in near:
                self.answers[own] = tuple(sorted({*self.answers.get(own, ()), number}))
            if near:
                self.weights[number] *= _GUESSED
                guessed = True
        if guessed:
            self.clear()
            self._beginnings = _beginnings(self.answers)
        return guessed


def read_query(text: str) -> Query:
    """The query that a text is; one of function words alone asks for these."""
    text = text[:_MOST_CHARS]
    asked = words(text)
    telling = [
        word for place, word in enumerate(asked) if not _is_function_word(word, first=not place)
    ] or asked
    if telling and _is_question(text, asked[0]):
        telling = [
            word for word in telling if word.lower() not in words_in_table("scaffold")
        ] or telling
    counts = Counter(term for word in telling for term in _asked_terms(word))
    counted = [(term, 1 + math.log(count)) for term, count in counts.most_common(_MOST_TERMS)]
    known = {term for term, _ in counted}
    pairs = [
        (one, two)
        for one, two in pairwise(telling)
        if (one + two).isalpha() and known.issuperset((*word_terms(one), *word_terms(two)))
    ]
    chores, talk = words_in_table("chore"), words_in_table("talk")
    others = {
        term
        for word in telling
        if (low := word.lower()) not in chores and not _is_talk(low, talk)
        for term in _asked_terms(word)
    }
    return Query(counted, pairs[:_MOST_TERMS], known - others)


def asks_for_something(text: str) -> bool:
    """Whether a text has a word that says what it is about: "thanks, go on" has none."""
    talk = words_in_table("talk") | words_in_table("scaffold")
    return any(
        not _is_function_word(word, first=not place) and not _is_talk(word.lower(), talk)
        for place, word in enumerate(words(text[:_MOST_CHARS]))
    )


def _is_talk(word: str, talk: Collection[str]) -> bool:
    """Return whether a word is one of these or a digit; without spaces, whether it is all these."""
    word = word.partition("'")[0]
    if word in talk or word.isascii():
        return word in talk or (word.isdigit() and len(word) == 1)
    for part in sorted((part for part in talk if part >= _FIRST_UNSPACED), key=len, reverse=True):
        word = word.replace(part, "")
    return not word.strip("0123456789")


def function_words() -> frozenset[str]:
    """Return the words that hold sentences together, in the languages of most memories."""
    return words_in_table("function")


@lru_cache(maxsize=1024)  # the same statement is compared with many
def content_terms(text: str) -> frozenset[str]:
    """Return the terms of a text that say something: without those of function words."""
    return frozenset(term for word in words(text) for term in word_terms(word)) - _function_terms()


def shared_part(terms: frozenset[str], others: frozenset[str]) -> float:
    """Return which part of the terms is among the others, 0 to 1; 0 where there are none."""
    return len(terms & others) / len(terms) if terms else 0.0


@cache
def _function_terms() -> frozenset[str]:
    return frozenset(term for word in function_words() for term in word_terms(word))


def _is_function_word(word: str, *, first: bool = False) -> bool:
    """Whether a word of a query only holds it together; `first` where it begins the query."""
    month = word == "May" and not first
    return word.lower() in function_words() and not month


def _is_question(text: str, first_word: str) -> bool:
    """Whether a query is a question, by its mark or its first word."""
    asking = first_word.lower() in words_in_table("asking")
    return asking or text.rstrip().endswith(("?", "？", "؟"))


def near_spellings(term: str, terms: Iterable[str]) -> set[str]:
    """Return those of the terms, none of them the term itself, that are one slip away from it.

    A slip is a letter more, less, other, or two that changed places; never the first letter.
    """
    # What is before the slip, or what is behind it, holds one end of the term whole.
    middle = len(term) // 2
    start, end = term[: middle - 1], term[middle + 1 :]
    return {
        own
        for own in terms
        if own[0] == term[0]
        and len(own) >= _LEAST_LETTERS - 1
        and abs(len(own) - len(term)) <= 1
        and (own.startswith(start) or own.endswith(end))
        and _is_one_slip(term, own)
    }


def _is_one_slip(term: str, own: str) -> bool:
    """Return whether two terms are one slip apart; rapidfuzz takes longer to load than to look."""
    pairs = enumerate(zip(term, own, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(term), len(own)))
    short, long = sorted((term[same:], own[same:]), key=len)
    if len(short) < len(long):
        return short == long[1:]
    is_turned = short[:2] == long[1::-1] and short[2:] == long[2:]
    return bool(short) and (short[1:] == long[1:] or is_turned)


def _asked_terms(word: str) -> Sequence[str]:
    """The terms of a word that is asked for.

    Of a run without spaces the pairs of characters, of an identifier no function words.
    """
    own = word_terms(word)
    if len(own) < 2:
        return own
    terms = [
        term
        for term in own
        if term not in function_words() and not (len(term) == 1 and term >= _FIRST_UNSPACED)
    ]
    return terms or own


def _is_sign(term: str) -> bool:
    """Return whether a term is a letter or a small number, which much else may have, too."""
    return term.isascii() and (len(term) == 1 or (len(term) == 2 and term.isdigit()))


def _is_pair(term: str) -> bool:
    return len(term) == 2 and term >= _FIRST_UNSPACED


def _hides_its_terms(word: str) -> bool:
    """Whether its letters do not tell: beyond ASCII they fold, and a date's month is in digits."""
    return word[4:5] == "-" or not word.isascii()


def _beginnings(terms: Iterable[str]) -> re.Pattern[str]:
    """What is found in each ASCII word, in lower case, that could have one of these terms.

    It is in few others. Stemming leaves the first letters as they are, but in forms that are
    listed.
    """
    wanted = set(terms)
    parts = {term[:3] if len(term) > 3 else term[:2] for term in wanted}
    parts |= {form for form in special_forms() if not wanted.isdisjoint(word_terms(form))}
    return re.compile("|".join(sorted(re.escape(part.lower()) for part in parts)) or r"(?!)")


def _may_be_mistyped(term: str) -> bool:
    return len(term) >= _LEAST_LETTERS and term.isascii() and term.isalpha()


def _halves(term: str, terms: Collection[str]) -> set[str]:
    """Those of the terms that stand where this one could be taken apart: "road", "trip"."""
    found: set[str] = set()
    for cut in range(_LEAST_PART, len(term) - _LEAST_PART + 1):
        tail = word_terms(term[cut:])[-1]
        if term[:cut] in terms and tail in terms:
            found |= {term[:cut], tail}
    return found
