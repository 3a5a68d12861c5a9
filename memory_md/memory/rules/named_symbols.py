"""Which names of code an entry's text may hold: `load_config`, UserService, client.send().

A word in a code span may be one; outside of them only what no plain word looks like. Whether such a
name is defined anywhere is for others to find out.
"""

import re
from typing import Final

from ...base.regex import regex
from ..model.entry import FILE_LISTS, Entry
from .named_files import named_paths

_MOST: Final = 12
_CODE: Final = regex(r"`([^`\n]{1,300})`")
_URL: Final = regex(r"(?<!\w)\w+://\S+")
# A dotted name, with what shows that it is called.
_NAME: Final = regex(r"(?<![\w$/@.-])([^\W\d]\w*(?:(?:\.|::|#|->)[^\W\d]\w*){0,6})(\()?(?![\w/])")
_SEPARATOR: Final = regex(r"::|#|->")
_HUMPS: Final = regex(r"(?<=\w[a-z0-9])[A-Z]|[A-Z]{2,}[a-z]{2,}")
_FORBIDS: Final = regex(
    r"\b(?:never (?!\w*[a-rt-z]s\b)|(?:do|must|should|may|can)(?:n['’]?t| not)|cannot|avoid"
    r"|no longer|not use|instead of|rather than|without|forbidden|banned|deprecated|removed"
    r"|replaced)\b",
    re.IGNORECASE,
)
_NOT_NAMES: Final = frozenset(
    (
        *("True", "False", "None", "true", "false", "null", "undefined", "self", "this", "cls"),
        *("str", "int", "float", "bool", "list", "dict", "set", "tuple", "bytes", "object"),
        *("return", "raise", "import", "from", "class", "def", "async", "await", "if", "else"),
        *("GitHub", "JavaScript", "TypeScript", "PostgreSQL", "GitLab", "OpenAI", "README"),
    )
)


def named_symbols(entry: Entry) -> tuple[str, ...]:
    """Return the names in an entry's text that may be of code, dotted; at most twelve."""
    if entry.kind in FILE_LISTS:
        return ()
    text = _URL.sub(" ", entry.text)
    paths = {*named_paths(text)}
    for path in sorted(paths, key=len, reverse=True):
        text = text.replace(path, " ")
    found = [name for span in _CODE.findall(text) for name in _in_code(span)]
    found += _in_prose(_CODE.sub(" ", text))
    return tuple(dict.fromkeys(found))[:_MOST]


def last_part(symbol: str) -> str:
    """Return the last part of a qualified name."""
    return symbol.rpartition(".")[2]


def forbids(text: str) -> bool:
    """Return whether an entry speaks against something, which holds on when that is not there."""
    return _FORBIDS.search(text) is not None


def _in_code(span: str) -> list[str]:
    """Return the names of a code span: all that are called or have a shape, or its only word."""
    names = _NAME.findall(span)
    alone = len(span.split()) == 1 and len(names) == 1
    return [
        _SEPARATOR.sub(".", name)
        for name, called in names
        if name not in _NOT_NAMES and len(name) > 1 and (alone or called or _has_shape(name))
    ]


def _in_prose(text: str) -> list[str]:
    return [
        _SEPARATOR.sub(".", name)
        for name, called in _NAME.findall(text)
        if name not in _NOT_NAMES and len(name) > 2 and (called or _has_shape(name))
    ]


def _has_shape(name: str) -> bool:
    """Return whether no plain word looks so: an underscore, humps, a dot between names."""
    return (
        "_" in name.strip("_")
        or bool(_HUMPS.search(name))
        or bool(_SEPARATOR.search(name))
        or ("." in name and not name.istitle() and name.casefold() not in {"e.g", "i.e"})
    )
