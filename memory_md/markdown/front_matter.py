r"""Front matter: `---`, YAML, `---` or `...`, at the beginning of a document. Pure.

`behind_front_matter` and `split_front_matter` only find it, without a library. `read_front_matter`
reads it with python-frontmatter and the safe loader of `yaml_text`; every value is text as it is
written (`007`, `2026-01-02`, `yes`) and knows its line in the document. YAML that is not valid, or
not safe to read, is read again key by key, and then line by line; the body is never lost. Nothing
here writes: a caller that changes front matter splices the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from ..base.errors import UnreadableError
from ..base.regex import regex
from ..base.text import lines_of
from ..base.yaml_text import Located, locate_yaml

if TYPE_CHECKING:
    from frontmatter.default_handlers import YAMLHandler

_BOUNDARY: Final = r"^(?:---|\.\.\.)[^\S\n]*$"
_HASH: Final = regex(r"[ \t]+#\w")
_KEY: Final = regex(r"(\s*)([^\W\d_][^\s:#]{0,60}(?: [^\s:#]{1,30}){0,2})[ \t]*:(?:[ \t]+(.*))?$")
_ITEM: Final = regex(r"(\s*)- +(\S.*)$")
_FIELD: Final = regex(r"([^\W\d_][\w-]{0,30})[ \t]*:[ \t]+(\S.*)$")
_MOST_KEYS: Final = 200  # of broken front matter that are read as YAML; of one of its items
_MOST_CHARS: Final = 4000  # of a value that goes on over lines


class FrontMatter(Struct, frozen=True):
    """What stands in the front matter, and the rest of the document.

    `text` is the YAML between the marks and `values` the value of each top-level key, with lines
    of the document. `line` is the 1-based line on which `body` begins. `fault` says why the YAML
    as a whole could not be read, where `values` are what could be made of it.
    """

    text: str
    values: Mapping[str, Located]
    body: str
    line: int
    fault: UnreadableError | None = None

    def get(self, *names: str) -> Located | None:
        """Return the value of the first of these keys that is there; case, `-` and `_` aside."""
        return value_of(self.values, *names)

    def string(self, name: str) -> str:
        """Return the text of a key; "" where it is not there, or is a list or a mapping."""
        found = self.get(name)
        return found.value.strip() if found and isinstance(found.value, str) else ""


def value_of(values: Mapping[str, Located], *names: str) -> Located | None:
    """Return the value of the first of these keys that a mapping has; case, `-` and `_` aside."""
    for name in names:
        for key, value in values.items():
            if key.replace("_", "-").casefold() == name.replace("_", "-").casefold():
                return value
    return None


def strings_in(node: Located) -> Iterator[str]:
    """Yield every text in a value, in lists and mappings too, in order."""
    if isinstance(node.value, str):
        yield node.value
        return
    for item in node.value.values() if isinstance(node.value, Mapping) else node.value:
        yield from strings_in(item)


def behind_front_matter(text: str) -> tuple[int, int]:
    """(offset, number) of the first line behind the front matter, or of the first line at all."""
    begin = 1 if text.startswith("\ufeff") else 0
    if not text.startswith("---", begin):
        return begin, 1
    for number, (offset, line) in enumerate(lines_of(text, begin), start=1):
        mark = line[:3] in ("---", "...") and line.rstrip()
        if number == 1 and mark != "---":
            break
        if number > 1 and mark in ("---", "..."):
            return offset + len(line), number + 1
    return begin, 1


def split_front_matter(text: str) -> tuple[str, str, int] | None:
    """(front matter, body, 1-based line of the body), or None where there is no front matter."""
    end, line = behind_front_matter(text)
    if line == 1:
        return None
    lines = text[:end].rstrip("\n").split("\n")
    return "\n".join(lines[1:-1]), text[end:], line


def read_front_matter(text: str) -> FrontMatter | None:
    """Read the front matter of a document; None where it has none. Never raises."""
    split = split_front_matter(text)
    if split is None:
        return None
    front, body, line = split
    import frontmatter

    head = text[: len(text) - len(body)].removeprefix("\ufeff")
    handler = _handler_class()()
    try:
        values: Any = frontmatter.parse(head, handler=handler)[0]
    except UnreadableError as fault:
        values = dict(_by_key(front.replace("\r\n", "\n")))
        return FrontMatter(front, values, body, line, fault)
    return FrontMatter(front, values, body, line)


@cache
def _handler_class() -> type[YAMLHandler]:
    from frontmatter.default_handlers import YAMLHandler

    class LocatedHandler(YAMLHandler):
        """python-frontmatter's YAML, ended by `...` as well, read safely and with its lines."""

        FM_BOUNDARY = re.compile(_BOUNDARY, re.MULTILINE)

        def load(self, fm: str, **_: object) -> Any:
            # `fm` begins with the end of the first line, so that lines are those of the document.
            root = locate_yaml(fm, where="front matter")
            return _with_hashes(root, fm.split("\n")).value

    return LocatedHandler


def _with_hashes(node: Located, lines: list[str]) -> Located:
    """The same values, where ` #word` is text again: to YAML it opens a comment."""
    value = node.value
    if isinstance(value, Mapping):
        return Located({k: _with_hashes(v, lines) for k, v in value.items()}, node.line)
    if not isinstance(value, str):
        return Located([_with_hashes(item, lines) for item in value], node.line)
    row, column = node.end
    if node.plain and value and 0 < row <= len(lines):
        line = lines[row - 1]
        if _HASH.match(line, column):
            return Located(value + line[column:].rstrip(), node.line)
    return node


# -- front matter that YAML refuses --------------------------------------------------------------


def _by_key(front: str) -> Iterator[tuple[str, Located]]:
    """Each top-level key and its value, as YAML where it is, else line by line."""
    lines = front.split("\n")
    begins = [at for at, line in enumerate(lines) if line[:1].strip() and _KEY.match(line)]
    for place, (begin, end) in enumerate(pairwise([*begins, len(lines)])):
        part = lines[begin:end]
        found = _key_as_yaml(part, begin + 1) if place < _MOST_KEYS else None
        yield found or _key_by_line(part, begin + 2)


def _key_as_yaml(lines: list[str], above: int) -> tuple[str, Located] | None:
    lines = [""] * above + lines  # so that its lines are those of the document
    try:
        root = locate_yaml("\n".join(lines), where="front matter")
    except UnreadableError:
        return None
    if not isinstance(root.value, Mapping):
        return None
    values: Any = _with_hashes(root, lines).value
    return next(iter(values.items()), None)


def _key_by_line(lines: list[str], first: int) -> tuple[str, Located]:
    """A key with its text, its list, or one level of keys with a list each."""
    opening = _KEY.match(lines[0])
    name, text = (opening[2], opening[3] or "") if opening else ("", "")
    lists = {"": [Located(_unquoted(text), first)] if text.strip() else []}
    sub, depth, plain = "", -1, True
    for number, line in enumerate(lines[1:], first + 1):
        item, key, found = _ITEM.match(line), _KEY.match(line), lists[sub]
        if item:
            found.append(_read_item(item[2], number))
            depth, plain = len(item[1]), False
        elif key and not key[3] and (not found or len(key[1]) <= depth):
            sub, plain = key[2], False
            lists[sub] = []
        elif found and line.strip():
            found[-1] = _continued(found[-1], line.strip(), number)
    if plain:
        return name, lists[""][0] if lists[""] else Located("", first)
    if len(lists) == 1:
        return name, Located(lists[""], first)
    return name, Located({key: Located(items, first) for key, items in lists.items()}, first)


def _read_item(text: str, line: int) -> Located:
    field = _FIELD.match(text)
    if field:
        return Located({field[1]: Located(_unquoted(field[2]), line)}, line)
    return Located(_unquoted(text), line)


def _continued(item: Located, text: str, line: int) -> Located:
    if isinstance(item.value, str):
        short = len(item.value) <= _MOST_CHARS
        return Located(f"{item.value} {text}", item.line) if short else item
    field = _FIELD.match(text)
    if field and isinstance(item.value, Mapping) and len(item.value) < _MOST_KEYS:
        return Located({**item.value, field[1]: Located(_unquoted(field[2]), line)}, item.line)
    return item


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1].replace("''", "'") if text[0] == "'" else text[1:-1].replace('\\"', '"')
    return text
