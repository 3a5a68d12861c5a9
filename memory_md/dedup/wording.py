"""What a text says, in a form that can be compared: its words, names and numbers, and denials."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from ..base.identity import identity_form
from ..safety.sanitize import without_invisible
from .words import Words, concept_of, words

_MAX_CHARS: Final = 2_000  # a longer text is the same as another only letter by letter
_LIGHT: Final = 0.35
_CJK: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_UNITS: Final = "[ ]?%|分钟|小时|毫秒|秒|天|分|日|時間|시간|분|초|일"
_PIECE: Final = re.compile(
    rf"""(?P<flag>(?<![\w-])--?[A-Za-z][\w-]*|\b\d{{4}}-\d\d-\d\d\b)
  | (?P<num>(?<![^\W{_CJK}])(?<!\.)\d+(?:[.,_]\d+)*(?:\.[xX*]\b)?(?![\w/:]*[/:]\w))
    (?P<unit>{_UNITS}|[^\W\d_{_CJK}]{{1,3}}\b)?
  | (?P<cjk>[{_CJK}]+)
  | (?P<name>[.~$/@]?[^\W{_CJK}]+(?:(?:::|->|==|[./\\:@'’*-])[.*$<]*[^\W{_CJK}]+[>*]*)*(?:\(\))?)
  | (?P<sep>[.,;:!?—–()\[\]=。，；：、！？→|]|\s-+\s)""",
    re.VERBOSE,
)
_PLAIN: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*$")
_CAMEL: Final = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]{2,}")
_VERSION: Final = re.compile(r"([a-z][\w/-]*(?:@|:|==?)|v)v?\d+(?:\.[\dx*]+)*((?:-[a-z]+)*)$")
_CJK_DENIES: Final = re.compile("不|没|沒|勿|禁止|无需|ない|ません|ずに|않|지 ?마|말고|금지")
_AND: Final = frozenset(("and", "und", "et", "y"))
_ORDERS: Final = frozenset(("before", "after"))
_STATED: Final = frozenset(("default", "unless", "until", "when", "if"))  # "on by default"
_NEAR: Final = 3  # words on each side of a word whose sides cannot be exchanged

Form = Literal["word", "proper", "name", "number"]


@dataclass(frozen=True, slots=True)
class Token:
    """A word, name or number: `key` is what it is read as, `weight` what it says of the topic.

    `form`: "name" in code, "proper" where a word begins with a capital. `denied`: its clause denies
    it. `value`: it stands where another value would contradict it; `family` is what two numbers or
    versions must share for that. `clause` counts clauses; `modifies`: it stands right before a
    value, as in "in httpOnly cookies".
    """

    key: str
    weight: float
    form: Form = "word"
    denied: bool = False
    value: bool = False
    family: str = ""
    clause: int = 0
    modifies: bool = False


@dataclass(frozen=True, slots=True)
class Wording:
    """A text: `same` is its whole form, `tokens` what it says, in order.

    `directed` are the keys on both sides of each word whose sides cannot be exchanged.
    """

    same: str
    tokens: tuple[Token, ...] = ()
    directed: frozenset[tuple[str, str]] = frozenset()


@lru_cache(maxsize=4_096)
def prepare(text: str) -> Wording:
    """Return the wording of a text."""
    shown = unicodedata.normalize("NFKC", without_invisible(text))
    same = identity_form(shown)
    return Wording(same) if len(text) > _MAX_CHARS else _Reader(shown, words()).read(same)


@dataclass(frozen=True, slots=True)
class _Piece:
    raw: str  # as written
    low: str
    group: str
    code: bool = False
    begins: bool = False  # a sentence
    unit: str = ""


def _pieces(text: str, table: Words) -> Iterator[_Piece]:
    begins = True

    def word_for(phrase: re.Match[str]) -> str:
        return table.concept.get(phrase[0].lower(), phrase[0])

    for at, segment in enumerate(text.split("`")):
        code = at % 2 == 1
        plain = segment if code else table.phrases.sub(word_for, segment)
        for found in _PIECE.finditer(plain):
            whole, group = found[0].strip(), "num" if found["num"] else found.lastgroup or ""
            raw = found["num"] or whole
            if group == "name" and not raw.endswith("()"):
                raw = raw.rstrip("./\\:'-")
            low = raw.casefold().replace("’", "'")
            yield _Piece(raw, low, group, code, begins, (found["unit"] or "").strip().casefold())
            begins = whole[-1] in ".:;!?。—–"
            if group == "name" and begins:
                yield _Piece(whole[-1], whole[-1], "sep")


class _Reader:
    """Reads pieces into tokens, with what is denied and what is a value."""

    def __init__(self, text: str, table: Words) -> None:
        self._pieces = list(_pieces(text, table))
        self._table = table
        self._tokens: list[Token] = []
        self._segments: list[int] = []  # the part between two marks that each token stands in
        self._segment = self._clause = 0
        self._directed: list[tuple[str, int, int]] = []  # the word, tokens before it, its segment
        self._first = 0  # the token that begins the clause
        self._denies = self._prefers = False
        self._used = -1  # the piece that a number has taken as its unit

    def read(self, same: str) -> Wording:
        for at, piece in enumerate(self._pieces):
            if at > self._used:
                self._take(at, piece)
        sides = frozenset(pair for word in self._directed for pair in self._sides(*word))
        return Wording(same, tuple(self._tokens), sides)

    def _sides(self, word: str, at: int, segment: int) -> Iterator[tuple[str, str]]:
        """Yield the pairs of words on the two sides of a directed word, the earlier first."""
        own = {"before", concept_of(word)}
        keys = [(n, t.key) for n, t in enumerate(self._tokens) if t.key not in own]
        heavy = [(n, key) for n, key in keys if self._tokens[n].weight > _LIGHT]
        right = [key for n, key in heavy if n >= at and self._segments[n] == segment][:_NEAR]
        right = right or [key for n, key in keys if n >= at][:1]
        left = [key for n, key in heavy if n < at and self._segments[n] == segment][-_NEAR:]
        left = left or [key for n, key in keys if n < at][-1:]
        if concept_of(word) == "after":
            left, right = right, left
        yield from ((one, two) for one in left for two in right if one != two)

    def _take(self, at: int, piece: _Piece) -> None:
        if piece.group == "sep":
            self._denies = False
            self._segment += 1
            self._clause += piece.raw not in "()[]=,，、:："
            self._first = len(self._tokens)
        elif piece.group == "num":
            self._number(at, piece)
        elif piece.group == "cjk":
            run = _CJK_DENIES.sub("", piece.raw)
            for n in range(max(len(run) - 1, 1) if run else 0):
                self._add(Token(run[n : n + 2], 0.5, denied=run != piece.raw))
        elif self._is_known(piece.low):
            self._word(at, piece)
        elif piece.low in self._table.numbers and not piece.code:
            self._number(at, replace(piece, raw=self._table.numbers[piece.low]))
        elif piece.group == "flag" or not _PLAIN.match(piece.raw):
            self._name(at, piece)
        else:
            for part in piece.raw.split("-"):
                self._word(at, replace(piece, raw=part, low=part.casefold()))

    def _is_known(self, low: str) -> bool:
        return low in self._table.concept or concept_of(low) in self._table.choices

    def _add(self, token: Token) -> None:
        self._segments.append(self._segment)
        denied = token.denied or self._denies
        self._tokens.append(replace(token, denied=denied, clause=self._clause))

    def _word(self, at: int, piece: _Piece) -> None:
        low, concept = piece.low, piece.low if piece.code else concept_of(piece.low)
        if piece.code:
            self._topic(at, piece)
        elif low not in self._table.sets["breaks"] | _AND:
            self._mark(low)
            if concept in _ORDERS:
                self._add(Token("before", _LIGHT))
            elif self._is_negator(piece, concept):
                self._deny(at, whole=concept == "forbidden")
            elif low == "on" and not self._follows(at, _STATED):
                return
            elif concept or low not in self._table.concept:
                self._topic(at, piece)
        elif low not in _AND or self._denies or self._begins_predicate(at + 1):
            self._denies = False
            self._clause += low not in _AND or self._begins_predicate(at + 1)
            self._first = len(self._tokens)

    def _mark(self, low: str) -> None:
        if low in self._table.sets["directed"]:
            self._directed.append((low, len(self._tokens), self._segment))
        self._prefers |= low.startswith(("prefer", "choose", "chose"))

    def _is_negator(self, piece: _Piece, concept: str) -> bool:
        if piece.raw == "None" and not piece.begins:
            return False
        is_against = piece.low == "over" and self._prefers
        return concept in ("not", "forbidden") or piece.low.endswith("n't") or is_against

    def _begins_predicate(self, at: int) -> bool:
        return at < len(self._pieces) and self._pieces[at].low in self._table.sets["modals"]

    def _deny(self, at: int, *, whole: bool) -> None:
        """Deny what follows in the clause; all of it, if nothing follows."""
        if whole or self._follows(at, frozenset()):
            for n in range(self._first, len(self._tokens)):
                self._tokens[n] = replace(self._tokens[n], denied=True)
        self._denies = True

    def _topic(self, at: int, piece: _Piece) -> None:
        light = self._table.sets["light"]
        named = bool(_CAMEL.search(piece.raw)) and not self._is_known(piece.low)
        key = piece.low if named else concept_of(piece.low) or piece.low
        upper = piece.raw[1:].isupper() or (piece.raw[:1].isupper() and not piece.begins)
        back = self._selected(at)
        value = self._ends(at) and (key in self._table.adverbs or back > 0)
        if value and back > 1 and self._tokens and key in self._table.choices:
            self._tokens[-1] = replace(self._tokens[-1], modifies=True)
        weight = _LIGHT if key in light or piece.low in light else 1.0
        form: Form = "name" if piece.code or named else "proper" if upper else "word"
        self._add(Token(key, weight, form, value=value))

    def _name(self, at: int, piece: _Piece) -> None:
        key = piece.raw if piece.group == "flag" else piece.low.removesuffix("()")
        version = _VERSION.match(key)
        family = f"{version[1]}{version[2]}" if version else ""
        is_value = bool(self._tokens) and (family != "v" or self._ends(at))
        self._add(Token(key.removeprefix("./"), 1.3, "name", value=is_value, family=family))

    def _number(self, at: int, piece: _Piece) -> None:
        """Add a number in the base of its unit, or with what it counts: "3 retries"."""
        sets, units, unit = self._table.sets, self._table.units, piece.unit
        before = self._pieces[at - 1].low if at else ""
        behind = at + 1 + (not unit and self._low(at + 1) == "-")
        after = self._low(behind).strip("-")
        if not unit and after in units:
            unit, self._used = after, behind
        dimension, base = units.get(unit, ("", 1.0))
        family = dimension
        if not dimension and before not in sets["labels"]:
            counts = not self._ends(at) and self._pieces[behind].group == "name"
            given = len(self._tokens) > 1 or before in ("is", "=", ":", "to")
            family = f"#{concept_of(after)}" if counts else "#" if given else ""
        plain = piece.raw.replace("_", "").replace(",", "")
        if dimension and re.fullmatch(r"\d+(\.\d+)?", plain):
            plain = f"{float(plain) * base:.12g}"
        key = f"#{plain}{dimension or unit}"
        self._add(Token(key, 1.0, "number", value=bool(family), family=family))

    def _low(self, at: int) -> str:
        return self._pieces[at].low if at < len(self._pieces) else ""

    def _follows(self, at: int, those: frozenset[str]) -> bool:
        """Whether the clause ends behind a piece, or goes on with one of those words."""
        at += 1
        return at >= len(self._pieces) or self._pieces[at].group == "sep" or self._low(at) in those

    def _ends(self, at: int) -> bool:
        """Whether no word of content follows directly, so that it modifies no noun."""
        if self._follows(at, _STATED | {"on", "not", "instead"}):
            return True
        after = self._pieces[at + 1]
        return after.group == "name" and not after.code and not concept_of(after.low)

    def _selected(self, at: int) -> int:
        """Return how far before stands a word such as "use" or "in", at most three; 0 if none."""
        for back in range(1, min(at, 3) + 1):
            low = self._low(at - back)
            if low in self._table.sets["selects"] or concept_of(low) in ("use", "store"):
                return back
        return 0
