"""Whether a stored text gives orders to the model that will read it.

Conventions are imperatives to an engineer and must pass; what is caught turns on the reader's own
instructions, role, secrecy towards the person, or the markup of a conversation: see orders.txt.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ...base.regex import regex
from ...memory.model.entry import Entry
from .disguises import hidden_text, readings
from .rules import OrderTable, orders

_COMPACT: Final = regex(
    r"(?:ignore|disregard|forget)(?:all)?(?:of)?(?:the|your|my)?(?:previous|prior|above|earlier)?"
    r"(?:system)?(?:instructions|prompts?)|youarenowa|revealyoursystemprompt|systemprompt"
)
_LONG_WORD: Final = 20


def instructs_reader(text: str) -> str | None:
    """Return a short reason when `text` gives orders to its reader, else None; linear time."""
    hidden = hidden_text(text)
    if hidden and instructs_reader(hidden):
        return "hides an order in an encoding"
    plain, spelled = readings(text)
    if spelled and _COMPACT.search(spelled):
        return "spells an instruction out letter by letter"
    for pattern in _orders().likely(plain):
        if re.search(pattern.expression, plain):
            return pattern.reason
    return None


def gives_orders(entry: Entry) -> str | None:
    """Return why the entry gives orders: its text alone, or together with a long qualifier."""
    reason = instructs_reader(entry.text)
    qualifier = entry.qualifier
    is_word = qualifier.isascii() and qualifier.isalpha() and len(qualifier) <= _LONG_WORD
    if qualifier and reason is None and not is_word:
        reason = instructs_reader(qualifier) or instructs_reader(f"{qualifier} {entry.text}")
    return reason


@cache
def _orders() -> OrderTable:
    return orders()
