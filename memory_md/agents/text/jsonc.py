"""JSON with comments, read for the places of its values, so that an edit can be a splice.

Grammar: JSON, and where white space may stand also `// …` to the end of the line and `/* … */`; a
comma may stand after the last member or item. A byte order mark may open the text. Nothing is
rewritten but what is inserted or removed.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from msgspec import Struct, field

from ...base import json_splice
from ...base.json_text import parse_json, without_comments, without_last_commas

_SPACE: Final = " \t\r\n"
# Characters: what is deeper is no layout, and each line that is put in would repeat it.
_WIDEST_UNIT: Final = 16
_WIDEST_INDENT: Final = 200


class JsonNode(Struct, frozen=True):
    """A value and where it stands; `start` of a member is that of its key.

    `comma` is where the comma after it stands, -1 if there is none. `plain` is the text with
    spaces for its comments and last commas, `commas` with spaces for its comments only.
    """

    plain: str
    commas: str
    value: Any
    start: int
    value_start: int
    end: int
    comma: int = -1
    found: dict[str | int, JsonNode] = field(default_factory=dict)  # the children, once asked for

    @property
    def children(self) -> dict[str | int, JsonNode]:
        """Return the children of an object by key, of an array by index."""
        if self.value and not self.found:
            self.found.update(self._children())
        return self.found

    def _children(self) -> dict[str | int, JsonNode]:
        spans: dict[Any, json_splice.Span] = {}
        if isinstance(self.value, dict):
            spans = {**json_splice.members(self.plain, self.value_start)}
        elif isinstance(self.value, list):
            spans = dict(enumerate(json_splice.items(self.plain, self.value_start)))
        found: dict[str | int, JsonNode] = {}
        at = self.value_start + 1
        for key, (first, end) in spans.items():
            start = json_splice.skip(self.commas, at)
            after = json_splice.skip(self.commas, end)
            comma = after if self.commas[after] == "," else -1
            found[key] = JsonNode(
                self.plain, self.commas, self.value[key], start, first, end, comma
            )
            at = after + 1
        return found

    def at(self, *keys: str | int) -> JsonNode | None:
        """Return the value at a path, or None."""
        node: JsonNode | None = self
        for key in keys:
            node = node.children.get(key) if node else None
        return node


def parse(text: str, where: str) -> JsonNode:
    """Return the whole text as one value. Raises UnreadableError."""
    commas = without_comments(text.replace("\ufeff", " ", text.startswith("\ufeff")))
    plain = without_last_commas(commas)
    value = parse_json(plain, where=where)
    start = json_splice.skip(plain, 0)
    return JsonNode(plain, commas, value, start, start, len(plain.rstrip()))


def insert_member(text: str, parent: JsonNode, key: str | None, value: Any) -> str:
    """Return the text with a member (without key: an item) after the last of that container.

    It is laid out as its neighbours are: on a line of its own, and with a comma at the end. What
    was empty closes right behind what was put in, and can be told from a new container by that.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = _unit(text)
    last = next(reversed(parent.children.values()), None)
    outer = _indent(text, parent.start)
    inner = outer + unit if last is None else _indent(text, last.start)
    is_spread = last is None or "\n" in text[parent.value_start : last.start]
    body = json.dumps(value, ensure_ascii=False, indent=unit if is_spread else None)
    body = body.replace("\n", newline + inner)
    name = f"{json.dumps(key, ensure_ascii=False)}: " if key is not None else ""
    lead = newline + inner if is_spread else " "
    if last is None:
        return _splice(text, parent.value_start + 1, lead + name + body)
    if last.comma >= 0:
        return _splice(text, _line_rest(text, last.comma + 1), f"{lead}{name}{body},")
    text = _splice(text, _line_rest(text, last.end), lead + name + body)
    return _splice(text, last.end, ",")


def remove_child(text: str, parent: JsonNode, key: str | int, *, with_comma: bool) -> str:
    """Return the text without that child and the white space before it; comments stay.

    Of the last child the comma before it goes as well if `with_comma`; of another its own.
    """
    children = parent.children
    child, order = children[key], list(children.values())
    place = list(children).index(key)
    end = child.comma + 1 if child.comma >= 0 else child.end
    start = child.start
    while start > parent.value_start + 1 and text[start - 1] in _SPACE:
        start -= 1
    text = text[:start] + text[end:]
    before = order[place - 1] if place else None
    if with_comma and before and child is order[-1] and child.comma < 0:
        text = text[: before.comma] + text[before.comma + 1 :]
    return text


def _splice(text: str, at: int, addition: str) -> str:
    return text[:at] + addition + text[at:]


def _line_rest(text: str, at: int) -> int:
    """Behind a comment that ends the line, where there is nothing else on it; else `at`."""
    end = text.find("\n", at)
    rest = text[at : end if end >= 0 else len(text)]
    comment = rest.strip()
    is_block = comment.startswith("/*") and comment.find("*/") == len(comment) - 2
    if is_block or comment.startswith("//"):
        return at + len(rest.rstrip())
    return at


def _indent(text: str, at: int) -> str:
    """Return the white space that opens the line of a place, none where it is very much."""
    start = text.rfind("\n", 0, at) + 1
    line = text[start:at].lstrip("\ufeff")
    width = len(line) - len(line.lstrip(" \t"))
    return line[:width] if width <= _WIDEST_INDENT else ""


def _unit(text: str) -> str:
    """Return the indentation of the first line that has one; two spaces where none has."""
    found = re.search(rf"^([ \t]{{1,{_WIDEST_UNIT}}})[^\s]", text, re.MULTILINE)
    return found[1] if found else "  "
