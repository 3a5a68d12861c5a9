"""Whether a stored text speaks to the model that will read it, instead of about the project.

Conventions are imperatives to an engineer and must pass; what is caught turns on the reader's own
instructions, role, secrecy towards the person, or the markup of a conversation.
"""

from __future__ import annotations

import binascii
import contextlib
import re
import unicodedata
from typing import Final

from ...base.regex import regex
from ...memory.model.entry import Entry
from ..sanitize import without_invisible
from .index import likely
from .languages import OTHER_REASON
from .rule import Rule

_COMPACT: Final = regex(
    r"(?:ignore|disregard|forget)(?:all)?(?:of)?(?:the|your|my)?(?:previous|prior|above|earlier)?"
    r"(?:system)?(?:instructions|prompts?)|youarenowa|revealyoursystemprompt|systemprompt"
)
_SPELLED: Final = regex(r"(?<!\w)\w(?:[ .\-_*·|/]\w){3,}(?!\w)")
_APART: Final = dict.fromkeys(map(ord, " .-_*·|/"))
_INNER: Final = 2  # of the four letters that make a row at least
_LEET: Final = regex(r"(?<=[a-z])[013457@$]{1,2}(?=[a-z])|\b[13](?=[a-z]{3})")
_DIGIT_LETTERS: Final = str.maketrans("013457@$", "oieastas")
# Each small letter an "a", each sign that may stand for one a "0": where those expressions match.
_SHAPES: Final = bytes.maketrans(b"abcdefghijklmnopqrstuvwxyz013457@$", b"a" * 26 + b"0" * 8)
_LOOKALIKES: Final = str.maketrans(
    "аеорсухіјѕԁԛԝһӏкмтвнгпαοερυνικτωɡɩⅼ’‘", "aeopcyxijsdqwhlkmtbhrnaoepuviktwgil''"
)
_EMPHASIS: Final = '`*~"“”«»„'
_SHORTEST_RUN: Final = 24
_BASE64: Final = regex(rf"[A-Za-z0-9+/]{{{_SHORTEST_RUN},4000}}")
_SIXTY_FOUR: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NO_BASE64: Final = bytes.maketrans(
    bytes(set(range(256)).difference(_SIXTY_FOUR)), b" " * (256 - len(_SIXTY_FOUR))
)
_ENTITY: Final = regex(r"&(nbsp|ensp|emsp|thinsp|#\d{1,6}|#x[0-9a-f]{1,5});", re.IGNORECASE)


def instructs_reader(text: str) -> str | None:
    """A short reason when `text` addresses its reader as instructions, else None; linear time."""
    hidden = _encoded(text)
    if hidden and instructs_reader(hidden):
        return "hides an order in an encoding"
    plain, joined = _readings(text)
    if joined and _COMPACT.search(joined):
        return "spells an instruction out letter by letter"
    for rule in likely(plain):
        for hint in rule.hints:
            if hint in plain:
                if _matches(rule, plain) and (rule.reason != OTHER_REASON or _tells_enough(plain)):
                    return rule.reason
                break
    return None


def _matches(rule: Rule, plain: str) -> bool:
    """Whether one of the rule's wordings is in the text; compiles those alone that may be."""
    for pattern, hints, starts in rule.wordings:
        if starts[0] and not _opening(plain).startswith(starts):
            continue
        for group in hints:
            for hint in group:
                if hint in plain:
                    break
            else:
                break
        else:
            if re.search(pattern, plain):
                return True
    return False


def _tells_enough(plain: str) -> bool:
    """Whether a text in another language is about orders: without accents little else tells."""
    return not plain.isascii() or any(mark in plain for mark in _OTHER_MARKS)


_OTHER_MARKS: Final = (
    "ignor", "verg", "du bist", "negeer", "olvid", "omit", "descart", "esque", "desconsider",
    "dimentic", "oubli", "tu es", "ahora", "abaikan", "lupakan", "zapom", "missachte", "sei",
    "antworte", "benutzer", "nutzer", "voortaan", "vanaf nu", "antwort", "utilisateur", "usuari",
    "utente", "prompt", "d'ora", "da ora", "a partir de", "maintenant", "od teraz", "od tej chwili",
    "pengguna", "mulai sekarang", "bundan sonra", "de ahora", "haz caso omiso",
    "ne tenez pas compte",
)  # fmt: skip


def _opening(plain: str) -> str:
    """The text behind its leading characters that are of no word."""
    if plain[:1].isalnum():
        return plain
    for at, letter in enumerate(plain):
        if letter.isalnum() or letter == "_":
            return plain[at:]
    return ""


_LONG_WORD: Final = 20


def gives_orders(entry: Entry) -> str | None:
    """Why the entry gives orders: its text alone, or read on from a qualifier of some length."""
    reason = instructs_reader(entry.text)
    said = entry.qualifier
    plain = said.isascii() and said.isalpha() and len(said) <= _LONG_WORD
    if said and reason is None and not plain:
        reason = instructs_reader(said) or instructs_reader(f"{said} {entry.text}")
    return reason


def _encoded(text: str) -> str:
    """What the Base64 runs of a text say, where they are text; no such run in what is returned."""
    if len(text) < _SHORTEST_RUN:
        return ""
    runs = text.encode("ascii", "replace").translate(_NO_BASE64).split()
    if max(map(len, runs), default=0) < _SHORTEST_RUN:
        return ""
    said: list[str] = []
    for run in _BASE64.findall(text)[:8]:
        with contextlib.suppress(ValueError):
            raw = binascii.a2b_base64(run + "=" * (-len(run) % 4))
            if raw.isascii() and b" " in raw and (words := raw.decode("ascii")).isprintable():
                said.append(_BASE64.sub("", words))
    return " ".join(said)


def _readings(text: str) -> tuple[str, str]:
    """The text as a reader sees it, lower case; and what it spells in single letters, closed up."""
    shown = without_invisible(text).replace("\\n", " ")  # a line break, spelled out
    if "&" in shown and ";" in shown:
        shown = _ENTITY.sub(_named, shown)
    if not shown.isascii():
        # The one blank that normalising leaves as it is.
        shown = unicodedata.normalize("NFKC", shown).replace("\u1680", " ")
        shown = " ".join([_one_script(token) for token in shown.split(" ")])
    letters: list[str] = []
    if _may_spell(shown):

        def closed_up(run: re.Match[str]) -> str:
            letters.append(run[0].translate(_APART))
            return letters[-1]

        shown = _SPELLED.sub(closed_up, shown)
    if "`" in shown:
        shown = _without_quoted_markup(shown)
    low = " ".join(_without_emphasis(shown).casefold().split())
    shapes = low.encode("ascii", "replace").translate(_SHAPES)
    if b"a0a" in shapes or b"a00a" in shapes or b"0aaa" in shapes:
        low = _LEET.sub(lambda found: found[0].translate(_DIGIT_LETTERS), low)
    return low, "".join(letters).casefold().translate(_DIGIT_LETTERS)


def _may_spell(shown: str) -> bool:
    """Whether single letters may stand in a row, apart: never False where `_SPELLED` matches."""
    for mark in ".-*·|/":
        shown = shown.replace(mark, " ")
    if "__" in shown or " _ " in shown:
        return True
    at_edge = " _" in shown or "_ " in shown  # an underscore is a letter, too
    words = shown.replace("_", " ").split(" ")
    lengths = list(map(len, words))
    if lengths.count(1) < _INNER:
        return False
    for at in range(1, len(words) - _INNER):
        if lengths[at] == 1 == lengths[at + 1]:
            before, behind = words[at - 1], words[at + _INNER]
            alone = before and behind and not (_is_word(before[-2:-1]) or _is_word(behind[1:2]))
            if at_edge or alone:
                return True
    return False


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def _without_emphasis(shown: str) -> str:
    """Without marks of emphasis and quotes, and without underscores at the edge of a word."""
    at = shown.find("_")
    kept: list[str] = []
    since = 0
    while at >= 0:
        if not (_is_word(shown[at - 1 : at]) and _is_word(shown[at + 1 : at + 2])):
            kept.append(shown[since:at])
            since = at + 1
        at = shown.find("_", at + 1)
    if kept:
        shown = "".join(kept) + shown[since:]
    for mark in _EMPHASIS:
        shown = shown.replace(mark, "")
    return shown


def _named(entity: re.Match[str]) -> str:
    """The letter or the space that an HTML entity stands for."""
    name = entity[1].lower()
    if not name.startswith("#"):
        return " "
    code = int(f"0{name[1:]}", 0) if name[1] == "x" else int(name[1:])
    return chr(code) if 31 < code < 0x3000 else " "


def _without_quoted_markup(shown: str) -> str:
    """Markup that is spoken of in a code span opens nothing."""
    parts = shown.split("`")
    for span in range(1, len(parts) - 1, 2):
        parts[span] = parts[span].replace("<", "").replace("[", "").replace("{", "")
    return "`".join(parts)


def _one_script(token: str) -> str:
    if not token.isascii() and any("a" <= letter <= "z" for letter in token.lower()):
        return token.casefold().translate(_LOOKALIKES)
    return token
