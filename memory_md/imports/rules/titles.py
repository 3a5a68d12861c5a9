"""What the headings, labels and tags of a team's notes say of what is below or behind them.

Their words stand in `words.txt`.
"""

import re
from functools import cache, lru_cache
from typing import Final, Literal, cast

from ...base.regex import regex
from ...extract.rules.labels import marker_named, plain_label, section_of
from ...files.tables import table
from .worth import is_obsolete

Part = Literal[
    "rule", "gist", "problem", "cause", "fix", "reason", "decision", "more", "rating", ""
]

# A heading or a line that forbids what is below it: the words below mean their opposite.
FORBIDS: Final = (
    r"(?:\b(?:do|does|is|are)(?:n['’]t|\s+not)\b|\b(?:must|should|shall|may|can)(?:n['’]t| ?not)\b"
    r"|\bdisallow|\bdon['’]?ts\b|\bnever\b|\bavoid|\bforbidden|\bprohibited"
    r"|\bnot allowed|\bnot to\b|\banti-?patterns?\b|\bbad\b|\bwrong\b|❌|🚫|⛔|\bnie(?:mals)?\b"
    r"|\bne (?:pas|jamais)\b|\bnunca\b|\bevit|\bnon fare|\bне\s+\w|\bникогда|\bзапрещ|\bзаборон"
    r"|\bnigdy|\baldrig|禁止|不要|避免|禁忌|しない|避ける|하지 마|금지)"
)


@cache
def names(kind: str) -> dict[str, frozenset[str]]:
    """Return the names of a table of `words.txt`, by their value and in the order of the rows."""
    found: dict[str, frozenset[str]] = {}
    for line in table(__package__, "words.txt").split("\n"):
        left, _, right = line.partition(" = ")
        name, _, value = left.partition(" ")
        if name == kind:
            found[value] = found.get(value, frozenset()) | set(right.split("|"))
    return found


@cache
def by_name(kind: str) -> dict[str, str]:
    """Return the value of each name of a table, the last row's where it is in several."""
    return {name: value for value, group in names(kind).items() for name in group}


_PASSING: Final = regex(
    r"(?:current|recent|latest|today|session|sprint|ongoing|upcoming)(?: \w+)? (?:state"
    r"|status|focus|mode"
    r"|phase|tasks?|sprint|work|changes|progress|activity|summary|context|plan|goals?)\b"
)
_REPORTING: Final = regex(
    r"\b(?:created|updated|modified|deleted|committed|completed?|fixed|added|removed|implemented"
    r"|done|finished|merged|shipped|migrated)(?: via \S+)?[ \W]*$",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def part_named(name: str) -> Part | None:
    """Return what a field says of its record, by its name in any language; None for no field."""
    known = by_name("field")
    part = known.get(plain_label(name))
    if part is None and "/" in name:
        part = next((known[one] for one in map(plain_label, name.split("/")) if one in known), None)
    if part is None:
        marker = marker_named(name)
        if marker is None or marker.role in ("title", "fact"):
            return None
        part = "none" if marker.role in ("noise", "field") else marker.role
    return cast("Part", "" if part == "none" else part)


@lru_cache(maxsize=1024)
def is_closed(title: str) -> bool:
    """Whether a heading says that nothing under it lasts."""
    name = plain_label(title)
    passes = name.startswith(tuple(by_name("passing"))) or _PASSING.match(name)
    return name in by_name("closed") or bool(passes) or is_obsolete(title)


@lru_cache(maxsize=1024)
def kind_under(title: str) -> str:
    """Return the kind of what is under a heading; empty where it says nothing."""
    name = plain_label(title)
    parts = name.replace(".md", "").replace("/", " ").replace("&", " & ").split()
    if len(parts) > 6:
        return ""
    spans = {
        " ".join(parts[start:end])
        for start in range(len(parts))
        for end in range(start + 1, len(parts) + 1)
    }
    for kind, phrases in names("heading").items():
        if phrases & spans:
            return kind
    section = section_of(title)
    return section.kind if section is not None else ""


def category_kind(name: str) -> str:
    """Return the kind of another tool's type or category; empty for an unknown one."""
    return by_name("category").get(name.strip().casefold(), "")


def is_reporting(title: str) -> bool:
    """Whether a heading is about something done, so that only rules under it last."""
    return _REPORTING.search(title) is not None


_DECIDES: Final = regex(
    r"\b(?:must|may|not|no|if|when|unless|before|after|without|optional|only|allowed|required?s?"
    r"|incorrect|wrong|bad|legacy|deprecated)\b",
    re.IGNORECASE,
)


def changes_meaning(title: str) -> bool:
    """Whether what is under a heading means something else without it: it forbids, or limits."""
    limits = _DECIDES.search(title) is not None
    return limits or re.search(FORBIDS, title, re.IGNORECASE) is not None


def is_general(title: str) -> bool:
    """Whether a heading says no more than what kind of things are under it."""
    parts = plain_label(title).replace("/", " ").split()
    known = {word for phrase in by_name("heading") for word in phrase.split()}
    if all(part in known or part in by_name("filler") for part in parts):
        return True
    return len(parts) == 1 and kind_under(title) != ""
