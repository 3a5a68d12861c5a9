"""A line cut into tokens: words as concepts, names, numbers with their units, choices, denials.

Pure text work for `wording`, which puts the tokens of a line together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

from ..base.regex import regex
from ..base.text import CJK
from ..memory.model.entry import KINDS
from .concepts import choices, concept, light, plainly, tables
from .quantities import ARTICLES, article, quantity
from .tokens import DENY, DENY_ALL, DENY_NEXT, Token
from .word_lists import (
    BACKWARD,
    BRIEF,
    NEGATIVE_SIGNS,
    NEGATORS,
    NUMBERS,
    STOP,
)

_LABELS: Final = "|".join(
    ("Note", *(kind.label for kind in KINDS.values() if kind.label and " " not in kind.label))
)
_PREFIX: Final = regex(
    r"(?:[-*+][ ])?(?:\[\d{4}-\d\d-\d\d\] ?|\d{4}-\d\d-\d\d:? )?(?:\*\*)?"
    rf"(?:(?:{_LABELS})(?: ?\([^()]{{1,80}}\))?: )?",
    re.IGNORECASE,
)
_IN_CJK: Final = regex(f"[{CJK}]")
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
  | (?P<num>(?<![\w.])[vV]?\d+(?:[.,_]\d+)*(?:\.[xX*]\b)?)(?P<unit>%|{letter}{{1,3}}\b)?
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


def _segment(text: str, code: bool, western: bool) -> Iterator[Token]:
    mixed = not text.isascii() and _IN_CJK.search(text) is not None
    found = list(_pattern(CJK if mixed else "").finditer(text))
    label = ""  # the word before, as long as it may name what follows
    used = -1  # the place of a unit that a number has taken
    for place, match in enumerate(found):
        if place == used:
            continue
        group = match.lastgroup
        if group in ("num", "unit"):
            token, used = quantity(match["num"], label, found, place)
            yield token
            label = ""
        elif group == "ratio":  # a score or a state, "9/10": a name more than a number
            yield Token(f"#{match[0]}", match[0], 0.8, number=True, unit="/", numbered=2)
        elif group == "date":
            yield Token(f"#{match[0]}", match[0], 0.8, number=True, unit="date")
        elif group == "sep":
            yield Token("", match[0], 0.0)
            label = label if match[0] in "-=:" else ""
        elif group == "cjk":
            yield from _cjk(match[0])
        else:
            for token in _named(match[0], group or "", code, western):
                if token.number:
                    counted, used = quantity(token.raw, label, found, place)
                    yield counted
                elif token.raw in ARTICLES:
                    one = article(token, label, found, place)
                    if one is None:
                        yield token
                        continue  # "phase a 2": it does not part the number from its label
                    counted, used = one
                    yield counted
                else:
                    yield _as_state(token, text, match) if token.raw in _STATES else token
                label = token.raw


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
