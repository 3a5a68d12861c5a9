"""A small part of YAML, as most configurations are written, read without PyYAML.

`mem context` reads the configuration, and to import PyYAML costs it as much again as an empty
Python process: without this reader it would miss its bound. Read are comments, `key: value`, one
level of keys below a key, indented or in braces, and values that are numbers, true, false, or words
without signs. For any other text `parse_plain` returns None; what it returns is what PyYAML would.
"""

from __future__ import annotations

from typing import Final

from .regex import regex

Value = str | int | float | bool
Plain = dict[str, "Value | dict[str, Value] | None"]

_KEY: Final = r"[A-Za-z][\w-]{0,99}"
_VALUE: Final = r"[A-Za-z][\w./-]*(?: [\w./-]+)*|(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?"
_PAIR: Final = rf"{_KEY}: (?:{_VALUE})"
_LINE: Final = regex(
    rf"( *)({_KEY}):(?: +(?:({_VALUE})|\{{({_PAIR}(?:, {_PAIR})*)\}}))?(?: +#.*| *)"
)
# Words that mean something else, in the spellings of YAML 1.1; in others they are left alone, too.
_BOOLEANS: Final = {"true": True, "false": False}
_RESERVED: Final = frozenset(("true", "false", "yes", "no", "on", "off", "y", "n", "null"))


def parse_plain(text: str) -> Plain | None:
    """The keys and values of a text all of which is plain, else None; never raises."""
    if not text.isascii():
        return None
    found: Plain = {}
    group: dict[str, Value] | None = None
    indent = 0
    for line in text.split("\n"):
        if not line.strip(" ") or line.lstrip(" ").startswith("#"):
            continue
        matched = _LINE.fullmatch(line)
        if matched is None or matched[2].lower() in _RESERVED:
            return None
        spaces, key, value, pairs = matched.groups()
        if not spaces:
            group, indent = ({} if value is None and pairs is None else None), 0
            read = _pairs(pairs) if pairs else _value(value) if value else None
            if read is None and (pairs or value):
                return None
            found[key] = read
            opened = key
            continue
        if group is None or pairs or value is None or indent not in (0, len(spaces)):
            return None
        read = _value(value)
        if read is None:
            return None
        indent = len(spaces)
        group[key] = read
        found[opened] = group
    return found


def _pairs(text: str) -> dict[str, Value] | None:
    found: dict[str, Value] = {}
    for pair in text.split(", "):
        key, _, value = pair.partition(": ")
        read = _value(value)
        if read is None or key.lower() in _RESERVED:
            return None
        found[key] = read
    return found


def _value(text: str) -> Value | None:
    """The value of a word or number; None for a word that YAML does not take for itself."""
    if text[0].isdigit():
        return float(text) if "." in text else int(text)
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    return None if text.lower() in _RESERVED else text
