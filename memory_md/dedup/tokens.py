"""A line cut into tokens: words as concepts, names, numbers with their units, choices, denials.

"5 s" and "5000 ms" are one number, "8 characters" is a count of characters, "phase 2" is a name.
What the tokens of a line say together is read in `wording`.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from ..base.regex import regex
from ..base.text import CJK, CJK_CHAR
from ..memory.model.entry import KINDS
from .words import (
    BACKWARD,
    BRIEF,
    CODES,
    NEGATIVE_SIGNS,
    NEGATORS,
    NUMBERED,
    NUMBERS,
    STOP,
    UNITS,
    choices,
    concept,
    light,
    plainly,
    tables,
)

# What stands for a word that denies: the rest of its clause, all of it, the next two words.
DENY: Final = "\0"
DENY_ALL: Final = "\0all"
DENY_NEXT: Final = "\0next"


class Token(NamedTuple):
    """One word, name or number: `key` is the concept, `raw` as written in lower case.

    `weight` is what it says about the topic, `sign` -1 where its clause denies it, `topic` that it
    is part of the subject or of a condition. `size` is a number's value in the base of `unit`;
    `clause` counts clauses; `side` is which of several choices on its axis it is; `head` that a
    denial stands right before it. `numbered`: 2 where the number is a name ("phase 2"), 1 where it
    may be ("status 404").
    """

    key: str
    raw: str
    weight: float
    sign: int = 1
    name: bool = False
    topic: bool = False
    number: bool = False
    unit: str = ""
    numbered: int = 0
    clause: int = 0
    axis: bool = False
    side: str = ""
    head: bool = False


_LABELS: Final = "|".join(
    ("Note", *(kind.label for kind in KINDS.values() if kind.label and " " not in kind.label))
)
_PREFIX: Final = regex(
    r"(?:[-*+][ ])?(?:\[\d{4}-\d\d-\d\d\] ?|\d{4}-\d\d-\d\d:? )?(?:\*\*)?"
    rf"(?:(?:{_LABELS})(?: ?\([^()]{{1,80}}\))?: )?",
    re.IGNORECASE,
)
_SUFFIX: Final = regex(r" ?[\[(]\d{4}-\d\d-\d\d[\])]$")


@cache
def _pattern(cjk: str) -> re.Pattern[str]:
    """What cuts a line into tokens; `cjk`: signs that stand alone. Compiled where it is needed."""
    letter, part = rf"[^\W\d_{cjk}]", rf"[^\W{cjk}]"
    return re.compile(
        rf"""
    (?P<url>https?://[^\s`<>"')]+)
  | (?P<flag>(?<![\w-])--?[A-Za-z][\w-]*)
  | (?P<date>\b\d{{4}}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.Z+-]*)?)
  | (?P<hex>\b0x[0-9A-Fa-f]+)
  | (?P<ratio>(?<![\w./])\d{{1,4}}/\d{{1,4}}(?![\w/.-]))
  | (?P<num>(?<![^\W{cjk}])(?<!\.)[vV]?\d+(?:[.,_]\d+)*(?:\.[xX*]\b)?)(?P<unit>%|{letter}{{1,3}}\b)?
  | (?P<name>(?:[.~$/]|@(?=[a-zA-Z])(?!v\d))?/?(?:<\w+>|{part}+)
      (?:(?:::|->|[./\\'’-])[\w$<{{*]{part}*[>}}*]*)*(?:\(\))?)
  | (?P<cjk>[{CJK}]+)
  | (?P<sep>[.,;:!?—–()\[\]=。，；：、！？]|->|→|⇒|-)
    """,
        re.VERBOSE,
    )


_WORD: Final = regex(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_HYPHENATED: Final = regex(r"[^\W\d_]+(?:[-/][^\W\d_]+)+")
_ELIDED: Final = regex(r"\b(?:[ldnsjmtc]|qu)['’](?=\w{2})", re.IGNORECASE)
_ACRONYMS: Final = regex(r"[A-Z]{2,}s")
_CAMEL: Final = regex(r"[a-z][A-Z]|[A-Z]{2,}[a-z]")
_SUFFIXES: Final = ("enabled", "disabled", "required", "aware", "ready", "related", "specific")
# The axis and the side of a word that is a preposition in most places; 0: the sign it has.
_STATES: Final = {"on": ("~on", 0), "up": ("~up", 1), "down": ("~up", -1)}
# What may follow such a word without being its object: "off by default", "on in production".
_STATED: Final = regex(
    r" (?:by default|in (?:every|all|any|each|dev\w*|prod\w*|staging|tests?|ci)"
    r"|for (?:every|all|new)|unless|until|when|if|because|since|so|as|and|but|everywhere|again)\b",
    re.IGNORECASE,
)
_CODED: Final = regex(r"[A-Za-z]+-?\d[\w-]*")
_WESTERN: Final = regex(
    r"\b(?:der|die|das|und|ist|nicht|wird|vor|für|mit|le|la|les|des|est|sont|dans|du|el|los|una"
    r"|para|het|een|och|não|uma|pas|parce|nous|avec|une|que)\b"
)
_SENTENCE_ENDS: Final = frozenset(".:;!?—–()[]")
ARTICLES: Final = ("a", "an", "one", "eine", "einer", "une", "un")
_CJK_UNITS: Final = (
    "分钟", "小时", "毫秒", "秒", "天", "分", "日", "時間", "시간", "분", "초", "일"
)  # fmt: skip
# What the tokenizer found in a line, in order; `num` and `unit` are groups of its pattern.
Found = Sequence[re.Match[str]]


def tokens_of(text: str) -> Iterator[Token]:
    """The tokens of a line in their order; punctuation and denials have no key."""
    text = unicodedata.normalize("NFKC", text).replace("’", "'")
    label = _PREFIX.match(text)
    text = _SUFFIX.sub("", text[label.end() :] if label else text)
    western = len(_WESTERN.findall(text.casefold())) >= 2 or "ß" in text
    known = choices()
    for at, segment in enumerate(text.split("`")):
        code = at % 2 == 1
        if not code:
            segment = plainly(segment)
        for token in _segment(segment, code, western):
            choice = None
            if token.weight and not token.number:
                choice = known.get(token.raw.casefold())
            if choice:
                token = token._replace(key=choice[0], side=choice[1], axis=True)
            yield token


def _segment(text: str, code: bool, western: bool) -> Iterator[Token]:
    mixed = not text.isascii() and CJK_CHAR.search(text) is not None
    found = list(_pattern(CJK if mixed else "").finditer(text))
    label = ""  # the word before, as long as it may name what follows
    used = -1  # the place of a unit that a number has taken
    for at, match in enumerate(found):
        if at == used:
            continue
        group = match.lastgroup or ""
        if group in ("num", "unit"):
            token, used = quantity(match["num"], label, found, at)
            yield token
            label = ""
        elif group in ("ratio", "date", "sep", "cjk"):
            yield from _plain(match[0], group)
            if group == "sep" and match[0] not in "-=:":
                label = ""
        else:
            letter = _letter(match[0], found, at)
            for token in [letter] if letter else _named(match[0], group, code, western):
                counted, taken = _with_count(token, label, found, at)
                used = max(used, taken)
                if counted is token and token.raw in _STATES:
                    counted = _as_state(token, text, match)
                yield counted
                if not (counted is token and token.raw in ARTICLES):
                    label = token.raw  # not of "phase a 2": "a" does not part number and label


def _letter(written: str, found: Found, at: int) -> Token | None:
    """A capital letter that stands for a name: "use X instead of Y", "option A"; else None.

    Where a sentence begins it may be an article, and "I" is a word everywhere.
    """
    if len(written) > 1 or not written.isupper() or written == "I":
        return None
    begins = at == 0 or found[at - 1][0] in _SENTENCE_ENDS
    return None if begins and written == "A" else Token(written.casefold(), written, 1.0)


def _plain(written: str, group: str) -> Iterator[Token]:
    """Yield the tokens of what needs no look at what stands around it."""
    if group == "cjk":
        yield from _cjk(written)
    elif group == "sep":
        yield Token("", written, 0.0)
    elif group == "ratio":  # a score or a state, "9/10": a name more than a number
        yield Token(f"#{written}", written, 0.8, number=True, unit="/", numbered=2)
    else:
        yield Token(f"#{written}", written, 0.8, number=True, unit="date")


def _with_count(token: Token, label: str, found: list[re.Match[str]], at: int) -> tuple[Token, int]:
    """Return the token with what it counts, and the place of the unit it has taken or -1."""
    if token.number:
        return quantity(token.raw, label, found, at)
    one = article(token, label, found, at) if token.raw in ARTICLES else None
    return one or (token, -1)


def _as_state(token: Token, text: str, found: re.Match[str]) -> Token:
    """A word such as "on" as one side of an axis, if it is quoted or ends its clause."""
    ends = text[found.end() : found.end() + 1] in ("", '"', "'", ".", ",", ";", ":", ")")
    if not ends and not _STATED.match(text, found.end()):
        return token
    axis, sign = _STATES[token.raw]
    return token._replace(key=axis, weight=0.8, axis=True, sign=sign or token.sign)


def _cjk(run: str) -> Iterator[Token]:
    kept = "".join(sign for sign in run if sign not in NEGATIVE_SIGNS)
    for _ in range(len(run) - len(kept)):
        yield Token("", DENY, 0.0)
    if len(kept) == 1:
        yield Token(kept, kept, 0.3)
    _, axes = tables()
    for at in range(len(kept) - 1):
        pair = kept[at : at + 2]
        if pair in axes:
            axis, sign = axes[pair]
            yield Token(f"~{axis}", pair, 0.8, sign, axis=True)
        else:
            yield Token(pair, pair, 0.6)


def _named(written: str, group: str, code: bool, western: bool) -> Iterator[Token]:
    written = _ELIDED.sub("", written) if western else written
    if group == "name" and _WORD.fullmatch(written):
        if _CAMEL.search(written) and not _ACRONYMS.fullmatch(written):
            plain = written.casefold()
            yield Token(concept(plain), written, 1.5, name=True)
        else:
            yield _word(written, code)
    elif group == "name" and _HYPHENATED.fullmatch(written) and not code:
        low = written.casefold()
        same, axes = tables()
        if all(part in NUMBERS for part in low.split("-")):
            yield Token("#", low, 0.8, number=True)
            return
        if low in same or low in axes or low in choices():
            yield _word(written, code)
            return
        for part in re.split("[-/]", written):
            if part.casefold() == "non":
                yield Token("", "non", 0.0)
            elif part.casefold() in _SUFFIXES and part is not written:
                yield Token(f"-{part.casefold()}", part.casefold(), 0.35)
            else:
                yield _word(part, code)
    else:
        name = written.rstrip("./\\-'").removesuffix("()").removeprefix("./")
        key = name if group == "flag" and len(name) < 3 else name.casefold()
        if _CODED.fullmatch(name):
            key = key.replace("-", "")
            same, _ = tables()
            key = same.get(key, key)
        yield Token(key, name, 1.5, name=True)


@lru_cache(maxsize=8_192)
def _word(written: str, code: bool) -> Token:
    low = written.casefold()
    if _ACRONYMS.fullmatch(written):
        low = low[:-1]
    if low.endswith("n't") or low in NEGATORS:
        return Token("", DENY_ALL if low in BACKWARD else DENY_NEXT if low in BRIEF else DENY, 0.0)
    low = low.removesuffix("'s").removesuffix("'")
    if low in NUMBERS and not code:
        return Token("#", low, 0.8, number=True)
    _, axes = tables()
    key = concept(low)
    slight = key in light() or low in light()
    if f"{low}!" in axes:
        axis, sign = axes[f"{low}!"]
        return Token(f"~{axis}", low, 0.8, sign, axis=True)
    if key in axes and (code or low not in STOP):
        axis, sign = axes[key]
        return Token(f"~{axis}", low, 0.3 if slight else 0.8, sign, axis=True)
    if low in STOP:
        return Token(low, low, 0.2 if code else 0.0)
    return Token(key, low, (0.7 if code else 0.35) if slight else 1.0, name=code and not slight)


# -- numbers


def quantity(written: str, label: str, found: Found, at: int) -> tuple[Token, int]:
    """The token of the number at `at`, and the place of the unit that it used (or -1).

    `label` is the word before it, which may make a name of the number.
    """
    unit, used = _unit_after(found, at)
    return _counted(_number(written, unit, label), found, at), used


def article(token: Token, label: str, found: Found, at: int) -> tuple[Token, int] | None:
    """The same for "a" and "one", where they count: before a unit of time that is spelled out."""
    unit, used = _unit_after(found, at)
    if used < 0 or UNITS[unit][0] != "time" or len(unit) < 3:
        return None
    return _counted(_number(token.raw, unit, label), found, at), used


def _unit_after(found: Found, at: int) -> tuple[str, int]:
    """The unit of the number at `at`, and the place of the token it was taken from (or -1)."""
    if own := found[at]["unit"]:
        return own.casefold(), -1
    here = at + 1
    # "5-10 s": the unit stands behind the second number, and is left for it.
    if here + 1 < len(found) and found[here][0] in "-–" and found[here + 1]["num"]:
        if second := found[here + 1]["unit"]:
            return second.casefold(), -1
        word = found[here + 2][0].casefold() if here + 2 < len(found) else ""
        return (word if word in UNITS else ""), -1
    if here < len(found) and found[here][0] == "-":
        here += 1
    if here < len(found):
        word = found[here][0].casefold().strip("-")
        if word in UNITS and (found[here].lastgroup == "name" or word == "%"):
            return word, here
        if found[here].lastgroup == "cjk":
            for unit in _CJK_UNITS:
                if word.startswith(unit):
                    return unit, -1
    return "", -1


def _counted(token: Token, found: Found, at: int) -> Token:
    """A number without a unit counts what is named behind it: "8 characters"."""
    if token.unit or at + 1 >= len(found) or found[at + 1].lastgroup != "name":
        return token
    word = found[at + 1][0].casefold()
    return token if word in STOP else token._replace(unit=concept(word))


def _number(written: str, unit: str, label: str) -> Token:
    plain = written.casefold().lstrip("v").replace("_", "")
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+", plain):
        plain = plain.replace(",", "")
    plain = re.sub(r"\.[x*]$", "", plain)
    dimension, base = UNITS.get(unit, (unit, 1.0))
    words = written.casefold().split("-")
    if words[0] in ARTICLES or words[0] in NUMBERS:
        value = f"{sum(NUMBERS.get(word, 1.0) for word in words) * base:.12g}"
    elif plain.isdecimal() or (dimension and re.fullmatch(r"\d+\.\d+", plain)):
        value = f"{float(plain) * base:.12g}"
    else:
        value = plain
    numbered = 0 if dimension else 2 if label in NUMBERED else 1 if label in CODES else 0
    return Token(
        f"#{value}{dimension}", written, 0.8, number=True, unit=dimension, numbered=numbered
    )
