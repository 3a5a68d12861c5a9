"""A line cut into tokens: words as concepts, names, numbers with their units, choices, denials.

Pure text work for `wording`, which puts the tokens of a line together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from .concepts import choices, concept, light, plainly, tables
from .word_lists import (
    BACKWARD,
    BRIEF,
    CODES,
    NEGATIVE_SIGNS,
    NEGATORS,
    NUMBERED,
    NUMBERS,
    STOP,
    UNITS,
)

_PREFIX: Final = re.compile(
    r"(?:[-*+][ ])?(?:\[\d{4}-\d\d-\d\d\] ?|\d{4}-\d\d-\d\d:? )?(?:\*\*)?"
    r"(?:(?:Decision|Risk|Fixed|Issue|Learning|Architecture|Convention|Gotcha|Dependency|Pattern"
    r"|Preference|Project|Identity|Note|Scope)(?: ?\([^()]{1,80}\))?: )?",
    re.IGNORECASE,
)
_SUFFIX: Final = re.compile(r" ?[\[(]\d{4}-\d\d-\d\d[\])]$")
_CJK: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"


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
  | (?P<num>(?<![\w.])[vV]?\d+(?:[.,_]\d+)*(?:\.[xX*]\b)?)(?P<unit>%|{letter}{{1,3}}\b)?
  | (?P<name>(?:[.~$/]|@(?=[a-zA-Z])(?!v\d))?/?(?:<\w+>|{part}+)
      (?:(?:::|->|[./\\'’-])[\w$<{{*]{part}*[>}}*]*)*(?:\(\))?)
  | (?P<cjk>[{_CJK}]+)
  | (?P<sep>[.,;:!?—–()\[\]=。，；：、！？]|->|→|⇒|-)
    """,
        re.VERBOSE,
    )


_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_HYPHENATED: Final = re.compile(r"[^\W\d_]+(?:[-/][^\W\d_]+)+")
_ELIDED: Final = re.compile(r"(?:[ldnsjmtc]|qu)['’](?=\w{2})")
_ACRONYMS: Final = re.compile(r"[A-Z]{2,}s")
_CAMEL: Final = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]")
_CAMEL_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
# What stands for a word that denies: the rest of its clause, all of it, the next two words.
DENY: Final = "\0"
DENY_ALL: Final = "\0all"
DENY_NEXT: Final = "\0next"
_SUFFIXES: Final = ("enabled", "disabled", "required", "aware", "ready", "related", "specific")
_ONES: Final = ("a", "an", "one", "eine", "einer", "une", "un")
_CODED: Final = re.compile(r"[A-Za-z]+-?\d[\w-]*")
_WESTERN: Final = re.compile(
    r"\b(?:der|die|das|und|ist|nicht|wird|vor|für|mit|le|la|les|des|est|sont|dans|du|el|los|una"
    r"|para|het|een|och|não|uma)\b"
)


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


def parts_of(name: str) -> list[str]:
    """The concepts of the words that a name is made of."""
    return [concept(part.casefold()) for part in _CAMEL_PART.findall(name)]


# -- from text to tokens -----------------------------------------------------------------------


def tokens_of(text: str) -> Iterator[Token]:
    """The tokens of a line in their order; punctuation and denials have no key."""
    text = unicodedata.normalize("NFKC", text).replace("’", "'")
    label = _PREFIX.match(text)
    text = _SUFFIX.sub("", text[label.end() :] if label else text)
    western = len(_WESTERN.findall(text.casefold())) >= 2 or "ß" in text
    known = choices()
    for place, segment in enumerate(text.split("`")):
        code = place % 2 == 1
        if not code:
            segment = plainly(segment)
        for token in _segment(segment, code, western):
            choice = None
            if token.weight and not token.number:
                choice = known.get(token.raw.casefold())
            if choice:
                token = token._replace(key=choice[0], side=choice[1], axis=True)
            yield token


def _has_cjk(text: str) -> bool:
    return not text.isascii() and any(
        "\u3040" <= sign <= "\u30ff" or "\u3400" <= sign <= "\u9fff" or "\uac00" <= sign <= "\ud7af"
        for sign in text
    )


def _segment(text: str, code: bool, western: bool) -> Iterator[Token]:
    label = ""
    matches = list(_pattern(_CJK if _has_cjk(text) else "").finditer(text))
    skip = -1
    for place, found in enumerate(matches):
        if place == skip:
            continue
        group = found.lastgroup
        if group in ("num", "unit"):
            unit, used = _unit_after(matches, place)
            skip = used
            yield _counted(_number(found["num"], unit, label), matches, place)
            label = ""
            continue
        if group == "ratio":  # a score or a state, "9/10": a name more than a number
            yield Token(f"#{found[0]}", found[0], 0.8, number=True, unit="/", numbered=2)
            continue
        if group == "date":
            yield Token(f"#{found[0]}", found[0], 0.8, number=True, unit="date")
            continue
        if group == "sep":
            yield Token("", found[0], 0.0)
            if found[0] not in "-=:":
                label = ""
            continue
        if group == "cjk":
            yield from _cjk(found[0])
            continue
        for token in _named(found[0], group or "", code, western):
            if token.number or token.raw in _ONES:
                unit, used = _unit_after(matches, place)
                if not token.number and (used < 0 or UNITS[unit][0] != "time" or len(unit) < 3):
                    yield token
                    continue
                skip = used
                yield _counted(_number(token.raw, unit, label), matches, place)
            elif token.raw == "on" and _is_state(text, found):
                yield token._replace(key="~on", weight=0.8, axis=True)
            elif token.raw in ("up", "down") and _is_state(text, found):
                sign = 1 if token.raw == "up" else -1
                yield token._replace(key="~up", weight=0.8, axis=True, sign=sign)
            else:
                yield token
            label = token.raw


def _is_state(text: str, found: re.Match[str]) -> bool:
    """Whether "on" is the opposite of "off" here: quoted, or the last word of its clause."""
    return text[found.end() : found.end() + 1] in ("", '"', "'", ".", ",", ";", ":", ")")


def _unit_after(matches: list[re.Match[str]], place: int) -> tuple[str, int]:
    """The unit of the number at `place`, and the place of the token it was taken from (or -1)."""
    if own := matches[place]["unit"]:
        return own.casefold(), -1
    here = place + 1
    # "5-10 s": the unit stands behind the second number, and is left for it.
    if here + 1 < len(matches) and matches[here][0] in "-–" and matches[here + 1]["num"]:
        if second := matches[here + 1]["unit"]:
            return second.casefold(), -1
        word = matches[here + 2][0].casefold() if here + 2 < len(matches) else ""
        return (word if word in UNITS else ""), -1
    if here < len(matches) and matches[here][0] == "-":
        here += 1
    if here < len(matches):
        word = matches[here][0].casefold().strip("-")
        if word in UNITS and (matches[here].lastgroup == "name" or word == "%"):
            return word, here
        if matches[here].lastgroup == "cjk":
            for unit in ("分钟", "小时", "毫秒", "秒", "天", "分"):
                if word.startswith(unit):
                    return unit, -1
    return "", -1


def _counted(token: Token, matches: list[re.Match[str]], place: int) -> Token:
    """A number without a unit counts what is named behind it: "8 characters"."""
    if token.unit or place + 1 >= len(matches) or matches[place + 1].lastgroup != "name":
        return token
    word = matches[place + 1][0].casefold()
    return token if word in STOP else token._replace(unit=concept(word))


def _number(written: str, unit: str, label: str) -> Token:
    plain = written.casefold().lstrip("v").replace("_", "")
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+", plain):
        plain = plain.replace(",", "")
    plain = re.sub(r"\.[x*]$", "", plain)
    dimension, base = UNITS.get(unit, (unit, 1.0))
    words = written.casefold().split("-")
    if words[0] in _ONES or words[0] in NUMBERS:
        value = f"{sum(NUMBERS.get(word, 1.0) for word in words) * base:.12g}"
    elif plain.isdecimal() or (dimension and re.fullmatch(r"\d+\.\d+", plain)):
        value = f"{float(plain) * base:.12g}"
    else:
        value = plain
    numbered = 0 if dimension else 2 if label in NUMBERED else 1 if label in CODES else 0
    return Token(
        f"#{value}{dimension}", written, 0.8, number=True, unit=dimension, numbered=numbered
    )


def _cjk(run: str) -> Iterator[Token]:
    kept = "".join(sign for sign in run if sign not in NEGATIVE_SIGNS)
    for _ in range(len(run) - len(kept)):
        yield Token("", DENY, 0.0)
    if len(kept) == 1:
        yield Token(kept, kept, 0.3)
    _, axes = tables()
    for place in range(len(kept) - 1):
        pair = kept[place : place + 2]
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
            yield _word(written, code, western)
    elif group == "name" and _HYPHENATED.fullmatch(written) and not code:
        low = written.casefold()
        same, axes = tables()
        if all(part in NUMBERS for part in low.split("-")):
            yield Token("#", low, 0.8, number=True)
            return
        if low in same or low in axes or low in choices():
            yield _word(written, code, western)
            return
        for part in re.split("[-/]", written):
            if part.casefold() == "non":
                yield Token("", "non", 0.0)
            elif part.casefold() in _SUFFIXES and part is not written:
                yield Token(f"-{part.casefold()}", part.casefold(), 0.35)
            else:
                yield _word(part, code, western)
    else:
        name = written.rstrip("./\\-'").removesuffix("()").removeprefix("./")
        key = name if group == "flag" and len(name) < 3 else name.casefold()
        if _CODED.fullmatch(name):
            key = key.replace("-", "")
            same, _ = tables()
            key = same.get(key, key)
        yield Token(key, name, 1.5, name=True)


def _word(written: str, code: bool, western: bool) -> Token:
    low = written.casefold()
    if _ACRONYMS.fullmatch(written):
        low = low[:-1]
    if low.endswith("n't") or low in NEGATORS:
        return Token("", DENY_ALL if low in BACKWARD else DENY_NEXT if low in BRIEF else DENY, 0.0)
    low = low.removesuffix("'s").removesuffix("'")
    if low in NUMBERS and not code:
        return Token("#", low, 0.8, number=True)
    _, axes = tables()
    key = concept(low, western=western)
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
