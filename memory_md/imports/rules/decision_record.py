"""Whether a text is an architecture decision record; only what was decided is taken from one.

A record has, on its second level, one heading for the decision and one of those that go with it
(context, status, options, consequences). A record that was rejected or replaced gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...adr.text.facts import facts_of
from ...adr.text.words import part_of, status_of
from ...base.regex import regex
from ...extract.rules.blocks import Block
from ...markdown.lines import visible_lines

_BESIDE: Final = frozenset(("context", "status", "options", "consequences"))
_ARGUMENTS: Final = regex(r"\b(?:pros|drivers)\b", re.IGNORECASE)
_DEAD: Final = frozenset(("superseded", "deprecated", "rejected"))


def is_record(found: Sequence[Block]) -> bool:
    """Whether the headings of a text are those of one decision record."""
    parts = [part_of(b.text) for b in found if b.kind == "heading" and b.level == 2]
    return parts.count("decision") == 1 and not _BESIDE.isdisjoint(parts)


def is_beside(title: str) -> bool:
    """Whether a heading of a record is about another matter than what was decided."""
    return part_of(title) in _BESIDE or _ARGUMENTS.search(title) is not None


def is_dead(text: str) -> bool:
    """Whether a record says that its decision does not hold: rejected, replaced, deprecated."""
    return status_of(facts_of(visible_lines(text)).get("status", "")) in _DEAD


def is_y_statement(text: str) -> bool:
    """Whether a sentence states a decision in Zimmermann's form: context, concern, option, ends."""
    low = text[:600].casefold().lstrip(' *_>"')
    return low.startswith("in the context of") and ("we decided" in low or "we chose" in low)
