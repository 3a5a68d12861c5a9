"""Which values an entry states as they are: `MAX_RETRIES is 5`, port 8080, Python 3.11. Pure.

What only recommends, denies, plans or tells of the past states none.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ...base.path_match import FILE_EXTENSIONS
from ...base.regex import regex
from ...symbols.values import plain
from ..model.entry import FILE_LISTS, Entry
from .named_symbols import named_symbols

_MOST: Final = 6
_MAYBE: Final = regex(r"[\d`\"']|true|false", re.IGNORECASE)
_URL: Final = regex(r"\bhttps?://(?!localhost|127\.|0\.0\.0\.0)\S+")
_SENTENCE: Final = regex(r"(?<=[.;!?。])\s+|(?<=[。；])|\s[—–]\s+")
_NOT_SO: Final = regex(
    r"\b(?:should|shall|recommend\w*|suggest\w*|prefer\w*|consider|try|could|might|may|would|ideally"
    r"|at least|at most|up to|or (?:more|less|higher|lower|above|below)|more than|less than|under"
    r"|over|above|below|between|not|never|no longer|was|were|used to|until|previously|formerly"
    r"|if|when|unless|instead of|rather than|in tests?|for tests?|in ci|plan\w*|increase\w*"
    r"|raise[sd]?|lower(?:ed|s)?|bump\w*|chang\w+|example|e\.g"
    r"|sollte\w*|empf\w+|nicht|war|devrait|debería)\b"
    r"|n['’]t\b|\b(?:from|von) \S+ (?:to|auf)\b",
    re.IGNORECASE,
)
# No part of a name is longer: a line of underscores would be parted at each of them.
_SHAPED: Final = (
    r"[A-Za-z_$][\w$]{0,80}(?:_[\w$]{1,80}|(?<=[a-z])[A-Z]\w{0,80})(?:\.\w+)*|[A-Z][A-Z0-9]{2,}"
)
_NAME: Final = regex(_SHAPED)
_UNIT: Final = (
    r"(?:\s?(ms|milliseconds?|s|secs?|seconds?|min|mins|minutes?|h|hours?|days?|[KMG]B|%)(?![\w]))?"
)
_IS: Final = (
    r"(?:\s*(?::=|=|:)\s*|\s+(?:is|are|equals|defaults? to|stands at|ist|beträgt|est|vaut"
    r"|es|vale|è|é)\s+(?:(?:now|currently|always|set to|fixed at|limited to|auf)\s+){0,2}"
    r"|\s*(?:是|为|は)\s*)"
)
_STATED: Final = regex(
    rf"(?:`(?P<code>[\w.$-]+)`|(?<![\w$/@.-])(?P<bare>{_SHAPED})){_IS}"
    r"(?P<value>`[^`\s]{1,60}`|\"[^\"\s]{1,60}\"|'[^'\s]{1,60}'|-?\d[\d_]*(?:,\d{3})*(?:\.\d+)?"
    rf"|(?i:true|false)\b){_UNIT}(?![\w/%]|[.,]\w)"
)
_ASSIGNED: Final = regex(r"`([\w.$-]+)\s*(?::=|=|:\s)\s*([^`\s=<]{1,60})`")
_PORT: Final = regex(
    r"\bports?(?:\s+(?:is|number)|\s*[:=])?\s+`?(\d{2,5})\b(?!\s*[-–.]\d)"
    r"|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{2,5})\b",
    re.IGNORECASE,
)
_VERSION: Final = regex(
    r"(?<![\w./@-])(?!(?i:to|is|are|at|in|of|on|by|ports?|step|and|or)\b)"
    r"([A-Za-z@][\w@/-]*(?:\.js)?)(?: |@|\s*(>=)?(?:==|\^|~=?)?\s*)"
    r"v?(\d+(?:\.\d+){0,2})(\+)?(?:\.x)?(?![\w%:/]|\.\d"
    r"|\s*(?:%|ms|px|rem|em|seconds?|minutes?|hours?|days?|times|files?|of)\b)"
)


class StatedValue(Struct, frozen=True):
    """A value that an entry states of a name; `scheme` is value, port or version.

    A port has no name: any that holds one may be meant. A version that ends in `+` is the least.
    """

    scheme: str
    name: str
    value: str

    @property
    def is_plain(self) -> bool:
        """Whether it is a number of a name that no word looks like: it can only be meant so."""
        return bool(_NAME.fullmatch(self.name)) and self.value[:1].isdigit()


def names_code(entry: Entry) -> bool:
    """Return whether an entry may name a definition or state a value of the code."""
    return bool(named_symbols(entry) or stated_values(entry))


def recommends(entry: Entry, name: str) -> bool:
    """Return whether the sentence of an entry that names something does not tell how it is."""
    sentences = (one for one in _SENTENCE.split(entry.text) if name in one)
    return any(_NOT_SO.search(one) for one in sentences)


def stated_values(entry: Entry) -> tuple[StatedValue, ...]:
    """Return the values that an entry states, at most six."""
    if entry.kind in FILE_LISTS or not _MAYBE.search(entry.text):
        return ()
    text = _URL.sub(" ", entry.text)
    found = (
        one
        for sentence in _SENTENCE.split(text)
        if not _NOT_SO.search(sentence)
        for one in _in_sentence(sentence)
    )
    return tuple(dict.fromkeys(found))[:_MOST]


def _in_sentence(sentence: str) -> Iterator[StatedValue]:
    for match in _STATED.finditer(sentence):
        value = plain(re.sub(r",(?=\d{3})", "", match["value"]).strip("`"))
        unit = f" {match[4].casefold()}" if match[4] else ""
        name = match["code"] or match["bare"]
        if name.rpartition(".")[2].casefold() not in FILE_EXTENSIONS:
            yield StatedValue("value", name, value + unit)
    for name, value in _ASSIGNED.findall(sentence):
        yield StatedValue("value", name, plain(value.strip()))
    for one, other in _PORT.findall(sentence):
        yield StatedValue("port", "", one or other)
    for name, least, value, more in _VERSION.findall(sentence):
        is_least = "+" if least or more else ""
        yield StatedValue("version", name.casefold().removesuffix(".js"), value + is_least)
