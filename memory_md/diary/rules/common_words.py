"""Words and names of files that are no sign that two texts of one project are about the same.

The words are in `common_words.txt`. Pure.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ...base.regex import regex
from ...dedup.words import LIGHT, STOP
from ...terms.search_query import function_words
from ..word_groups import word_groups


@cache
def listed(group: str) -> frozenset[str]:
    """Return the words of a group of `common_words.txt`."""
    return frozenset(" ".join(word_groups(__package__, "common_words.txt")[group]).split())


@cache
def common() -> frozenset[str]:
    """Return the words that tell nothing."""
    return listed("trade") | listed("trade elsewhere") | LIGHT | STOP | function_words()


@cache
def ambiguous() -> frozenset[str]:
    """Return the names of packages that are ordinary words as well."""
    return listed("ambiguous") | listed("trade")


# Files that are kept up beside the work, whatever it is about.
_KEPT_UP: Final = regex(
    r"change[-_]?logs?|changes|history|news|release[-_]?notes?|readme|roadmap|todo|backlog|status"
    r"|progress|glossary|contributors|authors|codeowners|version|summary|index"
    r"|(?:.{0,30}[-_.])?lock(?:file)?|go|gemfile|pipfile|package|package-lock|pnpm-lock|composer"
    r"|cargo|pyproject|requirements.{0,20}|.{0,20}(?:dependenc(?:y|ies)|deps)"
    r"(?:[-_]?(?:map|graph|tree))?"
    r"|barrel|manifest|mkdocs|sidebars?|toc|\.env\.example|claude|agents|gemini",
    re.IGNORECASE,
)


def kept_up(path: str) -> bool:
    """Whether a file by this name is one that changes along with any work."""
    name = path.rsplit("/", 1)[-1]
    stem, _, ending = name.rpartition(".")
    if ending.casefold() in ("lock", "sum"):
        return True
    if not stem:
        stem = name
    return _KEPT_UP.fullmatch(stem) is not None and kind_of(path) != "code"


def kind_of(path: str) -> str:
    """Whether a file is "code", "prose" or "data", by its ending."""
    ending = path.rsplit("/", 1)[-1].rpartition(".")[2].casefold()
    return "code" if ending in listed("code") else "prose" if ending in listed("prose") else "data"
