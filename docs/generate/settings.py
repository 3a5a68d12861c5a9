"""The tables of docs/config.md: every key of `base/settings.py` and the values that it accepts.

The page is written by hand, except for the part between two marks. What a key accepts is asked of
the reader of the file: it is given a wrong value, and its message says what would be right.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_type_hints

from msgspec import Struct

from memory_md.base.config import parse
from memory_md.base.settings import Settings

BEGIN: Final = "<!-- settings: `make docs` writes from here -->"
END: Final = "<!-- settings: to here -->"

_WRONG: Final = ("[]", "-1", "'../x'")
_MUST_BE: Final = re.compile(r"must be (?:an? )?(?P<what>.+?)(?:, not .*|, which .*)?$")


def renew(page: str) -> str:
    """The page with the tables as they are now; everything outside of the marks keeps its bytes.

    Raises ValueError if the marks are not there, once and in order.
    """
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end) or BEGIN in tail or END in tail:
        raise ValueError(f"the page must hold {BEGIN!r} and {END!r}, once each")
    return f"{head}{BEGIN}\n\n{tables()}\n{END}{tail}"


def tables(settings: Struct | None = None) -> str:
    """One heading and one table a group, in the order of the source."""
    settings = settings or Settings()
    return "\n".join(
        _group(name, getattr(settings, name), meanings(settings).get(name, ""))
        for name in settings.__struct_fields__
    )


def _group(name: str, value: object, meaning: str) -> str:
    if isinstance(value, Mapping):
        return _table_of_names(name, value, meaning)
    if not isinstance(value, Struct):
        lines = [f"### {name}", "", f"A key of its own: {meaning}.", "", "| default | takes |"]
        return "\n".join((*lines, "|---|---|", f"| {_shown(value)} | {takes(name)} |", ""))
    lines = [f"### {name}", "", inspect.cleandoc(type(value).__doc__ or ""), ""]
    lines += ["| key | default | takes | meaning |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in rows(name, value)]
    return "\n".join((*lines, ""))


def rows(group: str, settings: Struct) -> Iterator[tuple[str, str, str, str]]:
    """Yield (key, default, what it takes, meaning) of a group, each ready for its cell."""
    meant = meanings(settings)
    for name in settings.__struct_fields__:
        shown = _shown(getattr(settings, name))
        yield f"`{name}`", shown, takes(f"{group}.{name}"), _cell(meant[name])


def keys(default: Struct | None = None, prefix: str = "") -> Iterator[tuple[str, Any, str]]:
    """Yield (key, default, meaning) of every setting."""
    default = default or Settings()
    docs = meanings(default)
    for name in default.__struct_fields__:
        value = getattr(default, name)
        if isinstance(value, Struct):
            yield from keys(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value, docs[name]


def meanings(settings: Struct) -> dict[str, str]:
    """What each of these settings means that is not a group of others, by its name."""
    hints = get_type_hints(type(settings), include_extras=True)
    docs = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}
    return {name: doc[0].text for name, doc in docs.items() if doc}


def takes(key: str) -> str:
    """What the reader wants for a dotted key, in its own words: its fullest complaint tells."""
    told = [_MUST_BE.search(fault) for wrong in _WRONG for fault in _faults(key, wrong)]
    wants = [found["what"] for found in told if found]
    if not wants:
        raise ValueError(f"the reader takes anything for {key}")
    return _cell(max(wants, key=len).removesuffix(" from 0 to 1,000,000,000"))


def _faults(key: str, value: str) -> list[str]:
    for name in reversed(key.split(".")):
        value = f"{{{name}: {value}}}"
    return [fault for fault in parse(value, where="")[1] if fault.startswith(f"{key}: ")]


def _table_of_names(name: str, value: Mapping[str, object], meaning: str) -> str:
    """A setting that is a table itself: its names and values."""
    lines = [f"### {name}", "", f"{meaning[:1].upper()}{meaning[1:]}.", ""]
    lines += ["| name | default |", "|---|---|"]
    lines += [f"| `{key}` | {_shown(given)} |" for key, given in value.items()]
    return "\n".join((*lines, ""))


def _shown(value: object) -> str:
    """A default as it would be written in the file."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if value is None or value == "":
        return "–"
    return f"`{value}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
