"""The tables of docs/config.md: every key of `model/settings.py` and what the reader takes for it.

The page is written by hand but for what stands between two marks. What a key accepts is not told
here: the reader of the file is given something wrong, and its complaint says what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Final

from memory_md.formats.config import parse
from memory_md.model.settings import Settings

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


def tables(settings: type[Any] = Settings) -> str:
    """One heading and one table a group, in the order of the source."""
    return "\n".join(_group(field) for field in fields(settings))


def _group(field: Field[Any]) -> str:
    factory: Any = field.default_factory
    if not (isinstance(factory, type) and is_dataclass(factory)):
        return _table_of_names(field)
    lines = [f"### {field.name}", "", (factory.__doc__ or "").strip(), ""]
    lines += ["| key | default | takes | meaning |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in rows(field)]
    return "\n".join((*lines, ""))


def rows(field: Field[Any]) -> Iterator[tuple[str, str, str, str]]:
    """Yield (key, default, what it takes, meaning) of a group, each ready for its cell."""
    group: Any = field.default_factory
    for inner in fields(group):
        made: Any = inner.default_factory
        default = inner.default if made is MISSING else made()
        meaning = _cell(str(inner.metadata["doc"]))
        yield f"`{inner.name}`", _shown(default), takes(f"{field.name}.{inner.name}"), meaning


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


def _table_of_names(field: Field[Any]) -> str:
    """A setting that is a table itself: its names and values."""
    factory: Any = field.default_factory
    default = factory()
    assert isinstance(default, Mapping), f"{field.name}: a group or a table is expected"
    doc = str(field.metadata["doc"])
    lines = [f"### {field.name}", "", f"{doc[:1].upper()}{doc[1:]}.", ""]
    lines += ["| name | default |", "|---|---|"]
    lines += [f"| `{name}` | {_shown(value)} |" for name, value in default.items()]
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
