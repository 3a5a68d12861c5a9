"""Regular expressions that are compiled when they are first used.

To compile one costs a tenth of a millisecond to three, there are some seven hundred, and a command
uses a few dozen.
"""

import re
from typing import Any, cast


class Regex:
    """Stands for an expression until one of its methods is asked for; from then on it has them."""

    __slots__ = (
        "_flags",
        "_source",
        "findall",
        "finditer",
        "fullmatch",
        "match",
        "search",
        "split",
        "sub",
        "subn",
    )

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Compile it; this is called for what is not there yet."""
        compiled = re.compile(self._source, self._flags)
        for method in Regex.__slots__[2:]:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, but for its cost; a fault in `source` shows at the first use."""
    return cast("re.Pattern[str]", Regex(source, flags))
