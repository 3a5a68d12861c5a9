"""Summaries of plans: Markdown whose front matter lists decisions, patterns and files.

Grammar: a key names a kind of entry, in the plural or with `key-` before or `-established` behind
it (`key-decisions`, `decisions`, `patterns_established`, `gotchas`); an item is a text or an object
`{choice|decision|title|…, rationale?, confidence?}`. `key-files.created` and `.modified` are paths.
Each item becomes a labelled line of the agent's turn; the Markdown below says the same at length.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from ...base.text import one_line
from ...markdown.front_matter import front_matter_end, read_front_matter
from ...memory.labels import KIND_BY_NAME
from ...memory.model import KINDS
from ..model import Edit
from ..recorder import Recorder

_HEAD: Final = 1 << 16
_LIST_KEY: Final = re.compile(r"^([^\s:#-][^:\n]{0,60}?)[ \t]*:[ \t]*(?:\[.*)?$", re.MULTILINE)
_KINDS: Final = frozenset((
    "decision", "pattern", "learning", "convention", "gotcha", "preference", "procedure",
    "architecture",
))  # fmt: skip
_FILES: Final = "key-files"
_TEXT: Final = ("choice", "decision", "title", "text", "content", "what", "summary", "name")
_REASON: Final = ("rationale", "reason", "why", "because")
_NOTHING: Final = re.compile(
    r"(?:none(?: required| [-–—(].*)?|nothing|n/?a|null|~|[-–—]+|tbd|todo|no(?: new)? \w+)?\.?",
    re.IGNORECASE,
)


def recognise(text: str) -> bool:
    """Return whether the front matter has a list of decisions, patterns or changed files."""
    end = front_matter_end(text[:_HEAD]) if text.startswith("---") else 0
    return any(_kind(key) or _name(key) == _FILES for key in _LIST_KEY.findall(text, 0, end))


def read(session: Recorder, text: str) -> None:
    """Write the session of a summary: its items as one turn, and the files that it names."""
    found, fault = read_front_matter(text)
    if fault:
        session.warnings.append(f"front matter: {fault}")
    values = {_name(key): value for key, value in found.items()}
    lines = [
        f"{KINDS[_kind(name)]}{grade}: {item}"
        for name, value in values.items()
        if _kind(name) and isinstance(value, list)
        for item, grade in map(_item, value)
        if not _NOTHING.fullmatch(item)
    ]
    session.answer("\n".join(lines))
    for path in _paths(values.get(_FILES)):
        session.add(Edit, session.relative(path))


def _name(key: str) -> str:
    return key.strip().casefold().replace("_", "-")


def _kind(key: str) -> str:
    """Return the kind of entry that a key lists, "" if none."""
    name = _name(key).removeprefix("key-").removesuffix("-established")
    found = next((KIND_BY_NAME[n] for n in (name, name[:-1], name[:-2]) if n in KIND_BY_NAME), "")
    return found if found in _KINDS else ""


def _item(item: Any) -> tuple[str, str]:
    """Return an item's text, with its reason, and its confidence as a qualifier."""
    if not isinstance(item, dict):
        return one_line(item) if isinstance(item, str) else "", ""
    choice, reason = _field(item, *_TEXT), _field(item, *_REASON)
    grade = _field(item, "confidence").casefold()
    qualifier = f" ({grade})" if grade in ("high", "medium", "low") else ""
    return f"{choice} — {reason}" if choice and reason else choice, qualifier


def _field(item: dict[str, Any], *names: str) -> str:
    values = (item.get(name) for name in names)
    return next((one_line(value) for value in values if isinstance(value, str) and value), "")


def _paths(files: Any) -> Iterator[str]:
    for name in ("created", "modified"):
        listed = files.get(name) if isinstance(files, dict) else None
        for item in listed if isinstance(listed, list) else ():
            path = _field(item, "path", "file") if isinstance(item, dict) else str(item)
            if path and not re.search(r"[\s*:()]", path):
                yield path
