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

from ...model.entry import Entry
from .instruction_languages import OTHER_ORDERS
from .instruction_orders import ENGLISH_ORDERS
from .instruction_patterns import ENGLISH, OTHER_REASON, OTHERS
from .sanitize import without_invisible

_COMPACT: Final = re.compile(
    r"(?:ignore|disregard|forget)(?:all)?(?:of)?(?:the|your|my)?(?:previous|prior|above|earlier)?"
    r"(?:system)?(?:instructions|prompts?)|youarenowa|revealyoursystemprompt|systemprompt"
)
_SPELLED: Final = re.compile(r"(?<!\w)\w(?:[ .\-_*·|/]\w){3,}(?!\w)")
_SEPARATORS: Final = re.compile(r"[ .\-_*·|/]")
_LEET: Final = re.compile(r"(?<=[a-z])[013457@$]{1,2}(?=[a-z])|\b[13](?=[a-z]{3})")
_DIGIT_LETTERS: Final = str.maketrans("013457@$", "oieastas")
_LOOKALIKES: Final = str.maketrans(
    "аеорсухіјѕԁԛԝһӏкмтвнгпαοερυνικτωɡɩⅼ’‘", "aeopcyxijsdqwhlkmtbhrnaoepuviktwgil''"
)
_TOKEN: Final = re.compile(r"\S+")
_MARKS: Final = re.compile(r"[`*~\"“”«»„]|(?<!\w)_|_(?!\w)")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/]{24,4000}")
_ENTITY: Final = re.compile(r"&(nbsp|ensp|emsp|thinsp|#\d{1,6}|#x[0-9a-f]{1,5});", re.IGNORECASE)
_CODE: Final = re.compile(r"`[^`]*`")


def instructs_reader(text: str) -> str | None:
    """A short reason when `text` addresses its reader as instructions, else None; linear time."""
    hidden = _encoded(text)
    if hidden and instructs_reader(hidden):
        return "hides an order in an encoding"
    plain, joined = _readings(text)
    if joined and _COMPACT.search(joined):
        return "spells an instruction out letter by letter"
    for rule in (*ENGLISH, *ENGLISH_ORDERS):
        for hint in rule.hints:
            if hint in plain:
                if re.search(rule.pattern, plain):
                    return rule.reason
                break
    if not plain.isascii() or any(mark in plain for mark in _OTHER_HINTS):
        for pattern in (*OTHERS, *OTHER_ORDERS):
            if re.search(pattern, plain):
                return OTHER_REASON
    return None


_LONG_WORD: Final = 20
_OTHER_HINTS: Final = (
    "ignor", "verg", "du bist", "negeer", "olvid", "omit", "descart", "esque", "desconsider",
    "dimentic", "oubli", "tu es", "ahora", "abaikan", "lupakan", "zapom", "missachte", "sei",
    "antworte", "benutzer", "nutzer", "voortaan", "vanaf nu", "antwort", "utilisateur", "usuari",
    "utente", "prompt", "d'ora", "da ora", "a partir de", "maintenant", "od teraz", "od tej chwili",
    "pengguna", "mulai sekarang", "bundan sonra", "de ahora",
)  # fmt: skip


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
        shown = unicodedata.normalize("NFKC", shown)
        shown = _TOKEN.sub(lambda found: _one_script(found[0]), shown)
    letters: list[str] = []

    def closed_up(run: re.Match[str]) -> str:
        letters.append(_SEPARATORS.sub("", run[0]))
        return letters[-1]

    shown = _SPELLED.sub(closed_up, shown)
    if "`" in shown:
        shown = _CODE.sub(_quoted_markup, shown)
    low = " ".join(_MARKS.sub("", shown).casefold().split())
    low = _LEET.sub(lambda found: found[0].translate(_DIGIT_LETTERS), low)
    return low, "".join(letters).casefold().translate(_DIGIT_LETTERS)


def _named(entity: re.Match[str]) -> str:
    """The letter or the space that an HTML entity stands for."""
    name = entity[1].lower()
    if not name.startswith("#"):
        return " "
    code = int(f"0{name[1:]}", 0) if name[1] == "x" else int(name[1:])
    return chr(code) if 31 < code < 0x3000 else " "


def _quoted_markup(span: re.Match[str]) -> str:
    """Markup that is spoken of in a code span opens nothing."""
    return span[0].replace("<", "").replace("[", "").replace("{", "")


def _one_script(token: str) -> str:
    if any("a" <= letter <= "z" for letter in token.lower()):
        return token.casefold().translate(_LOOKALIKES)
    return token
