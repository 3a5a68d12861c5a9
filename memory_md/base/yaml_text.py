"""YAML as other people write it, read safely: no aliases, no deep nesting, no long values."""

import re
from typing import Any, Final

from .errors import UnreadableError

_MOST_CHARS: Final = 1_000_000
_MOST_DEPTH: Final = 16
_LONGEST: Final = 4096  # of a value; numbers with colons take quadratic time
_ASIDE: Final = re.compile(r"(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*(?:#.*)?")


def parse_yaml(text: str, where: str) -> object:
    """Return the one YAML document; what is not safe is refused before any value is built.

    None where nothing but comments stands. Raises UnreadableError.
    """
    if _ASIDE.fullmatch(text):
        return None
    import yaml  # as long as the start of Python

    if len(text) > _MOST_CHARS:
        raise UnreadableError(f"YAML of more than {_MOST_CHARS:,} characters", where=where)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        depth = 0
        event: Any
        for event in yaml.parse(text, Loader=loader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            long = isinstance(event, yaml.ScalarEvent) and len(event.value) > _LONGEST
            if long or depth > _MOST_DEPTH or isinstance(event, yaml.AliasEvent):
                what = "a value too long" if long else "aliases (*) or nesting too deep"
                place = f"{where}:{event.start_mark.line + 1}"
                raise UnreadableError(f"{what} to read safely", where=place)
        value: object = yaml.load(text, Loader=loader)  # a safe one
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        place = f"{where}:{mark.line + 1}" if mark else where
        problem = fault.problem or fault.context or "it cannot be parsed"
        raise UnreadableError(f"not valid YAML: {problem}", where=place) from None
    except (yaml.YAMLError, ValueError, TypeError, LookupError, ArithmeticError) as fault:
        # An impossible date, a lone surrogate, a number too long: PyYAML lets Python's error out.
        problem = str(fault).split("\n", 1)[0]
        raise UnreadableError(f"not valid YAML: {problem}", where=where) from None
    return value
