r"""JSON with comments, read for the places of its values, so that an edit can be a splice.

Grammar: JSON, and where white space may stand also `// …` to the end of the line and `/* … */`; a
comma may stand after the last member or item. A byte order mark may open the text. What is not that
raises UnreadableError with line and column. Nothing is ever written anew but what is put in.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from msgspec import Struct, field

from ...base.errors import UnreadableError
from ...base.regex import regex

_GAP: Final = regex(r"(?:[ \t\r\n]|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_STRING: Final = regex(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR: Final = regex(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_SPACE: Final = " \t\r\n"
_DEEPEST: Final = 100


class JsonNode(Struct, frozen=True):
    """A value and where it stands; `start` of a member is that of its key.

    `comma` is where the comma after it stands, -1 if there is none. `children` are those of an
    object by key, of an array by index.
    """

    value: Any
    start: int
    end: int
    value_start: int
    comma: int = -1
    children: dict[str | int, JsonNode] = field(default_factory=dict)

    def at(self, *keys: str | int) -> JsonNode | None:
        """Return the value at a path, or None."""
        node: JsonNode | None = self
        for key in keys:
            node = node.children.get(key) if node else None
        return node


def parse(text: str, where: str) -> JsonNode:
    """Return the whole text as one value. Raises UnreadableError."""
    reader = _JsonReader(text, where)
    start = reader.gap(1 if text.startswith("\ufeff") else 0)
    node = reader.value(start, start, 0)
    if reader.gap(node.end) != len(text):
        raise reader.fault(reader.gap(node.end), "there is more after its end")
    return node


class _JsonReader:
    def __init__(self, text: str, where: str) -> None:
        self.text, self.where = text, where

    def gap(self, at: int) -> int:
        """Return where the white space and the comments that begin there end."""
        found = _GAP.match(self.text, at)
        return found.end() if found else at

    def fault(self, at: int, what: str) -> UnreadableError:
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        return UnreadableError(
            f"is not valid JSON: {what} (column {column})", where=f"{self.where}:{line}"
        )

    def value(self, start: int, at: int, depth: int) -> JsonNode:
        if depth > _DEEPEST:
            raise self.fault(at, "it is nested too deeply")
        opening = self.text[at : at + 1]
        if opening in ("{", "["):
            return self.container(start, at, depth, is_object=opening == "{")
        found = (_STRING if opening == '"' else _SCALAR).match(self.text, at)
        if not found:
            raise self.fault(at, "a value is expected")
        return JsonNode(self.decoded(found[0], at), start, found.end(), at)

    def decoded(self, source: str, at: int) -> Any:
        try:
            return json.loads(source)
        except ValueError:
            raise self.fault(at, "this is no value") from None

    def container(self, start: int, at: int, depth: int, *, is_object: bool) -> JsonNode:
        closing = "}" if is_object else "]"
        children: dict[str | int, JsonNode] = {}
        place = self.gap(at + 1)
        while self.text[place : place + 1] != closing:
            key: str | int = len(children)
            first = place
            if is_object:
                key, place = self.key(place)
                if key in children:
                    raise self.fault(first, f"the key {key!r} occurs twice")
            child = self.value(first, place, depth + 1)
            after = self.gap(child.end)
            has_comma = self.text[after : after + 1] == ","
            children[key] = JsonNode(
                child.value, first, child.end, place, after if has_comma else -1, child.children
            )
            place = self.gap(after + 1) if has_comma else after
            if not has_comma and self.text[place : place + 1] != closing:
                raise self.fault(place, f"a comma or {closing!r} is expected")
        value = (
            {key: child.value for key, child in children.items()}
            if is_object
            else [child.value for child in children.values()]
        )
        return JsonNode(value, start, place + 1, at, -1, children)

    def key(self, at: int) -> tuple[str, int]:
        found = _STRING.match(self.text, at)
        if not found:
            raise self.fault(at, "a key is expected")
        colon = self.gap(found.end())
        if self.text[colon : colon + 1] != ":":
            raise self.fault(colon, "a colon is expected")
        return str(self.decoded(found[0], at)), self.gap(colon + 1)


def inserted(text: str, parent: JsonNode, key: str | None, value: Any) -> str:
    """The text with a member (or, without key, an item) put behind the last of that container.

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
        return _spliced(text, parent.value_start + 1, lead + name + body)
    if last.comma >= 0:
        return _spliced(text, _line_rest(text, last.comma + 1), f"{lead}{name}{body},")
    text = _spliced(text, _line_rest(text, last.end), lead + name + body)
    return _spliced(text, last.end, ",")


def removed(text: str, parent: JsonNode, key: str | int, *, with_comma: bool) -> str:
    """Return the text without that child and the white space before it; comments stay.

    Of the last child the comma before it goes as well if `with_comma`; of another its own.
    """
    child = parent.children[key]
    order = list(parent.children.values())
    place = order.index(child)
    end = child.comma + 1 if child.comma >= 0 else child.end
    start = child.start
    while start > parent.value_start + 1 and text[start - 1] in _SPACE:
        start -= 1
    text = text[:start] + text[end:]
    before = order[place - 1] if place else None
    if with_comma and before and child is order[-1] and child.comma < 0:
        text = text[: before.comma] + text[before.comma + 1 :]
    return text


def _spliced(text: str, at: int, addition: str) -> str:
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
    """Return the white space that opens the line of a place."""
    start = text.rfind("\n", 0, at) + 1
    line = text[start:at].lstrip("\ufeff")
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    """Return the indentation of the first line that has one; two spaces where none has."""
    found = re.search(r"^([ \t]+)[^\s]", text, re.MULTILINE)
    return found[1] if found else "  "
