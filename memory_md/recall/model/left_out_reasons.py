"""Why an entry or an edge is not in a context: the one list of reasons.

A reason is a string that receipts and JSON hold as it is. Two reasons name something: the entry
that says the contrary, and what a text does that gives orders or would do harm.
"""

from typing import Final

LOW_CONFIDENCE: Final = "confidence"
STALE: Final = "stale: its files are gone"
CODE_GONE: Final = "stale: its code is gone"
REMOVED: Final = "a person removed it, and a merge brought it back"
COUNTED: Final = "only its files count"
DUPLICATE: Final = "said already"
SECTION_LIMIT: Final = "section limit"
EDGE_LIMIT: Final = "older edge"
BUDGET: Final = "budget"
OVER_CHARS: Final = "max chars"
SHOWN: Final = "shown already in this conversation"
OFF_TOPIC: Final = "under the floor"
OUT_OF_SCOPE: Final = "out of scope"
OUTDATED: Final = "somebody said otherwise in a later session"
LOADED: Final = "the agent loads it by itself"

# Of relationships.
FILE_GONE: Final = "stale: its file is gone"
DECISION_GONE: Final = "its decision is not shown"
RISK_GONE: Final = "its risk is not shown"

# The files or the code that an entry names are gone.
GONE: Final = frozenset((STALE, CODE_GONE))

_CONTRADICTED: Final = "contradicted by "
_UNSAFE: Final = "instructions: "
_SHORT: Final = {LOW_CONFIDENCE: "low", STALE: "stale", CODE_GONE: "stale", REMOVED: "removed"}


def contradicted_by(id_: str) -> str:
    """Return the reason of an entry that gives way to the one with that ID."""
    return f"{_CONTRADICTED}{id_}"


def winner_in(reason: str) -> str:
    """Return the ID that a reason of `contradicted_by` names; "" for other reasons."""
    return reason.removeprefix(_CONTRADICTED) if reason.startswith(_CONTRADICTED) else ""


def unsafe_text(what: str) -> str:
    """Return the reason of a text that is not safe to show; `what` says what it does."""
    return f"{_UNSAFE}{what}"


def what_is_unsafe(reason: str) -> str:
    """Return what a text does that has a reason of `unsafe_text`; "" for other reasons."""
    return reason.removeprefix(_UNSAFE) if reason.startswith(_UNSAFE) else ""


def short_name(reason: str) -> str:
    """Return one word for why an entry is in no context at all; "" if it only had no place."""
    if winner_in(reason):
        return "contradicted"
    return "held_back" if what_is_unsafe(reason) else _SHORT.get(reason, "")
