"""The texts that a call to an editing tool replaces, from its arguments.

Pairs of (text before, text after); a file that is written whole has nothing before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ...base.regex import regex
from ..model.events import Replacement

_OLD: Final = ("old_string", "old_str", "old_text", "oldString", "old_code", "search")
_NEW: Final = (
    "new_string", "new_str", "new_text", "newString", "new_code", "replace", "insert_text",
    "content", "file_text", "contents",
)  # fmt: skip
_LISTS: Final = ("edits", "replacements", "changes")
_PATCHES: Final = ("input", "patch", "diff")
_FILE: Final = regex(r"\*\*\* (?:Update File|Add File|Delete File|Move to): (.{1,1024})")
# Longer ones are files written whole, by far; most pieces of one edit that are looked at.
_MOST_CHARS: Final = 50_000
_MOST_PIECES: Final = 100


def edit_texts(arguments: object, path: str) -> tuple[Replacement, ...]:
    """Return what the call replaced in that file; empty where the arguments do not say."""
    found: Iterable[Replacement] = ()
    if isinstance(arguments, str):
        found = _patched(arguments, path)
    elif isinstance(arguments, Mapping):
        found = _named(arguments, path)
    pieces = [piece for piece in found if any(piece) and sum(map(len, piece)) <= _MOST_CHARS]
    return tuple(pieces[:_MOST_PIECES])


def _named(arguments: Mapping[str, Any], path: str) -> list[Replacement]:
    for name in _LISTS:
        if isinstance(arguments.get(name), list):
            return [_pair(item) for item in arguments[name] if isinstance(item, Mapping)]
    pair = _pair(arguments)
    if any(pair):
        return [pair]
    for name in (*_PATCHES, "command", "cmd"):
        patch = arguments.get(name)
        if isinstance(patch, list):
            patch = "\n".join(part for part in patch if isinstance(part, str))
        if isinstance(patch, str):
            return list(_patched(patch, path))
    return []


def _pair(arguments: Mapping[str, Any]) -> Replacement:
    old, new = (
        next((arguments[name] for name in names if isinstance(arguments.get(name), str)), "")
        for names in (_OLD, _NEW)
    )
    return old, new


def _patched(patch: str, path: str) -> Iterator[Replacement]:
    """Yield the hunks of a patch that are about the file, each as its two sides."""
    if len(patch) > 10 * _MOST_CHARS:
        return
    old: list[str] = []
    new: list[str] = []
    ours = "*** " not in patch
    for line in patch.split("\n"):
        named = _FILE.match(line)
        if named or line.startswith(("@@", "--- ", "+++ ", "*** ")):
            if old or new:
                yield "".join(old), "".join(new)
                old, new = [], []
            if named:
                ours = named[1].strip() == path
        elif ours:
            if line[:1] in (" ", "-"):
                old.append(line[1:] + "\n")
            if line[:1] in (" ", "+"):
                new.append(line[1:] + "\n")
    if old or new:
        yield "".join(old), "".join(new)
