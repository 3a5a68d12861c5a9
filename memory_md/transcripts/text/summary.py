"""A plan's summary: Markdown whose YAML front matter names decisions, patterns and files.

Grammar: `---`, YAML, `---` or `...`, Markdown. Read are (with `-` or `_`): `key-decisions`,
`decisions`: a list of strings or of `{choice|title|decision|…, rationale?, confidence?}`;
`patterns-established`, each also by its name in other languages; `tech-stack.patterns`, where an
item explains itself; `key-files.created` and `.modified`: paths. "None", "n/a" and `[]` are
nothing. The Markdown below it is prose; its rules are not known here. Pure.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ...base.regex import regex
from ...base.text import one_line
from ...base.yaml_text import Located
from ...extract.model import Candidate
from ...markdown.front_matter import read_front_matter, split_front_matter, value_of
from ..model.events import Edit, Event, Prose, Stated, Warned
from .injected import strip_injected

_DECISIONS: Final = (
    "key-decisions", "decisions", "entscheidungen", "décisions", "decisiones", "decisões",
    "decisioni", "решения", "рішення", "decyzje", "决策", "决定", "決策", "決定", "決定事項",
    "결정", "결정사항",
)  # fmt: skip
_PATTERNS: Final = (
    "patterns-established", "established-patterns", "muster", "patrones", "padrões", "schemi",
    "паттерны", "патерни", "wzorce", "模式", "パターン", "패턴",
)  # fmt: skip
_CHOICE: Final = ("choice", "decision", "title", "text", "content", "what", "summary", "name")
_REASON: Final = ("rationale", "reason", "why", "because")
_BESIDE: Final = ("id", "outcome", "impact", "alternatives", "confidence", "phase", "status")
_FILES: Final = ("created", "modified")
_MARKS: Final = regex(
    rf"^(?:key[-_](?:decisions|files)|{'|'.join(_DECISIONS[1:])}|patterns[-_]established"
    r"|tech[-_]stack|dependency[-_]graph|requirements[-_]completed)[ \t]*:",
    re.MULTILINE,
)
_NOTHING: Final = regex(
    r"(?:|none|nothing|n/?a|null|~|-|–|—|tbd|todo|\[\]|\{\}|no(?: new)? (?:decisions|patterns)"
    r"|none [-–—(].*|none required)\.?$",
    re.IGNORECASE,
)
_PATH: Final = regex(r"[^\s`*?<>|\"'(){}\[\]]*[./][^\s`*?<>|\"'(){}\[\]]*$")
_EXPLAINED: Final = regex(r": |; | [-–—] | -> | because | never | always ")

_SURE: Final = 0.8
_LIKELY: Final = 0.6
_MAX_TEXT: Final = 500


def is_summary(text: str) -> bool:
    """Whether the text opens with the front matter of a plan's summary."""
    parts = split_front_matter(text)
    return parts is not None and _MARKS.search(parts[0]) is not None


def summary_events(text: str) -> Iterator[Event]:
    """What the front matter states, then the body as prose; lines are those of the text."""
    front = read_front_matter(text)
    if front is None:
        yield from _prose(text, 1)
        return
    if front.fault:
        at = front.fault.where.rpartition(":")[2]
        number = int(at) if at.isdigit() else 1
        message = f"front matter: {front.fault.message}; its lists are read line by line"
        yield Warned(number, message)
    yield from _stated(front.values)
    yield from _edited(front.values)
    yield from _prose(front.body, front.line)


def _prose(text: str, line: int) -> Iterator[Event]:
    if text.strip():
        yield Prose(line, strip_injected(text), exact_lines=True)


def _stated(values: Mapping[str, Located]) -> Iterator[Event]:
    for name in _DECISIONS:
        for item in _items(value_of(values, name)):
            text, grade = _decision(item)
            yield from _candidate("decision", text, item.line, _SURE, grade)
    for name in _PATTERNS:
        for item in _items(value_of(values, name)):
            yield from _candidate("pattern", _decision(item)[0], item.line, _SURE)
    for item in _items(_get(value_of(values, "tech-stack"), "patterns")):
        text = _decision(item)[0]
        if len(text) >= 40 and _EXPLAINED.search(text):
            yield from _candidate("pattern", text, item.line, _LIKELY)


def _candidate(
    kind: str, text: str, line: int, score: float, qualifier: str = ""
) -> Iterator[Event]:
    if not _NOTHING.match(text):
        yield Stated(line, Candidate(kind, text, qualifier, score=score, line=line))


def _edited(values: Mapping[str, Located]) -> Iterator[Event]:
    files = value_of(values, "key-files")
    for name in _FILES:
        for item in _items(_get(files, name)):
            path = item.value if isinstance(item.value, str) else _field(item, ("path", "file"))
            if (
                len(path) <= _MAX_TEXT
                and _PATH.match(path)
                and not path.startswith(("http:", "https:"))
            ):
                yield Edit(item.line, path)


def _get(node: Located | None, name: str) -> Located | None:
    return value_of(node.value, name) if node and isinstance(node.value, Mapping) else None


def _items(node: Located | None) -> Iterator[Located]:
    if node is None:
        return
    if isinstance(node.value, str):
        yield node
    elif isinstance(node.value, Mapping):
        for key, value in node.value.items():
            if isinstance(value.value, str):
                yield Located(f"{key}: {value.value}", value.line)
            else:
                yield value
    else:
        yield from node.value


def _decision(item: Located) -> tuple[str, str]:
    """The item's text and its grade (high, medium or low; empty where it has none)."""
    value = item.value
    if isinstance(value, str):
        return one_line(value), ""
    if not isinstance(value, Mapping):
        return "", ""
    grade = _field(item, ("confidence",)).casefold()
    choice, reason = _field(item, _CHOICE), _field(item, _REASON)
    if choice:
        text = f"{choice} — {reason}" if reason and not _NOTHING.match(reason) else choice
        text = text if len(text) <= _MAX_TEXT else choice
        return text, grade if grade in ("high", "medium", "low") else ""
    # `- Use X: because Y`, unquoted, is a mapping to YAML and a sentence to who wrote it.
    key, first = next(iter(value.items()), ("", Located("", 0)))
    sentence = " " in key or (len(value) == 1 and key.casefold() not in _BESIDE)
    if isinstance(first.value, str) and sentence:
        return one_line(f"{key}: {first.value}").rstrip(": "), ""
    return "", ""


def _field(item: Located, names: tuple[str, ...]) -> str:
    for name in names:
        found = _get(item, name)
        if found is not None and isinstance(found.value, str) and found.value.strip():
            return one_line(found.value)
    return ""
