"""A plan's summary: Markdown whose YAML front matter names decisions, patterns and files.

Grammar: `---`, YAML, `---` or `...`, Markdown. Read are (with `-` or `_`): `key-decisions`,
`decisions`: a list of strings or of `{choice|title|decision|…, rationale?, confidence?}`;
`patterns-established`, each also by its name in other languages; `tech-stack.patterns`, where an
item explains itself; `key-files.created` and `.modified`: paths. "None", "n/a" and `[]` are
nothing. Front matter that is not valid YAML is read line by line. The Markdown below it is prose;
its rules are not known here. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ...base.errors import UnreadableError
from ...base.regex import regex
from ...base.text import one_line
from ...base.yaml_text import Located, locate_yaml
from ...extract.model import Candidate
from ...markdown.front_matter import split_front_matter
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
_KEY: Final = regex(r"(\s*)([^\W\d_][\w-]{0,60})[ \t]*:[ \t]*(.*)$")
_HASH: Final = regex(r"[ \t]+#\w")
_ITEM: Final = regex(r"\s*- +(\S.*)$")
_FIELD: Final = regex(rf"({'|'.join(_CHOICE + _REASON + _BESIDE)})[ \t]*:[ \t]+(\S.*)$")
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
    parts = split_front_matter(text)
    if parts is None:
        yield from _prose(text, 1)
        return
    front, body, line = parts
    try:
        root = locate_yaml(front, where="front matter")
    except UnreadableError as fault:
        at = fault.where.rpartition(":")[2]
        number = int(at) + 1 if at.isdigit() else 1
        yield Warned(number, f"front matter: {fault.message}; its lists are read line by line")
        root = _read_by_line(front)
    else:
        root = _whole_lines(root, front.split("\n"))
    yield from _stated(root)
    yield from _edited(root)
    yield from _prose(body, line)


def _prose(text: str, line: int) -> Iterator[Event]:
    if text.strip():
        yield Prose(line, strip_injected(text), exact_lines=True)


def _stated(root: Located) -> Iterator[Event]:
    for name in _DECISIONS:
        for item in _items(_get(root, name)):
            text, grade = _decision(item)
            yield from _candidate("decision", text, item.line, _SURE, grade)
    for name in _PATTERNS:
        for item in _items(_get(root, name)):
            yield from _candidate("pattern", _decision(item)[0], item.line, _SURE)
    for item in _items(_get(_get(root, "tech-stack"), "patterns")):
        text = _decision(item)[0]
        if _explains(text):
            yield from _candidate("pattern", text, item.line, _LIKELY)


def _explains(text: str) -> bool:
    return len(text) >= 40 and _EXPLAINED.search(text) is not None


def _candidate(
    kind: str, text: str, line: int, score: float, qualifier: str = ""
) -> Iterator[Event]:
    if not _NOTHING.match(text):
        # The front matter's first line is the file's second.
        candidate = Candidate(kind, text, qualifier, score=score, line=line + 1)
        yield Stated(line + 1, candidate)


def _edited(root: Located) -> Iterator[Event]:
    files = _get(root, "key-files")
    for name in _FILES:
        for item in _items(_get(files, name)):
            path = item.value if isinstance(item.value, str) else _field(item, ("path", "file"))
            if (
                len(path) <= _MAX_TEXT
                and _PATH.match(path)
                and not path.startswith(("http:", "https:"))
            ):
                yield Edit(item.line + 1, path)


def _get(node: Located | None, name: str) -> Located | None:
    if node is None or not isinstance(node.value, Mapping):
        return None
    for key, value in node.value.items():
        if key.replace("_", "-").casefold() == name:
            return value
    return None


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


def _whole_lines(node: Located, lines: list[str]) -> Located:
    """The same values, where ` #word` is text again: to YAML it opens a comment."""
    value = node.value
    if isinstance(value, Mapping):
        return Located({k: _whole_lines(v, lines) for k, v in value.items()}, node.line)
    if not isinstance(value, str):
        return Located([_whole_lines(item, lines) for item in value], node.line)
    row, column = node.end
    if node.plain and value and 0 < row <= len(lines):
        line = lines[row - 1]
        if _HASH.match(line, column):
            return Located(value + line[column:].rstrip(), node.line)
    return node


def _read_by_line(front: str) -> Located:
    """Keys, their lists and one level of nesting, from front matter that YAML refuses."""
    lists: dict[str, dict[str, list[Located]]] = {}
    top = sub = ""
    for number, line in enumerate(front.split("\n"), 1):
        key, item = _KEY.match(line), _ITEM.match(line)
        if key and not key[1]:
            top, sub = key[2], ""
            lists[top] = {"": [Located(_unquoted(key[3]), number)] if key[3].strip() else []}
        elif item and top:
            lists[top].setdefault(sub, []).append(_read_item(item[1], number))
        elif key and top and key[2].casefold() in ("patterns", "added", *_FILES):
            sub = key[2]
        elif top and (found := lists[top].get(sub)) and line.strip():
            found[-1] = _continued(found[-1], line.strip(), number)
    return Located(
        {
            name: Located({k: Located(v, 1) for k, v in parts.items()}, 1)
            if len(parts) > 1
            else Located(parts[""], 1)
            for name, parts in lists.items()
        },
        1,
    )


def _read_item(text: str, line: int) -> Located:
    field = _FIELD.match(text)
    if field:
        return Located({field[1]: Located(_unquoted(field[2]), line)}, line)
    return Located(_unquoted(text), line)


def _continued(item: Located, text: str, line: int) -> Located:
    if isinstance(item.value, str):
        short = len(item.value) <= _MAX_TEXT
        return Located(f"{item.value} {text}", item.line) if short else item
    field = _FIELD.match(text)
    if field and isinstance(item.value, Mapping):
        return Located({**item.value, field[1]: Located(_unquoted(field[2]), line)}, item.line)
    return item


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1].replace("''", "'") if text[0] == "'" else text[1:-1].replace('\\"', '"')
    return text
