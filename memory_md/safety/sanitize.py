"""What may be printed of a stored text inside a prompt: data on one line that opens nothing.

It removes what cannot be seen and defuses, visibly, what would open a heading, fence, list,
quote, tag, table or role. Whether a text gives orders to its reader is asked in `acts`.
"""

import re
import unicodedata
from typing import Final

from ..base.text import ANSI

_PASSES: Final = 4

_BREAKS: Final = dict.fromkeys(map(ord, "\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"), " ")
# Controls, soft hyphen, fillers, direction marks, selectors, tags, what is no character.
_INVISIBLE: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
# Joiners between letters of the scripts that are written with them, or between two emoji; one
# emoji or text selector behind a sign. Everywhere else they only hide something.
_EMOJI: Final = "©®‼-㊙\U0001f000-\U0001faff"
_JOINED: Final = (
    "\u0600-\u109f\u1780-\u18af\ua800-\uaaff\ufb50-\ufdcf\ufe70-\ufefc\U00011000-\U00011fff"
)
_JOINER: Final = re.compile(
    f"(?<=[{_JOINED}])[\u200c\u200d](?=[{_JOINED}])"
    f"|(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])"
    f"|(?<=[{_EMOJI}#*0-9])[\ufe0e\ufe0f](?![\ufe00-\ufe0f])"
    "|([\u200c\u200d\ufe00-\ufe0f])"
)

_JOINERS: Final = "\u200c\u200d"
# What those expressions remove although Python calls it printable, below the tags; the rest of
# their ranges that may be assigned some day is here as well.
_PRINTABLE_YET_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2065\u3164\uffa0"
    "\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d\ufe0e\ufe0f"
    "\ufff0\ufff1\ufff2\ufff3\ufff4\ufff5\ufff6\ufff7\ufff8"
)
_TAGS: Final = "\U000e0000"

_METADATA: Final = re.compile(
    r"\bmem:[0-9a-z]{8}(?:\s[a-z]{1,20}(?:=[^\s<>]{0,200})?){0,12}\s?-->", re.IGNORECASE
)
_UNSAFE_LINK: Final = re.compile(
    r"!?\[([^\[\]]{0,500})\]\(\s?(?:javascript|vbscript|data)\s?:[^()]{0,2000}"
    r"(?:\([^()]{0,500}\)[^()]{0,500}){0,8}\)",
    re.IGNORECASE,
)
_UNSAFE_TARGET: Final = re.compile(r"\](?=\(\s?(?:javascript|vbscript|data)\s?:)", re.IGNORECASE)
_IMAGE: Final = re.compile(r"!(?=\[[^\[\]]{0,500}\]\()")
# `a < b`, `x << 2`, heredocs and generics (`Vec<u8>`) are not tags; `text</memory>` is one.
_TAG: Final = re.compile(
    r"(?<![<\w])<(?=[A-Za-z/!?|])"
    r"|(?<=\w)<(?=[/!?|]|(?:[a-z]+[-_:\s/]|system|user|human|assistant|developer|tool|memory"
    r"|important|instruct|secret|admin|prompt|script|style|iframe|img|svg|a\b|b\b|i\b|p\b|div|span"
    r"|table|h[1-6]|details|summary|form|input|link|meta|object|embed|html|body|head|title)"
    r"[^<>]{0,300}>)"
    r"|(?<=<)<(?=[A-Za-z/!?|])(?!-?[A-Z_]+\b(?!>))",
    re.IGNORECASE,
)
_CLOSE: Final = re.compile(r"(‹[^<>‹›]{0,300})>")
_TEMPLATE: Final = re.compile(r"\[(/?(?:INST|SYS|SYSTEM))\]", re.IGNORECASE)

# Without any of these there is nothing to defuse but the beginning of the line.
_SUSPECTS: Final = ("<", ">", "[", "‹", "```", "~~~")
_FENCE: Final = re.compile(r"`{3,}")
_TILDES: Final = re.compile(r"~{3,}")
_DROPPED: Final = re.compile(
    r"#{1,6}(?=\s|$)|>(?=\s|>|$)|[-+*•](?=\s|$)|\[[ xX]\](?=\s)|[-*_=]{3,}(?=\s|$)"
)
_OPENERS: Final = "#>-+*•[_="  # with which _DROPPED begins
_REFERENCE: Final = re.compile(r"\[[^\[\]]{1,200}\]:")
_NUMBERED: Final = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_LONGEST_ROLE: Final = 17  # characters with emphasis, a blank and the colon
_ROLES: Final = (
    "human", "user", "assistant", "system", "developer", "tool", "function", "model", "ai",
)  # fmt: skip
_ROLE: Final = re.compile(rf"([*_]{{0,3}}(?:{'|'.join(_ROLES)})[*_]{{0,3}})\s?:", re.IGNORECASE)


def clean_line(text: str) -> str:
    """One printable line that opens nothing; idempotent, linear, at most one character longer."""
    cleaned = _one_line(text)
    if not any(mark in cleaned for mark in _SUSPECTS):
        return _opened(cleaned)
    for _ in range(_PASSES):
        again = _defused(cleaned)
        if again == cleaned:
            return cleaned
        cleaned = again
    # Only a text that was built to come together again gets here.
    cleaned = cleaned.translate(str.maketrans("<>[]`~", "‹›()''"))
    return _opened(" ".join(cleaned.split()))


# Letters of other scripts, and the Latin ones that they look like.
LOOKALIKES: Final = str.maketrans(
    "АВЕКМНОРСТУХІЈЅԚԜҮӀаеорсухіјѕԁԛԝһӏкмтвнгпьүΑΒΕΖΗΙΚΜΝΟΡΤΥΧαοερυνικτωγχηօոսհյցՕՍıɑɡɩʏ’‘“”‐‑",
    "ABEKMHOPCTYXIJSQWYIaeopcyxijsdqwhlkmtbhrnbyABEZHIKMNOPTYXaoepuviktwyxnonuhjgOUiagiy''\"\"--",
)


def undisguised(text: str) -> str:
    """The text in letters of one script as far as they look alike, without what does not show."""
    shown = without_invisible(text)
    return shown if shown.isascii() else unicodedata.normalize("NFKC", shown).translate(LOOKALIKES)


def without_invisible(text: str) -> str:
    """The text without escapes, controls and whatever else does not show; breaks become spaces."""
    if text.isprintable():
        if text.isascii():
            return text
        if max(text) < _TAGS and _PRINTABLE_YET_INVISIBLE.isdisjoint(text):
            return text
    text = ANSI.sub("", text).translate(_BREAKS)
    text = _SURROGATE.sub("\ufffd", _INVISIBLE.sub("", text))
    text = _JOINER.sub(lambda found: "" if found[1] else found[0], text)
    if text.isprintable():
        return text
    # Formats, private use and what no script has: not to be seen, or not by everyone alike.
    return "".join(c for c in text if c.isprintable() or c.isspace() or c in _JOINERS)


def _one_line(text: str) -> str:
    return " ".join(without_invisible(text).split())


def _defused(text: str) -> str:
    text = _without_comments(text)
    if "](" in text:
        if not text.isascii() or "script" in (low := text.lower()) or "data" in low:
            text = _UNSAFE_TARGET.sub("", _UNSAFE_LINK.sub(r"\1", text))
        if "![" in text:
            text = _IMAGE.sub("", text)
    if "<" in text or "‹" in text:
        text = _CLOSE.sub(r"\1›", _TAG.sub("‹", text))
    if "[" in text and "]" in text:
        text = _TEMPLATE.sub(r"(\1)", text)
    if "```" in text:
        text = _FENCE.sub("``", text)
    if "~~~" in text:
        text = _TILDES.sub("~~", text)
    return _opened(" ".join(text.split()))


def _without_comments(text: str) -> str:
    if "-->" not in text:
        return text
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0:
        end = text.find("-->", start + 4)
        if end < 0:
            break
        kept.append(text[at:start])
        at = end + 3
    kept.append(text[at:])
    return _METADATA.sub(" ", " ".join(kept))


def _opened(text: str) -> str:
    if not text:
        return text
    if text[0] in _OPENERS:
        text = _without_openers(text)
    colon = text.find(":", 0, _LONGEST_ROLE)
    if colon >= 0 and _may_be_role(text[:colon]) and (role := _ROLE.match(text)):
        return f"{role[1]} –{text[role.end() :]}"
    first = text[:1]
    if first in (">", "|") or (first == "[" and _REFERENCE.match(text)):
        return f"\\{text}"
    numbered = _NUMBERED.match(text) if first.isdecimal() else None
    return f"{numbered[1]}\\{text[numbered.end(1) :]}" if numbered else text


def _without_openers(text: str) -> str:
    at = 0
    while found := _DROPPED.match(text, at):
        at = found.end()
        while at < len(text) and text[at] == " ":
            at += 1
    return text[at:]


def _may_be_role(head: str) -> bool:
    return not head.isascii() or head.rstrip().strip("*_").lower() in _ROLES
