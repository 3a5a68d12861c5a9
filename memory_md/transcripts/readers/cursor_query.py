"""What a person typed, in the text of a user's message as Cursor sends it.

Grammar: a row of parts `<name …>…</name>`, each opening on a line of its own or right behind the
one before. A part ends at the closing tag that fits its opening, tags of the same name within it
counted. Of the parts named `user_query` the last is what was typed: one before it, or within
another part, is a file's or a page's. Nothing is ever escaped, so a prompt that holds a lone
closing tag ends there. Takes time linear in the length of the text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from ...base.regex import regex

_QUERY: Final = "user_query"
# What Cursor may put into the prompt itself; what else is in tags there, a person has pasted.
_INSERTED: Final = frozenset((
    "system_reminder", "system-reminder", "system_notification", "attached_files", "timestamp",
    "open_and_recently_viewed_files", "manually_attached_skills", "cursor_commands", "image_files",
    "agent_skills", "agent_transcripts", "additional_data", "git_status", "user_info", "rules",
    "user_rules", "always_applied_workspace_rules", "hooks_context", "linter_errors",
))  # fmt: skip
_TAG: Final = regex(r"<(/?)([a-zA-Z][a-zA-Z0-9_-]{0,60})(?: [^<>\n]{0,400})?>")

_Part = tuple[str, int, int, int, int]  # name, where it begins, its inside from and to, its end


def typed_query(text: str) -> str | None:
    """What was typed, without what was inserted; None where nothing says that it was."""
    queries = [part for part in _parts(text) if part[0] == _QUERY]
    if not queries:
        return None
    _, _, start, end, _ = queries[-1]
    return _without(text[start:end], _INSERTED)


def outside_tags(text: str) -> str:
    """The text without any part of it that stands in tags of its own."""
    return _without(text, None)


def _without(text: str, names: frozenset[str] | None) -> str:
    kept: list[str] = []
    at = 0
    for name, begin, _, _, end in _parts(text):
        if names is None or name in names:
            kept.append(text[at:begin])
            at = end
    return "".join((*kept, text[at:])).strip()


def _parts(text: str) -> Iterator[_Part]:
    """The outermost parts, in their order; a tag that is never closed is none."""
    tags = list(_TAG.finditer(text))
    ends = _ends(tags)
    at, is_blank = 0, True  # what was looked at, and whether its last line is blank so far
    for index, tag in enumerate(tags):
        if tag.start() < at:
            continue
        _, newline, line = text[at : tag.start()].rpartition("\n")
        is_blank = (is_blank or bool(newline)) and not line.strip()
        at = tag.end()
        if is_blank and index in ends:
            closing = tags[ends[index]]
            yield tag[2], tag.start(), tag.end(), closing.start(), closing.end()
            at = closing.end()
        else:
            is_blank = False


def _ends(tags: list[re.Match[str]]) -> dict[int, int]:
    """For each opening tag that is closed, which tag does it.

    One with others of its name open within it ends with the last that closes any of them.
    """
    ends: dict[int, int] = {}
    last: dict[str, int] = {}
    waiting: defaultdict[str, list[int]] = defaultdict(list)
    for index, tag in enumerate(tags):
        name = tag[2]
        if not tag[1]:
            waiting[name].append(index)
        elif waiting[name]:
            ends[waiting[name].pop()] = last[name] = index
    for name, end in last.items():
        ends.update((index, end) for index in waiting[name] if index < end)
    return ends
