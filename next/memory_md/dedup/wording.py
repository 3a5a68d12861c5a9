"""What a text says, in a form that can be compared: its words, names and numbers, and denials."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from ..base.identity import identity_form
from ..safety.sanitize import without_invisible
from .words import Words, concept_of, words

_MAX_CHARS: Final = 2_000  # a longer text is the same as another only letter by letter
_LIGHT: Final = 0.35
_CJK: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_UNITS: Final = "%|分钟|小时|毫秒|秒|天|分|日|時間|시간|분|초|일"
_PIECE: Final = re.compile(
    rf"""(?P<flag>(?<![\w-])--?[A-Za-z][\w-]*)
  | (?P<date>\b\d{{4}}-\d\d-\d\d\b)
  | (?P<num>(?<![^\W{_CJK}])(?<!\.)\d+(?:[.,_]\d+)*(?:\.[xX*]\b)?(?![\w/:]*[/:]\w))(?P<unit>{_UNITS}|[^\W\d_{_CJK}]{{1,3}}\b)?
  | (?P<cjk>[{_CJK}]+)
  | (?P<name>[.~$/@]?[^\W{_CJK}]+(?:(?:::|->|==|[./\\:@'’*-])[.*$<]*[^\W{_CJK}]+[>*]*)*(?:\(\))?)
  | (?P<sep>[.,;:!?—–()\[\]=。，；：、！？→|]|\s-+\s)""",
    re.VERBOSE,
)
_PLAIN: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*$")
_CAMEL: Final = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]{2,}|[A-Z][A-Z]+_")
_ELIDED: Final = re.compile(r"\b(?:[ldnsjmtc]|qu)['’](?=\w{3})", re.IGNORECASE)
_VERSION: Final = re.compile(r"([A-Za-z][\w/-]*(?:@|:|==?))v?\d+(?:\.[\dx*]+)*((?:-[a-z]+)*)$")
_ORDERS: Final = frozenset(("before", "after"))
_AND: Final = frozenset(("and", "und", "et", "y"))
_NEAR: Final = 3  # words on each side of a word whose sides cannot be exchanged
_BARE_VERSION: Final = re.compile(r"(v)\d+(?:\.[\dx*]+)*()$")
_CJK_DENIES: Final = re.compile("不|没|沒|勿|禁止|无需|ない|ません|ずに|않|지 ?마|말고|금지")
_BEHIND: Final = frozenset(("forbidden",))
_DENIES: Final = frozenset(("not", "forbidden"))
_RAW_NEGATORS_BEHIND: Final = frozenset(("nicht", "niet", "pas"))

Form = Literal["word", "name", "number"]


@dataclass(frozen=True, slots=True)
class Token:
    """A word, name or number: `key` is what it is read as, `weight` what it says of the topic.

    `denied`: its clause denies it. `value`: it stands where another value would contradict it.
    `family` is what two numbers or versions must share to be values of one thing; `proper` that it
    is written like a name; `clause` counts clauses, `conditional` that it stands in a condition.
    """

    key: str
    weight: float
    form: Form = "word"
    denied: bool = False
    value: bool = False
    family: str = ""
    proper: bool = False
    clause: int = 0
    conditional: bool = False


@dataclass(frozen=True, slots=True)
class Wording:
    """A text: `same` is its whole form, `tokens` what it says, in order.

    `directed` are the keys on both sides of each word whose sides cannot be exchanged; `adds` tells
    that it has a word such as "supports", beside which another choice may hold as well.
    """

    same: str
    tokens: tuple[Token, ...] = ()
    directed: frozenset[tuple[str, str]] = frozenset()
    adds: bool = False


@dataclass(frozen=True, slots=True)
class _Piece:
    raw: str  # as written
    low: str
    group: str
    code: bool
    begins: bool  # a sentence
    unit: str = ""


@lru_cache(maxsize=4_096)
def prepare(text: str) -> Wording:
    """Return the wording of a text."""
    shown = unicodedata.normalize("NFKC", without_invisible(text))
    same = identity_form(shown)
    if len(text) > _MAX_CHARS:
        return Wording(same)
    pieces = _pieces(shown)
    tokens, directed = _Reader(pieces, words()).read()
    adds = any(not p.code and p.low in words().sets["adds"] for p in pieces)
    return Wording(same, tuple(tokens), frozenset(directed), adds)


def _pieces(text: str) -> list[_Piece]:
    pieces: list[_Piece] = []
    for at, segment in enumerate(text.split("`")):
        code = at % 2 == 1
        plain = segment if code else _with_phrases(_ELIDED.sub("", segment))
        for found in _PIECE.finditer(plain):
            raw, group = found[0].strip(), found.lastgroup or ""
            group = "num" if group == "unit" else group
            if group == "name":
                raw = raw.rstrip("./\\:'-") if not raw.endswith("()") else raw
            begins = not pieces or (pieces[-1].group == "sep" and pieces[-1].raw in ".:;!?。—–")
            low = raw.casefold().replace("’", "'")
            written = found["num"] if group == "num" else raw
            pieces.append(
                _Piece(written, low, group, code, begins, (found["unit"] or "").casefold())
            )
            if found[0].rstrip() != raw and found[0].rstrip()[-1:] in ".:" and group == "name":
                pieces.append(_Piece(found[0].rstrip()[-1], ".", "sep", code, False))
    return pieces


def _with_phrases(text: str) -> str:
    """Put the word for each phrase that is longer than a word, whatever its case."""
    table = words()
    low = text.casefold()
    if len(low) != len(text):
        return text
    out, at = "", 0
    for found in table.phrases.finditer(low):
        if found[0].isalpha():
            continue
        out += f"{text[at : found.start()]}{table.concept[found[0]]}"
        at = found.end()
    return out + text[at:]


class _Reader:
    """Reads pieces into tokens, with what is denied and what is a value."""

    def __init__(self, pieces: list[_Piece], table: Words) -> None:
        self._pieces = pieces
        self._table = table
        self._tokens: list[Token] = []
        self._segments: list[int] = []  # the part between two marks that each token stands in
        self._segment = 0
        self._directed: list[tuple[str, int, int]] = []  # the word, tokens before it, its segment
        self._clause = 0
        self._first = 0  # the token that begins the clause
        self._denies = False
        self._conditional = False
        self._prefers = False
        self._used = -1

    def read(self) -> tuple[list[Token], set[tuple[str, str]]]:
        for at, piece in enumerate(self._pieces):
            if at > self._used:
                self._take(at, piece)
        sides = {pair for word in self._directed for pair in self._sides(*word)}
        return self._tokens, sides

    def _sides(self, word: str, at: int, segment: int) -> set[tuple[str, str]]:
        """Return the pairs of words on the two sides of a directed word, the earlier first."""
        heavy = [
            (n, self._segments[n], token.key)
            for n, token in enumerate(self._tokens)
            if token.weight > _LIGHT and token.key != concept_of(word)
        ]
        left = [key for n, part, key in heavy if n < at and part == segment][-_NEAR:]
        right = [key for n, part, key in heavy if n >= at and part == segment][:_NEAR]
        if not left and word in _ORDERS:  # "Before Y, X"
            left = [key for n, part, key in heavy if n >= at and part == segment + 1][:_NEAR]
        if concept_of(word) == "after":
            left, right = right, left
        return {(one, two) for one in left for two in right if one != two}

    def _take(self, at: int, piece: _Piece) -> None:
        if piece.group == "sep":
            self._end(piece.raw)
        elif piece.group == "num":
            self._number(at, piece)
        elif piece.group == "cjk":
            self._cjk(piece)
        elif piece.group in ("flag", "date") or not _PLAIN.match(piece.raw):
            self._name(at, piece)
        elif piece.low in self._table.numbers and not piece.code:
            self._number(at, replace(piece, raw=self._table.numbers[piece.low]))
        elif "-" in piece.raw and not piece.code and piece.low not in self._table.concept:
            for part in piece.raw.split("-"):
                self._word(at, replace(piece, raw=part, low=part.casefold()))
        else:
            self._word(at, piece)

    def _end(self, mark: str) -> None:
        self._denies = False
        self._segment += 1
        if mark not in "()[]=":
            self._conditional = False
        if mark not in "()[]=,，、:：":
            self._clause += 1
        self._first = len(self._tokens)

    def _add(self, token: Token) -> None:
        self._segments.append(self._segment)
        self._tokens.append(
            replace(
                token,
                denied=token.denied or self._denies,
                clause=self._clause,
                conditional=self._conditional,
            )
        )

    def _word(self, at: int, piece: _Piece) -> None:
        sets, low = self._table.sets, piece.low
        if low in sets["directed"]:
            self._directed.append((low, len(self._tokens), self._segment))
        if low in sets["breaks"] or (low in _AND and (self._denies or self._begins_verb(at + 1))):
            self._denies = False
            self._clause += low not in _AND or self._begins_verb(at + 1)
            self._first = len(self._tokens)
        if low in sets["conditions"]:
            self._conditional = True
            self._denies = False
        if low == "on" and not piece.code and not self._ends(at, bare=True):
            return
        self._prefers |= low.startswith("prefer")
        concept = "not" if low.endswith("n't") or (low == "over" and self._prefers) else ""
        concept = concept or (low if piece.code else concept_of(low))
        if concept in _ORDERS:
            self._add(Token("before", _LIGHT))
            return
        if piece.raw == "None" and not piece.begins:
            concept = low
        if concept in _DENIES and not piece.code:
            self._deny(concept, low, at)
        elif low in self._table.concept and not concept:
            return
        else:
            self._topic(at, piece, concept_of(low) or low)

    def _begins_verb(self, at: int) -> bool:
        """Whether a second predicate begins there: "and cannot …"."""
        return at < len(self._pieces) and self._pieces[at].low in self._table.sets["modals"]

    def _deny(self, concept: str, low: str, at: int) -> None:
        """Deny what follows in the clause; all of it, if nothing follows."""
        behind = low in _RAW_NEGATORS_BEHIND and self._ends(at)
        if concept in _BEHIND or behind:
            for n in range(self._first, len(self._tokens)):
                self._tokens[n] = replace(self._tokens[n], denied=True)
        self._denies = True

    def _topic(self, at: int, piece: _Piece, key: str) -> None:
        light = key in self._table.sets["light"] or piece.low in self._table.sets["light"]
        upper = piece.raw[:1].isupper() and not piece.begins
        camel = piece.code or bool(_CAMEL.search(piece.raw))
        value = self._ends(at) and (key in self._table.adverbs or self._is_selected(at))
        self._add(
            Token(
                key,
                _LIGHT if light else 1.0,
                "name" if camel else "word",
                value=value,
                proper=camel or upper or piece.raw[1:].isupper(),
            )
        )

    def _name(self, at: int, piece: _Piece) -> None:
        key = piece.raw if piece.group == "flag" else piece.low.removesuffix("()")
        key = key.removeprefix("./")
        version = _VERSION.match(key) or _BARE_VERSION.match(key)
        is_value = bool(version) and len(self._tokens) > 0
        if version and version.re is _BARE_VERSION:
            is_value = len(self._tokens) > 1 and self._ends(at)
        parts = [part for part in key.split("_") if part]
        if len(parts) > 1 and all(part.isalpha() for part in parts) and not piece.code:
            key = "_".join(parts)
        self._add(
            Token(
                key,
                1.3,
                "name",
                value=is_value,
                family=f"{version[1]}{version[2]}" if version else "",
                proper=True,
            )
        )

    def _cjk(self, piece: _Piece) -> None:
        """Take a run of signs that are written without spaces, two by two."""
        run = _CJK_DENIES.sub("", piece.raw)
        denied = run != piece.raw
        for n in range(max(len(run) - 1, 1) if run else 0):
            self._add(Token(run[n : n + 2], 0.5, denied=denied))

    def _number(self, at: int, piece: _Piece) -> None:
        unit, after = piece.unit, self._pieces[at + 1 : at + 3]
        if not unit and after and after[0].raw == "-":
            after = after[1:]
        if not unit and after and after[0].low.strip("-") in self._table.units:
            unit, self._used = after[0].low.strip("-"), self._pieces.index(after[0], at)
        if unit and unit not in self._table.units:
            unit = f"~{unit}"
        dimension, base = self._table.units.get(unit, ("", 1.0))
        before = self._pieces[at - 1].low if at else ""
        named = before in self._table.sets["labels"] and not dimension
        counted = not dimension and after and after[0].group == "name" and not self._ends(at)
        family = dimension or (f"#{concept_of(after[0].low.strip('-'))}" if counted else "#")
        value = not named and (
            bool(dimension or counted) or len(self._tokens) > 1 or before in ("is", "=", ":", "to")
        )
        plain = piece.raw.replace("_", "").replace(",", "")
        key = f"{float(plain) * base:.12g}" if re.fullmatch(r"\d+(\.\d+)?", plain) and dimension else plain
        self._add(
            Token(f"#{key}{dimension}{unit if not dimension else ''}", 1.0, "number", value=value,
                  family=family, proper=True)
        )

    def _ends(self, at: int, *, bare: bool = False) -> bool:
        """Whether no word of content follows directly: it is no modifier of a noun."""
        if at + 1 >= len(self._pieces):
            return True
        after = self._pieces[at + 1]
        if after.group == "sep" or after.low == "on":
            return True
        if after.group != "name" or after.code:
            return False
        if bare:
            return after.low in ("default", "unless", "until", "when", "if", "because", "and", "but")
        return not concept_of(after.low) or after.low in ("not", "instead", "default", "everywhere")

    def _is_selected(self, at: int) -> bool:
        """Whether a word such as "use" or "in" stands before, with one word between at most."""
        before = [p.low for p in self._pieces[max(at - 3, 0) : at]]
        selects = self._table.sets["selects"]
        return any(low in selects or concept_of(low) in ("use", "store") for low in before)
