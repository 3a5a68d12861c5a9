"""The disguises of a text: what a reader sees through its encodings, spellings and lookalikes."""

import contextlib
import re
import unicodedata
from typing import Final

from ...base.regex import regex
from ..sanitize import LOOKALIKES, without_invisible

_SPELLED: Final = regex(r"(?<!\w)\w(?:[ .\-_*·|/]\w){3,}(?!\w)")
_APART: Final = dict.fromkeys(map(ord, " .-_*·|/"))
_BLANKS: Final = dict.fromkeys(_APART, " ")
_INNER: Final = 2  # of the four letters that make a row at least
_LEET: Final = regex(r"(?<=[a-z])[013457@$]{1,2}(?=[a-z])|\b[13](?=[a-z]{3})")
_DIGIT_LETTERS: Final = str.maketrans("013457@$", "oieastas")
# Each small letter an "a", each sign that may stand for one a "0": where those expressions match.
_SHAPES: Final = bytes.maketrans(b"abcdefghijklmnopqrstuvwxyz013457@$", b"a" * 26 + b"0" * 8)
_EMPHASIS: Final = dict.fromkeys(map(ord, '`*~"“”«»„'))
_UNDERSCORE: Final = regex(r"(?<!\w)_|_(?!\w)")
_SHORTEST_RUN: Final = 24
_BASE64: Final = regex(rf"[A-Za-z0-9+/]{{{_SHORTEST_RUN},4000}}")
_SIXTY_FOUR: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NO_BASE64: Final = bytes.maketrans(
    bytes(set(range(256)).difference(_SIXTY_FOUR)), b" " * (256 - len(_SIXTY_FOUR))
)
_ENTITY: Final = regex(r"&(nbsp|ensp|emsp|thinsp|#\d{1,6}|#x[0-9a-f]{1,5});", re.IGNORECASE)


def hidden_text(text: str) -> str:
    """Return what the Base64 runs of a text hold, where that is text; without such runs itself."""
    if len(text) < _SHORTEST_RUN:
        return ""
    runs = text.encode("ascii", "replace").translate(_NO_BASE64).split()
    if max(map(len, runs), default=0) < _SHORTEST_RUN:
        return ""
    import binascii

    parts: list[str] = []
    for run in _BASE64.findall(text)[:8]:
        with contextlib.suppress(ValueError):
            raw = binascii.a2b_base64(run + "=" * (-len(run) % 4))
            if raw.isascii() and b" " in raw and (words := raw.decode("ascii")).isprintable():
                parts.append(_BASE64.sub("", words))
    return " ".join(parts)


def readings(text: str) -> tuple[str, str]:
    """Return the text as a reader sees it, lower case, and what it spells in single letters."""
    shown = without_invisible(text).replace("\\n", " ")  # a line break, spelled out
    if "&" in shown and ";" in shown:
        shown = _ENTITY.sub(_named, shown)
    if not shown.isascii():
        # The one blank that normalising leaves as it is.
        shown = unicodedata.normalize("NFKC", shown).replace("\u1680", " ")
        shown = " ".join([_one_script(token) for token in shown.split(" ")])
    letters: list[str] = []
    if may_spell(shown):

        def closed_up(run: re.Match[str]) -> str:
            letters.append(run[0].translate(_APART))
            return letters[-1]

        shown = _SPELLED.sub(closed_up, shown)
    if "`" in shown:
        shown = _without_quoted_markup(shown)
    if "_" in shown:
        shown = _UNDERSCORE.sub("", shown)
    low = " ".join(shown.translate(_EMPHASIS).casefold().split())
    shapes = low.encode("ascii", "replace").translate(_SHAPES)
    if b"a0a" in shapes or b"a00a" in shapes or b"0aaa" in shapes:
        low = _LEET.sub(lambda found: found[0].translate(_DIGIT_LETTERS), low)
    return low, "".join(letters).casefold().translate(_DIGIT_LETTERS)


def may_spell(shown: str) -> bool:
    """Whether single letters may stand in a row, apart: never False where `_SPELLED` matches."""
    words = shown.translate(_BLANKS).split(" ")
    return sum(len(word) <= 1 for word in words) >= _INNER


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
        return token.casefold().translate(LOOKALIKES)
    return token
