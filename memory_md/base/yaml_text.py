"""YAML as other people write it, read safely; it never writes.

Grammar: one YAML 1.1 document of plain values. Refused, each with its line, before any value is
built: more than `MAX_CHARS` characters, nesting deeper than `MAX_DEPTH`, aliases (a few of them
make gigabytes), numbers of absurd length, a second document. The parser's events are checked
first, as they come without recursion; only then is the document composed.

`mem context` reads the configuration, and to import PyYAML costs it as much again as an empty
Python process. So `parse_plain` reads a small part of YAML without it, as most configurations are
written: comments, `key: value`, one level of keys below a key, indented or in braces, and values
that are numbers, true, false, or words without signs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from .errors import UnreadableError
from .regex import regex

MAX_CHARS: Final = 262_144
MAX_DEPTH: Final = 64

# Base-60 integers take quadratic time, and Python refuses long ones with a bare ValueError.
_LONG_NUMBER: Final = regex(r"[-+0-9a-fA-Fx_.:]{200,}\Z")

Value = str | int | float | bool
Plain = dict[str, "Value | dict[str, Value] | None"]

_KEY: Final = r"[A-Za-z][\w-]{0,99}"
_VALUE: Final = r"[A-Za-z][\w./-]*(?: [\w./-]+)*|(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?"
_PAIR: Final = rf"{_KEY}: (?:{_VALUE})"
_LINE: Final = regex(
    rf"( *)({_KEY}):(?: +(?:({_VALUE})|\{{({_PAIR}(?:, {_PAIR})*)\}}))?(?: +#.*| *)"
)
# Words that mean something else, in the spellings of YAML 1.1; in others they are left alone, too.
_BOOLEANS: Final = {"true": True, "false": False}
_RESERVED: Final = frozenset(("true", "false", "yes", "no", "on", "off", "y", "n", "null"))


class Located(Struct, frozen=True):
    """A YAML value as it was written: text, sequence or mapping, and its 1-based line.

    `end` is (line, column) behind it, both from 1 and 0; `plain` says it was written unquoted.
    """

    value: str | Sequence[Located] | Mapping[str, Located]
    line: int
    end: tuple[int, int] = (0, 0)
    plain: bool = False


def parse_yaml(text: str, *, where: str) -> Any:
    """Read one YAML document into plain values; an empty one is None.

    Raises UnreadableError with the line, on anything that is not safe to read as well.
    """

    def construct(yaml: Any, loader: Any) -> Any:
        return yaml.load(text, Loader=loader)

    return _guarded(text, where, construct)


def locate_yaml(text: str, *, where: str) -> Located:
    """Read one YAML document as it was written: every scalar is text, and knows its line.

    Raises UnreadableError as `parse_yaml` does.
    """

    def compose(yaml: Any, loader: Any) -> Located:
        return _located(yaml, yaml.compose(text, Loader=loader))

    located: Located = _guarded(text, where, compose)
    return located


def _guarded(text: str, where: str, build: Callable[[Any, Any], Any]) -> Any:
    import yaml

    if len(text) > MAX_CHARS:
        raise UnreadableError(f"YAML of more than {MAX_CHARS:,} characters", where=where)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        _check_events(yaml, loader, text, where)
        return build(yaml, loader)
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        problem = fault.problem or fault.context or "it cannot be parsed"
        place = f"{where}:{mark.line + 1}" if mark else where
        raise UnreadableError(f"not valid YAML: {problem}", where=place) from None
    except yaml.YAMLError as fault:
        problem = str(fault).split("\n", 1)[0]
        raise UnreadableError(f"not valid YAML: {problem}", where=where) from None
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as fault:
        # An impossible date, a lone surrogate, a number too long: PyYAML lets Python's error out.
        raise UnreadableError(f"not valid YAML: {fault}", where=where) from None
    except RecursionError:
        raise UnreadableError("nested too deeply to read", where=where) from None


def _check_events(yaml: Any, loader: Any, text: str, where: str) -> None:
    depth = 0
    for event in yaml.parse(text, Loader=loader):
        place = f"{where}:{event.start_mark.line + 1}"
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise UnreadableError("nested too deeply to read", where=place)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            raise UnreadableError(
                f"YAML aliases (*{event.anchor}) are not read",
                where=place,
                hint="write the value out, or put it in quotes if it is text",
            )
        elif isinstance(event, yaml.ScalarEvent) and _LONG_NUMBER.match(event.value):
            raise UnreadableError("a number too long to read", where=place)


def _located(yaml: Any, node: Any) -> Located:
    if node is None:
        return Located("", 1)
    line = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        pairs: dict[str, Located] = {}
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                pairs[str(key.value)] = _located(yaml, value)
        return Located(pairs, line)
    if isinstance(node, yaml.SequenceNode):
        return Located([_located(yaml, item) for item in node.value], line)
    end = (node.end_mark.line + 1, node.end_mark.column)
    return Located(str(node.value), line, end, plain=not node.style)


def parse_plain(text: str) -> Plain | None:
    """Return what PyYAML would of a text all of which is plain, else None; never raises."""
    if not text.isascii():
        return None
    found: Plain = {}
    group: dict[str, Value] | None = None
    indent = 0
    for line in text.split("\n"):
        if not line.strip(" ") or line.lstrip(" ").startswith("#"):
            continue
        matched = _LINE.fullmatch(line)
        if matched is None or matched[2].lower() in _RESERVED:
            return None
        spaces, key, value, pairs = matched.groups()
        if not spaces:
            group, indent = ({} if value is None and pairs is None else None), 0
            read = _pairs(pairs) if pairs else _value(value) if value else None
            if read is None and (pairs or value):
                return None
            found[key] = read
            opened = key
            continue
        if group is None or pairs or value is None or indent not in (0, len(spaces)):
            return None
        read = _value(value)
        if read is None:
            return None
        indent = len(spaces)
        group[key] = read
        found[opened] = group
    return found


def _pairs(text: str) -> dict[str, Value] | None:
    found: dict[str, Value] = {}
    for pair in text.split(", "):
        key, _, value = pair.partition(": ")
        read = _value(value)
        if read is None or key.lower() in _RESERVED:
            return None
        found[key] = read
    return found


def _value(text: str) -> Value | None:
    """The value of a word or number; None for a word that YAML does not take for itself."""
    if text[0].isdigit():
        return float(text) if "." in text else int(text)
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    return None if text.lower() in _RESERVED else text
